/* Ops one by one, and what must not be made.
 *
 * RUN: %pto_bin/pto-capi-operations | FileCheck %s
 */

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "pto-c/Dialect.h"
#include "pto-c/Module.h"
#include "pto-c/Types.h"
#include "support.h"

/* Tells whether an op came about, and puts it at the end of `block`. */
static MlirOperation make(MlirBlock block, PtoOperationParameters *parameters) {
  MlirOperation op = ptoOperationCreate(parameters);
  if (mlirOperationIsNull(op)) {
    printf("no op\n");
    return op;
  }
  mlirBlockAppendOwnedOperation(block, op);
  return op;
}

int main(void) {
  MlirContext context = ptoContextCreate();
  MlirLocation here =
      mlirLocationFileLineColGet(context, text("builder.c"), 1, 1);
  mlirContextAttachDiagnosticHandler(context, printDiagnostic, NULL, NULL);
  MlirModule module = mlirModuleCreateEmpty(here);
  MlirBlock body = mlirModuleGetBody(module);

  const int64_t shape[] = {16, 16};
  PtoTileParameters tile = {0};
  tile.rank = 2;
  tile.shape = shape;
  tile.elementType = mlirF32TypeGet(context);
  MlirType type = ptoTileTypeGet(here, &tile);

  /* pto.create has attributes of its own, and no operands. */
  PtoOperationParameters create = {0};
  create.name = text("pto.create");
  create.location = here;
  create.numResults = 1;
  create.resultTypes = &type;
  MlirNamedAttribute to =
      mlirNamedAttributeGet(mlirIdentifierGet(context, text("target_memory")),
                            ptoMemorySpaceAttrGet(context, PtoMemorySpaceVec));
  create.numAttributes = 1;
  create.attributes = &to;
  MlirValue empty = mlirOperationGetResult(make(body, &create), 0);

  /* pto.add tells the type of its result. */
  MlirValue operands[] = {empty, empty};
  PtoOperationParameters add = {0};
  add.name = text("pto.add");
  add.location = here;
  add.numOperands = 2;
  add.operands = operands;
  add.inferResultTypes = true;
  MlirOperation sum = make(body, &add);
  printf("%d %d %d\n", ptoOperationVerify(sum, true),
         ptoOperationInfersTypes(context, text("pto.add")),
         ptoOperationInfersTypes(context, text("pto.create")));
  // CHECK: 1 1 0
  printf("%d %d %d\n", ptoOperationIsUsed(mlirOpResultGetOwner(empty)),
         ptoOperationIsUsed(sum),
         ptoOperationIsTerminator(context, text("scf.yield")));
  // CHECK: 1 0 1
  ptoOperationPrint(mlirModuleGetOperation(module), true, false, false,
                    printPiece, NULL);
  // CHECK: [[EMPTY:%.+]] = pto.create to vec : () -> !pto.tile<16x16xf32>
  // CHECK: pto.add [[EMPTY]], [[EMPTY]] :

  /* Each fault has its diagnostic. */
  add.numOperands = 0;
  make(body, &add);
  // CHECK: "builder.c":1:1): error: 'pto.add' {{.*}}inferred
  // CHECK: no op
  add.numOperands = 2;
  operands[1].ptr = NULL;
  make(body, &add);
  // CHECK: error: 'pto.add' operand 1 is null
  // CHECK-NEXT: no op
  add.name = text("pto.ad");
  make(body, &add);
  // CHECK: error: there is no op 'pto.ad'
  // CHECK-NEXT: no op
  create.inferResultTypes = true;
  make(body, &create);
  // CHECK: error: 'pto.create' needs result types
  // CHECK-NEXT: no op
  create.inferResultTypes = false;
  to.attribute = mlirUnitAttrGet(context);
  make(body, &create);
  // CHECK: error: 'pto.create' {{.*}}target_memory
  // CHECK: no op
  create.name = text("pto.alloc");
  make(body, &create);
  // CHECK: error: 'pto.alloc' has no attribute 'target_memory'
  // CHECK: no op
  create.name = text("pto.load");
  create.numAttributes = 0;
  create.numOperands = 1;
  create.operands = operands;
  make(body, &create);
  // CHECK: error: 'pto.load' has 1 operands, in groups of 0 together
  // CHECK: no op

  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return 0;
}
