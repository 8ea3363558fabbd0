//===- FreeList.h - Free ranges by size and by address --------------------===//
//
// The addresses of an arena as a list of used and free blocks. Free blocks are
// also kept by size, in two levels: powers of two, and steps within each; so
// that taking a range and giving it back cost the same however many there are.
// Private to the library.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_LIB_ALLOCATION_FREELIST_H
#define PTO_LIB_ALLOCATION_FREELIST_H

#include "pto/Allocation/Problem.h"

#include "llvm/ADT/ArrayRef.h"

#include <array>

namespace mlir::pto::alloc {

class FreeList {
public:
  /// An arena [0, limit) in which the sorted ranges `used` are taken.
  FreeList(int64_t limit, llvm::ArrayRef<Range> used);

  /// A handle of a used block.
  using Handle = uint32_t;
  static constexpr Handle kNone = ~Handle(0);

  /// Takes `size` bytes from a free block that is hardly larger; none if no
  /// block is large enough.
  Handle take(int64_t size, int64_t alignment);
  void giveBack(Handle block);

  /// Lets the arena end at `limit`, which is higher than before.
  void extend(int64_t limit);

  int64_t offsetOf(Handle block) const { return blocks[block].begin; }
  int64_t getLimit() const { return limit; }
  /// The handles of the used blocks, in the order of `used`.
  llvm::ArrayRef<Handle> getInitial() const { return initial; }
  /// The begin of the free range at the end of the arena; the limit where
  /// there is none.
  int64_t beginOfTail() const;

private:
  static constexpr unsigned kSteps = 32;
  static constexpr unsigned kStepBits = 5;
  static constexpr unsigned kLevels = 62;

  struct Block {
    int64_t begin = 0, end = 0;
    /// Neighbours by address, and in the list of one size when free.
    Handle lower = kNone, upper = kNone;
    Handle previous = kNone, next = kNone;
    bool isFree = false;
  };

  static unsigned binOf(int64_t size);
  Handle make(int64_t begin, int64_t end, Handle lower, Handle upper);
  void link(Handle block);
  void unlink(Handle block);
  Handle findIn(unsigned bin, int64_t size, int64_t alignment) const;
  Handle find(int64_t size, int64_t alignment) const;

  int64_t limit;
  std::vector<Block> blocks;
  std::vector<Handle> unused;
  std::vector<Handle> initial;
  Handle last = kNone;
  std::array<Handle, kLevels * kSteps> bins;
  uint64_t levels = 0;
  std::array<uint32_t, kLevels> steps;
};

} // namespace mlir::pto::alloc

#endif // PTO_LIB_ALLOCATION_FREELIST_H
