//===- LoadHazard.h - A fault of one chip -----------------------*- C++ -*-===//
//
// On a2a3, in a vector function that is split over two cores, an op that reads
// a tile which the cube core pushed gives wrong results when it writes over a
// tile that was loaded. Where a loaded tile is only repacked, the copy counts
// as loaded.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_LOADHAZARD_H
#define PTO_ANALYSIS_LOADHAZARD_H

#include "pto/Analysis/TileContents.h"
#include "pto/Target/TargetModel.h"
#include "llvm/ADT/BitVector.h"

namespace mlir::pto {

class LoadHazard {
public:
  LoadHazard(FunctionOpInterface function, const TileContents &contents,
             const TargetModel &model);

  /// True where no result of `op` may lie on its operand `tile`.
  bool forbids(Operation *op, Value tile) const;

private:
  const TileContents &contents;
  /// By content; empty where the function is safe.
  BitVector isLoaded;
};

/// True where `op` reads device memory.
bool readsDeviceMemory(Operation *op);

} // namespace mlir::pto

#endif // PTO_ANALYSIS_LOADHAZARD_H
