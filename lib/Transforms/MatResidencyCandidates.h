//===- MatResidencyCandidates.h - Loads of stationary operands ----*- C++
//-*-===//
//
// A stationary operand of a product comes from device memory into mat and from
// there, possibly in parts, into the memories of the cube unit.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_LIB_TRANSFORMS_MATRESIDENCYCANDIDATES_H
#define PTO_LIB_TRANSFORMS_MATRESIDENCYCANDIDATES_H

#include "pto/Analysis/Objection.h"
#include "pto/IR/PTOInterfaces.h"
#include "pto/Transforms/Passes.h"

namespace mlir::pto {

/// A load from device memory into mat, and what becomes of it.
struct MatCandidate {
  Operation *load;
  /// Made by a lowering, not by the author.
  bool isMarked;
  /// Everything that may follow the load out of a loop. Of an
  /// exact chain: the views of the tile and its one copy. Of a panel, which is
  /// copied in several ways or places: its views, in extended scope.
  SmallVector<Operation *, 2> followers;
  bool isExactChain = false;
  /// Why the load does not feed products alone; none where it does.
  std::optional<Objection> objection;
};

/// True for an op that does nothing but read one tensor into a tile of its own.
bool isPlainLoad(Operation *op);

/// What becomes of the tile that `load` makes.
MatCandidate examineLoad(Operation *load, ResidencyScope scope);

} // namespace mlir::pto

#endif // PTO_LIB_TRANSFORMS_MATRESIDENCYCANDIDATES_H
