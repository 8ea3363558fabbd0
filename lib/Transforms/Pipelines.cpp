//===- Pipelines.cpp - All passes in their order --------------------------===//

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/PassManager.h"
#include "pto/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::pto;

void pto::buildMemoryPipeline(OpPassManager &pm,
                              const MemoryPipelineOptions &options) {
  InferTileMemorySpaceOptions infer;
  infer.target = options.target;
  infer.mode = options.mode;
  pm.addPass(createInferTileMemorySpace(infer));
  OpPassManager &functions = pm.nest<func::FuncOp>();
  InitMemRefOptions init;
  init.target = options.target;
  init.planner = options.planner;
  functions.addPass(createInitMemRef(init));
  MaterializeSemanticAliasesOptions aliases;
  aliases.target = options.target;
  functions.addPass(createMaterializeSemanticAliases(aliases));
  if (options.planner == Planner::PyPTO) {
    MemoryReuseOptions reuse;
    reuse.target = options.target;
    functions.addPass(createMemoryReuse(reuse));
  }
  if (options.planner != Planner::PtoAS) {
    AllocateMemoryAddrOptions allocate;
    allocate.target = options.target;
    allocate.planner = options.planner;
    allocate.objective = options.objective;
    allocate.align = options.align;
    allocate.nodeLimit = options.nodeLimit;
    // Once is enough, at the end.
    allocate.verify = false;
    functions.addPass(createAllocateMemoryAddr(allocate));
  }
  VerifyTileMemoryOptions verify;
  verify.target = options.target;
  verify.buffers = true;
  functions.addPass(createVerifyTileMemory(verify));
  if (options.verify) {
    VerifyMemoryPlanOptions plan;
    plan.target = options.target;
    if (options.planner == Planner::PtoAS)
      plan.stage = PlanStage::Bound;
    functions.addPass(createVerifyMemoryPlan(plan));
  }
}

void pto::registerMemoryPipelines() {
  PassPipelineRegistration<MemoryPipelineOptions>(
      "pto-memory-pipeline",
      "decide spaces, buffers and addresses of all tiles", buildMemoryPipeline);
}
