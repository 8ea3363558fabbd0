//===- MaterializeLevel3Scratch.cpp - Temporaries under fixed addresses ---===//

#include "pto/IR/PTOOps.h"
#include "pto/Transforms/Passes.h"
#include "pto/Transforms/Transforms.h"

namespace mlir::pto {
#define GEN_PASS_DEF_MATERIALIZELEVEL3SCRATCH
#include "pto/Transforms/Passes.h.inc"
} // namespace mlir::pto

using namespace mlir;
using namespace mlir::pto;

LogicalResult pto::materializeScratch(func::FuncOp function,
                                      const ScratchPolicy &policy) {
  SmallVector<std::pair<ScratchOpInterface, ScratchRequirement>> needed;
  WalkResult result = function.walk([&](ScratchOpInterface op) {
    FailureOr<std::optional<ScratchRequirement>> requirement =
        op.getScratchRequirement(policy);
    if (failed(requirement))
      return WalkResult::interrupt();
    if (*requirement)
      needed.emplace_back(op, **requirement);
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  for (auto &[op, requirement] : needed) {
    OpBuilder builder(op);
    MLIRContext *ctx = op->getContext();
    auto type = TileType::get(ctx, requirement.shape, requirement.elementType,
                              MemorySpace::Vec);
    Location loc = withSuffix(op->getLoc(), "tmp");
    op.setScratch(CreateOp::create(builder, loc, type,
                                   MemorySpaceAttr::get(ctx, MemorySpace::Vec),
                                   UnitAttr(), UnitAttr(), Value()));
  }
  return success();
}

namespace {
struct MaterializeLevel3Scratch
    : pto::impl::MaterializeLevel3ScratchBase<MaterializeLevel3Scratch> {
  using MaterializeLevel3ScratchBase::MaterializeLevel3ScratchBase;

  void runOnOperation() override {
    FailureOr<const TargetModel *> model =
        getTargetModel(getOperation(), target);
    if (failed(model) ||
        failed(materializeScratch(getOperation(), {(*model)->getTarget(),
                                                   planner != Planner::PtoAS})))
      signalPassFailure();
  }
};
} // namespace
