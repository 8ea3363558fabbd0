//===- AllocationSolverTest.cpp - Answers to problems one can follow ------===//

#include "AllocationBuilder.h"

#include "pto/Allocation/Checker.h"
#include "pto/Allocation/Solver.h"

#include "gtest/gtest.h"

#include <random>

using namespace llvm;
using namespace mlir::pto::alloc;

namespace {
Result solved(const Problem &problem, const Options &options = {}) {
  Expected<Result> result = solve(problem, options);
  if (!result) {
    ADD_FAILURE() << toString(result.takeError());
    return Result();
  }
  if (result->isPlaced()) {
    EXPECT_TRUE(check(problem, result->offsets).isValid());
  }
  return std::move(*result);
}

Options wanting(Objective objective) {
  Options options;
  options.objective = objective;
  return options;
}

TEST(AllocationSolver, TakesTurnsInTime) {
  Builder b(128);
  b.add(64, 0, 2);
  b.add(64, 1, 4);
  b.add(64, 3, 5);
  Result result = solved(b.problem);
  EXPECT_EQ(result.status, Status::Optimal);
  EXPECT_EQ(result.pools[0].peak, 128);
}

TEST(AllocationSolver, TwoHalvesInADeadWhole) {
  Builder b(64 << 10);
  b.add(64 << 10, 0, 2);
  b.add(32 << 10, 2, 5);
  b.add(32 << 10, 3, 6);
  Result result = solved(b.problem);
  EXPECT_EQ(result.status, Status::Optimal);
  EXPECT_EQ(result.offsets[0], 0);
  EXPECT_NE(result.offsets[1], result.offsets[2]);
}

TEST(AllocationSolver, KeepsSeparatedBuffersApart) {
  Builder b(128);
  b.add(64, 0, 1);
  b.add(64, 1, 2);
  b.problem.separations.push_back({0, 1});
  Result result = solved(b.problem);
  EXPECT_EQ(result.status, Status::Optimal);
  EXPECT_EQ(result.pools[0].peak, 128);
  EXPECT_EQ(result.pools[0].proof.kind, BoundKind::Clique);
}

/// Three in two slots: one pair shares, the cheapest.
TEST(AllocationSolver, SharesWhereItIsCheapest) {
  Builder b(2);
  for (int64_t i = 0; i != 3; ++i)
    b.add(1, i, i + 1);
  b.problem.penalties = {{0, 1, 10}, {1, 2, 1}, {0, 2, 1}};
  Result result = solved(b.problem);
  EXPECT_EQ(result.status, Status::Optimal);
  EXPECT_EQ(result.pools[0].penalty, 1);
  EXPECT_EQ(result.pools[0].penaltyBound, 1);
  EXPECT_NE(result.offsets[0], result.offsets[1]);
}

TEST(AllocationSolver, ThreeAtOnceInTwoSlots) {
  Builder b(128);
  for (unsigned i = 0; i != 3; ++i)
    b.add(64, 0, 4);
  Result result = solved(b.problem);
  EXPECT_EQ(result.status, Status::Infeasible);
  const Certificate &certificate = result.pools[0].certificate;
  EXPECT_EQ(certificate.kind, Certificate::Kind::Bound);
  EXPECT_EQ(certificate.bound, BoundKind::Load);
  EXPECT_EQ(certificate.bytes, 192);
  EXPECT_EQ(certificate.buffers.size(), 3u);
}

TEST(AllocationSolver, GoesAroundReservedRanges) {
  Builder b(256);
  b.problem.pools[0].reserved = {{0, 32}, {96, 128}};
  b.add(32, 0, 4, 32);
  b.add(64, 0, 4, 64);
  b.add(32, 0, 4, 32);
  Result result = solved(b.problem);
  EXPECT_EQ(result.status, Status::Optimal);
  EXPECT_EQ(result.pools[0].peak, 192);
  EXPECT_EQ(result.offsets[1], 128);
  EXPECT_EQ(result.offsets[0] + result.offsets[2], 32 + 64);
}

/// Of two placements that pay nothing, the lower one.
TEST(AllocationSolver, PeakDecidesAmongEqualPenalties) {
  Builder b(64);
  b.add(4, 0, 1);
  b.add(8, 1, 2);
  b.add(4, 2, 3);
  b.problem.penalties = {{0, 1, 1}, {1, 2, 1}};
  Result result = solved(b.problem);
  EXPECT_EQ(result.status, Status::Optimal);
  EXPECT_EQ(result.pools[0].penalty, 0);
  EXPECT_EQ(result.pools[0].peak, 12);
  EXPECT_EQ(result.offsets[0], result.offsets[2]);
}

/// A separation that became a penalty: only that pair shares.
TEST(AllocationSolver, RelaxesOnePairOnly) {
  Builder b(128);
  for (int64_t i = 0; i != 3; ++i)
    b.add(64, i, i + 1);
  b.problem.separations = {{0, 1}, {1, 2}};
  b.problem.penalties = {{0, 2, 1}};
  Result result = solved(b.problem);
  EXPECT_EQ(result.status, Status::Optimal);
  EXPECT_EQ(result.pools[0].penalty, 1);
  EXPECT_EQ(result.offsets[0], result.offsets[2]);
  EXPECT_NE(result.offsets[0], result.offsets[1]);
}

TEST(AllocationSolver, ARelaxedPairMayStayApart) {
  Builder b(192);
  for (int64_t i = 0; i != 3; ++i)
    b.add(64, i, i + 1);
  b.problem.separations = {{0, 1}, {1, 2}};
  b.problem.penalties = {{0, 2, 1}};
  Result result = solved(b.problem);
  EXPECT_EQ(result.pools[0].penalty, 0);
  EXPECT_EQ(result.pools[0].peak, 192);
  // Whoever does not mind the penalty gets the lower peak.
  EXPECT_EQ(solved(b.problem, wanting(Objective::Peak)).pools[0].peak, 128);
}

/// Lives that overlap never share, whatever the pairs say.
TEST(AllocationSolver, LivePairsNeedNoPenalty) {
  Builder b(128);
  b.add(64, 0, 2);
  b.add(64, 1, 3);
  b.add(64, 3, 4);
  b.problem.penalties = {{0, 2, 1}};
  Result result = solved(b.problem);
  EXPECT_EQ(result.pools[0].penalty, 0);
  EXPECT_EQ(result.offsets[1], result.offsets[2]);
}

TEST(AllocationSolver, EqualStartsOrApart) {
  // An operand of 8 dies where its result of 12 is born, beside another of 4.
  Builder b(16);
  b.add(8, 0, 2);
  b.add(12, 2, 4);
  b.add(4, 0, 4);
  b.problem.equalStarts = {{0, 1}};
  Result result = solved(b.problem);
  EXPECT_EQ(result.status, Status::Optimal);
  EXPECT_EQ(result.offsets[0], result.offsets[1]);
  // If the operand cannot move, the result has to go elsewhere.
  b.problem.buffers[0].offset = 8;
  EXPECT_EQ(solved(b.problem).status, Status::Infeasible);
  b.problem.pools[0].capacity = 32;
  result = solved(b.problem);
  EXPECT_EQ(result.status, Status::Optimal);
  EXPECT_EQ(result.pools[0].peak, 20);
}

TEST(AllocationSolver, UsesHolesInLives) {
  Builder b(64);
  b.add(64, 0, 2);
  b.problem.buffers[0].live.push_back({6, 8});
  b.add(64, 2, 6);
  EXPECT_EQ(solved(b.problem).status, Status::Optimal);
}

TEST(AllocationSolver, PoolsAreApart) {
  Builder b(64);
  b.problem.pools.emplace_back();
  b.problem.pools[1].capacity = 32;
  b.add(64, 0, 2);
  b.add(32, 0, 2);
  b.problem.buffers[1].pool = 1;
  b.problem.separations.push_back({0, 1});
  Result result = solved(b.problem);
  EXPECT_EQ(result.status, Status::Optimal);
  EXPECT_EQ(result.offsets, (std::vector<int64_t>{0, 0}));
  // One pool without a placement does not hide what the other has.
  b.problem.pools[0].capacity = 63;
  result = solved(b.problem);
  EXPECT_EQ(result.status, Status::Infeasible);
  EXPECT_EQ(result.pools[0].status, Status::Infeasible);
  EXPECT_EQ(result.pools[1].status, Status::Optimal);
}

TEST(AllocationSolver, GivenOffsetsThatClash) {
  Builder b(64);
  b.add(16, 0, 2);
  b.add(16, 1, 3);
  b.problem.buffers[0].offset = 8;
  b.problem.buffers[1].offset = 16;
  Result result = solved(b.problem);
  EXPECT_EQ(result.status, Status::Infeasible);
  EXPECT_EQ(result.pools[0].certificate.kind, Certificate::Kind::FixedClash);
  EXPECT_EQ(result.pools[0].certificate.buffers, (std::vector<unsigned>{0, 1}));
}

/// No bound shows it: the pile at each time fits, the whole does not.
TEST(AllocationSolver, TriesEveryPlacement) {
  Builder b(8);
  b.add(3, 0, 4);
  b.add(3, 0, 2);
  b.add(5, 2, 6);
  b.add(3, 4, 6);
  b.problem.buffers[0].offset = 2;
  Result result = solved(b.problem);
  EXPECT_EQ(result.status, Status::Infeasible);
  EXPECT_EQ(result.pools[0].certificate.kind, Certificate::Kind::Exhausted);
}

Problem makeHard(unsigned count, int64_t capacity) {
  std::mt19937_64 random(7);
  Builder b(capacity);
  for (unsigned i = 0; i != count; ++i) {
    int64_t begin = random() % 60;
    b.add(1 + random() % 97, begin, begin + 1 + random() % 20);
  }
  return b.problem;
}

TEST(AllocationSolver, SaysThatItDoesNotKnow) {
  Problem problem = makeHard(200, kUnbounded);
  int64_t bound = solved(problem).pools[0].peakBound;
  problem.pools[0].capacity = bound;
  Options options;
  options.nodeLimit = 1;
  Result result = solved(problem, options);
  ASSERT_EQ(result.status, Status::Unknown);
  // What came nearest is there, and is above the capacity.
  EXPECT_GT(result.pools[0].peak, bound);
  EXPECT_EQ(result.pools[0].peakBound, bound);
}

TEST(AllocationSolver, TellsTheGap) {
  Options options;
  options.nodeLimit = 1;
  Result result = solved(makeHard(200, kUnbounded), options);
  EXPECT_EQ(result.status, Status::Feasible);
  EXPECT_GT(result.pools[0].peak, result.pools[0].peakBound);
}

TEST(AllocationSolver, SameInputSameOutput) {
  Problem problem = makeHard(120, kUnbounded);
  for (unsigned i = 0; i != 40; ++i)
    for (unsigned j = 60; j != 70; ++j)
      if (!livesOverlap(problem.buffers[i], problem.buffers[j]))
        problem.penalties.push_back({i, j, int64_t(1 + i % 3)});
  Result bounds = solved(problem, wanting(Objective::Peak));
  problem.pools[0].capacity = bounds.pools[0].peak + 8;
  Options options;
  options.nodeLimit = 20000;
  Result first = solved(problem, options);
  Result second = solved(problem, options);
  EXPECT_EQ(first.offsets, second.offsets);
  EXPECT_EQ(first.nodes, second.nodes);
  EXPECT_EQ(first.status, second.status);
  EXPECT_EQ(first.pools[0].penalty, second.pools[0].penalty);
}

TEST(AllocationSolver, NothingToPlace) {
  Builder b(64);
  Result result = solved(b.problem);
  EXPECT_EQ(result.status, Status::Optimal);
  EXPECT_EQ(result.pools[0].peak, 0);
}

TEST(AllocationSolver, RefusesWhatMakesNoSense) {
  Builder b(64);
  b.add(0, 0, 1);
  Expected<Result> result = solve(b.problem);
  ASSERT_FALSE(bool(result));
  EXPECT_EQ(toString(result.takeError()),
            "buffer 0: the size is 0, not positive");
}

TEST(AllocationSolver, StrategiesHaveNames) {
  for (const Strategy &strategy : allStrategies())
    EXPECT_EQ(findStrategy(strategy.name), &strategy);
  EXPECT_EQ(findStrategy("none"), nullptr);
}
} // namespace
