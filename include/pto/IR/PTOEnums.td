//===- PTOEnums.td - Enums and their attributes -----------------*- tablegen -*-===//

#ifndef PTO_IR_PTOENUMS_TD
#define PTO_IR_PTOENUMS_TD

include "mlir/IR/EnumAttr.td"
include "pto/IR/PTODialect.td"

class PTO_Enum<string name, string summary, list<EnumCase> cases>
    : I32Enum<name, summary, cases> {
  let cppNamespace = "::mlir::pto";
}

class PTO_EnumAttr<EnumInfo info, string mnemonic>
    : EnumAttr<PTO_Dialect, info, mnemonic> {
  let assemblyFormat = "`<` $value `>`";
}

// The numbers are the ordinals that the hardware's tools use.
def PTO_MemorySpace : PTO_Enum<"MemorySpace", "memory of the accelerator", [
  I32EnumCase<"DDR", 0, "ddr">, I32EnumCase<"Vec", 1, "vec">,
  I32EnumCase<"Mat", 2, "mat">, I32EnumCase<"Left", 3, "left">,
  I32EnumCase<"Right", 4, "right">, I32EnumCase<"Acc", 5, "acc">,
  I32EnumCase<"Bias", 6, "bias">, I32EnumCase<"LeftScale", 8, "left_scale">,
  I32EnumCase<"RightScale", 9, "right_scale">]>;
def PTO_MemorySpaceAttr : PTO_EnumAttr<PTO_MemorySpace, "memory_space">;

def PTO_BlockLayout : PTO_Enum<"BlockLayout", "order of elements or boxes", [
  I32EnumCase<"NoneBox", 0, "none_box">,
  I32EnumCase<"RowMajor", 1, "row_major">,
  I32EnumCase<"ColMajor", 2, "col_major">]>;
def PTO_BlockLayoutAttr : PTO_EnumAttr<PTO_BlockLayout, "block_layout">;

def PTO_PadKind : PTO_Enum<"PadKind", "what fills a tile outside of its valid region", [
  I32EnumCase<"Null", 0, "null">, I32EnumCase<"Zero", 1, "zero">,
  I32EnumCase<"Max", 2, "max">, I32EnumCase<"Min", 3, "min">]>;
def PTO_PadKindAttr : PTO_EnumAttr<PTO_PadKind, "pad">;

def PTO_CompactMode : PTO_Enum<"CompactMode", "how rows are packed", [
  I32EnumCase<"Null", 0, "null">, I32EnumCase<"Normal", 1, "normal">,
  I32EnumCase<"RowPlusOne", 2, "row_plus_one">]>;
def PTO_CompactModeAttr : PTO_EnumAttr<PTO_CompactMode, "compact">;

def PTO_TensorLayout : PTO_Enum<"TensorLayout", "layout of a tensor in device memory", [
  I32EnumCase<"ND", 0, "nd">, I32EnumCase<"DN", 1, "dn">, I32EnumCase<"NZ", 2, "nz">,
  I32EnumCase<"MXAZZ", 3, "mx_a_zz">, I32EnumCase<"MXBNN", 4, "mx_b_nn">]>;
def PTO_TensorLayoutAttr : PTO_EnumAttr<PTO_TensorLayout, "tensor_layout">;

def PTO_Direction : PTO_Enum<"Direction", "how a function uses a tensor parameter", [
  I32EnumCase<"In", 0, "in">, I32EnumCase<"Out", 1, "out">, I32EnumCase<"InOut", 2, "inout">]>;
def PTO_DirectionAttr : PTO_EnumAttr<PTO_Direction, "direction">;

def PTO_FunctionKind : PTO_Enum<"FunctionKind", "where a function runs", [
  I32EnumCase<"Opaque", 0, "opaque">, I32EnumCase<"Orchestration", 1, "orchestration">,
  I32EnumCase<"InCore", 2, "incore">, I32EnumCase<"AIC", 3, "aic">,
  I32EnumCase<"AIV", 4, "aiv">, I32EnumCase<"Group", 5, "group">,
  I32EnumCase<"Spmd", 6, "spmd">, I32EnumCase<"Graph", 8, "graph">]>;
def PTO_FunctionKindAttr : PTO_EnumAttr<PTO_FunctionKind, "function_kind">;

def PTO_Target : PTO_Enum<"Target", "generation of the accelerator", [
  I32EnumCase<"A2A3", 0, "a2a3">, I32EnumCase<"A5", 1, "a5">]>;
def PTO_TargetAttr : PTO_EnumAttr<PTO_Target, "target">;

def PTO_LoopKind : PTO_Enum<"LoopKind", "how a loop is scheduled", [
  I32EnumCase<"Sequential", 0, "sequential">, I32EnumCase<"Parallel", 1, "parallel">,
  I32EnumCase<"Unroll", 2, "unroll">, I32EnumCase<"Pipeline", 3, "pipeline">]>;

def PTO_SplitMode : PTO_Enum<"SplitMode", "split of a vector function over two cores", [
  I32EnumCase<"None", 0, "none">, I32EnumCase<"UpDown", 1, "up_down">,
  I32EnumCase<"LeftRight", 2, "left_right">]>;
def PTO_SplitModeAttr : PTO_EnumAttr<PTO_SplitMode, "split_mode">;

def PTO_RoundMode : PTO_Enum<"RoundMode", "rounding of a conversion", [
  I32EnumCase<"None", 0, "none">, I32EnumCase<"RInt", 1, "rint">,
  I32EnumCase<"Round", 2, "round">, I32EnumCase<"Floor", 3, "floor">,
  I32EnumCase<"Ceil", 4, "ceil">, I32EnumCase<"Trunc", 5, "trunc">,
  I32EnumCase<"Odd", 6, "odd">]>;
def PTO_RoundModeAttr : PTO_EnumAttr<PTO_RoundMode, "round_mode">;

def PTO_CmpMode : PTO_Enum<"CmpMode", "comparison", [
  I32EnumCase<"EQ", 0, "eq">, I32EnumCase<"NE", 1, "ne">, I32EnumCase<"LT", 2, "lt">,
  I32EnumCase<"LE", 3, "le">, I32EnumCase<"GT", 4, "gt">, I32EnumCase<"GE", 5, "ge">]>;
def PTO_CmpModeAttr : PTO_EnumAttr<PTO_CmpMode, "cmp">;

def PTO_Pipe : PTO_Enum<"Pipe", "execution pipe of a core", [
  I32EnumCase<"MTE1", 0, "mte1">, I32EnumCase<"MTE2", 1, "mte2">,
  I32EnumCase<"MTE3", 2, "mte3">, I32EnumCase<"M", 3, "m">, I32EnumCase<"V", 4, "v">,
  I32EnumCase<"S", 5, "s">, I32EnumCase<"FIX", 6, "fix">, I32EnumCase<"ALL", 7, "all">]>;
def PTO_PipeAttr : PTO_EnumAttr<PTO_Pipe, "pipe">;

def PTO_Atomic : PTO_Enum<"Atomic", "how a store combines with what is there", [
  I32EnumCase<"None", 0, "none">, I32EnumCase<"Add", 1, "add">]>;
def PTO_AtomicAttr : PTO_EnumAttr<PTO_Atomic, "atomic">;

#endif // PTO_IR_PTOENUMS_TD
