//===- Placer.h - One buffer after the other ------------------------------===//
//
// The step that all greedy strategies share: given some placed buffers, where
// does the next one go? Private to the library.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_LIB_ALLOCATION_PLACER_H
#define PTO_LIB_ALLOCATION_PLACER_H

#include "pto/Allocation/Instance.h"

namespace mlir::pto::alloc {

/// Which of the offsets that keep all rules.
enum class Fit {
  /// The lowest.
  Lowest,
  /// The one that leaves the least of a free range over.
  Tightest,
  /// The one that pays the least for shared bytes, then the lowest.
  Cheapest,
};

/// Places the buffers of an instance, whose conflicts are made, one by one.
class Placer {
public:
  explicit Placer(const Instance &instance);

  /// Whether soft pairs are kept apart like conflicts; otherwise they count
  /// for Fit::Cheapest only.
  void setSoftIsHard(bool value) { softIsHard = value; }

  /// Starts again; buffers with given offsets are placed.
  void clear();
  /// Places all of `order` from the start.
  void placeAll(llvm::ArrayRef<unsigned> order, Fit fit);
  void place(unsigned buffer, Fit fit);
  void remove(unsigned buffer) { offsets[buffer] = -1; }

  /// What a buffer pays at an offset, for the buffers that are placed.
  int64_t penaltyAt(unsigned buffer, int64_t offset) const;

  llvm::ArrayRef<int64_t> getOffsets() const { return offsets; }

private:
  /// Collects what bars `buffer` from addresses, in order.
  void collectBlocks(unsigned buffer);
  /// True where `buffer` may start with the placed `partner`.
  bool canStartAt(unsigned buffer, int64_t offset) const;
  int64_t findLowest(unsigned buffer) const;
  int64_t findTightest(unsigned buffer) const;
  int64_t findCheapest(unsigned buffer);
  /// The lowest free offset for `buffer` from `from` on, and the end of the
  /// free range there.
  std::pair<int64_t, int64_t> nextGap(unsigned buffer, int64_t from) const;

  const Instance &instance;
  bool softIsHard = false;
  std::vector<int64_t> offsets;
  std::vector<Range> blocks;
  std::vector<int64_t> candidates;
};

} // namespace mlir::pto::alloc

#endif // PTO_LIB_ALLOCATION_PLACER_H
