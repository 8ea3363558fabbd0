//===- Bounds.cpp - What no placement can do better -----------------------===//
//
// All bounds pile up sizes. Offsets are multiples of the smallest alignment, so
// sizes count rounded up to it, but for the topmost buffer of the pile; which
// one that is nobody knows, so the largest rounding is taken off again.
//
//===----------------------------------------------------------------------===//

#include "pto/Allocation/Bounds.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <numeric>

using namespace llvm;
using namespace mlir::pto;
using namespace mlir::pto::alloc;

namespace {
/// Sizes as they count in a pile.
struct Pile {
  explicit Pile(const Instance &instance) : bytes(instance.sizes) {
    unit = instance.unit;
    // A pile that ends at a range which is not aligned has one more top there.
    for (const Range &range : instance.reserved)
      if (range.begin % unit)
        unit = 1;
    for (int64_t &size : bytes)
      size = alignUp(size, unit);
  }

  int64_t slack(const Instance &instance, unsigned buffer) const {
    return bytes[buffer] - instance.sizes[buffer];
  }

  int64_t unit;
  std::vector<int64_t> bytes;
};
} // namespace

int64_t alloc::endOfPile(const Instance &instance, int64_t bytes) {
  int64_t unit = instance.unit;
  int64_t base = 0;
  for (const Range &range : instance.reserved) {
    if (range.begin - base >= bytes)
      break;
    bytes -= std::max<int64_t>(range.begin - base, 0);
    base = std::max(base, alignUp(range.end, unit));
  }
  return base + bytes;
}

/// The largest slack among the buffers of each section.
static std::vector<int64_t> sectionSlacks(const Instance &instance,
                                          const Pile &pile) {
  std::vector<int64_t> slacks(instance.numSections, 0);
  if (pile.unit == 1)
    return slacks;
  std::vector<unsigned> order(instance.size());
  std::iota(order.begin(), order.end(), 0);
  llvm::sort(order, [&](unsigned a, unsigned b) {
    return std::make_pair(-pile.slack(instance, a), a) <
           std::make_pair(-pile.slack(instance, b), b);
  });
  // Sections that have theirs are skipped: next[s] leads to one without.
  std::vector<unsigned> next(instance.numSections + 1);
  std::iota(next.begin(), next.end(), 0);
  auto find = [&](unsigned s) {
    while (next[s] != s)
      s = next[s] = next[next[s]];
    return s;
  };
  for (unsigned buffer : order)
    for (Span span : instance.spans[buffer])
      for (unsigned s = find(span.begin); s < span.end; s = find(s)) {
        slacks[s] = pile.slack(instance, buffer);
        next[s] = s + 1;
      }
  return slacks;
}

PeakBound alloc::boundByLoad(const Instance &instance) {
  Pile pile(instance);
  std::vector<int64_t> sums = sectionSums(instance, pile.bytes);
  std::vector<int64_t> slacks = sectionSlacks(instance, pile);
  PeakBound bound;
  unsigned best = 0;
  for (unsigned s = 0; s != instance.numSections; ++s) {
    int64_t bytes = endOfPile(instance, sums[s]) - slacks[s];
    if (bytes > bound.bytes) {
      bound.bytes = bytes;
      best = s;
    }
  }
  bound.buffers = buffersIn(instance, best);
  // All live from the time at which the last of them was born.
  std::vector<bool> isIn(instance.size());
  for (unsigned buffer : bound.buffers)
    isIn[buffer] = true;
  size_t live = 0;
  for (const Event &event : instance.events) {
    if (!isIn[event.buffer])
      continue;
    live += event.begins ? 1 : -1;
    if (live == bound.buffers.size()) {
      bound.time = event.time;
      break;
    }
  }
  return bound;
}

PeakBound alloc::boundBySteps(const Instance &instance) {
  PeakBound bound;
  bound.kind = BoundKind::Step;
  if (!instance.equalStarts.numValues())
    return bound;
  Pile pile(instance);
  int64_t slack = 0;
  for (unsigned i = 0; i != instance.size(); ++i)
    slack = std::max(slack, pile.slack(instance, i));

  ArrayRef<Event> events = instance.events;
  std::vector<size_t> endsIn(instance.size(), events.size());
  int64_t live = 0;
  unsigned bestResult = ~0u;
  for (size_t group = 0; group != events.size();) {
    int64_t time = events[group].time;
    size_t i = group;
    for (; i != events.size() && events[i].time == time; ++i) {
      if (events[i].begins)
        continue;
      live -= pile.bytes[events[i].buffer];
      endsIn[events[i].buffer] = group;
    }
    // What is born here has its operands, which die here, still beside it.
    for (size_t j = group; j != i; ++j) {
      if (!events[j].begins)
        continue;
      unsigned result = events[j].buffer;
      int64_t operands = 0, shared = 0;
      for (unsigned other : instance.equalStarts[result])
        if (endsIn[other] == group) {
          operands += pile.bytes[other];
          shared =
              std::max(shared, std::min(pile.bytes[other], pile.bytes[result]));
        }
      for (unsigned other : instance.separations[result])
        if (endsIn[other] == group &&
            !is_contained(instance.equalStarts[result], other))
          operands += pile.bytes[other];
      if (!operands)
        continue;
      int64_t bytes =
          endOfPile(instance, live + operands + pile.bytes[result] - shared) -
          slack;
      if (bytes > bound.bytes) {
        bound.bytes = bytes;
        bound.time = time;
        bestResult = result;
      }
    }
    for (size_t j = group; j != i; ++j)
      if (events[j].begins)
        live += pile.bytes[events[j].buffer];
    group = i;
  }
  if (bestResult == ~0u)
    return bound;

  // The set: all that live across the time, the result and its operands.
  std::vector<bool> isLive(instance.size()), dies(instance.size());
  for (const Event &event : events) {
    if (event.time > bound.time || (event.time == bound.time && event.begins))
      break;
    isLive[event.buffer] = event.begins;
    if (event.time == bound.time)
      dies[event.buffer] = true;
  }
  isLive[bestResult] = true;
  for (unsigned other : instance.equalStarts[bestResult])
    isLive[other] = isLive[other] || dies[other];
  for (unsigned other : instance.separations[bestResult])
    isLive[other] = isLive[other] || dies[other];
  for (unsigned i = 0; i != instance.size(); ++i)
    if (isLive[i])
      bound.buffers.push_back(i);
  return bound;
}

PeakBound alloc::boundByFixed(const Instance &instance) {
  PeakBound bound;
  bound.kind = BoundKind::Fixed;
  for (unsigned i = 0; i != instance.size(); ++i)
    if (instance.isFixed(i) &&
        instance.fixed[i] + instance.sizes[i] > bound.bytes) {
      bound.bytes = instance.fixed[i] + instance.sizes[i];
      bound.buffers = {i};
    }
  return bound;
}

PeakBound alloc::boundPeak(Instance &instance) {
  PeakBound best = boundByLoad(instance);
  auto consider = [&](PeakBound bound) {
    if (bound.bytes > best.bytes)
      best = std::move(bound);
  };
  consider(boundBySteps(instance));
  if (instance.anyFixed)
    consider(boundByFixed(instance));
  // Without separations and holes, the sections are the largest cliques.
  bool sectionsAreCliques = !instance.separations.numValues() &&
                            instance.spans.numValues() == instance.size();
  if (!sectionsAreCliques && instance.hasConflicts())
    consider(boundByClique(instance));
  return best;
}

std::optional<Pair> alloc::findFixedClash(const Instance &instance) {
  if (!instance.anyFixed)
    return std::nullopt;
  auto bytesOf = [&](unsigned buffer) {
    return Range{instance.fixed[buffer],
                 instance.fixed[buffer] + instance.sizes[buffer]};
  };
  for (unsigned i = 0; i != instance.size(); ++i) {
    if (!instance.isFixed(i))
      continue;
    for (unsigned other : instance.conflicts[i])
      if (instance.isFixed(other) && bytesOf(i).overlaps(bytesOf(other)))
        return Pair{i, other};
    for (unsigned other : instance.equalStarts[i])
      if (instance.isFixed(other) && bytesOf(i).overlaps(bytesOf(other)) &&
          instance.fixed[i] != instance.fixed[other])
        return Pair{i, other};
    for (const Range &range : instance.reserved)
      if (bytesOf(i).overlaps(range))
        return Pair{i, i};
  }
  return std::nullopt;
}
