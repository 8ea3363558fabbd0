//===- Greedy.cpp - First fit and best fit in several orders --------------===//

#include "Orders.h"
#include "Placer.h"

#include "pto/Allocation/Strategy.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace llvm;
using namespace mlir::pto;
using namespace mlir::pto::alloc;

namespace {
/// Pairs of buffers that one instance may have for greedy placement.
constexpr size_t kMostConflicts = size_t(1) << 22;
/// Rounds of the squeaky wheel without a lower peak.
constexpr unsigned kPatience = 24;

} // namespace

static int64_t stepsOf(const Instance &instance) {
  return 1 + (instance.size() + instance.conflicts.numValues()) / 64;
}

void alloc::placeInOrders(Instance &instance, Incumbent &incumbent,
                          Budget &budget) {
  if (incumbent.isDone() || !instance.makeConflicts(kMostConflicts))
    return;
  Keys keys(instance);
  using Order = SmallVector<const Key *, 3>;
  const Order orders[] = {
      {&keys.size, &keys.sections}, {&keys.birth, &keys.size},
      {&keys.area, &keys.size},     {&keys.pressure, &keys.area},
      {&keys.lifetime, &keys.size}, {&keys.sections, &keys.size},
      {&keys.death, &keys.size},
  };
  Placer placer(instance);
  for (bool softIsHard : {true, false}) {
    if (softIsHard &&
        !(incumbent.wantsPenalty() && instance.penalties.numValues()))
      continue;
    placer.setSoftIsHard(softIsHard);
    for (const Order &keyOrder : orders) {
      std::vector<unsigned> order = orderBy(instance, keyOrder);
      for (Fit fit : {Fit::Lowest, Fit::Tightest}) {
        placer.placeAll(order, fit);
        budget.spend(stepsOf(instance));
        incumbent.offer(placer.getOffsets());
        if (incumbent.isDone() || budget.isSpent())
          return;
      }
    }
  }
}

void alloc::placeSqueaky(Instance &instance, Incumbent &incumbent,
                         Budget &budget) {
  // Where sharing has a price, the search for placements that pay nothing runs
  // this with bounds that know the soft pairs.
  if (incumbent.isDone() || !incumbent.wantsPeak() ||
      (incumbent.wantsPenalty() && instance.penalties.numValues()) ||
      !instance.makeConflicts(kMostConflicts))
    return;
  Keys keys(instance);
  Placer placer(instance);
  int64_t target = incumbent.getTargetPeak();
  for (const Key *key : {&keys.area, &keys.size}) {
    std::vector<unsigned> order = orderBy(instance, {key});
    int64_t best = kUnbounded;
    for (unsigned patience = kPatience; patience; --patience) {
      placer.placeAll(order, Fit::Lowest);
      budget.spend(stepsOf(instance));
      incumbent.offer(placer.getOffsets());
      if (incumbent.isDone() || budget.isSpent())
        return;
      ArrayRef<int64_t> offsets = placer.getOffsets();
      int64_t peak = instance.peakOf(offsets);
      if (peak < best) {
        best = peak;
        patience = kPatience;
      }
      // Those that ended too high move up by half of their place in the line.
      std::vector<std::tuple<double, size_t, unsigned>> ranks;
      for (auto [place, buffer] : enumerate(order)) {
        bool tooHigh = offsets[buffer] + instance.sizes[buffer] > target;
        ranks.push_back(
            {tooHigh ? place * 0.5 - 1 : double(place), place, buffer});
      }
      llvm::sort(ranks);
      for (auto [place, rank] : enumerate(ranks))
        order[place] = std::get<2>(rank);
    }
  }
}
