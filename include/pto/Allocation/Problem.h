//===- Problem.h - What is to be placed -----------------------------------===//
//
// A static allocation problem: buffers with lifetimes, in pools with
// capacities, and the rules between pairs of them. Nothing here knows an IR;
// times are numbers on a discrete axis, and every range is half-open.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ALLOCATION_PROBLEM_H
#define PTO_ALLOCATION_PROBLEM_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace mlir::pto::alloc {

/// The capacity of a pool that has no limit.
constexpr int64_t kUnbounded = std::numeric_limits<int64_t>::max();

/// Sizes, offsets and capacities are at most this, and so is the sum of all
/// sizes: then no sum of two of them overflows.
constexpr int64_t kLargest = int64_t(1) << 60;

/// [begin, end), of addresses or of times.
struct Range {
  int64_t begin = 0;
  int64_t end = 0;

  bool overlaps(const Range &other) const {
    return begin < other.end && other.begin < end;
  }
  bool operator==(const Range &other) const {
    return begin == other.begin && end == other.end;
  }
};

/// A memory with addresses from 0 to its capacity.
struct Pool {
  /// Bytes; kUnbounded where there is no limit.
  int64_t capacity = kUnbounded;
  /// A power of two that every offset in the pool is a multiple of.
  int64_t alignment = 1;
  /// Addresses that no buffer may touch.
  llvm::SmallVector<Range, 1> reserved;
};

/// One range of bytes that is wanted.
struct Buffer {
  int64_t size = 0;
  /// A power of two.
  int64_t alignment = 1;
  unsigned pool = 0;
  /// When the bytes are needed; more than one range where there are holes.
  llvm::SmallVector<Range, 1> live;
  /// Where the buffer must be, if that is given.
  std::optional<int64_t> offset;
};

/// Two buffers, by index.
struct Pair {
  unsigned first = 0;
  unsigned second = 0;
};

/// Two buffers that had better not share bytes; sharing costs `weight`.
struct SoftPair {
  unsigned first = 0;
  unsigned second = 0;
  int64_t weight = 1;
};

/// Buffers of one pool whose lives overlap never share bytes. Those whose lives
/// do not may, but for the pairs below. Buffers of different pools never share
/// bytes; a pair of them says nothing.
struct Problem {
  std::vector<Pool> pools;
  std::vector<Buffer> buffers;
  /// Never share bytes, even though their lives do not overlap.
  std::vector<Pair> separations;
  /// Have the same offset, or share no byte: what an operation may do that
  /// writes its result while it reads its operand.
  std::vector<Pair> equalStarts;
  /// Pay for shared bytes.
  std::vector<SoftPair> penalties;

  /// The alignment that counts for a buffer: its own or its pool's.
  int64_t alignmentOf(unsigned buffer) const {
    return std::max(buffers[buffer].alignment,
                    pools[buffers[buffer].pool].alignment);
  }
};

/// True where the lives of both overlap. Lives need not be sorted.
bool livesOverlap(const Buffer &first, const Buffer &second);

/// What makes a problem meaningless, or success. The first fault is reported,
/// with the index of the buffer, the pool or the pair.
llvm::Error validate(const Problem &problem);

/// `value` rounded up to a multiple of `alignment`, a power of two.
inline int64_t alignUp(int64_t value, int64_t alignment) {
  return (value + alignment - 1) & -alignment;
}

} // namespace mlir::pto::alloc

#endif // PTO_ALLOCATION_PROBLEM_H
