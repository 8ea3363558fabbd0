//===- SpacePressure.h - Memories that may run short --------------*- C++
//-*-===//

#ifndef PTO_ANALYSIS_SPACEPRESSURE_H
#define PTO_ANALYSIS_SPACEPRESSURE_H

#include "pto/Analysis/CopyPlanner.h"

namespace mlir::pto {

/// The memories that all tiles of `function` together, each with room of its
/// own, overfill. A memory of unknown size is none of them.
SpaceMask findCrowdedSpaces(Operation *function, const TargetModel &model);

} // namespace mlir::pto

#endif // PTO_ANALYSIS_SPACEPRESSURE_H
