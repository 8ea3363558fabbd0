//===- PTOOps.h - All ops of the dialect --------------------------*- C++
//-*-===//

#ifndef PTO_IR_PTOOPS_H
#define PTO_IR_PTOOPS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "pto/IR/MemoryFactsTrait.h"

#define GET_OP_CLASSES
#include "pto/IR/PTOMemoryOps.h.inc"
#define GET_OP_CLASSES
#include "pto/IR/PTOViewOps.h.inc"
#define GET_OP_CLASSES
#include "pto/IR/PTOElementwiseOps.h.inc"
#define GET_OP_CLASSES
#include "pto/IR/PTOReductionOps.h.inc"
#define GET_OP_CLASSES
#include "pto/IR/PTOMatmulOps.h.inc"
#define GET_OP_CLASSES
#include "pto/IR/PTOGatherOps.h.inc"
#define GET_OP_CLASSES
#include "pto/IR/PTOCrossCoreOps.h.inc"
#define GET_OP_CLASSES
#include "pto/IR/PTOSystemOps.h.inc"
#define GET_OP_CLASSES
#include "pto/IR/PTOTensorOps.h.inc"
#define GET_OP_CLASSES
#include "pto/IR/PTOStructureOps.h.inc"

#endif // PTO_IR_PTOOPS_H
