//===- RegionFlow.cpp - Values that regions hand on -----------------------===//

#include "pto/Analysis/RegionFlow.h"

#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::pto;

/// A loop with constant bounds names no way that no run takes: into a body that
/// never runs, or back into one that runs once. Still what it starts with, what
/// it carries and what it yields are one variable, of one type.
static void addCarried(LoopLikeOpInterface loop,
                       SmallVectorImpl<ForwardedValue> &forwarded) {
  DenseSet<std::pair<OpOperand *, Value>> known;
  for (const ForwardedValue &value : forwarded)
    known.insert({value.from, value.to});
  auto add = [&](MutableArrayRef<OpOperand> operands, bool isEntry) {
    for (auto [operand, argument] :
         llvm::zip(operands, loop.getRegionIterArgs()))
      if (known.insert({&operand, argument}).second)
        forwarded.push_back({&operand, argument, isEntry});
  };
  add(loop.getInitsMutable(), /*isEntry=*/true);
  if (std::optional<MutableArrayRef<OpOperand>> yielded =
          loop.getYieldedValuesMutable())
    add(*yielded, /*isEntry=*/false);
}

SmallVector<ForwardedValue>
pto::getForwardedValues(RegionBranchOpInterface op) {
  SmallVector<ForwardedValue> forwarded;
  auto add = [&](OperandRange operands, const RegionSuccessor &successor,
                 bool isEntry) {
    ValueRange inputs = successor.getSuccessorInputs();
    if (operands.empty())
      return;
    Operation *owner = operands.getBase()->getOwner();
    unsigned first = operands.getBeginOperandIndex();
    for (unsigned i = 0, e = std::min<size_t>(operands.size(), inputs.size());
         i < e; ++i)
      forwarded.push_back(
          {&owner->getOpOperand(first + i), inputs[i], isEntry});
  };
  SmallVector<RegionSuccessor> successors;
  op.getSuccessorRegions(RegionBranchPoint::parent(), successors);
  for (const RegionSuccessor &successor : successors)
    add(op.getEntrySuccessorOperands(successor), successor, /*isEntry=*/true);
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      if (block.empty())
        continue;
      auto terminator =
          dyn_cast<RegionBranchTerminatorOpInterface>(block.back());
      if (!terminator)
        continue;
      successors.clear();
      op.getSuccessorRegions(RegionBranchPoint(terminator), successors);
      for (const RegionSuccessor &successor : successors)
        add(terminator.getSuccessorOperands(successor), successor,
            /*isEntry=*/false);
    }
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op.getOperation()))
    addCarried(loop, forwarded);
  return forwarded;
}

bool pto::isLoop(RegionBranchOpInterface op) {
  return llvm::any_of(op->getRegions(), [&](Region &region) {
    return op.isRepetitiveRegion(region.getRegionNumber());
  });
}

LoopKind pto::getLoopKind(Operation *loop) {
  auto kind = loop->getAttrOfType<LoopAttr>(AttrNames::loop);
  return kind ? kind.getKind() : LoopKind::Sequential;
}
