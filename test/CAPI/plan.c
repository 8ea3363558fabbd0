/* From text to addresses: passes with options, the memory map, diagnostics.
 *
 * RUN: %pto_bin/pto-capi-plan | FileCheck %s
 */

#include "pto-c/Dialect.h"
#include "pto-c/MemoryMap.h"
#include "pto-c/Module.h"
#include "pto-c/Passes.h"
#include "support.h"

static const char *const kernel =
    "module attributes {pto.target = #pto.target<a2a3>} {\n"
    "  func.func @main(%a: tensor<64x64xf32>, %out: tensor<64x64xf32>)\n"
    "      attributes {pto.kind = #pto.function_kind<incore>} {\n"
    "    %t = pto.load %a[0, 0] : (tensor<64x64xf32>) -> !pto.tile<64x64xf32>\n"
    "    %s = pto.add %t, %t : (!pto.tile<64x64xf32>, !pto.tile<64x64xf32>)"
    " -> !pto.tile<64x64xf32>\n"
    "    pto.store %s, %out[0, 0] : (!pto.tile<64x64xf32>, tensor<64x64xf32>)"
    " -> tensor<64x64xf32>\n"
    "    return\n"
    "  }\n"
    "}\n";

static void showBuffer(const PtoBuffer *buffer, void *userData) {
  int *count = (int *)userData;
  printf("buffer %d: ", (*count)++);
  printPiece(buffer->function, NULL);
  printf(" ");
  printPiece(buffer->name, NULL);
  printf(" space=%d id=%d addr=%d size=%d slots=%d pinned=%d\n", buffer->space,
         (int)buffer->id, (int)buffer->addr, (int)buffer->size,
         (int)buffer->slots, buffer->pinned);
}

static MlirPassManager makePasses(MlirContext context) {
  return mlirPassManagerCreate(context);
}

int main(void) {
  MlirContext context = ptoContextCreate();
  int count = 0;
  ptoRegisterAllPasses();
  ptoRegisterAllPasses();
  mlirContextAttachDiagnosticHandler(context, printDiagnostic, NULL, NULL);
  MlirModule module =
      ptoModuleParse(context, text(kernel), text("kernel.mlir"));

  /* Passes one by one: made by a function of their own, or by name with
   * options. */
  MlirModule planned = ptoModuleClone(module);
  MlirPassManager passes = makePasses(context);
  mlirPassManagerAddOwnedPass(passes, mlirCreatePTOInferTileMemorySpace());
  ptoPassManagerAdd(passes, text("init-memref"), text(""), printPiece, NULL);
  ptoPassManagerAdd(passes, text("allocate-memory-addr"),
                    text("planner=optimal"), printPiece, NULL);
  mlirPrintPassPipeline(mlirPassManagerGetAsOpPassManager(passes), printPiece,
                        NULL);
  // CHECK: any(infer-tile-memory-space
  // CHECK-SAME: func.func(init-memref
  // CHECK-SAME: planner=optimal
  printf("\nrun: %d\n", mlirLogicalResultIsSuccess(mlirPassManagerRunOnOp(
                            passes, mlirModuleGetOperation(planned))));
  // CHECK: run: 1
  mlirPassManagerDestroy(passes);

  /* Names of the text are still there, and the original is what it was. */
  ptoOperationPrint(mlirModuleGetOperation(planned), true, false, false,
                    printPiece, NULL);
  // CHECK: %mem_vec_2 = pto.alloc vec, addr = 0, size = 16384, id = 2
  // CHECK: %t = pto.load %a[0, 0] to vec into %mem_vec_2
  ptoOperationPrint(mlirModuleGetOperation(module), true, false, false,
                    printPiece, NULL);
  // CHECK: %t = pto.load %a[0, 0] :

  /* A result may take the place of an operand that ends there. */
  ptoForEachBuffer(planned, showBuffer, &count);
  // CHECK: buffer 0: main mem_vec_2 space=1 id=2 addr=0 size=16384 slots=1
  // CHECK-SAME: pinned=0
  // CHECK-NEXT: buffer 1: main mem_vec_3 space=1 id=3 addr=0 size=16384
  ptoWriteMemoryMap(planned, printPiece, NULL);
  // CHECK: "target": "a2a3"
  // CHECK: "space": "vec"
  // CHECK-NEXT: "capacity": 188416
  // CHECK: "peak": 16384
  // CHECK: "name": "t"
  printf(
      "%d %d %d\n",
      (int)ptoTargetGetCapacity(context, text("a5"), PtoMemorySpaceVec),
      (int)ptoTargetGetCapacity(context, text("a2a3"), PtoMemorySpaceLeftScale),
      (int)ptoTargetGetCapacity(context, text("b7"), PtoMemorySpaceVec));
  // CHECK: 245760 -1 -1

  /* The pipeline, as text. */
  passes = makePasses(context);
  ptoPassManagerAddPipeline(
      passes,
      text("builtin.module(pto-memory-pipeline{target=a5},"
           " cse)"),
      printPiece, NULL);
  printf("run: %d\n", mlirLogicalResultIsSuccess(mlirPassManagerRunOnOp(
                          passes, mlirModuleGetOperation(planned))));
  // CHECK: run: 1
  mlirPassManagerDestroy(passes);

  /* What can't be added says why, and adds nothing. */
  passes = makePasses(context);
  ptoPassManagerAdd(passes, text("allocate"), text(""), printPiece, NULL);
  // CHECK: no pass or pipeline is called 'allocate'
  printf("\n");
  printf("%d %d\n",
         mlirLogicalResultIsFailure(ptoPassManagerAdd(
             passes, text("init-memref"), text("plan=9"), printPiece, NULL)),
         mlirLogicalResultIsFailure(ptoPassManagerAddPipeline(
             passes, text("builtin.module(init-memref"), printPiece, NULL)));
  // CHECK: 1 1
  mlirPrintPassPipeline(mlirPassManagerGetAsOpPassManager(passes), printPiece,
                        NULL);
  // CHECK: any()
  printf("\n%d %d %d\n", ptoIsPass(text("memory-reuse")),
         ptoIsPass(text("pto-memory-pipeline")), ptoIsPass(text("memory")));
  // CHECK: 1 1 0

  /* A pass that fails tells its diagnostics with places and notes. */
  ptoPassManagerAdd(passes, text("verify-tile-memory"), text("buffers=true"),
                    printPiece, NULL);
  printf("run: %d\n", mlirLogicalResultIsSuccess(mlirPassManagerRunOnOp(
                          passes, mlirModuleGetOperation(module))));
  // CHECK: "t"("kernel.mlir":4:{{[0-9]+}}){{.*}}: error:
  // CHECK: run: 0
  mlirPassManagerDestroy(passes);

  /* Text with a fault. */
  MlirModule broken = ptoModuleParse(context, text("func.func @f("), text("b"));
  // CHECK: "b":1:{{[0-9]+}}{{.*}}: error:
  printf("broken: %d\n", mlirModuleIsNull(broken));
  // CHECK: broken: 1

  mlirModuleDestroy(planned);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return 0;
}
