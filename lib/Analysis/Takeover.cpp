//===- Takeover.cpp - Results in the place of operands --------------------===//

#include "pto/Analysis/Takeover.h"

using namespace mlir;
using namespace mlir::pto;

static int64_t getNumElements(TileType type) {
  int64_t count = 1;
  for (int64_t extent : type.getShape())
    count *= extent;
  return count;
}

bool pto::mayTakeOver(TileStorageOpInterface op, unsigned result,
                      OpOperand &operand, std::optional<Target> target) {
  auto from = dyn_cast<TileType>(operand.get().getType());
  auto to = dyn_cast<TileType>(op->getResult(result).getType());
  if (!from || !to || !from.hasStaticShape() || !to.hasStaticShape() ||
      op.forbidsSharing(result, operand.getOperandNumber(), target))
    return false;
  // What is in a temporary does not matter.
  if (op.isScratchOperand(operand.getOperandNumber()))
    return true;
  int64_t bitsFrom = getStorageBits(from.getElementType());
  int64_t bitsTo = getStorageBits(to.getElementType());
  if (bitsTo > bitsFrom ||
      bitsTo * getNumElements(to) > bitsFrom * getNumElements(from))
    return false;
  return from.getShape() != to.getShape() ||
         (from.getLayout() == to.getLayout() &&
          from.getCompact() == to.getCompact());
}
