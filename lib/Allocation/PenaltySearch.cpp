//===- PenaltySearch.cpp - Exact search for a lower penalty ---------------===//
//
// First all soft pairs are rules: if that leaves a placement, nothing is paid,
// and the search for a peak can take over. If not, one pair at least is paid,
// and the search over offsets finds out which.
//
//===----------------------------------------------------------------------===//

#include "OffsetSearch.h"
#include "Orders.h"

#include "pto/Allocation/Bounds.h"
#include "pto/Allocation/Strategy.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace llvm;
using namespace mlir::pto;
using namespace mlir::pto::alloc;

namespace {
using Outcome = OffsetSearch::Outcome;

constexpr size_t kMostConflicts = size_t(1) << 22;
/// Offsets that a buffer may have, and buffers.
constexpr size_t kMostOffsets = 4096;
constexpr unsigned kMostBuffers = 1024;

class PenaltySearch {
public:
  PenaltySearch(Instance &instance, Incumbent &incumbent, Budget &budget)
      : instance(instance), incumbent(incumbent), budget(budget) {
    for (unsigned i = 0; i != instance.size(); ++i)
      for (const SoftEdge &edge : instance.penalties[i]) {
        lightest = std::min(lightest, edge.weight);
        total += edge.weight;
      }
    total /= 2;
  }

  void run() {
    if (incumbent.getPenaltyBound() == 0)
      searchFree();
    if (incumbent.isDone() || budget.isSpent() ||
        instance.size() > kMostBuffers)
      return;
    searchPaid();
  }

private:
  /// Searches the placements that pay nothing.
  void searchFree() {
    Instance strict = withoutSharing();
    if (!strict.makeConflicts(kMostConflicts))
      return;
    Incumbent free(strict,
                   incumbent.wantsPeak() ? Objective::Peak : Objective::Fit,
                   incumbent.getTargetPeak());
    free.provePeak(boundPeak(strict).bytes);
    if (findFixedClash(strict))
      free.proveInfeasible();
    if (incumbent.fits() && incumbent.getPenalty() == 0)
      free.offer(incumbent.getOffsets());
    // If the search gives up, there is something left for the other one.
    Budget half(budget.left() / 2);
    placeSqueaky(strict, free, half);
    searchPeak(strict, free, half);
    budget.spend(half.getUsed());
    if (free.fits()) {
      incumbent.offer(free.getOffsets());
      if (free.isOptimal())
        incumbent.proveOptimal();
    } else if (free.isInfeasible()) {
      incumbent.provePenalty(lightest);
    }
  }

  /// The instance with its soft pairs as separations.
  Instance withoutSharing() const {
    Instance strict = instance;
    std::vector<std::pair<unsigned, unsigned>> entries;
    for (unsigned i = 0; i != instance.size(); ++i) {
      size_t first = entries.size();
      for (unsigned other : instance.separations[i])
        entries.push_back({i, other});
      for (const SoftEdge &edge : instance.penalties[i])
        entries.push_back({i, edge.other});
      std::sort(entries.begin() + first, entries.end());
    }
    entries.erase(llvm::unique(entries), entries.end());
    strict.separations = Lists<unsigned>(instance.size(), entries);
    strict.penalties = Lists<SoftEdge>(instance.size(), {});
    strict.conflicts = {};
    return strict;
  }

  void searchPaid() {
    OffsetSearch search(instance, makeOrder());
    if (instance.capacity == kUnbounded ||
        !search.setHeight(instance.capacity, kMostOffsets))
      return;
    bool knew = incumbent.fits();
    int64_t below = knew ? incumbent.getPenalty() : total + 1;
    if (below > incumbent.getPenaltyBound()) {
      Outcome outcome =
          search.run(below, incumbent.getPenaltyBound(), budget.left());
      budget.spend(search.getSteps() + 1);
      if (search.hasPlacement())
        incumbent.offer(search.getOffsets());
      if (outcome == Outcome::Limit) {
        incumbent.provePenalty(search.getBound());
        return;
      }
      if (outcome == Outcome::Exhausted && !knew) {
        incumbent.proveInfeasible();
        return;
      }
      incumbent.provePenalty(incumbent.getPenalty());
    }
    if (incumbent.wantsPeak())
      lowerPeak(search);
  }

  /// The penalty is proven; looks for a lower peak at that penalty.
  void lowerPeak(OffsetSearch &search) {
    int64_t penalty = incumbent.getPenalty();
    int64_t low = incumbent.getTargetPeak();
    int64_t height = low;
    while (!incumbent.isDone() && !budget.isSpent() &&
           low < incumbent.getPeak() &&
           search.setHeight(height, kMostOffsets)) {
      Outcome outcome = search.run(penalty + 1, penalty, budget.left());
      budget.spend(search.getSteps() + 1);
      if (search.hasPlacement())
        incumbent.offer(search.getOffsets());
      else if (outcome == Outcome::Exhausted)
        low = height + 1;
      else
        return;
      height = low + (incumbent.getPeak() - 1 - low) / 2;
    }
    if (low >= incumbent.getPeak() && !incumbent.isOptimal() &&
        lowIsProven(low))
      incumbent.proveOptimal();
  }

  /// A peak that another piece has anyway is no proof.
  bool lowIsProven(int64_t low) const {
    return low > incumbent.getTargetPeak();
  }

  std::vector<unsigned> makeOrder() const {
    Keys keys(instance);
    return orderBy(instance, {&keys.birth, &keys.size});
  }

  Instance &instance;
  Incumbent &incumbent;
  Budget &budget;
  int64_t lightest = kUnbounded, total = 0;
};
} // namespace

void alloc::searchPenalty(Instance &instance, Incumbent &incumbent,
                          Budget &budget) {
  if (incumbent.isDone() || !incumbent.wantsPenalty() ||
      !instance.penalties.numValues() ||
      !instance.makeConflicts(kMostConflicts))
    return;
  PenaltySearch(instance, incumbent, budget).run();
}
