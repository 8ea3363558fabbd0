//===- MatmulOps.cpp - The cube unit --------------------------------------===//

#include "Assembly.h"

using namespace mlir;
using namespace mlir::pto;

#define GET_OP_CLASSES
#include "pto/IR/PTOMatmulOps.cpp.inc"

void PTODialect::registerMatmulOps() {
  addOperations<
#define GET_OP_LIST
#include "pto/IR/PTOMatmulOps.cpp.inc"
      >();
}

LogicalResult MatmulAccOp::verify() {
  TileType lhs = getLhs().getType(), rhs = getRhs().getType(),
           acc = getAcc().getType();
  Type element = acc.getElementType();
  if (!element.isF32() && !element.isInteger(32))
    return emitOpError() << "the accumulator must hold f32 or i32, found "
                         << element;
  if (lhs.getRank() != 2 || rhs.getRank() != 2)
    return emitOpError() << "operands must have rank 2, found " << lhs.getRank()
                         << " and " << rhs.getRank();
  if (lhs.getShape()[1] != rhs.getShape()[0])
    return emitOpError() << "the left operand has " << lhs.getShape()[1]
                         << " columns, the right one " << rhs.getShape()[0]
                         << " rows; they must be equal";
  return success();
}

LogicalResult MatmulMxOp::verify() {
  TileType lhs = getLhs().getType(), rhs = getRhs().getType();
  for (auto [name, tile] : {std::pair("left", lhs), std::pair("right", rhs)})
    if (!isa<Float8E4M3FNType>(tile.getElementType()))
      return emitOpError() << "the " << name
                           << " operand must hold f8E4M3FN, found "
                           << tile.getElementType();
  for (auto [name, tile] :
       {std::pair("left", TileType(getLhsScale().getType())),
        std::pair("right", TileType(getRhsScale().getType()))})
    if (!isa<Float8E8M0FNUType>(tile.getElementType()) &&
        !tile.getElementType().isUnsignedInteger(8))
      return emitOpError() << "the " << name
                           << " scales must hold f8E8M0FNU, found "
                           << tile.getElementType();
  return success();
}
