//===- Creation.cpp - New ops ---------------------------------------------===//

#include "Operations.h"

#include "pto-c/Module.h"

#include <stdexcept>

using namespace ptopy;

namespace {
/// An op at the end of `block`, or before `anchor`, which is in it.
class Creation {
public:
  Creation(const std::string &name, const Block &block, OperationRef anchor,
           const Location &location)
      : name(name), module(block.owner()->getModule()),
        context(module->getContext()), block(block.get()),
        anchor(std::move(anchor)), location(location) {
    checkSame(context, location.context);
    unsigned depth = 1;
    for (MlirOperation op = mlirBlockGetParentOperation(this->block);
         !mlirOperationIsNull(op); op = mlirOperationGetParentOperation(op))
      ++depth;
    checkDepth(depth);
    if (this->anchor &&
        !mlirBlockEqual(mlirOperationGetBlock(this->anchor->get()),
                        this->block))
      throw py::value_error("the operation to insert before has moved away");
  }

  void takeOperands(const std::vector<Value> &values) {
    for (const Value &value : values) {
      operands.push_back(value.get());
      if (value.op->getModule() != module)
        throw py::value_error("an operand belongs to another module");
    }
  }

  void takeResults(const std::optional<std::vector<Type>> &types) {
    infers = !types;
    if (types)
      for (const Type &type : *types) {
        checkSame(context, type.context);
        results.push_back(type.type);
      }
  }

  void takeAttributes(const py::dict &values) {
    for (auto [key, value] : values) {
      auto text = key.cast<std::string>();
      if (text.empty())
        throw py::value_error("an attribute's name must not be empty");
      attributes.push_back(
          mlirNamedAttributeGet(mlirIdentifierGet(context->get(), toMlir(text)),
                                toAttribute(context, value).attribute));
    }
  }

  OperationRef make(intptr_t numRegions) {
    if (numRegions < 0 || numRegions > 1000)
      throw py::value_error("an operation has 0 to 1000 regions");
    PtoOperationParameters parameters = {};
    parameters.name = toMlir(name);
    parameters.location = location.location;
    parameters.numOperands = operands.size();
    parameters.operands = operands.data();
    parameters.numResults = results.size();
    parameters.resultTypes = results.data();
    parameters.inferResultTypes = infers;
    parameters.numAttributes = attributes.size();
    parameters.attributes = attributes.data();
    parameters.numRegions = numRegions;
    Capture capture(context);
    MlirOperation op = ptoOperationCreate(&parameters);
    bool isValid = !mlirOperationIsNull(op);
    if (isValid) {
      if (anchor)
        mlirBlockInsertOwnedOperationBefore(block, anchor->get(), op);
      else
        mlirBlockAppendOwnedOperation(block, op);
      // Regions are filled in later.
      isValid = numRegions != 0 || ptoOperationVerify(op, false);
      if (!isValid)
        mlirOperationDestroy(op);
    }
    capture.check(isValid, "'" + name + "' can't be made");
    return module->getHandle(op);
  }

private:
  const std::string &name;
  ModuleRef module;
  ContextRef context;
  MlirBlock block;
  OperationRef anchor;
  const Location &location;
  std::vector<MlirValue> operands;
  std::vector<MlirType> results;
  std::vector<MlirNamedAttribute> attributes;
  bool infers = false;
};
} // namespace

static OperationRef create(const std::string &name,
                           const std::optional<std::vector<Type>> &results,
                           const std::vector<Value> &operands,
                           const py::dict &attributes, intptr_t regions,
                           const Location &location, const Block &block,
                           OperationRef anchor) {
  Creation creation(name, block, std::move(anchor), location);
  creation.takeOperands(operands);
  creation.takeResults(results);
  creation.takeAttributes(attributes);
  return creation.make(regions);
}

void ptopy::bindCreation(py::module_ &m) {
  m.def("_create_operation", create);
  m.def("_infers_types",
        [](const ContextRef &context, const std::string &name) {
          return ptoOperationInfersTypes(context->get(), toMlir(name));
        });
}
