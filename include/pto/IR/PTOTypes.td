//===- PTOTypes.td - Types --------------------------------------*- tablegen -*-===//

#ifndef PTO_IR_PTOTYPES_TD
#define PTO_IR_PTOTYPES_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinTypes.td"
include "pto/IR/PTOAttrs.td"

class PTO_Type<string name, string typeMnemonic, list<Trait> traits = []>
    : TypeDef<PTO_Dialect, name, traits> {
  let mnemonic = typeMnemonic;
}

def PTO_TileType : PTO_Type<"Tile", "tile"> {
  let summary = "a piece of a tensor in on-chip memory";
  let description = [{
    ```mlir
    !pto.tile<16x128xbf16>                       // space not decided yet
    !pto.tile<16x128xbf16, left>                 // in the left operand buffer
    !pto.tile<16x128xf32, vec, valid = 16x?, pad = zero>
    ```

    Shape and element type come first, then the memory space where it is
    decided. What follows is printed only where it differs from what shape and
    space imply: `valid` (the extents that hold data; `?` is known at run time
    only, and is an operand of the op that makes the tile), `layout`, `pad`,
    `compact`, and for views `stride` and `start_offset` in elements.

    `get` canonicalises: a valid region equal to the shape is cleared, and an
    absent layout becomes the implicit one of shape and space, so two equal
    tiles have equal types.
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape, "Type":$elementType,
      "std::optional<MemorySpace>":$space, ArrayRefParameter<"int64_t">:$valid,
      "LayoutAttr":$layout, "PadKind":$pad, "CompactMode":$compact,
      ArrayRefParameter<"int64_t">:$stride, "std::optional<int64_t>":$startOffset);
  let skipDefaultBuilders = 1;
  let builders = [
    TypeBuilder<(ins "ArrayRef<int64_t>":$shape, "Type":$elementType,
        CArg<"std::optional<MemorySpace>", "std::nullopt">:$space,
        CArg<"ArrayRef<int64_t>", "{}">:$valid, CArg<"LayoutAttr", "{}">:$layout,
        CArg<"PadKind", "PadKind::Null">:$pad,
        CArg<"CompactMode", "CompactMode::Null">:$compact,
        CArg<"ArrayRef<int64_t>", "{}">:$stride,
        CArg<"std::optional<int64_t>", "std::nullopt">:$startOffset), [{
      if (valid == shape)
        valid = {};
      if (!layout)
        layout = getImplicitLayout($_ctxt, shape, space);
      return $_get($_ctxt, shape, elementType, space, valid, layout, pad,
                   compact, stride, startOffset);
    }]>];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The layout that shape and space alone imply. An absent space counts as
    /// vector memory, whose layout is plain.
    static LayoutAttr getImplicitLayout(MLIRContext *context, ArrayRef<int64_t> shape,
                                        std::optional<MemorySpace> space);
    bool hasImplicitLayout() const;

    int64_t getRank() const { return getShape().size(); }
    /// True where every physical extent is known.
    bool hasStaticShape() const;
    /// The valid region; the whole shape where none is given.
    ArrayRef<int64_t> getValidOrShape() const;

    /// This type in another space. The layout becomes the implicit one of the
    /// new space where the space really changes; valid region, padding, compact
    /// mode, stride and offset stay.
    TileType withSpace(MemorySpace newSpace) const;
    TileType withLayout(LayoutAttr newLayout) const;
    TileType withValid(ArrayRef<int64_t> newValid) const;
    TileType withElementType(Type newElementType) const;
  }];
}

def PTO_BufferType : PTO_Type<"Buffer", "memref"> {
  let summary = "handle of a buffer: what `into` names";
}

def PTO_ArrayType : PTO_Type<"Array", "array"> {
  let summary = "array of scalars on the scalar core's stack";
  let description = "`!pto.array<4xi32>`: one constant, positive extent.";
  let parameters = (ins "int64_t":$extent, "Type":$elementType);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def PTO_HandleType : PTO_Type<"Handle", "handle"> {
  let summary = "value of the runtime without a meaning for memory";
  let description = "`!pto.handle<\"CommCtx\">`: a communication context, an event, ...";
  let parameters = (ins StringRefParameter<"what it is">:$kind);
  let assemblyFormat = "`<` $kind `>`";
}

def PTO_TaskIdType : PTO_Type<"TaskId", "task_id"> {
  let summary = "name of a submitted task";
}
def PTO_PrefetchContextType : PTO_Type<"PrefetchContext", "prefetch_context"> {
  let summary = "context of asynchronous prefetches";
}
def PTO_PrefetchSessionType : PTO_Type<"PrefetchSession", "prefetch_session"> {
  let summary = "a running group of prefetches";
}
def PTO_HF4Type : PTO_Type<"HF4", "hf4"> {
  let summary = "4-bit float of the accelerator's own format";
}
def PTO_HF8Type : PTO_Type<"HF8", "hf8"> {
  let summary = "8-bit float of the accelerator's own format";
}

// Constraints on operands.
def PTO_Tile : Type<CPred<"::llvm::isa<::mlir::pto::TileType>($_self)">,
                              "tile", "::mlir::pto::TileType">;
def PTO_Tensor : Type<CPred<"::llvm::isa<::mlir::RankedTensorType>($_self)">,
                                "tensor in device memory", "::mlir::RankedTensorType">;
def PTO_TileOrTensor : AnyTypeOf<[PTO_Tile, PTO_Tensor]>;
def PTO_Buffer : Type<CPred<"::llvm::isa<::mlir::pto::BufferType>($_self)">,
                                "buffer handle", "::mlir::pto::BufferType">,
                 BuildableType<"$_builder.getType<::mlir::pto::BufferType>()">;
def PTO_Array : Type<CPred<"::llvm::isa<::mlir::pto::ArrayType>($_self)">,
                               "array", "::mlir::pto::ArrayType">;
def PTO_TaskId : Type<CPred<"::llvm::isa<::mlir::pto::TaskIdType>($_self)">,
                                "task id", "::mlir::pto::TaskIdType">,
                 BuildableType<"$_builder.getType<::mlir::pto::TaskIdType>()">;
def PTO_PrefetchContext
    : Type<CPred<"::llvm::isa<::mlir::pto::PrefetchContextType>($_self)">,
                     "prefetch context", "::mlir::pto::PrefetchContextType">,
      BuildableType<"$_builder.getType<::mlir::pto::PrefetchContextType>()">;
def PTO_PrefetchSession
    : Type<CPred<"::llvm::isa<::mlir::pto::PrefetchSessionType>($_self)">,
                     "prefetch session", "::mlir::pto::PrefetchSessionType">,
      BuildableType<"$_builder.getType<::mlir::pto::PrefetchSessionType>()">;
def PTO_Handle : Type<CPred<"::llvm::isa<::mlir::pto::HandleType>($_self)">,
                                "runtime handle", "::mlir::pto::HandleType">;
def PTO_Scalar
    : Type<CPred<"::mlir::pto::isScalarType($_self)">,
                     "integer, index or float scalar", "::mlir::Type">;

#endif // PTO_IR_PTOTYPES_TD
