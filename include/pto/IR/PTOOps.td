//===- PTOOps.td - All ops, for the reference page --------------*- tablegen -*-===//

include "pto/IR/PTOCrossCoreOps.td"
include "pto/IR/PTOElementwiseOps.td"
include "pto/IR/PTOGatherOps.td"
include "pto/IR/PTOMatmulOps.td"
include "pto/IR/PTOMemoryOps.td"
include "pto/IR/PTOReductionOps.td"
include "pto/IR/PTOStructureOps.td"
include "pto/IR/PTOSystemOps.td"
include "pto/IR/PTOTensorOps.td"
include "pto/IR/PTOViewOps.td"
