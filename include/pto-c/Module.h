/*===- Module.h - Modules from text, ops one by one ---------------*- C -*-===*\
|*                                                                            *|
|* Besides what mlir-c/IR.h offers: text whose names are kept, and creation   *|
|* of ops that never crashes, whatever it is given.                           *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef PTO_C_MODULE_H
#define PTO_C_MODULE_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Parses and verifies `source`. Values keep the names that the text gives them,
 * as locations. Null where that fails; diagnostics have locations in
 * `fileName`. Regions nested more than 1000 deep are refused. */
MLIR_CAPI_EXPORTED MlirModule ptoModuleParse(MlirContext context,
                                             MlirStringRef source,
                                             MlirStringRef fileName);

/* A copy that shares nothing with `module`. */
MLIR_CAPI_EXPORTED MlirModule ptoModuleClone(MlirModule module);

/* Prints `op` with the names that locations give to values (`%t`), or with
 * numbers. */
MLIR_CAPI_EXPORTED void ptoOperationPrint(MlirOperation op, bool useNames,
                                          bool useGenericForm,
                                          bool printLocations,
                                          MlirStringCallback callback,
                                          void *userData);

/* What an op is made of. */
typedef struct PtoOperationParameters {
  MlirStringRef name;
  MlirLocation location;
  intptr_t numOperands;
  const MlirValue *operands;
  /* Ignored where the types are to be inferred. */
  intptr_t numResults;
  const MlirType *resultTypes;
  bool inferResultTypes;
  /* Names without a dot are the op's own attributes and properties; the others
   * belong to a dialect. */
  intptr_t numAttributes;
  const MlirNamedAttribute *attributes;
  intptr_t numRegions;
} PtoOperationParameters;

/* A detached op, or null, with a diagnostic, where there is no such op, its
 * properties are wrong or its result types can't be inferred. Does not verify
 * the op. Regions are empty. */
MLIR_CAPI_EXPORTED MlirOperation
ptoOperationCreate(const PtoOperationParameters *parameters);

/* Whether `op`, and what is nested in it where `recursive` is set, is valid; if
 * not, diagnostics say why. */
MLIR_CAPI_EXPORTED bool ptoOperationVerify(MlirOperation op, bool recursive);

/* Whether the op of this name can tell its result types from its operands. */
MLIR_CAPI_EXPORTED bool ptoOperationInfersTypes(MlirContext context,
                                                MlirStringRef name);

/* Whether the op of this name ends a block. */
MLIR_CAPI_EXPORTED bool ptoOperationIsTerminator(MlirContext context,
                                                 MlirStringRef name);

/* Whether anybody outside of `op` uses a value that `op`, or an op nested in
 * it, makes: then it must not be erased. */
MLIR_CAPI_EXPORTED bool ptoOperationIsUsed(MlirOperation op);

#ifdef __cplusplus
}
#endif

#endif /* PTO_C_MODULE_H */
