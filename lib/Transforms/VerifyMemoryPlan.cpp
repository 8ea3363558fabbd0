//===- VerifyMemoryPlan.cpp - The judge, as a pass ------------------------===//

#include "pto/Transforms/Passes.h"
#include "pto/Transforms/Transforms.h"
#include "pto/Verify/MemoryPlan.h"

namespace mlir::pto {
#define GEN_PASS_DEF_VERIFYMEMORYPLAN
#include "pto/Transforms/Passes.h.inc"
} // namespace mlir::pto

using namespace mlir;
using namespace mlir::pto;

namespace {
struct VerifyMemoryPlan : pto::impl::VerifyMemoryPlanBase<VerifyMemoryPlan> {
  using VerifyMemoryPlanBase::VerifyMemoryPlanBase;

  void runOnOperation() override {
    FailureOr<const TargetModel *> model =
        getTargetModel(getOperation(), target);
    if (failed(model))
      return signalPassFailure();
    PlanVerifierOptions options;
    options.stage = stage;
    options.targetAlignment = align == AlignmentRule::Target;
    options.limit = limit;
    if (failed(verifyMemoryPlan(getOperation(), **model, options)))
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
