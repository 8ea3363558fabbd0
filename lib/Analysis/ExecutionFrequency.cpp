//===- ExecutionFrequency.cpp - How often a block runs --------------------===//

#include "pto/Analysis/ExecutionFrequency.h"

#include "mlir/Interfaces/LoopLikeInterface.h"
#include "pto/Analysis/RegionFlow.h"

using namespace mlir;
using namespace mlir::pto;

/// Runs of each region of `op`, where `op` itself runs `frequency` times.
static int64_t inRegion(Operation *op, int64_t frequency) {
  constexpr int64_t most = ExecutionFrequency::most;
  auto branch = dyn_cast<RegionBranchOpInterface>(op);
  if (!branch)
    return frequency;
  if (isLoop(branch)) {
    int64_t trips = ExecutionFrequency::unknownTripCount;
    if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
      if (std::optional<APInt> count = loop.getStaticTripCount())
        trips = count->getActiveBits() > 34 ? most : count->getZExtValue();
    return trips > most / std::max<int64_t>(frequency, 1) ? most
                                                          : frequency * trips;
  }
  SmallVector<RegionSuccessor> successors;
  branch.getSuccessorRegions(RegionBranchPoint::parent(), successors);
  int64_t ways = std::max<int64_t>(successors.size(), 1);
  // What may run at all never counts as nothing.
  return frequency == 0 ? 0 : std::max<int64_t>(frequency / ways, 1);
}

ExecutionFrequency::ExecutionFrequency(Operation *function) {
  for (Region &region : function->getRegions())
    for (Block &block : region)
      frequencies[&block] = once;
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == function || op->getNumRegions() == 0)
      return;
    int64_t inner = inRegion(op, of(op));
    for (Region &region : op->getRegions())
      for (Block &block : region)
        frequencies[&block] = inner;
  });
}
