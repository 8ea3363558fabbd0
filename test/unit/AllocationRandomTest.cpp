//===- AllocationRandomTest.cpp - Against trying everything ---------------===//
//
// Small random problems with every kind of rule, solved by trying all offsets.
//
//===----------------------------------------------------------------------===//

#include "AllocationBuilder.h"

#include "pto/Allocation/Checker.h"
#include "pto/Allocation/Solver.h"

#include "gtest/gtest.h"

#include <random>

using namespace llvm;
using namespace mlir::pto::alloc;

namespace {
class Random {
public:
  explicit Random(unsigned seed) : generator(seed) {}
  int64_t operator()(int64_t low, int64_t high) {
    return low + int64_t(generator() % uint64_t(high - low + 1));
  }
  bool chance(int64_t percent) { return (*this)(1, 100) <= percent; }

private:
  std::mt19937_64 generator;
};

/// What a problem has besides buffers with one lifetime.
struct Features {
  bool alignment, holes, reserved, fixed, separations, equalStarts, penalties;
};

Problem makeProblem(Random &random, const Features &features) {
  Builder b(random(8, 14));
  Problem &problem = b.problem;
  unsigned count = random(3, 5);
  for (unsigned i = 0; i != count; ++i) {
    int64_t begin = random(0, 6);
    int64_t alignment =
        features.alignment ? int64_t(1) << random(0, 2) : int64_t(1);
    b.add(random(1, 5), begin, begin + random(1, 4), alignment);
    if (features.holes && random.chance(40)) {
      int64_t again = random(0, 8);
      problem.buffers[i].live.push_back({again, again + random(1, 2)});
    }
    if (features.fixed && random.chance(25))
      problem.buffers[i].offset = random(0, 2) * alignment;
  }
  if (features.reserved && random.chance(60)) {
    int64_t begin = random(0, 6);
    problem.pools[0].reserved.push_back({begin, begin + random(1, 2)});
  }
  if (features.alignment && random.chance(20))
    problem.pools[0].alignment = 2;
  for (Buffer &buffer : problem.buffers)
    if (buffer.offset)
      *buffer.offset *= problem.pools[0].alignment;
  for (unsigned i = 0; i != count; ++i)
    for (unsigned j = i + 1; j != count; ++j) {
      bool overlap = livesOverlap(problem.buffers[i], problem.buffers[j]);
      if (features.separations && random.chance(15))
        problem.separations.push_back({i, j});
      if (features.equalStarts && !overlap && random.chance(30))
        problem.equalStarts.push_back({i, j});
      if (features.penalties && !overlap && random.chance(60))
        problem.penalties.push_back({j, i, random(1, 4)});
    }
  return problem;
}

/// The best of all placements, found by trying them.
class BruteForce {
public:
  explicit BruteForce(const Problem &problem) : problem(problem) {
    offsets.assign(problem.buffers.size(), -1);
    tryAll(0);
  }

  bool fits = false;
  int64_t peak = kUnbounded;
  /// The lowest penalty, and the lowest peak that goes with it.
  std::pair<int64_t, int64_t> penaltyAndPeak = {kUnbounded, kUnbounded};

private:
  void tryAll(unsigned index) {
    if (index == problem.buffers.size()) {
      int64_t high = 0, penalty = 0;
      for (unsigned i = 0; i != index; ++i)
        high = std::max(high, bytes(i).end);
      for (const SoftPair &pair : problem.penalties)
        if (share(pair.first, pair.second))
          penalty += pair.weight;
      fits = true;
      peak = std::min(peak, high);
      penaltyAndPeak = std::min(penaltyAndPeak, {penalty, high});
      return;
    }
    const Buffer &buffer = problem.buffers[index];
    int64_t step = problem.alignmentOf(index);
    for (int64_t offset = 0; offset + buffer.size <= problem.pools[0].capacity;
         offset += step) {
      offsets[index] = offset;
      if (isAllowed(index))
        tryAll(index + 1);
    }
    offsets[index] = -1;
  }

  bool isAllowed(unsigned index) const {
    const Buffer &buffer = problem.buffers[index];
    if (buffer.offset && *buffer.offset != offsets[index])
      return false;
    for (const Range &range : problem.pools[0].reserved)
      if (bytes(index).overlaps(range))
        return false;
    for (unsigned i = 0; i != index; ++i)
      if (share(i, index) && livesOverlap(problem.buffers[i], buffer))
        return false;
    for (const Pair &pair : problem.separations)
      if (share(pair.first, pair.second))
        return false;
    for (const Pair &pair : problem.equalStarts)
      if (share(pair.first, pair.second) &&
          offsets[pair.first] != offsets[pair.second])
        return false;
    return true;
  }

  Range bytes(unsigned i) const {
    return {offsets[i], offsets[i] + problem.buffers[i].size};
  }
  bool share(unsigned i, unsigned j) const {
    return offsets[i] >= 0 && offsets[j] >= 0 && bytes(i).overlaps(bytes(j));
  }

  const Problem &problem;
  std::vector<int64_t> offsets;
};

/// Compares one answer with the truth. With `mustKnow`, the answer is final.
void judge(const Problem &problem, Objective objective, const Result &result,
           const BruteForce &truth, bool mustKnow) {
  const PoolResult &pool = result.pools[0];
  if (mustKnow) {
    EXPECT_EQ(result.status, truth.fits ? Status::Optimal : Status::Infeasible);
  }
  if (result.status == Status::Infeasible) {
    EXPECT_FALSE(truth.fits);
    EXPECT_NE(pool.certificate.kind, Certificate::Kind::None);
    EXPECT_FALSE(pool.certificate.buffers.empty());
  }
  if (!result.isPlaced())
    return;
  ASSERT_TRUE(truth.fits);
  Verdict verdict = check(problem, result.offsets);
  EXPECT_TRUE(verdict.isValid());
  EXPECT_EQ(verdict.peaks[0], pool.peak);
  EXPECT_EQ(verdict.penalty, pool.penalty);
  EXPECT_LE(pool.peakBound, truth.peak);
  EXPECT_LE(pool.penaltyBound, truth.penaltyAndPeak.first);
  if (result.status != Status::Optimal)
    return;
  if (objective == Objective::Peak) {
    EXPECT_EQ(pool.peak, truth.peak);
  }
  if (objective == Objective::Penalty ||
      objective == Objective::PenaltyThenPeak) {
    EXPECT_EQ(pool.penalty, truth.penaltyAndPeak.first);
  }
  if (objective == Objective::PenaltyThenPeak) {
    EXPECT_EQ(pool.peak, truth.penaltyAndPeak.second);
  }
}

class AllocationRandom : public ::testing::TestWithParam<Features> {};

TEST_P(AllocationRandom, AgreesWithBruteForce) {
  unsigned numPlaced = 0;
  for (unsigned seed = 1; seed <= 150; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    Problem problem = makeProblem(random, GetParam());
    BruteForce truth(problem);
    numPlaced += truth.fits;
    for (Objective objective :
         {Objective::Fit, Objective::Peak, Objective::Penalty,
          Objective::PenaltyThenPeak}) {
      SCOPED_TRACE("objective " + std::to_string(int(objective)));
      Options options;
      options.objective = objective;
      Expected<Result> result = solve(problem, options);
      ASSERT_TRUE(bool(result));
      judge(problem, objective, *result, truth, /*mustKnow=*/true);
      for (const Strategy &strategy : allStrategies()) {
        SCOPED_TRACE(strategy.name.str());
        options.only = &strategy;
        Expected<Result> alone = solve(problem, options);
        ASSERT_TRUE(bool(alone));
        judge(problem, objective, *alone, truth, /*mustKnow=*/false);
      }
      if (HasFailure())
        return;
    }
  }
  // Both answers occur.
  EXPECT_GT(numPlaced, 20u);
}

constexpr Features kFeatures[] = {
    {false, false, false, false, false, false, false},
    {true, false, false, false, false, false, false},
    {false, true, false, false, true, false, false},
    {true, false, true, true, false, false, false},
    {true, true, false, false, false, true, false},
    {false, false, false, false, false, false, true},
    {true, true, true, false, true, false, true},
    {true, true, true, true, true, true, true},
};
INSTANTIATE_TEST_SUITE_P(Rules, AllocationRandom,
                         ::testing::ValuesIn(kFeatures));
} // namespace
