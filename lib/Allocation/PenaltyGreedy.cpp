//===- PenaltyGreedy.cpp - Greedy placement where sharing has a price -----===//
//
// Each buffer goes where it pays the least, then lowest, in several orders.
// Then those that pay are placed again, and those that still pay come earlier
// in the next round.
//
//===----------------------------------------------------------------------===//

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
/// Rounds without a better placement, and passes over all buffers in each.
constexpr unsigned kPatience = 8;
constexpr unsigned kPasses = 4;

class PenaltyGreedy {
public:
  PenaltyGreedy(const Instance &instance, Incumbent &incumbent, Budget &budget)
      : instance(instance), incumbent(incumbent), budget(budget),
        placer(instance) {}

  void run() {
    Keys keys(instance);
    Key weight(instance.size(), 0);
    for (unsigned i = 0; i != instance.size(); ++i)
      for (const SoftEdge &edge : instance.penalties[i])
        weight[i] += edge.weight;
    const SmallVector<const Key *, 2> orders[] = {{&keys.size, &weight},
                                                  {&weight, &keys.size},
                                                  {&keys.birth, &keys.size},
                                                  {&keys.area, &weight}};
    for (ArrayRef<const Key *> order : orders)
      if (!improve(orderBy(instance, order)))
        return;
  }

private:
  bool isOver() const { return incumbent.isDone() || budget.isSpent(); }

  /// Places in `order`, again and again while that helps; false at the end.
  bool improve(std::vector<unsigned> order) {
    int64_t best = kUnbounded;
    for (unsigned patience = kPatience; patience; --patience) {
      placer.placeAll(order, Fit::Cheapest);
      if (!offer())
        return false;
      for (unsigned pass = 0; pass != kPasses; ++pass)
        if (!moveThosePaying(order) || !offer())
          break;
      if (isOver())
        return false;
      ArrayRef<int64_t> offsets = placer.getOffsets();
      int64_t worth = instance.peakOf(offsets) > instance.capacity
                          ? kUnbounded - 1
                          : instance.penaltyOf(offsets);
      if (worth < best) {
        best = worth;
        patience = kPatience;
      }
      bringForward(order);
    }
    return true;
  }

  bool offer() {
    budget.spend(1 + (instance.size() + instance.conflicts.numValues() +
                      instance.penalties.numValues()) /
                         64);
    incumbent.offer(placer.getOffsets());
    return !isOver();
  }

  bool isTrouble(unsigned buffer) const {
    int64_t offset = placer.getOffsets()[buffer];
    return offset > instance.capacity - instance.sizes[buffer] ||
           placer.penaltyAt(buffer, offset) > 0;
  }

  /// Places each buffer again that pays or does not fit; false if none moves.
  bool moveThosePaying(ArrayRef<unsigned> order) {
    bool moved = false;
    for (unsigned buffer : order) {
      if (instance.isFixed(buffer) || !isTrouble(buffer))
        continue;
      int64_t old = placer.getOffsets()[buffer];
      placer.remove(buffer);
      placer.place(buffer, Fit::Cheapest);
      moved |= placer.getOffsets()[buffer] != old;
    }
    return moved;
  }

  /// Those that pay move up by half of their place in the line.
  void bringForward(std::vector<unsigned> &order) const {
    std::vector<std::tuple<double, size_t, unsigned>> ranks;
    for (auto [place, buffer] : enumerate(order))
      ranks.push_back(
          {isTrouble(buffer) ? place * 0.5 - 1 : double(place), place, buffer});
    llvm::sort(ranks);
    for (auto [place, rank] : enumerate(ranks))
      order[place] = std::get<2>(rank);
  }

  const Instance &instance;
  Incumbent &incumbent;
  Budget &budget;
  Placer placer;
};
} // namespace

void alloc::placeByPenalty(Instance &instance, Incumbent &incumbent,
                           Budget &budget) {
  if (incumbent.isDone() || !incumbent.wantsPenalty() ||
      !instance.penalties.numValues() ||
      !instance.makeConflicts(kMostConflicts))
    return;
  // A peak alone is for others.
  if (incumbent.fits() && incumbent.getPenalty() <= incumbent.getPenaltyBound())
    return;
  PenaltyGreedy(instance, incumbent, budget).run();
}
