//===- LifetimePlacement.cpp - Addresses by when bytes are needed ---------===//

#include "LifetimePlacement.h"

#include "LifetimeProblem.h"
#include "OutOfMemory.h"

#include "mlir/IR/Remarks.h"
#include "pto/Allocation/Solver.h"

using namespace mlir;
using namespace mlir::pto;

static constexpr StringLiteral kCategory = "pto-memory";

/// Says how good the placement of one memory is.
static void tellPlacement(const PlacementContext &context, MemorySpace space,
                          const alloc::PoolResult &answer) {
  func::FuncOp function = context.function;
  bool isOptimal = answer.status == alloc::Status::Optimal;
  std::string text =
      (stringifyMemorySpace(space) + " memory of '" + function.getName() +
       "' is used up to " + Twine(answer.peak) +
       (isOptimal ? Twine("; no placement is better")
                  : "; none needs less than " + Twine(answer.peakBound)))
          .str();
  auto options =
      remark::RemarkOpts::name(isOptimal ? "PlacementOptimal" : "PlacementGap")
          .category(kCategory);
  auto fill = [&](auto &&remark) {
    remark << text << remark::metric("Bytes", answer.peak)
           << remark::metric("LowerBound", answer.peakBound)
           << remark::metric("Waits", answer.penalty)
           << remark::metric("WaitsBound", answer.penaltyBound);
  };
  if (isOptimal)
    fill(remark::passed(function.getLoc(), options));
  else
    fill(remark::missed(function.getLoc(), options));
}

/// Copies of pipelined loops that share although they had better not.
static void tellSharedStages(const PlacementContext &context,
                             const LifetimeProblem &lifetimes,
                             ArrayRef<int64_t> offsets) {
  SmallVector<unsigned> shared(lifetimes.spaces.size()),
      total(lifetimes.spaces.size());
  const auto &buffers = lifetimes.problem.buffers;
  for (const alloc::Pair &pair : lifetimes.stagePairs) {
    unsigned pool = buffers[pair.first].pool;
    ++total[pool];
    shared[pool] +=
        offsets[pair.first] <
            offsets[pair.second] + buffers[pair.second].size &&
        offsets[pair.second] < offsets[pair.first] + buffers[pair.first].size;
  }
  func::FuncOp function = context.function;
  for (auto [pool, count] : llvm::enumerate(shared))
    if (count != 0)
      remark::missed(
          function.getLoc(),
          remark::RemarkOpts::name("StagesShared").category(kCategory))
          << (Twine(count) + " of " + Twine(total[pool]) +
              " pairs of copies of pipelined loops of '" + function.getName() +
              "' share bytes in " +
              stringifyMemorySpace(lifetimes.spaces[pool]) +
              ": shrink their tiles, or ask for fewer stages")
                 .str()
          << remark::metric("Shared", int64_t(count))
          << remark::metric("Pairs", int64_t(total[pool]));
}

static bool isPlaced(const alloc::PoolResult &answer) {
  return answer.status == alloc::Status::Optimal ||
         answer.status == alloc::Status::Feasible;
}

static LogicalResult place(const PlacementContext &context,
                           const SpaceProblems &spaces,
                           const LifetimeProblem &lifetimes,
                           const alloc::Result &result, Placement &plan) {
  for (auto [pool, answer] : llvm::enumerate(result.pools))
    if (!isPlaced(answer))
      return explainLifetimeOverflow(context, spaces, lifetimes, pool, answer);
  for (auto [pool, answer] : llvm::enumerate(result.pools)) {
    MemorySpace space = lifetimes.spaces[pool];
    const SpaceProblem &problem = spaces.at(space);
    if (failed(checkLargest(context, space, problem)))
      return failure();
    int64_t used = answer.peak;
    for (const TakenRange &taken : problem.fixed)
      used = std::max(used, taken.end);
    tellMemoryUsed(context, space, problem, used);
    tellPlacement(context, space, answer);
  }
  tellSharedStages(context, lifetimes, result.offsets);
  for (auto [buffer, offset] :
       llvm::zip_equal(lifetimes.buffers, result.offsets))
    plan.addresses.emplace_back(buffer, offset);
  for (AllocOp alloc : lifetimes.unused)
    plan.unused.push_back(alloc);
  return success();
}

/// What is not valid is a fault of the caller: no program leads here.
static LogicalResult fail(const PlacementContext &context,
                          llvm::Error &&error) {
  func::FuncOp function = context.function;
  return function.emitError()
         << "cannot be placed: " << llvm::toString(std::move(error));
}

LogicalResult pto::placeByPenalties(const PlacementContext &context,
                                    SpaceProblems &spaces, Placement &plan) {
  LifetimeRules rules;
  rules.hasHoles = false;
  rules.usesGaps = false;
  rules.stages = LifetimeRules::Stages::Hard;
  rules.handoffs = HandoffRule::Documented;
  LifetimeProblem lifetimes(context, spaces, rules);
  alloc::Options options;
  options.nodeLimit = context.nodeLimit;
  llvm::Expected<alloc::Result> result =
      alloc::solve(lifetimes.problem, options);
  if (!result)
    return fail(context, result.takeError());
  if (result->isPlaced() || lifetimes.stagePairs.empty())
    return place(context, spaces, lifetimes, *result, plan);
  // Copies of loops share where they must.
  rules.stages = LifetimeRules::Stages::Soft;
  LifetimeProblem relaxed(context, spaces, rules);
  result = alloc::solve(relaxed.problem, options);
  if (!result)
    return fail(context, result.takeError());
  return place(context, spaces, relaxed, *result, plan);
}

LogicalResult pto::placeOptimally(const PlacementContext &context,
                                  SpaceProblems &spaces,
                                  PlacementObjective objective,
                                  Placement &plan) {
  LifetimeProblem lifetimes(context, spaces, LifetimeRules());
  alloc::Options options;
  options.nodeLimit = context.nodeLimit;
  options.objective = objective == PlacementObjective::Peak
                          ? alloc::Objective::Peak
                          : alloc::Objective::PenaltyThenPeak;
  llvm::Expected<alloc::Result> result =
      alloc::solve(lifetimes.problem, options);
  if (!result)
    return fail(context, result.takeError());
  return place(context, spaces, lifetimes, *result, plan);
}
