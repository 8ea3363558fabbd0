//===- BufferNames.h - Names of buffers that mean the same bytes -*- C++
//-*-===//
//
// A buffer with several slots is named by an index, often more than once. Two
// names mean the same bytes, different bytes, or perhaps the same.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_LIB_TRANSFORMS_BUFFERNAMES_H
#define PTO_LIB_TRANSFORMS_BUFFERNAMES_H

#include "pto/Analysis/SlotRanges.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::pto {

class BufferNames {
public:
  explicit BufferNames(const IndexFacts &facts) : facts(facts), ranges(facts) {}

  /// One value for all names that surely mean the same bytes: the first that
  /// was asked for. Without an index it is the first slot.
  Value getCanonical(Value buffer);
  /// The canonical names, of those asked for so far, that may mean bytes of
  /// `canonical`.
  SmallVector<Value> getRivals(Value canonical) const;

private:
  /// The names of one buffer.
  struct Names {
    DenseMap<int64_t, Value> constant;
    SmallVector<std::pair<Value, IndexExpr>, 0> atRunTime;
    SmallVector<Value, 0> all;
  };

  const IndexFacts &facts;
  SlotRanges ranges;
  DenseMap<Operation *, Names> names;
};

} // namespace mlir::pto

#endif // PTO_LIB_TRANSFORMS_BUFFERNAMES_H
