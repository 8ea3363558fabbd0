//===- Checker.cpp - The judge of a placement -----------------------------===//
//
// One sweep over time. Between two events the live buffers of a pool share no
// byte, so they stand in one order of addresses, and a buffer that comes to
// life has to be compared with its two neighbours in that order only.
//
//===----------------------------------------------------------------------===//

#include "pto/Allocation/Checker.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <set>

using namespace llvm;
using namespace mlir::pto;
using namespace mlir::pto::alloc;

/// Offsets above this are none: their ends might overflow.
static constexpr int64_t kHighest = 4 * kLargest;

namespace {
class Judge {
public:
  Judge(const Problem &problem, ArrayRef<int64_t> offsets)
      : problem(problem), offsets(offsets) {}

  Verdict run() {
    verdict.peaks.assign(problem.pools.size(), 0);
    for (unsigned i = 0, e = problem.buffers.size(); i != e; ++i)
      judgeAlone(i);
    judgeLives();
    for (const Pair &pair : problem.separations)
      if (shareBytes(pair.first, pair.second))
        report(Rule::Separation, pair.first, pair.second);
    for (const Pair &pair : problem.equalStarts)
      if (shareBytes(pair.first, pair.second) &&
          offsets[pair.first] != offsets[pair.second])
        report(Rule::EqualStart, pair.first, pair.second);
    for (const SoftPair &pair : problem.penalties)
      if (shareBytes(pair.first, pair.second))
        verdict.penalty += pair.weight;
    return std::move(verdict);
  }

private:
  bool isPlaced(unsigned buffer) const {
    return buffer < offsets.size() && offsets[buffer] >= 0 &&
           offsets[buffer] <= kHighest;
  }

  Range bytes(unsigned buffer) const {
    return {offsets[buffer], offsets[buffer] + problem.buffers[buffer].size};
  }

  bool shareBytes(unsigned first, unsigned second) const {
    return isPlaced(first) && isPlaced(second) &&
           problem.buffers[first].pool == problem.buffers[second].pool &&
           bytes(first).overlaps(bytes(second));
  }

  void report(Rule rule, unsigned buffer,
              std::optional<unsigned> other = std::nullopt) {
    if (verdict.violations.size() < kMostViolations)
      verdict.violations.push_back({rule, buffer, other});
  }

  void judgeAlone(unsigned index) {
    if (!isPlaced(index))
      return report(Rule::Placed, index);
    const Buffer &buffer = problem.buffers[index];
    const Pool &pool = problem.pools[buffer.pool];
    if (offsets[index] % buffer.alignment || offsets[index] % pool.alignment)
      report(Rule::Aligned, index);
    if (offsets[index] > pool.capacity - buffer.size)
      report(Rule::Capacity, index);
    for (const Range &range : pool.reserved)
      if (bytes(index).overlaps(range)) {
        report(Rule::Reserved, index);
        break;
      }
    if (buffer.offset && *buffer.offset != offsets[index])
      report(Rule::Fixed, index);
    int64_t &peak = verdict.peaks[buffer.pool];
    peak = std::max(peak, bytes(index).end);
  }

  void judgeLives() {
    struct Event {
      int64_t time;
      bool begins;
      unsigned buffer;
    };
    std::vector<Event> events;
    events.reserve(2 * problem.buffers.size());
    for (unsigned i = 0, e = problem.buffers.size(); i != e; ++i) {
      if (!isPlaced(i))
        continue;
      for (const Range &live : mergedLife(i)) {
        events.push_back({live.begin, true, i});
        events.push_back({live.end, false, i});
      }
    }
    // Lives are half-open: at one time, ends come before begins.
    std::sort(events.begin(), events.end(), [](const Event &a, const Event &b) {
      return std::tie(a.time, a.begins, a.buffer) <
             std::tie(b.time, b.begins, b.buffer);
    });
    using Entry = std::pair<int64_t, unsigned>;
    std::vector<std::set<Entry>> live(problem.pools.size());
    std::vector<bool> isLive(problem.buffers.size());
    for (const Event &event : events) {
      std::set<Entry> &set = live[problem.buffers[event.buffer].pool];
      Entry entry(offsets[event.buffer], event.buffer);
      if (!event.begins) {
        if (isLive[event.buffer])
          set.erase(entry);
        isLive[event.buffer] = false;
        continue;
      }
      auto next = set.lower_bound(entry);
      bool clean = true;
      if (next != set.end() && shareBytes(event.buffer, next->second)) {
        report(Rule::Overlap, event.buffer, next->second);
        clean = false;
      }
      if (next != set.begin() &&
          shareBytes(event.buffer, std::prev(next)->second)) {
        report(Rule::Overlap, event.buffer, std::prev(next)->second);
        clean = false;
      }
      // One that overlaps is left out: the others keep their order.
      if (clean) {
        set.insert(next, entry);
        isLive[event.buffer] = true;
      }
    }
  }

  /// The ranges of a life in order, with those joined that overlap.
  SmallVector<Range, 1> mergedLife(unsigned index) const {
    SmallVector<Range, 1> life = problem.buffers[index].live;
    if (life.size() == 1)
      return life;
    std::sort(life.begin(), life.end(), [](const Range &a, const Range &b) {
      return std::tie(a.begin, a.end) < std::tie(b.begin, b.end);
    });
    SmallVector<Range, 1> merged;
    for (const Range &range : life) {
      if (!merged.empty() && range.begin <= merged.back().end)
        merged.back().end = std::max(merged.back().end, range.end);
      else
        merged.push_back(range);
    }
    return merged;
  }

  const Problem &problem;
  ArrayRef<int64_t> offsets;
  Verdict verdict;
};
} // namespace

Verdict alloc::check(const Problem &problem, ArrayRef<int64_t> offsets) {
  return Judge(problem, offsets).run();
}

std::string alloc::describe(const Violation &violation, const Problem &problem,
                            ArrayRef<int64_t> offsets,
                            function_ref<std::string(unsigned)> nameOf) {
  const Buffer &buffer = problem.buffers[violation.buffer];
  std::string name = nameOf(violation.buffer);
  if (violation.rule == Rule::Placed)
    return formatv("{0} has no offset", name);
  auto place = [&](unsigned index) {
    int64_t offset = offsets[index];
    return formatv("{0} at [{1}, {2})", nameOf(index), offset,
                   offset + problem.buffers[index].size)
        .str();
  };
  std::string here = place(violation.buffer);
  std::string there = violation.other ? place(*violation.other) : "";
  switch (violation.rule) {
  case Rule::Placed:
    break;
  case Rule::Aligned:
    return formatv("{0} is not aligned to {1} bytes", here,
                   problem.alignmentOf(violation.buffer));
  case Rule::Capacity:
    return formatv("{0} ends above the capacity of {1} bytes", here,
                   problem.pools[buffer.pool].capacity);
  case Rule::Reserved:
    return formatv("{0} touches a reserved range", here);
  case Rule::Fixed:
    return formatv("{0} is not at its given offset {1}", here, *buffer.offset);
  case Rule::Overlap:
    return formatv("{0} and {1} live at the same time and share bytes", here,
                   there);
  case Rule::Separation:
    return formatv("{0} and {1} are separated but share bytes", here, there);
  case Rule::EqualStart:
    return formatv("{0} and {1} share bytes but start at different offsets",
                   here, there);
  }
  llvm_unreachable("unknown rule");
}
