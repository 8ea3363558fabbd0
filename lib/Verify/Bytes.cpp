//===- Bytes.cpp - Ranges of bytes ----------------------------------------===//

#include "Bytes.h"

#include "llvm/ADT/STLExtras.h"

#include <tuple>

using namespace mlir;
using namespace mlir::pto::verify;

void pto::verify::normalize(SmallVectorImpl<Interval> &intervals) {
  if (intervals.size() < 2)
    return;
  llvm::sort(intervals, [](Interval a, Interval b) {
    return std::tie(a.begin, a.end) < std::tie(b.begin, b.end);
  });
  auto *last = intervals.begin();
  for (Interval next : llvm::drop_begin(intervals)) {
    if (next.begin <= last->end)
      last->end = std::max(last->end, next.end);
    else
      *++last = next;
  }
  intervals.truncate(last + 1 - intervals.begin());
}

bool pto::verify::haveCommonByte(ArrayRef<Interval> a, ArrayRef<Interval> b) {
  while (!a.empty() && !b.empty()) {
    if (a.front().overlaps(b.front()))
      return true;
    ArrayRef<Interval> &first = a.front().end <= b.front().end ? a : b;
    first = first.drop_front();
  }
  return false;
}

Intervals pto::verify::subtract(ArrayRef<Interval> from,
                                ArrayRef<Interval> what) {
  Intervals rest;
  for (Interval piece : from) {
    while (!what.empty() && what.front().end <= piece.begin)
      what = what.drop_front();
    for (Interval gone : what) {
      if (gone.begin >= piece.end)
        break;
      if (piece.begin < gone.begin)
        rest.push_back({piece.begin, gone.begin});
      piece.begin = std::max(piece.begin, gone.end);
    }
    if (piece.begin < piece.end)
      rest.push_back(piece);
  }
  return rest;
}

static bool isBefore(const AreaBytes &a, const AreaBytes &b) {
  return std::tie(a.area, a.bytes.begin, a.bytes.end) <
         std::tie(b.area, b.bytes.begin, b.bytes.end);
}

void pto::verify::normalize(ByteSet &set) {
  if (set.size() < 2)
    return;
  llvm::sort(set, isBefore);
  auto *last = set.begin();
  for (const AreaBytes &next : llvm::drop_begin(set)) {
    if (next.area == last->area && next.bytes.begin <= last->bytes.end)
      last->bytes.end = std::max(last->bytes.end, next.bytes.end);
    else
      *++last = next;
  }
  set.truncate(last + 1 - set.begin());
}

bool pto::verify::haveCommonByte(const ByteSet &set, unsigned area,
                                 Interval bytes) {
  // The first that ends behind the start.
  const auto *at = llvm::partition_point(set, [&](const AreaBytes &piece) {
    return piece.area < area ||
           (piece.area == area && piece.bytes.end <= bytes.begin);
  });
  return at != set.end() && at->area == area && at->bytes.overlaps(bytes);
}
