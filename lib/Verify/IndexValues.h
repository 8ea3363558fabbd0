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

  IndexRange getRange(OpFoldResult number);

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
