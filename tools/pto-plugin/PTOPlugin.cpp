//===- PTOPlugin.cpp - The dialect and its passes in a stock mlir-opt -----===//
//
// Either of --load-dialect-plugin and --load-pass-plugin registers passes, so
// that one is enough for those that work on modules without tiles.
//
//===----------------------------------------------------------------------===//

#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "pto/IR/PTODialect.h"
#include "pto/Transforms/Passes.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Compiler.h"

using namespace mlir;

/// However many flags name the plugin.
static void registerPassesOnce() {
  static const bool isDone = [] {
    pto::registerPTOPasses();
    pto::registerMemoryPipelines();
    return true;
  }();
  (void)isDone;
}

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "PTOPlugin", LLVM_VERSION_STRING,
          registerPassesOnce};
}

extern "C" LLVM_ATTRIBUTE_WEAK DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "PTOPlugin", LLVM_VERSION_STRING,
          [](DialectRegistry *registry) {
            registry->insert<pto::PTODialect>();
            registerPassesOnce();
          }};
}
