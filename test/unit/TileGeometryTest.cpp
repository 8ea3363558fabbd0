//===- TileGeometryTest.cpp - Geometry against counting ------------------===//
//
// The geometry of windows is compared with a walk through the storage that
// counts elements one by one, for random shapes, layouts and windows.
//
//===----------------------------------------------------------------------===//

#include "pto/Analysis/TileGeometry.h"
#include "pto/Target/TargetModel.h"

#include "gtest/gtest.h"

#include <map>
#include <random>

using namespace mlir;
using namespace mlir::pto;

namespace {
using Index = std::pair<int64_t, int64_t>;
/// Where each element lies, in elements.
using Places = std::map<Index, int64_t>;

struct Layout {
  BlockLayout blayout, slayout;
  int64_t fractal;
  CompactMode compact = CompactMode::Null;
};

class TileGeometryTest : public ::testing::Test {
protected:
  TileGeometryTest() { context.loadDialect<PTODialect>(); }

  TileType tile(int64_t rows, int64_t columns, Type element, MemorySpace space,
                const Layout &layout) {
    return TileType::get(&context, {rows, columns}, element, space, {},
                         LayoutAttr::get(&context, layout.blayout,
                                         layout.slayout, layout.fractal),
                         PadKind::Null, layout.compact);
  }
  Type integer(unsigned width) { return IntegerType::get(&context, width); }

  MLIRContext context;
};

/// Counts through the storage of a tile: boxes in their order, in each box
/// elements in theirs.
Places count(int64_t rows, int64_t columns, const Layout &layout,
             int64_t bits) {
  Places places;
  int64_t next = 0;
  bool byColumns = layout.blayout == BlockLayout::ColMajor;
  if (layout.slayout == BlockLayout::NoneBox) {
    bool hasPitch = layout.compact == CompactMode::RowPlusOne;
    int64_t major = byColumns ? columns : rows,
            minor = byColumns ? rows : columns;
    for (int64_t i = 0; i < major; ++i, next += hasPitch)
      for (int64_t j = 0; j < minor; ++j)
        places[byColumns ? Index(j, i) : Index(i, j)] = next++;
    return places;
  }
  int64_t elements = layout.fractal * 8 / bits;
  int64_t shortSide = elements / 16;
  bool rowsInside = layout.slayout == BlockLayout::RowMajor;
  int64_t boxRows = rowsInside ? 16 : shortSide,
          boxColumns = rowsInside ? shortSide : 16;
  int64_t rowBoxes = (rows + boxRows - 1) / boxRows,
          columnBoxes = (columns + boxColumns - 1) / boxColumns;
  auto fill = [&](int64_t boxRow, int64_t boxColumn) {
    for (int64_t i = 0; i < (rowsInside ? boxRows : boxColumns); ++i)
      for (int64_t j = 0; j < (rowsInside ? boxColumns : boxRows); ++j) {
        int64_t row = boxRow * boxRows + (rowsInside ? i : j),
                column = boxColumn * boxColumns + (rowsInside ? j : i);
        if (row < rows && column < columns)
          places[Index(row, column)] = next;
        ++next;
      }
  };
  for (int64_t i = 0; i < (byColumns ? columnBoxes : rowBoxes); ++i)
    for (int64_t j = 0; j < (byColumns ? rowBoxes : columnBoxes); ++j)
      byColumns ? fill(j, i) : fill(i, j);
  return places;
}

int64_t at(const TileGeometry &geometry, int64_t i, int64_t j) {
  return geometry.getAxes()[0].at(i) + geometry.getAxes()[1].at(j);
}

constexpr auto Row = BlockLayout::RowMajor, Col = BlockLayout::ColMajor,
               None = BlockLayout::NoneBox;

struct Case {
  const char *name;
  Layout layout;
  unsigned bits;
  MemorySpace space;
};
const Case cases[] = {
    {"rows", {Row, None, 512}, 32, MemorySpace::Vec},
    {"columns", {Col, None, 512}, 32, MemorySpace::Vec},
    {"nibbles", {Row, None, 512}, 4, MemorySpace::Vec},
    {"pitch", {Row, None, 512, CompactMode::RowPlusOne}, 32, MemorySpace::Vec},
    {"pitch by columns",
     {Col, None, 512, CompactMode::RowPlusOne},
     16,
     MemorySpace::Vec},
    {"accumulator", {Col, Row, 1024}, 32, MemorySpace::Acc},
    {"left", {Col, Row, 512}, 16, MemorySpace::Left},
    {"left bytes", {Col, Row, 512}, 8, MemorySpace::Left},
    {"left floats", {Col, Row, 512}, 32, MemorySpace::Left},
    {"left nibbles", {Col, Row, 512}, 4, MemorySpace::Left},
    {"left by rows", {Row, Row, 512}, 16, MemorySpace::Left},
    {"right", {Row, Col, 512}, 16, MemorySpace::Right},
    {"right bytes", {Row, Col, 512}, 8, MemorySpace::Right},
    {"right by columns", {Col, Col, 512}, 16, MemorySpace::Mat},
    {"left scale", {Row, Row, 32}, 8, MemorySpace::LeftScale},
    {"right scale", {Col, Col, 32}, 8, MemorySpace::RightScale},
};

/// Extents of a root: whole boxes.
Index rootShape(const Case &test, std::mt19937 &random) {
  auto pick = [&](int64_t granule) {
    return granule * (1 + int64_t(random() % 4));
  };
  if (test.layout.slayout == None)
    return {1 + random() % 20, 2 * (1 + random() % 12)};
  int64_t shortSide = test.layout.fractal * 8 / test.bits / 16;
  bool rowsInside = test.layout.slayout == Row;
  return {pick(rowsInside ? 16 : shortSide), pick(rowsInside ? shortSide : 16)};
}

TEST_F(TileGeometryTest, RootsAreAsCounted) {
  std::mt19937 random(1);
  for (const Case &test : cases)
    for (int round = 0; round < 50; ++round) {
      auto [rows, columns] = rootShape(test, random);
      TileType type =
          tile(rows, columns, integer(test.bits), test.space, test.layout);
      TileGeometry geometry = TileGeometry::of(type);
      ASSERT_TRUE(geometry.isKnown()) << test.name;
      Places places = count(rows, columns, test.layout, test.bits);
      int64_t last = 0;
      for (auto [index, place] : places) {
        ASSERT_EQ(at(geometry, index.first, index.second), place)
            << test.name << ' ' << rows << 'x' << columns;
        last = std::max(last, place);
      }
      EXPECT_EQ(geometry.getEnvelope(), last + 1) << test.name;
      EXPECT_EQ(TargetModel::get(Target::A5).getStorageBytes(type),
                ((last + 1) * test.bits + 7) / 8)
          << test.name << ' ' << rows << 'x' << columns;
    }
}

/// Bytes that an access touches: whole boxes, as far as there are any.
int64_t envelopeOf(const TileGeometry &window, const TileGeometry &root,
                   const Places &places, Index offset, Index extent) {
  int64_t first = places.at(offset), last = first;
  // Along an axis with two paces the last box counts as a whole.
  auto ends = [&](unsigned axis, int64_t from, int64_t length) {
    const TileAxis &of = root.getAxes()[axis];
    if (window.getAxes()[axis].isPlain())
      return from + length;
    return (from + length + of.box - 1) / of.box * of.box;
  };
  for (int64_t i = offset.first; i < ends(0, offset.first, extent.first); ++i)
    for (int64_t j = offset.second; j < ends(1, offset.second, extent.second);
         ++j)
      last = std::max(last, places.at({i, j}));
  return last - first + 1;
}

TEST_F(TileGeometryTest, WindowsAreAsCounted) {
  std::mt19937 random(2);
  for (const Case &test : cases) {
    int described = 0, dense = 0;
    for (int round = 0; round < 400; ++round) {
      auto [rows, columns] = rootShape(test, random);
      TileGeometry root = TileGeometry::of(
          tile(rows, columns, integer(test.bits), test.space, test.layout));
      Places places = count(rows, columns, test.layout, test.bits);
      // A window, and a window in it.
      Index offset = {0, 0}, extent = {rows, columns};
      TileGeometry window = root;
      int64_t constant = 0;
      bool isDescribed = true;
      for (int depth = 0; depth < 2 && isDescribed; ++depth) {
        // Often at a box, as real windows are.
        auto pick = [&](int64_t from, int64_t box) {
          int64_t value = random() % from;
          return random() % 2 ? value / box * box : value;
        };
        Index more = {pick(extent.first, root.getAxes()[0].box),
                      pick(extent.second, root.getAxes()[1].box)};
        extent = {1 + int64_t(random() % (extent.first - more.first)),
                  1 + int64_t(random() % (extent.second - more.second))};
        WindowStart start;
        std::optional<TileGeometry> cut = window.getWindow(
            {more.first, more.second}, {extent.first, extent.second}, start);
        offset = {offset.first + more.first, offset.second + more.second};
        isDescribed = cut.has_value();
        if (!isDescribed) {
          // Only where it starts inside of a box and leaves it.
          bool leaves = false;
          for (unsigned axis : {0u, 1u}) {
            const TileAxis &of = window.getAxes()[axis];
            int64_t from = axis ? more.second : more.first,
                    length = axis ? extent.second : extent.first;
            leaves |= !of.isPlain() && from % of.box != 0 &&
                      from % of.box + length > of.box;
          }
          EXPECT_TRUE(leaves) << test.name;
          break;
        }
        constant += start.constant;
        window = *cut;
        for (int64_t i = 0; i < extent.first; ++i)
          for (int64_t j = 0; j < extent.second; ++j)
            ASSERT_EQ(constant + at(window, i, j),
                      places.at({offset.first + i, offset.second + j}))
                << test.name << ' ' << rows << 'x' << columns << " at "
                << offset.first << ", " << offset.second;
        EXPECT_EQ(window.getEnvelope(),
                  envelopeOf(window, root, places, offset, extent))
            << test.name;
        // Alone, a tile of these extents would lie like this:
        TileGeometry own =
            TileGeometry::of(tile(extent.first, extent.second,
                                  integer(test.bits), test.space, test.layout));
        if (!own.isKnown())
          continue;
        bool isLike = true;
        Places alone =
            count(extent.first, extent.second, test.layout, test.bits);
        for (auto [index, place] : alone)
          isLike &= place == places.at({offset.first + index.first,
                                        offset.second + index.second}) -
                                 places.at(offset);
        EXPECT_EQ(window.isLike(own), isLike)
            << test.name << ' ' << rows << 'x' << columns << " at "
            << offset.first << ", " << offset.second << ": " << extent.first
            << 'x' << extent.second;
        ++described;
        dense += isLike;
      }
    }
    // The test would say nothing if either did not occur.
    EXPECT_GT(described, 50) << test.name;
    EXPECT_GT(dense, 5) << test.name;
  }
}

TEST_F(TileGeometryTest, RunTimeOffsetsCount) {
  std::mt19937 random(3);
  for (const Case &test : cases)
    for (int round = 0; round < 100; ++round) {
      auto [rows, columns] = rootShape(test, random);
      TileGeometry root = TileGeometry::of(
          tile(rows, columns, integer(test.bits), test.space, test.layout));
      Places places = count(rows, columns, test.layout, test.bits);
      WindowStart start;
      constexpr int64_t kDynamic = ShapedType::kDynamic;
      std::optional<TileGeometry> window =
          root.getWindow({kDynamic, kDynamic}, {1, 1}, start);
      ASSERT_TRUE(window.has_value());
      ASSERT_EQ(start.terms.size(), 2u);
      for (auto [index, place] : places) {
        const WindowStart::Term &row = start.terms[0], &column = start.terms[1];
        bool holds = (row.isExact || index.first % row.box == 0) &&
                     (column.isExact || index.second % column.box == 0);
        if (holds) {
          EXPECT_EQ(start.constant + row.factor * index.first +
                        column.factor * index.second,
                    place)
              << test.name;
        }
      }
    }
}

TEST_F(TileGeometryTest, UnknownLayouts) {
  auto known = [&](int64_t rows, int64_t columns, unsigned bits,
                   MemorySpace space, Layout layout) {
    return TileGeometry::of(tile(rows, columns, integer(bits), space, layout))
        .isKnown();
  };
  // Accumulators of two-byte elements are not described by the documents.
  EXPECT_FALSE(known(16, 16, 16, MemorySpace::Acc, {Col, Row, 1024}));
  // Ragged boxes: only as long as nobody asks for the next column of boxes.
  EXPECT_FALSE(known(24, 32, 32, MemorySpace::Acc, {Col, Row, 1024}));
  EXPECT_TRUE(known(24, 16, 32, MemorySpace::Acc, {Col, Row, 1024}));
  EXPECT_TRUE(known(32, 24, 32, MemorySpace::Acc, {Col, Row, 1024}));
  // Pitched boxes.
  EXPECT_FALSE(known(32, 32, 16, MemorySpace::Mat,
                     {Col, Row, 512, CompactMode::RowPlusOne}));
}

TEST_F(TileGeometryTest, RowsPackedAtRunTimeAreUnknown) {
  auto packed = [&](int64_t valid) {
    return TileGeometry::of(TileType::get(
        &context, {64, 32}, Float32Type::get(&context), MemorySpace::Acc,
        {valid, 32}, LayoutAttr(), PadKind::Null, CompactMode::Normal));
  };
  EXPECT_FALSE(packed(ShapedType::kDynamic).isKnown());
  EXPECT_FALSE(packed(48).isKnown());
  // The last box of rows is there anyway.
  EXPECT_TRUE(packed(50).isKnown());
}

TEST_F(TileGeometryTest, DimensionsAreDropped) {
  auto type = TileType::get(&context, {4, 1, 8, 2}, integer(32));
  TileGeometry geometry = TileGeometry::of(type);
  TileGeometry dropped = geometry.dropUnitAxes({4, 8, 2});
  ASSERT_TRUE(dropped.isKnown());
  EXPECT_EQ(dropped.getAxes()[0].at(1), 16);
  EXPECT_EQ(dropped.getAxes()[1].at(1), 2);
  EXPECT_FALSE(geometry.dropUnitAxes({4, 2}).isKnown());
  EXPECT_FALSE(geometry.dropUnitAxes({4, 8, 2, 1}).isKnown());
}

TEST_F(TileGeometryTest, TransposedBoxesAreBoxesOfTheOtherOrder) {
  TileGeometry left = TileGeometry::of(
      tile(32, 64, integer(16), MemorySpace::Mat, {Col, Row, 512}));
  TileGeometry right = TileGeometry::of(
      tile(64, 32, integer(16), MemorySpace::Mat, {Row, Col, 512}));
  EXPECT_TRUE(left.getTransposed().isLike(right));
  EXPECT_FALSE(left.isLike(right));
}

TEST_F(TileGeometryTest, Tensors) {
  constexpr int64_t kDynamic = ShapedType::kDynamic;
  Type f32 = Float32Type::get(&context);
  WindowStart start;
  TileGeometry open =
      TileGeometry::of(RankedTensorType::get({kDynamic, 64}, f32));
  EXPECT_TRUE(open.getWindow({3, 2}, {1, 8}, start).has_value());
  EXPECT_EQ(start.constant, 194);
  TileGeometry inner =
      TileGeometry::of(RankedTensorType::get({4, kDynamic}, f32));
  start = {};
  EXPECT_FALSE(inner.getWindow({1, 0}, {1, 8}, start).has_value());
  EXPECT_TRUE(inner.getWindow({0, 5}, {4, 8}, start).has_value());
  EXPECT_EQ(start.constant, 5);
  EXPECT_FALSE(
      inner.getWindow({0, 5}, {4, 8}, start)->getEnvelope().has_value());
}
} // namespace
