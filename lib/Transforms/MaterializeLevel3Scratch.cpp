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

ScratchPolicy pto::getScratchPolicy(std::optional<Target> target,
                                    Planner planner) {
  return {target, planner != Planner::PtoAS};
}

/// The tile that meets a requirement.
static TileType typeOf(const ScratchRequirement &requirement) {
  return TileType::get(requirement.elementType.getContext(), requirement.shape,
                       requirement.elementType, MemorySpace::Vec);
}

/// A temporary that the author passed must be large enough.
static LogicalResult checkScratch(ScratchOpInterface op,
                                  const ScratchRequirement &requirement) {
  const TargetModel &model = TargetModel::get(std::nullopt);
  auto type = cast<TileType>(op.getScratch().getType());
  std::optional<int64_t> found = model.getStorageBytes(type),
                         needed = model.getStorageBytes(typeOf(requirement));
  // What has no size is an error of its own.
  if (!found || !needed || *found >= *needed)
    return success();
  InFlightDiagnostic error = op->emitOpError();
  error << "the temporary " << describe(op.getScratch()) << " has " << *found
        << " bytes, and the op needs " << *needed << " under fixed addresses";
  error.attachNote(op.getScratch().getLoc()) << "the temporary is made here";
  return failure();
}

LogicalResult pto::materializeScratch(func::FuncOp function,
                                      const ScratchPolicy &policy) {
  SmallVector<std::pair<ScratchOpInterface, ScratchRequirement>> needed;
  WalkResult result = function.walk([&](ScratchOpInterface op) {
    FailureOr<std::optional<ScratchRequirement>> requirement =
        op.getScratchRequirement(policy);
    if (failed(requirement))
      return WalkResult::interrupt();
    if (!*requirement)
      return WalkResult::advance();
    if (!op.getScratch())
      needed.emplace_back(op, **requirement);
    else if (failed(checkScratch(op, **requirement)))
      return WalkResult::interrupt();
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  for (auto &[op, requirement] : needed) {
    OpBuilder builder(op);
    Location loc = withSuffix(op->getLoc(), "tmp");
    auto space = MemorySpaceAttr::get(op->getContext(), MemorySpace::Vec);
    op.setScratch(CreateOp::create(builder, loc, typeOf(requirement), space,
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
        failed(materializeScratch(
            getOperation(), getScratchPolicy((*model)->getTarget(), planner))))
      signalPassFailure();
  }
};
} // namespace
