//===- ProgramPoints.h - The moments of a function --------------*- C++ -*-===//
//
// Ops are numbered in program order, nested ones behind the op that holds them.
// Op number p reads at point 2p and writes at point 2p + 1. An op with regions
// reads what goes into them at 2p; a terminator hands its operands on at 2p,
// and its 2p + 1 is the way back to where the region began, or out of it. The
// results of an op with regions are there from its exit on, which is the first
// point behind its last region.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_PROGRAMPOINTS_H
#define PTO_ANALYSIS_PROGRAMPOINTS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::pto {

/// A moment of a function, counted from 0.
using ProgramPoint = unsigned;

/// Moments from `begin` on, and before `end`.
struct Section {
  ProgramPoint begin, end;
  bool operator==(const Section &other) const {
    return begin == other.begin && end == other.end;
  }
};

class ProgramPoints {
public:
  explicit ProgramPoints(Operation *function);

  /// The ops of the function in program order.
  ArrayRef<Operation *> getOps() const { return ops; }
  /// The place of an op in that order.
  unsigned getNumber(Operation *op) const { return numbers.at(op); }

  ProgramPoint getRead(Operation *op) const { return 2 * getNumber(op); }
  ProgramPoint getWrite(Operation *op) const { return 2 * getNumber(op) + 1; }
  /// The first point behind an op and all that is inside of it.
  ProgramPoint getExit(Operation *op) const;
  /// The point at which a region is entered, and the first one behind it. The
  /// first region of an op is entered at the op's own 2p + 1.
  ProgramPoint getBegin(Region *region) const;
  ProgramPoint getEnd(Region *region) const;

private:
  std::vector<Operation *> ops;
  DenseMap<Operation *, unsigned> numbers;
  /// Number of the last op inside of an op with regions.
  DenseMap<Operation *, unsigned> lastInside;
};

/// Sorts sections and joins those that touch or overlap.
void normalizeSections(SmallVectorImpl<Section> &sections);

/// True where some point is in both of two normalised lists.
bool overlap(ArrayRef<Section> a, ArrayRef<Section> b);

} // namespace mlir::pto

#endif // PTO_ANALYSIS_PROGRAMPOINTS_H
