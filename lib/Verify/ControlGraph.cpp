//===- ControlGraph.cpp - How control enters, changes and leaves regions --===//

#include "ControlGraph.h"

using namespace mlir;
using namespace mlir::pto::verify;

/// Adds the ways that begin at `point`.
static void addWays(RegionBranchOpInterface op, RegionBranchPoint point,
                    SmallVectorImpl<Way> &ways) {
  Operation *end = point.getTerminatorPredecessorOrNull();
  SmallVector<RegionSuccessor> successors;
  op.getSuccessorRegions(point, successors);
  for (const RegionSuccessor &successor : successors) {
    OperandRange operands =
        end ? cast<RegionBranchTerminatorOpInterface>(end).getSuccessorOperands(
                  successor)
            : op.getEntrySuccessorOperands(successor);
    Way way;
    way.from = end ? end : op.getOperation();
    if (end)
      way.source = end->getParentRegion()->getRegionNumber();
    if (Region *target = successor.getSuccessor())
      way.target = target->getRegionNumber();
    if (!operands.empty()) {
      way.firstOperand = operands.getBeginOperandIndex();
      ValueRange inputs = successor.getSuccessorInputs();
      way.targets =
          inputs.take_front(std::min<size_t>(operands.size(), inputs.size()));
    }
    ways.push_back(way);
  }
}

std::optional<ControlGraph> ControlGraph::get(RegionBranchOpInterface op,
                                              std::string &why) {
  ControlGraph graph;
  addWays(op, RegionBranchPoint::parent(), graph.ways);
  for (Region &region : op->getRegions()) {
    if (region.empty())
      continue;
    if (!region.hasOneBlock()) {
      why = "has unstructured control flow";
      return std::nullopt;
    }
    Block &block = region.front();
    auto end = block.empty()
                   ? RegionBranchTerminatorOpInterface()
                   : dyn_cast<RegionBranchTerminatorOpInterface>(block.back());
    if (!end) {
      why = "does not say where control goes at the end of a region";
      return std::nullopt;
    }
    addWays(op, RegionBranchPoint(end), graph.ways);
  }
  graph.sortRegions(op->getNumRegions());
  graph.writes.resize(op->getNumRegions());
  return graph;
}

/// Reverse post-order, depth first from outside.
void ControlGraph::sortRegions(unsigned regions) {
  SmallVector<SmallVector<int, 2>, 2> successors(regions);
  SmallVector<int, 2> entries;
  for (const Way &way : ways) {
    auto &from = way.source == Way::outside ? entries : successors[way.source];
    if (way.target != Way::outside)
      from.push_back(way.target);
  }
  SmallVector<bool, 2> seen(regions, false);
  SmallVector<std::pair<int, unsigned>> stack; // region, next successor
  // From the last entry on, so that the first comes first in the end.
  for (int entry : llvm::reverse(entries)) {
    if (seen[entry])
      continue;
    seen[entry] = true;
    stack.push_back({entry, 0});
    while (!stack.empty()) {
      auto &[region, next] = stack.back();
      if (next == successors[region].size()) {
        order.push_back(region);
        stack.pop_back();
        continue;
      }
      int successor = successors[region][next++];
      if (seen[successor])
        continue;
      seen[successor] = true;
      stack.push_back({successor, 0});
    }
  }
  std::reverse(order.begin(), order.end());
  SmallVector<unsigned, 2> position(regions, 0);
  for (auto [i, region] : llvm::enumerate(order))
    position[region] = i;
  headers.assign(regions, false);
  fromOutside.assign(regions, true);
  for (Way &way : ways) {
    if (way.source == Way::outside || way.target == Way::outside)
      continue;
    fromOutside[way.target] = false;
    way.isBack =
        seen[way.source] && position[way.target] <= position[way.source];
    if (way.isBack)
      headers[way.target] = true;
  }
  // Nobody comes to the others.
  llvm::erase_if(ways, [&](const Way &way) {
    return way.source != Way::outside && !seen[way.source];
  });
  straight = ways.size() == 2 && ways[0].target != Way::outside &&
             ways[1].source != Way::outside && ways[1].target == Way::outside;
}
