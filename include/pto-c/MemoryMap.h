/*===- MemoryMap.h - Where everything is --------------------------*- C -*-===*\
|*                                                                            *|
|* The plan of a module's device functions, as JSON and buffer by buffer.     *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef PTO_C_MEMORYMAP_H
#define PTO_C_MEMORYMAP_H

#include "mlir-c/IR.h"
#include "pto-c/Attributes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Writes the memory map as JSON, in pieces. */
MLIR_CAPI_EXPORTED MlirLogicalResult ptoWriteMemoryMap(
    MlirModule module, MlirStringCallback callback, void *userData);

/* One buffer of a function. Strings live as long as the module. */
typedef struct PtoBuffer {
  MlirStringRef function;
  /* The name of its location; empty where it has none. */
  MlirStringRef name;
  PtoMemorySpace space;
  int64_t id;
  /* Bytes. An address of -1: not placed. The size covers all slots. */
  int64_t addr;
  int64_t size;
  int64_t slots;
  bool pinned;
} PtoBuffer;

/* Called once a buffer, in program order. */
typedef void (*PtoBufferCallback)(const PtoBuffer *buffer, void *userData);
MLIR_CAPI_EXPORTED void
ptoForEachBuffer(MlirModule module, PtoBufferCallback callback, void *userData);

/* Bytes of a memory that may be used on `target`; -1 where that is not known,
 * be it the memory or the chip. */
MLIR_CAPI_EXPORTED int64_t ptoTargetGetCapacity(MlirContext context,
                                                MlirStringRef target,
                                                PtoMemorySpace space);

#ifdef __cplusplus
}
#endif

#endif /* PTO_C_MEMORYMAP_H */
