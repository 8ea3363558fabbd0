//===- MiniOps.td - A dialect that knows nothing of PTO's passes -*- tablegen -*-===//
//
// Two ops that make tiles. Neither implements an interface of PTO: external
// models do, see MiniDialect.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef MINI_OPS_TD
#define MINI_OPS_TD

include "mlir/IR/OpBase.td"
include "pto/IR/PTOTypes.td"

def Mini_Dialect : Dialect {
  let name = "mini";
  let cppNamespace = "::mini";
  let summary = "Ops that a compiler has besides those of PTO";
  let dependentDialects = ["::mlir::pto::PTODialect"];
}

class Mini_Op<string mnemonic> : Op<Mini_Dialect, mnemonic, []> {
  let results = (outs PTO_Tile:$result);
}

def Mini_FetchOp : Mini_Op<"fetch"> {
  let summary = "a whole tensor as a tile, in whatever memory it is needed";
  let arguments = (ins PTO_Tensor:$source, Optional<PTO_Buffer>:$into);
  let assemblyFormat = [{
    $source (`into` $into^)? attr-dict `:` qualified(type($source)) `->` qualified(type($result))
  }];
}

def Mini_BlendOp : Mini_Op<"blend"> {
  let summary = "a mix of two tiles in vector memory, which it reads many times";
  let arguments = (ins PTO_Tile:$lhs, PTO_Tile:$rhs, Optional<PTO_Buffer>:$into);
  let assemblyFormat = [{
    $lhs `,` $rhs (`into` $into^)? attr-dict `:` qualified(type($lhs)) `,` qualified(type($rhs))
    `->` qualified(type($result))
  }];
}

#endif // MINI_OPS_TD
