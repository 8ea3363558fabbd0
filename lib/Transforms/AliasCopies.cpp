//===- AliasCopies.cpp - Copies and rebinding of tiles --------------------===//
//
// What the walk of MaterializeSemanticAliases.cpp changes: a copy where a
// buffer may not be overwritten, another buffer where it may.
//
//===----------------------------------------------------------------------===//

#include "AliasMaterializer.h"

using namespace mlir;
using namespace mlir::pto;

/// A new buffer for a tile like `tile`.
Value AliasMaterializer::makeBuffer(Value tile) {
  auto type = cast<TileType>(tile.getType());
  OpBuilder builder(function.getContext());
  Block &body = function.getBody().front();
  // Behind the other allocs, so that order and numbers agree.
  Operation *last = nullptr;
  for (Operation &op : body)
    if (isa<AllocOp>(op))
      last = &op;
    else if (last)
      break;
  if (last)
    builder.setInsertionPointAfter(last);
  else
    builder.setInsertionPointToStart(&body);
  MemorySpace space = type.getSpace().value_or(MemorySpace::Vec);
  std::string name =
      ("mem_" + stringifyMemorySpace(space) + "_" + Twine(nextId)).str();
  Location loc = NameLoc::get(builder.getStringAttr(name), tile.getLoc());
  return AllocOp::create(builder, loc, BufferType::get(builder.getContext()),
                         space, AllocOp::kNotPlaced,
                         model.getStorageBytes(type).value_or(0), nextId++);
}

/// A copy of `tile` right before `user`, in `buffer` or, where that is null, in
/// a new one. An empty tile is not copied but made anew.
FailureOr<Value> AliasMaterializer::copyBefore(Operation *user, Value tile,
                                               Value buffer) {
  auto type = cast<TileType>(tile.getType());
  OpBuilder builder(user);
  MLIRContext *ctx = builder.getContext();
  Location loc = withSuffix(tile.getLoc(), "mv");
  auto space =
      MemorySpaceAttr::get(ctx, type.getSpace().value_or(MemorySpace::Vec));
  bool isEmpty = false;
  if (auto maker = tile.getDefiningOp<MemorySpaceOpInterface>())
    isEmpty = maker.getResultSpaceRule(cast<OpResult>(tile).getResultNumber())
                  .uninitialised;
  if (!isEmpty && type.getSpace() == MemorySpace::Acc) {
    InFlightDiagnostic error = user->emitError();
    error << "cannot reconcile divergent accumulator buffers: "
          << describe(tile)
          << " would have to be copied within acc, and no chip can do that";
    error.attachNote(tile.getLoc()) << "the accumulator is made here";
    for (OpOperand &use : tile.getUses())
      if (use.getOwner() != user)
        error.attachNote(use.getOwner()->getLoc()) << "it is still needed here";
    return failure();
  }
  if (!buffer)
    buffer = makeBuffer(tile);
  Value copy;
  if (isEmpty)
    copy = CreateOp::create(builder, loc, type, space, UnitAttr(), UnitAttr(),
                            buffer);
  else
    copy = MoveOp::create(
        builder, loc, type, tile, space,
        BlockLayoutAttr::get(ctx, type.getLayout().getBlayout()),
        BlockLayoutAttr::get(ctx, type.getLayout().getSlayout()), buffer);
  contents.add(copy, buffer);
  return copy;
}

/// The buffer that a tile fills on its own terms; null where the tile is a
/// window, has no buffer, or shares one that the author declared.
Value AliasMaterializer::wholeBuffer(Value tile) const {
  Value buffer = contents.getBuffer(tile);
  if (!buffer || windows.contains(tile))
    return {};
  auto alloc = buffer.getDefiningOp<AllocOp>();
  return alloc && !alloc.getPinned() && alloc.getSlots() == 1 ? buffer
                                                              : Value();
}

/// True where all who are bound to `buffer` are inside of `op`.
bool AliasMaterializer::isOwnedWithin(Value buffer, Operation *op) const {
  return llvm::all_of(buffer.getUsers(),
                      [&](Operation *user) { return op->isAncestor(user); });
}

/// True where a result may be written over an operand that dies there: the op
/// allows it, and both are the same elements from the same first byte on.
bool AliasMaterializer::mayTakeOver(TileStorageOpInterface op, unsigned result,
                                    OpOperand &operand) const {
  auto from = dyn_cast<TileType>(operand.get().getType());
  auto to = dyn_cast<TileType>(op->getResult(result).getType());
  return from && to && from.getShape() == to.getShape() &&
         from.getLayout() == to.getLayout() &&
         !windows.contains(operand.get()) &&
         !op.forbidsSharing(result, operand.getOperandNumber(),
                            model.getTarget());
}

/// Binds to `into` whoever is bound to `from`, where that overwrites nothing
/// that is still read and `into` is left alone afterwards. All of them must be
/// inside of `within`.
bool AliasMaterializer::tryRebind(Value from, Value into, Operation *within) {
  auto source = from.getDefiningOp<AllocOp>(),
       target = into.getDefiningOp<AllocOp>();
  if (!source || !target || source.getPinned() ||
      source.getSpace() != target.getSpace() ||
      source.getSize() > target.getSize() || !isOwnedWithin(from, within))
    return false;
  for (OpOperand &use : from.getUses()) {
    auto writer = dyn_cast<TileStorageOpInterface>(use.getOwner());
    if (!writer)
      return false;
    auto mayShare = [&](OpOperand &operand) {
      return mayTakeOver(writer, 0, operand);
    };
    if (contents.isFilledAfter(writer, into) ||
        contents.findReader(writer, into, mayShare))
      return false;
  }
  from.replaceAllUsesWith(into);
  contents.merge(from, into);
  return true;
}

/// Copies that happen at once: (operand, buffer) pairs, all operands of one
/// terminator. A copy waits for those that read what it overwrites; a cycle is
/// broken by a temporary.
LogicalResult AliasMaterializer::copyInParallel(
    ArrayRef<std::pair<OpOperand *, Value>> copies) {
  SmallVector<std::pair<OpOperand *, Value>> pending(copies);
  while (!pending.empty()) {
    auto isRead = [&](const std::pair<OpOperand *, Value> &copy) {
      return llvm::any_of(
          pending, [&](const std::pair<OpOperand *, Value> &other) {
            return other.first != copy.first &&
                   contents.getBuffer(other.first->get()) == copy.second;
          });
    };
    auto *ready =
        llvm::find_if(pending, [&](auto &copy) { return !isRead(copy); });
    if (ready == pending.end()) {
      // Everybody waits for somebody: save what the first would overwrite.
      Value victim = pending.front().second;
      for (auto &[operand, buffer] : pending)
        if (contents.getBuffer(operand->get()) == victim) {
          FailureOr<Value> saved =
              copyBefore(operand->getOwner(), operand->get(), {});
          if (failed(saved))
            return failure();
          operand->set(*saved);
        }
      continue;
    }
    auto [operand, buffer] = *ready;
    pending.erase(ready);
    FailureOr<Value> copy =
        copyBefore(operand->getOwner(), operand->get(), buffer);
    if (failed(copy))
      return failure();
    operand->set(*copy);
  }
  return success();
}
