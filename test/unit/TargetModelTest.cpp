//===- TargetModelTest.cpp - Facts of the chips ---------------------------===//

#include "pto/Target/TargetModel.h"

#include "mlir/IR/MLIRContext.h"
#include "pto/IR/PTODialect.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::pto;

namespace {
class TargetModelTest : public ::testing::Test {
protected:
  TargetModelTest() { context.loadDialect<PTODialect>(); }
  Type f32() { return Float32Type::get(&context); }
  Type integer(unsigned bits) { return IntegerType::get(&context, bits); }
  int64_t bytes(std::optional<Target> target, ArrayRef<int64_t> shape,
                Type element, MemorySpace space) {
    return TargetModel::get(target)
        .getStorageBytes(TileType::get(&context, shape, element, space))
        .value_or(-1);
  }
  MLIRContext context;
};

TEST_F(TargetModelTest, CapacitiesArePerChip) {
  EXPECT_EQ(TargetModel::get(Target::A2A3).getCapacity(MemorySpace::Vec),
            188416);
  EXPECT_EQ(TargetModel::get(Target::A5).getCapacity(MemorySpace::Vec), 245760);
  EXPECT_EQ(TargetModel::get(Target::A2A3).getCapacity(MemorySpace::LeftScale),
            std::nullopt);
  EXPECT_EQ(TargetModel::get(Target::A5).getCapacity(MemorySpace::LeftScale),
            4096);
  EXPECT_EQ(TargetModel::get(std::nullopt).getCapacity(MemorySpace::Vec),
            std::nullopt);
}

TEST_F(TargetModelTest, AccumulatorRowsAreRounded) {
  EXPECT_EQ(bytes(Target::A2A3, {20, 48}, f32(), MemorySpace::Acc), 6144);
  EXPECT_EQ(bytes(Target::A2A3, {16, 48}, integer(32), MemorySpace::Acc), 6144);
  EXPECT_EQ(bytes(std::nullopt, {16, 48}, integer(32), MemorySpace::Acc), 6144);
  EXPECT_EQ(bytes(Target::A5, {16, 48}, integer(32), MemorySpace::Acc), 3072);
  EXPECT_EQ(bytes(Target::A2A3, {2, 33, 8}, integer(32), MemorySpace::Acc),
            4096);
  EXPECT_EQ(bytes(Target::A5, {2, 33, 8}, integer(32), MemorySpace::Acc), 3072);
}

TEST_F(TargetModelTest, SmallElementsArePacked) {
  EXPECT_EQ(bytes({}, {3, 5}, integer(4), MemorySpace::Vec), 8);
  EXPECT_EQ(bytes({}, {3, 5}, integer(1), MemorySpace::Vec), 15);
  EXPECT_EQ(bytes({}, {1, 7}, integer(4), MemorySpace::Vec), 4);
  EXPECT_EQ(
      bytes({}, {3, 6}, Float4E2M1FNType::get(&context), MemorySpace::Vec), 9);
  EXPECT_EQ(bytes({}, {8, 16}, HF4Type::get(&context), MemorySpace::Vec), 64);
  EXPECT_EQ(bytes({}, {17, 33}, Float16Type::get(&context), MemorySpace::Mat),
            1122);
}

TEST_F(TargetModelTest, RowPlusOneTilesHaveAPitch) {
  auto type = TileType::get(&context, {16, 16}, f32(), MemorySpace::Vec, {}, {},
                            PadKind::Null, CompactMode::RowPlusOne);
  EXPECT_EQ(TargetModel::get({}).getStorageBytes(type), (15 * 17 + 16) * 4);
}

TEST_F(TargetModelTest, DynamicShapesHaveNoSize) {
  EXPECT_EQ(bytes({}, {1, ShapedType::kDynamic}, f32(), MemorySpace::Vec), -1);
  EXPECT_EQ(bytes({}, {16}, f32(), MemorySpace::Acc), -1);
}

TEST_F(TargetModelTest, PathsAreShortest) {
  const TargetModel &a2a3 = TargetModel::get(Target::A2A3),
                    &a5 = TargetModel::get(Target::A5);
  using Path = SmallVector<MemorySpace>;
  EXPECT_EQ(a5.getPath(MemorySpace::Vec, MemorySpace::Left),
            Path({MemorySpace::Vec, MemorySpace::Mat, MemorySpace::Left}));
  EXPECT_TRUE(a2a3.getPath(MemorySpace::Vec, MemorySpace::Left).empty());
  EXPECT_EQ(a2a3.getPath(MemorySpace::Acc, MemorySpace::Left),
            Path({MemorySpace::Acc, MemorySpace::Mat, MemorySpace::Left}));
  EXPECT_EQ(a2a3.getDirectPath(MemorySpace::Acc, MemorySpace::Vec),
            std::nullopt);
  EXPECT_EQ(a5.getDirectPath(MemorySpace::Acc, MemorySpace::Vec), Pipe::FIX);
  EXPECT_TRUE(TargetModel::crossesCores(MemorySpace::Acc, MemorySpace::Vec));
  EXPECT_FALSE(TargetModel::crossesCores(MemorySpace::Mat, MemorySpace::Left));
}

TEST_F(TargetModelTest, TypesAreCanonical) {
  auto plain = TileType::get(&context, {64, 1}, f32(), MemorySpace::Vec);
  EXPECT_EQ(plain.getLayout().getBlayout(), BlockLayout::ColMajor);
  EXPECT_EQ(plain, TileType::get(&context, {64, 1}, f32(), MemorySpace::Vec,
                                 {64, 1}, plain.getLayout()));
  auto acc = plain.withSpace(MemorySpace::Acc);
  EXPECT_EQ(acc.getLayout().getFractal(), 1024);
  EXPECT_EQ(acc.withSpace(MemorySpace::Vec), plain);
}

TEST_F(TargetModelTest, RoutesGoTheCheapestWay) {
  using MS = MemorySpace;
  const TargetModel &a2a3 = TargetModel::get(Target::A2A3);
  EXPECT_EQ(a2a3.getRouteCost(MS::Vec, MS::Vec), 0);
  EXPECT_EQ(a2a3.getRouteCost(MS::Mat, MS::Left), 1);
  EXPECT_EQ(a2a3.getRouteCost(MS::Acc, MS::Left), 3);
  EXPECT_EQ(a2a3.getRouteStop(MS::Acc, MS::Left), MS::Mat);
  // Through the cross-core pipe, where there is no direct path.
  EXPECT_EQ(a2a3.getRouteCost(MS::Vec, MS::Right), 9);
  EXPECT_EQ(a2a3.getRouteStop(MS::Vec, MS::Right), MS::Mat);
  EXPECT_EQ(a2a3.getRouteCost(MS::Acc, MS::Vec), 8);
  // Device memory is no way station, and nothing leads out of an operand
  // buffer, nor from mat to vec.
  EXPECT_EQ(a2a3.getRouteCost(MS::Mat, MS::Vec), std::nullopt);
  EXPECT_EQ(a2a3.getRouteCost(MS::Left, MS::Vec), std::nullopt);
  EXPECT_EQ(a2a3.getRouteCost(MS::Vec, MS::Acc), std::nullopt);
  EXPECT_EQ(a2a3.getRouteCost(MS::Mat, MS::LeftScale), std::nullopt);
  EXPECT_EQ(TargetModel::get(Target::A5).getRouteCost(MS::Vec, MS::LeftScale),
            9);
  EXPECT_EQ(a2a3.getRouteCost(MS::DDR, MS::Left), 5);
  EXPECT_EQ(a2a3.getRouteCost(MS::Vec, MS::DDR), 4);
}
} // namespace
