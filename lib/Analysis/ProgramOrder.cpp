//===- ProgramOrder.cpp - What may run after what -------------------------===//

#include "pto/Analysis/ProgramOrder.h"

#include "pto/Analysis/RegionFlow.h"

using namespace mlir;
using namespace mlir::pto;

static bool isLoopOp(Operation *op) {
  auto branch = dyn_cast<RegionBranchOpInterface>(op);
  return branch && isLoop(branch);
}

static unsigned depthOf(Operation *op) {
  unsigned depth = 0;
  for (; op; op = op->getParentOp())
    ++depth;
  return depth;
}

bool pto::isTextuallyAfter(Operation *op, Operation *other) {
  if (op == other)
    return false;
  // Up to siblings: first to one depth, then both to one block.
  Operation *a = op, *b = other;
  unsigned depthA = depthOf(a), depthB = depthOf(b);
  for (; depthA > depthB; --depthA) {
    a = a->getParentOp();
    if (a == other)
      return true; // `op` is inside of `other`.
  }
  for (; depthB > depthA; --depthB) {
    b = b->getParentOp();
    if (b == op)
      return false; // `other` is inside of `op`, whose operands are read first.
  }
  while (a->getBlock() != b->getBlock()) {
    Operation *parentA = a->getParentOp(), *parentB = b->getParentOp();
    if (parentA == parentB && parentA)
      // Two regions of one op: arms exclude each other, parts of a loop don't.
      return isLoopOp(parentA);
    a = parentA;
    b = parentB;
    if (!a || !b)
      return true;
  }
  return b->isBeforeInBlock(a);
}

bool pto::mayReadAfter(Operation *use, Operation *writer, Value value) {
  if (use != writer && isTextuallyAfter(use, writer))
    return true;
  Region *home = value.getParentRegion();
  for (Operation *loop = writer->getParentOp(); loop; loop = loop->getParentOp()) {
    // The value is made anew in each iteration of what contains its home.
    if (llvm::any_of(loop->getRegions(),
                     [&](Region &region) { return region.isAncestor(home); }))
      return false;
    if (isLoopOp(loop) && loop->isProperAncestor(use))
      return true;
  }
  return false;
}
