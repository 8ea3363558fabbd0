//===- CopyPlacement.h - Where one copy serves many users ---------*- C++
//-*-===//
//
// A copy of one tile that several ops need can stand once in front of them all,
// or once in each region that needs it. Which is cheapest follows from how
// often blocks run: in front of a loop rather than in it, in front of a branch
// whose arms all need it, else in the arm.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_COPYPLACEMENT_H
#define PTO_ANALYSIS_COPYPLACEMENT_H

#include "pto/Analysis/ExecutionFrequency.h"

namespace mlir::pto {

/// A place for one copy, and the users from `first` to `last`, exclusive, that
/// it serves.
struct CopyPlace {
  Operation *before;
  unsigned first, last;
};

/// True where a copy may leave `loop`, or any op with regions: a pipelined, a
/// parallel and an unrolled loop keep what their stages need.
bool mayHoistOutOf(Operation *op);

/// The cheapest places for copies of `tile` that `users`, in program order,
/// find in front of them; among equally cheap ones the fewest, then those
/// nearest to the users. Without `mayHoist` no copy stands in front of an op
/// that only holds users.
SmallVector<CopyPlace> placeCopies(Value tile, ArrayRef<Operation *> users,
                                   bool mayHoist,
                                   const ExecutionFrequency &frequency);

} // namespace mlir::pto

#endif // PTO_ANALYSIS_COPYPLACEMENT_H
