//===- Cube.cpp - Products through left, right and acc --------------------===//

#include "IndexList.h"
#include "KernelBuilder.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "pto/IR/PTOOps.h"

using namespace mlir;
using namespace mlir::pto;
using namespace mlir::pto::smith;

//===----------------------------------------------------------------------===//
// What goes in
//===----------------------------------------------------------------------===//

Value KernelBuilder::loadMatrix(Value tensor, TileType type,
                                ArrayRef<NamedAttribute> more) {
  SmallVector<NamedAttribute> attributes = {
      numbersOf(builder, "static_offsets",
                SmallVector<int64_t>(type.getRank(), 0)),
      segmentsOf(builder, {1, 0, 0, 0, 0})};
  llvm::append_range(attributes, more);
  return make("pto.load", tensor, type, attributes)->getResult(0);
}

Value KernelBuilder::moveTo(Value tile, MemorySpace space) {
  auto type = MoveOp::inferResultType(cast<TileType>(tile.getType()), space);
  return make("pto.move", tile, type, requestOf(builder, space))->getResult(0);
}

/// A matrix for a product, on one of the ways that authors take: loaded and
/// left to the compiler, through mat by hand, or a window of a larger tile.
Value KernelBuilder::matrix(const Matrix &wanted) {
  if (wanted.isScale())
    return scales(wanted);
  MLIRContext *ctx = builder.getContext();
  bool isFlat = wanted.shape.size() == 2;
  enum { Load, Move, Extract, Slice };
  unsigned way = Load;
  if (has(Feature::Requests))
    way = random.pick<unsigned>({Load, Move, Extract});
  if (way != Load && has(Feature::Views) && random.chance(30))
    way = Slice;
  if (!isFlat && (way == Extract || way == Slice))
    way = Move;
  SmallVector<int64_t> shape(ArrayRef<int64_t>(wanted.shape));
  if (way == Extract || way == Slice)
    shape[0] *= 2;
  Value tensor =
      tensorFor(wanted.element, /*isOutput=*/false, wanted.shape.size());
  auto type = TileType::get(ctx, shape, wanted.element);
  if (way == Load && isFlat && has(Feature::Views) && random.chance(20)) {
    // As the other operand of another product: with its dimensions swapped.
    std::swap(shape[0], shape[1]);
    Value turned = loadMatrix(tensor, TileType::get(ctx, shape, wanted.element),
                              requestOf(builder, MemorySpace::Mat));
    return make("pto.transpose_view", turned, type)->getResult(0);
  }
  if (way == Load)
    return loadMatrix(tensor, type, {});
  type = type.withSpace(MemorySpace::Mat);
  SmallVector<NamedAttribute> attributes = {
      requestOf(builder, MemorySpace::Mat)};
  // A lowering makes such loads, and lets them leave loops.
  if (way == Move && random.chance(40))
    attributes.push_back(
        builder.getNamedAttr(AttrNames::matBridge, builder.getUnitAttr()));
  Value tile = loadMatrix(tensor, type, attributes);
  if (way == Move)
    return moveTo(tile, wanted.space);
  NamedAttribute offsets = numbersOf(
      builder, "static_offsets", {random.chance(50) ? wanted.shape[0] : 0, 0});
  NamedAttribute segments = segmentsOf(builder, {1, 0, 0, 0});
  if (way == Extract) {
    auto part = TileType::get(ctx, wanted.shape, wanted.element, wanted.space);
    return make("pto.extract", tile, part,
                {offsets, segments, requestOf(builder, wanted.space)})
        ->getResult(0);
  }
  auto part =
      TileType::get(ctx, wanted.shape, wanted.element, MemorySpace::Mat);
  return moveTo(
      make("pto.slice", tile, part, {offsets, segments})->getResult(0),
      wanted.space);
}

/// Values of the operands, in order.
SmallVector<Value> KernelBuilder::operandsOf(const Product &product) {
  SmallVector<Value> operands;
  for (const Matrix &wanted : product.operands) {
    Value value = matrix(wanted);
    // Behind the matrix that they belong to.
    if (wanted.isScale() && random.chance(30))
      value = lookUpScales(value, operands.back());
    operands.push_back(value);
  }
  return operands;
}

Product KernelBuilder::chooseProduct() {
  SmallVector<ProductFamily> families;
  if (has(Feature::Products) || kind == FunctionKind::AIC)
    families = {ProductFamily::Plain, ProductFamily::Plain,
                ProductFamily::Plain, ProductFamily::Plain, ProductFamily::Row};
  if (has(Feature::Batches))
    families.push_back(ProductFamily::Batched);
  if (mayScale())
    llvm::append_values(families, ProductFamily::Scaled, ProductFamily::Scaled);
  return describe(random.pick(ArrayRef(families)));
}

Product KernelBuilder::describe(ProductFamily family) {
  MLIRContext *ctx = builder.getContext();
  Type bf16 = builder.getBF16Type(), f32 = builder.getF32Type();
  int64_t m = random.pick<int64_t>({16, 32}),
          k = random.pick<int64_t>({16, 32}),
          n = random.pick<int64_t>({16, 32});
  switch (family) {
  case ProductFamily::Scaled:
    return describeScaled();
  case ProductFamily::Batched: {
    int64_t count = random.between(1, 3);
    return {"pto.batch_matmul",
            "",
            "pto.batch_matmul_acc",
            {{MemorySpace::Left, {count, m, k}, bf16},
             {MemorySpace::Right, {count, k, n}, bf16}},
            TileType::get(ctx, {count, m, n}, f32)};
  }
  case ProductFamily::Row:
    return {
        "pto.gemv",
        "pto.gemv_bias",
        "pto.gemv_acc",
        {{MemorySpace::Left, {1, k}, bf16}, {MemorySpace::Right, {k, n}, bf16}},
        TileType::get(ctx, {1, n}, f32)};
  case ProductFamily::Plain:
    break;
  }
  return {
      "pto.matmul",
      "pto.matmul_bias",
      "pto.matmul_acc",
      {{MemorySpace::Left, {m, k}, bf16}, {MemorySpace::Right, {k, n}, bf16}},
      TileType::get(ctx, {m, n}, f32)};
}

//===----------------------------------------------------------------------===//
// Products, and what becomes of them
//===----------------------------------------------------------------------===//

Value KernelBuilder::multiply(const Product &product) {
  SmallVector<Value> operands = operandsOf(product);
  if (product.withBias.empty() || !random.chance(15))
    return make(product.fresh, operands, product.result)->getResult(0);
  auto bias =
      TileType::get(builder.getContext(), {1, product.result.getShape()[1]},
                    product.result.getElementType());
  operands.push_back(load(bias, {}, /*mayBeRequested=*/false));
  return make(product.withBias, operands, product.result)->getResult(0);
}

Value KernelBuilder::accumulate(const Product &product, Value accumulator) {
  SmallVector<Value> operands = operandsOf(product);
  operands.insert(operands.begin(), accumulator);
  return make(product.onto, operands, product.result)->getResult(0);
}

void KernelBuilder::addProduct() {
  Product product = chooseProduct();
  Value value = multiply(product);
  int64_t links = random.below(3);
  for (int64_t link = 0; link != links; ++link)
    value = accumulate(product, value);
  accumulators.push_back(value);
  if (random.chance(70))
    useAccumulator();
}

/// Whole boxes of an accumulator: rows or columns from a multiple of 16.
Value KernelBuilder::windowOf(Value accumulator) {
  auto type = cast<TileType>(accumulator.getType());
  SmallVector<int64_t> window(type.getShape()), offsets(window.size(), 0);
  if (window.size() != 2 || !has(Feature::Views) || random.chance(50))
    return accumulator;
  for (auto [extent, offset] : llvm::zip_equal(window, offsets))
    if (extent > 16 && random.chance(60)) {
      extent -= 16;
      offset = random.chance(50) ? 16 : 0;
    }
  if (ArrayRef(window) == type.getShape())
    return accumulator;
  auto part = TileType::get(builder.getContext(), window, type.getElementType(),
                            type.getSpace());
  return make("pto.slice", accumulator, part,
              {numbersOf(builder, "static_offsets", offsets),
               segmentsOf(builder, {1, 0, 0, 0})})
      ->getResult(0);
}

void KernelBuilder::useAccumulator() {
  if (accumulators.empty())
    return;
  Value product = windowOf(random.pick(ArrayRef(accumulators)));
  if (kind == FunctionKind::AIC || random.chance(50))
    return store(product);
  // Into vector memory, with all other tiles; those have two dimensions.
  Value copy = moveTo(product, MemorySpace::Vec);
  if (cast<TileType>(copy.getType()).getRank() == 2)
    addTile(copy);
  else
    store(copy);
}

/// The classic: accumulators that a loop carries.
void KernelBuilder::addProductLoop() {
  MLIRContext *ctx = builder.getContext();
  Product product = chooseProduct();
  // A loop may carry two; they can't change places, or have one init.
  SmallVector<Value, 2> inits(random.chance(25) ? 2 : 1);
  for (Value &init : inits)
    init = random.chance(50)
               ? make("pto.create", {}, product.result)->getResult(0)
               : multiply(product);
  if (inits.size() == 2 && has(Feature::SharedInits) && random.chance(5))
    inits[1] = inits[0];
  int64_t trips = random.between(1, 4);
  auto loop = scf::ForOp::create(builder, loc, constant(0), constant(trips),
                                 constant(1), inits);
  if (has(Feature::Pipelines) && random.chance(50))
    loop->setAttr(AttrNames::loop, LoopAttr::get(ctx, LoopKind::Pipeline, 2));
  ScopeMark mark = markScope();
  if (!loop.getBody()->empty())
    loop.getBody()->getTerminator()->erase();
  builder.setInsertionPointToEnd(loop.getBody());
  indices.push_back({loop.getInductionVar(), trips - 1});
  addBody(loop.getBody(), random.between(0, 2));
  SmallVector<Value, 2> yields;
  for (Value carried : loop.getRegionIterArgs())
    yields.push_back(accumulate(product, carried));
  if (yields.size() == 2 && has(Feature::Rotations) && random.chance(5))
    std::swap(yields[0], yields[1]);
  scf::YieldOp::create(builder, loc, yields);
  leaveScope(mark);
  builder.setInsertionPointAfter(loop);
  llvm::append_range(accumulators, loop.getResults());
  useAccumulator();
}
