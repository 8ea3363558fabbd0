//===- ElementwiseOps.cpp - Element by element ----------------------------===//

#include "Assembly.h"

using namespace mlir;
using namespace mlir::pto;

#define GET_OP_CLASSES
#include "pto/IR/PTOElementwiseOps.cpp.inc"

void PTODialect::registerElementwiseOps() {
  addOperations<
#define GET_OP_LIST
#include "pto/IR/PTOElementwiseOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// CastOp
//===----------------------------------------------------------------------===//

/// Bytes that the wrapping conversion of f32 needs: whole vector registers of
/// 64 columns (at most 255 at a time), or the rows of what is left over.
static int64_t wrappingScratchFromF32(int64_t rows, int64_t columns,
                                      int64_t physicalColumns) {
  if (rows <= 0 || columns <= 0)
    return 0;
  int64_t head = 4 * 64 * std::min<int64_t>(columns / 64, 255);
  int64_t rest = columns % 64;
  int64_t tail = 0;
  if (rest != 0)
    tail = 32 * ((std::min<int64_t>(rows, 255) - 1) * (physicalColumns / 8) +
                 (rest + 7) / 8);
  return std::max(head, tail);
}

static int64_t wrappingScratchFromF16(int64_t columns, bool toBytes) {
  if (columns <= 0)
    return 0;
  int64_t width = std::min<int64_t>(columns, 64);
  int64_t halves = 32 * ((width + 7) / 8);
  if (!toBytes)
    return halves;
  return std::max(halves, 128 + 32 * ((width + 15) / 16));
}

FailureOr<std::optional<ScratchRequirement>>
CastOp::getScratchRequirement(const ScratchPolicy &policy) {
  std::optional<ScratchRequirement> none;
  if (!policy.explicitAddresses || policy.target != Target::A2A3)
    return none;
  // The native conversion saturates; only an explicit 0 asks for the other.
  if (!getSaturationMode() || *getSaturationMode() != 0)
    return none;
  TileType source = getSource().getType();
  Type from = source.getElementType(),
       to = getResult().getType().getElementType();
  bool toI16 = to.isSignlessInteger(16);
  bool toBytes = to.isSignlessInteger(8) || to.isUnsignedInteger(8);
  bool fromF32 = from.isF32() && toI16;
  bool fromF16 = from.isF16() && (toI16 || toBytes);
  if (!fromF32 && !fromF16)
    return none;
  ArrayRef<int64_t> valid = source.getValidOrShape();
  bool isStatic =
      source.hasStaticShape() && llvm::none_of(valid, ShapedType::isDynamic);
  // Nobody knows how large the author's temporary must be.
  if (getTmp() && (source.getRank() != 2 || !isStatic))
    return none;
  if (source.getRank() != 2)
    return emitOpError() << "can't size the temporary of a wrapping "
                            "conversion: the source must "
                            "have rank 2, found "
                         << source.getRank();
  if (!isStatic)
    return emitOpError()
           << "can't size the temporary of a wrapping conversion: shape and "
              "valid "
              "region of the source must be static; pass a temporary";
  int64_t bytes =
      fromF32 ? wrappingScratchFromF32(valid[0], valid[1], source.getShape()[1])
              : wrappingScratchFromF16(valid[1], toBytes);
  bytes = std::max<int64_t>(32, (bytes + 31) / 32 * 32);
  return std::optional(
      ScratchRequirement{{1, bytes}, IntegerType::get(getContext(), 8)});
}

//===----------------------------------------------------------------------===//
// Comparisons and selections
//===----------------------------------------------------------------------===//

/// A mask has one bit an element, packed into bytes; rows are padded to 32.
static LogicalResult verifyMask(Operation *op, TileType source, TileType mask) {
  if (!mask.getElementType().isUnsignedInteger(8))
    return op->emitOpError()
           << "the mask must hold ui8, found " << mask.getElementType();
  int64_t columns = source.getShape().back();
  if (ShapedType::isDynamic(columns))
    return success();
  int64_t expected = ((columns + 7) / 8 + 31) / 32 * 32;
  if (mask.getShape().back() != expected)
    return op->emitOpError()
           << "the last extent of the mask must be " << expected << " for "
           << columns << " columns, found " << mask.getShape().back();
  return success();
}

LogicalResult CmpOp::verify() {
  return verifyMask(*this, getLhs().getType(), getResult().getType());
}
LogicalResult CmpsOp::verify() {
  return verifyMask(*this, getLhs().getType(), getResult().getType());
}

static LogicalResult verifySelected(Operation *op, TileType source,
                                    TileType result) {
  if (source.getShape() != result.getShape() ||
      source.getElementType() != result.getElementType())
    return op->emitOpError()
           << "the result must have the shape and the element type of what is "
              "selected from";
  return success();
}

LogicalResult SelOp::verify() {
  if (getLhs().getType().getElementType() !=
      getRhs().getType().getElementType())
    return emitOpError() << "both values must have one element type";
  return verifySelected(*this, getLhs().getType(), getResult().getType());
}
LogicalResult SelsOp::verify() {
  return verifySelected(*this, getSource().getType(), getResult().getType());
}

LogicalResult FillpadExpandOp::verify() {
  TileType from = getSource().getType(), to = getResult().getType();
  if (from.getRank() != to.getRank() ||
      from.getElementType() != to.getElementType())
    return emitOpError()
           << "the result must have the source's rank and element type";
  for (auto [i, extent] : llvm::enumerate(from.getShape()))
    if (!ShapedType::isDynamic(extent) && to.getShape()[i] < extent)
      return emitOpError() << "extent " << i
                           << " of the result must be at least " << extent
                           << ", found " << to.getShape()[i];
  return success();
}
