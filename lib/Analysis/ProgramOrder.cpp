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
      // Two regions of one op: arms exclude each other; parts of a loop run in
      // their order, and what comes round again is made anew.
      return isLoopOp(parentA) && a->getParentRegion()->getRegionNumber() >
                                      b->getParentRegion()->getRegionNumber();
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
  // Up to the innermost op that holds both the writer and the value: what is
  // outside of it makes the value anew each time.
  Operation *shared = value.getParentRegion()->getParentOp();
  Operation *loop = writer->getParentOp();
  unsigned depth = depthOf(shared), loopDepth = depthOf(loop);
  SmallVector<Operation *> loops;
  for (; loopDepth > depth; --loopDepth, loop = loop->getParentOp())
    if (isLoopOp(loop))
      loops.push_back(loop);
  for (; depth > loopDepth; --depth)
    shared = shared->getParentOp();
  for (; loop != shared;
       loop = loop->getParentOp(), shared = shared->getParentOp())
    if (isLoopOp(loop))
      loops.push_back(loop);
  // The outermost holds whatever the others hold.
  return !loops.empty() && loops.back()->isProperAncestor(use);
}
