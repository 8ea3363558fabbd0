//===- ControlGraph.h - How control enters, changes and leaves regions -*- C++
//-*-===//
//
// The ways of an op with regions, as RegionBranchOpInterface tells them: from
// outside into a region, from the end of one into another, and out again. Loops
// are the ways that go back.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_LIB_VERIFY_CONTROLGRAPH_H
#define PTO_LIB_VERIFY_CONTROLGRAPH_H

#include "Bytes.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

#include <string>

namespace mlir::pto::verify {

/// One way for control, and the values that it hands on.
struct Way {
  static constexpr int outside = -1;

  /// The op itself, or the terminator of a region.
  Operation *from = nullptr;
  /// Numbers of regions.
  int source = outside, target = outside;
  /// Operands of `from`, and the arguments or results that they become.
  unsigned firstOperand = 0;
  ValueRange targets;
  /// Leads to a region that control has been in before.
  bool isBack = false;

  Value getOperand(unsigned i) const {
    return from->getOperand(firstOperand + i);
  }
};

class ControlGraph {
public:
  /// None, with the reason in `why`, where an op can't be followed.
  static std::optional<ControlGraph> get(RegionBranchOpInterface op,
                                         std::string &why);

  ArrayRef<Way> getWays() const { return ways; }
  /// Regions that control can come to, each behind those that lead to it but
  /// for ways back.
  ArrayRef<unsigned> getOrder() const { return order; }
  /// True where some way leads back to the region.
  bool isHeader(unsigned region) const { return headers[region]; }
  /// True where control enters the region from outside only.
  bool isEnteredFromOutside(unsigned region) const {
    return fromOutside[region];
  }
  /// True for one region without a choice: in, through and out.
  bool isStraight() const { return straight; }

  /// Bytes that ops in a region may overwrite, and in all regions.
  SmallVector<ByteSet, 2> writes;
  ByteSet allWrites;

private:
  void sortRegions(unsigned regions);

  SmallVector<Way, 4> ways;
  SmallVector<unsigned, 2> order;
  SmallVector<bool, 2> headers, fromOutside;
  bool straight = false;
};

} // namespace mlir::pto::verify

#endif // PTO_LIB_VERIFY_CONTROLGRAPH_H
