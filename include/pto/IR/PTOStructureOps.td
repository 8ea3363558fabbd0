//===- PTOStructureOps.td - Scopes, calls, other people's ops ---*- tablegen -*-===//

#ifndef PTO_IR_PTOSTRUCTUREOPS_TD
#define PTO_IR_PTOSTRUCTUREOPS_TD

include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/CallInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "pto/IR/PTOOpBase.td"

def PTO_ScopeOp : PTO_Op<"scope", [
    SingleBlockImplicitTerminator<"::mlir::pto::YieldOp">, RecursiveMemoryEffects,
    NoRegionArguments, DeclareOpInterfaceMethods<RegionBranchOpInterface>]> {
  let summary = "a named part of a program, transparent to all analyses";
  let description = [{
    ```mlir
    pto.scope "Runtime" { ... }
    %x = pto.scope "SplitAiv" -> (tensor<4xf32>) { ... pto.yield %y : tensor<4xf32> }
    ```
  }];
  let arguments = (ins StrAttr:$kind);
  let results = (outs Variadic<AnyType>:$outs);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$kind (`->` `(` qualified(type($outs))^ `)`)? $body attr-dict";
}
def PTO_YieldOp : PTO_Op<"yield", [Pure, Terminator, ReturnLike, HasParent<"ScopeOp">]> {
  let summary = "ends a scope";
  let arguments = (ins Variadic<AnyType>:$operands);
  let builders = [OpBuilder<(ins), [{ (void)$_builder; }]>];
  let assemblyFormat = "attr-dict ($operands^ `:` qualified(type($operands)))?";
}

class PTO_CallLikeOp<string mnemonic, string what>
    : PTO_Op<mnemonic, [AttrSizedOperandSegments, DeclareOpInterfaceMethods<CallOpInterface>,
                        DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = what;
  let extraClassDeclaration = [{
    ::mlir::FunctionType getCalleeType();
  }];
}

def PTO_SubmitOp : PTO_CallLikeOp<"submit", "submits a call as an asynchronous task"> {
  let description = [{
    ```mlir
    %r, %task = pto.submit @f(%a, %out) deps(%t0 : !pto.task_id) cores %n
                : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, !pto.task_id)
    ```
    The results are the callee's and the task. Trailing `out` parameters may be
    left out: the runtime allocates them.
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyType>:$args, Variadic<AnyType>:$deps,
      Optional<Index>:$core_num, UnitAttr:$spmd, UnitAttr:$allow_early_resolve,
      UnitAttr:$sync_start, OptionalAttr<DictArrayAttr>:$arg_attrs,
      OptionalAttr<DictArrayAttr>:$res_attrs);
  let results = (outs Variadic<AnyType>:$outs);
  let assemblyFormat = "$callee `(` $args `)` (`deps` `(` $deps^ `:` qualified(type($deps)) `)`)? "
      "(`cores` $core_num^)? attr-dict `:` functional-type($args, results)";
}
def PTO_SpmdCallOp : PTO_CallLikeOp<"spmd_call", "calls a function on several cores and waits"> {
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyType>:$args,
      Optional<Index>:$core_num, UnitAttr:$sync_start, OptionalAttr<DictArrayAttr>:$arg_attrs,
      OptionalAttr<DictArrayAttr>:$res_attrs);
  let results = (outs Variadic<AnyType>:$outs);
  let assemblyFormat = "$callee `(` $args `)` (`cores` $core_num^)? attr-dict `:` "
      "functional-type($args, results)";
}

def PTO_BuiltinOp : PTO_Op<"builtin"> {
  let summary = "an op of the runtime that has no meaning for memory";
  let description = [{
    `pto.builtin "pld.system.notify"(%a, %b) : (tensor<4xi32>, index) -> ()`.
    Nothing is known of its effects, so nothing moves across it.
  }];
  let arguments = (ins StrAttr:$name, Variadic<AnyType>:$args);
  let results = (outs Variadic<AnyType>:$outs);
  let assemblyFormat = "$name `(` $args `)` attr-dict `:` functional-type($args, results)";
}

#endif // PTO_IR_PTOSTRUCTUREOPS_TD
