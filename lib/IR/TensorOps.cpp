//===- TensorOps.cpp - Tensors in device memory ---------------------------===//

#include "Assembly.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::pto;

#define GET_OP_CLASSES
#include "pto/IR/PTOTensorOps.cpp.inc"

void PTODialect::registerTensorOps() {
  addOperations<
#define GET_OP_LIST
#include "pto/IR/PTOTensorOps.cpp.inc"
      >();
}

LogicalResult TensorCreateOp::verify() {
  auto type = cast<RankedTensorType>(getResult().getType());
  if (getStaticSizes().empty()) {
    if (type.hasStaticShape())
      return success();
    return emitOpError() << "needs 'sizes': the result has dynamic extents";
  }
  return verifyIndexList(*this, "the 'sizes' list", getStaticSizes().size(),
                         type.getRank());
}

SmallVector<OpFoldResult> TensorSliceOp::getViewOffsets() {
  return mixed(getStaticOffsets(), getOffsets(), getContext());
}

SmallVector<int64_t> TensorSliceOp::getViewExtents() {
  if (!getStaticSizes().empty())
    return SmallVector<int64_t>(getStaticSizes());
  return SmallVector<int64_t>(
      cast<RankedTensorType>(getResult().getType()).getShape());
}

LogicalResult TensorSliceOp::verify() {
  int64_t rank = getSource().getType().getRank();
  if (failed(verifyIndexList(*this, "the offset list",
                             getStaticOffsets().size(), rank)))
    return failure();
  return verifyIndexList(*this, "the window", getViewExtents().size(), rank);
}

void TensorSliceOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                MLIRContext *context) {
  patterns.add<FoldList<TensorSliceOp, Offsets>, FoldList<TensorSliceOp, Sizes>,
               FoldList<TensorSliceOp, Valid>>(context);
}

LogicalResult TensorAssembleOp::verify() {
  return verifyIndexList(*this, "the offset list", getStaticOffsets().size(),
                         getTarget().getType().getRank());
}

void TensorAssembleOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                   MLIRContext *context) {
  patterns.add<FoldList<TensorAssembleOp, Offsets>>(context);
}

LogicalResult TensorReadOp::verify() {
  return verifyIndexList(*this, "the index list", getStaticOffsets().size(),
                         getSource().getType().getRank());
}

void TensorReadOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                               MLIRContext *context) {
  patterns.add<FoldList<TensorReadOp, Offsets>>(context);
}

LogicalResult TensorWriteOp::verify() {
  return verifyIndexList(*this, "the index list", getStaticOffsets().size(),
                         getDest().getType().getRank());
}

void TensorWriteOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                MLIRContext *context) {
  patterns.add<FoldList<TensorWriteOp, Offsets>>(context);
}

LogicalResult TensorDimOp::verify() {
  int64_t rank = getSource().getType().getRank();
  int64_t axis = getAxis();
  if (axis < 0 || axis >= rank)
    return emitOpError() << "axis must be between 0 and " << rank - 1
                         << ", found " << axis;
  return success();
}
