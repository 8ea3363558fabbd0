//===- ProgramOrder.h - What may run after what -------------------*- C++
//-*-===//

#ifndef PTO_ANALYSIS_PROGRAMORDER_H
#define PTO_ANALYSIS_PROGRAMORDER_H

#include "mlir/IR/Operation.h"

namespace mlir::pto {

/// True where `use`, which reads `value`, may run after `writer` has run, while
/// `value` is still the one that was defined before `writer`: later in the same
/// block, inside of `writer`, or in the next iteration of a loop that `value`
/// is defined outside of. Arms of one branch exclude each other.
bool mayReadAfter(Operation *use, Operation *writer, Value value);

/// True where `op` comes later than `other` in one run through the program's
/// text; false for ops in arms that exclude each other.
bool isTextuallyAfter(Operation *op, Operation *other);

} // namespace mlir::pto

#endif // PTO_ANALYSIS_PROGRAMORDER_H
