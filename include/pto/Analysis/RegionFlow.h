//===- RegionFlow.h - Values that regions hand on -----------------*- C++
//-*-===//
//
// Loops and branches of any dialect hand values on: an operand of the op, or of
// a terminator inside of it, becomes a block argument or a result.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_REGIONFLOW_H
#define PTO_ANALYSIS_REGIONFLOW_H

#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "pto/IR/PTOTypes.h"

namespace mlir::pto {

/// One way for a value into or out of a region.
struct ForwardedValue {
  /// Where the value comes from.
  OpOperand *from;
  /// The block argument or the result that it becomes.
  Value to;
  /// True where `from` belongs to the op itself, false where it belongs to a
  /// terminator inside.
  bool isEntry;
};

/// All forwarded values of `op`, entries first, then terminators in the order
/// of their regions; each successor in the order the op names it.
SmallVector<ForwardedValue> getForwardedValues(RegionBranchOpInterface op);

/// True where some region of `op` may run more than once.
bool isLoop(RegionBranchOpInterface op);

/// How a loop is scheduled: what `pto.loop` says, else sequential.
LoopKind getLoopKind(Operation *loop);

} // namespace mlir::pto

#endif // PTO_ANALYSIS_REGIONFLOW_H
