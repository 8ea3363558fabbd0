//===- Window.cpp - The bytes of a rectangle of a tile --------------------===//

#include "Window.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <tuple>

using namespace mlir;
using namespace mlir::pto;
using namespace mlir::pto::verify;

// More pieces than this are taken as one run: too much rather than too slow.
static constexpr int64_t maxPieces = 1 << 14;

std::optional<Window> Window::getWhole(TileType type, int64_t begin) {
  if (!type.hasStaticShape())
    return std::nullopt;
  Window window;
  window.bitsPerElement = getStorageBits(type.getElementType());
  window.startBits = begin * 8;
  ArrayRef<int64_t> shape = type.getShape();
  for (int64_t extent : shape)
    window.dimensions.push_back({extent, 0, 1, 0});
  LayoutAttr layout = type.getLayout();
  if (layout.getSlayout() == BlockLayout::NoneBox) {
    if (layout.getBlayout() == BlockLayout::ColMajor && shape.size() == 2) {
      window.dimensions[1].stride = shape[0];
      return window;
    }
    for (int64_t i = int64_t(shape.size()) - 2; i >= 0; --i)
      window.dimensions[i].stride =
          window.dimensions[i + 1].stride * shape[i + 1];
    // One element more than needed in the pitch of every row.
    if (type.getCompact() == CompactMode::RowPlusOne && shape.size() == 2)
      window.dimensions[0].stride = shape[1] + 1;
    return window;
  }
  // Sixteen lines of a box; the size of the box says how long they are.
  int64_t line = layout.getFractal() * 8 / (16 * window.bitsPerElement);
  if (shape.size() != 2 || line <= 0)
    return std::nullopt;
  Boxes &boxes = window.boxes;
  boxes.columnsInside = layout.getSlayout() == BlockLayout::ColMajor;
  boxes.byColumn = layout.getBlayout() == BlockLayout::ColMajor;
  boxes.rows = boxes.columnsInside ? line : 16;
  boxes.columns = boxes.columnsInside ? 16 : line;
  boxes.matrixRows = llvm::alignTo(shape[0], boxes.rows);
  boxes.matrixColumns = llvm::alignTo(shape[1], boxes.columns);
  // Boxes that the tile fills in part only: nothing says how they are stored.
  bool isFilled =
      boxes.matrixColumns == shape[1] &&
      (boxes.matrixRows == shape[0] || type.getSpace() == MemorySpace::Acc);
  if (!isFilled)
    return std::nullopt;
  return window;
}

std::optional<Window> Window::getPart(ArrayRef<IndexRange> offsets,
                                      ArrayRef<int64_t> extents,
                                      TileType type) const {
  if (offsets.size() != dimensions.size() ||
      extents.size() != dimensions.size())
    return std::nullopt;
  Window part = *this;
  for (auto [i, dimension] : llvm::enumerate(part.dimensions)) {
    dimension.extent = extents[i];
    dimension.slack += offsets[i].high - offsets[i].low;
    if (isBoxed())
      dimension.origin += offsets[i].low;
    else
      part.startBits += offsets[i].low * dimension.stride * bitsPerElement;
  }
  if (part.dimensions.size() == size_t(type.getRank()) &&
      llvm::equal(part.dimensions, type.getShape(),
                  [](const Dimension &dimension, int64_t extent) {
                    return dimension.extent == extent;
                  }))
    return part;
  if (isBoxed())
    return std::nullopt;
  // Another rank: dimensions of one element come and go. One with slack stays,
  // in front, so that no byte is forgotten.
  SmallVector<Dimension, 2> kept, result;
  for (const Dimension &dimension : part.dimensions)
    if (dimension.extent != 1)
      kept.push_back(dimension);
    else if (dimension.slack != 0)
      return std::nullopt;
  ArrayRef<Dimension> rest = kept;
  for (int64_t extent : type.getShape()) {
    if (extent == 1) {
      result.push_back({1, 0, 1, 0});
      continue;
    }
    if (rest.empty() || rest.front().extent != extent)
      return std::nullopt;
    result.push_back(rest.front());
    rest = rest.drop_front();
  }
  if (!rest.empty())
    return std::nullopt;
  part.dimensions = result;
  return part;
}

Intervals Window::getBytes() const {
  Intervals bytes = isBoxed() ? getBoxedBytes() : getStridedBytes();
  normalize(bytes);
  return bytes;
}

int64_t Window::getRun() const {
  Window fixed = *this;
  for (Dimension &dimension : fixed.dimensions) {
    // In boxes another start may have other bytes.
    if (isBoxed() && dimension.slack != 0)
      return 0;
    dimension.slack = 0;
  }
  Intervals bytes = fixed.getBytes();
  return bytes.size() == 1 ? bytes.front().end - bytes.front().begin : 0;
}

Intervals Window::getStridedBytes() const {
  // Elements in one run, then dimensions from the inside out.
  SmallVector<std::pair<int64_t, int64_t>, 2> steps; // stride, count
  for (const Dimension &dimension : dimensions)
    if (dimension.extent + dimension.slack > 1)
      steps.push_back({dimension.stride, dimension.extent + dimension.slack});
  llvm::sort(steps);
  int64_t run = 1, pieces = 1, span = 1;
  SmallVector<std::pair<int64_t, int64_t>, 2> outer;
  for (auto [stride, count] : steps) {
    span += stride * (count - 1);
    // What starts inside of the run, or right behind it, makes it longer.
    if (outer.empty() && stride <= run) {
      run += stride * (count - 1);
      continue;
    }
    outer.push_back({stride, count});
    pieces *= count;
  }
  auto bytesOf = [&](int64_t first, int64_t count) {
    int64_t begin = startBits + first * bitsPerElement;
    return Interval{begin / 8, (begin + count * bitsPerElement + 7) / 8};
  };
  if (pieces > maxPieces)
    return {bytesOf(0, span)};
  Intervals bytes;
  for (int64_t piece = 0; piece < pieces; ++piece) {
    int64_t first = 0, rest = piece;
    for (auto [stride, count] : outer) {
      first += rest % count * stride;
      rest /= count;
    }
    bytes.push_back(bytesOf(first, run));
  }
  return bytes;
}

Intervals Window::getBoxedBytes() const {
  auto [rowExtent, rowSlack, rowStride, row] = dimensions[0];
  auto [columnExtent, columnSlack, columnStride, column] = dimensions[1];
  int64_t rowEnd = row + rowExtent + rowSlack;
  int64_t columnEnd = column + columnExtent + columnSlack;
  int64_t boxBits = boxes.rows * boxes.columns * bitsPerElement;
  int64_t rowsOfBoxes = boxes.matrixRows / boxes.rows;
  int64_t columnsOfBoxes = boxes.matrixColumns / boxes.columns;
  int64_t lines = boxes.columnsInside ? columnEnd - column : rowEnd - row;
  int64_t boxesAcross = boxes.columnsInside ? rowsOfBoxes : columnsOfBoxes;
  if (lines * boxesAcross > maxPieces)
    return {{startBits / 8,
             (startBits + rowsOfBoxes * columnsOfBoxes * boxBits + 7) / 8}};
  Intervals bytes;
  for (int64_t c = column / boxes.columns; c * boxes.columns < columnEnd; ++c)
    for (int64_t r = row / boxes.rows; r * boxes.rows < rowEnd; ++r) {
      int64_t box =
          boxes.byColumn ? c * rowsOfBoxes + r : r * columnsOfBoxes + c;
      int64_t boxStart = startBits + box * boxBits;
      // The part of this box, counted from its corner.
      int64_t r0 = std::max<int64_t>(row - r * boxes.rows, 0),
              r1 = std::min(rowEnd - r * boxes.rows, boxes.rows),
              c0 = std::max<int64_t>(column - c * boxes.columns, 0),
              c1 = std::min(columnEnd - c * boxes.columns, boxes.columns);
      int64_t lineLength = boxes.rows;
      if (boxes.columnsInside) {
        std::swap(r0, c0);
        std::swap(r1, c1);
      } else {
        lineLength = boxes.columns;
      }
      for (int64_t line = r0; line < r1; ++line) {
        int64_t begin = boxStart + (line * lineLength + c0) * bitsPerElement;
        int64_t end = boxStart + (line * lineLength + c1) * bitsPerElement;
        bytes.push_back({begin / 8, (end + 7) / 8});
      }
    }
  return bytes;
}

bool Window::isDense(TileType type) const {
  Intervals bytes = getBytes();
  if (bytes.size() != 1)
    return false;
  std::optional<Window> whole = getWhole(type, bytes.front().begin);
  if (!whole || whole->bitsPerElement != bitsPerElement ||
      whole->isBoxed() != isBoxed() ||
      whole->dimensions.size() != dimensions.size())
    return false;
  for (auto [mine, dense] : llvm::zip(dimensions, whole->dimensions)) {
    if (mine.slack != 0 || mine.extent != dense.extent)
      return false;
    if (!isBoxed() && mine.extent != 1 && mine.stride != dense.stride)
      return false;
  }
  if (!isBoxed())
    return startBits % 8 == 0;
  // One run of whole boxes, in the same order.
  const Boxes &other = whole->boxes;
  return boxes.rows == other.rows && boxes.columns == other.columns &&
         boxes.byColumn == other.byColumn &&
         boxes.columnsInside == other.columnsInside &&
         dimensions[0].origin % boxes.rows == 0 &&
         dimensions[1].origin % boxes.columns == 0 &&
         dimensions[0].extent % boxes.rows == 0 &&
         dimensions[1].extent % boxes.columns == 0;
}

bool Window::operator==(const Window &other) const {
  auto key = [](const Boxes &boxes) {
    return std::tie(boxes.rows, boxes.columns, boxes.matrixRows,
                    boxes.matrixColumns, boxes.byColumn, boxes.columnsInside);
  };
  return bitsPerElement == other.bitsPerElement &&
         startBits == other.startBits && dimensions == other.dimensions &&
         key(boxes) == key(other.boxes);
}
