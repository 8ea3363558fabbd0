/* Attributes of the dialect, from C.
 *
 * RUN: %pto_bin/pto-capi-attributes | FileCheck %s
 */

#include "pto-c/Attributes.h"
#include "pto-c/Dialect.h"
#include "support.h"

static void show(MlirAttribute attribute) {
  if (mlirAttributeIsNull(attribute))
    printf("null\n");
  else {
    mlirAttributePrint(attribute, printPiece, NULL);
    printf("\n");
  }
}

int main(void) {
  /* Loading by hand: a context without dialects, and a handle. */
  MlirContext context = mlirContextCreate();
  MlirDialect dialect =
      mlirDialectHandleLoadDialect(mlirGetDialectHandle__pto__(), context);
  mlirContextAttachDiagnosticHandler(context, printDiagnostic, NULL, NULL);
  // CHECK: loaded pto
  printPiece(text("loaded "), NULL);
  printPiece(mlirDialectGetNamespace(dialect), NULL);
  printf("\n");

  MlirAttribute vec = ptoMemorySpaceAttrGet(context, PtoMemorySpaceVec);
  // CHECK: #pto.memory_space<vec>
  show(vec);
  // CHECK: 1 0 1
  printf("%d %d %d\n", ptoAttributeIsAMemorySpace(vec),
         ptoAttributeIsADirection(vec), ptoMemorySpaceAttrGetValue(vec));
  // CHECK: #pto.memory_space<right_scale>
  show(ptoMemorySpaceAttrGet(context, PtoMemorySpaceRightScale));
  // CHECK: #pto.direction<inout>
  show(ptoDirectionAttrGet(context, PtoDirectionInOut));
  // CHECK: #pto.function_kind<incore>
  show(ptoFunctionKindAttrGet(context, PtoFunctionKindInCore));
  // CHECK: #pto.target<a5>
  show(ptoTargetAttrGet(context, PtoTargetA5));

  MlirAttribute loop = ptoLoopAttrGet(context, PtoLoopKindPipeline, 2);
  // CHECK: #pto.loop<pipeline, stages = 2>
  show(loop);
  // CHECK: 3 2
  printf("%d %d\n", ptoLoopAttrGetKind(loop), (int)ptoLoopAttrGetStages(loop));
  // CHECK: #pto.layout<blayout = col_major, slayout = row_major, fractal =
  // 1024>
  show(ptoLayoutAttrGet(context, PtoBlockLayoutColMajor, PtoBlockLayoutRowMajor,
                        1024));
  MlirAttribute memref = ptoMemRefAttrGet(context, PtoMemorySpaceDDR, -1, 7);
  // CHECK: #pto.memref<ddr, addr = -1, id = 7>
  show(memref);
  // CHECK: 0 -1 7
  printf("%d %d %d\n", ptoMemRefAttrGetSpace(memref),
         (int)ptoMemRefAttrGetAddr(memref), (int)ptoMemRefAttrGetId(memref));
  // CHECK: #pto.round_mode<rint>
  show(ptoKeywordAttrGet(context, text("round_mode"), text("rint")));

  /* What means nothing gives a diagnostic and null. */
  // CHECK: error: 7 is no memory space
  // CHECK-NEXT: null
  show(ptoMemorySpaceAttrGet(context, (PtoMemorySpace)7));
  // CHECK: error: {{.*}}stages
  // CHECK-NEXT: null
  show(ptoLoopAttrGet(context, PtoLoopKindSequential, 2));
  // CHECK: error: 'rint> ' is no keyword
  // CHECK-NEXT: null
  show(ptoKeywordAttrGet(context, text("round_mode"), text("rint> ")));
  // CHECK: error:
  // CHECK: null
  show(ptoKeywordAttrGet(context, text("round_mode"), text("up")));

  mlirContextDestroy(context);
  return 0;
}
