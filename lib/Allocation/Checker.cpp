//===- Checker.cpp - The judge of a placement -----------------------------===//
//
// One sweep over time. Between two events the live buffers of a pool share no
// byte, so they stand in one order of addresses, and a buffer that comes to
// life has to be compared with its two neighbours in that order only.
//
//===----------------------------------------------------------------------===//

#include "pto/Allocation/Checker.h"

#include "llvm/ADT/bit.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

using namespace llvm;
using namespace mlir::pto;
using namespace mlir::pto::alloc;

/// Offsets above this are none: their ends might overflow.
static constexpr int64_t kHighest = 4 * kLargest;

namespace {
/// A set of small numbers that finds neighbours: bits, with a bit in the level
/// above for each word that is not zero.
class RankSet {
public:
  explicit RankSet(size_t size) {
    do {
      size = (size + 63) / 64;
      levels.emplace_back(size, 0);
    } while (size > 1);
  }

  void insert(unsigned rank) {
    for (std::vector<uint64_t> &level : levels) {
      level[rank / 64] |= uint64_t(1) << rank % 64;
      rank /= 64;
    }
  }

  void erase(unsigned rank) {
    for (std::vector<uint64_t> &level : levels) {
      level[rank / 64] &= ~(uint64_t(1) << rank % 64);
      if (level[rank / 64])
        return;
      rank /= 64;
    }
  }

  /// The next number above `rank` in the set.
  std::optional<unsigned> after(unsigned rank) const {
    for (size_t i = 0; i != levels.size(); ++i, rank /= 64) {
      uint64_t above = ~uint64_t(1) << rank % 64;
      if (uint64_t word = levels[i][rank / 64] & above) {
        unsigned found = rank / 64 * 64 + llvm::countr_zero(word);
        while (i--)
          found = found * 64 + llvm::countr_zero(levels[i][found]);
        return found;
      }
    }
    return std::nullopt;
  }

  /// The next number below `rank` in the set.
  std::optional<unsigned> before(unsigned rank) const {
    for (size_t i = 0; i != levels.size(); ++i, rank /= 64) {
      uint64_t below = (uint64_t(1) << rank % 64) - 1;
      if (uint64_t word = levels[i][rank / 64] & below) {
        unsigned found = rank / 64 * 64 + 63 - llvm::countl_zero(word);
        while (i--)
          found = found * 64 + 63 - llvm::countl_zero(levels[i][found]);
        return found;
      }
    }
    return std::nullopt;
  }

private:
  std::vector<std::vector<uint64_t>> levels;
};

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
    std::vector<unsigned> order = placedInOrder(),
                          ranks(problem.buffers.size());
    for (unsigned rank = 0; rank != order.size(); ++rank)
      ranks[order[rank]] = rank;
    // Ranks of those that are live now; pools follow one another.
    RankSet live(order.size());
    for (const Event &event : events) {
      unsigned buffer = event.buffer, rank = ranks[buffer];
      if (!event.begins) {
        live.erase(rank);
        continue;
      }
      bool clean = true;
      for (std::optional<unsigned> next : {live.after(rank), live.before(rank)})
        if (next && shareBytes(buffer, order[*next])) {
          report(Rule::Overlap, buffer, order[*next]);
          clean = false;
        }
      // One that overlaps is left out: the others keep their order.
      if (clean)
        live.insert(rank);
    }
  }

  /// The buffers that have a place, by pool and offset.
  std::vector<unsigned> placedInOrder() const {
    std::vector<unsigned> order;
    for (unsigned i = 0, e = problem.buffers.size(); i != e; ++i)
      if (isPlaced(i))
        order.push_back(i);
    std::sort(order.begin(), order.end(), [&](unsigned a, unsigned b) {
      return std::make_tuple(problem.buffers[a].pool, offsets[a], a) <
             std::make_tuple(problem.buffers[b].pool, offsets[b], b);
    });
    return order;
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
