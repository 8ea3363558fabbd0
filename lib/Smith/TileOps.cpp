//===- TileOps.cpp - Ops on tiles in vector memory ------------------------===//

#include "IndexList.h"
#include "KernelBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "pto/IR/PTOOps.h"

#include <numeric>

using namespace mlir;
using namespace mlir::pto;
using namespace mlir::pto::smith;

//===----------------------------------------------------------------------===//
// From and to device memory
//===----------------------------------------------------------------------===//

TileType
KernelBuilder::leaveRowsOpen(TileType type, SmallVectorImpl<Value> &operands,
                             SmallVectorImpl<NamedAttribute> &attributes) {
  SmallVector<int64_t> valid(type.getShape());
  valid[0] = ShapedType::kDynamic;
  operands.push_back(scalar(builder.getIndexType()));
  attributes.push_back(numbersOf(builder, "static_valid", valid));
  return type.withValid(valid);
}

Value KernelBuilder::load(TileType type, Value into, bool mayBeRequested) {
  Value tensor = tensorFor(type.getElementType(), /*isOutput=*/false);
  SmallVector<Value> operands = {tensor};
  SmallVector<OpFoldResult> offsets = {
      indexBelow(8), builder.getIndexAttr(16 * random.below(8))};
  IndexList list(offsets);
  llvm::append_range(operands, list.values);
  SmallVector<NamedAttribute> attributes = {
      numbersOf(builder, "static_offsets", list.numbers)};
  int32_t validValues = 0;
  if (mayBeRequested && has(Feature::Valid) && type.getShape()[0] > 1 &&
      random.chance(25)) {
    type = leaveRowsOpen(type, operands, attributes);
    validValues = 1;
  }
  if (into || (mayBeRequested && has(Feature::Requests) && random.chance(40))) {
    attributes.push_back(requestOf(builder, MemorySpace::Vec));
    type = type.withSpace(MemorySpace::Vec);
  }
  if (into)
    operands.push_back(into);
  attributes.push_back(segmentsOf(
      builder, {1, int32_t(list.values.size()), 0, validValues, into ? 1 : 0}));
  return make("pto.load", operands, type, attributes)->getResult(0);
}

void KernelBuilder::addLoad() {
  const Palette &palette = random.pick(ArrayRef(palettes));
  auto type = cast<TileType>(palette.getType('t'));
  if (random.chance(15))
    if (Type other = palette.getType(random.pick({'c', 'w', 'h', 'd'})))
      type = cast<TileType>(other);
  addTile(load(type));
}

void KernelBuilder::store(Value tile) {
  auto type = cast<TileType>(tile.getType());
  int64_t rank = type.getRank();
  Value tensor = tensorFor(type.getElementType(), /*isOutput=*/true, rank);
  SmallVector<OpFoldResult> offsets(rank, builder.getIndexAttr(0));
  offsets[rank - 2] = builder.getIndexAttr(random.below(64));
  offsets[rank - 1] = indexBelow(64);
  IndexList list(offsets);
  SmallVector<Value> operands = {tile, tensor};
  llvm::append_range(operands, list.values);
  addValues(make("pto.store", operands, tensor.getType(),
                 {numbersOf(builder, "static_offsets", list.numbers),
                  segmentsOf(builder, {1, 1, int32_t(list.values.size()), 0})})
                ->getResults());
}

void KernelBuilder::addStore() {
  if (Value tile = anyTile())
    store(tile);
}

/// Stores the last results, so that they are worth something.
void KernelBuilder::storeSome() {
  for (unsigned i = 0; i != 3; ++i)
    addStore();
  useAccumulator();
}

void KernelBuilder::addRead() {
  Value tile = anyTile();
  if (!tile)
    return;
  auto type = cast<TileType>(tile.getType());
  SmallVector<Value> operands = {tile};
  SmallVector<OpFoldResult> offsets;
  for (int64_t extent : type.getShape())
    offsets.push_back(indexBelow(extent));
  IndexList list(offsets);
  llvm::append_range(operands, list.values);
  make("pto.read", operands, type.getElementType(),
       numbersOf(builder, "static_offsets", list.numbers));
}

void KernelBuilder::addMove() {
  Value tile = anyTile();
  if (!tile)
    return;
  auto type =
      MoveOp::inferResultType(cast<TileType>(tile.getType()), MemorySpace::Vec);
  addTile(make("pto.move", tile, type, requestOf(builder, MemorySpace::Vec))
              ->getResult(0));
}

//===----------------------------------------------------------------------===//
// Recipes
//===----------------------------------------------------------------------===//

Value KernelBuilder::apply(const Recipe &recipe, const Palette &palette,
                           Value first) {
  SmallVector<Value> operands;
  SmallVector<Type> results;
  for (char letter : recipe.results) {
    Type type = palette.getType(letter);
    if (!type)
      return {};
    results.push_back(type);
  }
  for (auto [i, letter] : llvm::enumerate(recipe.operands)) {
    Type type = palette.getType(letter);
    if (!type)
      return {};
    auto tile = dyn_cast<TileType>(type);
    if (!tile)
      operands.push_back(
          isa<RankedTensorType>(type)
              ? tensorFor(palette.element, recipe.results.contains('g'))
              : scalar(type));
    else if (recipe.scratch >> i & 1)
      operands.push_back(make("pto.create", {}, tile)->getResult(0));
    else if (i == 0 && first && first.getType() == type)
      operands.push_back(first);
    else
      operands.push_back(findTile(tile));
  }
  // What the op overwrites is where its operand is, and of its type.
  if (recipe.inPlace >= 0)
    results[0] = operands[recipe.inPlace].getType();
  // An author who chose the memory of the operands may choose the result's.
  else if (has(Feature::Requests) && !operands.empty() && isTile(results[0]) &&
           random.chance(30))
    results[0] = cast<TileType>(results[0]).withSpace(MemorySpace::Vec);
  Operation *op =
      make(recipe.name.getStringRef(), operands, results, recipe.attributes);
  addValues(op->getResults());
  return op->getNumResults() ? op->getResult(0) : Value();
}

void KernelBuilder::addRecipe() {
  const Palette &palette = random.pick(ArrayRef(palettes));
  ArrayRef<Recipe> recipes = catalogue.get(palette.element);
  if (recipes.empty())
    return addLoad();
  const Recipe &recipe = random.pick(recipes);
  // In-place ops are a feature of their own.
  if (recipe.inPlace >= 0 && !has(Feature::InPlace))
    return addLoad();
  apply(recipe, palette, {});
}

void KernelBuilder::addInPlace() {
  const Palette &palette = random.pick(ArrayRef(palettes));
  auto type = cast<TileType>(palette.getType('t'));
  Value tile = findTile(type);
  SmallVector<const Recipe *> recipes;
  for (const Recipe &recipe : catalogue.get(palette.element))
    if (recipe.inPlace == 0 && recipe.operands.starts_with("t"))
      recipes.push_back(&recipe);
  int64_t links = random.between(1, 4);
  for (int64_t link = 0; link != links; ++link) {
    auto mine = cast<TileType>(tile.getType());
    SmallVector<OpFoldResult> offsets;
    uint64_t what = random.below(4);
    if (what == 0) {
      // A part of another tile, or of this very one, lands in it.
      Type half = palette.getType('h');
      if (!half)
        continue;
      Value part = findTile(cast<TileType>(half));
      offsets = {
          builder.getIndexAttr(0),
          builder.getIndexAttr(random.chance(50) ? 0 : palette.columns / 2)};
      IndexList list(offsets);
      SmallVector<Value> operands = {tile};
      llvm::append_range(operands, list.values);
      operands.push_back(part);
      tile = make("pto.assemble", operands, mine,
                  numbersOf(builder, "static_offsets", list.numbers))
                 ->getResult(0);
    } else if (what == 1 && random.chance(60)) {
      Value tensor = tensorFor(palette.element, /*isOutput=*/false);
      SmallVector<OpFoldResult> from = {indexBelow(8), builder.getIndexAttr(0)};
      offsets = {indexBelow(palette.rows), builder.getIndexAttr(0)};
      IndexList at(offsets), where(from);
      SmallVector<Value> operands = {tile, tensor};
      llvm::append_range(operands, at.values);
      llvm::append_range(operands, where.values);
      tile = make("pto.gather_row", operands, mine,
                  {numbersOf(builder, "static_offsets", at.numbers),
                   numbersOf(builder, "static_source_offsets", where.numbers),
                   numbersOf(builder, "static_sizes", {1, palette.columns}),
                   segmentsOf(builder, {1, 1, int32_t(at.values.size()),
                                        int32_t(where.values.size()), 0, 0})})
                 ->getResult(0);
    } else if (what == 2 && !recipes.empty()) {
      if (Value result = apply(*random.pick(ArrayRef(recipes)), palette, tile))
        tile = result;
      continue;
    } else {
      for (int64_t extent : mine.getShape())
        offsets.push_back(indexBelow(extent));
      IndexList list(offsets);
      SmallVector<Value> operands = {tile};
      llvm::append_range(operands, list.values);
      operands.push_back(scalar(palette.element));
      tile = make("pto.write", operands, mine,
                  numbersOf(builder, "static_offsets", list.numbers))
                 ->getResult(0);
    }
    addTile(tile);
  }
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// What a tile is a window of, through views and ops in place.
static Value getViewedTile(Value tile) {
  auto op = tile.getDefiningOp<TileStorageOpInterface>();
  if (!op)
    return {};
  ResultStorage storage =
      op.getResultStorage(cast<OpResult>(tile).getResultNumber());
  bool isPart = storage.kind == ResultStorage::Kind::View ||
                storage.kind == ResultStorage::Kind::InPlace;
  return isPart ? op->getOperand(storage.operand) : Value();
}

/// Bits from one row to the next of the tile that this is a window of.
static int64_t getPitch(Value tile) {
  while (Value viewed = getViewedTile(tile)) {
    // Another shape has a pitch of its own.
    if (isa<ReshapeOp, ReinterpretViewOp>(tile.getDefiningOp()))
      break;
    tile = viewed;
  }
  auto type = cast<TileType>(tile.getType());
  return type.getShape()[1] * getStorageBits(type.getElementType());
}

/// True where no part was taken out of a tile on the way here.
static bool isWhole(Value tile) {
  for (; tile; tile = getViewedTile(tile))
    if (tile.getDefiningOp<SliceOp>())
      return false;
  return true;
}

/// Rows, columns or a corner of a tile, starting at a multiple of 32 bytes:
/// nobody can address another.
Value KernelBuilder::slice(Value source) {
  auto type = cast<TileType>(source.getType());
  ArrayRef<int64_t> shape = type.getShape();
  constexpr int64_t alignment = 32 * 8;
  int64_t bits = getStorageBits(type.getElementType());
  int64_t rowStep = alignment / std::gcd(alignment, getPitch(source));
  SmallVector<int64_t> window(shape);
  bool byRows = random.chance(60), byColumns = !byRows || random.chance(30);
  if (byRows)
    window[0] = std::max<int64_t>(shape[0] / random.pick<int64_t>({2, 4}), 1);
  if (byColumns && shape[1] % 2 == 0 && shape[1] >= 16)
    window[1] = shape[1] / 2;
  // Packed elements must be found at compile time.
  int64_t steps = (shape[0] - window[0]) / rowStep + 1;
  OpFoldResult row =
      bits == 4 ? OpFoldResult(builder.getIndexAttr(random.below(steps)))
                : indexBelow(steps);
  if (rowStep != 1) {
    if (auto index = dyn_cast<Value>(row))
      row = arith::MulIOp::create(builder, loc, index, constant(rowStep))
                .getResult();
    else
      row = builder.getIndexAttr(*getConstantIntValue(row) * rowStep);
  }
  int64_t columns = shape[1] - window[1];
  bool isAtEnd = columns * bits % alignment == 0 && random.chance(50);
  SmallVector<OpFoldResult> offsets = {
      row, builder.getIndexAttr(isAtEnd ? columns : 0)};
  IndexList list(offsets);
  SmallVector<Value> operands = {source};
  llvm::append_range(operands, list.values);
  auto result = TileType::get(builder.getContext(), window,
                              type.getElementType(), type.getSpace());
  return make("pto.slice", operands, result,
              {numbersOf(builder, "static_offsets", list.numbers),
               segmentsOf(builder, {1, int32_t(list.values.size()), 0, 0})})
      ->getResult(0);
}

void KernelBuilder::addView() {
  Value tile = anyTile();
  if (!tile)
    return;
  int64_t links = random.between(1, 3);
  for (int64_t link = 0; link != links; ++link) {
    auto type = cast<TileType>(tile.getType());
    ArrayRef<int64_t> shape = type.getShape();
    MLIRContext *ctx = builder.getContext();
    uint64_t what = random.below(10);
    if (what < 5 && (shape[0] > 1 || shape[1] >= 16)) {
      tile = slice(tile);
    } else if (what < 7 && shape[0] % 2 == 0 && isWhole(tile)) {
      auto result = TileType::get(ctx, {shape[0] / 2, shape[1] * 2},
                                  type.getElementType(), type.getSpace());
      tile = make("pto.reshape", tile, result)->getResult(0);
    } else if (what < 8 && type.getElementType().isF32() && isWhole(tile)) {
      auto result =
          TileType::get(ctx, shape, builder.getI32Type(), type.getSpace());
      tile = make("pto.reinterpret_view", tile, result)->getResult(0);
    } else if (what < 9) {
      SmallVector<int64_t> valid(shape);
      valid[0] = std::max<int64_t>(valid[0] / 2, 1);
      tile = make("pto.set_validshape", tile, type.withValid(valid),
                  numbersOf(builder, "static_valid", valid))
                 ->getResult(0);
    } else {
      // A copy, for once: the next view is one of the copy.
      const Palette &palette = random.pick(ArrayRef(palettes));
      auto half = cast_if_present<TileType>(palette.getType('h'));
      if (!half)
        return;
      Value left = findTile(half), right = findTile(half);
      tile =
          make("pto.concat", {left, right}, palette.getType('t'))->getResult(0);
    }
    addTile(tile);
  }
}
