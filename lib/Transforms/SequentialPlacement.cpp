//===- SequentialPlacement.cpp - One buffer behind the other --------------===//
//
// The document's planner: the cursor starts behind what is reserved, each
// buffer starts at the next aligned address, and nothing is shared.
//
//===----------------------------------------------------------------------===//

#include "OutOfMemory.h"
#include "Placement.h"

using namespace mlir;
using namespace mlir::pto;

static LogicalResult placeSpace(const PlacementContext &context,
                                MemorySpace space, SpaceProblem &problem,
                                Placement &plan, int64_t &used) {
  SmallVector<AllocOp> ordered(problem.buffers);
  context.policy.order(ordered);
  int64_t cursor = problem.reservedEnd;
  used = cursor;
  for (AllocOp alloc : ordered) {
    int64_t base = context.roundUp(cursor, space);
    int64_t end;
    // Around what can't move.
    for (const TakenRange &taken : problem.fixed)
      if (base < taken.end && taken.begin - base < alloc.getSize())
        base = context.roundUp(taken.end, space);
    if (llvm::AddOverflow(base, alloc.getSize(), end) ||
        end > std::numeric_limits<int64_t>::max() -
                  context.policy.getAlignment(space))
      return alloc.emitError() << "addresses in " << stringifyMemorySpace(space)
                               << " leave 64 bits";
    plan.addresses.emplace_back(alloc, base);
    cursor = context.roundUp(end, space);
    used = std::max(used, end);
  }
  for (const TakenRange &taken : problem.fixed)
    used = std::max(used, taken.end);
  return success();
}

LogicalResult pto::placeInSequence(const PlacementContext &context,
                                   SpaceProblems &spaces, Placement &plan) {
  for (auto &[space, problem] : spaces) {
    int64_t used;
    if (failed(placeSpace(context, space, problem, plan, used)))
      return failure();
    std::optional<int64_t> capacity = context.model.getCapacity(space);
    if (capacity && used > *capacity)
      return explainSequenceOverflow(context, spaces, space, used, *capacity);
    if (failed(checkLargest(context, space, problem)))
      return failure();
    tellMemoryUsed(context, space, problem, used);
  }
  return success();
}
