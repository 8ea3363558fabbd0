//===- CliqueBound.cpp - Buffers of which no two may share a byte ---------===//
//
// Separations and lifetimes with holes make conflicts that no single time
// shows. For up to 64 buffers the heaviest clique is searched for exactly, in
// words of bits; above, the sets that live at the fullest times are filled up.
//
//===----------------------------------------------------------------------===//

#include "pto/Allocation/Bounds.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

#include <algorithm>
#include <numeric>

using namespace llvm;
using namespace mlir::pto;
using namespace mlir::pto::alloc;

namespace {
/// Steps of the exact search; the best clique so far is a bound anyway.
constexpr unsigned kCliqueSteps = 4000;
/// Full times from which the greedy search starts.
constexpr unsigned kGreedyStarts = 8;

/// Branch and bound over candidate sets in one word.
class HeaviestClique {
public:
  HeaviestClique(const Instance &instance, ArrayRef<int64_t> weights)
      : count(instance.size()), order(count), neighbours(count, 0) {
    std::iota(order.begin(), order.end(), 0);
    llvm::sort(order, [&](unsigned a, unsigned b) {
      return std::make_pair(-weights[a], a) < std::make_pair(-weights[b], b);
    });
    std::vector<unsigned> bit(count);
    for (unsigned i = 0; i != count; ++i)
      bit[order[i]] = i;
    for (unsigned i = 0; i != count; ++i) {
      this->weights.push_back(weights[order[i]]);
      for (unsigned other : instance.conflicts[order[i]])
        neighbours[i] |= uint64_t(1) << bit[other];
    }
  }

  std::vector<unsigned> find() {
    uint64_t all = count == 64 ? ~uint64_t(0) : (uint64_t(1) << count) - 1;
    grow(0, 0, all);
    std::vector<unsigned> clique;
    for (uint64_t set = best; set; set &= set - 1)
      clique.push_back(order[countr_zero(set)]);
    return clique;
  }

private:
  /// An upper bound on what the candidates add: colour classes of buffers of
  /// which no two conflict give at most their heaviest each.
  int64_t bound(uint64_t candidates) const {
    int64_t sum = 0;
    while (candidates) {
      uint64_t colour = candidates;
      // Bits are in order of falling weight.
      sum += weights[countr_zero(colour)];
      while (colour) {
        unsigned i = countr_zero(colour);
        candidates &= ~(uint64_t(1) << i);
        colour &= ~(uint64_t(1) << i) & ~neighbours[i];
      }
    }
    return sum;
  }

  /// At most 64 deep.
  void grow(uint64_t clique, int64_t weight, uint64_t candidates) {
    if (weight > bestWeight) {
      bestWeight = weight;
      best = clique;
    }
    while (candidates && steps < kCliqueSteps) {
      if (weight + bound(candidates) <= bestWeight)
        return;
      ++steps;
      unsigned i = countr_zero(candidates);
      candidates &= ~(uint64_t(1) << i);
      grow(clique | uint64_t(1) << i, weight + weights[i],
           candidates & neighbours[i]);
    }
  }

  unsigned count;
  std::vector<unsigned> order;
  std::vector<int64_t> weights;
  std::vector<uint64_t> neighbours;
  uint64_t best = 0;
  int64_t bestWeight = 0;
  unsigned steps = 0;
};
} // namespace

/// The buffers of `section` and, the largest first, all that conflict with all
/// of them.
static std::vector<unsigned> fillUp(const Instance &instance, unsigned section,
                                    ArrayRef<unsigned> bySize) {
  std::vector<unsigned> clique = buffersIn(instance, section);
  std::vector<unsigned> conflicts(instance.size(), 0);
  auto count = [&](unsigned buffer) {
    for (unsigned other : instance.conflicts[buffer])
      ++conflicts[other];
  };
  for (unsigned buffer : clique)
    count(buffer);
  // A member does not conflict with itself, so it never qualifies again.
  for (unsigned buffer : bySize)
    if (conflicts[buffer] == clique.size()) {
      clique.push_back(buffer);
      count(buffer);
    }
  llvm::sort(clique);
  return clique;
}

PeakBound alloc::boundByClique(const Instance &instance) {
  int64_t unit = instance.unit;
  for (const Range &range : instance.reserved)
    if (range.begin % unit)
      unit = 1;
  std::vector<int64_t> weights;
  for (int64_t size : instance.sizes)
    weights.push_back(alignUp(size, unit));

  std::vector<std::vector<unsigned>> cliques;
  if (instance.size() <= 64) {
    cliques.push_back(HeaviestClique(instance, weights).find());
  } else {
    std::vector<int64_t> sums = sectionSums(instance, weights);
    std::vector<unsigned> sections(sums.size()), bySize(instance.size());
    std::iota(sections.begin(), sections.end(), 0);
    std::iota(bySize.begin(), bySize.end(), 0);
    llvm::sort(sections, [&](unsigned a, unsigned b) {
      return std::make_pair(-sums[a], a) < std::make_pair(-sums[b], b);
    });
    llvm::sort(bySize, [&](unsigned a, unsigned b) {
      return std::make_pair(-weights[a], a) < std::make_pair(-weights[b], b);
    });
    if (sections.size() > kGreedyStarts)
      sections.resize(kGreedyStarts);
    for (unsigned section : sections)
      cliques.push_back(fillUp(instance, section, bySize));
  }

  PeakBound bound;
  bound.kind = BoundKind::Clique;
  for (std::vector<unsigned> &clique : cliques) {
    int64_t bytes = 0, slack = 0;
    for (unsigned buffer : clique) {
      bytes += weights[buffer];
      slack = std::max(slack, weights[buffer] - instance.sizes[buffer]);
    }
    bytes = endOfPile(instance, bytes) - slack;
    if (bytes > bound.bytes) {
      bound.bytes = bytes;
      bound.buffers = std::move(clique);
    }
  }
  llvm::sort(bound.buffers);
  return bound;
}
