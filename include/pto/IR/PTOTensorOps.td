//===- PTOTensorOps.td - Tensors in device memory ---------------*- tablegen -*-===//

#ifndef PTO_IR_PTOTENSOROPS_TD
#define PTO_IR_PTOTENSOROPS_TD

include "pto/IR/PTOOpBase.td"

class PTO_TensorResultOp<string mnemonic, string what, list<Trait> traits = []>
    : PTO_FactsOp<"tensor." # mnemonic, traits> {
  let summary = what;
  let results = (outs PTO_Tensor:$result);
  let resultTypes = "`->` qualified(type($result))";
}

def PTO_TensorCreateOp : PTO_TensorResultOp<"create", "new storage in device memory"> {
  let description = "`sizes [...]` gives all extents where some are known at run time only.";
  let arguments = !con(sizeList, (ins UnitAttr:$manual_dep, OptionalAttr<AnyAttr>:$init_value));
  let facts = ".fresh()";
  let form = Sized<>.text;
  let hasVerifier = 1;
}
def PTO_TensorCreateL1Op : PTO_TensorResultOp<"create_l1", "a tensor that will live in mat"> {
  let arguments = (ins UnitAttr:$transpose);
  let facts = ".fresh()";
}

// The bytes of the first operand.
class PTO_TensorViewBase<string mnemonic, string what, list<Trait> traits = []>
    : PTO_TensorResultOp<mnemonic, what, !listconcat([PTO_TileViewOpInterface], traits)> {
  let facts = ".viewOf(0)";
  let types = PTO_Types<["source"]>.text;
  let more = [{
    ::mlir::Value getViewSource() { return getSource(); }
    ::llvm::SmallVector<::mlir::OpFoldResult> getViewOffsets() { return {}; }
    ::llvm::SmallVector<int64_t> getViewExtents() { return {}; }
  }];
}
def PTO_TensorSliceOp : PTO_TensorViewBase<"slice", "a window of a tensor",
                                         [AttrSizedOperandSegments]> {
  let arguments = !con((ins PTO_Tensor:$source), indices, sizeList, validList,
      (ins OptionalAttr<DenseI64ArrayAttr>:$drop_dims, OptionalAttr<PTO_PadKindAttr>:$pad_value,
           UnitAttr:$clamp));
  let form = "$source" # At<>.text # Sized<>.text # ValidTo<>.text;
  let more = [{
    ::mlir::Value getViewSource() { return getSource(); }
    ::llvm::SmallVector<::mlir::OpFoldResult> getViewOffsets();
    ::llvm::SmallVector<int64_t> getViewExtents();
  }];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}
def PTO_TensorViewOp : PTO_TensorViewBase<"view", "the same storage in another shape or layout",
                                         [AttrSizedOperandSegments]> {
  let arguments = !con((ins PTO_Tensor:$source), sizeList, validList);
  let form = "$source" # Sized<>.text # ValidTo<>.text;
}
def PTO_TensorReshapeOp : PTO_TensorViewBase<"reshape", "the same storage in another shape"> {
  let arguments = !con((ins PTO_Tensor:$source), sizeList);
  let form = "$source" # Sized<>.text;
}

def PTO_TensorAssembleOp : PTO_TensorResultOp<"assemble", "a tensor with a window overwritten, in place"> {
  let arguments = !con((ins PTO_Tensor:$target), indices,
      (ins PTO_Tensor:$source, OptionalAttr<PTO_AtomicAttr>:$atomic));
  let facts = ".inPlace(0).readsGM()";
  let form = "$target" # At<>.text # "`,` $source";
  let types = PTO_Types<["target", "source"]>.text;
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}
def PTO_TensorReadOp : PTO_FactsOp<"tensor.read"> {
  let summary = "reads one element of a tensor";
  let arguments = !con((ins PTO_Tensor:$source), indices);
  let results = (outs AnyType:$result);
  let facts = ".readsGM()";
  let form = "$source" # At<>.text;
  let types = PTO_Types<["source"]>.text;
  let resultTypes = "`->` qualified(type($result))";
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}
def PTO_TensorWriteOp : PTO_TensorResultOp<"write", "a tensor with one element overwritten, in place"> {
  let arguments = !con((ins PTO_Tensor:$dest), indices, (ins AnyType:$value));
  let facts = ".inPlace(0)";
  let form = "$dest" # At<>.text # "`,` $value";
  let types = PTO_Types<["dest", "value"]>.text;
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}
def PTO_TensorDimOp : PTO_Op<"tensor.dim", [Pure]> {
  let summary = "an extent of a tensor";
  let arguments = (ins PTO_Tensor:$source, I64Attr:$axis);
  let results = (outs Index:$result);
  let assemblyFormat = "$source attr-dict `:` `(` qualified(type($source)) `)` `->` type($result)";
  let hasVerifier = 1;
}
def PTO_TensorGatherRowOp : PTO_TensorResultOp<"gather_row",
    "rows of a tensor gathered into another, in place", [AttrSizedOperandSegments]> {
  let arguments = !con((ins PTO_Tensor:$dest, PTO_Tensor:$source), indices,
      (ins Variadic<Index>:$source_offsets, DenseI64ArrayAttr:$static_source_offsets),
      sizeList, validList, (ins UnitAttr:$transpose));
  let facts = ".inPlace(0).readsGM()";
  let form = "$dest" # At<>.text # "`,` $source" # SourceAt<>.text # Sized<>.text # ValidTo<>.text;
  let types = PTO_Types<["dest", "source"]>.text;
}
def PTO_TensorPagedGatherOp : PTO_TensorResultOp<"paged_gather", "rows by a table of pages"> {
  let arguments = (ins PTO_Tensor:$source, PTO_Tensor:$indices, PTO_Tensor:$block_table,
      I64Attr:$block_size, I64Attr:$size, DefaultValuedOptionalAttr<I64Attr, "0">:$col_off,
      I64Attr:$max_indices, UnitAttr:$is_trans, UnitAttr:$is_b_matrix,
      DefaultValuedOptionalAttr<PTO_MemorySpaceAttr, "::mlir::pto::MemorySpace::Mat">:$space);
  let facts = ".fresh().readsGM()";
  let form = PTO_Operands<["source", "indices", "block_table"]>.text;
  let types = PTO_Types<["source", "indices", "block_table"]>.text;
}
class PTO_TensorCrossOp<string mnemonic, string what> : PTO_TensorResultOp<mnemonic, what> {
  let arguments = (ins PTO_Tensor:$source, I64Attr:$split);
  let facts = ".fresh().crossesCores()";
  let form = "$source";
  let types = PTO_Types<["source"]>.text;
}
def PTO_TensorAivShardOp : PTO_TensorCrossOp<"aiv_shard", "a vector core's part">;
def PTO_TensorAicGatherOp : PTO_TensorCrossOp<"aic_gather", "the whole of the vector cores' parts">;

class PTO_TensorQueryOp<string mnemonic, string what> : PTO_Op<"tensor." # mnemonic, [Pure]> {
  let summary = what;
  let results = (outs Index:$result);
  let assemblyFormat = "attr-dict `:` `(` `)` `->` type($result)";
}
def PTO_TensorGetBlockIdxOp : PTO_TensorQueryOp<"get_block_idx", "number of this block">;
def PTO_TensorGetBlockNumOp : PTO_TensorQueryOp<"get_block_num", "how many blocks run">;
def PTO_TensorGetSubblockIdxOp : PTO_TensorQueryOp<"get_subblock_idx", "number of this vector core">;

//===----------------------------------------------------------------------===//
// Other ranks
//===----------------------------------------------------------------------===//

class PTO_PldTransferOp<string mnemonic, string what>
    : PTO_FactsOp<"pld." # mnemonic, [AttrSizedOperandSegments]> {
  let summary = what;
  let description = [{
    `pto.pld.put %dst[0, 0], %src[%i, 0] peer %p stage %s sizes [1, 64]`; empty
    lists mean the whole tensors. The stages are temporaries.
  }];
  let arguments = !con((ins PTO_Tensor:$dest, PTO_Tensor:$source), indices,
      (ins Variadic<Index>:$source_offsets, DenseI64ArrayAttr:$static_source_offsets,
           PTO_Scalar:$peer, PTO_Tile:$stage, Optional<PTO_Tile>:$stage2), sizeList,
      (ins OptionalAttr<PTO_AtomicAttr>:$atomic));
  let facts = ".tmp(5).tmp(6).readsGM().writesGM(0).crossesRanks()";
  let form = "$dest" # At<>.text # "`,` $source" # SourceAt<>.text
      # " `peer` $peer `stage` $stage (`stage2` $stage2^)?" # Sized<>.text;
  let types = PTO_Types<["dest", "source", "peer", "stage"]>.text
      # "(`,` qualified(type($stage2))^)?";
  let resultTypes = "";
}
def PTO_PldPutOp : PTO_PldTransferOp<"put", "writes a window of a peer's tensor">;
def PTO_PldGetOp : PTO_PldTransferOp<"get", "reads a window of a peer's tensor">;
def PTO_PldRemoteLoadOp : PTO_TileOp<"pld.remote_load", [AttrSizedOperandSegments]> {
  let summary = "loads a window of a peer's tensor into a tile";
  let arguments = !con((ins PTO_Tensor:$source), indices, (ins PTO_Scalar:$peer), validList,
      (ins UnitAttr:$allow_physical_tail_padding), bound);
  let facts = ".declared().fresh().readsGM().crossesRanks()";
  let form = "$source" # At<>.text # "`peer` $peer" # ValidTo<>.text # Into<>.text;
  let types = PTO_Types<["source", "peer"]>.text;
}
def PTO_PldRemoteStoreOp : PTO_FactsOp<"pld.remote_store"> {
  let summary = "stores a tile into a window of a peer's tensor";
  let arguments = !con((ins PTO_Tile:$source, PTO_Tensor:$dest), indices,
      (ins PTO_Scalar:$peer, OptionalAttr<PTO_AtomicAttr>:$atomic));
  let facts = ".in(0, {MS::Vec, MS::Acc}).writesGM(1).crossesRanks()";
  let form = "$source `,` $dest" # At<>.text # "`peer` $peer";
  let types = PTO_Types<["source", "dest", "peer"]>.text;
}

#endif // PTO_IR_PTOTENSOROPS_TD
