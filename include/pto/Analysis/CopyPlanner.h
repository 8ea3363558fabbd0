//===- CopyPlanner.h - The cheapest copies of each tile -----------*- C++
//-*-===//
//
// For every tile: who can't use it where it is, and which copies serve them all
// at the least cost. Copies go the cheapest way over the chip, by several hops
// where there is no direct path; what two ways have in common is copied once;
// copies that the program has already are used; and where no way leads out of a
// memory, a load is repeated.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_COPYPLANNER_H
#define PTO_ANALYSIS_COPYPLANNER_H

#include "pto/Analysis/CopyPlan.h"
#include "pto/Analysis/ExecutionFrequency.h"

namespace mlir::pto {

/// What a copy without any way costs: more than every detour.
constexpr int64_t kNoWayCost = 1000;

/// Memories, as bits, that copies may not be kept in over a loop.
using SpaceMask = uint32_t;

class CopyPlanner {
public:
  /// A space for a tile, decided or on trial.
  using SpaceOf = llvm::function_ref<MemorySpace(Value)>;

  /// An operand that can't take a tile in any space.
  struct Demand {
    OpOperand *operand;
    /// Spaces that the op allows; empty where the operand flows into `into`.
    SpaceList allowed;
    Value into;
  };
  /// A tile, the copies of it that the program makes itself, and all that is
  /// demanded of it or of those.
  struct Origin {
    Value tile;
    SmallVector<Value, 1> copies;
    SmallVector<Demand, 2> demands;
    /// The load that the tile is, or is a view of; null where it is neither.
    Operation *load = nullptr;
  };

  CopyPlanner(Operation *function, const TargetModel &model,
              const ExecutionFrequency &frequency, SpaceMask crowded = 0);

  /// All tiles that something is demanded of, in program order.
  ArrayRef<Origin> getOrigins() const { return origins; }

  /// What copies of `origins` cost where tiles are in `spaceOf`; a load that
  /// several of them repeat counts once.
  int64_t weigh(ArrayRef<const Origin *> origins, SpaceOf spaceOf) const;
  /// The copies of `origin`, appended to `plan`; types must be those that the
  /// spaces imply.
  void plan(const Origin &origin, SpaceOf spaceOf, CopyPlan &plan) const;

private:
  class Run;
  /// Loads that are repeated, and into which memory.
  using Reloads = DenseSet<std::pair<Operation *, MemorySpace>>;

  const TargetModel &model;
  const ExecutionFrequency &frequency;
  SpaceMask crowded;
  std::vector<Origin> origins;
  DenseMap<Operation *, unsigned> order;
};

} // namespace mlir::pto

#endif // PTO_ANALYSIS_COPYPLANNER_H
