//===- OutOfMemory.h - Why a plan failed, and what would help ---*- C++ -*-===//
//
// An error for a memory that is too small says how much is needed and how much
// there is, whether any placement can exist, which tiles are needed at the same
// time and by whom, and what would make them fit. Each piece of advice was
// tried before it is given.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_LIB_TRANSFORMS_OUTOFMEMORY_H
#define PTO_LIB_TRANSFORMS_OUTOFMEMORY_H

#include "LifetimeProblem.h"
#include "Placement.h"

#include "pto/Allocation/Solver.h"

namespace mlir::pto {

/// Fails where bytes that can't move, reserved or pinned, lie outside of a
/// memory.
LogicalResult checkFixedRanges(const PlacementContext &context,
                               const SpaceProblems &spaces);

/// Buffers that follow one another end too high. Always fails.
LogicalResult explainSequenceOverflow(const PlacementContext &context,
                                      const SpaceProblems &spaces,
                                      MemorySpace space, int64_t used,
                                      int64_t capacity);

/// Pool number `pool` of `lifetimes` has no placement, or none was found.
/// Always fails.
LogicalResult explainLifetimeOverflow(const PlacementContext &context,
                                      const SpaceProblems &spaces,
                                      const LifetimeProblem &lifetimes,
                                      unsigned pool,
                                      const alloc::PoolResult &answer);

} // namespace mlir::pto

#endif // PTO_LIB_TRANSFORMS_OUTOFMEMORY_H
