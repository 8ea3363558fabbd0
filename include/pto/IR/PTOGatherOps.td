//===- PTOGatherOps.td - Gathers and scatters -------------------*- tablegen -*-===//

#ifndef PTO_IR_PTOGATHEROPS_TD
#define PTO_IR_PTOGATHEROPS_TD

include "pto/IR/PTOOpBase.td"

def PTO_GatherOp : PTO_TileOp<"gather"> {
  let summary = "elements of a tile by index";
  let arguments = !con((ins PTO_Tile:$source, PTO_IntTile:$indices, PTO_Tile:$tmp), bound);
  let facts = Vec012<>.text # FreshVec<>.text # ".notInPlace().tmp(2)";
  let form = PTO_Operands<["source", "indices", "tmp"]>.text # Into<>.text;
  let types = PTO_Types<["source", "indices", "tmp"]>.text;
  let hasVerifier = 1;
}
def PTO_GatherbOp : PTO_TileOp<"gatherb"> {
  let summary = "blocks of 32 bytes of a tile by byte offset";
  let arguments = !con((ins PTO_Tile:$source, PTO_IntTile:$offset), bound);
  let facts = ".rowMajor()" # Vec01<>.text # FreshVec<>.text # ".notInPlace()";
  let form = "$source `,` $offset" # Into<>.text;
  let types = PTO_Types<["source", "offset"]>.text;
}
def PTO_GatherMaskOp : PTO_TileOp<"gather_mask"> {
  let summary = "elements of a tile by a fixed pattern";
  let arguments = !con((ins PTO_Tile:$source, I64Attr:$mask_pattern), bound);
  let facts = Vec0<>.text # FreshVec<>.text # ".notInPlace()";
  let form = "$source" # Into<>.text;
  let types = PTO_Types<["source"]>.text;
  let hasVerifier = 1;
}
def PTO_GatherCompareOp : PTO_FactsOp<"gather_compare"> {
  let summary = "positions of the elements that compare with a value, and their counts";
  let description = "Two fresh results: `into %m0, %m1`, both or none.";
  let arguments = (ins PTO_Tile:$source, PTO_Scalar:$kvalue, PTO_Tile:$tmp,
      PTO_CmpModeAttr:$cmp_mode, DefaultValuedOptionalAttr<I64Attr, "0">:$offset,
      Variadic<PTO_Buffer>:$into);
  let results = (outs PTO_Tile:$positions, PTO_Tile:$counts);
  let facts = ".vec(0).vec(2)" # FreshVec<>.text # ".notInPlace().tmp(2)";
  let form = PTO_Operands<["source", "kvalue", "tmp"]>.text # Into<>.text;
  let types = PTO_Types<["source", "kvalue", "tmp"]>.text;
  let resultTypes = "`->` `(` qualified(type($positions)) `,` qualified(type($counts)) `)`";
  let hasVerifier = 1;
}
// Writes rows of its target, wherever that is.
def PTO_GatherRowOp : PTO_TileOp<"gather_row", [AttrSizedOperandSegments, SameAsFirst]> {
  let summary = "a tile with rows overwritten from device memory, in place";
  let description = [{
    `pto.gather_row %dst[%r, 0], %src[%i, 0] sizes [1, 512]`: the first index
    list is where in the tile, the second where in the tensor.
  }];
  let arguments = !con((ins PTO_Tile:$dest, PTO_Tensor:$source), indices,
      (ins Variadic<Index>:$source_offsets, DenseI64ArrayAttr:$static_source_offsets),
      sizeList, validList, (ins UnitAttr:$transpose));
  let facts = ".sameAs(0).inPlace(0).readsGM()";
  let form = "$dest" # At<>.text # "`,` $source" # SourceAt<>.text # Sized<>.text # ValidTo<>.text;
  let types = PTO_Types<["dest", "source"]>.text;
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}
def PTO_MgatherOp : PTO_TileOp<"mgather", [AttrSizedOperandSegments]> {
  let summary = "rows or elements of a tensor by index";
  let description = [{
    `coalesce` 0 gathers rows, 1 elements; `gather_oob` 0 leaves indices out of
    bounds undefined, 1 clamps, 2 wraps, 3 gives zero.
  }];
  let arguments = !con((ins PTO_Tensor:$source, PTO_TileOrTensor:$indices,
      Optional<PTO_Tensor>:$tmp), validList, request,
      (ins DefaultValuedOptionalAttr<I64Attr, "0">:$coalesce,
           DefaultValuedOptionalAttr<I64Attr, "0">:$gather_oob), bound);
  let facts = ".requested(MS::Vec).fresh().notInPlace().readsGM().tmp(2)";
  let form = "$source `,` $indices (`tmp` $tmp^)?" # ValidTo<>.text # To<>.text # Into<>.text;
  let types = PTO_Types<["source", "indices"]>.text # "(`tmp` qualified(type($tmp))^)?";
  let hasVerifier = 1;
}

class PTO_ScatterBase<string mnemonic, string what, list<string> operands, string alsoFacts>
    : PTO_TileOp<mnemonic, [SameAsFirst]> {
  let summary = what;
  let facts = Vec01<>.text # alsoFacts # ".fixed(MS::Vec).inPlace(0)";
  let form = PTO_Operands<operands>.text;
  let types = PTO_Types<operands>.text;
}
def PTO_ScatterOp : PTO_ScatterBase<"scatter", "a tile with elements overwritten by index, in place",
                                    ["dest", "source", "indices"], ".vec(2)"> {
  let arguments = (ins PTO_Tile:$dest, PTO_Tile:$source, PTO_IntTile:$indices);
}
def PTO_ScatterMaskOp : PTO_ScatterBase<"scatter_mask",
    "a tile with elements overwritten by a fixed pattern, in place", ["dest", "source"], ""> {
  let arguments = (ins PTO_Tile:$dest, PTO_Tile:$source, I64Attr:$mask_pattern);
  let hasVerifier = 1;
}
def PTO_ScatterUpdateOp : PTO_ScatterBase<"scatter_update",
    "a tile with rows overwritten by index, in place", ["dest", "indices", "source"], ".vec(2)"> {
  let arguments = (ins PTO_Tile:$dest, PTO_IntTile:$indices, PTO_Tile:$source,
                       DefaultValuedOptionalAttr<I64Attr, "-2">:$dim);
}
def PTO_MscatterOp : PTO_FactsOp<"mscatter"> {
  let summary = "writes elements of a tensor by index";
  let arguments = (ins PTO_Tile:$source, PTO_I32Tile:$indices, PTO_Tensor:$dest);
  let results = (outs PTO_Tensor:$result);
  let facts = ".rowMajor()" # Vec01<>.text # ".inPlace(2)";
  let form = PTO_Operands<["source", "indices", "dest"]>.text;
  let types = PTO_Types<["source", "indices", "dest"]>.text;
  let resultTypes = "`->` qualified(type($result))";
}

#endif // PTO_IR_PTOGATHEROPS_TD
