//===- FreeList.cpp - Free ranges by size and by address ------------------===//

#include "FreeList.h"

#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace mlir::pto;
using namespace mlir::pto::alloc;

/// Blocks of one bin that are looked at for the smallest that is large enough.
static constexpr unsigned kLookAt = 16;

FreeList::FreeList(int64_t limit, ArrayRef<Range> used) : limit(limit) {
  bins.fill(kNone);
  steps.fill(0);
  int64_t end = 0;
  auto append = [&](int64_t begin, int64_t end, bool isFree) {
    Handle block = make(begin, end, last, kNone);
    if (last != kNone)
      blocks[last].upper = block;
    last = block;
    if (isFree)
      link(block);
    else
      initial.push_back(block);
  };
  for (const Range &range : used) {
    if (range.begin > end)
      append(end, range.begin, /*isFree=*/true);
    append(range.begin, range.end, /*isFree=*/false);
    end = range.end;
  }
  if (end < limit)
    append(end, limit, /*isFree=*/true);
  this->limit = std::max(limit, end);
}

/// Sizes below kSteps have a bin each; above, a power of two has kSteps.
unsigned FreeList::binOf(int64_t size) {
  if (size < int64_t(kSteps))
    return size;
  unsigned level = Log2_64(size);
  unsigned step = (size >> (level - kStepBits)) & (kSteps - 1);
  return (level - kStepBits + 1) * kSteps + step;
}

FreeList::Handle FreeList::make(int64_t begin, int64_t end, Handle lower,
                                Handle upper) {
  Handle block;
  if (unused.empty()) {
    block = blocks.size();
    blocks.emplace_back();
  } else {
    block = unused.back();
    unused.pop_back();
  }
  blocks[block] = {begin, end, lower, upper, kNone, kNone, false};
  return block;
}

void FreeList::link(Handle block) {
  Block &b = blocks[block];
  unsigned bin = binOf(b.end - b.begin);
  b.isFree = true;
  b.previous = kNone;
  b.next = bins[bin];
  if (b.next != kNone)
    blocks[b.next].previous = block;
  bins[bin] = block;
  levels |= uint64_t(1) << (bin / kSteps);
  steps[bin / kSteps] |= uint32_t(1) << (bin % kSteps);
}

void FreeList::unlink(Handle block) {
  Block &b = blocks[block];
  unsigned bin = binOf(b.end - b.begin);
  b.isFree = false;
  if (b.next != kNone)
    blocks[b.next].previous = b.previous;
  if (b.previous != kNone) {
    blocks[b.previous].next = b.next;
    return;
  }
  bins[bin] = b.next;
  if (b.next != kNone)
    return;
  steps[bin / kSteps] &= ~(uint32_t(1) << (bin % kSteps));
  if (!steps[bin / kSteps])
    levels &= ~(uint64_t(1) << (bin / kSteps));
}

FreeList::Handle FreeList::findIn(unsigned bin, int64_t size,
                                  int64_t alignment) const {
  Handle best = kNone;
  unsigned seen = 0;
  for (Handle block = bins[bin]; block != kNone && seen != kLookAt;
       block = blocks[block].next, ++seen) {
    const Block &b = blocks[block];
    if (alignUp(b.begin, alignment) + size > b.end)
      continue;
    // Ties go to the lower address: the arena's end stays free.
    if (best == kNone ||
        std::make_pair(b.end - b.begin, b.begin) <
            std::make_pair(blocks[best].end - blocks[best].begin,
                           blocks[best].begin))
      best = block;
  }
  return best;
}

FreeList::Handle FreeList::find(int64_t size, int64_t alignment) const {
  unsigned bin = binOf(size);
  while (true) {
    Handle block = findIn(bin, size, alignment);
    if (block != kNone)
      return block;
    // The next bin that is not empty.
    if (++bin >= kLevels * kSteps)
      return kNone;
    unsigned level = bin / kSteps;
    uint32_t step = steps[level] & (~uint32_t(0) << (bin % kSteps));
    if (!step) {
      uint64_t higher =
          level + 1 < 64 ? levels & (~uint64_t(0) << (level + 1)) : 0;
      if (!higher)
        return kNone;
      level = countr_zero(higher);
      step = steps[level];
    }
    bin = level * kSteps + countr_zero(step);
  }
}

FreeList::Handle FreeList::take(int64_t size, int64_t alignment) {
  Handle block = find(size, alignment);
  if (block == kNone)
    return kNone;
  unlink(block);
  int64_t begin = alignUp(blocks[block].begin, alignment);
  if (begin > blocks[block].begin) {
    Handle lower = make(blocks[block].begin, begin, blocks[block].lower, block);
    if (blocks[lower].lower != kNone)
      blocks[blocks[lower].lower].upper = lower;
    blocks[block].lower = lower;
    blocks[block].begin = begin;
    link(lower);
  }
  if (begin + size < blocks[block].end) {
    Handle upper =
        make(begin + size, blocks[block].end, block, blocks[block].upper);
    if (blocks[upper].upper != kNone)
      blocks[blocks[upper].upper].lower = upper;
    else
      last = upper;
    blocks[block].upper = upper;
    blocks[block].end = begin + size;
    link(upper);
  }
  return block;
}

void FreeList::giveBack(Handle block) {
  Handle lower = blocks[block].lower, upper = blocks[block].upper;
  if (lower != kNone && blocks[lower].isFree) {
    unlink(lower);
    blocks[block].begin = blocks[lower].begin;
    blocks[block].lower = blocks[lower].lower;
    if (blocks[block].lower != kNone)
      blocks[blocks[block].lower].upper = block;
    unused.push_back(lower);
  }
  if (upper != kNone && blocks[upper].isFree) {
    unlink(upper);
    blocks[block].end = blocks[upper].end;
    blocks[block].upper = blocks[upper].upper;
    if (blocks[block].upper != kNone)
      blocks[blocks[block].upper].lower = block;
    else
      last = block;
    unused.push_back(upper);
  }
  link(block);
}

void FreeList::extend(int64_t newLimit) {
  if (newLimit <= limit)
    return;
  if (last != kNone && blocks[last].isFree) {
    unlink(last);
    blocks[last].end = newLimit;
    link(last);
  } else {
    Handle block = make(limit, newLimit, last, kNone);
    if (last != kNone)
      blocks[last].upper = block;
    last = block;
    link(block);
  }
  limit = newLimit;
}

int64_t FreeList::beginOfTail() const {
  return last != kNone && blocks[last].isFree ? blocks[last].begin : limit;
}
