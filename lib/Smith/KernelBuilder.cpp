//===- KernelBuilder.cpp - Functions, statements, values in scope ---------===//

#include "KernelBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "pto/IR/PTOOps.h"

using namespace mlir;
using namespace mlir::pto;
using namespace mlir::pto::smith;

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

void KernelBuilder::choosePalettes() {
  MLIRContext *ctx = builder.getContext();
  Type f32 = builder.getF32Type(), f16 = builder.getF16Type();
  SmallVector<Type> elements = {
      f32,
      f32,
      f16,
      builder.getBF16Type(),
      builder.getI32Type(),
      IntegerType::get(ctx, 16),
      IntegerType::get(ctx, 8),
      IntegerType::get(ctx, 8, IntegerType::Unsigned)};
  auto addPalette = [&](Type element) {
    Palette palette;
    palette.element = element;
    palette.rows = random.pick<int64_t>({4, 8, 16, 16, 32});
    palette.columns = random.pick<int64_t>({8, 16, 32, 32, 64});
    if (has(Feature::Tight)) {
      palette.rows = random.pick<int64_t>({32, 64, 64, 96});
      palette.columns = random.pick<int64_t>({64, 128, 128});
    }
    palettes.push_back(palette);
  };
  addPalette(random.pick(ArrayRef(elements)));
  if (has(Feature::SubByte))
    addPalette(
        random.pick<Type>({IntegerType::get(ctx, 4), Float4E2M1FNType::get(ctx),
                           HF4Type::get(ctx)}));
  else if (random.chance(30))
    addPalette(random.pick(ArrayRef(elements)));
}

func::FuncOp KernelBuilder::build(ModuleOp module, StringRef name,
                                  FunctionKind functionKind, unsigned ops) {
  kind = functionKind;
  budget = ops;
  builder.setInsertionPointToEnd(module.getBody());
  function =
      func::FuncOp::create(builder, loc, name, builder.getFunctionType({}, {}));
  function->setAttr(AttrNames::kind,
                    FunctionKindAttr::get(builder.getContext(), kind));
  if (has(Feature::Splits) && kind == FunctionKind::AIV)
    function->setAttr(
        AttrNames::split,
        SplitModeAttr::get(builder.getContext(), random.chance(50)
                                                     ? SplitMode::UpDown
                                                     : SplitMode::LeftRight));
  Block *entry = function.addEntryBlock();
  builder.setInsertionPointToStart(entry);
  choosePalettes();
  declareBuffers();
  if (kind == FunctionKind::AIC)
    addProduct();
  else
    addLoad();
  addForced();
  while (budget > 0)
    addStatement();
  storeSome();
  func::ReturnOp::create(builder, loc);

  SmallVector<Type> types(entry->getArgumentTypes());
  function.setFunctionType(builder.getFunctionType(types, {}));
  for (auto [i, direction] : llvm::enumerate(directions))
    if (!direction.empty())
      function.setArgAttr(i, AttrNames::direction,
                          DirectionAttr::get(builder.getContext(),
                                             *symbolizeDirection(direction)));
  return function;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

/// One of each that the user asked for, so that none depends on luck.
void KernelBuilder::addForced() {
  auto isForced = [&](Feature feature) { return forced & bit(feature); };
  bool isCube = kind == FunctionKind::AIC;
  bool isProduct = isForced(Feature::Products) || isForced(Feature::Batches) ||
                   (isForced(Feature::Scales) && mayScale());
  if (isProduct && kind != FunctionKind::AIV)
    addProductLoop();
  if (!isCube) {
    if (isForced(Feature::Views) || isForced(Feature::Offsets))
      addView();
    if (isForced(Feature::InPlace))
      addInPlace();
    if (isForced(Feature::Valid))
      addLoad();
    if (isForced(Feature::Pipelines))
      addStages();
    if (isForced(Feature::Requests))
      addMove();
    if (isForced(Feature::Whiles))
      addWhile();
    if (isForced(Feature::Branches))
      addBranch();
    if (isForced(Feature::Switches))
      addSwitch();
    if (isForced(Feature::Scopes))
      addScope();
    if (isForced(Feature::Loops) || isForced(Feature::Rotations) ||
        isForced(Feature::SharedInits) || isForced(Feature::Pipelines))
      addLoop();
  }
  if (isForced(Feature::Slots))
    addSlotUse();
  if (isForced(Feature::Pinned))
    addPinnedUse();
  if (isForced(Feature::Pipes))
    addPipeUse();
  if (isForced(Feature::Syncs))
    addSync();
  if (isForced(Feature::Tensors))
    addTensorUse();
  if (isForced(Feature::Ranks) && !isCube)
    addRemote();
}

void KernelBuilder::addStatement() {
  --budget;
  struct Choice {
    unsigned weight;
    void (KernelBuilder::*add)();
  };
  SmallVector<Choice> choices;
  auto offer = [&](bool isOffered, unsigned weight,
                   void (KernelBuilder::*add)()) {
    if (isOffered)
      choices.push_back({weight, add});
  };
  bool isVector = kind != FunctionKind::AIC, isCube = kind != FunctionKind::AIV;
  bool mayNest = depth < maxDepth && budget > 1;
  offer(isVector, 10, &KernelBuilder::addLoad);
  offer(isVector, 40, &KernelBuilder::addRecipe);
  offer(isVector, 9, &KernelBuilder::addStore);
  offer(isVector, 2, &KernelBuilder::addRead);
  offer(isVector, 2, &KernelBuilder::addMove);
  offer(isVector && has(Feature::Views), 12, &KernelBuilder::addView);
  offer(isVector && has(Feature::InPlace), 12, &KernelBuilder::addInPlace);
  bool multiplies =
      isCube && (has(Feature::Products) || has(Feature::Batches) || mayScale());
  offer(multiplies, 10, &KernelBuilder::addProduct);
  offer(multiplies && mayNest, 5, &KernelBuilder::addProductLoop);
  offer(kind == FunctionKind::AIC, 10, &KernelBuilder::addProduct);
  offer(isVector && mayNest && has(Feature::Loops), 9, &KernelBuilder::addLoop);
  offer(isVector && mayNest && has(Feature::Whiles), 6,
        &KernelBuilder::addWhile);
  offer(isVector && mayNest && has(Feature::Branches), 8,
        &KernelBuilder::addBranch);
  offer(isVector && mayNest && has(Feature::Switches), 5,
        &KernelBuilder::addSwitch);
  offer(isVector && mayNest && has(Feature::Scopes), 4,
        &KernelBuilder::addScope);
  offer(isVector && has(Feature::Pipelines), 4, &KernelBuilder::addStages);
  offer(!slots.empty(), 6, &KernelBuilder::addSlotUse);
  offer(!pinned.empty(), 4, &KernelBuilder::addPinnedUse);
  offer(has(Feature::Pipes), 4, &KernelBuilder::addPipeUse);
  offer(has(Feature::Syncs), 4, &KernelBuilder::addSync);
  offer(has(Feature::Tensors), 8, &KernelBuilder::addTensorUse);
  offer(isVector && has(Feature::Ranks), 6, &KernelBuilder::addRemote);
  unsigned total = 0;
  for (const Choice &choice : choices)
    total += choice.weight;
  uint64_t at = random.below(total);
  for (const Choice &choice : choices) {
    if (at < choice.weight)
      return (this->*choice.add)();
    at -= choice.weight;
  }
}

void KernelBuilder::addStatements(int64_t count) {
  count = std::min(count, budget);
  int64_t rest = budget - count;
  while (budget > rest)
    addStatement();
}

//===----------------------------------------------------------------------===//
// Ops and values
//===----------------------------------------------------------------------===//

Operation *KernelBuilder::make(StringRef name, ValueRange operands,
                               TypeRange results,
                               ArrayRef<NamedAttribute> attributes) {
  OperationState state(loc, name);
  state.addOperands(operands);
  state.addTypes(results);
  state.addAttributes(attributes);
  return builder.create(state);
}

ScopeMark KernelBuilder::markScope() const {
  return {tiles.size(), indices.size(), accumulators.size(), versions.size()};
}

void KernelBuilder::leaveScope(const ScopeMark &mark) {
  tiles.truncate(mark.tiles);
  indices.truncate(mark.indices);
  accumulators.truncate(mark.accumulators);
  versions.truncate(mark.versions);
}

Value KernelBuilder::constant(int64_t value) {
  Value &known = constants[value];
  if (!known) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&function.front());
    known = arith::ConstantIndexOp::create(builder, loc, value);
  }
  return known;
}

Value KernelBuilder::parameter(Type type, StringRef direction) {
  directions.push_back(direction);
  return function.front().addArgument(type, loc);
}

Value KernelBuilder::tensorOf(RankedTensorType type, bool isOutput) {
  // What was stored is stored over, and may be loaded again.
  if (has(Feature::Tensors) && random.chance(isOutput ? 85 : 10))
    if (Value version = findVersion(type))
      return version;
  auto &known = isOutput ? outputs : inputs;
  for (Value tensor : known)
    if (tensor.getType() == type)
      return tensor;
  StringRef direction = has(Feature::Tensors) ? "inout" : "out";
  Value tensor = parameter(type, isOutput ? direction : "in");
  known.push_back(tensor);
  return tensor;
}

Value KernelBuilder::tensorFor(Type element, bool isOutput, int64_t rank) {
  SmallVector<int64_t> shape(rank, 4096);
  // All but matrices, which batches are made of.
  for (int64_t i = 0; i + 2 < rank; ++i)
    shape[i] = 8;
  return tensorOf(RankedTensorType::get(shape, element), isOutput);
}

Value KernelBuilder::findVersion(Type type) {
  SmallVector<Value> found;
  for (Value version : llvm::reverse(versions))
    if (version.getType() == type && found.size() < 3)
      found.push_back(version);
  if (found.empty())
    return {};
  return random.chance(80) ? found.front() : random.pick(ArrayRef(found));
}

void KernelBuilder::addValues(ValueRange values) {
  for (Value value : values)
    if (isTile(value))
      tiles.push_back(value);
    else if (isa<RankedTensorType>(value.getType()) && has(Feature::Tensors))
      versions.push_back(value);
}

Value KernelBuilder::findExact(Type type) {
  SmallVector<Value> found;
  for (Value tile : llvm::reverse(tiles))
    if (tile.getType() == type && found.size() < 6)
      found.push_back(tile);
  return found.empty() ? Value() : random.pick(ArrayRef(found));
}

Value KernelBuilder::findTile(TileType type) {
  SmallVector<Value> found;
  for (Value tile : llvm::reverse(tiles)) {
    auto other = cast<TileType>(tile.getType());
    if (other.getShape() == type.getShape() &&
        other.getElementType() == type.getElementType() && found.size() < 6)
      found.push_back(tile);
  }
  if (found.empty() || random.chance(5))
    return load(type);
  return random.pick(ArrayRef(found));
}

Value KernelBuilder::anyTile() {
  if (tiles.empty())
    return {};
  size_t recent = std::min<size_t>(tiles.size(), 8);
  size_t back =
      random.chance(80) ? random.below(recent) : random.below(tiles.size());
  return tiles[tiles.size() - 1 - back];
}

Value KernelBuilder::scalar(Type type) {
  for (auto [known, value] : scalars)
    if (known == type)
      return value;
  Value value = parameter(type);
  scalars.emplace_back(type, value);
  return value;
}

Value KernelBuilder::condition() {
  if (!indices.empty() && random.chance(40)) {
    KnownIndex index = random.pick(ArrayRef(indices));
    Value bound = constant(random.between(0, std::min<int64_t>(index.max, 8)));
    return arith::CmpIOp::create(
        builder, loc,
        random.pick({arith::CmpIPredicate::eq, arith::CmpIPredicate::slt}),
        index.value, bound);
  }
  return scalar(builder.getI1Type());
}

OpFoldResult KernelBuilder::indexBelow(int64_t bound) {
  if (bound > 1 && has(Feature::Offsets) && random.chance(60)) {
    KnownIndex index = {scalar(builder.getIndexType()), INT64_MAX};
    if (!indices.empty() && random.chance(80))
      index = random.pick(ArrayRef(indices));
    if (index.max < bound) {
      int64_t stretch = index.max == 0 ? 1 : (bound - 1) / index.max;
      stretch = std::min<int64_t>(stretch, random.pick<int64_t>({1, 2, 8, 64}));
      if (stretch <= 1)
        return index.value;
      return arith::MulIOp::create(builder, loc, index.value, constant(stretch))
          .getResult();
    }
    // An index of which nothing is known may be negative, as signed numbers
    // go; remainders without a sign are not.
    return arith::RemUIOp::create(builder, loc, index.value, constant(bound))
        .getResult();
  }
  return builder.getIndexAttr(random.below(bound));
}
