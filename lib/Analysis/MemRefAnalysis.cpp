//===- MemRefAnalysis.cpp - Which bytes a tile is -------------------------===//

#include "pto/Analysis/MemRefAnalysis.h"

#include "pto/Analysis/RegionFlow.h"
#include "pto/IR/PTOOps.h"

using namespace mlir;
using namespace mlir::pto;

Operation *pto::getBufferRoot(Value buffer) {
  Operation *op = buffer ? buffer.getDefiningOp() : nullptr;
  if (auto slot = dyn_cast_or_null<SlotOp>(op))
    return slot.getBuffer().getDefiningOp();
  return op;
}

MemRefAnalysis::MemRefAnalysis(FunctionOpInterface function,
                               const TargetModel &model)
    : model(model) {
  // Program order: what a value derives from comes before it.
  function->walk([&](Operation *op, const WalkStage &stage) {
    if (stage.isBeforeAllRegions())
      visit(op);
    if (stage.isAfterAllRegions() && op->getNumRegions() != 0)
      if (auto branch = dyn_cast<RegionBranchOpInterface>(op))
        for (const ForwardedValue &forwarded : getForwardedValues(branch))
          if (isa<TileType>(forwarded.to.getType()))
            set(forwarded.to, lookup(forwarded.from->get()));
  });
}

const TileMemRef &MemRefAnalysis::lookup(Value tile) const {
  auto it = memrefs.find(tile);
  return it == memrefs.end() ? unknown : it->second;
}

/// Hands on what `op` forwards, as an op with regions or as a terminator.
void MemRefAnalysis::visitForwarded(Operation *op) {
  auto branch = dyn_cast<RegionBranchOpInterface>(op);
  bool isTerminator = !branch;
  if (isTerminator)
    branch = dyn_cast_or_null<RegionBranchOpInterface>(op->getParentOp());
  if (!branch)
    return;
  for (const ForwardedValue &forwarded : getForwardedValues(branch)) {
    if (forwarded.from->getOwner() != op ||
        !isa<TileType>(forwarded.to.getType()))
      continue;
    // A result is what the last terminator left, not what the op began with.
    if (!isTerminator && isa<OpResult>(forwarded.to))
      continue;
    set(forwarded.to, lookup(forwarded.from->get()));
  }
}

void MemRefAnalysis::visit(Operation *op) {
  if (isa<RegionBranchOpInterface>(op) || op->hasTrait<OpTrait::IsTerminator>())
    return visitForwarded(op);
  auto storage = dyn_cast<TileStorageOpInterface>(op);
  if (!storage)
    return;
  for (OpResult result : op->getResults()) {
    auto type = dyn_cast<TileType>(result.getType());
    if (!type)
      continue;
    unsigned number = result.getResultNumber();
    ResultStorage where = storage.getResultStorage(number);
    switch (where.kind) {
    case ResultStorage::Kind::None:
      break;
    case ResultStorage::Kind::Fresh:
      set(result, fresh(type, storage.getBuffer(number)));
      break;
    case ResultStorage::Kind::InPlace:
      set(result, lookup(op->getOperand(where.operand)));
      break;
    case ResultStorage::Kind::View:
      set(result, view(cast<TileViewOpInterface>(op), type));
      break;
    }
  }
}

/// Strides of a tile that fills its buffer; none where it is stored in boxes.
static SmallVector<int64_t, 2> denseStrides(TileType type) {
  if (type.getLayout().getSlayout() != BlockLayout::NoneBox ||
      !type.hasStaticShape())
    return {};
  ArrayRef<int64_t> shape = type.getShape();
  SmallVector<int64_t, 2> strides(shape.size(), 1);
  if (type.getLayout().getBlayout() == BlockLayout::ColMajor &&
      shape.size() == 2) {
    strides[1] = shape[0];
    return strides;
  }
  for (int64_t i = int64_t(shape.size()) - 2; i >= 0; --i)
    strides[i] = strides[i + 1] * shape[i + 1];
  return strides;
}

TileMemRef MemRefAnalysis::fresh(TileType type, Value buffer) const {
  TileMemRef memref;
  memref.buffer = buffer;
  memref.size = model.getStorageBytes(type).value_or(0);
  memref.strides = denseStrides(type);
  memref.offset = getAffineConstantExpr(0, type.getContext());
  // A slot of a buffer starts at its share of the whole.
  if (auto slot = buffer ? buffer.getDefiningOp<SlotOp>() : SlotOp())
    if (auto alloc = slot.getBuffer().getDefiningOp<AllocOp>()) {
      int64_t slotSize = alloc.getSize() / alloc.getSlots();
      int64_t index = slot.getStaticOffsets().front();
      if (!ShapedType::isDynamic(index)) {
        memref.offset =
            getAffineConstantExpr(index * slotSize, type.getContext());
      } else {
        memref.offset = getAffineSymbolExpr(0, type.getContext()) * slotSize;
        memref.symbols.push_back(slot.getOffsets().front());
      }
    }
  return memref;
}

/// True where the column window of an accumulator is one run of whole columns
/// of boxes, and so has an address of its own.
static bool isAccumulatorColumnWindow(TileType parent,
                                      ArrayRef<OpFoldResult> offsets,
                                      ArrayRef<int64_t> window) {
  LayoutAttr layout = parent.getLayout();
  if (layout.getBlayout() != BlockLayout::ColMajor ||
      layout.getSlayout() != BlockLayout::RowMajor ||
      layout.getFractal() != 1024)
    return false;
  ArrayRef<int64_t> shape = parent.getShape();
  if (shape.size() != 2 || window.size() != 2 || !parent.hasStaticShape() ||
      shape[0] % 16 != 0 || shape[1] % 16 != 0 ||
      getStorageBits(parent.getElementType()) != 32)
    return false;
  if (window[0] != shape[0] || ShapedType::isDynamic(window[1]) ||
      getConstantIntValue(offsets[0]) != 0)
    return false;
  std::optional<int64_t> column = getConstantIntValue(offsets[1]);
  return !column || (*column >= 0 && *column % 16 == 0);
}

/// Adds `value * factor` to the offset.
static void advance(TileMemRef &memref, OpFoldResult value, int64_t factor) {
  if (std::optional<int64_t> constant = getConstantIntValue(value)) {
    memref.offset = memref.offset + *constant * factor;
    return;
  }
  Value symbol = cast<Value>(value);
  auto *it = llvm::find(memref.symbols, symbol);
  unsigned index = it - memref.symbols.begin();
  if (it == memref.symbols.end())
    memref.symbols.push_back(symbol);
  memref.offset =
      memref.offset + getAffineSymbolExpr(index, symbol.getContext()) * factor;
}

TileMemRef MemRefAnalysis::view(TileViewOpInterface op, TileType result) const {
  TileMemRef memref = lookup(op.getViewSource());
  auto source = dyn_cast<TileType>(op.getViewSource().getType());
  if (!source || !memref.offset)
    return memref;
  SmallVector<OpFoldResult> offsets = op.getViewOffsets();
  int64_t bits = getStorageBits(source.getElementType());
  if (offsets.empty()) {
    // The whole source, read another way. Rows of a narrower window can't be
    // told in another shape.
    bool sameShape = source.getShape() == result.getShape() &&
                     getStorageBits(result.getElementType()) == bits;
    if (!sameShape) {
      bool isDense =
          memref.strides == denseStrides(source) && !memref.strides.empty();
      memref.strides =
          isDense ? denseStrides(result) : SmallVector<int64_t, 2>();
    }
    return memref;
  }
  SmallVector<int64_t> window = op.getViewExtents();
  if (memref.strides.empty()) {
    if (!isAccumulatorColumnWindow(source, offsets, window)) {
      memref.offset = {};
      return memref;
    }
    int64_t columnBytes = source.getShape()[0] * bits / 8;
    advance(memref, offsets[1], columnBytes);
    memref.size =
        std::min((window[1] + 15) / 16 * 16 * columnBytes, memref.size);
    return memref;
  }
  int64_t constantBits = 0, lastElement = 0;
  SmallVector<int64_t, 2> kept;
  for (auto [i, offset] : llvm::enumerate(offsets)) {
    int64_t stride = memref.strides[i];
    if (std::optional<int64_t> constant = getConstantIntValue(offset))
      constantBits += *constant * stride * bits;
    else if (bits % 8 == 0)
      advance(memref, offset, stride * bits / 8);
    else
      memref.offset = {};
    if (!memref.offset || ShapedType::isDynamic(window[i]))
      continue;
    lastElement += (window[i] - 1) * stride;
    kept.push_back(stride);
  }
  // A packed element that starts inside of a byte has no address.
  if (!memref.offset || constantBits % 8 != 0) {
    memref.offset = {};
    return memref;
  }
  memref.offset = memref.offset + constantBits / 8;
  memref.size = ((lastElement + 1) * bits + 7) / 8;
  // Dropped dimensions have one element: their strides say nothing.
  for (int64_t i = int64_t(window.size()) - 1;
       i >= 0 && int64_t(kept.size()) > result.getRank(); --i)
    if (window[i] == 1)
      kept.erase(kept.begin() + i);
  memref.strides = kept;
  if (int64_t(kept.size()) != result.getRank())
    memref.strides.clear();
  return memref;
}
