//===- SpaceRetyping.h - The types that spaces imply --------------*- C++
//-*-===//

#ifndef PTO_LIB_TRANSFORMS_SPACERETYPING_H
#define PTO_LIB_TRANSFORMS_SPACERETYPING_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "pto/Analysis/SpaceAssignment.h"

namespace mlir::pto {

/// Gives every tile the type that its space implies, and writes open choices
/// down as requests. Operands come before results, so a view sees its source's
/// new layout.
void retypeTiles(func::FuncOp function, const SpaceAssignment &spaces);

/// Results that are laid out like an operand follow the copy that their op
/// reads now. Each copy comes with the type that stood there before it.
void followCopies(func::FuncOp function,
                  ArrayRef<std::pair<Value, TileType>> copies);

/// What flows into a loop or a branch has its type exactly. Where only what
/// says nothing about bytes differs, a cast joins; where the layout differs, a
/// move within the memory.
void joinTypes(func::FuncOp function);

} // namespace mlir::pto

#endif // PTO_LIB_TRANSFORMS_SPACERETYPING_H
