//===- MatResidencyInventory.cpp - Loops and loads of a function ----------===//

#include "MatResidencyInventory.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "pto/Analysis/MemoryOrder.h"
#include "pto/Analysis/RegionFlow.h"
#include "pto/IR/PTOOps.h"

using namespace mlir;
using namespace mlir::pto;

/// Whether the author keeps room in a memory that no tile accounts for.
static bool isReservation(Operation *op) {
  return isa<SystemReserveBufferOp, AllocOp, DeclareMemRefOp>(op);
}

ResidencyInventory::ResidencyInventory(func::FuncOp function,
                                       ResidencyScope scope) {
  SmallVector<unsigned> open;
  auto noteLoad = [&](Operation *op) {
    MatCandidate candidate;
    candidate.load = op;
    if (isPlainLoad(op))
      candidate = examineLoad(op, scope);
    candidate.isMarked = op->hasAttr(AttrNames::matBridge);
    // Loads of the author count only to tell that they are his.
    if (!candidate.isMarked && !candidate.isExactChain)
      return;
    hasMarks |= candidate.isMarked;
    followers.insert_range(candidate.followers);
    loops[open.back()].loads.push_back(op);
    candidates.insert({op, std::move(candidate)});
  };
  function.walk([&](Operation *op, const WalkStage &stage) {
    auto loop = dyn_cast<LoopLikeOpInterface>(op);
    if (loop && stage.isAfterAllRegions()) {
      unsigned number = open.pop_back_val();
      innerFirst.push_back(number);
      // What an inner loop holds, the outer one holds as well.
      if (!open.empty() && !loops[open.back()].boundary)
        loops[open.back()].boundary = loops[number].boundary;
    }
    if (!stage.isBeforeAllRegions())
      return;
    if (!reservation && isReservation(op))
      reservation = op;
    if (!open.empty()) {
      LoopFacts &around = loops[open.back()];
      if (!around.boundary && isOrderingBoundary(op))
        around.boundary = op;
      if (op->hasAttr(AttrNames::matBridge) || isPlainLoad(op))
        noteLoad(op);
    }
    if (loop) {
      LoopFacts facts;
      facts.op = loop;
      if (!open.empty())
        facts.parent = open.back();
      open.push_back(loops.size());
      loops.push_back(std::move(facts));
    }
  });
}

std::optional<Objection> pto::checkLoop(LoopFacts &loop) {
  Operation *op = loop.op;
  // res-r1
  if (!loop.op.getSingleInductionVar() || op->getNumRegions() != 1 ||
      op->hasTrait<OpTrait::HasParallelRegion>() ||
      getLoopKind(op) != LoopKind::Sequential)
    return Objection{"res-r1", "the loop is not a sequential one that counts",
                     op};
  // res-r2
  auto isConstant = [](std::optional<OpFoldResult> bound) {
    return bound && getConstantIntValue(*bound);
  };
  std::optional<APInt> trips = loop.op.getStaticTripCount();
  if (!isConstant(loop.op.getSingleLowerBound()) ||
      !isConstant(loop.op.getSingleUpperBound()) ||
      !isConstant(loop.op.getSingleStep()) || !trips || trips->isZero() ||
      *getConstantIntValue(*loop.op.getSingleStep()) <= 0)
    return Objection{"res-r2", "the loop is not known to run at least once",
                     op};
  // res-r4
  if (loop.boundary)
    return Objection{"res-r4", "the loop holds an op that orders memory",
                     loop.boundary};
  return std::nullopt;
}
