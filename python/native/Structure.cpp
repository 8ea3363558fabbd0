//===- Structure.cpp - Regions, blocks, values ----------------------------===//

#include "Operations.h"

#include <stdexcept>

using namespace ptopy;

static intptr_t countBlocks(const Region &self) {
  intptr_t count = 0;
  for (MlirBlock block = mlirRegionGetFirstBlock(self.get());
       !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
    ++count;
  return count;
}

/// A block at the end of the region.
static Block appendBlock(const Region &self, const std::vector<Type> &types,
                         const std::vector<Location> &locations) {
  MlirRegion region = self.get();
  const ContextRef &context = self.op->getContext();
  if (!locations.empty() && locations.size() != types.size())
    throw py::value_error("there must be one location a type, or none");
  std::vector<MlirType> arguments;
  std::vector<MlirLocation> places;
  for (const Type &type : types) {
    checkSame(context, type.context);
    arguments.push_back(type.type);
    places.push_back(mlirOperationGetLocation(self.op->get()));
  }
  for (size_t i = 0; i != locations.size(); ++i) {
    checkSame(context, locations[i].context);
    places[i] = locations[i].location;
  }
  intptr_t number = countBlocks(self);
  mlirRegionAppendOwnedBlock(
      region,
      mlirBlockCreate(arguments.size(), arguments.data(), places.data()));
  return {self, number};
}

static py::list getOperations(const Block &self) {
  py::list ops;
  for (MlirOperation op = mlirBlockGetFirstOperation(self.get());
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    ops.append(self.owner()->getModule()->getHandle(op));
  return ops;
}

static void bindBlocks(py::module_ &m) {
  py::class_<Region>(m, "Region")
      .def_property_readonly("owner",
                             [](const Region &self) { return self.op; })
      .def_property_readonly("blocks",
                             [](const Region &self) {
                               py::list blocks;
                               for (intptr_t i = 0, e = countBlocks(self);
                                    i != e; ++i)
                                 blocks.append(Block{self, i});
                               return py::tuple(blocks);
                             })
      .def("append_block", appendBlock, py::arg("types") = std::vector<Type>(),
           py::arg("locations") = std::vector<Location>())
      .def("__eq__",
           [](const Region &self, const Region &other) {
             return self.op == other.op && self.number == other.number;
           })
      .def("__eq__", [](const Region &, py::object) { return false; })
      .def("__hash__", [](const Region &self) {
        return size_t(self.op.get()) * 31 + self.number;
      });

  py::class_<Block>(m, "Block")
      .def_property_readonly("owner",
                             [](const Block &self) { return self.owner(); })
      .def_property_readonly("region",
                             [](const Block &self) { return self.region; })
      .def_property_readonly(
          "arguments",
          [](const Block &self) {
            py::list values;
            for (intptr_t i = 0, e = mlirBlockGetNumArguments(self.get());
                 i != e; ++i)
              values.append(
                  Value{self.owner(), i, self.region.number, self.number});
            return py::tuple(values);
          })
      .def_property_readonly(
          "operations",
          [](const Block &self) { return py::tuple(getOperations(self)); })
      .def_property_readonly(
          "terminator",
          [](const Block &self) -> OperationRef {
            MlirOperation op = mlirBlockGetTerminator(self.get());
            return mlirOperationIsNull(op)
                       ? nullptr
                       : self.owner()->getModule()->getHandle(op);
          })
      .def("__iter__",
           [](const Block &self) { return py::iter(getOperations(self)); })
      .def("__eq__",
           [](const Block &self, const Block &other) {
             return self.owner() == other.owner() &&
                    self.region.number == other.region.number &&
                    self.number == other.number;
           })
      .def("__eq__", [](const Block &, py::object) { return false; })
      .def("__hash__", [](const Block &self) {
        return (size_t(self.owner().get()) * 31 + self.region.number) * 31 +
               self.number;
      });
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static void replaceUses(const Value &self, const Value &other) {
  MlirValue from = self.get(), to = other.get();
  if (self.op->getModule() != other.op->getModule())
    throw py::value_error("the values belong to different modules");
  if (!mlirTypeEqual(mlirValueGetType(from), mlirValueGetType(to)))
    throw py::value_error("the values have different types");
  // MLIR would replace for ever.
  if (!mlirValueEqual(from, to))
    mlirValueReplaceAllUsesOfWith(from, to);
}

static py::list getUses(const Value &self) {
  py::list uses;
  for (MlirOpOperand use = mlirValueGetFirstUse(self.get());
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    uses.append(py::make_tuple(
        self.op->getModule()->getHandle(mlirOpOperandGetOwner(use)),
        mlirOpOperandGetOperandNumber(use)));
  return uses;
}

/// The name in its location; none where there is none.
static py::object getName(const Value &self) {
  MlirLocation location = mlirValueGetLocation(self.get());
  if (!mlirLocationIsAName(location))
    return py::none();
  return toPython(mlirIdentifierStr(mlirLocationNameGetName(location)));
}

void ptopy::bindStructure(py::module_ &m) {
  bindBlocks(m);
  py::class_<Value>(m, "Value")
      .def_property_readonly(
          "context", [](const Value &self) { return self.op->getContext(); })
      .def_property_readonly("type",
                             [](const Value &self) {
                               return toPython(self.op->getContext(),
                                               mlirValueGetType(self.get()));
                             })
      .def_property_readonly("owner",
                             [](const Value &self) -> py::object {
                               self.get();
                               if (self.isArgument())
                                 return py::cast(self.getBlock());
                               return py::cast(self.op);
                             })
      .def_property_readonly("number",
                             [](const Value &self) { return self.number; })
      .def_property_readonly("is_argument", &Value::isArgument)
      .def_property_readonly("name", getName)
      .def_property_readonly("location",
                             [](const Value &self) {
                               return Location{
                                   self.op->getContext(),
                                   mlirValueGetLocation(self.get())};
                             })
      .def_property_readonly("uses", getUses)
      .def("replace_all_uses_with", replaceUses, py::arg("other"))
      .def("__eq__",
           [](const Value &self, const Value &other) {
             return self.op == other.op && self.number == other.number &&
                    self.region == other.region && self.block == other.block;
           })
      .def("__eq__", [](const Value &, py::object) { return false; })
      .def("__hash__",
           [](const Value &self) {
             return ((size_t(self.op.get()) * 31 + self.region) * 31 +
                     self.block) *
                        31 +
                    self.number;
           })
      .def("__str__", [](const Value &self) {
        std::string text;
        mlirValuePrint(self.get(), appendPiece, &text);
        return toPython(text);
      });
}
