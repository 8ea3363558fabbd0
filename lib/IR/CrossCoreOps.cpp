//===- CrossCoreOps.cpp - Between cube and vector cores -------------------===//

#include "Assembly.h"

using namespace mlir;
using namespace mlir::pto;

#define GET_OP_CLASSES
#include "pto/IR/PTOCrossCoreOps.cpp.inc"

void PTODialect::registerCrossCoreOps() {
  addOperations<
#define GET_OP_LIST
#include "pto/IR/PTOCrossCoreOps.cpp.inc"
      >();
}

static LogicalResult verifyPipe(Operation *op, int64_t direction,
                                int64_t slotSize) {
  if (direction < 1 || direction > 3)
    return op->emitOpError()
           << "'dir_mask' must be 1, 2 or 3, found " << direction;
  if (slotSize <= 0)
    return op->emitOpError()
           << "'slot_size' must be positive, found " << slotSize;
  return success();
}

LogicalResult SystemAicInitializePipeOp::verify() {
  return verifyPipe(*this, getDirMask(), getSlotSize());
}
LogicalResult SystemAivInitializePipeOp::verify() {
  return verifyPipe(*this, getDirMask(), getSlotSize());
}

LogicalResult SystemReserveBufferOp::verify() {
  if (getSize() <= 0)
    return emitOpError() << "size in bytes must be positive, found "
                         << getSize();
  if (getBase() < -1 || getBase() > std::numeric_limits<int32_t>::max())
    return emitOpError()
           << "base must be -1 (to be chosen) or fit 31 bits, found "
           << getBase();
  if (getBase() > std::numeric_limits<int64_t>::max() - getSize())
    return emitOpError() << "the range at " << getBase() << " with "
                         << getSize() << " bytes leaves 64 bits";
  return success();
}

// The range stays, whether or not anybody asks for its number.
void SystemReserveBufferOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  effects.emplace_back(MemoryEffects::Write::get(),
                       CrossCorePipeResource::get());
}
void SystemImportPeerBufferOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  effects.emplace_back(MemoryEffects::Write::get(),
                       CrossCorePipeResource::get());
}
