//===- AllocateMemoryAddr.cpp - An address for every buffer ---------------===//

#include "LifetimePlacement.h"
#include "OutOfMemory.h"

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

LogicalResult pto::allocateAddresses(func::FuncOp function,
                                     const TargetModel &model,
                                     const AllocationPolicy &policy,
                                     Planner planner,
                                     PlacementObjective objective) {
  PlacementContext context{function, model, policy};
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
struct AllocateMemoryAddr
    : pto::impl::AllocateMemoryAddrBase<AllocateMemoryAddr> {
  using AllocateMemoryAddrBase::AllocateMemoryAddrBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isExternal() || !isDeviceFunction(function))
      return;
    FailureOr<const TargetModel *> model = getTargetModel(function, target);
    if (failed(model) || failed(checkBound(function)))
      return signalPassFailure();
    // On a copy, so that a failure leaves the function as it was.
    func::FuncOp copy = function.clone();
    bool fits = succeeded(materializeAliases(copy, **model)) &&
                succeeded(checkAddresses(copy, MemRefAnalysis(copy, **model),
                                         /*aliasesAreMade=*/true)) &&
                succeeded(allocateAddresses(copy, **model,
                                            OptionPolicy(**model, align, order),
                                            planner, objective)) &&
                (!verify || succeeded(prove(copy, **model)));
    if (fits)
      function.getBody().takeBody(copy.getBody());
    copy.erase();
    if (!fits)
      signalPassFailure();
  }

  /// A plan that is not proved is not written.
  LogicalResult prove(func::FuncOp function, const TargetModel &model) {
    PlanVerifierOptions options;
    options.targetAlignment = align == AlignmentRule::Target;
    options.warnings = false;
    return verifyMemoryPlan(function, model, options);
  }

  /// Every tile with storage of its own must be bound.
  LogicalResult checkBound(func::FuncOp function) {
    WalkResult result = function.walk([](TileStorageOpInterface op) {
      for (OpResult value : op->getResults()) {
        unsigned number = value.getResultNumber();
        if (isa<TileType>(value.getType()) &&
            op.getResultStorage(number).kind == ResultStorage::Kind::Fresh &&
            !op.getBuffer(number)) {
          op->emitOpError() << "tile " << describe(value)
                            << " has no buffer; run --init-memref first";
          return WalkResult::interrupt();
        }
      }
      return WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }
};
} // namespace
