//===- LifetimePlacement.cpp - Addresses by when bytes are needed ---------===//

#include "LifetimePlacement.h"

#include "LifetimeProblem.h"
#include "OutOfMemory.h"

#include "mlir/IR/Remarks.h"
#include "pto/Allocation/Checker.h"
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

/// The document's problem, and its answer: copies of loops share only where
/// nothing fits otherwise. `lifetimes` becomes the problem that is answered.
static llvm::Expected<alloc::Result>
solveByPenalties(const PlacementContext &context, const SpaceProblems &spaces,
                 std::optional<LifetimeProblem> &lifetimes) {
  LifetimeRules rules;
  rules.hasHoles = false;
  rules.usesGaps = false;
  rules.stages = LifetimeRules::Stages::Hard;
  rules.handoffs = HandoffRule::Documented;
  lifetimes.emplace(context, spaces, rules);
  alloc::Options options;
  options.nodeLimit = context.nodeLimit;
  llvm::Expected<alloc::Result> result =
      alloc::solve(lifetimes->problem, options);
  if (!result || result->isPlaced() || lifetimes->stagePairs.empty())
    return result;
  rules.stages = LifetimeRules::Stages::Soft;
  lifetimes.emplace(context, spaces, rules);
  return alloc::solve(lifetimes->problem, options);
}

LogicalResult pto::placeByPenalties(const PlacementContext &context,
                                    SpaceProblems &spaces, Placement &plan) {
  std::optional<LifetimeProblem> lifetimes;
  llvm::Expected<alloc::Result> result =
      solveByPenalties(context, spaces, lifetimes);
  if (!result)
    return fail(context, result.takeError());
  return place(context, spaces, *lifetimes, *result, plan);
}

/// What the buffers of a pool pay for the bytes that they share.
static int64_t getPenalty(const alloc::Problem &problem, unsigned pool,
                          ArrayRef<int64_t> offsets) {
  auto bytesOf = [&](unsigned buffer) {
    return alloc::Range{offsets[buffer],
                        offsets[buffer] + problem.buffers[buffer].size};
  };
  int64_t penalty = 0;
  for (const alloc::SoftPair &pair : problem.penalties)
    if (problem.buffers[pair.first].pool == pool &&
        problem.buffers[pair.second].pool == pool &&
        bytesOf(pair.first).overlaps(bytesOf(pair.second)))
      penalty += pair.weight;
  return penalty;
}

/// Takes over, memory by memory, what the other planner does better. Its
/// problem has fewer answers, all of which are answers here, so that its search
/// may find one where ours ran out of steps.
static llvm::Error improveByPenalties(const PlacementContext &context,
                                      const SpaceProblems &spaces,
                                      bool wantsPeak,
                                      const LifetimeProblem &lifetimes,
                                      alloc::Result &result) {
  std::optional<LifetimeProblem> other;
  llvm::Expected<alloc::Result> theirs =
      solveByPenalties(context, spaces, other);
  if (!theirs)
    return theirs.takeError();
  assert(other->buffers == lifetimes.buffers && "one order of buffers");
  SmallVector<bool> isBetter;
  for (auto [mine, rival] : llvm::zip_equal(result.pools, theirs->pools))
    isBetter.push_back(
        isPlaced(rival) &&
        (!isPlaced(mine) || (wantsPeak && rival.peak < mine.peak)));
  if (!llvm::is_contained(isBetter, true))
    return llvm::Error::success();
  const alloc::Problem &problem = lifetimes.problem;
  std::vector<int64_t> offsets = result.offsets;
  for (auto [i, buffer] : llvm::enumerate(problem.buffers))
    if (isBetter[buffer.pool])
      offsets[i] = theirs->offsets[i];
  alloc::Verdict verdict = alloc::check(problem, offsets);
  // Also where another memory stays without a placement.
  if (!verdict.isValid())
    return llvm::Error::success();
  result.offsets = std::move(offsets);
  result.status = alloc::Status::Optimal;
  for (auto [pool, answer] : llvm::enumerate(result.pools)) {
    if (isBetter[pool]) {
      answer.peak = verdict.peaks[pool];
      answer.penalty = getPenalty(problem, pool, result.offsets);
      bool isProven = answer.peak <= answer.peakBound &&
                      (wantsPeak || answer.penalty <= answer.penaltyBound);
      answer.status =
          isProven ? alloc::Status::Optimal : alloc::Status::Feasible;
      answer.certificate = {};
    }
    if (answer.status == alloc::Status::Feasible)
      result.status = alloc::Status::Feasible;
  }
  return llvm::Error::success();
}

LogicalResult pto::placeOptimally(const PlacementContext &context,
                                  SpaceProblems &spaces,
                                  PlacementObjective objective,
                                  Placement &plan) {
  LifetimeProblem lifetimes(context, spaces, LifetimeRules());
  bool wantsPeak = objective == PlacementObjective::Peak;
  alloc::Options options;
  options.nodeLimit = context.nodeLimit;
  options.objective =
      wantsPeak ? alloc::Objective::Peak : alloc::Objective::PenaltyThenPeak;
  llvm::Expected<alloc::Result> result =
      alloc::solve(lifetimes.problem, options);
  if (!result)
    return fail(context, result.takeError());
  // Where the search ran out of steps, somebody else may have done better.
  if (result->status == alloc::Status::Unknown ||
      (wantsPeak && result->status == alloc::Status::Feasible))
    if (llvm::Error error =
            improveByPenalties(context, spaces, wantsPeak, lifetimes, *result))
      return fail(context, std::move(error));
  return place(context, spaces, lifetimes, *result, plan);
}
