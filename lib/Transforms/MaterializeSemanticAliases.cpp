//===- MaterializeSemanticAliases.cpp - One buffer for what flows together ===//

#include "AliasClasses.h"
#include "MadeAliases.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "pto/Analysis/DeviceFunctions.h"
#include "pto/Transforms/Passes.h"
#include "pto/Transforms/Transforms.h"

namespace mlir::pto {
#define GEN_PASS_DEF_MATERIALIZESEMANTICALIASES
#include "pto/Transforms/Passes.h.inc"
} // namespace mlir::pto

using namespace mlir;
using namespace mlir::pto;

/// Every op that makes a tile must say where it is stored.
static LogicalResult checkStorage(func::FuncOp function) {
  WalkResult result = function.walk([](Operation *op) {
    bool makesTile = llvm::any_of(
        op->getResultTypes(), [](Type type) { return isa<TileType>(type); });
    if (!makesTile || isa<RegionBranchOpInterface>(op) ||
        isa<TileStorageOpInterface>(op))
      return WalkResult::advance();
    op->emitError() << "makes a tile and does not say where it is stored";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// Changes nothing where it fails.
static LogicalResult materialize(func::FuncOp function,
                                 const TargetModel &model,
                                 std::unique_ptr<BoundAnalyses> *kept) {
  if (failed(checkStorage(function)))
    return failure();
  auto analyses = std::make_unique<BoundAnalyses>(function, model);
  AliasClasses classes(function, model, *analyses);
  if (failed(classes.compute()) ||
      failed(applyAliasClasses(function, model, classes)))
    return failure();
  // Where nothing had to be copied, all that is known is still right, as long
  // as nothing goes either.
  if (kept && llvm::all_of(classes.getAffinities(), [](const Affinity &each) {
        return each.isJoined;
      })) {
    *kept = std::move(analyses);
    return success();
  }
  // Buffers that were given up.
  for (auto alloc :
       llvm::make_early_inc_range(function.getBody().front().getOps<AllocOp>()))
    if (alloc->use_empty() && !alloc.getPinned())
      alloc.erase();
  return success();
}

FailureOr<bool> pto::areAliasesMade(func::FuncOp function,
                                    const TargetModel &model,
                                    BoundAnalyses &analyses) {
  if (!isNormalized(function))
    return false;
  if (failed(checkStorage(function)))
    return failure();
  AliasClasses classes(function, model, analyses);
  if (failed(classes.compute()))
    return failure();
  return classes.areMade();
}

LogicalResult
pto::materializeAliases(func::FuncOp function, const TargetModel &model,
                        std::unique_ptr<BoundAnalyses> *analyses) {
  if (isNormalized(function))
    return materialize(function, model, analyses);
  // A selected tile would hide which buffer it is in. On a copy, so that a
  // failure leaves the function as it was.
  func::FuncOp copy = function.clone();
  normalizeStructure(copy);
  LogicalResult result = materialize(copy, model, nullptr);
  if (succeeded(result))
    function.getBody().takeBody(copy.getBody());
  copy.erase();
  return result;
}

namespace {
struct MaterializeSemanticAliases
    : pto::impl::MaterializeSemanticAliasesBase<MaterializeSemanticAliases> {
  using MaterializeSemanticAliasesBase::MaterializeSemanticAliasesBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    // Host code has no buffers to share.
    if (function.isExternal() ||
        getFunctionKind(function) == FunctionKind::Orchestration)
      return;
    FailureOr<const TargetModel *> model = getTargetModel(function, target);
    if (failed(model) || failed(materializeAliases(function, **model)))
      return signalPassFailure();
    getAnalysis<MadeAliases>().model = *model;
    markAnalysesPreserved<MadeAliases>();
  }
};
} // namespace
