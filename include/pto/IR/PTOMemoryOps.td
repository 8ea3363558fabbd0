//===- PTOMemoryOps.td - Buffers, loads, stores, moves ----------*- tablegen -*-===//

#ifndef PTO_IR_PTOMEMORYOPS_TD
#define PTO_IR_PTOMEMORYOPS_TD

include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/IR/OpAsmInterface.td"
include "pto/IR/PTOOpBase.td"

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

def PTO_AllocOp : PTO_Op<"alloc", [
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "a buffer in one memory";
  let description = [{
    ```mlir
    %mem_vec_2 = pto.alloc vec, addr = -1, size = 16384, id = 2
    %ping = pto.alloc vec, addr = 0, size = 32768, id = 3 pinned slots = 2
    ```

    `size` is in bytes and covers all slots. `addr = -1`: not placed yet.
    `pinned`: declared by the author, shared with nobody who was not bound to
    it by hand; a pinned buffer with an address keeps it.
  }];
  let arguments = (ins EnumProp<PTO_MemorySpace>:$space, I64Prop:$addr,
                       I64Prop:$size, I64Prop:$id, UnitProp:$pinned,
                       DefaultValuedProp<I64Prop, "1">:$slots);
  let results = (outs PTO_Buffer:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    static constexpr int64_t kNotPlaced = -1;
    bool isPlaced() { return getAddr() != kNotPlaced; }
  }];
}

def PTO_DeclareMemRefOp : PTO_Op<"declare_memref", [
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "a buffer that the author declares; its size and space are derived";
  let description = [{
    ```mlir
    %ping = pto.declare_memref "ping"
    %pp = pto.declare_memref "pp" slots = 2
    ```

    Consumed by `--init-memref`: size and space come from the tiles bound to it.
  }];
  let arguments = (ins StrAttr:$name, DefaultValuedProp<I64Prop, "1">:$slots);
  let results = (outs PTO_Buffer:$result);
  let assemblyFormat = "$name (`slots` `=` $slots^)? attr-dict";
  let hasVerifier = 1;
}

def PTO_SlotOp : PTO_Op<"slot", [Pure]> {
  let summary = "one slot of a buffer";
  let description = "`%s = pto.slot %pp[%i]`; the index may be a constant.";
  let arguments = !con((ins PTO_Buffer:$buffer), indices);
  let results = (outs PTO_Buffer:$result);
  let assemblyFormat = "$buffer" # At<>.text # "attr-dict";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Tiles from and to device memory
//===----------------------------------------------------------------------===//

def PTO_CreateOp : PTO_TileOp<"create"> {
  let summary = "a tile without contents";
  let description = [{
    Where no space is requested, and even where one is, an empty tile follows
    the value that it carries into a loop: it holds no data yet.
  }];
  let arguments = !con(request, (ins UnitAttr:$transpose, UnitAttr:$flat_layout), bound);
  let facts = ".deferred().relocatable().fresh()";
  let form = To<>.text # Into<>.text;
  let hasVerifier = 1;
  let more = "::mlir::pto::TileType getResultTypeIn(unsigned result, ::mlir::pto::MemorySpace space);";
}

def PTO_LoadOp : PTO_TileOp<"load", [AttrSizedOperandSegments]> {
  let summary = "loads a window of a tensor into a tile";
  let description = [{
    ```mlir
    %x = pto.load %gx[0, %n] : (tensor<16x128xbf16>) -> !pto.tile<16x128xbf16>
    %x = pto.load %gx[0, %n] valid [%r, 128] to mat : (tensor<16x128xbf16>)
           -> !pto.tile<16x128xbf16, mat, valid = ?x128>
    ```

    The window has the shape of the result; `sizes [...]` gives it where the
    tensor has another rank. Device memory is reachable from `vec` and `mat`.
  }];
  let arguments = !con((ins PTO_Tensor:$source), indices, sizeList, validList, request,
                       (ins UnitAttr:$clamp), bound);
  let facts = ".deferred().fresh().readsGM()";
  let form = "$source" # At<>.text # Sized<>.text # ValidTo<>.text # To<>.text # Into<>.text;
  let types = PTO_Types<["source"]>.text;
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
  let more = "::mlir::pto::TileType getResultTypeIn(unsigned result, ::mlir::pto::MemorySpace space);";
}

def PTO_StoreOp : PTO_FactsOp<"store", [AttrSizedOperandSegments]> {
  let summary = "stores a tile into a window of a tensor";
  let description = "The result is the tensor with the window overwritten; it is the same storage.";
  let arguments = !con((ins PTO_Tile:$source, PTO_Tensor:$dest), indices, sizeList,
                       (ins OptionalAttr<PTO_AtomicAttr>:$atomic));
  let results = (outs PTO_Tensor:$result);
  let facts = ".in(0, {MS::Vec, MS::Acc}).inPlace(1)";
  let form = "$source `,` $dest" # At<>.text # Sized<>.text;
  let types = PTO_Types<["source", "dest"]>.text;
  let resultTypes = "`->` qualified(type($result))";
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

def PTO_MoveOp : PTO_TileOp<"move"> {
  let summary = "copies a tile, usually into another memory";
  let description = [{
    `to` is required; `blayout` and `slayout` ask for a layout other than the
    one that the destination implies. A copy never shares bytes with its source.
  }];
  let arguments = !con((ins PTO_Tile:$source), request,
      (ins OptionalAttr<PTO_BlockLayoutAttr>:$blayout,
           OptionalAttr<PTO_BlockLayoutAttr>:$slayout), bound);
  let facts = ".requested(MS::Vec).fresh().notInPlace().copy()";
  let form = "$source" # To<>.text # Into<>.text;
  let types = PTO_Types<["source"]>.text;
  let hasVerifier = 1;
  let more = [{
    /// The type of a copy of `source` in `space`.
    static ::mlir::pto::TileType inferResultType(::mlir::pto::TileType source,
        ::mlir::pto::MemorySpace space,
        std::optional<::mlir::pto::BlockLayout> blayout = std::nullopt,
        std::optional<::mlir::pto::BlockLayout> slayout = std::nullopt);
    ::mlir::pto::TileType getResultTypeIn(unsigned result, ::mlir::pto::MemorySpace space);
  }];
}

def PTO_ExtractOp : PTO_TileOp<"extract", [AttrSizedOperandSegments]> {
  let summary = "copies a window of a tile, usually from mat into left or right";
  let arguments = !con((ins PTO_Tile:$source), indices, request, validList, bound);
  let facts = ".requested(MS::Vec).fresh().notInPlace()";
  let form = "$source" # At<>.text # ValidTo<>.text # To<>.text # Into<>.text;
  let types = PTO_Types<["source"]>.text;
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

//===----------------------------------------------------------------------===//
// Tiles from nothing
//===----------------------------------------------------------------------===//

def PTO_FullOp : PTO_TileOp<"full"> {
  let summary = "a tile that holds one value everywhere";
  let arguments = !con((ins PTO_Scalar:$value), bound);
  let facts = FreshVec<>.text;
  let form = "$value" # Into<>.text;
  let types = PTO_Types<["value"]>.text;
}

def PTO_CiOp : PTO_TileOp<"ci", [AttrSizedOperandSegments, PTO_ScratchOpInterface]> {
  let summary = "consecutive integers from a start";
  let arguments = !con((ins PTO_Scalar:$start, Optional<PTO_Tile>:$tmp,
                            UnitAttr:$descending), bound);
  let facts = FreshVec<>.text # ".tmp(1)";
  let form = "$start (`,` $tmp^)?" # Into<>.text;
  let types = "qualified(type($start)) (`,` qualified(type($tmp))^)?";
  let more = PTO_ScratchMethods;
  let hasVerifier = 1;
}

def PTO_TriOp : PTO_TileOp<"tri", [AttrSizedOperandSegments]> {
  let summary = "a triangular mask";
  let arguments = !con((ins PTO_Scalar:$diagonal), validList, (ins UnitAttr:$upper), bound);
  let facts = FreshVec<>.text;
  let form = "$diagonal" # ValidTo<>.text # Into<>.text;
  let types = PTO_Types<["diagonal"]>.text;
}

def PTO_RandomOp : PTO_TileOp<"random", [AttrSizedOperandSegments]> {
  let summary = "counter-based random integers";
  let arguments = !con((ins PTO_Scalar:$key0, PTO_Scalar:$key1, PTO_Scalar:$counter0,
                            PTO_Scalar:$counter1, PTO_Scalar:$counter2, PTO_Scalar:$counter3),
                       validList, (ins DefaultValuedOptionalAttr<I64Attr, "10">:$rounds), bound);
  let facts = FreshVec<>.text;
  let form = PTO_Operands<["key0", "key1", "counter0", "counter1", "counter2", "counter3"]>.text
             # ValidTo<>.text # Into<>.text;
  let types = PTO_Types<["key0", "key1", "counter0", "counter1", "counter2", "counter3"]>.text;
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Single elements
//===----------------------------------------------------------------------===//

def PTO_ReadOp : PTO_FactsOp<"read"> {
  let summary = "reads one element of a tile";
  let arguments = !con((ins PTO_Tile:$source), indices);
  let results = (outs PTO_Scalar:$result);
  let facts = Vec0<>.text;
  let form = "$source" # At<>.text;
  let types = PTO_Types<["source"]>.text;
  let resultTypes = "`->` type($result)";
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

def PTO_WriteOp : PTO_TileOp<"write", [SameAsFirst]> {
  let summary = "a tile with one element overwritten, in place";
  let arguments = !con((ins PTO_Tile:$dest), indices, (ins PTO_Scalar:$value));
  let facts = Vec0<>.text # ".fixed(MS::Vec).inPlace(0)";
  let form = "$dest" # At<>.text # "`,` $value";
  let types = PTO_Types<["dest", "value"]>.text;
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

class PTO_QueryOp<string mnemonic> : PTO_Op<mnemonic, [Pure]> {
  let results = (outs Index:$result);
  let assemblyFormat = "attr-dict `:` `(` `)` `->` type($result)";
}
def PTO_GetBlockIdxOp : PTO_QueryOp<"get_block_idx"> { let summary = "number of this block"; }
def PTO_GetBlockNumOp : PTO_QueryOp<"get_block_num"> { let summary = "how many blocks run"; }
def PTO_GetSubblockIdxOp : PTO_QueryOp<"get_subblock_idx"> {
  let summary = "number of this vector core in its block";
}

#endif // PTO_IR_PTOMEMORYOPS_TD
