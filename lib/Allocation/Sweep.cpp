//===- Sweep.cpp - One sweep over time with lists of free ranges ----------===//
//
// A buffer takes a free range when it is born and gives it back when it dies,
// in an arena hardly larger than the load: near linear, but free ranges end up
// in pieces. Where the load comes close to the limit and a buffer finds no
// piece that is large enough, the time around it, back to where memory was
// less full, is placed again as a small problem of its own, by the strategies
// that know the future; what lives at its begin stays where it is.
//
//===----------------------------------------------------------------------===//

#include "FreeList.h"

#include "pto/Allocation/Bounds.h"
#include "pto/Allocation/Strategy.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace llvm;
using namespace mlir::pto;
using namespace mlir::pto::alloc;

namespace {
/// The arena is larger than the bound by one part in this.
constexpr int64_t kMargin = 128;
/// Windows of time reach to where the load is below these parts of the limit.
constexpr double kCalm[] = {0.93, 0.85, 0.75};
/// Births that a window may have, and conflicts, and its steps.
constexpr size_t kMostBirths = 20000;
constexpr size_t kMostConflicts = size_t(1) << 22;
constexpr int64_t kWindowSteps = 1000000;
/// What part of all steps that are left it may take at most.
constexpr int64_t kWindowPart = 8;
/// After so many windows that could not be placed, none is tried any more.
constexpr unsigned kMostFailures = 8;

class Sweep {
public:
  Sweep(const Instance &instance, int64_t limit, Budget &budget)
      : instance(instance), limit(limit), budget(budget),
        arena(limit, instance.reserved), offsets(instance.size(), -1),
        handles(instance.size()), places(instance.size()),
        births(instance.size()), deaths(instance.size()) {
    // What is between a size and its multiple of the alignment is lost anyway,
    // unless a reserved range begins there.
    int64_t unit = instance.unit;
    for (const Range &range : instance.reserved)
      if (range.begin % unit)
        unit = 1;
    for (int64_t size : instance.sizes)
      sizes.push_back(alignUp(size, unit));
    prepareEvents();
  }

  ArrayRef<int64_t> run() {
    for (size_t e = 0; e < events.size(); ++e) {
      unsigned buffer = events[e] >> 1;
      if (!(events[e] & 1)) {
        arena.giveBack(handles[buffer]);
        deactivate(buffer);
        continue;
      }
      FreeList::Handle handle =
          arena.take(sizes[buffer], instance.alignments[buffer]);
      if (handle == FreeList::kNone) {
        if (std::optional<size_t> end = placeWindowAgain(e)) {
          e = *end;
          continue;
        }
        int64_t tail =
            alignUp(arena.beginOfTail(), instance.alignments[buffer]);
        arena.extend(tail + sizes[buffer]);
        handle = arena.take(sizes[buffer], instance.alignments[buffer]);
      }
      handles[buffer] = handle;
      offsets[buffer] = arena.offsetOf(handle);
      activate(buffer);
    }
    return offsets;
  }

private:
  /// The first birth and the last death of each buffer, and the load after
  /// each: holes are not used here. An event is a buffer and, in its lowest
  /// bit, whether it is born.
  void prepareEvents() {
    std::vector<unsigned> parts(instance.size());
    for (unsigned i = 0; i != instance.size(); ++i)
      parts[i] = instance.spans[i].size();
    std::vector<bool> isBorn(instance.size());
    int64_t load = 0;
    for (const Event &event : instance.events) {
      if (event.begins) {
        if (isBorn[event.buffer])
          continue;
        isBorn[event.buffer] = true;
        births[event.buffer] = events.size();
        load += sizes[event.buffer];
      } else {
        if (--parts[event.buffer])
          continue;
        deaths[event.buffer] = events.size();
        load -= sizes[event.buffer];
      }
      events.push_back(event.buffer << 1 | unsigned(event.begins));
      loads.push_back(load);
    }
  }

  void activate(unsigned buffer) {
    places[buffer] = active.size();
    active.push_back(buffer);
  }

  void deactivate(unsigned buffer) {
    active[places[buffer]] = active.back();
    places[active.back()] = places[buffer];
    active.pop_back();
  }

  /// Places the events around `failed` again; the last event of the window, or
  /// none if that fails too.
  std::optional<size_t> placeWindowAgain(size_t failed) {
    for (double calm : kCalm) {
      if (budget.isSpent() || failedWindows == kMostFailures)
        return std::nullopt;
      int64_t quiet = calm * limit;
      size_t begin = failed, end = failed;
      while (begin && loads[begin - 1] > quiet)
        --begin;
      while (end + 1 < events.size() && loads[end] > quiet)
        ++end;
      if ((end - begin) / 2 > kMostBirths)
        return std::nullopt;
      if (placeWindow(begin, end, failed))
        return end;
      ++failedWindows;
    }
    return std::nullopt;
  }

  bool placeWindow(size_t begin, size_t end, size_t failed) {
    // Who lived when the window began: who lives now and was born before, and
    // who has died since.
    std::vector<unsigned> buffers;
    for (unsigned buffer : active)
      if (births[buffer] < begin)
        buffers.push_back(buffer);
    for (size_t e = begin; e != failed; ++e)
      if (!(events[e] & 1) && births[events[e] >> 1] < begin)
        buffers.push_back(events[e] >> 1);
    size_t numOld = buffers.size();
    for (size_t e = begin; e <= end; ++e)
      if (events[e] & 1)
        buffers.push_back(events[e] >> 1);

    // Times are numbers of events.
    Problem problem;
    problem.pools.emplace_back();
    problem.pools[0].capacity = limit;
    problem.pools[0].reserved.assign(instance.reserved.begin(),
                                     instance.reserved.end());
    std::vector<unsigned> all;
    for (auto [i, buffer] : enumerate(buffers)) {
      Buffer copy;
      copy.size = instance.sizes[buffer];
      copy.alignment = instance.alignments[buffer];
      copy.live.push_back({int64_t(std::max(births[buffer], begin)),
                           int64_t(std::min(deaths[buffer], end + 1))});
      if (i < numOld)
        copy.offset = offsets[buffer];
      problem.buffers.push_back(std::move(copy));
      all.push_back(i);
    }
    PairIndex pairs(problem);
    std::vector<unsigned> scratch(all.size());
    Instance window(problem, pairs, all, scratch);
    if (!window.makeConflicts(kMostConflicts))
      return false;
    Incumbent best(window, Objective::Fit, 0);
    Budget part(std::min(kWindowSteps, budget.left() / kWindowPart));
    placeInOrders(window, best, part);
    placeSqueaky(window, best, part);
    budget.spend(part.getUsed() + window.conflicts.numValues() / 64);
    if (!best.fits())
      return false;

    active.clear();
    std::vector<std::pair<Range, unsigned>> used;
    for (auto [i, buffer] : enumerate(buffers)) {
      offsets[buffer] = best.getOffsets()[i];
      if (deaths[buffer] <= end)
        continue;
      activate(buffer);
      used.push_back(
          {{offsets[buffer], offsets[buffer] + sizes[buffer]}, buffer});
    }
    for (const Range &range : instance.reserved)
      used.push_back({range, ~0u});
    llvm::sort(used, [](const auto &a, const auto &b) {
      return a.first.begin < b.first.begin;
    });
    std::vector<Range> ranges;
    for (const auto &entry : used)
      ranges.push_back(entry.first);
    arena = FreeList(arena.getLimit(), ranges);
    for (auto [i, entry] : enumerate(used))
      if (entry.second != ~0u)
        handles[entry.second] = arena.getInitial()[i];
    return true;
  }

  const Instance &instance;
  int64_t limit;
  Budget &budget;
  unsigned failedWindows = 0;
  FreeList arena;
  std::vector<int64_t> sizes;
  std::vector<unsigned> events;
  std::vector<int64_t> loads;
  std::vector<int64_t> offsets;
  std::vector<FreeList::Handle> handles;
  std::vector<unsigned> active, places;
  std::vector<size_t> births, deaths;
};
} // namespace

void alloc::placeInSweep(Instance &instance, Incumbent &incumbent,
                         Budget &budget) {
  // Rules between pairs and given offsets are not known to the free list.
  if (incumbent.isDone() || instance.hasPairs() || instance.anyFixed)
    return;
  int64_t limit = std::max(incumbent.getPeakBound(), endOfPile(instance, 1));
  limit += limit / kMargin;
  if (incumbent.getObjective() == Objective::Fit || limit > instance.capacity)
    limit = instance.capacity == kUnbounded ? limit : instance.capacity;
  budget.spend(1 + instance.size() / 64);
  incumbent.offer(Sweep(instance, limit, budget).run());
}
