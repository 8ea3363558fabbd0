//===- PeakSearch.cpp - Exact search for a lower peak ---------------------===//
//
// Whether the canonical search finds a placement soon hangs on the order in
// which it tries buffers, and no order is good everywhere. So it is started
// again and again, with few steps each: first in orders that are good as a
// rule, then in orders that bring forward what failed before. Now and then a
// run gets many steps, so that at last one sees the end and proves that there
// is nothing.
//
//===----------------------------------------------------------------------===//

#include "CanonicalSearch.h"
#include "Orders.h"

#include "pto/Allocation/Strategy.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace llvm;
using namespace mlir::pto;
using namespace mlir::pto::alloc;

namespace {
using Outcome = CanonicalSearch::Outcome;

/// Instances that are larger are not searched.
constexpr size_t kMostConflicts = size_t(1) << 22;
constexpr unsigned kMostBuffers = 8192;
/// Steps a buffer of the first runs and of those that learn, how much longer
/// the latter get, and after how many of them a long run comes.
constexpr int64_t kFirstSteps = 10;
constexpr double kLearningSteps = 3;
constexpr double kGrowth = 1.005;
constexpr unsigned kLongRunEvery = 30;
/// How much of old failures is remembered, and the spread of the noise that
/// keeps runs from being all alike.
constexpr double kMemory = 0.7;
constexpr double kNoise = 0.2;

class HeightSearch {
public:
  HeightSearch(const Instance &instance, Budget &budget)
      : instance(instance), budget(budget), search(instance), keys(instance),
        failing(instance.numSections, 0), blamed(instance.size(), 0),
        troubles(instance.size(), 0), weights(instance.size(), 0) {}

  /// Looks for a placement that ends at or below `height`, for at most `steps`
  /// steps.
  Outcome run(int64_t height, int64_t steps) {
    this->height = height;
    stepsLeft = std::min(steps, budget.left());
    const Key *orders[][3] = {{&keys.pressure, &keys.lifetime, &keys.area},
                              {&keys.pressure, &keys.sections, &keys.area},
                              {&keys.pressure, &keys.area, &keys.size}};
    for (auto &order : orders) {
      Outcome outcome = runOnce(order, kFirstSteps * instance.size());
      if (outcome != Outcome::Limit || stepsLeft <= 0)
        return outcome;
    }
    double limit = kLearningSteps * instance.size();
    for (unsigned round = 1;; ++round, limit *= kGrowth) {
      Outcome outcome;
      if (round % kLongRunEvery == 0)
        outcome = runOnce(orders[round / kLongRunEvery % 3],
                          (steps - stepsLeft) / 4);
      else
        outcome = runLearned(round, limit);
      if (outcome != Outcome::Limit || stepsLeft <= 0)
        return outcome;
    }
  }

  ArrayRef<int64_t> getOffsets() const { return search.getOffsets(); }

private:
  Outcome runOnce(ArrayRef<const Key *> order, int64_t limit) {
    Outcome outcome = search.run(height, orderBy(instance, order),
                                 std::min(limit, stepsLeft));
    stepsLeft -= search.getSteps();
    budget.spend(search.getSteps());
    learn();
    return outcome;
  }

  Outcome runLearned(unsigned round, int64_t limit) {
    for (unsigned i = 0; i != instance.size(); ++i) {
      troubles[i] = 0;
      for (Span span : instance.spans[i])
        for (unsigned s = span.begin; s != span.end; ++s)
          troubles[i] += failing[s];
      weights[i] = troubles[i] * instance.sizes[i];
    }
    const Key *learned[] = {&troubles, &blamed, &weights};
    Key first = withNoise(*learned[round % 3]);
    Key pressure = withNoise(keys.pressure);
    return runOnce({&first, &pressure, &keys.sections, &keys.area}, limit);
  }

  /// Remembers where the last run failed, and for whom there was no room.
  void learn() {
    auto update = [](Key &memory, ArrayRef<int64_t> counts) {
      double most = std::max<int64_t>(1, *llvm::max_element(counts));
      for (auto [value, count] : zip(memory, counts))
        value = value * kMemory + count / most;
    };
    update(failing, search.getFailures());
    update(blamed, search.getBlame());
  }

  Key withNoise(const Key &key) {
    Key noisy = key;
    for (double &value : noisy) {
      // The sum of four evenly spread numbers is nearly normal.
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      double sum = 0;
      for (unsigned shift : {16, 28, 40, 52})
        sum += double(seed >> shift & 4095) / 4096 - 0.5;
      value *= 1 + kNoise * sum * 1.7;
    }
    return noisy;
  }

  const Instance &instance;
  Budget &budget;
  CanonicalSearch search;
  Keys keys;
  int64_t height = 0, stepsLeft = 0;
  uint64_t seed = 1;
  /// Failures by section and by buffer, and what follows for the buffers.
  Key failing, blamed, troubles, weights;
};
} // namespace

void alloc::searchPeak(Instance &instance, Incumbent &incumbent,
                       Budget &budget) {
  if (incumbent.isDone() || instance.size() > kMostBuffers ||
      !instance.makeConflicts(kMostConflicts))
    return;
  HeightSearch search(instance, budget);
  auto attempt = [&](int64_t height, int64_t steps) {
    Outcome outcome = search.run(height, steps);
    if (outcome == Outcome::Found)
      incumbent.offer(search.getOffsets());
    else if (outcome == Outcome::Exhausted)
      incumbent.provePeak(height + 1);
    return outcome;
  };
  if (incumbent.getObjective() == Objective::Fit) {
    attempt(instance.capacity, budget.left());
    return;
  }
  // The lowest height that may be possible is often possible.
  int64_t low = incumbent.getTargetPeak();
  attempt(low, budget.left() / 3);
  // Halving; a height at which the search gives up counts as too low for now.
  while (!incumbent.isDone() && !budget.isSpent()) {
    int64_t high = incumbent.fits() ? incumbent.getPeak() - 1
                                    : instance.capacity;
    low = std::max(low + 1, incumbent.getPeakBound());
    if (low > high)
      break;
    int64_t height = incumbent.fits() ? low + (high - low) / 2 : high;
    if (attempt(height, budget.left() / 4) != Outcome::Found)
      low = height;
  }
  // What is left is spent on the next lower height, or on its proof.
  while (!incumbent.isDone() && !budget.isSpent()) {
    int64_t height =
        incumbent.fits() ? incumbent.getPeak() - 1 : instance.capacity;
    if (attempt(height, budget.left()) == Outcome::Limit)
      return;
  }
}
