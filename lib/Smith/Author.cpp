//===- Author.cpp - What an author said about memory ----------------------===//
//
// Who binds tiles by hand answers for it: such a tile is used right behind the
// op that makes it, before anything else is put into its buffer.
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "pto/IR/PTOOps.h"

using namespace mlir;
using namespace mlir::pto;
using namespace mlir::pto::smith;

void KernelBuilder::declareBuffers() {
  bool isCube = kind == FunctionKind::AIC;
  auto plain = cast<TileType>(palettes.front().getType('t'));
  Type buffer = BufferType::get(builder.getContext());
  if (has(Feature::Slots) && !isCube) {
    int64_t count = random.between(2, 3);
    OperationState state(loc, DeclareMemRefOp::getOperationName());
    state.addTypes(buffer);
    auto &properties = state.getOrAddProperties<DeclareMemRefOp::Properties>();
    properties.setName(builder.getStringAttr("turns"));
    properties.setSlots(count);
    slots.push_back({builder.create(state)->getResult(0), count, plain});
  }
  if (has(Feature::Pinned) && !isCube && model.getTarget()) {
    std::optional<int64_t> bytes = model.getStorageBytes(plain);
    std::optional<int64_t> capacity = model.getCapacity(MemorySpace::Vec);
    if (bytes && capacity && *bytes % 32 == 0 && *bytes * 2 < *capacity) {
      // Anywhere, but not where the reserved ranges go.
      int64_t first = *capacity / 64;
      int64_t address = random.between(first, (*capacity - *bytes) / 32) * 32;
      OperationState state(loc, AllocOp::getOperationName());
      state.addTypes(buffer);
      auto &properties = state.getOrAddProperties<AllocOp::Properties>();
      properties.setSpace(MemorySpace::Vec);
      properties.setAddr(address);
      properties.setSize(*bytes);
      properties.setId(70);
      properties.setPinned(true);
      pinned.emplace_back(builder.create(state)->getResult(0), plain);
    }
  }
  if (has(Feature::Reservations)) {
    OperationState state(loc, SystemReserveBufferOp::getOperationName());
    state.addTypes(builder.getI32Type());
    auto &properties =
        state.getOrAddProperties<SystemReserveBufferOp::Properties>();
    properties.setName(builder.getStringAttr("pipe"));
    properties.setSize(random.pick<int64_t>({256, 1024, 2048}));
    properties.setBase(-1);
    Value base = builder.create(state)->getResult(0);
    if (has(Feature::Pipes))
      make(isCube ? "pto.system.aic_initialize_pipe"
                  : "pto.system.aiv_initialize_pipe",
           {base, base}, TypeRange(),
           {builder.getNamedAttr("dir_mask", builder.getI64IntegerAttr(3)),
            builder.getNamedAttr("slot_size", builder.getI64IntegerAttr(128))});
  }
}

/// Slot number `number` of a declared buffer, counted from `index` where there
/// is one.
Value KernelBuilder::slotOf(const Slots &declared, Value index,
                            int64_t number) {
  SmallVector<Value> operands = {declared.buffer};
  if (index) {
    if (number != 0)
      index = arith::AddIOp::create(builder, loc, index, constant(number));
    operands.push_back(
        arith::RemUIOp::create(builder, loc, index, constant(declared.count)));
    number = ShapedType::kDynamic;
  }
  return make("pto.slot", operands, declared.buffer.getType(),
              builder.getNamedAttr("static_offsets",
                                   builder.getDenseI64ArrayAttr(number)))
      ->getResult(0);
}

/// A tile in one slot of a declared buffer, by a number or by turns, and maybe
/// another in the next while it is needed.
void KernelBuilder::addSlotUse() {
  if (slots.empty())
    return;
  const Slots &declared = random.pick(ArrayRef(slots));
  TileType plain = declared.type;
  Value index;
  if (!indices.empty() && random.chance(60))
    index = random.pick(ArrayRef(indices)).value;
  int64_t first = index ? 0 : random.below(declared.count);
  Value tile = load(plain, slotOf(declared, index, first));
  Value other = tile;
  // Only constants are known to differ for sure.
  if (!index && random.chance(60))
    other = load(plain, slotOf(declared, {}, (first + 1) % declared.count));
  addTile(make("pto.add", {tile, other}, plain)->getResult(0));
  if (random.chance(50))
    store(tile);
}

/// A pipelined loop after it was unrolled: copies of its tiles that had better
/// not share, so that one copy loads while another computes.
void KernelBuilder::addStages() {
  auto type = cast<TileType>(random.pick(ArrayRef(palettes)).getType('t'));
  int64_t group = stageGroups++, count = random.between(2, 3);
  SmallVector<Value> results;
  for (int64_t stage = 0; stage != count; ++stage) {
    auto membership = builder.getStringAttr(std::to_string(group) + ":" +
                                            std::to_string(stage));
    Value tile = load(type, {}, /*mayBeRequested=*/false);
    Operation *made = make("pto.abs", tile, type);
    tile.getDefiningOp()->setAttr(AttrNames::pipelineMembership, membership);
    made->setAttr(AttrNames::pipelineMembership, membership);
    results.push_back(made->getResult(0));
    if (random.chance(70))
      store(results.back());
  }
  llvm::append_range(tiles, results);
}

void KernelBuilder::addPinnedUse() {
  if (pinned.empty())
    return;
  auto [buffer, type] = random.pick(ArrayRef(pinned));
  Value tile = load(type, buffer);
  addTile(make("pto.abs", tile, type)->getResult(0));
  if (random.chance(50))
    store(tile);
}

/// A tile from another core, or one for it.
void KernelBuilder::addPipeUse() {
  if (kind == FunctionKind::InCore)
    return addCrossing();
  bool isCube = kind == FunctionKind::AIC;
  if (isCube && random.chance(50)) {
    // The left matrix of a product, from the vector cores.
    Product product = describe(ProductFamily::Plain);
    auto popped = TileType::get(builder.getContext(), product.operands[0].shape,
                                product.operands[0].element, MemorySpace::Mat);
    Value tile = make("pto.tpop_from_aiv", {}, popped)->getResult(0);
    Value operands[] = {moveTo(tile, MemorySpace::Left),
                        matrix(product.operands[1])};
    accumulators.push_back(
        make(product.fresh, operands, product.result)->getResult(0));
    make("pto.system.tfree_to_aiv", tile, TypeRange());
    return;
  }
  if (isCube || random.chance(50)) {
    Value tile =
        isCube ? (accumulators.empty() ? Value()
                                       : random.pick(ArrayRef(accumulators)))
               : anyTile();
    if (tile)
      make(isCube ? "pto.tpush_to_aiv" : "pto.tpush_to_aic", tile, TypeRange());
    return;
  }
  auto type = cast<TileType>(palettes.front().getType('t'));
  Value tile = make("pto.tpop_from_aic", {}, type.withSpace(MemorySpace::Vec))
                   ->getResult(0);
  addTile(make("pto.add", {tile, findTile(type)}, type)->getResult(0));
  make("pto.system.tfree_to_aic", tile, TypeRange());
}

/// Between the cores of one function that has both: a product to the vector
/// cores, half to each, or what they have made to the cube core.
void KernelBuilder::addCrossing() {
  MLIRContext *ctx = builder.getContext();
  bool byRows = random.chance(50);
  auto split =
      builder.getNamedAttr("split", builder.getI64IntegerAttr(byRows ? 1 : 2));
  Value product =
      accumulators.empty() ? Value() : random.pick(ArrayRef(accumulators));
  auto whole = product ? cast<TileType>(product.getType()) : TileType();
  if (whole && whole.getRank() == 2 && whole.getShape()[0] > 1) {
    SmallVector<int64_t> part(whole.getShape());
    part[byRows ? 0 : 1] /= 2;
    auto type = TileType::get(ctx, part, whole.getElementType());
    return addTile(make("pto.aiv_shard", product, type, split)->getResult(0));
  }
  auto half = cast<TileType>(random.pick(ArrayRef(palettes)).getType('t'));
  Type element = half.getElementType();
  if (!isa<Float32Type, Float16Type, BFloat16Type>(element))
    return;
  SmallVector<int64_t> shape(half.getShape());
  shape[byRows ? 0 : 1] *= 2;
  Value left = make("pto.aic_gather", findTile(half),
                    TileType::get(ctx, shape, element), split)
                   ->getResult(0);
  Value right = matrix({MemorySpace::Right, {shape[1], 16}, element});
  accumulators.push_back(
      make("pto.matmul", {left, right},
           TileType::get(ctx, {shape[0], 16}, builder.getF32Type()))
          ->getResult(0));
}
