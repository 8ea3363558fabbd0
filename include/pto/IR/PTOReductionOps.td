//===- PTOReductionOps.td - Reductions, broadcasts, sorting -----*- tablegen -*-===//

#ifndef PTO_IR_PTOREDUCTIONOPS_TD
#define PTO_IR_PTOREDUCTIONOPS_TD

include "pto/IR/PTOOpBase.td"

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

class PTO_ReduceTmpOp<string mnemonic, string what, list<Trait> traits>
    : PTO_TileOp<mnemonic, traits> {
  let summary = what;
  let arguments = !con((ins PTO_Tile:$source, PTO_Tile:$tmp), bound);
  let facts = Vec01<>.text # FreshVec<>.text # ".notInPlace().tmp(1)";
  let form = "$source `,` $tmp" # Into<>.text;
  let types = PTO_Types<["source", "tmp"]>.text;
}
def PTO_RowSumOp : PTO_ReduceTmpOp<"row_sum", "sum of each row", [ReducesRows]>;
def PTO_RowMaxOp : PTO_ReduceTmpOp<"row_max", "maximum of each row", [ReducesRows]>;
def PTO_RowMinOp : PTO_ReduceTmpOp<"row_min", "minimum of each row", [ReducesRows]>;
def PTO_RowProdOp : PTO_ReduceTmpOp<"row_prod", "product of each row", [ReducesRows]>;
def PTO_RowArgmaxOp : PTO_ReduceTmpOp<"row_argmax", "column of each row's maximum", [FindsInRows]>;
def PTO_RowArgminOp : PTO_ReduceTmpOp<"row_argmin", "column of each row's minimum", [FindsInRows]>;
def PTO_ColArgmaxOp : PTO_ReduceTmpOp<"col_argmax", "row of each column's maximum", [FindsInCols]>;
def PTO_ColArgminOp : PTO_ReduceTmpOp<"col_argmin", "row of each column's minimum", [FindsInCols]>;

class PTO_ColReduceOp<string mnemonic, string what> : PTO_TileOp<mnemonic, [ReducesCols]> {
  let summary = what;
  let arguments = !con((ins PTO_Tile:$source), bound);
  let facts = Vec0<>.text # FreshVec<>.text;
  let form = "$source" # Into<>.text;
  let types = PTO_Types<["source"]>.text;
}
def PTO_ColMaxOp : PTO_ColReduceOp<"col_max", "maximum of each column">;
def PTO_ColMinOp : PTO_ColReduceOp<"col_min", "minimum of each column">;
def PTO_ColProdOp : PTO_ColReduceOp<"col_prod", "product of each column">;
def PTO_ColSumOp : PTO_TileOp<"col_sum", [AttrSizedOperandSegments, ReducesCols]> {
  let summary = "sum of each column, through a temporary where one is given";
  let arguments = !con((ins PTO_Tile:$source, Optional<PTO_Tile>:$tmp), bound);
  let facts = Vec01<>.text # FreshVec<>.text # ".tmp(1)";
  let form = "$source (`,` $tmp^)?" # Into<>.text;
  let types = "qualified(type($source)) (`,` qualified(type($tmp))^)?";
}

//===----------------------------------------------------------------------===//
// Broadcasts of a column vector over rows and of a row vector over columns
//===----------------------------------------------------------------------===//

// The vector is read again while the result is written.
class PTO_ExpandOp<string mnemonic, string what, list<Trait> traits = [SameShapeAsFirst]>
    : PTO_TileOp<mnemonic, traits> {
  let summary = what;
  let arguments = !con((ins PTO_Tile:$source, PTO_Tile:$vector), bound);
  let facts = Vec01<>.text # FreshVec<>.text # ".noAliasWith(0b10)";
  let form = "$source `,` $vector" # Into<>.text;
  let types = PTO_Types<["source", "vector"]>.text;
}
def PTO_RowExpandOp : PTO_ExpandOp<"row_expand", "v[r] everywhere in row r">;
def PTO_RowExpandSubOp : PTO_ExpandOp<"row_expand_sub", "x - v[r]">;
def PTO_RowExpandMulOp : PTO_ExpandOp<"row_expand_mul", "x * v[r]">;
def PTO_RowExpandDivOp : PTO_ExpandOp<"row_expand_div", "x / v[r]">;
def PTO_RowExpandMaxOp : PTO_ExpandOp<"row_expand_max", "max(x, v[r])">;
def PTO_RowExpandMinOp : PTO_ExpandOp<"row_expand_min", "min(x, v[r])">;
def PTO_RowExpandExpdifOp : PTO_ExpandOp<"row_expand_expdif", "exp(x - v[r])">;
def PTO_ColExpandOp : PTO_ExpandOp<"col_expand", "v[c] everywhere in column c">;
def PTO_ColExpandAddOp : PTO_ExpandOp<"col_expand_add", "x + v[c]">;
def PTO_ColExpandSubOp : PTO_ExpandOp<"col_expand_sub", "x - v[c]">;
def PTO_ColExpandMulOp : PTO_ExpandOp<"col_expand_mul", "x * v[c]">;
def PTO_ColExpandDivOp : PTO_ExpandOp<"col_expand_div", "x / v[c]">;
def PTO_ColExpandMaxOp : PTO_ExpandOp<"col_expand_max", "max(x, v[c])">;
def PTO_ColExpandMinOp : PTO_ExpandOp<"col_expand_min", "min(x, v[c])">;
def PTO_ColExpandExpdifOp : PTO_ExpandOp<"col_expand_expdif", "exp(x - v[c])">;
def PTO_RowExpandAddOp : PTO_TileOp<"row_expand_add", [AttrSizedOperandSegments, SameAsFirst]> {
  let summary = "x + v[r], through a temporary where one is given";
  let arguments = !con((ins PTO_Tile:$source, PTO_Tile:$vector, Optional<PTO_Tile>:$tmp), bound);
  let facts = Vec012<>.text # FreshVec<>.text # ".noAliasWith(0b110).tmp(2)";
  let form = "$source `,` $vector (`,` $tmp^)?" # Into<>.text;
  let types = PTO_Types<["source", "vector"]>.text # "(`,` qualified(type($tmp))^)?";
}

//===----------------------------------------------------------------------===//
// Sorting
//===----------------------------------------------------------------------===//

def PTO_Sort32Op : PTO_TileOp<"sort32", [AttrSizedOperandSegments, PTO_ScratchOpInterface]> {
  let summary = "sorts runs of 32 elements, with their indices";
  let description = [{
    The result holds (value, index) pairs: its last dimension is twice the
    source's. A width that is not provably a multiple of 32 needs a temporary.
  }];
  let arguments = !con((ins PTO_F16F32Tile:$source, PTO_Tile:$index, Optional<PTO_Tile>:$tmp),
                       bound);
  let facts = ".rowMajor()" # Vec01<>.text # FreshVec<>.text # ".notInPlace().tmp(2)";
  let form = "$source `,` $index (`,` $tmp^)?" # Into<>.text;
  let types = PTO_Types<["source", "index"]>.text # "(`,` qualified(type($tmp))^)?";
  let more = PTO_ScratchMethods;
  let hasVerifier = 1;
}
def PTO_MrgsortFormat1Op : PTO_TileOp<"mrgsort_format1", [SameAsFirst]> {
  let summary = "merges sorted blocks of one tile";
  let arguments = !con((ins PTO_F16F32Tile:$source, PTO_Scalar:$block_len), bound);
  let facts = ".rowMajor()" # Vec0<>.text # FreshVec<>.text # ".notInPlace()";
  let form = "$source `,` $block_len" # Into<>.text;
  let types = PTO_Types<["source", "block_len"]>.text;
}
def PTO_MrgsortFormat2Op : PTO_TileOp<"mrgsort_format2", [AttrSizedOperandSegments]> {
  let summary = "merges two to four sorted tiles";
  let description = "`pto.mrgsort_format2 %a, %b tmp %t : (...)`; the workspace has the result's shape.";
  let arguments = !con((ins Variadic<PTO_F16F32Tile>:$sources, PTO_Tile:$tmp,
                            UnitAttr:$exhausted), bound);
  let facts = ".rowMajor()" # Vec01<>.text # FreshVec<>.text # ".notInPlace().tmp(1)";
  let form = "$sources `tmp` $tmp" # Into<>.text;
  let types = "qualified(type($sources)) `tmp` qualified(type($tmp))";
  let hasVerifier = 1;
}

#endif // PTO_IR_PTOREDUCTIONOPS_TD
