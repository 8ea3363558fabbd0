//===- MemRefViews.cpp - What a view leaves of its source's bytes ---------===//

#include "pto/Analysis/MemRefAnalysis.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "pto/IR/TileFaults.h"

using namespace mlir;
using namespace mlir::pto;

static ArrayRef<int64_t> shapeOf(Value value) {
  if (auto tile = dyn_cast<TileType>(value.getType()))
    return tile.getShape();
  return cast<RankedTensorType>(value.getType()).getShape();
}

static int64_t bitsOf(Value value) {
  if (auto tile = dyn_cast<TileType>(value.getType()))
    return getStorageBits(tile.getElementType());
  return getStorageBits(
      cast<RankedTensorType>(value.getType()).getElementType());
}

static TileGeometry ownGeometry(Value value) {
  if (auto tile = dyn_cast<TileType>(value.getType()))
    return TileGeometry::of(tile);
  return TileGeometry::of(cast<RankedTensorType>(value.getType()));
}

static Attribute layoutOf(Value value) {
  if (auto tile = dyn_cast<TileType>(value.getType()))
    return tile.getLayout();
  return cast<RankedTensorType>(value.getType()).getEncoding();
}

ViewKind pto::getViewKind(TileViewOpInterface op) {
  Value source = op.getViewSource();
  if (!op.getViewOffsets().empty())
    return ViewKind::Window;
  Value result = op->getResult(0);
  bool isSame = !op.swapsDimensions() && shapeOf(source) == shapeOf(result) &&
                bitsOf(source) == bitsOf(result) &&
                layoutOf(source) == layoutOf(result);
  return isSame ? ViewKind::Same : ViewKind::Reread;
}

TileMemRef MemRefAnalysis::view(TileViewOpInterface op, Value result) const {
  TileMemRef memref = derived(op.getViewSource());
  if (!memref.root)
    return memref;
  switch (getViewKind(op)) {
  case ViewKind::Same:
    break;
  case ViewKind::Window:
    narrow(memref, op, result);
    break;
  case ViewKind::Reread:
    reread(memref, op, result);
    break;
  }
  return memref;
}

/// A window keeps the paces of its root.
void MemRefAnalysis::narrow(TileMemRef &memref, TileViewOpInterface op,
                            Value result) const {
  Value source = op.getViewSource();
  SmallVector<OpFoldResult> mixed = op.getViewOffsets();
  SmallVector<int64_t> offsets =
      llvm::map_to_vector(mixed, [](OpFoldResult offset) {
        return getConstantIntValue(offset).value_or(ShapedType::kDynamic);
      });
  SmallVector<int64_t> extents = op.getViewExtents();
  ArrayRef<int64_t> shape = shapeOf(result);
  bool isWhole = llvm::all_of(offsets, [](int64_t i) { return i == 0; }) &&
                 ArrayRef<int64_t>(extents) == shapeOf(source) &&
                 shape == shapeOf(source);
  if (isWhole)
    return;
  WindowStart start;
  std::optional<TileGeometry> window;
  if (memref.geometry.isKnown())
    window = memref.geometry.getWindow(offsets, extents, start);
  int64_t bits = bitsOf(source);
  // An element that starts inside of a byte has no address, and one that may
  // has none either.
  bool isPacked = bits % 8 != 0;
  if (!window ||
      (isPacked && (start.constant * bits % 8 != 0 || !start.terms.empty()))) {
    memref.offset.expr = {};
    memref.geometry = {};
    memref.isDense = false;
    return;
  }
  // Nobody reads an expression of so many values.
  constexpr unsigned maxSymbols = 32;
  if (memref.offset.symbols.size() > maxSymbols)
    memref.offset.expr = {};
  if (memref.hasAddress()) {
    IndexExpr constant;
    constant.expr =
        getAffineConstantExpr(start.constant * bits / 8, result.getContext());
    memref.offset.add(constant, 1);
    for (const WindowStart::Term &term : start.terms) {
      memref.offset.add(facts.getExpr(mixed[term.axis]),
                        term.factor * bits / 8);
      if (term.box != 1)
        memref.assumptions.push_back(
            {cast<Value>(mixed[term.axis]), term.box, term.isExact});
    }
  }
  if (std::optional<int64_t> elements = window->getEnvelope()) {
    int64_t size = llvm::divideCeil(*elements * bits, 8);
    // Boxes count as a whole, but never beyond the source. A window that starts
    // there has its own size, so that it is told where it ends.
    int64_t room = memref.size - start.constant * bits / 8;
    memref.size = memref.size == 0 || room <= 0 ? size : std::min(size, room);
  }
  memref.geometry = window->dropUnitAxes(shape);
  // A window that becomes a tile of another rank is read anew.
  if (!memref.geometry.isKnown()) {
    memref.isDense = false;
    if (auto tile = dyn_cast<TileType>(source.getType());
        tile && llvm::none_of(extents, ShapedType::isDynamic) &&
        !findTileFault(extents, tile.getElementType()))
      memref.isDense = window->isLike(TileGeometry::of(
          TileType::get(tile.getContext(), extents, tile.getElementType(),
                        tile.getSpace(), {}, tile.getLayout())));
    if (memref.isDense)
      memref.geometry = ownGeometry(result);
    else if (!memref.misreading)
      memref.misreading = op;
    return;
  }
  memref.isDense = memref.geometry.isLike(ownGeometry(result));
}

/// Only bytes that lie as their type says can be read as another type.
void MemRefAnalysis::reread(TileMemRef &memref, TileViewOpInterface op,
                            Value result) const {
  TileGeometry own = ownGeometry(result);
  bool canTell = memref.isDense;
  if (op.swapsDimensions() && memref.geometry.isKnown() && own.isKnown())
    canTell = memref.geometry.getTransposed().isLike(own);
  if (!canTell && !memref.misreading)
    memref.misreading = op;
  memref.isDense = canTell;
  memref.geometry = canTell ? own : TileGeometry();
}
