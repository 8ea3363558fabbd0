//===- Instance.h - A connected piece of a problem, in flat arrays --------===//
//
// The form of a problem that strategies work on: the buffers of one pool that
// bear on each other, directly or through others, numbered from 0. Time is cut
// into sections: a section stands for a largest set of buffers that live at
// once, and a buffer lives in one or more runs of sections.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ALLOCATION_INSTANCE_H
#define PTO_ALLOCATION_INSTANCE_H

#include "pto/Allocation/Problem.h"

#include "llvm/ADT/ArrayRef.h"

#include <utility>

namespace mlir::pto::alloc {

/// Lists of values, one list a key, in two arrays.
template <typename T>
class Lists {
public:
  Lists() = default;
  /// Sorts `entries` by key into `keys` lists; the order within a list is that
  /// of the entries.
  Lists(unsigned keys, llvm::ArrayRef<std::pair<unsigned, T>> entries)
      : starts(keys + 1, 0), values(entries.size()) {
    for (const auto &entry : entries)
      ++starts[entry.first + 1];
    for (unsigned key = 0; key != keys; ++key)
      starts[key + 1] += starts[key];
    std::vector<size_t> next(starts.begin(), starts.end() - 1);
    for (const auto &entry : entries)
      values[next[entry.first]++] = entry.second;
  }

  llvm::ArrayRef<T> operator[](unsigned key) const {
    return llvm::ArrayRef<T>(values).slice(starts[key],
                                           starts[key + 1] - starts[key]);
  }
  llvm::MutableArrayRef<T> get(unsigned key) {
    return llvm::MutableArrayRef<T>(values).slice(starts[key], starts[key + 1] -
                                                                   starts[key]);
  }
  unsigned numKeys() const { return starts.empty() ? 0 : starts.size() - 1; }
  size_t numValues() const { return values.size(); }

private:
  std::vector<size_t> starts;
  std::vector<T> values;
};

/// A run of sections, [begin, end).
struct Span {
  unsigned begin = 0;
  unsigned end = 0;
};

/// The other end of a soft pair.
struct SoftEdge {
  unsigned other = 0;
  int64_t weight = 0;
};

/// The begin or the end of a part of a buffer's life.
struct Event {
  int64_t time;
  unsigned buffer;
  bool begins;
};

/// The pairs of a problem by buffer, in both directions, without duplicates.
struct PairIndex {
  explicit PairIndex(const Problem &problem);

  Lists<unsigned> separations;
  Lists<unsigned> equalStarts;
  Lists<SoftEdge> penalties;
};

class Instance {
public:
  /// The instance of `buffers`, indices in `problem`, which are all in one
  /// pool and have no pair with others. `scratch` is as large as the problem,
  /// for the instance's own use.
  Instance(const Problem &problem, const PairIndex &pairs,
           llvm::ArrayRef<unsigned> buffers, std::vector<unsigned> &scratch);

  unsigned size() const { return sizes.size(); }

  /// Makes `conflicts`, unless they would be more than `most`.
  bool makeConflicts(size_t most);
  bool hasConflicts() const { return conflicts.numKeys() == size(); }

  /// True where rules other than lifetimes hold between buffers.
  bool hasPairs() const {
    return separations.numValues() || equalStarts.numValues() ||
           penalties.numValues();
  }
  bool isFixed(unsigned buffer) const { return fixed[buffer] >= 0; }

  /// The lowest offset from `from` on at which `bytes` with this alignment
  /// keep clear of the reserved ranges.
  int64_t skipReserved(int64_t from, int64_t bytes, int64_t alignment) const;

  /// The highest end of a buffer, and what it pays, at these offsets.
  int64_t peakOf(llvm::ArrayRef<int64_t> offsets) const;
  int64_t penaltyOf(llvm::ArrayRef<int64_t> offsets) const;

  int64_t capacity;
  /// In order, joined where they touch.
  std::vector<Range> reserved;

  /// One each buffer. `fixed` is -1 where the offset is free.
  std::vector<int64_t> sizes;
  std::vector<int64_t> alignments;
  std::vector<int64_t> fixed;
  /// The buffer's index in the problem.
  std::vector<unsigned> origins;
  bool anyFixed = false;
  /// The smallest of all alignments: every offset is a multiple of it.
  int64_t unit = 1;

  /// In order of time; at one time, ends come before begins.
  std::vector<Event> events;
  unsigned numSections = 0;
  Lists<Span> spans;

  Lists<unsigned> separations;
  Lists<unsigned> equalStarts;
  Lists<SoftEdge> penalties;
  /// Separations and overlaps of lives, each buffer's in order.
  Lists<unsigned> conflicts;
};

/// The largest sum of `weights` in each section.
std::vector<int64_t> sectionSums(const Instance &instance,
                                 llvm::ArrayRef<int64_t> weights);

/// The buffers that live in a section.
std::vector<unsigned> buffersIn(const Instance &instance, unsigned section);

/// The buffers of a pool in groups that do not bear on each other.
Lists<unsigned> splitPool(const Problem &problem, const PairIndex &pairs,
                          unsigned pool);

} // namespace mlir::pto::alloc

#endif // PTO_ALLOCATION_INSTANCE_H
