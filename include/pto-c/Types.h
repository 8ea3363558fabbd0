/*===- Types.h - Types of the pto dialect -------------------------*- C -*-===*\
|*                                                                            *|
|* A getter returns a null type (mlirTypeIsNull) where its arguments mean     *|
|* nothing, and emits a diagnostic that says why at the given location.       *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef PTO_C_TYPES_H
#define PTO_C_TYPES_H

#include "mlir-c/IR.h"
#include "pto-c/Attributes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a tile type is made of. Extents are in elements; an extent that is
 * known at run time only is mlirShapedTypeGetDynamicSize(). */
typedef struct PtoTileParameters {
  intptr_t rank;
  const int64_t *shape;
  MlirType elementType;
  /* #pto.memory_space<...>; null: not decided yet. */
  MlirAttribute space;
  /* One extent a dimension that holds data; NULL: the whole shape. */
  const int64_t *valid;
  /* #pto.layout<...>; null: what shape and space imply. */
  MlirAttribute layout;
  PtoPadKind pad;
} PtoTileParameters;

/* !pto.tile<16x128xbf16, left> */
MLIR_CAPI_EXPORTED bool ptoTypeIsATile(MlirType type);
MLIR_CAPI_EXPORTED MlirType ptoTileTypeGet(MlirLocation location,
                                           const PtoTileParameters *parameters);
MLIR_CAPI_EXPORTED intptr_t ptoTileTypeGetRank(MlirType type);
/* Extents by dimension, 0 to rank - 1. */
MLIR_CAPI_EXPORTED int64_t ptoTileTypeGetDimSize(MlirType type, intptr_t dim);
MLIR_CAPI_EXPORTED int64_t ptoTileTypeGetValidSize(MlirType type, intptr_t dim);
MLIR_CAPI_EXPORTED MlirType ptoTileTypeGetElementType(MlirType type);
/* #pto.memory_space<...>; null where it is not decided. */
MLIR_CAPI_EXPORTED MlirAttribute ptoTileTypeGetSpace(MlirType type);
MLIR_CAPI_EXPORTED MlirAttribute ptoTileTypeGetLayout(MlirType type);
MLIR_CAPI_EXPORTED PtoPadKind ptoTileTypeGetPad(MlirType type);
/* The same tile in another memory, laid out as that memory implies. */
MLIR_CAPI_EXPORTED MlirType ptoTileTypeWithSpace(MlirType type,
                                                 PtoMemorySpace space);
/* Bytes that the tile takes on `target` ("": on no chip in particular); -1
 * where the shape is not known or nobody knows the chip. */
MLIR_CAPI_EXPORTED int64_t ptoTileTypeGetStorageBytes(MlirType type,
                                                      MlirStringRef target);

/* !pto.memref, the handle of a buffer. */
MLIR_CAPI_EXPORTED bool ptoTypeIsABuffer(MlirType type);
MLIR_CAPI_EXPORTED MlirType ptoBufferTypeGet(MlirContext context);

/* !pto.array<4xi32>, on the stack of the scalar core. */
MLIR_CAPI_EXPORTED bool ptoTypeIsAnArray(MlirType type);
MLIR_CAPI_EXPORTED MlirType ptoArrayTypeGet(MlirLocation location,
                                            int64_t extent,
                                            MlirType elementType);
MLIR_CAPI_EXPORTED int64_t ptoArrayTypeGetExtent(MlirType type);
MLIR_CAPI_EXPORTED MlirType ptoArrayTypeGetElementType(MlirType type);

/* !pto.handle<"CommCtx">, a value of the runtime. */
MLIR_CAPI_EXPORTED bool ptoTypeIsAHandle(MlirType type);
MLIR_CAPI_EXPORTED MlirType ptoHandleTypeGet(MlirContext context,
                                             MlirStringRef kind);
MLIR_CAPI_EXPORTED MlirStringRef ptoHandleTypeGetKind(MlirType type);

#ifdef __cplusplus
}
#endif

#endif /* PTO_C_TYPES_H */
