//===- Assembly.h - Pieces of the text form shared by op families -*- C++
//-*-===//

#ifndef PTO_LIB_IR_ASSEMBLY_H
#define PTO_LIB_IR_ASSEMBLY_H

#include "pto/IR/PTOOps.h"

namespace mlir::pto {

/// custom<Space>: the keyword of a memory space.
ParseResult parseSpace(OpAsmParser &parser, MemorySpaceAttr &space);
void printSpace(OpAsmPrinter &printer, Operation *op, MemorySpaceAttr space);

/// custom<Unbound>: nothing, and an error where somebody names a buffer for a
/// result that has none of its own.
ParseResult parseUnbound(OpAsmParser &parser, int unused);
inline void printUnbound(OpAsmPrinter &, Operation *, int) {}

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

/// Splits an index list anew, with constants where its values are constant;
/// false where none is.
bool foldIndexList(ArrayRef<int64_t> constants, ValueRange values,
                   SmallVectorImpl<int64_t> &newConstants,
                   SmallVectorImpl<Value> &newValues, MLIRContext *ctx);

/// The index lists that ops have, by the names of their accessors.
struct Offsets {
  template <typename Op>
  static ArrayRef<int64_t> constants(Op op) {
    return op.getStaticOffsets();
  }
  template <typename Op>
  static MutableOperandRange values(Op op) {
    return op.getOffsetsMutable();
  }
  template <typename Op>
  static void set(Op op, ArrayRef<int64_t> list) {
    op.setStaticOffsets(list);
  }
};
struct SourceOffsets {
  template <typename Op>
  static ArrayRef<int64_t> constants(Op op) {
    return op.getStaticSourceOffsets();
  }
  template <typename Op>
  static MutableOperandRange values(Op op) {
    return op.getSourceOffsetsMutable();
  }
  template <typename Op>
  static void set(Op op, ArrayRef<int64_t> list) {
    op.setStaticSourceOffsets(list);
  }
};
struct Sizes {
  template <typename Op>
  static ArrayRef<int64_t> constants(Op op) {
    return op.getStaticSizes();
  }
  template <typename Op>
  static MutableOperandRange values(Op op) {
    return op.getSizesMutable();
  }
  template <typename Op>
  static void set(Op op, ArrayRef<int64_t> list) {
    op.setStaticSizes(list);
  }
};
struct Valid {
  template <typename Op>
  static ArrayRef<int64_t> constants(Op op) {
    return op.getStaticValid();
  }
  template <typename Op>
  static MutableOperandRange values(Op op) {
    return op.getValidMutable();
  }
  template <typename Op>
  static void set(Op op, ArrayRef<int64_t> list) {
    op.setStaticValid(list);
  }
};

/// Moves constants of an index list into its static part. The result's type
/// stays as it is: a dynamic extent in it says less, not something else.
template <typename Op, typename List>
struct FoldList : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    SmallVector<Value> before, values;
    for (OpOperand &operand : List::values(op))
      before.push_back(operand.get());
    SmallVector<int64_t> constants;
    if (!foldIndexList(List::constants(op), before, constants, values,
                       rewriter.getContext()))
      return failure();
    rewriter.modifyOpInPlace(op, [&] {
      List::values(op).assign(values);
      List::set(op, constants);
    });
    return success();
  }
};

} // namespace mlir::pto

#endif // PTO_LIB_IR_ASSEMBLY_H
