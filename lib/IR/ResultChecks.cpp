//===- ResultChecks.cpp - Shapes and element types of results -------------===//
//
// The rules that records of the op table share: what is wrong, what was
// expected and what was found.
//
//===----------------------------------------------------------------------===//

#include "pto/IR/PTOOps.h"

using namespace mlir;
using namespace mlir::pto;

static TileType tileOf(Value value) { return dyn_cast<TileType>(value.getType()); }

static std::string shapeText(ArrayRef<int64_t> shape) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printShape(os, shape);
  return text;
}

static LogicalResult expectShape(Operation *op, ArrayRef<int64_t> expected) {
  auto found = tileOf(op->getResult(0));
  if (!found || found.getShape() == expected)
    return success();
  return op->emitOpError() << "result shape must be " << shapeText(expected) << ", found "
                           << shapeText(found.getShape());
}

static LogicalResult expectElement(Operation *op, Type expected) {
  auto found = tileOf(op->getResult(0));
  if (!found || found.getElementType() == expected)
    return success();
  return op->emitOpError() << "result element type must be " << expected << ", found "
                           << found.getElementType();
}

LogicalResult pto::detail::verifySameShapeAsFirst(Operation *op) {
  TileType first = tileOf(op->getOperand(0));
  return first ? expectShape(op, first.getShape()) : success();
}

LogicalResult pto::detail::verifySameAsFirst(Operation *op) {
  TileType first = tileOf(op->getOperand(0));
  if (!first)
    return success();
  if (failed(expectShape(op, first.getShape())))
    return failure();
  return expectElement(op, first.getElementType());
}

/// Any float beats any integer, then the wider wins, then signed over unsigned,
/// then the first.
static Type promote(Type a, Type b) {
  if (a == b)
    return a;
  if (isFloatElement(a) != isFloatElement(b))
    return isFloatElement(a) ? a : b;
  int64_t bitsA = getStorageBits(a), bitsB = getStorageBits(b);
  if (bitsA != bitsB)
    return bitsA > bitsB ? a : b;
  if (a.isUnsignedInteger() != b.isUnsignedInteger())
    return a.isUnsignedInteger() ? b : a;
  return a;
}

LogicalResult pto::detail::verifyElementwise(Operation *op) {
  auto storage = cast<TileStorageOpInterface>(op);
  SmallVector<int64_t> shape;
  Type element;
  for (OpOperand &operand : op->getOpOperands()) {
    TileType tile = tileOf(operand.get());
    if (!tile || storage.isScratchOperand(operand.getOperandNumber()))
      continue;
    element = element ? promote(element, tile.getElementType()) : tile.getElementType();
    ArrayRef<int64_t> other = tile.getShape();
    // Right-aligned broadcasting: extents agree or one of them is 1.
    if (other.size() > shape.size())
      shape.insert(shape.begin(), other.size() - shape.size(), 1);
    size_t skip = shape.size() - other.size();
    for (auto [i, extent] : llvm::enumerate(other)) {
      int64_t &mine = shape[skip + i];
      if (mine == 1)
        mine = extent;
      else if (extent != 1 && extent != mine && !ShapedType::isDynamic(extent) &&
               !ShapedType::isDynamic(mine))
        return op->emitOpError() << "operands don't broadcast: extent " << i << " of operand "
                                 << operand.getOperandNumber() << " is " << extent
                                 << ", expected " << mine << " or 1";
    }
  }
  if (!element)
    return success();
  if (failed(expectShape(op, shape)))
    return failure();
  return expectElement(op, element);
}

LogicalResult pto::detail::verifyRowReduction(Operation *op) {
  TileType source = tileOf(op->getOperand(0));
  if (!source)
    return success();
  SmallVector<int64_t> shape(source.getShape());
  shape.back() = 1;
  return expectShape(op, shape);
}

LogicalResult pto::detail::verifyColReduction(Operation *op) {
  TileType source = tileOf(op->getOperand(0));
  if (!source)
    return success();
  SmallVector<int64_t> shape(source.getShape());
  shape.front() = 1;
  return expectShape(op, shape);
}

LogicalResult pto::detail::verifyMatmul(Operation *op) {
  TileType lhs = tileOf(op->getOperand(0)), rhs = tileOf(op->getOperand(1));
  if (!lhs || !rhs)
    return success();
  if (lhs.getRank() != 2 || rhs.getRank() != 2)
    return op->emitOpError() << "operands must have rank 2, found " << lhs.getRank() << " and "
                             << rhs.getRank();
  int64_t k = lhs.getShape()[1], other = rhs.getShape()[0];
  if (k != other && !ShapedType::isDynamic(k) && !ShapedType::isDynamic(other))
    return op->emitOpError() << "the left operand has " << k << " columns, the right one "
                             << other << " rows; they must be equal";
  if (failed(expectShape(op, {lhs.getShape()[0], rhs.getShape()[1]})))
    return failure();
  bool isFloat = isFloatElement(lhs.getElementType()) && isFloatElement(rhs.getElementType());
  MLIRContext *ctx = op->getContext();
  return expectElement(op, isFloat ? Type(Float32Type::get(ctx)) : IntegerType::get(ctx, 32));
}
