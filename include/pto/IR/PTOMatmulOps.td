//===- PTOMatmulOps.td - The cube unit --------------------------*- tablegen -*-===//

#ifndef PTO_IR_PTOMATMULOPS_TD
#define PTO_IR_PTOMATMULOPS_TD

include "pto/IR/PTOOpBase.td"

def PlainProduct : NativeOpTrait<"PlainProduct"> {
  let cppNamespace = "::mlir::pto";
}

// Products make a fresh accumulator; `_acc` forms write the accumulator that
// they are given.
class PTO_ProductOp<string mnemonic, string what, list<string> operands, string alsoFacts,
                    list<Trait> traits> : PTO_TileOp<mnemonic, traits> {
  let summary = what;
  let facts = alsoFacts # ".fixed(MS::Acc).fresh()";
  let form = PTO_Operands<operands>.text # Into<>.text;
  let types = PTO_Types<operands>.text;
}
class PTO_AccumulateOp<string mnemonic, string what, list<string> operands, string alsoFacts,
                       list<Trait> traits> : PTO_TileOp<mnemonic, traits> {
  let summary = what;
  let facts = ".in(0, MS::Acc)" # alsoFacts # ".fixed(MS::Acc).inPlace(0)";
  let form = PTO_Operands<operands>.text;
  let types = PTO_Types<operands>.text;
}

class LeftRight { string text = ".in(0, MS::Left).in(1, MS::Right)"; }
class AccLeftRight { string text = ".in(1, MS::Left).in(2, MS::Right)"; }
class Mx { string text = ".in(0, MS::Left).in(1, MS::LeftScale).in(2, MS::Right).in(3, MS::RightScale)"; }
class AccMx { string text = ".in(1, MS::Left).in(2, MS::LeftScale).in(3, MS::Right).in(4, MS::RightScale)"; }

def PTO_MatmulOp : PTO_ProductOp<"matmul", "left * right", ["lhs", "rhs"], LeftRight<>.text,
                                 [MatmulShapes, PlainProduct]> {
  let arguments = !con((ins PTO_Tile:$lhs, PTO_Tile:$rhs), bound);
}
def PTO_MatmulBiasOp : PTO_ProductOp<"matmul_bias", "left * right + bias",
    ["lhs", "rhs", "bias"], LeftRight<>.text # ".in(2, MS::Bias)",
    [MatmulShapes, PlainProduct]> {
  let arguments = !con((ins PTO_Tile:$lhs, PTO_Tile:$rhs, PTO_Tile:$bias), bound);
}
def PTO_MatmulAccOp : PTO_AccumulateOp<"matmul_acc", "acc + left * right",
    ["acc", "lhs", "rhs"], AccLeftRight<>.text, [SameAsFirst, PlainProduct]> {
  let description = [{
    `init %c`: where %c is true the accumulator starts from zero instead.
  }];
  let arguments = (ins PTO_Tile:$acc, PTO_Tile:$lhs, PTO_Tile:$rhs, Optional<I1>:$init);
  let form = "$acc `,` $lhs `,` $rhs (`init` $init^)?";
  let hasVerifier = 1;
}
def PTO_GemvOp : PTO_ProductOp<"gemv", "one row times right", ["lhs", "rhs"], LeftRight<>.text, []> {
  let arguments = !con((ins PTO_Tile:$lhs, PTO_Tile:$rhs, OptionalAttr<StrAttr>:$acc_phase), bound);
}
def PTO_GemvBiasOp : PTO_ProductOp<"gemv_bias", "one row times right, plus bias",
    ["lhs", "rhs", "bias"], LeftRight<>.text # ".in(2, MS::Bias)", []> {
  let arguments = !con((ins PTO_Tile:$lhs, PTO_Tile:$rhs, PTO_Tile:$bias,
                            OptionalAttr<StrAttr>:$acc_phase), bound);
}
def PTO_GemvAccOp : PTO_AccumulateOp<"gemv_acc", "acc + one row times right",
    ["acc", "lhs", "rhs"], AccLeftRight<>.text, [SameAsFirst]> {
  let arguments = (ins PTO_Tile:$acc, PTO_Tile:$lhs, PTO_Tile:$rhs,
                       OptionalAttr<StrAttr>:$acc_phase);
}
def PTO_BatchMatmulOp : PTO_ProductOp<"batch_matmul", "left * right, for each batch",
    ["lhs", "rhs"], LeftRight<>.text, []> {
  let arguments = !con((ins PTO_Tile:$lhs, PTO_Tile:$rhs), bound);
}
def PTO_BatchMatmulAccOp : PTO_AccumulateOp<"batch_matmul_acc", "acc + left * right, for each batch",
    ["acc", "lhs", "rhs"], AccLeftRight<>.text, [SameAsFirst]> {
  let arguments = (ins PTO_Tile:$acc, PTO_Tile:$lhs, PTO_Tile:$rhs);
}
def PTO_MatmulMxOp : PTO_ProductOp<"matmul_mx", "block-scaled left * right",
    ["lhs", "lhs_scale", "rhs", "rhs_scale"], Mx<>.text, []> {
  let arguments = !con((ins PTO_Tile:$lhs, PTO_Tile:$lhs_scale, PTO_Tile:$rhs,
                            PTO_Tile:$rhs_scale), bound);
  let hasVerifier = 1;
}
def PTO_MatmulMxBiasOp : PTO_ProductOp<"matmul_mx_bias", "block-scaled left * right + bias",
    ["lhs", "lhs_scale", "rhs", "rhs_scale", "bias"], Mx<>.text # ".in(4, MS::Bias)", []> {
  let arguments = !con((ins PTO_Tile:$lhs, PTO_Tile:$lhs_scale, PTO_Tile:$rhs,
                            PTO_Tile:$rhs_scale, PTO_Tile:$bias), bound);
}
def PTO_MatmulMxAccOp : PTO_AccumulateOp<"matmul_mx_acc", "acc + block-scaled left * right",
    ["acc", "lhs", "lhs_scale", "rhs", "rhs_scale"], AccMx<>.text, [SameAsFirst]> {
  let arguments = (ins PTO_Tile:$acc, PTO_Tile:$lhs, PTO_Tile:$lhs_scale, PTO_Tile:$rhs,
                       PTO_Tile:$rhs_scale);
}

#endif // PTO_IR_PTOMATMULOPS_TD
