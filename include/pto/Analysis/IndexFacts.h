//===- IndexFacts.h - What is known of run-time indices -----------*- C++
//-*-===//
//
// Offsets of windows and numbers of slots are computed at run time. Three
// things can be told of such an index before: it is an affine expression of
// other values, a multiple of a number, between two bounds.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_INDEXFACTS_H
#define PTO_ANALYSIS_INDEXFACTS_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

#include <memory>

namespace mlir {
class DataFlowSolver;
}

namespace mlir::pto {

/// An affine expression over SSA values, its symbols.
struct IndexExpr {
  AffineExpr expr;
  SmallVector<Value, 1> symbols;

  /// The number that it is, if it is one.
  std::optional<int64_t> getConstant() const;
  /// Adds `other * factor`.
  void add(const IndexExpr &other, int64_t factor);
};

/// Facts of the indices in one function. Ranges are computed when somebody
/// first asks for one.
class IndexFacts {
public:
  explicit IndexFacts(Operation *function);
  ~IndexFacts();
  IndexFacts(IndexFacts &&);

  /// `value` as an affine expression of the values that it is computed from.
  IndexExpr getExpr(OpFoldResult value) const;
  /// A number that divides `value` whatever it is at run time; 0 for zero.
  /// Where arithmetic may wrap around, only powers of two are left of it.
  int64_t getDivisor(Value value) const;
  int64_t getDivisor(const IndexExpr &expr) const;

  struct Bounds {
    int64_t min, max;
  };
  /// Signed bounds, both included.
  Bounds getBounds(Value value) const;
  /// Bounds of what numbers something, as a slot: where the expression wraps
  /// around it is negative, which is no such number, and may be below the
  /// bounds.
  Bounds getBounds(const IndexExpr &expr) const;
  /// The least that the expression is where it does not wrap around, as the
  /// place of a window that is inside of its tile.
  int64_t getExactMinimum(const IndexExpr &expr) const;

private:
  int64_t divisorOf(Value value, unsigned depth) const;
  int64_t divisorOf(OpFoldResult value, unsigned depth) const;
  int64_t divisorOfInduction(LoopLikeOpInterface loop, unsigned number,
                             unsigned depth) const;

  Operation *function;
  mutable std::unique_ptr<DataFlowSolver> solver;
};

} // namespace mlir::pto

#endif // PTO_ANALYSIS_INDEXFACTS_H
