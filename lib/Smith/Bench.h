//===- Bench.h - A context with all that works in it --------------*- C++
//-*-===//

#ifndef PTO_LIB_SMITH_BENCH_H
#define PTO_LIB_SMITH_BENCH_H

#include "mlir/IR/MLIRContext.h"
#include "pto/Smith/Checks.h"
#include "pto/Smith/Generator.h"

namespace mlir::pto::smith {

/// Of one thread.
struct Bench {
  Bench() : context(makeRegistry(), MLIRContext::Threading::DISABLED) {
    context.loadAllAvailableDialects();
  }
  static DialectRegistry makeRegistry() {
    DialectRegistry registry;
    registerKernelDialects(registry);
    return registry;
  }

  MLIRContext context;
  Generator generator{&context};
  KernelChecker checker{&context};
  /// Seeds that were run in it.
  unsigned seeds = 0;
};

} // namespace mlir::pto::smith

#endif // PTO_LIB_SMITH_BENCH_H
