//===- pto-opt.cpp - The driver -------------------------------------------===//

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"
#include "pto/IR/PTODialect.h"
#include "pto/Transforms/Passes.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  registry.insert<mlir::affine::AffineDialect, mlir::arith::ArithDialect, mlir::cf::ControlFlowDialect,
                  mlir::func::FuncDialect, mlir::pto::PTODialect, mlir::scf::SCFDialect,
                  mlir::tensor::TensorDialect>();
  mlir::pto::registerPTOPasses();
  mlir::pto::registerMemoryPipelines();
  mlir::registerTransformsPasses();
  mlir::registerSCFPasses();
  mlir::arith::registerArithPasses();
  mlir::affine::registerAffinePasses();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "PTO: memory planning for tile kernels\n", registry));
}
