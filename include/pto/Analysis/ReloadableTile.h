//===- ReloadableTile.h - Tiles that device memory still holds ----*- C++
//-*-===//

#ifndef PTO_ANALYSIS_RELOADABLETILE_H
#define PTO_ANALYSIS_RELOADABLETILE_H

#include "mlir/IR/Value.h"
#include "mlir/Support/LLVM.h"

namespace mlir::pto {

/// True for an op that does nothing but read device memory into one tile with
/// room of its own: it takes no tile, and has not been given a buffer.
bool isLoad(Operation *op);

/// The ops that make `tile` out of device memory and of nothing else: what
/// loads it, then views, in program order. Empty where there is more to it.
/// Repeating them right behind themselves gives the same tile: nothing can have
/// written in between.
SmallVector<Operation *> getReloadChain(Value tile);

inline bool isReloadable(Value tile) { return !getReloadChain(tile).empty(); }

} // namespace mlir::pto

#endif // PTO_ANALYSIS_RELOADABLETILE_H
