//===- Cube.cpp - Products through left, right and acc --------------------===//

#include "KernelBuilder.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "pto/IR/PTOOps.h"

using namespace mlir;
using namespace mlir::pto;
using namespace mlir::pto::smith;

/// A left and a right operand, on one of the ways that authors take: loaded and
/// left to the compiler, through mat by hand, or a window of a larger tile.
std::pair<Value, Value> KernelBuilder::productOperands(int64_t m, int64_t k,
                                                       int64_t n) {
  MLIRContext *ctx = builder.getContext();
  Type element = builder.getBF16Type();
  Value tensor = tensorFor(element, /*isOutput=*/false);
  auto request = [&](MemorySpace space) {
    return builder.getNamedAttr("target_memory",
                                MemorySpaceAttr::get(ctx, space));
  };
  auto makeOne = [&](int64_t rows, int64_t columns, MemorySpace space) {
    uint64_t way = random.below(has(Feature::Requests) ? 3 : 1);
    bool isExtracted = way == 2 && kind != FunctionKind::AIV;
    int64_t scale = isExtracted ? 2 : 1;
    auto type = TileType::get(ctx, {rows * scale, columns}, element);
    SmallVector<NamedAttribute> attributes = {
        builder.getNamedAttr("static_offsets",
                             builder.getDenseI64ArrayAttr({0, 0})),
        builder.getNamedAttr("operandSegmentSizes",
                             builder.getDenseI32ArrayAttr({1, 0, 0, 0, 0}))};
    if (way != 0) {
      attributes.push_back(request(MemorySpace::Mat));
      type = type.withSpace(MemorySpace::Mat);
    }
    // A lowering makes such loads, and lets them leave loops.
    if (way == 1 && random.chance(40))
      attributes.push_back(
          builder.getNamedAttr(AttrNames::matBridge, builder.getUnitAttr()));
    Value tile = make("pto.load", tensor, type, attributes)->getResult(0);
    if (way == 1) {
      auto moved = MoveOp::inferResultType(type, space);
      tile = make("pto.move", tile, moved, request(space))->getResult(0);
    } else if (isExtracted) {
      auto part = TileType::get(ctx, {rows, columns}, element, space);
      tile =
          make(
              "pto.extract", tile, part,
              {builder.getNamedAttr("static_offsets",
                                    builder.getDenseI64ArrayAttr(
                                        {random.chance(50) ? rows : 0, 0})),
               builder.getNamedAttr("operandSegmentSizes",
                                    builder.getDenseI32ArrayAttr({1, 0, 0, 0})),
               request(space)})
              ->getResult(0);
    }
    return tile;
  };
  Value left = makeOne(m, k, MemorySpace::Left);
  return {left, makeOne(k, n, MemorySpace::Right)};
}

/// A product, and what becomes of it.
void KernelBuilder::addProduct() {
  MLIRContext *ctx = builder.getContext();
  int64_t m = random.pick<int64_t>({16, 32}),
          k = random.pick<int64_t>({16, 32}),
          n = random.pick<int64_t>({16, 32});
  Type f32 = builder.getF32Type();
  uint64_t what = random.below(10);
  bool isGemv = what < 2;
  if (isGemv)
    m = 1;
  auto [left, right] = productOperands(m, k, n);
  auto type = TileType::get(ctx, {m, n}, f32);
  Value product;
  if (what == 2 || what == 0) {
    auto biasType = TileType::get(ctx, {1, n}, f32);
    Value bias = load(biasType, {}, /*mayBeRequested=*/false);
    product = make(isGemv ? "pto.gemv_bias" : "pto.matmul_bias",
                   {left, right, bias}, type)
                  ->getResult(0);
  } else {
    product = make(isGemv ? "pto.gemv" : "pto.matmul", {left, right}, type)
                  ->getResult(0);
  }
  int64_t links = random.below(3);
  for (int64_t link = 0; link != links; ++link) {
    auto [l, r] = productOperands(m, k, n);
    product =
        make(isGemv ? "pto.gemv_acc" : "pto.matmul_acc", {product, l, r}, type)
            ->getResult(0);
  }
  accumulators.push_back(product);
  if (random.chance(70))
    useAccumulator();
}

void KernelBuilder::useAccumulator() {
  if (accumulators.empty())
    return;
  Value product = random.pick(ArrayRef(accumulators));
  if (kind == FunctionKind::AIC || random.chance(50))
    return store(product);
  // Into vector memory, with all other tiles.
  auto type = MoveOp::inferResultType(cast<TileType>(product.getType()),
                                      MemorySpace::Vec);
  addTile(make("pto.move", product, type,
               builder.getNamedAttr("target_memory",
                                    MemorySpaceAttr::get(builder.getContext(),
                                                         MemorySpace::Vec)))
              ->getResult(0));
}

/// The classic: an accumulator that a loop carries.
void KernelBuilder::addProductLoop() {
  MLIRContext *ctx = builder.getContext();
  int64_t m = 16, k = random.pick<int64_t>({16, 32}), n = 16;
  auto type = TileType::get(ctx, {m, n}, builder.getF32Type());
  Value init;
  if (random.chance(50)) {
    init = make("pto.create", {}, type)->getResult(0);
  } else {
    auto [left, right] = productOperands(m, k, n);
    init = make("pto.matmul", {left, right}, type)->getResult(0);
  }
  int64_t trips = random.between(1, 4);
  auto loop = scf::ForOp::create(builder, loc, constant(0), constant(trips),
                                 constant(1), init);
  if (has(Feature::Pipelines) && random.chance(50))
    loop->setAttr(AttrNames::loop, LoopAttr::get(ctx, LoopKind::Pipeline, 2));
  ScopeMark mark = markScope();
  if (!loop.getBody()->empty())
    loop.getBody()->getTerminator()->erase();
  builder.setInsertionPointToEnd(loop.getBody());
  indices.push_back({loop.getInductionVar(), trips - 1});
  addBody(loop.getBody(), random.between(0, 2));
  auto [left, right] = productOperands(m, k, n);
  Value next =
      make("pto.matmul_acc", {loop.getRegionIterArg(0), left, right}, type)
          ->getResult(0);
  scf::YieldOp::create(builder, loc, next);
  leaveScope(mark);
  builder.setInsertionPointAfter(loop);
  accumulators.push_back(loop.getResult(0));
  useAccumulator();
}
