//===- ReductionOps.cpp - Reductions, broadcasts, sorting -----------------===//

#include "Assembly.h"

using namespace mlir;
using namespace mlir::pto;

#define GET_OP_CLASSES
#include "pto/IR/PTOReductionOps.cpp.inc"

void PTODialect::registerReductionOps() {
  addOperations<
#define GET_OP_LIST
#include "pto/IR/PTOReductionOps.cpp.inc"
      >();
}

LogicalResult Sort32Op::verify() {
  TileType from = getSource().getType(), to = getResult().getType();
  SmallVector<int64_t> shape(from.getShape());
  if (!ShapedType::isDynamic(shape.back()))
    shape.back() *= 2;
  if (to.getShape() != ArrayRef<int64_t>(shape) ||
      to.getElementType() != from.getElementType())
    return emitOpError() << "the result must hold pairs: the source's shape "
                            "with the last extent "
                            "doubled, "
                         << shape.back();
  return success();
}

FailureOr<std::optional<ScratchRequirement>>
Sort32Op::getScratchRequirement(const ScratchPolicy &policy) {
  std::optional<ScratchRequirement> none;
  if (!policy.explicitAddresses || !policy.target)
    return none;
  TileType source = getSource().getType();
  int64_t width = source.getValidOrShape().back();
  if (!ShapedType::isDynamic(width) && width % 32 == 0)
    return none;
  if (getTmp() && !source.hasStaticShape())
    return none;
  if (!source.hasStaticShape())
    return emitOpError()
           << "can't size the temporary: the source's shape must be static";
  return std::optional(ScratchRequirement{
      SmallVector<int64_t>(source.getShape()), source.getElementType()});
}

LogicalResult MrgsortFormat2Op::verify() {
  size_t sources = getSources().size();
  if (sources < 2 || sources > 4)
    return emitOpError() << "merges two to four tiles, found " << sources;
  TileType tmp = getTmp().getType(), to = getResult().getType();
  if (tmp.getShape() != to.getShape())
    return emitOpError() << "the result must have the workspace's shape";
  return success();
}
