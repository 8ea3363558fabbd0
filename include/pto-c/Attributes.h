/*===- Attributes.h - Attributes of the pto dialect ---------------*- C -*-===*\
|*                                                                            *|
|* A getter returns a null attribute (mlirAttributeIsNull) where its          *|
|* arguments mean nothing, and emits a diagnostic at an unknown location.     *|
|* ...GetValue of another attribute is not defined: ask ptoAttributeIsA first.
*|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef PTO_C_ATTRIBUTES_H
#define PTO_C_ATTRIBUTES_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Memories of the accelerator. */
typedef enum PtoMemorySpace {
  PtoMemorySpaceDDR = 0,
  PtoMemorySpaceVec = 1,
  PtoMemorySpaceMat = 2,
  PtoMemorySpaceLeft = 3,
  PtoMemorySpaceRight = 4,
  PtoMemorySpaceAcc = 5,
  PtoMemorySpaceBias = 6,
  PtoMemorySpaceLeftScale = 8,
  PtoMemorySpaceRightScale = 9
} PtoMemorySpace;

/* How a function uses a tensor parameter. */
typedef enum PtoDirection {
  PtoDirectionIn = 0,
  PtoDirectionOut = 1,
  PtoDirectionInOut = 2
} PtoDirection;

/* Where a function runs. */
typedef enum PtoFunctionKind {
  PtoFunctionKindOpaque = 0,
  PtoFunctionKindOrchestration = 1,
  PtoFunctionKindInCore = 2,
  PtoFunctionKindAIC = 3,
  PtoFunctionKindAIV = 4,
  PtoFunctionKindGroup = 5,
  PtoFunctionKindSpmd = 6,
  PtoFunctionKindGraph = 8
} PtoFunctionKind;

/* Generations of the accelerator. */
typedef enum PtoTarget { PtoTargetA2A3 = 0, PtoTargetA5 = 1 } PtoTarget;

/* How a loop is scheduled. */
typedef enum PtoLoopKind {
  PtoLoopKindSequential = 0,
  PtoLoopKindParallel = 1,
  PtoLoopKindUnroll = 2,
  PtoLoopKindPipeline = 3
} PtoLoopKind;

/* Order of elements, or of boxes of elements. */
typedef enum PtoBlockLayout {
  PtoBlockLayoutNoneBox = 0,
  PtoBlockLayoutRowMajor = 1,
  PtoBlockLayoutColMajor = 2
} PtoBlockLayout;

/* What fills a tile outside of its valid region. */
typedef enum PtoPadKind {
  PtoPadKindNull = 0,
  PtoPadKindZero = 1,
  PtoPadKindMax = 2,
  PtoPadKindMin = 3
} PtoPadKind;

/* #pto.memory_space<vec> */
MLIR_CAPI_EXPORTED bool ptoAttributeIsAMemorySpace(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirAttribute ptoMemorySpaceAttrGet(MlirContext context,
                                                       PtoMemorySpace space);
MLIR_CAPI_EXPORTED PtoMemorySpace
ptoMemorySpaceAttrGetValue(MlirAttribute attr);

/* #pto.direction<in>: on parameters, as pto.direction. */
MLIR_CAPI_EXPORTED bool ptoAttributeIsADirection(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirAttribute ptoDirectionAttrGet(MlirContext context,
                                                     PtoDirection direction);
MLIR_CAPI_EXPORTED PtoDirection ptoDirectionAttrGetValue(MlirAttribute attr);

/* #pto.function_kind<incore>: on functions, as pto.kind. */
MLIR_CAPI_EXPORTED bool ptoAttributeIsAFunctionKind(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirAttribute ptoFunctionKindAttrGet(MlirContext context,
                                                        PtoFunctionKind kind);
MLIR_CAPI_EXPORTED PtoFunctionKind
ptoFunctionKindAttrGetValue(MlirAttribute attr);

/* #pto.target<a2a3>: on modules and functions, as pto.target. */
MLIR_CAPI_EXPORTED bool ptoAttributeIsATarget(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirAttribute ptoTargetAttrGet(MlirContext context,
                                                  PtoTarget target);
MLIR_CAPI_EXPORTED PtoTarget ptoTargetAttrGetValue(MlirAttribute attr);

/* #pto.loop<pipeline, stages = 2>: on scf.for, as pto.loop. `stages` is 0 for
 * all other kinds. */
MLIR_CAPI_EXPORTED bool ptoAttributeIsALoop(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirAttribute ptoLoopAttrGet(MlirContext context,
                                                PtoLoopKind kind,
                                                int64_t stages);
MLIR_CAPI_EXPORTED PtoLoopKind ptoLoopAttrGetKind(MlirAttribute attr);
MLIR_CAPI_EXPORTED int64_t ptoLoopAttrGetStages(MlirAttribute attr);

/* #pto.layout<...>: order of boxes, order in a box, bytes of a box. */
MLIR_CAPI_EXPORTED bool ptoAttributeIsALayout(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirAttribute ptoLayoutAttrGet(MlirContext context,
                                                  PtoBlockLayout blayout,
                                                  PtoBlockLayout slayout,
                                                  int64_t fractal);
MLIR_CAPI_EXPORTED PtoBlockLayout ptoLayoutAttrGetBlayout(MlirAttribute attr);
MLIR_CAPI_EXPORTED PtoBlockLayout ptoLayoutAttrGetSlayout(MlirAttribute attr);
MLIR_CAPI_EXPORTED int64_t ptoLayoutAttrGetFractal(MlirAttribute attr);

/* #pto.memref<ddr, addr = -1, id = 0>: the buffer of a tensor parameter, as
 * pto.memref. An address of -1 is not known to the compiler. */
MLIR_CAPI_EXPORTED bool ptoAttributeIsAMemRef(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirAttribute ptoMemRefAttrGet(MlirContext context,
                                                  PtoMemorySpace space,
                                                  int64_t addr, int64_t id);
MLIR_CAPI_EXPORTED PtoMemorySpace ptoMemRefAttrGetSpace(MlirAttribute attr);
MLIR_CAPI_EXPORTED int64_t ptoMemRefAttrGetAddr(MlirAttribute attr);
MLIR_CAPI_EXPORTED int64_t ptoMemRefAttrGetId(MlirAttribute attr);

/* Any attribute of the dialect that is one keyword, by its name in the text:
 * ("round_mode", "rint") is #pto.round_mode<rint>. */
MLIR_CAPI_EXPORTED MlirAttribute ptoKeywordAttrGet(MlirContext context,
                                                   MlirStringRef name,
                                                   MlirStringRef keyword);

#ifdef __cplusplus
}
#endif

#endif /* PTO_C_ATTRIBUTES_H */
