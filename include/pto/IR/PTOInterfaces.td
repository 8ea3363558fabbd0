//===- PTOInterfaces.td - What an op answers about memory -------*- tablegen -*-===//
//
// The passes know no op by name. All that they need is an answer of one of
// these interfaces. Another dialect joins by attaching external models.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_IR_PTOINTERFACES_TD
#define PTO_IR_PTOINTERFACES_TD

include "mlir/IR/OpBase.td"

def PTO_MemorySpaceOpInterface : OpInterface<"MemorySpaceOpInterface"> {
  let cppNamespace = "::mlir::pto";
  let description = "In which memory spaces the op takes its tiles and leaves its results.";
  let methods = [
    InterfaceMethod<[{
        The spaces that operand number `operand` of the operation may be in,
        the canonical one first; empty where any space will do.
      }], "::mlir::pto::SpaceList", "getAllowedSpaces", (ins "unsigned":$operand)>,
    InterfaceMethod<[{
        True where operand number `operand` must be plain row-major on targets
        whose vector unit reads nothing else.
      }], "bool", "needsRowMajor", (ins "unsigned":$operand)>,
    InterfaceMethod<"How the space of a result is found.",
      "::mlir::pto::ResultSpaceRule", "getResultSpaceRule", (ins "unsigned":$result)>,
    InterfaceMethod<[{
        The type that a tile result has in `space`: layout re-inferred, valid
        region, padding and shape kept.
      }], "::mlir::pto::TileType", "getResultTypeIn",
      (ins "unsigned":$result, "::mlir::pto::MemorySpace":$space)>,
    InterfaceMethod<[{
        Puts a tile result into `space`: rewrites the request, where the op
        carries one, and the type.
      }], "void", "setResultSpace",
      (ins "unsigned":$result, "::mlir::pto::MemorySpace":$space)>,
  ];
}

def PTO_TileStorageOpInterface : OpInterface<"TileStorageOpInterface"> {
  let cppNamespace = "::mlir::pto";
  let description = "Which buffers hold the op's results, and what it does to its operands' bytes.";
  let methods = [
    InterfaceMethod<"Where the bytes of a result live.",
      "::mlir::pto::ResultStorage", "getResultStorage", (ins "unsigned":$result)>,
    InterfaceMethod<"The buffer that a fresh result is bound to; null where it is not bound.",
      "::mlir::Value", "getBuffer", (ins "unsigned":$result)>,
    InterfaceMethod<[{
        Binds the op's fresh results, one buffer each in order, or rebinds them.
      }], "void", "setBuffers", (ins "::mlir::ValueRange":$buffers)>,
    InterfaceMethod<[{
        True where a fresh result must share no byte with operand number
        `operand` on `target` (unknown: on any).
      }], "bool", "forbidsSharing",
      (ins "unsigned":$result, "unsigned":$operand, "std::optional<::mlir::pto::Target>":$target)>,
    InterfaceMethod<"True where the operand is a temporary whose bytes are clobbered.",
      "bool", "isScratchOperand", (ins "unsigned":$operand)>,
    InterfaceMethod<[{
        The number of the operand whose contents a result repeats unchanged in
        bytes of its own; none where the op computes, or copies only a part.
      }], "std::optional<unsigned>", "getCopiedOperand", (ins "unsigned":$result)>,
    InterfaceMethod<"What the op does to the bytes of a tile operand.",
      "::mlir::pto::TileAccess", "getTileAccess", (ins "unsigned":$operand)>,
  ];
}

def PTO_TileViewOpInterface : OpInterface<"TileViewOpInterface"> {
  let cppNamespace = "::mlir::pto";
  let description = "A result that is a window of an operand's bytes.";
  let methods = [
    InterfaceMethod<"The tile or tensor that is looked at.",
      "::mlir::Value", "getViewSource", (ins)>,
    InterfaceMethod<[{
        Where the window starts, per dimension of the source, in elements;
        empty where it starts at the source's own start.
      }], "::llvm::SmallVector<::mlir::OpFoldResult>", "getViewOffsets", (ins)>,
    InterfaceMethod<[{
        Extents of the window, per dimension of the source, in elements; empty
        where it is the whole source.
      }], "::llvm::SmallVector<int64_t>", "getViewExtents", (ins)>,
    InterfaceMethod<[{
        True where the view is the whole source with its last two dimensions
        swapped: the right operand of a product as the left one of another.
      }], "bool", "swapsDimensions", (ins), "", "return false;">,
  ];
}

def PTO_ScratchOpInterface : OpInterface<"ScratchOpInterface"> {
  let cppNamespace = "::mlir::pto";
  let description = "A temporary that the op needs on some targets.";
  let methods = [
    InterfaceMethod<[{
        The temporary that the op needs under `policy` and does not have; none
        where it needs none or has one. Failure, with a diagnostic at the op,
        where its size can't be known.
      }], "::mlir::FailureOr<std::optional<::mlir::pto::ScratchRequirement>>",
      "getScratchRequirement", (ins "const ::mlir::pto::ScratchPolicy &":$policy)>,
    InterfaceMethod<"The temporary that the op has; null where it has none.",
      "::mlir::Value", "getScratch", (ins)>,
    InterfaceMethod<"Hands the op a temporary.", "void", "setScratch",
      (ins "::mlir::Value":$scratch)>,
  ];
}

#endif // PTO_IR_PTOINTERFACES_TD
