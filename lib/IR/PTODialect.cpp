//===- PTODialect.cpp - The dialect and the attributes it owns ------------===//

#include "pto/IR/PTODialect.h"
#include "pto/IR/PTOTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::pto;

#include "pto/IR/PTODialect.cpp.inc"

void PTODialect::initialize() {
  registerTypes();
  registerAttributes();
  registerMemoryOps();
  registerViewOps();
  registerElementwiseOps();
  registerReductionOps();
  registerMatmulOps();
  registerGatherOps();
  registerCrossCoreOps();
  registerSystemOps();
  registerTensorOps();
  registerStructureOps();
}

Operation *PTODialect::materializeConstant(OpBuilder &builder, Attribute value,
                                           Type type, Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

/// What an attribute of the dialect must be, and on what it may stand.
template <typename Attr>
static LogicalResult expect(Operation *op, NamedAttribute attribute,
                            StringRef what) {
  if (isa<Attr>(attribute.getValue()))
    return success();
  return op->emitOpError() << "attribute '" << attribute.getName().getValue()
                           << "' must be " << what << ", found "
                           << attribute.getValue();
}

LogicalResult PTODialect::verifyOperationAttribute(Operation *op,
                                                   NamedAttribute attribute) {
  StringRef name = attribute.getName().getValue();
  // A string names a chip of somebody else; passes look it up.
  if (auto foreign = dyn_cast<StringAttr>(attribute.getValue());
      name == AttrNames::target && foreign && !symbolizeTarget(foreign))
    return success();
  if (name == AttrNames::target)
    return expect<TargetAttr>(op, attribute,
                              "#pto.target<a2a3> or #pto.target<a5>");
  if (name == AttrNames::kind) {
    if (!isa<FunctionOpInterface>(op))
      return op->emitOpError() << "attribute 'pto.kind' belongs on a function";
    return expect<FunctionKindAttr>(op, attribute, "a #pto.function_kind");
  }
  if (name == AttrNames::split)
    return expect<SplitModeAttr>(op, attribute, "a #pto.split_mode");
  if (name == AttrNames::loop) {
    if (!isa<scf::ForOp>(op))
      return op->emitOpError() << "attribute 'pto.loop' belongs on an scf.for";
    return expect<LoopAttr>(op, attribute, "a #pto.loop");
  }
  if (name == AttrNames::matBridge)
    return expect<UnitAttr>(op, attribute, "a unit attribute");
  if (name == AttrNames::pipelineMembership)
    return expect<StringAttr>(op, attribute, "a string of group:stage pairs");
  return success();
}

/// Whether callers hand storage over to a core of the accelerator. Without a
/// kind, the body decides, later.
static bool runsOnDevice(FunctionOpInterface function) {
  auto kind = function->getAttrOfType<FunctionKindAttr>(AttrNames::kind);
  return !kind || kind.getValue() == FunctionKind::InCore ||
         kind.getValue() == FunctionKind::AIC ||
         kind.getValue() == FunctionKind::AIV;
}

LogicalResult PTODialect::verifyRegionArgAttribute(Operation *op,
                                                   unsigned region,
                                                   unsigned argument,
                                                   NamedAttribute attribute) {
  StringRef name = attribute.getName().getValue();
  if (name == AttrNames::direction)
    return expect<DirectionAttr>(op, attribute, "a #pto.direction");
  if (name == AttrNames::memref)
    return expect<MemRefAttr>(op, attribute, "a #pto.memref");
  if (name == AttrNames::noAlias) {
    if (failed(expect<UnitAttr>(op, attribute, "a unit attribute")))
      return failure();
    auto function = dyn_cast<FunctionOpInterface>(op);
    if (!function || !runsOnDevice(function))
      return op->emitOpError()
             << "attribute 'pto.noalias' belongs on a parameter of a device "
                "function";
    if (!isa<TensorType>(function.getArgumentTypes()[argument]))
      return op->emitOpError()
             << "attribute 'pto.noalias' is for tensors, found "
             << function.getArgumentTypes()[argument] << " in parameter "
             << argument;
  }
  return success();
}
