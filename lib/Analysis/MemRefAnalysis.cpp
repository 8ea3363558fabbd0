//===- MemRefAnalysis.cpp - Which bytes a tile is -------------------------===//
//
// One walk in program order: what a value derives from comes before it. See
// MemRefViews.cpp for what views do.
//
//===----------------------------------------------------------------------===//

#include "pto/Analysis/MemRefAnalysis.h"

#include "pto/Analysis/RegionFlow.h"
#include "pto/IR/PTOOps.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::pto;

Operation *pto::getBufferRoot(Value buffer) {
  Operation *op = buffer ? buffer.getDefiningOp() : nullptr;
  if (auto slot = dyn_cast_or_null<SlotOp>(op))
    return slot.getBuffer().getDefiningOp();
  return op;
}

static bool hasBytes(Value value) {
  return isa<TileType, RankedTensorType>(value.getType());
}

MemRefAnalysis::MemRefAnalysis(FunctionOpInterface function,
                               const TargetModel &model)
    : model(model), facts(function) {
  function->walk([&](Operation *op, const WalkStage &stage) {
    if (stage.isBeforeAllRegions()) {
      if (auto branch = dyn_cast<RegionBranchOpInterface>(op))
        if (op->getNumRegions() != 0)
          flows[op] = getForwardedValues(branch);
      visit(op);
    }
    if (stage.isAfterAllRegions()) {
      visitResults(op);
      flows.erase(op);
    }
  });
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

TileMemRef MemRefAnalysis::derived(Value value) const {
  auto it = numbers.find(value);
  if (it != numbers.end())
    return it->second == kFresh ? fresh(value) : memrefs[it->second];
  // A tensor of which nobody says where it comes from is storage of its own.
  return isa<RankedTensorType>(value.getType()) ? fresh(value) : TileMemRef();
}

static Value bufferOf(Value root) {
  auto storage = root ? root.getDefiningOp<TileStorageOpInterface>() : nullptr;
  return storage ? storage.getBuffer(cast<OpResult>(root).getResultNumber())
                 : Value();
}

Value MemRefAnalysis::getBuffer(Value tile) const {
  auto it = numbers.find(tile);
  if (it == numbers.end())
    return Value();
  return bufferOf(it->second == kFresh ? tile : memrefs[it->second].root);
}

TileMemRef MemRefAnalysis::lookup(Value value) const {
  TileMemRef memref = derived(value);
  memref.buffer = bufferOf(memref.root);
  // A slot of a buffer starts at its share of the whole.
  auto slot = memref.buffer ? memref.buffer.getDefiningOp<SlotOp>() : SlotOp();
  auto alloc = slot ? slot.getBuffer().getDefiningOp<AllocOp>() : AllocOp();
  if (alloc && memref.hasAddress()) {
    OpFoldResult index = slot.getIndex();
    memref.offset.add(facts.getExpr(index), alloc.getSlotSize());
  }
  return memref;
}

//===----------------------------------------------------------------------===//
// Program order
//===----------------------------------------------------------------------===//

void MemRefAnalysis::set(Value value, TileMemRef memref) {
  numbers[value] = memrefs.size();
  memrefs.push_back(std::move(memref));
}

void MemRefAnalysis::rebind(Value value, Value other) {
  auto it = numbers.find(other);
  if (it != numbers.end() && it->second != kFresh) {
    // Nobody changes what is there: both may use it.
    unsigned number = it->second;
    numbers[value] = number;
  } else {
    set(value, derived(other));
  }
}

void MemRefAnalysis::visit(Operation *op) {
  if (isa<RegionBranchOpInterface>(op) || op->hasTrait<OpTrait::IsTerminator>())
    return visitForwarded(op);
  auto storage = dyn_cast<TileStorageOpInterface>(op);
  if (!storage)
    return;
  for (OpResult result : op->getResults()) {
    if (!hasBytes(result))
      continue;
    ResultStorage where = storage.getResultStorage(result.getResultNumber());
    switch (where.kind) {
    case ResultStorage::Kind::None:
    case ResultStorage::Kind::Fresh:
      numbers[result] = kFresh;
      break;
    case ResultStorage::Kind::InPlace:
      rebind(result, op->getOperand(where.operand));
      break;
    case ResultStorage::Kind::View:
      set(result, view(cast<TileViewOpInterface>(op), result));
      break;
    }
  }
}

/// `to` is the first of its sources; there are others, or there are not.
void MemRefAnalysis::forward(Value to, ArrayRef<OpOperand *> sources) {
  Value first = sources.front()->get();
  rebind(to, first);
  if (llvm::any_of(sources, [&](OpOperand *source) {
        return source->get() != first && source->get() != to;
      })) {
    TileMemRef merged = derived(to);
    merged.isMerged = true;
    set(to, std::move(merged));
  }
}

SmallVector<ForwardedValue>
MemRefAnalysis::getFlow(RegionBranchOpInterface op) {
  auto it = flows.find(op);
  return it == flows.end() ? getForwardedValues(op) : it->second;
}

/// Hands on what `op` forwards into regions, as an op with regions or as a
/// terminator.
void MemRefAnalysis::visitForwarded(Operation *op) {
  auto branch = dyn_cast<RegionBranchOpInterface>(op);
  if (!branch)
    branch = dyn_cast_or_null<RegionBranchOpInterface>(op->getParentOp());
  if (!branch)
    return;
  llvm::SmallMapVector<Value, SmallVector<OpOperand *, 2>, 4> incoming;
  for (const ForwardedValue &forwarded : getFlow(branch))
    if (hasBytes(forwarded.to) && isa<BlockArgument>(forwarded.to))
      incoming[forwarded.to].push_back(forwarded.from);
  // The first to arrive is the one that is known by now.
  for (auto &[to, sources] : incoming)
    if (sources.front()->getOwner() == op)
      forward(to, sources);
}

/// A result of an op with regions is what a terminator left, not what the op
/// began with.
void MemRefAnalysis::visitResults(Operation *op) {
  auto branch = dyn_cast<RegionBranchOpInterface>(op);
  if (!branch || op->getNumRegions() == 0)
    return;
  llvm::SmallMapVector<Value, SmallVector<OpOperand *, 2>, 4> incoming;
  SmallVector<ForwardedValue> flow = getFlow(branch);
  for (bool fromEntry : {false, true})
    for (const ForwardedValue &forwarded : flow)
      if (hasBytes(forwarded.to) && isa<OpResult>(forwarded.to) &&
          forwarded.isEntry == fromEntry)
        incoming[forwarded.to].push_back(forwarded.from);
  for (auto &[to, sources] : incoming)
    forward(to, sources);
}

/// Bytes of a tensor; 0 where they are not known.
static int64_t bytesOf(RankedTensorType type) {
  int64_t bits = getStorageBits(type.getElementType());
  for (int64_t extent : type.getShape())
    if (ShapedType::isDynamic(extent) || llvm::MulOverflow(bits, extent, bits))
      return 0;
  return llvm::divideCeil(bits, 8);
}

TileMemRef MemRefAnalysis::fresh(Value value) const {
  TileMemRef memref;
  memref.root = value;
  memref.isDense = true;
  memref.offset.expr = getAffineConstantExpr(0, value.getContext());
  if (auto tensor = dyn_cast<RankedTensorType>(value.getType())) {
    memref.size = bytesOf(tensor);
    memref.geometry = TileGeometry::of(tensor);
  } else {
    auto tile = cast<TileType>(value.getType());
    memref.size = model.getStorageBytes(tile).value_or(0);
    memref.geometry = TileGeometry::of(tile);
  }
  return memref;
}
