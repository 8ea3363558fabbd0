//===- PTOCrossCoreOps.td - Between cube and vector cores -------*- tablegen -*-===//

#ifndef PTO_IR_PTOCROSSCOREOPS_TD
#define PTO_IR_PTOCROSSCOREOPS_TD

include "pto/IR/PTOOpBase.td"

defvar pipeAttrs = (ins DefaultValuedOptionalAttr<I64Attr, "0">:$id);

// A popped tile lies in a slot of the pipe: it has no buffer of its own.
class PTO_PopOp<string mnemonic, string what> : PTO_TileOp<mnemonic> {
  let summary = what;
  let arguments = !con(validList, (ins DefaultValuedOptionalAttr<I64Attr, "0">:$split,
      OptionalAttr<I64Attr>:$lane_stride), pipeAttrs);
  let facts = ".declared().crossesCores()";
  let form = ValidTo<>.text;
}
def PTO_TpopFromAicOp : PTO_PopOp<"tpop_from_aic", "takes a tile that the cube core pushed">;
def PTO_TpopFromAivOp : PTO_PopOp<"tpop_from_aiv", "takes a tile that a vector core pushed">;

class PTO_PushOp<string mnemonic, string what> : PTO_FactsOp<mnemonic> {
  let summary = what;
  let arguments = !con((ins PTO_Tile:$source, DefaultValuedOptionalAttr<I64Attr, "0">:$split,
      OptionalAttr<I64Attr>:$lane_stride), pipeAttrs);
  let facts = ".crossesCores()";
  let form = "$source";
  let types = PTO_Types<["source"]>.text;
}
def PTO_TpushToAicOp : PTO_PushOp<"tpush_to_aic", "hands a tile to the cube core">;
def PTO_TpushToAivOp : PTO_PushOp<"tpush_to_aiv", "hands a tile to the vector cores">;

class PTO_FreeOp<string mnemonic, string what> : PTO_FactsOp<mnemonic> {
  let summary = what;
  let arguments = !con((ins PTO_Tile:$source, OptionalAttr<I64Attr>:$split), pipeAttrs);
  let facts = ".notRead(0).crossesCores()";
  let form = "$source";
  let types = PTO_Types<["source"]>.text;
}
def PTO_SystemTfreeToAicOp : PTO_FreeOp<"system.tfree_to_aic", "gives a popped tile's slot back">;
def PTO_SystemTfreeToAivOp : PTO_FreeOp<"system.tfree_to_aiv", "gives a popped tile's slot back">;

class PTO_CrossOp<string mnemonic, string what, string space> : PTO_TileOp<mnemonic> {
  let summary = what;
  let arguments = !con((ins PTO_Tile:$source, DefaultValuedOptionalAttr<I64Attr, "0">:$split,
      OptionalAttr<I64Attr>:$lane_stride), bound);
  let facts = ".fixed(MS::" # space # ").fresh().crossesCores()";
  let form = "$source" # Into<>.text;
  let types = PTO_Types<["source"]>.text;
}
def PTO_AivShardOp : PTO_CrossOp<"aiv_shard", "a vector core's part of a cube tile", "Vec">;
def PTO_AicGatherOp : PTO_CrossOp<"aic_gather", "a cube tile of the vector cores' parts", "Mat">;

class PTO_InitPipeOp<string mnemonic, string what> : PTO_FactsOp<mnemonic> {
  let summary = what;
  let description = [{
    `dir_mask`: 1 cube to vector, 2 vector to cube, 3 both. `slot_size` in bytes.
  }];
  let arguments = !con((ins PTO_Scalar:$c2v_buffer, PTO_Scalar:$v2c_buffer, I64Attr:$dir_mask,
      I64Attr:$slot_size, OptionalAttr<I64Attr>:$slot_num, OptionalAttr<I64Attr>:$local_slot_num),
      pipeAttrs);
  let facts = ".crossesCores()";
  let form = "$c2v_buffer `,` $v2c_buffer";
  let types = PTO_Types<["c2v_buffer", "v2c_buffer"]>.text;
  let hasVerifier = 1;
}
def PTO_SystemAicInitializePipeOp : PTO_InitPipeOp<"system.aic_initialize_pipe",
    "opens a pipe on the cube core">;
def PTO_SystemAivInitializePipeOp : PTO_InitPipeOp<"system.aiv_initialize_pipe",
    "opens a pipe on a vector core">;

def PTO_SystemReserveBufferOp : PTO_Op<"system.reserve_buffer", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "keeps a range of on-chip memory for a pipe";
  let description = [{
    ```mlir
    %q = pto.system.reserve_buffer "c2v" size = 4096, base = -1
    ```
    `size` in bytes; `base = -1`: to be chosen by `--allocate-memory-addr`. The
    range lies in `mat` in a cube function and in `vec` elsewhere.
  }];
  let arguments = (ins StrAttr:$name, I64Prop:$size, I64Prop:$base);
  let results = (outs I32:$result);
  let assemblyFormat = "$name `size` `=` $size `,` `base` `=` $base attr-dict";
  let hasVerifier = 1;
}
def PTO_SystemImportPeerBufferOp : PTO_Op<"system.import_peer_buffer", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "the range that a peer function keeps";
  let arguments = (ins StrAttr:$name, StrAttr:$peer_func);
  let results = (outs I32:$result);
  let assemblyFormat = "$name `of` $peer_func attr-dict";
}

#endif // PTO_IR_PTOCROSSCOREOPS_TD
