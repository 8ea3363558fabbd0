//===- pto-translate.cpp - Other forms of a planned module ----------------===//

#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"
#include "pto/Translation/MemoryMap.h"

int main(int argc, char **argv) {
  mlir::pto::registerToMemoryMapTranslation();
  return failed(mlir::mlirTranslateMain(
      argc, argv, "PTO: other forms of a planned module\n"));
}
