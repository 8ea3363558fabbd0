//===- PTOSystemOps.td - Synchronisation, tasks, arrays, prefetch -*- tablegen -*-===//

#ifndef PTO_IR_PTOSYSTEMOPS_TD
#define PTO_IR_PTOSYSTEMOPS_TD

include "pto/IR/PTOOpBase.td"

//===----------------------------------------------------------------------===//
// Synchronisation
//===----------------------------------------------------------------------===//

class PTO_SyncOp<string mnemonic, string what> : PTO_FactsOp<"system." # mnemonic> {
  let summary = what;
  let facts = ".syncs()";
  let assemblyFormat = "attr-dict";
}
def PTO_SystemBarAllOp : PTO_SyncOp<"bar_all", "waits for all pipes">;
def PTO_SystemBarMOp : PTO_SyncOp<"bar_m", "waits for the cube pipe">;
def PTO_SystemBarVOp : PTO_SyncOp<"bar_v", "waits for the vector pipe">;
def PTO_SystemFenceOp : PTO_SyncOp<"fence", "orders accesses to device memory">;
class PTO_FlagOp<string mnemonic, string what> : PTO_SyncOp<mnemonic, what> {
  let arguments = (ins OptionalAttr<PTO_PipeAttr>:$set_pipe, OptionalAttr<PTO_PipeAttr>:$wait_pipe,
                       OptionalAttr<I64Attr>:$event_id);
}
def PTO_SystemSyncSrcOp : PTO_FlagOp<"sync_src", "sets a flag between two pipes">;
def PTO_SystemSyncDstOp : PTO_FlagOp<"sync_dst", "waits for a flag between two pipes">;

class PTO_EventOp<string mnemonic, string what> : PTO_FactsOp<"system." # mnemonic> {
  let summary = what;
  let arguments = (ins Optional<Index>:$event_id_dyn, PTO_PipeAttr:$pipe,
      OptionalAttr<I64Attr>:$event_id, OptionalAttr<I64Attr>:$ffts_mode,
      OptionalAttr<StrAttr>:$core_type);
  let facts = ".crossesCores().syncs()";
  let assemblyFormat = "($event_id_dyn^)? attr-dict";
  let hasVerifier = 1;
}
def PTO_SystemSyncSetOp : PTO_EventOp<"sync_set", "raises an event for another core">;
def PTO_SystemSyncWaitOp : PTO_EventOp<"sync_wait", "waits for an event of another core">;

// With no word for "all of it" the first value of the next line would be taken
// for the tensor.
def PTO_SystemCacheinvalidOp : PTO_FactsOp<"system.cacheinvalid", [AttrSizedOperandSegments]> {
  let summary = "invalidates cached device memory, all of it or a window";
  let arguments = !con((ins Optional<PTO_Tensor>:$source), (ins Variadic<Index>:$offsets,
      DefaultValuedOptionalAttr<DenseI64ArrayAttr, "{}">:$static_offsets), sizeList);
  let facts = ".syncs()";
  let assemblyFormat = "($source^ `` custom<DynamicIndexList>($offsets, $static_offsets) `sizes` "
      "custom<DynamicIndexList>($sizes, $static_sizes) `:` `(` qualified(type($source)) `)`) : (`all`)? attr-dict";
}
def PTO_SystemSetFftsOp : PTO_FactsOp<"system.set_ffts"> {
  let summary = "sets the workspace of cross-core events";
  let arguments = (ins PTO_Tensor:$workspace);
  let facts = ".writesGM(0).crossesCores()";
  let form = "$workspace";
  let types = PTO_Types<["workspace"]>.text;
}
def PTO_SystemSyncallOp : PTO_FactsOp<"system.syncall", [AttrSizedOperandSegments]> {
  let summary = "waits for all cores";
  let arguments = (ins Optional<PTO_Tensor>:$workspace, Optional<PTO_Scalar>:$used_cores,
      DefaultValuedOptionalAttr<StrAttr, "\"mix\"">:$core_type,
      DefaultValuedOptionalAttr<StrAttr, "\"hard\"">:$mode);
  let facts = ".writesGM(0).syncs().crossesCores()";
  let assemblyFormat = "(`workspace` $workspace^ `:` qualified(type($workspace)))? "
                       "(`cores` $used_cores^ `:` type($used_cores))? attr-dict";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Tasks
//===----------------------------------------------------------------------===//

class PTO_CountOp<string mnemonic, string what> : PTO_Op<"system." # mnemonic, [Pure]> {
  let summary = what;
  let results = (outs I32:$result);
  let assemblyFormat = "attr-dict";
}
def PTO_SystemAvailableAivCountOp : PTO_CountOp<"available_aiv_count", "vector cores there are">;
def PTO_SystemAvailableClusterCountOp : PTO_CountOp<"available_cluster_count",
                                                    "core clusters there are">;
def PTO_SystemTaskDummyOp : PTO_Op<"system.task_dummy"> {
  let summary = "a task that does nothing but wait";
  let arguments = (ins Variadic<AnyType>:$deps);
  let results = (outs PTO_TaskId:$result);
  let assemblyFormat = "(`deps` `(` $deps^ `:` qualified(type($deps)) `)`)? attr-dict";
}
def PTO_SystemTaskInvalidOp : PTO_Op<"system.task_invalid", [Pure]> {
  let summary = "the name of no task";
  let results = (outs PTO_TaskId:$result);
  let assemblyFormat = "attr-dict";
}
def PTO_SystemTaskIsValidOp : PTO_Op<"system.task_is_valid", [Pure]> {
  let summary = "whether a task id names a task";
  let arguments = (ins PTO_TaskId:$task);
  let results = (outs I1:$result);
  let assemblyFormat = "$task attr-dict";
}

//===----------------------------------------------------------------------===//
// Arrays on the scalar core's stack
//===----------------------------------------------------------------------===//

def PTO_ArrayCreateOp : PTO_Op<"array.create", [Pure]> {
  let summary = "an array of scalars";
  let results = (outs PTO_Array:$result);
  let assemblyFormat = "attr-dict `:` `(` `)` `->` qualified(type($result))";
}
def PTO_ArrayGetElementOp : PTO_Op<"array.get_element", [Pure]> {
  let summary = "an element of an array";
  let arguments = !con((ins PTO_Array:$source), indices);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$source" # At<>.text
      # "attr-dict `:` `(` qualified(type($source)) `)` `->` qualified(type($result))";
  let hasVerifier = 1;
}
def PTO_ArrayUpdateElementOp : PTO_Op<"array.update_element", [Pure]> {
  let summary = "the array with an element replaced";
  let arguments = !con((ins PTO_Array:$source), indices, (ins AnyType:$value));
  let results = (outs PTO_Array:$result);
  let assemblyFormat = "$source" # At<>.text # "`,` $value attr-dict `:` `(` qualified(type($source)) `,` "
      "qualified(type($value)) `)` `->` qualified(type($result))";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Prefetch
//===----------------------------------------------------------------------===//

def PTO_PrefetchMakeContextOp : PTO_Op<"prefetch.make_context"> {
  let summary = "a context for prefetches";
  let results = (outs PTO_PrefetchContext:$result);
  let assemblyFormat = "attr-dict";
}
def PTO_PrefetchSessionOp : PTO_Op<"prefetch.session"> {
  let summary = "a session in a context";
  let arguments = (ins PTO_PrefetchContext:$context);
  let results = (outs PTO_PrefetchSession:$result);
  let assemblyFormat = "$context attr-dict";
}
def PTO_PrefetchAsyncPrefetchOp : PTO_Op<"prefetch.async_prefetch"> {
  let summary = "starts to bring a tensor into the cache";
  let arguments = (ins PTO_Tensor:$source, PTO_PrefetchContext:$context);
  let results = (outs PTO_Handle:$result);
  let assemblyFormat = "$source `,` $context attr-dict `:` `(` qualified(type($source)) `)` `->` "
                       "qualified(type($result))";
}
def PTO_PrefetchWaitOp : PTO_Op<"prefetch.wait"> {
  let summary = "waits for a prefetch";
  let arguments = (ins PTO_Handle:$event, PTO_PrefetchSession:$session);
  let results = (outs I1:$result);
  let assemblyFormat = "$event `,` $session attr-dict `:` `(` qualified(type($event)) `)`";
}

#endif // PTO_IR_PTOSYSTEMOPS_TD
