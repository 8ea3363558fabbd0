//===- PeakLoad.h - How much of a memory is needed at once ------*- C++ -*-===//
//
// The most bytes that buffers need at one moment: no plan ends lower. Holds for
// bound programs whose aliases are made.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_PEAKLOAD_H
#define PTO_ANALYSIS_PEAKLOAD_H

#include "pto/Analysis/TileLiveness.h"
#include "pto/IR/PTOOps.h"

namespace mlir::pto {

struct PeakLoad {
  using ByteRange = std::pair<int64_t, int64_t>;

  /// Of `buffers`, which are in one memory; around `reserved` ranges, lowest
  /// first.
  static PeakLoad compute(ArrayRef<AllocOp> buffers,
                          const TileLiveness &liveness,
                          ArrayRef<ByteRange> reserved);

  /// The end below which no plan ends.
  int64_t bound = 0;
  /// Bytes of buffers that are needed at `point`.
  int64_t bytes = 0;
  /// The first moment at which that many are needed; none where nothing ever
  /// is.
  std::optional<ProgramPoint> point;
  /// The buffers that are needed then, in their order. What the author
  /// declared is shared with nobody, and so always among them.
  SmallVector<AllocOp> buffers;
};

} // namespace mlir::pto

#endif // PTO_ANALYSIS_PEAKLOAD_H
