//===- IndexValues.h - What is known of run-time indices -------*- C++ -*-===//
//
// Ranges of integers, from constants, bounds of loops and the ops' own
// InferIntRangeInterface; and whether two of them can be equal at one moment.
// Answers are computed when asked for, since few functions have such indices.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_LIB_VERIFY_INDEXVALUES_H
#define PTO_LIB_VERIFY_INDEXVALUES_H

#include "Residues.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::pto::verify {

/// Both ends belong to it.
struct IndexRange {
  int64_t low, high;
};

/// Wide enough for products of what 64 bits count.
using Wide = __int128;

/// What exact arithmetic would come to; both ends belong to it.
struct WideRange {
  Wide low, high;
  /// True where signed numbers of `bits` bits count all of it.
  bool fits(unsigned bits) const {
    Wide end = Wide(1) << (bits - 1);
    return low >= -end && high < end;
  }
};

/// Bits of an integer, or of an index.
unsigned getWidth(Value value);

/// A loop's induction variable, and what it runs through.
struct InductionVariable {
  LoopLikeOpInterface loop;
  OpFoldResult lower, upper, step;
};
/// None where `argument` is no induction variable, or its loop does not tell.
std::optional<InductionVariable> getInduction(BlockArgument argument);

class IndexValues {
public:
  IndexValues() : residues(*this) {}
  IndexValues(const IndexValues &) = delete;
  IndexValues &operator=(const IndexValues &) = delete;

  /// The values that `value`, an integer or an index, can take; of those beyond
  /// 64 bits the last that these can count.
  IndexRange getRange(Value value);

  /// The same of a bound or a step of a loop, which may be a constant.
  IndexRange getRange(OpFoldResult number);

  /// The same of values that number something: what is below the range, if
  /// anything, is negative, and numbers nothing.
  IndexRange getRangeOfNumber(Value value);

  /// What all the values that `value` can take leave when they are divided.
  const Residue &getResidue(Value value) { return residues.get(value); }

  /// The only value that `value` can take, if there is one.
  std::optional<llvm::APInt> getConstant(Value value);

  /// True where the bounds of `loop` say that it never runs.
  bool hasNoIteration(LoopLikeOpInterface loop);

  /// False where `a` and `b` differ whenever both are computed anew from the
  /// same values: in the same iteration of every loop around them.
  bool mayBeEqual(Value a, Value b);

private:
  friend class Residues;
  /// What is left of a sum or a difference where the same values occur more
  /// than once, as in `(i + 8) + i`: the values, and the residue once theirs
  /// are known.
  SmallVector<Value> getSummands(Value value);
  Residue getResidueOfSum(Value value);
  /// The number that is left where all else of a sum or a difference cancels,
  /// as of `(i + 1) - i`.
  std::optional<int64_t> getConstantSum(Value value);
  /// False where `a - b` is no multiple of `modulus`, or not 0 where that is 0.
  /// Exact where the difference of what they are is one of numbers, not modulo
  /// 2^64.
  bool mayDifferBy(Value a, Value b, int64_t modulus, bool isExactDifference);

  const ConstantIntRanges &infer(Value value);
  /// The range of a loop's induction variable, once those of its bounds are
  /// known; asks for them where they are not.
  std::optional<ConstantIntRanges>
  inferInduction(BlockArgument argument, SmallVectorImpl<Value> &needed);

  DenseMap<Value, ConstantIntRanges> ranges;
  Residues residues;
};

} // namespace mlir::pto::verify

#endif // PTO_LIB_VERIFY_INDEXVALUES_H
