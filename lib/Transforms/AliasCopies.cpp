//===- AliasCopies.cpp - Copies, and one buffer for each class ------------===//
//
// What AliasClasses.cpp decided: every class gets a buffer, and what could not
// be joined is copied into it. Copies at one place happen at once: one that
// overwrites what another reads waits for it, and a circle goes through a
// temporary.
//
//===----------------------------------------------------------------------===//

#include "AliasClasses.h"

#include "pto/Transforms/Transforms.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::pto;

namespace {
/// A copy that is to be made.
struct PendingCopy {
  const Affinity *affinity;
  /// The buffers that it reads and writes.
  Value from, into;
};

class AliasCopier {
public:
  AliasCopier(func::FuncOp function, const TargetModel &model,
              AliasClasses &classes)
      : function(function), model(model), classes(classes) {
    function.walk(
        [&](AllocOp alloc) { nextId = std::max(nextId, alloc.getId() + 1); });
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      if (auto memref =
              function.getArgAttrOfType<MemRefAttr>(i, AttrNames::memref))
        nextId = std::max(nextId, memref.getId() + 1);
  }

  LogicalResult run() {
    // Before anything is changed.
    for (const Affinity &affinity : classes.getAffinities())
      if (!affinity.isJoined && !affinity.isIdle && failed(check(affinity)))
        return failure();
    chooseBuffers();
    for (const Affinity &affinity : classes.getAffinities())
      if (!affinity.isJoined)
        makeBufferFor(affinity.to);
    // By the op in front of which the copies stand.
    llvm::MapVector<Operation *, SmallVector<PendingCopy, 2>> places;
    for (const Affinity &affinity : classes.getAffinities())
      if (!affinity.isJoined)
        places[affinity.operand->getOwner()].push_back(
            {&affinity, getBuffer(affinity.from), getBuffer(affinity.to)});
    for (auto &[user, copies] : places)
      copyAtOnce(copies);
    rebind();
    return success();
  }

private:
  void chooseBuffers();
  void rebind();
  Value makeBuffer(Value tile, int64_t size);
  Value makeBufferFor(unsigned content);
  Value getBuffer(unsigned content) {
    return buffers.lookup(classes.find(content));
  }
  LogicalResult check(const Affinity &affinity);
  void copyAtOnce(SmallVectorImpl<PendingCopy> &pending);
  void saveVictims(MutableArrayRef<PendingCopy> pending);
  Value copy(const Affinity &affinity, Value into);

  func::FuncOp function;
  const TargetModel &model;
  AliasClasses &classes;
  /// By the number of a class.
  DenseMap<unsigned, Value> buffers;
  int64_t nextId = 0;
};

/// The buffer of the first of its tiles that is large enough for all.
void AliasCopier::chooseBuffers() {
  ArrayRef<TileContent> contents = classes.getContents().getContents();
  for (unsigned i = 0; i < contents.size(); ++i) {
    Value bound = classes.getBound(i);
    if (!bound)
      continue;
    Value &chosen = buffers[classes.find(i)];
    auto alloc = bound.getDefiningOp<AllocOp>();
    bool isFixed = !AliasClasses::isPlain(bound);
    if (isFixed || (!chosen && alloc.getSize() >= classes.getSize(i)))
      chosen = bound;
  }
}

/// Binds all tiles of a class to its buffer.
void AliasCopier::rebind() {
  ArrayRef<TileContent> contents = classes.getContents().getContents();
  for (unsigned i = 0; i < contents.size(); ++i) {
    Value bound = classes.getBound(i);
    if (!bound || !AliasClasses::isPlain(bound))
      continue;
    Value chosen = makeBufferFor(i);
    if (chosen == bound)
      continue;
    auto from = bound.getDefiningOp<AllocOp>();
    auto to = chosen.getDefiningOp<AllocOp>();
    if (from->getBlock() == to->getBlock() && from->isBeforeInBlock(to))
      to->moveBefore(from);
    bound.replaceAllUsesWith(chosen);
  }
}

Value AliasCopier::makeBufferFor(unsigned content) {
  Value &buffer = buffers[classes.find(content)];
  if (!buffer && !classes.isForeign(content))
    buffer = makeBuffer(classes.getContents().getContents()[content].tile,
                        classes.getSize(content));
  return buffer;
}

/// A new buffer for a tile like `tile`.
Value AliasCopier::makeBuffer(Value tile, int64_t size) {
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
  MemorySpace space =
      cast<TileType>(tile.getType()).getSpace().value_or(MemorySpace::Vec);
  std::string name =
      ("mem_" + stringifyMemorySpace(space) + "_" + Twine(nextId)).str();
  Location loc = NameLoc::get(builder.getStringAttr(name), tile.getLoc());
  return AllocOp::create(builder, loc, BufferType::get(builder.getContext()),
                         space, AllocOp::kNotPlaced, size, nextId++);
}

/// No chip copies within an accumulator.
LogicalResult AliasCopier::check(const Affinity &affinity) {
  Value tile = affinity.operand->get();
  if (cast<TileType>(tile.getType()).getSpace() != MemorySpace::Acc)
    return success();
  InFlightDiagnostic error = affinity.operand->getOwner()->emitError();
  error << "cannot reconcile divergent accumulator buffers: " << describe(tile)
        << " would have to be copied within acc, and no chip can do that";
  error.attachNote(tile.getLoc()) << "the accumulator is made here";
  Value content = classes.getContents().getContents()[affinity.from].tile;
  for (const AliasClasses::Reader &reader : classes.findReaders(affinity)) {
    Diagnostic &note = error.attachNote(reader.op->getLoc());
    if (reader.tile == content)
      note << "it is still needed here";
    else
      note << describe(reader.tile)
           << ", which has to be in its buffer, is needed here";
  }
  return failure();
}

void AliasCopier::copyAtOnce(SmallVectorImpl<PendingCopy> &pending) {
  while (!pending.empty()) {
    auto waits = [&](const PendingCopy &copy) {
      return llvm::any_of(pending, [&](const PendingCopy &other) {
        return &other != &copy && !other.affinity->isIdle &&
               other.from == copy.into;
      });
    };
    auto *ready = llvm::find_if(
        pending, [&](const PendingCopy &copy) { return !waits(copy); });
    if (ready == pending.end()) {
      saveVictims(pending);
      continue;
    }
    ready->affinity->operand->set(copy(*ready->affinity, ready->into));
    pending.erase(ready);
  }
}

/// Everybody waits for somebody: saves what the first would overwrite.
void AliasCopier::saveVictims(MutableArrayRef<PendingCopy> pending) {
  Value victim = pending.front().into;
  llvm::MapVector<Value, Value> saved;
  for (PendingCopy &waiting : pending) {
    if (waiting.affinity->isIdle || waiting.from != victim)
      continue;
    Value tile = waiting.affinity->operand->get();
    Value &temporary = saved[tile];
    if (!temporary)
      temporary = copy(
          *waiting.affinity,
          makeBuffer(tile, model.getStorageBytes(cast<TileType>(tile.getType()))
                               .value_or(0)));
    waiting.affinity->operand->set(temporary);
    waiting.from = {};
  }
}

/// A copy of an operand right in front of its op. What nobody wrote, or nobody
/// reads, is not copied but made anew.
Value AliasCopier::copy(const Affinity &affinity, Value into) {
  Operation *user = affinity.operand->getOwner();
  Value tile = affinity.operand->get();
  auto type = cast<TileType>(tile.getType());
  OpBuilder builder(user);
  MLIRContext *ctx = builder.getContext();
  Location loc = withSuffix(tile.getLoc(), "mv");
  auto space =
      MemorySpaceAttr::get(ctx, type.getSpace().value_or(MemorySpace::Vec));
  if (affinity.isIdle)
    return CreateOp::create(builder, loc, type, space, UnitAttr(), UnitAttr(),
                            into);
  return MoveOp::create(
      builder, loc, type, tile, space,
      BlockLayoutAttr::get(ctx, type.getLayout().getBlayout()),
      BlockLayoutAttr::get(ctx, type.getLayout().getSlayout()), into);
}
} // namespace

LogicalResult pto::applyAliasClasses(func::FuncOp function,
                                     const TargetModel &model,
                                     AliasClasses &classes) {
  return AliasCopier(function, model, classes).run();
}
