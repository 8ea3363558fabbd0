//===- Module.cpp - C API of modules and single ops -----------------------===//

#include "pto-c/Module.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/CAPI/Utils.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Parser/Parser.h"
#include "pto/Translation/SourceNames.h"

using namespace mlir;
using namespace mlir::pto;

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

MlirModule ptoModuleParse(MlirContext context, MlirStringRef source,
                          MlirStringRef fileName) {
  StringRef text = unwrap(source);
  StringRef file = unwrap(fileName);
  MLIRContext *ctx = unwrap(context);
  if (auto deep = findDeepNesting(text, kMaxNesting)) {
    emitError(FileLineColLoc::get(ctx, file, deep->first, deep->second))
        << "nested more than " << kMaxNesting << " levels deep";
    return {nullptr};
  }
  // The parser wants a zero behind the text.
  std::string copy = text.str();
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(copy, ParserConfig(ctx), file);
  if (!module)
    return {nullptr};
  keepSourceNames(*module, copy);
  return wrap(module.release());
}

MlirModule ptoModuleClone(MlirModule module) {
  return wrap(unwrap(module).clone());
}

void ptoOperationPrint(MlirOperation op, bool useNames, bool useGenericForm,
                       bool printLocations, MlirStringCallback callback,
                       void *userData) {
  mlir::detail::CallbackOstream os(callback, userData);
  OpPrintingFlags flags;
  flags.printNameLocAsPrefix(useNames).printGenericOpForm(useGenericForm);
  if (printLocations)
    flags.enableDebugInfo(/*enable=*/true, /*prettyForm=*/false);
  unwrap(op)->print(os, flags);
}

//===----------------------------------------------------------------------===//
// Single ops
//===----------------------------------------------------------------------===//

namespace {
/// Properties of an op that does not exist yet.
class Properties {
public:
  explicit Properties(OperationName name)
      : name(name),
        bytes(std::make_unique<char[]>(name.getOpPropertyByteSize() + 1)) {
    name.initOpProperties(get(), nullptr);
  }
  ~Properties() { name.destroyOpProperties(get()); }
  OpaqueProperties get() { return bytes.get(); }

private:
  OperationName name;
  std::unique_ptr<char[]> bytes;
};

/// Makes one op, step by step; each step tells what is wrong.
class OpMaker {
public:
  explicit OpMaker(const PtoOperationParameters &given)
      : given(given), loc(unwrap(given.location)),
        state(loc, unwrap(given.name)) {}

  Operation *make() {
    if (!state.name.isRegistered()) {
      emitError(loc) << "there is no op '" << state.name.getStringRef() << "'";
      return nullptr;
    }
    if (failed(takeOperands()) || failed(takeAttributes()) ||
        failed(takeResults()))
      return nullptr;
    for (intptr_t i = 0; i < given.numRegions; ++i)
      state.addRegion();
    Operation *op = Operation::create(state);
    if (succeeded(checkNames(op)))
      return op;
    op->destroy();
    return nullptr;
  }

private:
  InFlightDiagnostic fail() {
    return emitError(loc) << "'" << state.name.getStringRef() << "' ";
  }

  LogicalResult takeOperands() {
    for (intptr_t i = 0; i < given.numOperands; ++i) {
      Value operand = unwrap(given.operands[i]);
      if (!operand)
        return fail() << "operand " << i << " is null";
      state.operands.push_back(operand);
    }
    return success();
  }

  LogicalResult takeAttributes() {
    NamedAttrList own;
    for (intptr_t i = 0; i < given.numAttributes; ++i) {
      StringAttr name = cast<StringAttr>(unwrapName(i));
      Attribute value = unwrap(given.attributes[i].attribute);
      if (!value)
        return fail() << "attribute '" << name.getValue() << "' is null";
      NamedAttrList &list =
          name.getValue().contains('.') ? state.attributes : own;
      if (list.set(name, value))
        return fail() << "attribute '" << name.getValue() << "' is given twice";
    }
    ownAttributes = own.getDictionary(loc.getContext());
    return success();
  }
  Attribute unwrapName(intptr_t i) {
    return StringAttr::get(loc.getContext(),
                           unwrap(mlirIdentifierStr(given.attributes[i].name)));
  }

  LogicalResult takeResults() {
    Properties properties(state.name);
    bool hasProperties = state.name.getOpPropertyByteSize() > 0;
    if (hasProperties && failed(state.name.setOpPropertiesFromAttribute(
                             state.name, properties.get(), ownAttributes,
                             [&] { return fail(); })))
      return failure();
    // Accessors of operands rely on the sizes of the groups.
    if (state.name.hasTrait<OpTrait::AttrSizedOperandSegments>()) {
      auto sizes = dyn_cast_or_null<DenseI32ArrayAttr>(
          ownAttributes.get("operandSegmentSizes"));
      int64_t sum = 0;
      for (int32_t size : sizes ? sizes.asArrayRef() : ArrayRef<int32_t>()) {
        if (size < 0)
          return fail() << "has a group of " << size << " operands";
        sum += size;
      }
      if (sum != given.numOperands)
        return fail() << "has " << given.numOperands
                      << " operands, in groups of " << sum << " together";
    }
    if (hasProperties)
      state.propertiesAttr = ownAttributes;
    else
      state.attributes.append(ownAttributes.getValue());
    if (given.inferResultTypes)
      return infer(properties);
    for (intptr_t i = 0; i < given.numResults; ++i) {
      Type type = unwrap(given.resultTypes[i]);
      if (!type)
        return fail() << "result type " << i << " is null";
      state.types.push_back(type);
    }
    return success();
  }

  /// What is neither an attribute nor a property of the op would get lost.
  LogicalResult checkNames(Operation *op) {
    auto properties =
        dyn_cast_or_null<DictionaryAttr>(op->getPropertiesAsAttribute());
    for (NamedAttribute given : ownAttributes)
      if (!llvm::is_contained(state.name.getAttributeNames(),
                              given.getName()) &&
          !(properties && properties.contains(given.getName())))
        return fail() << "has no attribute '" << given.getName().getValue()
                      << "'";
    return success();
  }

  LogicalResult infer(Properties &properties) {
    auto *inference = state.name.getInterface<InferTypeOpInterface>();
    if (!inference) {
      if (!state.name.hasTrait<OpTrait::ZeroResults>())
        return fail() << "needs result types: they can't be inferred";
      return success();
    }
    if (succeeded(inference->inferReturnTypes(
            loc.getContext(), loc, state.operands, ownAttributes,
            properties.get(), {}, state.types)))
      return success();
    return fail() << "has operands from which no result types can be inferred";
  }

  const PtoOperationParameters &given;
  Location loc;
  OperationState state;
  DictionaryAttr ownAttributes;
};
} // namespace

MlirOperation ptoOperationCreate(const PtoOperationParameters *parameters) {
  return wrap(OpMaker(*parameters).make());
}

bool ptoOperationVerify(MlirOperation op, bool recursive) {
  return succeeded(verify(unwrap(op), recursive));
}

bool ptoOperationInfersTypes(MlirContext context, MlirStringRef name) {
  OperationName op(unwrap(name), unwrap(context));
  return op.hasInterface<InferTypeOpInterface>() ||
         (op.isRegistered() && op.hasTrait<OpTrait::ZeroResults>());
}

bool ptoOperationIsTerminator(MlirContext context, MlirStringRef name) {
  OperationName op(unwrap(name), unwrap(context));
  return op.isRegistered() && op.hasTrait<OpTrait::IsTerminator>();
}

bool ptoOperationIsUsed(MlirOperation op) {
  Operation *root = unwrap(op);
  WalkResult result = root->walk([&](Operation *inner) {
    for (Operation *user : inner->getUsers())
      if (!root->isAncestor(user))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return result.wasInterrupted();
}
