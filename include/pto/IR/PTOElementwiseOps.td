//===- PTOElementwiseOps.td - Element by element ----------------*- tablegen -*-===//

#ifndef PTO_IR_PTOELEMENTWISEOPS_TD
#define PTO_IR_PTOELEMENTWISEOPS_TD

include "pto/IR/PTOOpBase.td"

//===----------------------------------------------------------------------===//
// One tile
//===----------------------------------------------------------------------===//

class PTO_UnaryOp<string mnemonic, string what, Constraint tile = PTO_Tile,
                  string alsoFacts = "", list<Trait> traits = [SameAsFirst]>
    : PTO_TileOp<mnemonic, traits> {
  let summary = what;
  let arguments = !con((ins tile:$source), bound);
  let facts = ".rowMajor()" # Vec0<>.text # FreshVec<>.text;
  let also = alsoFacts;
  let form = "$source" # Into<>.text;
  let types = PTO_Types<["source"]>.text;
}

def PTO_AbsOp : PTO_UnaryOp<"abs", "|x|">;
def PTO_NegOp : PTO_UnaryOp<"neg", "-x", PTO_Tile, ".rowMajor(false)">;
def PTO_ExpOp : PTO_UnaryOp<"exp", "e to the x">;
def PTO_SqrtOp : PTO_UnaryOp<"sqrt", "square root">;
def PTO_ReluOp : PTO_UnaryOp<"relu", "max(x, 0)">;
def PTO_NotOp : PTO_UnaryOp<"not", "bitwise not", PTO_IntTile>;
def PTO_SinOp : PTO_UnaryOp<"sin", "sine", PTO_F32Tile, ".rowMajor(false)">;
def PTO_CosOp : PTO_UnaryOp<"cos", "cosine", PTO_F32Tile, ".rowMajor(false)">;
def PTO_LogOp : PTO_UnaryOp<"log", "natural logarithm", PTO_F16F32Tile> {
  let arguments = !con((ins PTO_F16F32Tile:$source, UnitAttr:$high_precision), bound);
}
def PTO_RecipOp : PTO_UnaryOp<"recip", "1 / x", PTO_Tile, ".notInPlace()"> {
  let arguments = !con((ins PTO_Tile:$source, UnitAttr:$high_precision), bound);
}
def PTO_RsqrtOp : PTO_TileOp<"rsqrt", [AttrSizedOperandSegments, SameAsFirst]> {
  let summary = "1 / square root, through a temporary where one is given";
  let arguments = !con((ins PTO_Tile:$source, Optional<PTO_Tile>:$tmp), bound);
  let facts = ".rowMajor()" # Vec01<>.text # FreshVec<>.text # ".notInPlace().tmp(1)";
  let form = "$source (`,` $tmp^)?" # Into<>.text;
  let types = "qualified(type($source)) (`,` qualified(type($tmp))^)?";
}
def PTO_CastOp : PTO_TileOp<"cast", [AttrSizedOperandSegments, SameShapeAsFirst,
                                     PTO_ScratchOpInterface]> {
  let summary = "conversion to the result's element type";
  let description = [{
    `mode` is the rounding; an explicit `saturation_mode = 0` wraps instead of
    saturating and needs a temporary on some targets.
  }];
  let arguments = !con((ins PTO_Tile:$source, Optional<PTO_Tile>:$tmp,
                            OptionalAttr<PTO_RoundModeAttr>:$mode,
                            OptionalAttr<I32Attr>:$saturation_mode), bound);
  let facts = ".rowMajor()" # Vec0<>.text # FreshVec<>.text # ".widening().tmp(1)";
  let form = "$source (`,` $tmp^)?" # Into<>.text;
  let types = "qualified(type($source)) (`,` qualified(type($tmp))^)?";
  let more = PTO_ScratchMethods;
}

//===----------------------------------------------------------------------===//
// Two tiles
//===----------------------------------------------------------------------===//

class PTO_BinaryOp<string mnemonic, string what, Constraint tile = PTO_Tile,
                   string alsoFacts = "", list<Trait> traits = [ElementwiseResult]>
    : PTO_TileOp<mnemonic, traits> {
  let summary = what;
  let arguments = !con((ins tile:$lhs, tile:$rhs), bound);
  let facts = ".rowMajor()" # Vec01<>.text # FreshVec<>.text;
  let also = alsoFacts;
  let form = "$lhs `,` $rhs" # Into<>.text;
  let types = PTO_Types<["lhs", "rhs"]>.text;
}

def PTO_AddOp : PTO_BinaryOp<"add", "x + y">;
def PTO_SubOp : PTO_BinaryOp<"sub", "x - y">;
def PTO_MulOp : PTO_BinaryOp<"mul", "x * y">;
def PTO_DivOp : PTO_BinaryOp<"div", "x / y"> {
  let arguments = !con((ins PTO_Tile:$lhs, PTO_Tile:$rhs, UnitAttr:$high_precision), bound);
}
def PTO_MaximumOp : PTO_BinaryOp<"maximum", "max(x, y)">;
def PTO_MinimumOp : PTO_BinaryOp<"minimum", "min(x, y)">;
def PTO_FmodOp : PTO_BinaryOp<"fmod", "remainder with the sign of x", PTO_Tile, ".notInPlace()">;
def PTO_AndOp : PTO_BinaryOp<"and", "bitwise and", PTO_IntTile>;
def PTO_OrOp : PTO_BinaryOp<"or", "bitwise or", PTO_IntTile>;
def PTO_ShlOp : PTO_BinaryOp<"shl", "x << y", PTO_IntTile, "", [SameAsFirst]>;
def PTO_ShrOp : PTO_BinaryOp<"shr", "x >> y", PTO_IntTile, "", [SameAsFirst]>;
def PTO_PartAddOp : PTO_BinaryOp<"part_add", "x + y where both are valid, else the valid one">;
def PTO_PartMulOp : PTO_BinaryOp<"part_mul", "x * y where both are valid, else the valid one">;
def PTO_PartMaxOp : PTO_BinaryOp<"part_max", "max(x, y) where both are valid, else the valid one">;
def PTO_PartMinOp : PTO_BinaryOp<"part_min", "min(x, y) where both are valid, else the valid one">;
def PTO_CmpOp : PTO_BinaryOp<"cmp", "comparison; one bit an element, packed", PTO_Tile,
                             ".rowMajor(false)", []> {
  let arguments = !con((ins PTO_Tile:$lhs, PTO_Tile:$rhs, PTO_CmpModeAttr:$cmp_type), bound);
  let hasVerifier = 1;
}

// With a temporary.
class PTO_BinaryTmpOp<string mnemonic, string what, Constraint tile = PTO_Tile>
    : PTO_TileOp<mnemonic, [ElementwiseResult]> {
  let summary = what;
  let arguments = !con((ins tile:$lhs, tile:$rhs, PTO_Tile:$tmp), bound);
  let facts = ".rowMajor()" # Vec012<>.text # FreshVec<>.text # ".tmp(2)";
  let form = PTO_Operands<["lhs", "rhs", "tmp"]>.text # Into<>.text;
  let types = PTO_Types<["lhs", "rhs", "tmp"]>.text;
}
def PTO_RemOp : PTO_BinaryTmpOp<"rem", "remainder with the sign of y">;
def PTO_XorOp : PTO_BinaryTmpOp<"xor", "bitwise exclusive or", PTO_IntTile>;

//===----------------------------------------------------------------------===//
// A tile and a scalar
//===----------------------------------------------------------------------===//

class PTO_ScalarOp<string mnemonic, string what, Constraint tile = PTO_Tile,
                   string alsoFacts = "", list<Trait> traits = [SameAsFirst]>
    : PTO_TileOp<mnemonic, traits> {
  let summary = what;
  let arguments = !con((ins tile:$lhs, PTO_Scalar:$rhs), bound);
  let facts = ".rowMajor()" # Vec0<>.text # FreshVec<>.text;
  let also = alsoFacts;
  let form = "$lhs `,` $rhs" # Into<>.text;
  let types = PTO_Types<["lhs", "rhs"]>.text;
}

def PTO_AddsOp : PTO_ScalarOp<"adds", "x + s">;
def PTO_SubsOp : PTO_ScalarOp<"subs", "x - s">;
def PTO_MulsOp : PTO_ScalarOp<"muls", "x * s">;
def PTO_DivsOp : PTO_ScalarOp<"divs", "x / s">;
def PTO_FmodsOp : PTO_ScalarOp<"fmods", "remainder of x and s", PTO_Tile, ".notInPlace()">;
def PTO_MaximumsOp : PTO_ScalarOp<"maximums", "max(x, s)">;
def PTO_MinimumsOp : PTO_ScalarOp<"minimums", "min(x, s)", PTO_Tile, ".rowMajor(false)">;
def PTO_AndsOp : PTO_ScalarOp<"ands", "bitwise and with s", PTO_IntTile,
                                 ".notInPlace().rowMajor(false)">;
def PTO_OrsOp : PTO_ScalarOp<"ors", "bitwise or with s", PTO_IntTile,
                                ".notInPlace().rowMajor(false)">;
def PTO_ShlsOp : PTO_ScalarOp<"shls", "x << s", PTO_IntTile, ".rowMajor(false)">;
def PTO_ShrsOp : PTO_ScalarOp<"shrs", "x >> s", PTO_IntTile, ".rowMajor(false)">;
def PTO_LreluOp : PTO_ScalarOp<"lrelu", "x where positive, else s * x">;
def PTO_ExpandsOp : PTO_ScalarOp<"expands", "s everywhere, shaped like x", PTO_Tile,
                                 ".rowMajor(false)",
                                 [SameShapeAsFirst]>;
def PTO_CmpsOp : PTO_ScalarOp<"cmps", "comparison with s; one bit an element, packed",
                              PTO_Tile, "", []> {
  let arguments = !con((ins PTO_Tile:$lhs, PTO_Scalar:$rhs, PTO_CmpModeAttr:$cmp_type), bound);
  let hasVerifier = 1;
}

class PTO_ScalarTmpOp<string mnemonic, string what, Constraint tile, string alsoFacts,
                      list<Trait> traits> : PTO_TileOp<mnemonic, traits> {
  let summary = what;
  let arguments = !con((ins tile:$lhs, PTO_Scalar:$rhs, PTO_Tile:$tmp), bound);
  let facts = ".vec(0).vec(2)" # FreshVec<>.text # ".tmp(2)";
  let also = alsoFacts;
  let form = PTO_Operands<["lhs", "rhs", "tmp"]>.text # Into<>.text;
  let types = PTO_Types<["lhs", "rhs", "tmp"]>.text;
}
def PTO_RemsOp : PTO_ScalarTmpOp<"rems", "remainder of x and s", PTO_Tile, "", []>;
def PTO_XorsOp : PTO_ScalarTmpOp<"xors", "bitwise exclusive or with s", PTO_IntTile,
                                 ".notInPlace()", [SameAsFirst]>;

//===----------------------------------------------------------------------===//
// Three
//===----------------------------------------------------------------------===//

class PTO_TernaryOp<string mnemonic, string what> : PTO_TileOp<mnemonic, [ElementwiseResult]> {
  let summary = what;
  let arguments = !con((ins PTO_Tile:$lhs, PTO_Tile:$rhs, PTO_Tile:$rhs2), bound);
  let facts = Vec012<>.text # FreshVec<>.text;
  let form = PTO_Operands<["lhs", "rhs", "rhs2"]>.text # Into<>.text;
  let types = PTO_Types<["lhs", "rhs", "rhs2"]>.text;
}
def PTO_AddcOp : PTO_TernaryOp<"addc", "x + y + z">;
def PTO_SubcOp : PTO_TernaryOp<"subc", "x - y + z">;

class PTO_TileScalarTileOp<string mnemonic, string what>
    : PTO_TileOp<mnemonic, [ElementwiseResult]> {
  let summary = what;
  let arguments = !con((ins PTO_Tile:$lhs, PTO_Scalar:$rhs, PTO_Tile:$rhs2), bound);
  let facts = ".rowMajor().vec(0).vec(2)" # FreshVec<>.text;
  let form = PTO_Operands<["lhs", "rhs", "rhs2"]>.text # Into<>.text;
  let types = PTO_Types<["lhs", "rhs", "rhs2"]>.text;
}
def PTO_AddscOp : PTO_TileScalarTileOp<"addsc", "x + s + z">;
def PTO_SubscOp : PTO_TileScalarTileOp<"subsc", "x - s + z">;

def PTO_SelOp : PTO_TileOp<"sel"> {
  let summary = "x where the mask's bit is set, else y";
  let arguments = !con((ins PTO_Tile:$mask, PTO_Tile:$lhs, PTO_Tile:$rhs, PTO_Tile:$tmp), bound);
  let facts = ".rowMajor()" # Vec012<>.text # ".vec(3)" # FreshVec<>.text # ".noAliasWith(0b1001).tmp(3)";
  let form = PTO_Operands<["mask", "lhs", "rhs", "tmp"]>.text # Into<>.text;
  let types = PTO_Types<["mask", "lhs", "rhs", "tmp"]>.text;
  let hasVerifier = 1;
}
def PTO_SelsOp : PTO_TileOp<"sels"> {
  let summary = "x where the mask's bit is set, else a scalar";
  let arguments = !con((ins PTO_Tile:$mask, PTO_Tile:$source, PTO_Tile:$tmp, PTO_Scalar:$scalar),
                       bound);
  // The temporary is dead once the result is written, on every target.
  let facts = ".rowMajor()" # Vec012<>.text # FreshVec<>.text # ".noAliasWith(0b1).tmp(2).reusable(2)";
  let form = PTO_Operands<["mask", "source", "tmp", "scalar"]>.text # Into<>.text;
  let types = PTO_Types<["mask", "source", "tmp", "scalar"]>.text;
  let hasVerifier = 1;
}
def PTO_PreluOp : PTO_TileOp<"prelu", [SameAsFirst]> {
  let summary = "x where positive, else slope * x";
  let arguments = !con((ins PTO_F16F32Tile:$source, PTO_F16F32Tile:$slope, PTO_Tile:$tmp), bound);
  // On a5 the temporary is never touched.
  let facts = ".rowMajor()" # Vec012<>.text # FreshVec<>.text # ".notInPlace().onA5NoAliasWith(0b11).tmp(2)";
  let form = PTO_Operands<["source", "slope", "tmp"]>.text # Into<>.text;
  let types = PTO_Types<["source", "slope", "tmp"]>.text;
}

//===----------------------------------------------------------------------===//
// Padding
//===----------------------------------------------------------------------===//

class PTO_PadOp<string mnemonic, string what, list<Trait> traits> : PTO_TileOp<mnemonic, traits> {
  let summary = what;
  let form = "$source" # Into<>.text;
  let types = PTO_Types<["source"]>.text;
}
// Follows its input's space, as the document says: divergence `fillpad-inherits`.
def PTO_FillpadOp : PTO_PadOp<"fillpad", "fills what is outside of the valid region",
                              [SameAsFirst, PTO_Repacks]> {
  let arguments = !con((ins PTO_Tile:$source,
      DefaultValuedOptionalAttr<PTO_PadKindAttr, "::mlir::pto::PadKind::Zero">:$pad_value), bound);
  let facts = ".sameAs(0).fresh()";
}
def PTO_FillpadExpandOp : PTO_PadOp<"fillpad_expand", "a larger tile, filled outside of the source",
                                    []> {
  let arguments = !con((ins PTO_Tile:$source,
      DefaultValuedOptionalAttr<PTO_PadKindAttr, "::mlir::pto::PadKind::Zero">:$pad_value), bound);
  let facts = Vec0<>.text # FreshVec<>.text # ".notInPlace()";
  let hasVerifier = 1;
}
def PTO_FillpadInplaceOp : PTO_PadOp<"fillpad_inplace", "fillpad on the source's own bytes",
                                     [SameAsFirst, PTO_Repacks]> {
  let arguments = (ins PTO_Tile:$source,
      DefaultValuedOptionalAttr<PTO_PadKindAttr, "::mlir::pto::PadKind::Zero">:$pad_value);
  let facts = Vec0<>.text # ".fixed(MS::Vec).inPlace(0)";
  let form = "$source";
}

#endif // PTO_IR_PTOELEMENTWISEOPS_TD
