//===- Bytes.h - Ranges of bytes ----------------------------------*- C++
//-*-===//

#ifndef PTO_LIB_VERIFY_BYTES_H
#define PTO_LIB_VERIFY_BYTES_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>

namespace mlir::pto::verify {

/// Bytes [begin, end).
struct Interval {
  int64_t begin = 0, end = 0;

  bool overlaps(Interval other) const {
    return begin < other.end && other.begin < end;
  }
  bool contains(Interval other) const {
    return begin <= other.begin && other.end <= end;
  }
  Interval shifted(int64_t by) const { return {begin + by, end + by}; }
};
inline bool operator==(Interval a, Interval b) {
  return a.begin == b.begin && a.end == b.end;
}

using Intervals = SmallVector<Interval, 1>;

/// Sorts and joins what touches or overlaps.
void normalize(SmallVectorImpl<Interval> &intervals);
/// True where two normalized sets have a byte in common.
bool haveCommonByte(ArrayRef<Interval> a, ArrayRef<Interval> b);
/// The bytes of `from` that are not in `what`; both normalized.
Intervals subtract(ArrayRef<Interval> from, ArrayRef<Interval> what);

/// Bytes of an area: a memory, or a buffer that is in none yet.
struct AreaBytes {
  unsigned area = 0;
  Interval bytes;
};
using ByteSet = SmallVector<AreaBytes, 0>;

/// Sorts by area and address, and joins what touches or overlaps.
void normalize(ByteSet &set);
/// True where a normalized set has a byte of `bytes`.
bool haveCommonByte(const ByteSet &set, unsigned area, Interval bytes);

} // namespace mlir::pto::verify

#endif // PTO_LIB_VERIFY_BYTES_H
