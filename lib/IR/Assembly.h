//===- Assembly.h - Pieces of the text form shared by op families -*- C++
//-*-===//

#ifndef PTO_LIB_IR_ASSEMBLY_H
#define PTO_LIB_IR_ASSEMBLY_H

#include "pto/IR/PTOOps.h"

namespace mlir::pto {

/// custom<Space>: the keyword of a memory space.
ParseResult parseSpace(OpAsmParser &parser, MemorySpaceAttr &space);
void printSpace(OpAsmPrinter &printer, Operation *op, MemorySpaceAttr space);

/// Checks that an index list has `rank` entries.
LogicalResult verifyIndexList(Operation *op, StringRef what, size_t entries,
                              int64_t rank);

/// Checks a `valid` clause against the result: as many entries as the result
/// has dimensions, where it is present.
LogicalResult verifyValidList(Operation *op, ArrayRef<int64_t> list,
                              TileType result);

/// Index lists of `op` as one list of constants and values each.
SmallVector<OpFoldResult> mixed(ArrayRef<int64_t> constants, ValueRange values,
                                MLIRContext *ctx);

/// Moves constants of an index list into its static part. `get` and `set` are
/// the two halves of the list.
template <typename Op>
struct FoldOffsets : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    SmallVector<OpFoldResult> list =
        mixed(op.getStaticOffsets(), op.getOffsets(), rewriter.getContext());
    if (failed(foldDynamicIndexList(list)))
      return failure();
    SmallVector<int64_t> constants;
    SmallVector<Value> values;
    dispatchIndexOpFoldResults(list, values, constants);
    rewriter.modifyOpInPlace(op, [&] {
      op.getOffsetsMutable().assign(values);
      op.setStaticOffsets(constants);
    });
    return success();
  }
};

/// The same for a `valid` clause. The result's type stays as it is: a dynamic
/// extent in it says less, not something else.
template <typename Op>
struct FoldValid : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    SmallVector<OpFoldResult> list =
        mixed(op.getStaticValid(), op.getValid(), rewriter.getContext());
    if (failed(foldDynamicIndexList(list)))
      return failure();
    SmallVector<int64_t> constants;
    SmallVector<Value> values;
    dispatchIndexOpFoldResults(list, values, constants);
    rewriter.modifyOpInPlace(op, [&] {
      op.getValidMutable().assign(values);
      op.setStaticValid(constants);
    });
    return success();
  }
};

} // namespace mlir::pto

#endif // PTO_LIB_IR_ASSEMBLY_H
