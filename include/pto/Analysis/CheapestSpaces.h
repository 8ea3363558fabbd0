//===- CheapestSpaces.h - Spaces that need the cheapest copies ----*- C++
//-*-===//
//
// Where the document leaves no choice a tile stays: a fixed space, an author's
// request. A load or an empty tile without a request, and what a loop carries
// or a branch merges, may go elsewhere. All these choices together are one
// network of costs, solved exactly unless it is large and entangled.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_CHEAPESTSPACES_H
#define PTO_ANALYSIS_CHEAPESTSPACES_H

#include "pto/Analysis/CopyPlanner.h"

namespace mlir::pto {

/// Changes `spaces` to the choice whose copies, as `planner` makes them, cost
/// the least; among equally cheap ones what was there is kept. Returns false
/// where a cheaper choice may have been missed.
bool chooseCheapestSpaces(Operation *function, SpaceAssignment &spaces,
                          const CopyPlanner &planner, const TargetModel &model,
                          const ExecutionFrequency &frequency);

/// What all movement of data in `function` costs as it stands: copies, loads,
/// and ops that write a tile from one memory into a tile in another, weighted
/// by how often they run. Every tile must have a space.
int64_t weighMovement(Operation *function, const TargetModel &model);

} // namespace mlir::pto

#endif // PTO_ANALYSIS_CHEAPESTSPACES_H
