//===- GatherOps.cpp - Gathers and scatters -------------------------------===//

#include "Assembly.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::pto;

#define GET_OP_CLASSES
#include "pto/IR/PTOGatherOps.cpp.inc"

void PTODialect::registerGatherOps() {
  addOperations<
#define GET_OP_LIST
#include "pto/IR/PTOGatherOps.cpp.inc"
      >();
}

LogicalResult GatherOp::verify() {
  TileType to = getResult().getType();
  if (to.getShape() != getIndices().getType().getShape() ||
      to.getElementType() != getSource().getType().getElementType())
    return emitOpError() << "the result must have the indices' shape and the "
                            "source's element "
                            "type";
  return success();
}

static LogicalResult verifyPattern(Operation *op, int64_t pattern) {
  if (pattern >= 1 && pattern <= 7)
    return success();
  return op->emitOpError() << "the pattern must be between 1 and 7, found "
                           << pattern;
}

LogicalResult GatherMaskOp::verify() {
  return verifyPattern(*this, getMaskPattern());
}
LogicalResult ScatterMaskOp::verify() {
  return verifyPattern(*this, getMaskPattern());
}

LogicalResult GatherCompareOp::verify() {
  if (getInto().size() != 0 && getInto().size() != 2)
    return emitOpError() << "'into' must name both buffers or none, found "
                         << getInto().size();
  return success();
}

LogicalResult GatherRowOp::verify() {
  if (failed(verifyIndexList(*this, "the index list of the tile",
                             getStaticOffsets().size(),
                             getDest().getType().getRank())))
    return failure();
  return verifyIndexList(*this, "the index list of the tensor",
                         getStaticSourceOffsets().size(),
                         getSource().getType().getRank());
}

void GatherRowOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *context) {
  patterns
      .add<FoldList<GatherRowOp, Offsets>, FoldList<GatherRowOp, SourceOffsets>,
           FoldList<GatherRowOp, Sizes>, FoldList<GatherRowOp, Valid>>(context);
}

LogicalResult MgatherOp::verify() {
  if (std::optional<MemorySpace> space = getTargetMemory())
    if (*space != MemorySpace::Vec && *space != MemorySpace::Mat)
      return emitOpError()
             << "can't gather into " << stringifyMemorySpace(*space)
             << ": device memory is reachable from vec and mat only";
  int64_t coalesce = getCoalesce(), oob = getGatherOob();
  if (coalesce < 0 || coalesce > 1)
    return emitOpError()
           << "'coalesce' must be 0 (rows) or 1 (elements), found " << coalesce;
  if (oob < 0 || oob > 3)
    return emitOpError() << "'gather_oob' must be between 0 and 3, found "
                         << oob;
  return success();
}
