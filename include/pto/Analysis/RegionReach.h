//===- RegionReach.h - Which regions run after which ------------*- C++ -*-===//

#ifndef PTO_ANALYSIS_REGIONREACH_H
#define PTO_ANALYSIS_REGIONREACH_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::pto {

/// Answers, for the regions of one op, which of them can run after which,
/// without the op being left in between. Where an op does not say, or a region
/// has many blocks, any can run after any.
class RegionReach {
public:
  /// True where `region` can run again.
  bool isCyclic(Region *region);
  /// The regions of the same op that can run before `region`, itself included
  /// where it can run again.
  ArrayRef<Region *> getEarlier(Region *region);

private:
  void compute(Operation *op);

  DenseMap<Region *, SmallVector<Region *, 1>> earlier;
};

} // namespace mlir::pto

#endif // PTO_ANALYSIS_REGIONREACH_H
