//===- RegionFlow.cpp - Values that regions hand on -----------------------===//

#include "pto/Analysis/RegionFlow.h"

using namespace mlir;
using namespace mlir::pto;

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
