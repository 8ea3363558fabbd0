//===- CopyPlacement.cpp - Where one copy serves many users ---------------===//
//
// In one block, the ops that need the copy or hold ops that do form a row. The
// copy stands in front of one of them and serves it and all behind it; those in
// front of it that only hold users are served inside, each by itself. Trying
// every op of the row, with the regions solved first, finds the cheapest
// places. A copy inside never serves anything outside, so nothing is missed.
//
//===----------------------------------------------------------------------===//

#include "pto/Analysis/CopyPlacement.h"

#include "mlir/Interfaces/LoopLikeInterface.h"
#include "pto/Analysis/RegionFlow.h"

using namespace mlir;
using namespace mlir::pto;

bool pto::mayHoistOutOf(Operation *op) {
  return getLoopKind(op) == LoopKind::Sequential;
}

namespace {
struct Placer {
  ArrayRef<Operation *> users;
  bool mayHoist;
  const ExecutionFrequency &frequency;

  /// The block right under `ancestor` that holds `op`.
  static Block *blockUnder(Operation *ancestor, Operation *op) {
    while (op->getParentOp() != ancestor)
      op = op->getParentOp();
    return op->getBlock();
  }

  /// Places copies for users `first` to `last` of `block`; appends to `places`
  /// and returns what they cost.
  int64_t place(Block *block, unsigned first, unsigned last,
                SmallVectorImpl<CopyPlace> &places) {
    int64_t here = frequency.of(block);
    // Serving everything so far inside of the ops of the row.
    SmallVector<CopyPlace> inside;
    int64_t insideCost = 0;
    // The best so far: how many of `inside`, then one in front of `before`.
    Operation *before = nullptr;
    unsigned kept = 0, from = last;
    int64_t best = 0;
    auto isBetter = [&](int64_t cost, unsigned count) {
      if (!before)
        return true;
      return cost != best ? cost < best : count <= kept + 1;
    };
    bool isDirect = false;
    for (unsigned user = first; user < last && !isDirect;) {
      Operation *op = block->findAncestorOpInBlock(*users[user]);
      unsigned end = user;
      while (end < last && op->isAncestor(users[end]))
        isDirect |= users[end++] == op;
      if (isDirect || (mayHoist && mayHoistOutOf(op))) {
        int64_t cost = insideCost + here;
        if (isBetter(cost, inside.size() + 1)) {
          before = op;
          best = cost;
          kept = inside.size();
          from = user;
        }
      }
      // A region at a time, with the users that are in it.
      for (unsigned i = user; i < end && !isDirect;) {
        Block *inner = blockUnder(op, users[i]);
        unsigned next = i;
        while (next < end && blockUnder(op, users[next]) == inner)
          ++next;
        insideCost += place(inner, i, next, inside);
        i = next;
      }
      user = end;
    }
    // Nobody in this block itself: all may be served inside.
    if (!isDirect && (!before || insideCost < best ||
                      (insideCost == best && inside.size() <= kept + 1))) {
      places.append(inside);
      return insideCost;
    }
    places.append(inside.begin(), inside.begin() + kept);
    places.push_back({before, from, last});
    return best;
  }
};
} // namespace

SmallVector<CopyPlace> pto::placeCopies(Value tile, ArrayRef<Operation *> users,
                                        bool mayHoist,
                                        const ExecutionFrequency &frequency) {
  SmallVector<CopyPlace> places;
  Placer placer{users, mayHoist, frequency};
  placer.place(tile.getParentBlock(), 0, users.size(), places);
  return places;
}
