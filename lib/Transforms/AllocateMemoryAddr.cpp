//===- AllocateMemoryAddr.cpp - An address for every buffer ---------------===//

#include "LifetimePlacement.h"
#include "MadeAliases.h"
#include "OutOfMemory.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "pto/Analysis/DeviceFunctions.h"
#include "pto/Analysis/MemRefAnalysis.h"
#include "pto/IR/PTOOps.h"
#include "pto/Transforms/Passes.h"
#include "pto/Transforms/Transforms.h"

namespace mlir::pto {
#define GEN_PASS_DEF_ALLOCATEMEMORYADDR
#include "pto/Transforms/Passes.h.inc"
} // namespace mlir::pto

using namespace mlir;
using namespace mlir::pto;

LogicalResult
pto::allocateAddresses(func::FuncOp function, const TargetModel &model,
                       const AllocationPolicy &policy, Planner planner,
                       PlacementObjective objective, BoundAnalyses *analyses,
                       int64_t nodeLimit) {
  std::optional<BoundAnalyses> own;
  if (!analyses)
    analyses = &own.emplace(function, model);
  PlacementContext context{function, model, policy, *analyses,
                           std::max<int64_t>(nodeLimit, 0)};
  Placement plan;
  FailureOr<SpaceProblems> spaces = gatherPlacement(context, plan);
  if (failed(spaces) || failed(checkFixedRanges(context, *spaces)))
    return failure();
  LogicalResult placed = failure();
  switch (planner) {
  case Planner::PyPTO:
    placed = placeInSequence(context, *spaces, plan);
    break;
  case Planner::DsaRP:
    placed = placeByPenalties(context, *spaces, plan);
    break;
  case Planner::Optimal:
    placed = placeOptimally(context, *spaces, objective, plan);
    break;
  case Planner::PtoAS:
    return function.emitError()
           << "planner=ptoas leaves addresses to the assembler";
  }
  if (succeeded(placed))
    plan.apply();
  return placed;
}

namespace {
/// What a plan writes, as it was before.
class SavedAddresses {
public:
  explicit SavedAddresses(func::FuncOp function) {
    function.walk([&](Operation *op) {
      if (auto alloc = dyn_cast<AllocOp>(op))
        addresses.emplace_back(alloc, alloc.getAddr());
      else if (auto reserve = dyn_cast<SystemReserveBufferOp>(op))
        bases.emplace_back(reserve, reserve.getBase());
    });
  }

  void restore() const {
    for (auto [alloc, address] : addresses)
      AllocOp(alloc).setAddr(address);
    for (auto [reserve, base] : bases)
      SystemReserveBufferOp(reserve).setBase(base);
  }

private:
  SmallVector<std::pair<AllocOp, int64_t>> addresses;
  SmallVector<std::pair<SystemReserveBufferOp, int64_t>> bases;
};

struct AllocateMemoryAddr
    : pto::impl::AllocateMemoryAddrBase<AllocateMemoryAddr> {
  using AllocateMemoryAddrBase::AllocateMemoryAddrBase;
  AllocateMemoryAddr(AllocateMemoryAddrOptions options,
                     std::shared_ptr<const AllocationPolicy> policy)
      : AllocateMemoryAddrBase(std::move(options)), policy(std::move(policy)) {}

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isExternal() || !isDeviceFunction(function))
      return;
    FailureOr<const TargetModel *> model = getTargetModel(function, target);
    if (failed(model) || failed(checkTilesAreBound(function)))
      return signalPassFailure();
    BoundAnalyses analyses(function, **model);
    FailureOr<bool> made = true;
    if (!MadeAliases::holds(getCachedAnalysis<MadeAliases>(), **model))
      made = areAliasesMade(function, **model, analyses);
    if (failed(made))
      return signalPassFailure();
    // On a copy, so that a failure leaves the function as it was. Where nothing
    // but addresses is written, it is enough to keep the old ones.
    if (*made && !hasIdleBuffers(function)) {
      SavedAddresses before(function);
      if (succeeded(place(function, **model, analyses)))
        return;
      before.restore();
      return signalPassFailure();
    }
    func::FuncOp copy = function.clone();
    bool fits = succeeded(materializeAliases(copy, **model));
    if (fits) {
      BoundAnalyses ofCopy(copy, **model);
      fits = succeeded(place(copy, **model, ofCopy));
    }
    if (fits)
      function.getBody().takeBody(copy.getBody());
    copy.erase();
    if (!fits)
      signalPassFailure();
  }

  LogicalResult place(func::FuncOp function, const TargetModel &model,
                      BoundAnalyses &analyses) {
    OptionPolicy byOptions(model, align, order);
    const AllocationPolicy &used = policy ? *policy : byOptions;
    return success(
        succeeded(checkAddresses(function, analyses.memrefs,
                                 /*aliasesAreMade=*/true)) &&
        succeeded(allocateAddresses(function, model, used, planner, objective,
                                    &analyses, nodeLimit)) &&
        (!verify || succeeded(prove(function, model))));
  }

  /// A planner may drop such a buffer.
  static bool hasIdleBuffers(func::FuncOp function) {
    return function
        .walk([](AllocOp alloc) {
          return alloc->use_empty() ? WalkResult::interrupt()
                                    : WalkResult::advance();
        })
        .wasInterrupted();
  }

  /// A plan that is not proved is not written.
  LogicalResult prove(func::FuncOp function, const TargetModel &model) {
    PlanVerifierOptions options;
    options.targetAlignment = align == AlignmentRule::Target;
    options.warnings = false;
    return verifyMemoryPlan(function, model, options);
  }

  /// Somebody else's rules; those of the options where null.
  std::shared_ptr<const AllocationPolicy> policy;
};
} // namespace

std::unique_ptr<Pass>
pto::createAllocateMemoryAddr(AllocateMemoryAddrOptions options,
                              std::shared_ptr<const AllocationPolicy> policy) {
  return std::make_unique<AllocateMemoryAddr>(std::move(options),
                                              std::move(policy));
}
