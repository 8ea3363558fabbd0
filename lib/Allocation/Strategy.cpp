//===- Strategy.cpp - The best placement so far, and all strategies -------===//

#include "pto/Allocation/Strategy.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace llvm;
using namespace mlir::pto;
using namespace mlir::pto::alloc;

Incumbent::Incumbent(const Instance &instance, Objective objective,
                     int64_t neededPeak)
    : instance(instance), objective(objective), neededPeak(neededPeak) {}

bool Incumbent::offer(ArrayRef<int64_t> candidate) {
  int64_t newPeak = instance.peakOf(candidate);
  int64_t newPenalty = instance.penaltyOf(candidate);
  auto rank = [&](int64_t peak, int64_t penalty) {
    bool tooHigh = peak > instance.capacity;
    // Where nothing fits, what comes nearest is kept.
    if (tooHigh || !wantsPenalty())
      return std::make_tuple(tooHigh, peak, penalty);
    return std::make_tuple(tooHigh, penalty, peak);
  };
  if (found && rank(newPeak, newPenalty) >= rank(peak, penalty))
    return false;
  found = true;
  peak = newPeak;
  penalty = newPenalty;
  offsets.assign(candidate.begin(), candidate.end());
  return true;
}

void Incumbent::provePeak(int64_t bound) {
  peakBound = std::max(peakBound, bound);
  if (peakBound > instance.capacity)
    infeasible = true;
}

void Incumbent::provePenalty(int64_t bound) {
  penaltyBound = std::max(penaltyBound, bound);
}

int64_t Incumbent::getTargetPeak() const {
  if (objective == Objective::Fit || objective == Objective::Penalty)
    return instance.capacity;
  return std::min(std::max(peakBound, neededPeak), instance.capacity);
}

bool Incumbent::isOptimal() const {
  if (!fits())
    return false;
  if (optimal || objective == Objective::Fit)
    return true;
  if (wantsPenalty() && penalty > penaltyBound)
    return false;
  return !wantsPeak() || peak <= peakBound;
}

bool Incumbent::isDone() const {
  if (infeasible || isOptimal())
    return true;
  // A peak that does not count may stay unproven.
  return fits() && (!wantsPenalty() || penalty <= penaltyBound) &&
         peak <= getTargetPeak();
}

static const Strategy strategies[] = {
    {"orders", "first fit and best fit in several orders", placeInOrders},
    {"squeaky-wheel", "first fit, with those earlier that ended too high",
     placeSqueaky},
    {"sweep", "one sweep over time with lists of free ranges", placeInSweep},
    {"cheapest", "greedy placement by penalty, improved one by one",
     placeByPenalty},
    {"search", "exact search for a lower peak", searchPeak},
    {"penalty-search", "exact search for a lower penalty", searchPenalty},
};

ArrayRef<Strategy> alloc::allStrategies() { return strategies; }

const Strategy *alloc::findStrategy(StringRef name) {
  const Strategy *found = find_if(strategies, [&](const Strategy &strategy) {
    return strategy.name == name;
  });
  return found == std::end(strategies) ? nullptr : found;
}
