//===- PTOAttrs.td - Structured attributes ----------------------*- tablegen -*-===//

#ifndef PTO_IR_PTOATTRS_TD
#define PTO_IR_PTOATTRS_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/TensorEncoding.td"
include "pto/IR/PTOEnums.td"

class PTO_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<PTO_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

def PTO_LayoutAttr : PTO_Attr<"Layout", "layout"> {
  let summary = "how a tile's elements are laid out in its buffer";
  let description = [{
    `blayout` orders the boxes (or the elements, where there are no boxes),
    `slayout` the elements of one box (`none_box`: there are no boxes), and
    `fractal` is the size of one box in bytes. What is left out has the value
    of a plain tile: `row_major`, `none_box`, `512`.

    ```mlir
    #pto.layout<blayout = col_major, slayout = row_major, fractal = 1024>
    ```
  }];
  let parameters = (ins "BlockLayout":$blayout, "BlockLayout":$slayout, "int64_t":$fractal);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def PTO_LoopAttr : PTO_Attr<"Loop", "loop"> {
  let summary = "how a loop is scheduled";
  let description = [{
    `#pto.loop<pipeline, stages = 2>`; `stages` is for `pipeline` alone.
  }];
  let parameters = (ins "LoopKind":$kind, DefaultValuedParameter<"int64_t", "0">:$stages);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def PTO_MemRefAttr : PTO_Attr<"MemRef", "memref"> {
  let summary = "buffer of a tensor parameter in device memory";
  let description = [{
    `#pto.memref<ddr, addr = -1, id = 0>`; `addr = -1` means that the address
    is not known to the compiler.
  }];
  let parameters = (ins "MemorySpace":$space, "int64_t":$addr, "int64_t":$id);
  let assemblyFormat = "`<` $space `,` `addr` `=` $addr `,` `id` `=` $id `>`";
}

def PTO_TensorViewAttr
    : PTO_Attr<"TensorView", "tensor_view", [DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let summary = "layout of a tensor in device memory, as a tensor's encoding";
  let description = [{
    All parts are optional: `layout = dn`, `stride = [1, ?]` in elements,
    `valid = [16, ?]`, `pad = zero`, `distributed` for a tensor that lies in a
    window which other ranks can reach, and `window = "name"` for that window.

    ```mlir
    tensor<64x128xf32, #pto.tensor_view<layout = dn, stride = [1, 64]>>
    ```
  }];
  let parameters = (ins "TensorLayout":$layout, ArrayRefParameter<"int64_t">:$stride,
      ArrayRefParameter<"int64_t">:$valid, "PadKind":$pad, "bool":$distributed,
      OptionalParameter<"StringAttr">:$window);
  let hasCustomAssemblyFormat = 1;
}

#endif // PTO_IR_PTOATTRS_TD
