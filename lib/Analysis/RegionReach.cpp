//===- RegionReach.cpp - Which regions run after which --------------------===//

#include "pto/Analysis/RegionReach.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;
using namespace mlir::pto;

bool RegionReach::isCyclic(Region *region) {
  return llvm::is_contained(getEarlier(region), region);
}

ArrayRef<Region *> RegionReach::getEarlier(Region *region) {
  auto it = earlier.find(region);
  if (it == earlier.end()) {
    compute(region->getParentOp());
    it = earlier.find(region);
  }
  return it->second;
}

/// Where the end of `region` leads to inside of `op`; none where that is not
/// known.
static std::optional<SmallVector<Region *>> getNext(RegionBranchOpInterface op,
                                                    Region &region) {
  if (region.empty())
    return SmallVector<Region *>();
  if (!op || !region.hasOneBlock() || region.front().empty())
    return std::nullopt;
  auto terminator =
      dyn_cast<RegionBranchTerminatorOpInterface>(region.front().back());
  if (!terminator)
    return std::nullopt;
  SmallVector<RegionSuccessor> successors;
  op.getSuccessorRegions(RegionBranchPoint(terminator), successors);
  SmallVector<Region *> next;
  for (const RegionSuccessor &successor : successors)
    if (!successor.isParent())
      next.push_back(successor.getSuccessor());
  return next;
}

void RegionReach::compute(Operation *op) {
  auto branch = dyn_cast<RegionBranchOpInterface>(op);
  DenseMap<Region *, SmallVector<Region *>> next;
  for (Region &region : op->getRegions()) {
    earlier[&region];
    std::optional<SmallVector<Region *>> found = getNext(branch, region);
    if (!found) {
      found.emplace();
      for (Region &other : op->getRegions())
        found->push_back(&other);
    }
    next[&region] = std::move(*found);
  }
  // From each region along all ways; most ops have none.
  for (Region &region : op->getRegions()) {
    SmallVector<Region *> reached(next[&region]), open(reached);
    while (!open.empty())
      for (Region *further : next[open.pop_back_val()])
        if (!llvm::is_contained(reached, further)) {
          reached.push_back(further);
          open.push_back(further);
        }
    for (Region *later : reached)
      if (!llvm::is_contained(earlier[later], &region))
        earlier[later].push_back(&region);
  }
}
