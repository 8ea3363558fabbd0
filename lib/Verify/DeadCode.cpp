//===- DeadCode.cpp - What no execution comes to --------------------------===//

#include "DeadCode.h"

#include "IndexValues.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;
using namespace mlir::pto::verify;

/// The operands of `op` that have a single value, as attributes; null for the
/// others.
static SmallVector<Attribute> getKnownOperands(Operation *op,
                                               IndexValues &indices) {
  Builder builder(op->getContext());
  return llvm::map_to_vector(op->getOperands(), [&](Value value) -> Attribute {
    Type type = value.getType();
    if (!type.isIntOrIndex())
      return {};
    std::optional<APInt> known = indices.getConstant(value);
    if (!known)
      return {};
    if (type.isInteger(1))
      return builder.getBoolAttr(!known->isZero());
    return builder.getIntegerAttr(type, *known);
  });
}

/// True where `op` never comes to its region `region`.
static bool neverEnters(RegionBranchOpInterface op, Region *region,
                        IndexValues &indices) {
  SmallVector<RegionSuccessor> successors;
  op.getEntrySuccessorRegions(getKnownOperands(op, indices), successors);
  DenseSet<Region *> reached;
  for (size_t next = 0; next < successors.size(); ++next) {
    Region *to = successors[next].getSuccessor();
    if (!to || !reached.insert(to).second)
      continue;
    // Of several blocks nobody knows which one ends it.
    auto end =
        to->hasOneBlock() && !to->front().empty()
            ? dyn_cast<RegionBranchTerminatorOpInterface>(to->front().back())
            : RegionBranchTerminatorOpInterface();
    if (!end)
      return false;
    end.getSuccessorRegions(getKnownOperands(end, indices), successors);
  }
  return !reached.contains(region);
}

bool pto::verify::isDead(Operation *op, IndexValues &indices) {
  for (; op->getParentOp(); op = op->getParentOp()) {
    Operation *parent = op->getParentOp();
    if (auto loop = dyn_cast<LoopLikeOpInterface>(parent);
        loop && indices.hasNoIteration(loop))
      return true;
    if (auto branch = dyn_cast<RegionBranchOpInterface>(parent);
        branch && neverEnters(branch, op->getParentRegion(), indices))
      return true;
  }
  return false;
}
