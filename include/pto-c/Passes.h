/*===- Passes.h - Passes and pipelines ----------------------------*- C -*-===*\
|*                                                                            *|
|* mlirCreatePTOInferTileMemorySpace() and so on make each pass with its      *|
|* default options. With other options passes are made by name. Pass managers *|
|* are those of mlir-c/Pass.h; diagnostics go to the handlers of the context. *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef PTO_C_PASSES_H
#define PTO_C_PASSES_H

#include "mlir-c/Pass.h"

/* One mlirCreatePTO... and one mlirRegisterPTO... for each pass. */
#include "pto/Transforms/Passes.capi.h.inc"

#ifdef __cplusplus
extern "C" {
#endif

/* Makes our passes, our pipelines and MLIR's general passes (cse, canonicalize,
 * ...) known by name, in the whole process. Once is enough; more do no harm. */
MLIR_CAPI_EXPORTED void ptoRegisterAllPasses(void);

/* Adds a registered pass or pipeline by name, with options as they are written
 * in a textual pipeline ("target=a5 planner=optimal"). A pass on functions is
 * nested. Where that fails, nothing is added and `onError` is told why. */
MLIR_CAPI_EXPORTED MlirLogicalResult ptoPassManagerAdd(
    MlirPassManager passManager, MlirStringRef name, MlirStringRef options,
    MlirStringCallback onError, void *userData);

/* Adds "builtin.module(...)" or its elements alone. */
MLIR_CAPI_EXPORTED MlirLogicalResult
ptoPassManagerAddPipeline(MlirPassManager passManager, MlirStringRef pipeline,
                          MlirStringCallback onError, void *userData);

/* True where a pass or a pipeline of this name is registered. */
MLIR_CAPI_EXPORTED bool ptoIsPass(MlirStringRef name);

#ifdef __cplusplus
}
#endif

#endif /* PTO_C_PASSES_H */
