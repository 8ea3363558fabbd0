//===- PTODialect.td - The pto dialect --------------------------*- tablegen -*-===//

#ifndef PTO_IR_PTODIALECT_TD
#define PTO_IR_PTODIALECT_TD

include "mlir/IR/OpBase.td"

def PTO_Dialect : Dialect {
  let name = "pto";
  let cppNamespace = "::mlir::pto";
  let summary = "Tile kernels and where their tiles live";
  let description = [{
    A tile kernel for a neural-network accelerator works in small on-chip
    memories that the program manages itself. In `pto` a tile is an SSA value:
    the *space* that it lives in is part of its type, and the *buffer* that
    holds it is the `into` operand of the op that makes it. What a view, a loop
    result or an in-place result is stored in is derived, never written down.

    Every op answers four interfaces (memory spaces, storage, views, scratch),
    so that no pass of this project knows an op by its name.
  }];
  let dependentDialects = ["::mlir::func::FuncDialect"];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasConstantMaterializer = 1;
  let extraClassDeclaration = [{
    void registerTypes();
    void registerAttributes();
    void registerMemoryOps();
    void registerViewOps();
    void registerElementwiseOps();
    void registerReductionOps();
    void registerMatmulOps();
    void registerGatherOps();
    void registerCrossCoreOps();
    void registerSystemOps();
    void registerTensorOps();
    void registerStructureOps();
  }];
}

#endif // PTO_IR_PTODIALECT_TD
