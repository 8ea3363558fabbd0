//===- KernelContext.cpp - A context for many programs --------------------===//

#include "KernelContext.h"

#include "pto/Smith/Generator.h"

#include <memory>

using namespace mlir;

/// Programs that one context serves.
static constexpr unsigned kRunsOfContext = 2000;

MLIRContext &mlir::pto::fuzz::getKernelContext() {
  static std::unique_ptr<MLIRContext> context;
  static unsigned runs = 0;
  if (!context || runs++ % kRunsOfContext == 0) {
    DialectRegistry registry;
    pto::smith::registerKernelDialects(registry);
    context = std::make_unique<MLIRContext>(registry,
                                            MLIRContext::Threading::DISABLED);
    context->loadAllAvailableDialects();
  }
  return *context;
}
