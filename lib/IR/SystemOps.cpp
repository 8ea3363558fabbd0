//===- SystemOps.cpp - Synchronisation, tasks, arrays, prefetch -----------===//

#include "Assembly.h"

using namespace mlir;
using namespace mlir::pto;

#define GET_OP_CLASSES
#include "pto/IR/PTOSystemOps.cpp.inc"

void PTODialect::registerSystemOps() {
  addOperations<
#define GET_OP_LIST
#include "pto/IR/PTOSystemOps.cpp.inc"
      >();
}

/// An event has one number, constant or not.
static LogicalResult verifyEvent(Operation *op, Value dynamic,
                                 std::optional<uint64_t> number) {
  if (bool(dynamic) == number.has_value())
    return op->emitOpError()
           << "needs either an event operand or 'event_id', found "
           << (dynamic ? "both" : "none");
  if (number && *number > 13)
    return op->emitOpError()
           << "'event_id' must be between 0 and 13, found " << int64_t(*number);
  return success();
}

LogicalResult SystemSyncSetOp::verify() {
  return verifyEvent(*this, getEventIdDyn(), getEventId());
}
LogicalResult SystemSyncWaitOp::verify() {
  return verifyEvent(*this, getEventIdDyn(), getEventId());
}

LogicalResult SystemSyncallOp::verify() {
  if (!llvm::is_contained({"mix", "aiv_only", "aic_only"}, getCoreType()))
    return emitOpError()
           << "'core_type' must be mix, aiv_only or aic_only, found "
           << getCoreType();
  if (getMode() != "hard" && getMode() != "soft")
    return emitOpError() << "'mode' must be hard or soft, found " << getMode();
  return success();
}

static LogicalResult verifyElement(Operation *op, ArrayType array,
                                   ArrayRef<int64_t> index, Type element) {
  if (failed(verifyIndexList(op, "the index list", index.size(), 1)))
    return failure();
  if (!ShapedType::isDynamic(index.front()) &&
      (index.front() < 0 || index.front() >= array.getExtent()))
    return op->emitOpError()
           << "index " << index.front() << " is out of range: the array has "
           << array.getExtent() << " elements";
  if (element != array.getElementType())
    return op->emitOpError() << "the element must be " << array.getElementType()
                             << ", found " << element;
  return success();
}

LogicalResult ArrayGetElementOp::verify() {
  return verifyElement(*this, getSource().getType(), getStaticOffsets(),
                       getResult().getType());
}
LogicalResult ArrayUpdateElementOp::verify() {
  if (getResult().getType() != getSource().getType())
    return emitOpError() << "the result must have the array's type";
  return verifyElement(*this, getSource().getType(), getStaticOffsets(),
                       getValue().getType());
}
