//===- CopyInsertion.h - From a plan of copies to ops -------------*- C++
//-*-===//

#ifndef PTO_LIB_TRANSFORMS_COPYINSERTION_H
#define PTO_LIB_TRANSFORMS_COPYINSERTION_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "pto/Analysis/CopyPlan.h"
#include "pto/Transforms/Passes.h"

namespace mlir::pto {

/// A copy that was made, for those who tell about it.
struct InsertedCopy {
  PlannedCopy::Kind kind;
  MemorySpace from, to;
  /// What was copied, and the copy.
  Value source, copy;
  /// The op that needs it, and the number of its operand; a copy that only
  /// other copies start from names the op that it stands in front of, and none.
  Operation *user;
  std::optional<unsigned> operand;
};

/// Makes the ops of a plan and hands them to their users. Types must be those
/// that the spaces imply.
SmallVector<InsertedCopy> insertCopies(const CopyPlan &plan);

/// Tells about copies: a remark for each, and, as `check` says, a warning or an
/// error for each that the target has no direct path for. Fails where there was
/// an error.
LogicalResult reportCopies(ArrayRef<InsertedCopy> copies,
                           const TargetModel &model, DataPathCheck check);

} // namespace mlir::pto

#endif // PTO_LIB_TRANSFORMS_COPYINSERTION_H
