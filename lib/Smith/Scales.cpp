//===- Scales.cpp - Products with a scale for each block ------------------===//
//
// One scale stands for 32 elements of a row of the left matrix, or of a column
// of the right one. Scales come in an order of their own, that a tensor's
// layout tells, and live in memories that only some chips have.
//
//===----------------------------------------------------------------------===//

#include "IndexList.h"
#include "KernelBuilder.h"

#include "pto/IR/PTOOps.h"

using namespace mlir;
using namespace mlir::pto;
using namespace mlir::pto::smith;

bool KernelBuilder::mayScale() const {
  return has(Feature::Scales) && model.getCapacity(MemorySpace::LeftScale);
}

Product KernelBuilder::describeScaled() {
  MLIRContext *ctx = builder.getContext();
  constexpr int64_t block = 32;
  int64_t m = random.pick<int64_t>({16, 32}),
          k = random.pick<int64_t>({64, 128}),
          n = random.pick<int64_t>({32, 64});
  Type data = Float8E4M3FNType::get(ctx);
  // Authors have the bytes of scales as numbers, too.
  Type scale = random.chance(20)
                   ? Type(IntegerType::get(ctx, 8, IntegerType::Unsigned))
                   : Type(Float8E8M0FNUType::get(ctx));
  return {"pto.matmul_mx",
          "pto.matmul_mx_bias",
          "pto.matmul_mx_acc",
          {{MemorySpace::Left, {m, k}, data},
           {MemorySpace::LeftScale, {m, k / block}, scale},
           {MemorySpace::Right, {k, n}, data},
           {MemorySpace::RightScale, {k / block, n}, scale}},
          TileType::get(ctx, {m, n}, builder.getF32Type())};
}

/// Scales that are loaded and left to the compiler, or moved by hand, or that
/// an author looks up: those that belong to a matrix in its memory.
Value KernelBuilder::scales(const Matrix &wanted) {
  MLIRContext *ctx = builder.getContext();
  bool isLeft = wanted.space == MemorySpace::LeftScale;
  auto view = TensorViewAttr::get(
      ctx, isLeft ? TensorLayout::MXAZZ : TensorLayout::MXBNN, {}, {},
      PadKind::Null, /*distributed=*/false, /*window=*/{});
  Value tensor =
      tensorOf(RankedTensorType::get({4096, 4096}, wanted.element, view),
               /*isOutput=*/false);
  auto type = TileType::get(ctx, wanted.shape, wanted.element);
  bool isMoved = has(Feature::Requests) && random.chance(60);
  if (!isMoved && random.chance(70))
    return loadMatrix(tensor, type, requestOf(builder, MemorySpace::Mat));
  type = TileType::get(
      ctx, wanted.shape, wanted.element, MemorySpace::Mat, {},
      TileType::getImplicitLayout(ctx, wanted.shape, wanted.space));
  SmallVector<NamedAttribute> attributes = {
      requestOf(builder, MemorySpace::Mat)};
  if (random.chance(40))
    attributes.push_back(
        builder.getNamedAttr(AttrNames::matBridge, builder.getUnitAttr()));
  Value tile = loadMatrix(tensor, type, attributes);
  return isMoved ? moveTo(tile, wanted.space) : tile;
}

/// Binds scales to a matrix where both are in the memories of the cube unit.
Value KernelBuilder::lookUpScales(Value scale, Value data) {
  auto type = cast<TileType>(scale.getType());
  if (!type.getSpace() || *type.getSpace() == MemorySpace::Mat)
    return scale;
  // An empty tile that the op fills, or one with scales already.
  if (random.chance(50))
    scale = make("pto.create", {}, type, requestOf(builder, *type.getSpace()))
                ->getResult(0);
  return make("pto.tget_scale_addr", {scale, data}, type)->getResult(0);
}
