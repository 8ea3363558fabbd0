/*===- Dialect.h - Registration of the pto dialect ----------------*- C -*-===*\
|*                                                                            *|
|* Together with MLIR's own C API, which libPTO-C carries, this is how a      *|
|* program in C or in a language with a C interface embeds PTO.               *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef PTO_C_DIALECT_H
#define PTO_C_DIALECT_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/* mlirGetDialectHandle__pto__() */
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(PTO, pto);

/* Adds pto and the dialects that kernels use besides it: affine, arith, cf,
 * func, scf and tensor. */
MLIR_CAPI_EXPORTED void ptoRegisterAllDialects(MlirDialectRegistry registry);

/* A context with all of these dialects loaded. The caller destroys it with
 * mlirContextDestroy. */
MLIR_CAPI_EXPORTED MlirContext ptoContextCreate(void);

#ifdef __cplusplus
}
#endif

#endif /* PTO_C_DIALECT_H */
