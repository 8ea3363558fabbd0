//===- Dialect.cpp - C API of the dialect's registration ------------------===//

#include "pto-c/Dialect.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Registration.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "pto/IR/PTODialect.h"

using namespace mlir;

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(PTO, pto, mlir::pto::PTODialect)

static void insertAll(DialectRegistry &registry) {
  registry.insert<affine::AffineDialect, arith::ArithDialect,
                  cf::ControlFlowDialect, func::FuncDialect, pto::PTODialect,
                  scf::SCFDialect, tensor::TensorDialect>();
}

void ptoRegisterAllDialects(MlirDialectRegistry registry) {
  insertAll(*unwrap(registry));
}

MlirContext ptoContextCreate(void) {
  DialectRegistry registry;
  insertAll(registry);
  auto *context = new MLIRContext(registry);
  context->loadAllAvailableDialects();
  return wrap(context);
}
