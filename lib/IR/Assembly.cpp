//===- Assembly.cpp - Pieces of the text form shared by op families -------===//

#include "Assembly.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::pto;

ParseResult pto::parseSpace(OpAsmParser &parser, MemorySpaceAttr &space) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<MemorySpace> parsed = symbolizeMemorySpace(keyword);
  if (!parsed)
    return parser.emitError(loc)
           << "unknown memory space '" << keyword
           << "'; there are ddr, vec, mat, left, right, acc, bias, "
              "left_scale and right_scale";
  space = MemorySpaceAttr::get(parser.getContext(), *parsed);
  return success();
}

void pto::printSpace(OpAsmPrinter &printer, Operation *,
                     MemorySpaceAttr space) {
  printer << stringifyMemorySpace(space.getValue());
}

ParseResult pto::parseUnbound(OpAsmParser &parser, int) {
  SMLoc loc = parser.getCurrentLocation();
  if (failed(parser.parseOptionalKeyword("into")))
    return success();
  return parser.emitError(loc)
         << "nothing can be bound here: a view or an update in place lands in "
            "its source tile's buffer; bind the source";
}

LogicalResult pto::verifyIndexList(Operation *op, StringRef what,
                                   size_t entries, int64_t rank) {
  if (int64_t(entries) == rank)
    return success();
  return op->emitOpError() << what << " must have " << rank
                           << " entries, found " << entries;
}

LogicalResult pto::verifyValidList(Operation *op, ArrayRef<int64_t> list,
                                   TileType result) {
  if (list.empty())
    return success();
  if (failed(verifyIndexList(op, "the 'valid' list", list.size(),
                             result.getRank())))
    return failure();
  for (auto [i, extent] : llvm::enumerate(list))
    if (!ShapedType::isDynamic(extent) &&
        !ShapedType::isDynamic(result.getShape()[i]) &&
        (extent < 0 || extent > result.getShape()[i]))
      return op->emitOpError()
             << "valid extent " << i << " must be between 0 and "
             << result.getShape()[i] << ", found " << extent;
  return success();
}

SmallVector<OpFoldResult> pto::mixed(ArrayRef<int64_t> constants,
                                     ValueRange values, MLIRContext *ctx) {
  return getMixedValues(constants, values, ctx);
}

bool pto::foldIndexList(ArrayRef<int64_t> constants, ValueRange values,
                        SmallVectorImpl<int64_t> &newConstants,
                        SmallVectorImpl<Value> &newValues, MLIRContext *ctx) {
  SmallVector<OpFoldResult> list = mixed(constants, values, ctx);
  if (failed(foldDynamicIndexList(list, /*onlyNonNegative=*/true)))
    return false;
  dispatchIndexOpFoldResults(list, newValues, newConstants);
  return true;
}
