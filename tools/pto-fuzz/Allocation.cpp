//===- Allocation.cpp - A problem that a fuzzer made up -------------------===//

#include "Allocation.h"
#include "FuzzTarget.h"

#include "pto/Allocation/Checker.h"

using namespace mlir::pto;
using namespace mlir::pto::fuzz;

/// Larger problems are slow, and no different.
static constexpr size_t kMostBuffers = 64;
static constexpr int64_t kSteps = 300;

std::optional<alloc::Result>
mlir::pto::fuzz::solveAndCheck(const alloc::Problem &problem,
                               alloc::Objective objective) {
  if (problem.buffers.size() > kMostBuffers)
    return std::nullopt;
  alloc::Options options;
  options.objective = objective;
  options.nodeLimit = kSteps;
  llvm::Expected<alloc::Result> result = alloc::solve(problem, options);
  if (!result)
    breakPromise("a problem that was read is not valid: " +
                 llvm::toString(result.takeError()));
  if (!result->isPlaced())
    return std::move(*result);
  alloc::Verdict verdict = alloc::check(problem, result->offsets);
  if (!verdict.isValid())
    breakPromise("a wrong placement");
  int64_t penalty = 0;
  for (size_t i = 0; i != result->pools.size(); ++i) {
    const alloc::PoolResult &pool = result->pools[i];
    penalty += pool.penalty;
    if (pool.peak != verdict.peaks[i])
      breakPromise("another peak than was said");
    if (pool.peakBound > pool.peak || pool.penaltyBound > pool.penalty)
      breakPromise("a bound above what was reached");
  }
  if (penalty != verdict.penalty)
    breakPromise("another penalty than was said");
  return std::move(*result);
}
