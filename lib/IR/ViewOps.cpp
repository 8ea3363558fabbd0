//===- ViewOps.cpp - Windows and other readings of a tile -----------------===//

#include "Assembly.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::pto;

#define GET_OP_CLASSES
#include "pto/IR/PTOViewOps.cpp.inc"

void PTODialect::registerViewOps() {
  addOperations<
#define GET_OP_LIST
#include "pto/IR/PTOViewOps.cpp.inc"
      >();
}

/// Elements of a shape; none where an extent is dynamic.
static std::optional<int64_t> elementsOf(ArrayRef<int64_t> shape) {
  int64_t elements = 1;
  for (int64_t extent : shape) {
    if (ShapedType::isDynamic(extent))
      return std::nullopt;
    elements *= extent;
  }
  return elements;
}

//===----------------------------------------------------------------------===//
// SliceOp
//===----------------------------------------------------------------------===//

SmallVector<OpFoldResult> SliceOp::getViewOffsets() {
  return mixed(getStaticOffsets(), getOffsets(), getContext());
}

SmallVector<int64_t> SliceOp::getViewExtents() {
  if (!getStaticSizes().empty())
    return SmallVector<int64_t>(getStaticSizes());
  return SmallVector<int64_t>(getResult().getType().getShape());
}

LogicalResult SliceOp::verify() {
  TileType from = getSource().getType(), to = getResult().getType();
  if (failed(verifyIndexList(*this, "the offset list",
                             getStaticOffsets().size(), from.getRank())))
    return failure();
  SmallVector<int64_t> window = getViewExtents();
  if (failed(verifyIndexList(*this, "the window", window.size(),
                             from.getRank())) ||
      failed(verifyValidList(*this, getStaticValid(), to)))
    return failure();
  if (from.getElementType() != to.getElementType())
    return emitOpError() << "result element type must be the source's, "
                         << from.getElementType() << ", found "
                         << to.getElementType();
  for (auto [i, offset] : llvm::enumerate(getStaticOffsets())) {
    if (ShapedType::isDynamic(offset))
      continue;
    if (offset < 0)
      return emitOpError() << "offset " << i << " must not be negative, found "
                           << offset;
    int64_t extent = from.getShape()[i];
    if (!ShapedType::isDynamic(extent) && !ShapedType::isDynamic(window[i]) &&
        offset + window[i] > extent)
      return emitOpError() << "the window [" << offset << ", "
                           << offset + window[i] << ") of dimension " << i
                           << " leaves the source's " << extent;
  }
  return success();
}

void SliceOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                          MLIRContext *context) {
  patterns.add<FoldList<SliceOp, Offsets>, FoldList<SliceOp, Sizes>,
               FoldList<SliceOp, Valid>>(context);
}

//===----------------------------------------------------------------------===//
// Whole views
//===----------------------------------------------------------------------===//

LogicalResult ReshapeOp::verify() {
  TileType from = getSource().getType(), to = getResult().getType();
  std::optional<int64_t> before = elementsOf(from.getShape()),
                         after = elementsOf(to.getShape());
  if (before && after && *before != *after)
    return emitOpError()
           << "the result must have as many elements as the source, " << *before
           << ", found " << *after;
  if (from.getElementType() != to.getElementType())
    return emitOpError() << "result element type must be the source's, "
                         << from.getElementType() << ", found "
                         << to.getElementType();
  return success();
}

LogicalResult ReinterpretViewOp::verify() {
  TileType from = getSource().getType(), to = getResult().getType();
  std::optional<int64_t> before = elementsOf(from.getShape()),
                         after = elementsOf(to.getShape());
  if (!before || !after)
    return success();
  int64_t bitsBefore = *before * getStorageBits(from.getElementType());
  int64_t bitsAfter = *after * getStorageBits(to.getElementType());
  if (bitsBefore != bitsAfter)
    return emitOpError() << "the result must have as many bytes as the source, "
                         << bitsBefore / 8 << ", found " << bitsAfter / 8;
  return success();
}

LogicalResult TransposeViewOp::verify() {
  TileType from = getSource().getType(), to = getResult().getType();
  if (from.getRank() < 2)
    return emitOpError()
           << "the source must have at least two dimensions, found "
           << from.getRank();
  SmallVector<int64_t> shape(from.getShape());
  std::swap(shape[shape.size() - 1], shape[shape.size() - 2]);
  if (to.getShape() != ArrayRef<int64_t>(shape) ||
      to.getElementType() != from.getElementType())
    return emitOpError() << "the result must be the source with its last two "
                            "dimensions swapped";
  return success();
}

/// The same bytes read the other way round: block and scatter order flip.
TileType TransposeViewOp::getResultTypeIn(unsigned, MemorySpace space) {
  TileType type = getResult().getType();
  auto flip = [](BlockLayout layout) {
    if (layout == BlockLayout::NoneBox)
      return layout;
    return layout == BlockLayout::RowMajor ? BlockLayout::ColMajor
                                           : BlockLayout::RowMajor;
  };
  LayoutAttr source = getSource().getType().getLayout();
  return type.withSpace(space).withLayout(
      LayoutAttr::get(getContext(), flip(source.getBlayout()),
                      flip(source.getSlayout()), source.getFractal()));
}

LogicalResult SetValidshapeOp::verify() {
  TileType type = getResult().getType();
  if (getStaticValid().empty())
    return emitOpError() << "needs a 'valid' list";
  return verifyValidList(*this, getStaticValid(), type);
}

void SetValidshapeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                  MLIRContext *context) {
  patterns.add<FoldList<SetValidshapeOp, Valid>>(context);
}

//===----------------------------------------------------------------------===//
// AssembleOp, TransposeOp, ConcatOp
//===----------------------------------------------------------------------===//

LogicalResult AssembleOp::verify() {
  TileType target = getTarget().getType();
  return verifyIndexList(*this, "the offset list", getStaticOffsets().size(),
                         target.getRank());
}

void AssembleOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                             MLIRContext *context) {
  patterns.add<FoldList<AssembleOp, Offsets>>(context);
}

LogicalResult TransposeOp::verify() {
  TileType from = getSource().getType(), to = getResult().getType();
  int64_t rank = from.getRank();
  auto normal = [&](int64_t axis) { return axis < 0 ? axis + rank : axis; };
  int64_t a = normal(getAxis1()), b = normal(getAxis2());
  if (a < 0 || a >= rank || b < 0 || b >= rank)
    return emitOpError() << "axes must be between " << -rank << " and "
                         << rank - 1 << ", found " << getAxis1() << " and "
                         << getAxis2();
  SmallVector<int64_t> shape(from.getShape());
  std::swap(shape[a], shape[b]);
  if (to.getShape() != ArrayRef<int64_t>(shape) ||
      to.getElementType() != from.getElementType())
    return emitOpError() << "the result must be the source with axes " << a
                         << " and " << b << " swapped";
  return success();
}

LogicalResult ConcatOp::verify() {
  TileType lhs = getLhs().getType(), rhs = getRhs().getType(),
           to = getResult().getType();
  if (lhs.getRank() != 2 || rhs.getRank() != 2 || to.getRank() != 2)
    return emitOpError() << "tiles must have rank 2";
  if (lhs.getElementType() != rhs.getElementType() ||
      lhs.getElementType() != to.getElementType())
    return emitOpError() << "tiles must have one element type";
  if (lhs.getShape()[0] != rhs.getShape()[0] ||
      to.getShape()[0] != lhs.getShape()[0] ||
      to.getShape()[1] != lhs.getShape()[1] + rhs.getShape()[1])
    return emitOpError() << "the result must be the operands side by side: "
                         << lhs.getShape()[0] << "x"
                         << lhs.getShape()[1] + rhs.getShape()[1];
  return success();
}
