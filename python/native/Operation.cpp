//===- Operation.cpp - What an op says of itself, and how it changes ------===//

#include "Operations.h"

#include "mlir-c/BuiltinAttributes.h"
#include "pto-c/Module.h"

#include <stdexcept>

using namespace ptopy;

static MlirStringRef nameOf(MlirOperation op) {
  return mlirIdentifierStr(mlirOperationGetName(op));
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

static MlirAttribute lookup(MlirOperation op, const std::string &name) {
  if (name.empty())
    return {nullptr};
  return mlirOperationGetAttributeByName(op, toMlir(name));
}

static void put(MlirOperation op, const std::string &name,
                MlirAttribute attribute) {
  if (mlirAttributeIsNull(attribute))
    mlirOperationRemoveAttributeByName(op, toMlir(name));
  else
    mlirOperationSetAttributeByName(op, toMlir(name), attribute);
}

/// Sets or removes. What is the op's own must leave it valid: printing and
/// accessors rely on it. It is put back otherwise.
static void change(Operation &self, const std::string &name,
                   MlirAttribute attribute) {
  MlirOperation op = self.get();
  if (name.empty())
    throw py::value_error("an attribute's name must not be empty");
  if (name.find('.') != std::string::npos)
    return put(op, name, attribute);
  MlirAttribute before = lookup(op, name);
  if (mlirAttributeIsNull(before) &&
      !mlirOperationHasInherentAttributeByName(op, toMlir(name)))
    throw py::key_error(name);
  Capture capture(self.getContext());
  put(op, name, attribute);
  bool isTaken = mlirAttributeEqual(lookup(op, name), attribute);
  bool isValid = isTaken && ptoOperationVerify(op, true);
  if (!isValid)
    put(op, name, before);
  capture.check(isValid, "'" + name + "' can't be changed to that");
}

static py::list getNames(const Operation &self) {
  MlirOperation op = self.get();
  py::list names;
  for (intptr_t i = 0, e = mlirOperationGetNumAttributes(op); i != e; ++i)
    names.append(
        toPython(mlirIdentifierStr(mlirOperationGetAttribute(op, i).name)));
  return names;
}

//===----------------------------------------------------------------------===//
// Walks
//===----------------------------------------------------------------------===//

/// All ops in `self` and itself, as they are now.
static py::list collect(Operation &self, bool isPreOrder) {
  struct State {
    Module *module;
    py::list ops;
  } state{self.getModule().get(), py::list()};
  mlirOperationWalk(
      self.get(),
      [](MlirOperation op, void *userData) {
        auto *state = static_cast<State *>(userData);
        state->ops.append(state->module->getHandle(op));
        return MlirWalkResultAdvance;
      },
      &state, isPreOrder ? MlirWalkPreOrder : MlirWalkPostOrder);
  return state.ops;
}

//===----------------------------------------------------------------------===//
// Changes
//===----------------------------------------------------------------------===//

static void erase(Operation &self) {
  MlirOperation op = self.get();
  if (mlirOperationEqual(op, mlirModuleGetOperation(self.getModule()->get())))
    throw py::value_error("the module itself can't be erased");
  if (ptoOperationIsUsed(op))
    throw py::value_error("the operation makes a value that is used");
  self.getModule()->invalidate(op);
  mlirOperationDestroy(op);
}

static void setOperand(Operation &self, intptr_t number, const Value &value) {
  MlirOperation op = self.get();
  MlirValue operand = value.get();
  if (value.op->getModule() != self.getModule())
    throw py::value_error("the value belongs to another module");
  if (number < 0 || number >= mlirOperationGetNumOperands(op))
    throw py::index_error("there is no such operand");
  mlirOperationSetOperand(op, number, operand);
}

/// Next to `other`, in whatever block that is.
static void move(Operation &self, const Operation &other, bool isAfter) {
  MlirOperation op = self.get(), place = other.get();
  if (self.getModule() != other.getModule())
    throw py::value_error("the operations belong to different modules");
  unsigned depth = 0;
  for (MlirOperation up = place; !mlirOperationIsNull(up);
       up = mlirOperationGetParentOperation(up), ++depth)
    if (mlirOperationEqual(up, op))
      throw py::value_error("an operation can't move into itself");
  if (depth <= 1)
    throw py::value_error("nothing can stand next to the module");
  checkDepth(depth);
  if (isAfter)
    mlirOperationMoveAfter(op, place);
  else
    mlirOperationMoveBefore(op, place);
}

//===----------------------------------------------------------------------===//
// Bindings
//===----------------------------------------------------------------------===//

void ptopy::bindOperation(py::module_ &m) {
  py::class_<Operation, OperationRef>(m, "Operation")
      .def_property_readonly("module", &Operation::getModule)
      .def_property_readonly("context", &Operation::getContext)
      .def_property_readonly("is_valid", &Operation::isValid)
      .def_property_readonly(
          "name",
          [](const Operation &self) { return toPython(nameOf(self.get())); })
      .def_property_readonly("location",
                             [](const Operation &self) {
                               return Location{
                                   self.getContext(),
                                   mlirOperationGetLocation(self.get())};
                             })
      .def_property_readonly(
          "operands",
          [](const Operation &self) {
            MlirOperation op = self.get();
            py::list values;
            for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i != e;
                 ++i)
              values.append(
                  toValue(self.getModule(), mlirOperationGetOperand(op, i)));
            return py::tuple(values);
          })
      .def_property_readonly(
          "results",
          [](Operation &self) {
            py::list values;
            for (intptr_t i = 0, e = mlirOperationGetNumResults(self.get());
                 i != e; ++i)
              values.append(Value{self.shared_from_this(), i});
            return py::tuple(values);
          })
      .def_property_readonly(
          "regions",
          [](Operation &self) {
            py::list regions;
            for (intptr_t i = 0, e = mlirOperationGetNumRegions(self.get());
                 i != e; ++i)
              regions.append(Region{self.shared_from_this(), i});
            return py::tuple(regions);
          })
      .def_property_readonly("parent",
                             [](const Operation &self) -> OperationRef {
                               MlirOperation parent =
                                   mlirOperationGetParentOperation(self.get());
                               return mlirOperationIsNull(parent)
                                          ? nullptr
                                          : self.getModule()->getHandle(parent);
                             })
      .def_property_readonly(
          "block",
          [](const Operation &self) -> py::object {
            MlirBlock block = mlirOperationGetBlock(self.get());
            if (mlirBlockIsNull(block))
              return py::none();
            return py::cast(toBlock(self.getModule(), block));
          })
      .def_property_readonly("is_terminator",
                             [](const Operation &self) {
                               return ptoOperationIsTerminator(
                                   self.getContext()->get(),
                                   nameOf(self.get()));
                             })
      .def("_attribute_names", getNames)
      .def("_get_attribute",
           [](const Operation &self, const std::string &name) -> py::object {
             MlirAttribute attribute = lookup(self.get(), name);
             if (mlirAttributeIsNull(attribute))
               return py::none();
             return py::cast(Attribute{self.getContext(), attribute});
           })
      .def("_set_attribute",
           [](Operation &self, const std::string &name, py::object value) {
             change(self, name,
                    toAttribute(self.getContext(), value).attribute);
           })
      .def("_remove_attribute",
           [](Operation &self, const std::string &name) {
             if (mlirAttributeIsNull(lookup(self.get(), name)))
               throw py::key_error(name);
             change(self, name, {nullptr});
           })
      .def("_collect", collect)
      .def("erase", erase)
      .def("set_operand", setOperand, py::arg("number"), py::arg("value"))
      .def("move_before",
           [](Operation &self, const Operation &other) {
             move(self, other, false);
           })
      .def("move_after",
           [](Operation &self, const Operation &other) {
             move(self, other, true);
           })
      .def("verify",
           [](const Operation &self) {
             Capture capture(self.getContext());
             capture.check(ptoOperationVerify(self.get(), true),
                           "the operation is not valid");
             return true;
           })
      .def(
          "get_asm",
          [](const Operation &self, bool useNames, bool generic,
             bool locations) {
            return toPython(print(self.get(), {useNames, generic, locations}));
          },
          py::arg("use_names") = true, py::arg("generic") = false,
          py::arg("locations") = false)
      .def("__str__",
           [](const Operation &self) {
             return toPython(print(self.get(), PrintOptions()));
           })
      .def("__repr__", [](const Operation &self) {
        if (!self.isValid())
          return std::string("<erased operation>");
        MlirStringRef name = nameOf(self.get());
        return "<operation " + std::string(name.data, name.length) + ">";
      });
}
