//===- SlotRanges.h - Which slots a run-time index may name -------*- C++
//-*-===//
//
// A declared buffer may have several slots, chosen by an index. Two names of
// such a buffer are different bytes where their indices can't be equal: they
// range over different slots, or they differ by a number that no multiple of
// the number of slots makes up for, like `i mod 2` and `(i + 1) mod 2`.
//
// Both names are taken at one moment, so that a value that occurs in both
// indices is the same in both. That is right for a tile that is still needed
// when another one is written: what its index is made of is defined outside of
// everything that is repeated in between.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_SLOTRANGES_H
#define PTO_ANALYSIS_SLOTRANGES_H

#include "pto/Analysis/IndexFacts.h"

namespace mlir::pto {

class SlotRanges {
public:
  explicit SlotRanges(const IndexFacts &facts) : facts(facts) {}

  /// Every `step`th slot from `first` to `last`; none if that is before it.
  struct Range {
    int64_t first, last, step;
    bool isEmpty() const { return last < first; }
  };
  /// The slots that a buffer value may name. A buffer that is named without an
  /// index is its first slot.
  Range getPossibleSlots(Value buffer) const;

  /// False where two buffer values name different bytes.
  bool mayShareBytes(Value first, Value second) const;

private:
  IndexExpr getIndex(Value buffer) const;

  const IndexFacts &facts;
};

} // namespace mlir::pto

#endif // PTO_ANALYSIS_SLOTRANGES_H
