//===- VerifyWindowTest.cpp - Bytes of windows against a plain count ------===//
//
// The judge computes the bytes of a window in runs. Here they are counted
// element by element, from the definition of each layout.
//
//===----------------------------------------------------------------------===//

#include "../../lib/Verify/Window.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

#include <random>
#include <set>

using namespace mlir;
using namespace mlir::pto;
using namespace mlir::pto::verify;

namespace {
class VerifyWindowTest : public ::testing::Test {
protected:
  VerifyWindowTest() { context.loadDialect<PTODialect>(); }

  TileType tile(ArrayRef<int64_t> shape, Type element, MemorySpace space,
                BlockLayout block, BlockLayout inside, int64_t fractal) {
    return TileType::get(&context, shape, element, space, {},
                         LayoutAttr::get(&context, block, inside, fractal));
  }

  /// The first bit of element (r, c), by definition.
  static int64_t bitOf(TileType type, int64_t r, int64_t c) {
    int64_t bits = getStorageBits(type.getElementType());
    int64_t rows = type.getShape()[0], columns = type.getShape()[1];
    LayoutAttr layout = type.getLayout();
    if (layout.getSlayout() == BlockLayout::NoneBox)
      return bits * (layout.getBlayout() == BlockLayout::ColMajor
                         ? c * rows + r
                         : r * columns + c);
    int64_t line = layout.getFractal() * 8 / bits / 16;
    bool inner = layout.getSlayout() == BlockLayout::ColMajor;
    int64_t boxRows = inner ? line : 16, boxColumns = inner ? 16 : line;
    int64_t rowsOfBoxes = (rows + boxRows - 1) / boxRows;
    int64_t columnsOfBoxes = columns / boxColumns;
    int64_t box = layout.getBlayout() == BlockLayout::ColMajor
                      ? c / boxColumns * rowsOfBoxes + r / boxRows
                      : r / boxRows * columnsOfBoxes + c / boxColumns;
    int64_t r1 = r % boxRows, c1 = c % boxColumns;
    int64_t inBox = inner ? c1 * boxRows + r1 : r1 * boxColumns + c1;
    return (box * boxRows * boxColumns + inBox) * bits;
  }

  /// Bytes of the elements [r, r + rows) x [c, c + columns).
  static std::set<int64_t> count(TileType type, int64_t begin, int64_t r,
                                 int64_t c, int64_t rows, int64_t columns) {
    std::set<int64_t> bytes;
    int64_t bits = getStorageBits(type.getElementType());
    for (int64_t i = r; i < r + rows; ++i)
      for (int64_t j = c; j < c + columns; ++j) {
        int64_t first = bitOf(type, i, j);
        for (int64_t byte = first / 8; byte * 8 < first + bits; ++byte)
          bytes.insert(begin + byte);
      }
    return bytes;
  }

  static std::set<int64_t> listed(const Intervals &intervals) {
    std::set<int64_t> bytes;
    int64_t last = -1;
    for (Interval piece : intervals) {
      // Sorted, apart, and not empty.
      EXPECT_GT(piece.begin, last);
      EXPECT_GT(piece.end, piece.begin);
      last = piece.end;
      for (int64_t byte = piece.begin; byte < piece.end; ++byte)
        bytes.insert(byte);
    }
    return bytes;
  }

  void compareWindows(TileType type, unsigned seed) {
    std::mt19937 random(seed);
    auto below = [&](int64_t limit) { return int64_t(random() % limit); };
    int64_t rows = type.getShape()[0], columns = type.getShape()[1];
    int64_t begin = below(8) * 32;
    std::optional<Window> whole = Window::getWhole(type, begin);
    ASSERT_TRUE(whole);
    EXPECT_TRUE(whole->isDense(type));
    for (unsigned i = 0; i < 40; ++i) {
      int64_t h = 1 + below(rows), w = 1 + below(columns);
      int64_t r = below(rows - h + 1), c = below(columns - w + 1);
      TileType part = TileType::get(&context, {h, w}, type.getElementType(),
                                    type.getSpace(), {}, type.getLayout());
      std::optional<Window> window =
          whole->getPart({{r, r}, {c, c}}, {h, w}, part);
      ASSERT_TRUE(window);
      std::set<int64_t> bytes = count(type, begin, r, c, h, w);
      EXPECT_EQ(listed(window->getBytes()), bytes);
      // A window of the window is a window.
      int64_t h2 = 1 + below(h), w2 = 1 + below(w);
      int64_t r2 = below(h - h2 + 1), c2 = below(w - w2 + 1);
      TileType inner = TileType::get(&context, {h2, w2}, type.getElementType(),
                                     type.getSpace(), {}, type.getLayout());
      std::optional<Window> nested =
          window->getPart({{r2, r2}, {c2, c2}}, {h2, w2}, inner);
      ASSERT_TRUE(nested);
      EXPECT_EQ(listed(nested->getBytes()),
                count(type, begin, r + r2, c + c2, h2, w2));
      // Slack: every place in the range is in it.
      std::optional<Window> moving =
          window->getPart({{0, h - h2}, {0, w - w2}}, {h2, w2}, inner);
      ASSERT_TRUE(moving);
      EXPECT_EQ(listed(moving->getBytes()), bytes);
      // Dense means: as a tile of its type has them, one after the other.
      if (window->isDense(part)) {
        int64_t start = *bytes.begin();
        for (int64_t y = 0; y < h; ++y)
          for (int64_t x = 0; x < w; ++x)
            EXPECT_EQ(begin * 8 + bitOf(type, r + y, c + x),
                      start * 8 + bitOf(part, y, x));
      }
    }
  }

  MLIRContext context;
};

TEST_F(VerifyWindowTest, Plain) {
  Builder builder(&context);
  for (Type element :
       {Type(builder.getF32Type()), Type(builder.getF16Type()),
        Type(builder.getI8Type()), Type(builder.getIntegerType(4))})
    for (BlockLayout order : {BlockLayout::RowMajor, BlockLayout::ColMajor})
      compareWindows(tile({12, 16}, element, MemorySpace::Vec, order,
                          BlockLayout::NoneBox, 512),
                     1);
}

TEST_F(VerifyWindowTest, Boxes) {
  Builder builder(&context);
  for (Type element : {Type(builder.getF32Type()), Type(builder.getF16Type()),
                       Type(builder.getI8Type())})
    for (BlockLayout order : {BlockLayout::RowMajor, BlockLayout::ColMajor})
      for (BlockLayout inside : {BlockLayout::RowMajor, BlockLayout::ColMajor})
        compareWindows(
            tile({64, 96}, element, MemorySpace::Mat, order, inside, 512), 2);
}

TEST_F(VerifyWindowTest, Accumulators) {
  Builder builder(&context);
  TileType type = tile({48, 32}, builder.getF32Type(), MemorySpace::Acc,
                       BlockLayout::ColMajor, BlockLayout::RowMajor, 1024);
  compareWindows(type, 3);
  // The numbers of the document: whole columns are one run.
  std::optional<Window> page = Window::getWhole(type, 0)->getPart(
      {{0, 0}, {16, 16}}, {48, 16},
      tile({48, 16}, builder.getF32Type(), MemorySpace::Acc,
           BlockLayout::ColMajor, BlockLayout::RowMajor, 1024));
  ASSERT_TRUE(page);
  Intervals bytes = page->getBytes();
  ASSERT_EQ(bytes.size(), 1u);
  EXPECT_EQ(bytes[0].begin, 48 * 16 * 4);
  EXPECT_EQ(bytes[0].end, 2 * 48 * 16 * 4);
  EXPECT_EQ(page->getRun(), 48 * 16 * 4);
}

TEST_F(VerifyWindowTest, AnotherRank) {
  Builder builder(&context);
  TileType type = TileType::get(&context, {4, 6, 8}, builder.getF32Type(),
                                MemorySpace::Vec);
  std::optional<Window> whole = Window::getWhole(type, 64);
  ASSERT_TRUE(whole);
  TileType page =
      TileType::get(&context, {6, 8}, builder.getF32Type(), MemorySpace::Vec);
  std::optional<Window> window =
      whole->getPart({{2, 2}, {0, 0}, {0, 0}}, {1, 6, 8}, page);
  ASSERT_TRUE(window);
  EXPECT_TRUE(window->isDense(page));
  Intervals bytes = window->getBytes();
  ASSERT_EQ(bytes.size(), 1u);
  EXPECT_EQ(bytes[0].begin, 64 + 2 * 6 * 8 * 4);
  EXPECT_EQ(bytes[0].end, 64 + 3 * 6 * 8 * 4);
  // Shapes that do not fit together.
  EXPECT_FALSE(whole->getPart({{2, 2}, {0, 0}, {0, 0}}, {2, 6, 8}, page));
}

TEST_F(VerifyWindowTest, BoxesInPart) {
  Builder builder(&context);
  // Nobody says how a box is stored that the tile fills in part only.
  EXPECT_FALSE(
      Window::getWhole(tile({64, 20}, builder.getF16Type(), MemorySpace::Mat,
                            BlockLayout::ColMajor, BlockLayout::RowMajor, 512),
                       0));
}

TEST(VerifyBytes, Sets) {
  Intervals set = {{8, 12}, {0, 4}, {4, 6}, {20, 30}};
  normalize(set);
  ASSERT_EQ(set.size(), 3u);
  EXPECT_EQ(set[0], (Interval{0, 6}));
  Intervals gone = {{2, 3}, {5, 9}, {25, 40}};
  Intervals rest = subtract(set, gone);
  ASSERT_EQ(rest.size(), 4u);
  EXPECT_EQ(rest[0], (Interval{0, 2}));
  EXPECT_EQ(rest[1], (Interval{3, 5}));
  EXPECT_EQ(rest[2], (Interval{9, 12}));
  EXPECT_EQ(rest[3], (Interval{20, 25}));
  EXPECT_TRUE(haveCommonByte(set, gone));
  EXPECT_FALSE(haveCommonByte(rest, gone));
}
} // namespace
