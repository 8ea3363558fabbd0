//===- MatResidencyInventory.h - Loops and loads of a function ----*- C++
//-*-===//

#ifndef PTO_LIB_TRANSFORMS_MATRESIDENCYINVENTORY_H
#define PTO_LIB_TRANSFORMS_MATRESIDENCYINVENTORY_H

#include "MatResidencyCandidates.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::pto {

/// A loop, and what its own ops and all inside of it say.
struct LoopFacts {
  LoopLikeOpInterface op;
  /// The first op inside that orders memory; null where there is none.
  Operation *boundary = nullptr;
  /// The next loop around this one, by number.
  std::optional<unsigned> parent;
  /// Loads whose innermost loop this is.
  SmallVector<Operation *> loads;
};

/// What residency must know of a function before anything moves. One walk,
/// bottom-up over the loops.
struct ResidencyInventory {
  ResidencyInventory(func::FuncOp function, ResidencyScope scope);

  /// In program order.
  SmallVector<LoopFacts, 0> loops;
  /// Their numbers, inner loops first.
  SmallVector<unsigned> innerFirst;
  /// The loads in loops that are marked, and the author's that are much alike.
  llvm::MapVector<Operation *, MatCandidate> candidates;
  /// What may follow some load.
  DenseSet<Operation *> followers;
  /// The first op by which the author keeps room in a memory; null where there
  /// is none.
  Operation *reservation = nullptr;
  bool hasMarks = false;
};

/// Why nothing may leave `loop`. Rules:
///   res-r1   the loop is a sequential one that counts;
///   res-r2   it is known to run at least once;
///   res-r4   nothing inside orders memory.
std::optional<Objection> checkLoop(LoopFacts &loop);

} // namespace mlir::pto

#endif // PTO_LIB_TRANSFORMS_MATRESIDENCYINVENTORY_H
