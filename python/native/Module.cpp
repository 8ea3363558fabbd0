//===- Module.cpp - Modules -----------------------------------------------===//

#include "Operations.h"

#include "pto-c/MemoryMap.h"
#include "pto-c/Module.h"

using namespace ptopy;

std::string ptopy::print(MlirOperation op, const PrintOptions &options) {
  std::string text;
  ptoOperationPrint(op, options.useNames, options.isGeneric,
                    options.showsLocations, appendPiece, &text);
  return text;
}

static ModuleRef parse(const ContextRef &context, const std::string &text,
                       const std::string &fileName) {
  Capture capture(context);
  MlirModule module =
      ptoModuleParse(context->get(), toMlir(text), toMlir(fileName));
  ModuleRef owner;
  if (!mlirModuleIsNull(module))
    owner = std::make_shared<Module>(context, module);
  capture.check(owner != nullptr, "the text is no module");
  return owner;
}

static std::string getMemoryMap(const Module &self) {
  MlirOperation op = mlirModuleGetOperation(self.get());
  Capture capture(self.getContext());
  // The analyses rely on what the verifier checks.
  capture.check(ptoOperationVerify(op, true), "the module is not valid");
  std::string text;
  bool succeeded = mlirLogicalResultIsSuccess(
      ptoWriteMemoryMap(self.get(), appendPiece, &text));
  capture.check(succeeded, "there is no memory map");
  return text;
}

void ptopy::bindModule(py::module_ &m) {
  py::class_<Module, ModuleRef>(m, "Module")
      .def_static("_parse", parse)
      .def_static("_create",
                  [](const ContextRef &context, const Location &location) {
                    checkSame(context, location.context);
                    return std::make_shared<Module>(
                        context, mlirModuleCreateEmpty(location.location));
                  })
      .def_property_readonly("context", &Module::getContext)
      .def_property_readonly("operation",
                             [](Module &self) {
                               return self.getHandle(
                                   mlirModuleGetOperation(self.get()));
                             })
      .def_property_readonly("body",
                             [](Module &self) {
                               return toBlock(self.shared_from_this(),
                                              mlirModuleGetBody(self.get()));
                             })
      .def("clone",
           [](const Module &self) {
             return std::make_shared<Module>(self.getContext(),
                                             ptoModuleClone(self.get()));
           })
      .def("verify",
           [](const Module &self) {
             Capture capture(self.getContext());
             capture.check(
                 ptoOperationVerify(mlirModuleGetOperation(self.get()), true),
                 "the module is not valid");
             return true;
           })
      .def("_memory_map",
           [](const Module &self) { return toPython(getMemoryMap(self)); })
      .def("__str__", [](const Module &self) {
        return toPython(
            print(mlirModuleGetOperation(self.get()), PrintOptions()));
      });
}
