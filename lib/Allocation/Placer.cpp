//===- Placer.cpp - One buffer after the other ----------------------------===//

#include "Placer.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace llvm;
using namespace mlir::pto;
using namespace mlir::pto::alloc;

Placer::Placer(const Instance &instance)
    : instance(instance), offsets(instance.fixed) {}

void Placer::clear() { offsets = instance.fixed; }

void Placer::placeAll(ArrayRef<unsigned> order, Fit fit) {
  clear();
  for (unsigned buffer : order)
    if (!instance.isFixed(buffer))
      place(buffer, fit);
}

void Placer::place(unsigned buffer, Fit fit) {
  collectBlocks(buffer);
  switch (fit) {
  case Fit::Lowest:
    offsets[buffer] = findLowest(buffer);
    return;
  case Fit::Tightest:
    offsets[buffer] = findTightest(buffer);
    return;
  case Fit::Cheapest:
    offsets[buffer] = findCheapest(buffer);
    return;
  }
}

int64_t Placer::penaltyAt(unsigned buffer, int64_t offset) const {
  int64_t penalty = 0;
  Range bytes = {offset, offset + instance.sizes[buffer]};
  for (const SoftEdge &edge : instance.penalties[buffer]) {
    int64_t other = offsets[edge.other];
    if (other >= 0 &&
        bytes.overlaps({other, other + instance.sizes[edge.other]}))
      penalty += edge.weight;
  }
  return penalty;
}

void Placer::collectBlocks(unsigned buffer) {
  blocks.assign(instance.reserved.begin(), instance.reserved.end());
  auto add = [&](unsigned other) {
    if (offsets[other] >= 0)
      blocks.push_back(
          {offsets[other], offsets[other] + instance.sizes[other]});
  };
  for (unsigned other : instance.conflicts[buffer])
    add(other);
  for (unsigned other : instance.equalStarts[buffer])
    add(other);
  if (softIsHard)
    for (const SoftEdge &edge : instance.penalties[buffer])
      add(edge.other);
  llvm::sort(blocks, [](const Range &a, const Range &b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
  });
}

bool Placer::canStartAt(unsigned buffer, int64_t offset) const {
  if (offset & (instance.alignments[buffer] - 1))
    return false;
  Range bytes = {offset, offset + instance.sizes[buffer]};
  auto shares = [&](unsigned other) {
    return offsets[other] >= 0 &&
           bytes.overlaps(
               {offsets[other], offsets[other] + instance.sizes[other]});
  };
  for (const Range &range : instance.reserved)
    if (bytes.overlaps(range))
      return false;
  for (unsigned other : instance.conflicts[buffer])
    if (shares(other))
      return false;
  for (unsigned other : instance.equalStarts[buffer])
    if (offsets[other] != offset && shares(other))
      return false;
  if (softIsHard)
    for (const SoftEdge &edge : instance.penalties[buffer])
      if (shares(edge.other))
        return false;
  return true;
}

std::pair<int64_t, int64_t> Placer::nextGap(unsigned buffer,
                                            int64_t from) const {
  int64_t size = instance.sizes[buffer];
  int64_t alignment = instance.alignments[buffer];
  int64_t offset = alignUp(from, alignment);
  for (const Range &block : blocks) {
    if (block.begin >= offset + size)
      return {offset, block.begin};
    if (block.end > offset)
      offset = alignUp(block.end, alignment);
  }
  return {offset, kUnbounded};
}

int64_t Placer::findLowest(unsigned buffer) const {
  int64_t offset = nextGap(buffer, 0).first;
  for (unsigned other : instance.equalStarts[buffer])
    if (offsets[other] >= 0 && offsets[other] < offset &&
        canStartAt(buffer, offsets[other]))
      offset = offsets[other];
  return offset;
}

int64_t Placer::findTightest(unsigned buffer) const {
  // To take over what dies is tighter than any gap.
  int64_t shared = -1;
  for (unsigned other : instance.equalStarts[buffer])
    if (offsets[other] >= 0 && (shared < 0 || offsets[other] < shared) &&
        canStartAt(buffer, offsets[other]))
      shared = offsets[other];
  if (shared >= 0)
    return shared;
  int64_t best = -1, bestRest = kUnbounded;
  for (int64_t from = 0;;) {
    auto [offset, end] = nextGap(buffer, from);
    int64_t rest =
        end == kUnbounded ? kUnbounded : end - offset - instance.sizes[buffer];
    if (best < 0 || rest < bestRest) {
      best = offset;
      bestRest = rest;
    }
    if (end == kUnbounded)
      return best;
    from = end;
  }
}

int64_t Placer::findCheapest(unsigned buffer) {
  // The lowest offset in each gap, and in each the lowest above a soft partner.
  candidates.clear();
  for (int64_t from = 0;;) {
    auto [offset, end] = nextGap(buffer, from);
    candidates.push_back(offset);
    if (end == kUnbounded)
      break;
    from = end;
  }
  for (const SoftEdge &edge : instance.penalties[buffer])
    if (offsets[edge.other] >= 0)
      candidates.push_back(
          nextGap(buffer, offsets[edge.other] + instance.sizes[edge.other])
              .first);
  for (unsigned other : instance.equalStarts[buffer])
    if (offsets[other] >= 0 && canStartAt(buffer, offsets[other]))
      candidates.push_back(offsets[other]);
  // From the lowest: the first that costs nothing is the best, and where one
  // fits, those that do not come after all that do.
  llvm::sort(candidates);
  candidates.erase(llvm::unique(candidates), candidates.end());
  int64_t highest = instance.capacity - instance.sizes[buffer];
  int64_t best = -1, bestPenalty = 0;
  for (int64_t offset : candidates) {
    if (best >= 0 && best <= highest && offset > highest)
      break;
    int64_t penalty = penaltyAt(buffer, offset);
    if (best < 0 || penalty < bestPenalty) {
      best = offset;
      bestPenalty = penalty;
    }
    if (bestPenalty == 0)
      break;
  }
  return best;
}
