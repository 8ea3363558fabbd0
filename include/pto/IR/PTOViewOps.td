//===- PTOViewOps.td - Windows and other readings of a tile -----*- tablegen -*-===//

#ifndef PTO_IR_PTOVIEWOPS_TD
#define PTO_IR_PTOVIEWOPS_TD

include "pto/IR/PTOOpBase.td"

// Starts where its source starts and covers it.
class WholeView { code text = [{
  ::mlir::Value getViewSource() { return getSource(); }
  ::llvm::SmallVector<::mlir::OpFoldResult> getViewOffsets() { return {}; }
  ::llvm::SmallVector<int64_t> getViewExtents() { return {}; }
}]; }
class WindowView { code text = [{
  ::mlir::Value getViewSource() { return getSource(); }
  ::llvm::SmallVector<::mlir::OpFoldResult> getViewOffsets();
  ::llvm::SmallVector<int64_t> getViewExtents();
}]; }

// A result that reads the bytes of its first operand; nothing moves.
class PTO_ViewOp<string mnemonic, list<Trait> traits = []>
    : PTO_TileOp<mnemonic, !listconcat([PTO_TileViewOpInterface], traits)> {
  let facts = ".sameAs(0).viewOf(0)";
  let types = PTO_Types<["source"]>.text;
  let more = WholeView<>.text;
}
def PTO_SliceOp : PTO_ViewOp<"slice", [AttrSizedOperandSegments]> {
  let summary = "a window of a tile";
  let description = [{
    The window has the shape of the result; `sizes [...]` gives it where
    dimensions are dropped (`drop_dims`), or where a row becomes a tile of
    another rank.
  }];
  let arguments = !con((ins PTO_Tile:$source), indices, sizeList, validList,
      (ins OptionalAttr<DenseI64ArrayAttr>:$drop_dims, OptionalAttr<PTO_PadKindAttr>:$pad_value));
  let form = "$source" # At<>.text # Sized<>.text # ValidTo<>.text;
  let more = WindowView<>.text;
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}
def PTO_ReshapeOp : PTO_ViewOp<"reshape"> {
  let summary = "the same elements in another shape";
  let arguments = (ins PTO_Tile:$source);
  let form = "$source";
  let hasVerifier = 1;
}
def PTO_ReinterpretViewOp : PTO_ViewOp<"reinterpret_view"> {
  let summary = "the same bytes as another element type";
  let arguments = (ins PTO_Tile:$source);
  let form = "$source";
  let hasVerifier = 1;
}
def PTO_TransposeViewOp : PTO_ViewOp<"transpose_view"> {
  let summary = "the same bytes with the last two dimensions swapped";
  let arguments = (ins PTO_Tile:$source);
  let form = "$source";
  let hasVerifier = 1;
  let more = WholeView<>.text # [{
    bool swapsDimensions() { return true; }
    ::mlir::pto::TileType getResultTypeIn(unsigned result, ::mlir::pto::MemorySpace space);
  }];
}
def PTO_SetValidshapeOp : PTO_ViewOp<"set_validshape", [SameAsFirst]> {
  let summary = "the same tile with another valid region";
  let arguments = !con((ins PTO_Tile:$source), validList);
  let form = "$source `valid` custom<DynamicIndexList>($valid, $static_valid)";
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}
def PTO_TileCastOp : PTO_ViewOp<"tile_cast", [SameAsFirst]> {
  let summary = "the same tile under another type of equal shape and element type";
  let description = [{
    Joins values whose types differ in what says nothing about bytes: valid
    region, padding, compact mode. Loops and branches need one type for all
    that flows together.
  }];
  let arguments = (ins PTO_Tile:$source);
  let form = "$source";
}

// Lands in its target's bytes: read and written, so not a view.
def PTO_AssembleOp : PTO_TileOp<"assemble", [SameAsFirst]> {
  let summary = "a tile with a window overwritten by another tile, in place";
  let arguments = !con((ins PTO_Tile:$target), indices, (ins PTO_Tile:$source));
  let facts = ".sameAs(0).inPlace(0)";
  let form = "$target" # At<>.text # "`,` $source";
  let types = PTO_Types<["target", "source"]>.text;
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}
def PTO_TransposeOp : PTO_TileOp<"transpose", [AttrSizedOperandSegments]> {
  let summary = "the last two dimensions swapped, in a new buffer";
  let arguments = !con((ins PTO_Tile:$source, Optional<PTO_Tile>:$tmp,
      DefaultValuedOptionalAttr<I64Attr, "0">:$axis1,
      DefaultValuedOptionalAttr<I64Attr, "1">:$axis2), bound);
  let facts = ".sameAs(0).fresh().notInPlace().tmp(1)";
  let form = "$source (`,` $tmp^)?" # Into<>.text;
  let types = "qualified(type($source)) (`,` qualified(type($tmp))^)?";
  let hasVerifier = 1;
}
def PTO_ConcatOp : PTO_TileOp<"concat"> {
  let summary = "two tiles side by side";
  let arguments = !con((ins PTO_Tile:$lhs, PTO_Tile:$rhs), bound);
  let facts = Vec01<>.text # FreshVec<>.text # ".notInPlace()";
  let form = "$lhs `,` $rhs" # Into<>.text;
  let types = PTO_Types<["lhs", "rhs"]>.text;
  let hasVerifier = 1;
}
def PTO_TgetScaleAddrOp : PTO_TileOp<"tget_scale_addr", [SameAsFirst]> {
  let summary = "binds a scale tile to the scales of a data tile";
  let arguments = (ins PTO_Tile:$dst_scale, PTO_Tile:$source);
  let facts = ".sameAs(0).inPlace(0)";
  let form = "$dst_scale `,` $source";
  let types = PTO_Types<["dst_scale", "source"]>.text;
}

#endif // PTO_IR_PTOVIEWOPS_TD
