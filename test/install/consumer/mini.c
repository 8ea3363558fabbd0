/* The C API alone: no C++ compiler is needed, and MLIR's C API comes along. */

#include "pto-c/Dialect.h"
#include "pto-c/MemoryMap.h"
#include "pto-c/Module.h"

#include <stdio.h>

int main(void) {
  MlirContext context = ptoContextCreate();
  MlirStringRef text = mlirStringRefCreateFromCString(
      "func.func @f() { %m = pto.alloc vec, addr = 0, size = 64, id = 0\n"
      "return }");
  MlirModule module =
      ptoModuleParse(context, text, mlirStringRefCreateFromCString("text"));
  printf("%s, vec of a5: %d bytes\n",
         mlirModuleIsNull(module) ? "no module" : "a module",
         (int)ptoTargetGetCapacity(
             context, mlirStringRefCreateFromCString("a5"), PtoMemorySpaceVec));
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return 0;
}
