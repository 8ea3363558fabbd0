//===- InferTileMemorySpace.cpp - A memory for every tile -----------------===//
//
// Gather: SpaceAssignment says where every tile lives and which operands need a
// move. Plan: which copies stand where. Apply: types first, in program order,
// then copies. All of it on a copy of the function, which takes its place at
// the end.
//
//===----------------------------------------------------------------------===//

#include "CopyInsertion.h"
#include "SpaceRetyping.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Remarks.h"
#include "pto/Analysis/CheapestSpaces.h"
#include "pto/Analysis/DeviceFunctions.h"
#include "pto/Analysis/SpaceUse.h"
#include "pto/IR/PTOOps.h"
#include "pto/Transforms/MatResidency.h"
#include "pto/Transforms/Passes.h"
#include "pto/Transforms/Transforms.h"
#include "llvm/Support/Format.h"

namespace mlir::pto {
#define GEN_PASS_DEF_INFERTILEMEMORYSPACE
#include "pto/Transforms/Passes.h.inc"
} // namespace mlir::pto

using namespace mlir;
using namespace mlir::pto;

namespace {
/// What became of one function.
struct Inferred {
  func::FuncOp function;
  SmallVector<InsertedCopy> copies;
  /// False where a cheaper choice may have been missed.
  bool isExact = true;
};

struct InferTileMemorySpace
    : pto::impl::InferTileMemorySpaceBase<InferTileMemorySpace> {
  using InferTileMemorySpaceBase::InferTileMemorySpaceBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<const TargetModel *> found = getTargetModel(module, target);
    if (failed(found))
      return signalPassFailure();
    const TargetModel &model = **found;
    // All checks come before all changes.
    bool hasFailed = false;
    SmallVector<func::FuncOp> functions;
    for (auto function : module.getOps<func::FuncOp>()) {
      if (!isDeviceFunction(function))
        continue;
      hasFailed |= failed(checkDeviceFunction(function));
      if (!function.isExternal())
        functions.push_back(function);
    }
    if (hasFailed)
      return signalPassFailure();
    // On copies, so that a failure leaves the module as it was.
    SmallVector<std::pair<func::FuncOp, func::FuncOp>> inferred;
    for (func::FuncOp function : functions) {
      FailureOr<Inferred> result = mode == InferenceMode::MinCost
                                       ? inferCheapest(function, model)
                                       : inferDocumented(function, model);
      hasFailed |= failed(result);
      if (failed(result))
        continue;
      inferred.emplace_back(function, result->function);
      hasFailed |= failed(reportCopies(result->copies, model, verifyDataPath));
    }
    for (auto [function, copy] : inferred) {
      if (!hasFailed)
        function.getBody().takeBody(copy.getBody());
      copy.erase();
    }
    if (hasFailed)
      return signalPassFailure();
    if (residency)
      keepOperandsResident(module, model, residencyScope);
    // The marker of loads that a lowering made has served its purpose.
    module.walk([](Operation *op) { op->removeAttr(AttrNames::matBridge); });
  }

  /// Where the tiles of a function are, and the copies that this takes. Gives
  /// the tiles their types on the way.
  using Planner = llvm::function_ref<CopyPlan(Inferred &, SpaceAssignment &)>;

  /// A copy of `function` with the spaces and copies that `plan` decides on.
  static FailureOr<Inferred> inferCopy(func::FuncOp function,
                                       const TargetModel &model, Planner plan) {
    Inferred result{function.clone(), {}, true};
    normalizeStructure(result.function);
    FailureOr<SpaceAssignment> spaces =
        SpaceAssignment::compute(result.function, model);
    if (failed(spaces)) {
      function.emitError() << "memory spaces could not be analysed";
      result.function.erase();
      return failure();
    }
    if (spaces->empty())
      return result;
    result.copies = insertCopies(plan(result, *spaces));
    SmallVector<std::pair<Value, TileType>> replaced;
    for (const InsertedCopy &copy : result.copies)
      replaced.emplace_back(copy.copy, cast<TileType>(copy.source.getType()));
    followCopies(result.function, replaced);
    joinTypes(result.function);
    return result;
  }

  /// As the document wants it.
  static FailureOr<Inferred> inferDocumented(func::FuncOp function,
                                             const TargetModel &model) {
    return inferCopy(function, model,
                     [&](Inferred &result, SpaceAssignment &spaces) {
                       retypeTiles(result.function, spaces);
                       return planScopedCopies(
                           result.function, spaces.getRequiredMoves(), model);
                     });
  }

  /// With the spaces and copies that cost the least; none is kept over a loop
  /// in a memory of `crowded`.
  static FailureOr<Inferred> inferCheapest(func::FuncOp function,
                                           const TargetModel &model,
                                           SpaceMask crowded) {
    return inferCopy(
        function, model, [&](Inferred &result, SpaceAssignment &spaces) {
          ExecutionFrequency frequency(result.function);
          CopyPlanner planner(result.function, model, frequency, crowded);
          result.isExact = chooseCheapestSpaces(result.function, spaces,
                                                planner, model, frequency);
          retypeTiles(result.function, spaces);
          CopyPlan plan;
          for (const CopyPlanner::Origin &origin : planner.getOrigins())
            planner.plan(
                origin, [&](Value tile) { return spaces.lookup(tile); }, plan);
          return plan;
        });
  }

  /// The memories in which more is live at once than there is room for.
  static SpaceMask findCrowdedSpaces(func::FuncOp function,
                                     const TargetModel &model) {
    SpaceMask crowded = 0;
    SpacePeaks peaks(function, model);
    for (unsigned i = 0; i < kNumSpaces; ++i)
      if (std::optional<int64_t> capacity = model.getCapacity(MemorySpace(i));
          capacity && peaks.getPeak(MemorySpace(i)) > *capacity)
        crowded |= SpaceMask(1) << i;
    return crowded;
  }

  /// The cheapest that does not cost more than the document's and keeps no more
  /// over loops than there is room for.
  static FailureOr<Inferred> inferCheapest(func::FuncOp function,
                                           const TargetModel &model) {
    FailureOr<Inferred> documented = inferDocumented(function, model);
    if (failed(documented))
      return failure();
    FailureOr<Inferred> cheapest = inferCheapest(function, model, 0);
    if (succeeded(cheapest))
      if (SpaceMask crowded = findCrowdedSpaces(cheapest->function, model)) {
        cheapest->function.erase();
        cheapest = inferCheapest(function, model, crowded);
      }
    if (failed(cheapest)) {
      documented->function.erase();
      return failure();
    }
    int64_t before = weighMovement(documented->function, model);
    int64_t after = weighMovement(cheapest->function, model);
    // The choice can't know what joining layouts adds.
    if (before < after)
      std::swap(*documented, *cheapest);
    reportCost(function, before, std::min(before, after), *documented,
               *cheapest);
    documented->function.erase();
    return cheapest;
  }

  static void reportCost(func::FuncOp function, int64_t before, int64_t after,
                         const Inferred &documented, const Inferred &cheapest) {
    auto inCalls = [](int64_t cost) {
      std::string text;
      llvm::raw_string_ostream(text)
          << llvm::format("%g", double(cost) / ExecutionFrequency::once);
      return text;
    };
    std::string old = inCalls(before), now = inCalls(after);
    remark::analysis(
        function.getLoc(),
        remark::RemarkOpts::name("MovementCost").category("pto-memory"))
        << ("moving data costs " + now +
            " per call; the document's way costs " + old +
            (cheapest.isExact ? "" : "; there may be a still cheaper one"))
        << remark::metric("CostBefore", old) << remark::metric("CostAfter", now)
        << remark::metric("MovesBefore", countMoves(documented))
        << remark::metric("MovesAfter", countMoves(cheapest))
        << remark::metric("IsExact", cheapest.isExact);
  }

  static int64_t countMoves(const Inferred &inferred) {
    return llvm::count_if(inferred.copies, [](const InsertedCopy &copy) {
      return copy.kind == PlannedCopy::Kind::Move ||
             copy.kind == PlannedCopy::Kind::Reload;
    });
  }
};
} // namespace
