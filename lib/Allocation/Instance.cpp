//===- Instance.cpp - A connected piece of a problem, in flat arrays ------===//

#include "pto/Allocation/Instance.h"

#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <tuple>

using namespace llvm;
using namespace mlir::pto;
using namespace mlir::pto::alloc;

//===----------------------------------------------------------------------===//
// Pairs by buffer
//===----------------------------------------------------------------------===//

static bool inOnePool(const Problem &problem, unsigned first, unsigned second) {
  return problem.buffers[first].pool == problem.buffers[second].pool;
}

/// `entries` by key, each list sorted and without duplicates. Many short sorts
/// take less than one long one.
static Lists<unsigned>
listsWithoutDuplicates(unsigned keys,
                       std::vector<std::pair<unsigned, unsigned>> &entries) {
  Lists<unsigned> lists(keys, entries);
  entries.clear();
  for (unsigned key = 0; key != keys; ++key) {
    MutableArrayRef<unsigned> list = lists.get(key);
    llvm::sort(list);
    for (size_t i = 0; i != list.size(); ++i)
      if (!i || list[i] != list[i - 1])
        entries.push_back({key, list[i]});
  }
  if (entries.size() == lists.numValues())
    return lists;
  return Lists<unsigned>(keys, entries);
}

static Lists<unsigned> indexPairs(const Problem &problem,
                                  ArrayRef<Pair> pairs) {
  std::vector<std::pair<unsigned, unsigned>> entries;
  entries.reserve(2 * pairs.size());
  for (const Pair &pair : pairs) {
    if (!inOnePool(problem, pair.first, pair.second))
      continue;
    entries.push_back({pair.first, pair.second});
    entries.push_back({pair.second, pair.first});
  }
  return listsWithoutDuplicates(problem.buffers.size(), entries);
}

/// Weights of the same pair are added up.
static Lists<SoftEdge> indexPenalties(const Problem &problem) {
  std::vector<std::pair<unsigned, SoftEdge>> entries;
  entries.reserve(2 * problem.penalties.size());
  for (const SoftPair &pair : problem.penalties) {
    if (!inOnePool(problem, pair.first, pair.second))
      continue;
    entries.push_back({pair.first, {pair.second, pair.weight}});
    entries.push_back({pair.second, {pair.first, pair.weight}});
  }
  llvm::sort(entries, [](const auto &a, const auto &b) {
    return std::tie(a.first, a.second.other, a.second.weight) <
           std::tie(b.first, b.second.other, b.second.weight);
  });
  size_t kept = 0;
  for (const auto &entry : entries) {
    if (kept && entries[kept - 1].first == entry.first &&
        entries[kept - 1].second.other == entry.second.other)
      entries[kept - 1].second.weight += entry.second.weight;
    else
      entries[kept++] = entry;
  }
  entries.resize(kept);
  return Lists<SoftEdge>(problem.buffers.size(), entries);
}

PairIndex::PairIndex(const Problem &problem)
    : separations(indexPairs(problem, problem.separations)),
      equalStarts(indexPairs(problem, problem.equalStarts)),
      penalties(indexPenalties(problem)) {}

//===----------------------------------------------------------------------===//
// Time
//===----------------------------------------------------------------------===//

static std::vector<Event> eventsOf(const Problem &problem,
                                   ArrayRef<unsigned> buffers) {
  std::vector<Event> events;
  events.reserve(2 * buffers.size());
  SmallVector<Range, 4> life;
  for (auto [local, index] : enumerate(buffers)) {
    life.assign(problem.buffers[index].live);
    if (life.size() > 1)
      llvm::sort(life, [](const Range &a, const Range &b) {
        return std::tie(a.begin, a.end) < std::tie(b.begin, b.end);
      });
    for (size_t i = 0; i != life.size();) {
      Range part = life[i];
      for (++i; i != life.size() && life[i].begin <= part.end; ++i)
        part.end = std::max(part.end, life[i].end);
      events.push_back({part.begin, unsigned(local), true});
      events.push_back({part.end, unsigned(local), false});
    }
  }
  llvm::sort(events, [](const Event &a, const Event &b) {
    return std::tie(a.time, a.begins, a.buffer) <
           std::tie(b.time, b.begins, b.buffer);
  });
  return events;
}

Lists<unsigned> alloc::splitPool(const Problem &problem, const PairIndex &pairs,
                                 unsigned pool) {
  std::vector<unsigned> buffers;
  for (unsigned i = 0, e = problem.buffers.size(); i != e; ++i)
    if (problem.buffers[i].pool == pool)
      buffers.push_back(i);
  std::vector<Event> events = eventsOf(problem, buffers);
  IntEqClasses classes(problem.buffers.size());
  // All that live at one time are linked to the one that was there first.
  unsigned live = 0, link = 0;
  for (const Event &event : events) {
    if (!event.begins) {
      --live;
      continue;
    }
    if (live++)
      classes.join(link, buffers[event.buffer]);
    else
      link = buffers[event.buffer];
  }
  for (unsigned buffer : buffers) {
    for (unsigned other : pairs.separations[buffer])
      classes.join(buffer, other);
    for (unsigned other : pairs.equalStarts[buffer])
      classes.join(buffer, other);
    for (const SoftEdge &edge : pairs.penalties[buffer])
      classes.join(buffer, edge.other);
  }
  // Pieces are numbered in the order of their first buffer.
  std::vector<unsigned> numbers(problem.buffers.size(), ~0u);
  std::vector<std::pair<unsigned, unsigned>> entries;
  entries.reserve(buffers.size());
  unsigned count = 0;
  for (unsigned buffer : buffers) {
    unsigned &number = numbers[classes.findLeader(buffer)];
    if (number == ~0u)
      number = count++;
    entries.push_back({number, buffer});
  }
  return Lists<unsigned>(count, entries);
}

//===----------------------------------------------------------------------===//
// Instance
//===----------------------------------------------------------------------===//

Instance::Instance(const Problem &problem, const PairIndex &pairs,
                   ArrayRef<unsigned> buffers, std::vector<unsigned> &scratch)
    : origins(buffers.begin(), buffers.end()) {
  const Pool &pool = problem.pools[problem.buffers[buffers.front()].pool];
  capacity = pool.capacity;
  reserved.assign(pool.reserved.begin(), pool.reserved.end());
  llvm::sort(reserved, [](const Range &a, const Range &b) {
    return std::tie(a.begin, a.end) < std::tie(b.begin, b.end);
  });
  size_t kept = 0;
  for (const Range &range : reserved) {
    if (kept && range.begin <= reserved[kept - 1].end)
      reserved[kept - 1].end = std::max(reserved[kept - 1].end, range.end);
    else
      reserved[kept++] = range;
  }
  reserved.resize(kept);

  unsigned count = buffers.size();
  std::vector<std::pair<unsigned, unsigned>> separate, equal;
  std::vector<std::pair<unsigned, SoftEdge>> soft;
  for (auto [local, index] : enumerate(buffers))
    scratch[index] = local;
  for (auto [number, index] : enumerate(buffers)) {
    unsigned local = number;
    const Buffer &buffer = problem.buffers[index];
    sizes.push_back(buffer.size);
    alignments.push_back(problem.alignmentOf(index));
    fixed.push_back(buffer.offset.value_or(-1));
    anyFixed |= buffer.offset.has_value();
    for (unsigned other : pairs.separations[index])
      separate.push_back({local, scratch[other]});
    for (unsigned other : pairs.equalStarts[index])
      equal.push_back({local, scratch[other]});
    for (const SoftEdge &edge : pairs.penalties[index])
      soft.push_back({local, {scratch[edge.other], edge.weight}});
  }
  unit = *llvm::min_element(alignments);
  separations = Lists<unsigned>(count, separate);
  equalStarts = Lists<unsigned>(count, equal);
  penalties = Lists<SoftEdge>(count, soft);

  // A section is closed where the first buffer dies after one was born.
  events = eventsOf(problem, buffers);
  std::vector<std::pair<unsigned, Span>> runs;
  runs.reserve(events.size() / 2);
  std::vector<unsigned> &begins = scratch;
  bool grows = false;
  for (const Event &event : events) {
    if (event.begins) {
      grows = true;
      begins[origins[event.buffer]] = numSections;
      continue;
    }
    if (grows)
      ++numSections;
    grows = false;
    unsigned begin = begins[origins[event.buffer]];
    runs.push_back({event.buffer, {begin, numSections}});
  }
  spans = Lists<Span>(count, runs);
}

bool Instance::makeConflicts(size_t most) {
  if (hasConflicts())
    return true;
  size_t pairs = separations.numValues() / 2, live = 0;
  for (const Event &event : events) {
    live += event.begins ? 1 : -1;
    if (event.begins)
      pairs += live - 1;
    if (pairs > most)
      return false;
  }
  std::vector<std::pair<unsigned, unsigned>> entries;
  entries.reserve(2 * pairs);
  std::vector<unsigned> active, places(size());
  for (const Event &event : events) {
    unsigned buffer = event.buffer;
    if (!event.begins) {
      active[places[buffer]] = active.back();
      places[active.back()] = places[buffer];
      active.pop_back();
      continue;
    }
    for (unsigned other : active) {
      entries.push_back({buffer, other});
      entries.push_back({other, buffer});
    }
    places[buffer] = active.size();
    active.push_back(buffer);
  }
  for (unsigned buffer = 0; buffer != size(); ++buffer)
    for (unsigned other : separations[buffer])
      entries.push_back({buffer, other});
  conflicts = listsWithoutDuplicates(size(), entries);
  return true;
}

int64_t Instance::skipReserved(int64_t from, int64_t bytes,
                               int64_t alignment) const {
  int64_t offset = alignUp(from, alignment);
  for (const Range &range : reserved) {
    if (range.begin >= offset + bytes)
      break;
    if (range.end > offset)
      offset = alignUp(range.end, alignment);
  }
  return offset;
}

int64_t Instance::peakOf(ArrayRef<int64_t> offsets) const {
  int64_t peak = 0;
  for (unsigned i = 0; i != size(); ++i)
    peak = std::max(peak, offsets[i] + sizes[i]);
  return peak;
}

int64_t Instance::penaltyOf(ArrayRef<int64_t> offsets) const {
  int64_t penalty = 0;
  for (unsigned i = 0; i != size(); ++i)
    for (const SoftEdge &edge : penalties[i])
      if (edge.other > i &&
          Range{offsets[i], offsets[i] + sizes[i]}.overlaps(
              {offsets[edge.other], offsets[edge.other] + sizes[edge.other]}))
        penalty += edge.weight;
  return penalty;
}

std::vector<int64_t> alloc::sectionSums(const Instance &instance,
                                        ArrayRef<int64_t> weights) {
  std::vector<int64_t> sums(instance.numSections + 1, 0);
  for (unsigned i = 0; i != instance.size(); ++i)
    for (Span span : instance.spans[i]) {
      sums[span.begin] += weights[i];
      sums[span.end] -= weights[i];
    }
  for (unsigned s = 0; s != instance.numSections; ++s)
    sums[s + 1] += sums[s];
  sums.pop_back();
  return sums;
}

std::vector<unsigned> alloc::buffersIn(const Instance &instance,
                                       unsigned section) {
  std::vector<unsigned> buffers;
  for (unsigned i = 0; i != instance.size(); ++i)
    if (any_of(instance.spans[i], [&](Span span) {
          return span.begin <= section && section < span.end;
        }))
      buffers.push_back(i);
  return buffers;
}
