//===- PeakLoad.cpp - How much of a memory is needed at once --------------===//

#include "pto/Analysis/PeakLoad.h"

#include <map>

using namespace mlir;
using namespace mlir::pto;

PeakLoad PeakLoad::compute(ArrayRef<AllocOp> buffers,
                           const TileLiveness &liveness,
                           ArrayRef<ByteRange> reserved) {
  PeakLoad peak;
  std::map<int64_t, int64_t> changes;
  for (AllocOp buffer : buffers) {
    // What the author declared is shared with nobody.
    if (buffer.getPinned()) {
      peak.bytes += buffer.getSize();
      continue;
    }
    for (const Section &section : liveness.getSections(buffer)) {
      changes[section.begin] += buffer.getSize();
      changes[section.end] -= buffer.getSize();
    }
  }
  int64_t load = peak.bytes;
  for (auto [point, change] : changes) {
    load += change;
    if (load > peak.bytes) {
      peak.bytes = load;
      peak.point = point;
    }
  }
  for (AllocOp buffer : buffers) {
    bool isNeeded = buffer.getPinned();
    for (const Section &section : liveness.getSections(buffer))
      isNeeded |= peak.point && section.begin <= *peak.point &&
                  *peak.point < section.end;
    if (isNeeded)
      peak.buffers.push_back(buffer);
  }
  // From 0 up, around the ranges.
  int64_t end = peak.bytes, last = 0;
  for (auto [begin, rangeEnd] : reserved) {
    if (begin < end)
      end += rangeEnd - begin;
    last = std::max(last, rangeEnd);
  }
  peak.bound = std::max(end, last);
  return peak;
}
