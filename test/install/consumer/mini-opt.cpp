//===- mini-opt.cpp - Places one kernel -----------------------------------===//
//
//   mini-opt kernel.mlir [planner]
//
// Prints the placed kernel and its memory map.
//
//===----------------------------------------------------------------------===//

#include "Mini.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "pto/Transforms/Passes.h"
#include "pto/Translation/MemoryMap.h"
#include "pto/Translation/SourceNames.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

static pto::Planner getPlanner(StringRef name) {
  return name == "optimal"  ? pto::Planner::Optimal
         : name == "dsa-rp" ? pto::Planner::DsaRP
                            : pto::Planner::PyPTO;
}

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  DialectRegistry registry;
  registry.insert<arith::ArithDialect, func::FuncDialect, scf::SCFDialect,
                  pto::PTODialect>();
  mini::attachToPTO(registry);
  MLIRContext context(registry);
  context.loadAllAvailableDialects();

  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler handler(sources, &context);
  auto module = parseSourceFile<ModuleOp>(argv[1], sources, &context);
  if (!module)
    return 1;
  pto::keepSourceNames(
      *module, sources.getMemoryBuffer(sources.getMainFileID())->getBuffer());

  PassManager passes(&context);
  passes.addPass(pto::createInferTileMemorySpace());
  OpPassManager &functions = passes.nest<func::FuncOp>();
  functions.addPass(pto::createInitMemRef());
  pto::AllocateMemoryAddrOptions options;
  options.planner = getPlanner(argc > 2 ? argv[2] : "pypto");
  functions.addPass(pto::createAllocateMemoryAddr(
      options, std::make_shared<mini::MiniPolicy>()));
  pto::VerifyTileMemoryOptions buffers;
  buffers.buffers = true;
  functions.addPass(pto::createVerifyTileMemory(buffers));
  functions.addPass(pto::createVerifyMemoryPlan());
  if (failed(passes.run(*module)))
    return 1;
  module->print(llvm::outs(), OpPrintingFlags().printNameLocAsPrefix());
  llvm::outs() << '\n';
  return failed(pto::writeMemoryMap(*module, llvm::outs()));
}
