//===- ExecutionFrequency.h - How often a block runs --------------*- C++
//-*-===//
//
// An estimate from the program's text: constant trip counts multiply, a loop of
// unknown length counts as eight trips, the arms of a branch share its runs.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_EXECUTIONFREQUENCY_H
#define PTO_ANALYSIS_EXECUTIONFREQUENCY_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::pto {

/// Runs of a block per call of its function, in 1/1024; saturates.
class ExecutionFrequency {
public:
  static constexpr int64_t once = 1024;
  static constexpr int64_t unknownTripCount = 8;
  /// Eight loops of unknown length in each other. Times the highest cost of a
  /// copy it can be summed over half a million ops.
  static constexpr int64_t most = int64_t(1) << 34;

  explicit ExecutionFrequency(Operation *function);

  int64_t of(Block *block) const { return frequencies.lookup(block); }
  /// Runs of the block that `op` stands in.
  int64_t of(Operation *op) const { return of(op->getBlock()); }

private:
  DenseMap<Block *, int64_t> frequencies;
};

} // namespace mlir::pto

#endif // PTO_ANALYSIS_EXECUTIONFREQUENCY_H
