//===- Passes.cpp - C API of passes and pipelines -------------------------===//

#include "pto-c/Passes.h"

#include "mlir/CAPI/Pass.h"
#include "mlir/CAPI/Support.h"
#include "mlir/CAPI/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "pto/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::pto;

#include "pto/Transforms/Passes.capi.cpp.inc"

void ptoRegisterAllPasses(void) {
  // However often a program asks.
  static const bool isDone = [] {
    registerPTOPasses();
    registerMemoryPipelines();
    registerTransformsPasses();
    return true;
  }();
  (void)isDone;
}

static const PassRegistryEntry *lookup(StringRef name) {
  if (const PassInfo *pass = PassInfo::lookup(name))
    return pass;
  return PassPipelineInfo::lookup(name);
}

bool ptoIsPass(MlirStringRef name) { return lookup(unwrap(name)) != nullptr; }

/// Adds what `add` adds to a manager of its own first, so that a failure adds
/// nothing.
static LogicalResult
addNested(OpPassManager &passes,
          function_ref<LogicalResult(OpPassManager &)> add) {
  OpPassManager added(ModuleOp::getOperationName(),
                      OpPassManager::Nesting::Implicit);
  if (failed(add(added)))
    return failure();
  std::string text;
  llvm::raw_string_ostream os(text);
  added.printAsTextualPipeline(os);
  StringRef elements = text;
  if (!elements.consume_front("builtin.module(") || !elements.consume_back(")"))
    return failure();
  return elements.empty() ? success() : parsePassPipeline(elements, passes);
}

MlirLogicalResult ptoPassManagerAdd(MlirPassManager passManager,
                                    MlirStringRef name, MlirStringRef options,
                                    MlirStringCallback onError,
                                    void *userData) {
  mlir::detail::CallbackOstream os(onError, userData);
  const PassRegistryEntry *entry = lookup(unwrap(name));
  if (!entry) {
    os << "no pass or pipeline is called '" << unwrap(name) << "'";
    return wrap(failure());
  }
  // Faults of options are told at an unknown location or to errs().
  return wrap(addNested(*unwrap(passManager), [&](OpPassManager &passes) {
    return entry->addToPipeline(passes, unwrap(options),
                                [&](const Twine &message) {
                                  os << message;
                                  return failure();
                                });
  }));
}

MlirLogicalResult ptoPassManagerAddPipeline(MlirPassManager passManager,
                                            MlirStringRef pipeline,
                                            MlirStringCallback onError,
                                            void *userData) {
  mlir::detail::CallbackOstream os(onError, userData);
  StringRef elements = unwrap(pipeline).trim();
  if (elements.consume_front("builtin.module("))
    if (!elements.consume_back(")")) {
      os << "expected ')' at the end of the pipeline";
      return wrap(failure());
    }
  return wrap(addNested(*unwrap(passManager), [&](OpPassManager &passes) {
    return parsePassPipeline(elements, passes, os);
  }));
}
