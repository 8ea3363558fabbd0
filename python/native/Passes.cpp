//===- Passes.cpp - Pass managers -----------------------------------------===//

#include "Operations.h"

#include "pto-c/Module.h"
#include "pto-c/Passes.h"

using namespace ptopy;

namespace {
class PassManager {
public:
  explicit PassManager(ContextRef context)
      : context(std::move(context)),
        passes(mlirPassManagerCreateOnOperation(
            this->context->get(),
            mlirStringRefCreateFromCString("builtin.module"))) {}
  ~PassManager() { mlirPassManagerDestroy(passes); }
  PassManager(const PassManager &) = delete;
  PassManager &operator=(const PassManager &) = delete;

  void add(const std::string &name, const std::string &options) {
    checkDepth(options);
    std::string message;
    Capture capture(context);
    bool succeeded = mlirLogicalResultIsSuccess(ptoPassManagerAdd(
        passes, toMlir(name), toMlir(options), appendPiece, &message));
    capture.check(succeeded, message.empty() ? "can't add " + name : message);
  }

  void addPipeline(const std::string &text) {
    checkDepth(text);
    std::string message;
    Capture capture(context);
    bool succeeded = mlirLogicalResultIsSuccess(
        ptoPassManagerAddPipeline(passes, toMlir(text), appendPiece, &message));
    capture.check(succeeded, message.empty() ? "can't parse " + text : message);
  }

  /// The module after the passes; `module` itself stays as it is.
  ModuleRef run(const Module &module) {
    if (module.getContext() != context)
      throw py::value_error("the module belongs to another context");
    Capture capture(context);
    // Passes rely on what the verifier checks.
    capture.check(
        ptoOperationVerify(mlirModuleGetOperation(module.get()), true),
        "the module is not valid");
    auto result =
        std::make_shared<Module>(context, ptoModuleClone(module.get()));
    bool succeeded = mlirLogicalResultIsSuccess(
        mlirPassManagerRunOnOp(passes, mlirModuleGetOperation(result->get())));
    capture.check(succeeded, "a pass failed");
    return result;
  }

  std::string print() const {
    std::string text;
    mlirPrintPassPipeline(mlirPassManagerGetAsOpPassManager(passes),
                          appendPiece, &text);
    return text;
  }

private:
  ContextRef context;
  MlirPassManager passes;
};
} // namespace

void ptopy::bindPasses(py::module_ &m) {
  ptoRegisterAllPasses();
  m.def("_is_pass",
        [](const std::string &name) { return ptoIsPass(toMlir(name)); });
  py::class_<PassManager>(m, "PassManager")
      .def(py::init<ContextRef>())
      .def("add", &PassManager::add)
      .def("add_pipeline", &PassManager::addPipeline)
      .def("run", &PassManager::run)
      .def("__str__",
           [](const PassManager &self) { return toPython(self.print()); });
}
