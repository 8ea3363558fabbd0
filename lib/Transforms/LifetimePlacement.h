//===- LifetimePlacement.h - Addresses by when bytes are needed -*- C++ -*-===//

#ifndef PTO_LIB_TRANSFORMS_LIFETIMEPLACEMENT_H
#define PTO_LIB_TRANSFORMS_LIFETIMEPLACEMENT_H

#include "Placement.h"

namespace mlir::pto {

/// The document's planner by lives: one interval a buffer, nothing below what
/// is reserved, copies of pipelined loops apart unless nothing fits otherwise,
/// all handoffs between pipes cost one.
LogicalResult placeByPenalties(const PlacementContext &context,
                               SpaceProblems &spaces, Placement &plan);

/// Ours: exact lives with holes, gaps between reserved ranges, copies and
/// handoffs weighed by what they cost.
LogicalResult placeOptimally(const PlacementContext &context,
                             SpaceProblems &spaces,
                             PlacementObjective objective, Placement &plan);

} // namespace mlir::pto

#endif // PTO_LIB_TRANSFORMS_LIFETIMEPLACEMENT_H
