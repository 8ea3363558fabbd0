/* Types of the dialect, from C.
 *
 * RUN: %pto_bin/pto-capi-types | FileCheck %s
 */

#include "pto-c/Types.h"
#include "mlir-c/BuiltinTypes.h"
#include "pto-c/Dialect.h"
#include "support.h"

static void show(MlirType type) {
  if (mlirTypeIsNull(type))
    printf("null\n");
  else {
    mlirTypePrint(type, printPiece, NULL);
    printf("\n");
  }
}

int main(void) {
  MlirContext context = ptoContextCreate();
  MlirLocation here = mlirLocationUnknownGet(context);
  const int64_t shape[] = {16, 128};
  int64_t valid[] = {16, 100};
  PtoTileParameters parameters = {0};
  mlirContextAttachDiagnosticHandler(context, printDiagnostic, NULL, NULL);

  parameters.rank = 2;
  parameters.shape = shape;
  parameters.elementType = mlirBF16TypeGet(context);
  MlirType tile = ptoTileTypeGet(here, &parameters);
  // CHECK: !pto.tile<16x128xbf16>
  show(tile);
  // CHECK: 1 2 16 128 128 undecided 4096
  printf("%d %d %d %d %d %s %d\n", ptoTypeIsATile(tile),
         (int)ptoTileTypeGetRank(tile), (int)ptoTileTypeGetDimSize(tile, 0),
         (int)ptoTileTypeGetDimSize(tile, 1),
         (int)ptoTileTypeGetValidSize(tile, 1),
         mlirAttributeIsNull(ptoTileTypeGetSpace(tile)) ? "undecided"
                                                        : "decided",
         (int)ptoTileTypeGetStorageBytes(tile, text("a5")));
  // CHECK: bf16
  show(ptoTileTypeGetElementType(tile));
  // CHECK: !pto.tile<16x128xbf16, left>
  show(ptoTileTypeWithSpace(tile, PtoMemorySpaceLeft));

  parameters.space = ptoMemorySpaceAttrGet(context, PtoMemorySpaceVec);
  parameters.valid = valid;
  parameters.pad = PtoPadKindZero;
  tile = ptoTileTypeGet(here, &parameters);
  // CHECK: !pto.tile<16x128xbf16, vec, valid = 16x100, pad = zero>
  show(tile);
  // CHECK: 100 1 1
  printf("%d %d %d\n", (int)ptoTileTypeGetValidSize(tile, 1),
         ptoTileTypeGetPad(tile),
         ptoMemorySpaceAttrGetValue(ptoTileTypeGetSpace(tile)));
  valid[1] = mlirShapedTypeGetDynamicSize();
  // CHECK: !pto.tile<16x128xbf16, vec, valid = 16x?, pad = zero>
  show(ptoTileTypeGet(here, &parameters));

  // CHECK: !pto.memref
  show(ptoBufferTypeGet(context));
  MlirType array = ptoArrayTypeGet(here, 4, mlirIntegerTypeGet(context, 32));
  // CHECK: !pto.array<4xi32>
  show(array);
  // CHECK: 4 0
  printf("%d %d\n", (int)ptoArrayTypeGetExtent(array), ptoTypeIsATile(array));
  MlirType handle = ptoHandleTypeGet(context, text("CommCtx"));
  // CHECK: !pto.handle<"CommCtx">
  show(handle);
  printPiece(ptoHandleTypeGetKind(handle), NULL);

  /* What means nothing gives a diagnostic and null. */
  valid[1] = 200;
  // CHECK: error: valid extent 1 is 200, more than the tile's 128
  // CHECK-NEXT: null
  show(ptoTileTypeGet(here, &parameters));
  parameters.valid = NULL;
  parameters.elementType = handle;
  // CHECK: error: a tile can't hold elements of type {{.*}}pto.handle
  // CHECK-NEXT: null
  show(ptoTileTypeGet(here, &parameters));
  parameters.layout = parameters.space;
  // CHECK: error: #pto.memory_space<vec> is no #pto.layout
  // CHECK-NEXT: null
  show(ptoTileTypeGet(here, &parameters));
  parameters.rank = 0;
  parameters.layout.ptr = NULL;
  // CHECK: error: a tile needs extents
  // CHECK-NEXT: null
  show(ptoTileTypeGet(here, &parameters));

  mlirContextDestroy(context);
  return 0;
}
