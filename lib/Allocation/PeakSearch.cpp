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
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <array>

using namespace llvm;
using namespace mlir::pto;
using namespace mlir::pto::alloc;

namespace {
using Outcome = CanonicalSearch::Outcome;

/// Instances that are larger are not searched.
constexpr size_t kMostConflicts = size_t(1) << 22;
constexpr unsigned kMostBuffers = 8192;
/// Steps a buffer of the first runs, and of the shortest of those that learn.
constexpr int64_t kFirstSteps = 10;
constexpr int64_t kRunSteps = 3;
/// How much of old failures is remembered, and the spread of the noise that
/// keeps runs from being all alike.
constexpr double kMemory = 0.7;
constexpr double kNoise = 0.1;

class HeightSearch {
public:
  HeightSearch(const Instance &instance, Budget &budget)
      : instance(instance), budget(budget), search(instance), keys(instance),
        memories{Key(instance.numSections, 0), Key(instance.size(), 0),
                 Key(instance.numSections, 0)},
        weights(instance.size(), 0) {}

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
    for (unsigned round = 1;; ++round) {
      int64_t limit = kRunSteps * instance.size() * luby(round);
      unsigned kind = round % (memories.size() + 1);
      Outcome outcome = kind < memories.size()
                            ? runLearned(kind, limit)
                            : runNoisy(orders[round / 4 % 2], limit);
      if (outcome != Outcome::Limit || stepsLeft <= 0)
        return outcome;
    }
  }

  /// 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ...
  static int64_t luby(uint64_t i) {
    while (!isPowerOf2_64(i + 1))
      i -= (uint64_t(1) << Log2_64(i)) - 1;
    return (i + 1) / 2;
  }

  ArrayRef<int64_t> getOffsets() const { return search.getOffsets(); }

private:
  Outcome runOnce(ArrayRef<const Key *> order, int64_t limit) {
    Outcome outcome = search.run(height, orderBy(instance, order),
                                 std::min(limit, stepsLeft));
    // Also a run that ends before its first step costs something.
    int64_t steps = search.getSteps() + 1;
    stepsLeft -= steps;
    budget.spend(steps);
    return outcome;
  }

  Outcome runNoisy(ArrayRef<const Key *> order, int64_t limit) {
    Key a = withNoise(*order[0]), b = withNoise(*order[1]),
        c = withNoise(*order[2]);
    return runOnce({&a, &b, &c}, limit);
  }

  Outcome runLearned(unsigned round, int64_t limit) {
    unsigned which = round;
    Key &memory = memories[which];
    for (unsigned i = 0; i != instance.size(); ++i) {
      if (which == 1) {
        weights[i] = memory[i];
        continue;
      }
      weights[i] = 0;
      for (Span span : instance.spans[i])
        for (unsigned s = span.begin; s != span.end; ++s)
          weights[i] += memory[s];
      if (which == 2)
        weights[i] *= instance.sizes[i];
    }
    Key first = withNoise(weights);
    Key pressure = withNoise(keys.pressure);
    Outcome outcome =
        runOnce({&first, &pressure, &keys.sections, &keys.area}, limit);
    ArrayRef<int64_t> counts =
        which == 1 ? search.getBlame() : search.getFailures();
    double most = std::max<int64_t>(1, *llvm::max_element(counts));
    for (auto [value, count] : zip(memory, counts))
      value = value * kMemory + count / most;
    return outcome;
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
  std::array<Key, 3> memories;
  Key weights;
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
  // Penalties come before the peak, and this search does not see them.
  if (incumbent.wantsPenalty() && instance.penalties.numValues()) {
    if (!incumbent.fits())
      attempt(instance.capacity, budget.left() / 3);
    return;
  }
  // The lowest height that may be possible is often possible.
  int64_t low = incumbent.getTargetPeak();
  attempt(low, budget.left() / 3);
  // Halving; a height at which the search gives up counts as too low for now.
  while (!incumbent.isDone() && !budget.isSpent()) {
    int64_t high =
        incumbent.fits() ? incumbent.getPeak() - 1 : instance.capacity;
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
