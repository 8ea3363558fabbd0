//===- TileGeometry.cpp - Where the elements of a tile lie ----------------===//

#include "pto/Analysis/TileGeometry.h"

using namespace mlir;
using namespace mlir::pto;

static constexpr int64_t kDynamic = ShapedType::kDynamic;

//===----------------------------------------------------------------------===//
// Whole tiles
//===----------------------------------------------------------------------===//

namespace {
/// Rows and columns of one box.
struct Box {
  int64_t rows, columns;
};
} // namespace

/// The box of a layout, none where the layout is not described for elements of
/// this width. A box has 16 rows of 32 bytes; the boxes of accumulators have 16
/// rows of 16 elements, those of scales 16 rows of two.
static std::optional<Box> boxOf(LayoutAttr layout, int64_t bits) {
  int64_t columns;
  switch (layout.getFractal()) {
  case 1024:
    columns = 16;
    break;
  case 512:
    columns = 32 * 8 / bits;
    break;
  case 32:
    columns = 2;
    break;
  default:
    return std::nullopt;
  }
  if (16 * columns * bits / 8 != layout.getFractal())
    return std::nullopt;
  if (layout.getSlayout() == BlockLayout::ColMajor)
    return Box{columns, 16};
  return Box{16, columns};
}

/// True where rows that hold no data are left out of the storage, so that the
/// distance of box columns is known at run time only.
static bool isPackedByValidRows(TileType type, int64_t boxRows) {
  if (type.getCompact() != CompactMode::Normal || type.getValid().empty())
    return false;
  size_t row = type.getRank() - 2;
  int64_t valid = type.getValid()[row], rows = type.getShape()[row];
  return ShapedType::isDynamic(valid) ||
         llvm::divideCeil(valid, boxRows) != llvm::divideCeil(rows, boxRows);
}

/// The axes of the last two dimensions of a boxed tile; none where they are not
/// described.
static std::optional<std::pair<TileAxis, TileAxis>> boxedAxes(TileType type,
                                                              int64_t bits) {
  LayoutAttr layout = type.getLayout();
  std::optional<Box> box = boxOf(layout, bits);
  if (!box || type.getRank() < 2 ||
      type.getCompact() == CompactMode::RowPlusOne ||
      isPackedByValidRows(type, box->rows))
    return std::nullopt;
  int64_t rows = type.getShape()[type.getRank() - 2],
          columns = type.getShape().back();
  bool byColumns = layout.getBlayout() == BlockLayout::ColMajor;
  // The distance of box columns (or rows) follows from whole boxes of the
  // other dimension; where there is one such column, nobody asks for it.
  int64_t across = byColumns ? rows : columns,
          acrossBox = byColumns ? box->rows : box->columns,
          along = byColumns ? columns : rows,
          alongBox = byColumns ? box->columns : box->rows;
  if (across % acrossBox != 0 && along > alongBox)
    return std::nullopt;
  int64_t near = box->rows * box->columns,
          far = llvm::divideCeil(across, acrossBox) * near;
  bool rowsInside = layout.getSlayout() == BlockLayout::RowMajor;
  TileAxis row{rows, box->rows, rowsInside ? box->columns : 1,
               byColumns ? near : far, false};
  TileAxis column{columns, box->columns, rowsInside ? 1 : box->rows,
                  byColumns ? far : near, false};
  return std::pair(row, column);
}

bool TileGeometry::hasRaggedBoxes(TileType type) {
  if (type.getLayout().getSlayout() == BlockLayout::NoneBox ||
      type.getRank() < 2 || !type.hasStaticShape())
    return false;
  std::optional<Box> box =
      boxOf(type.getLayout(), getStorageBits(type.getElementType()));
  ArrayRef<int64_t> matrix = type.getShape().take_back(2);
  return box && (matrix[0] % box->rows != 0 || matrix[1] % box->columns != 0);
}

TileGeometry TileGeometry::of(TileType type) {
  TileGeometry geometry;
  if (!type.hasStaticShape())
    return geometry;
  ArrayRef<int64_t> shape = type.getShape();
  unsigned rank = shape.size();
  bool isBoxed = type.getLayout().getSlayout() != BlockLayout::NoneBox;
  // From the innermost dimension outwards.
  SmallVector<TileAxis, 2> axes(rank);
  int64_t stride = 1;
  unsigned outer = rank;
  if (isBoxed) {
    auto matrix = boxedAxes(type, getStorageBits(type.getElementType()));
    if (!matrix)
      return geometry;
    std::tie(axes[rank - 2], axes[rank - 1]) = *matrix;
    outer = rank - 2;
    stride = shape[rank - 2] * shape[rank - 1];
    // A batch of tiles with ragged boxes has no known distance.
    if (outer != 0 && (shape[rank - 2] % matrix->first.box != 0 ||
                       shape[rank - 1] % matrix->second.box != 0))
      return geometry;
  } else if (rank >= 2) {
    bool byColumns = type.getLayout().getBlayout() == BlockLayout::ColMajor;
    unsigned minor = byColumns ? rank - 2 : rank - 1,
             major = byColumns ? rank - 1 : rank - 2;
    // One element more than needed between rows keeps banks apart.
    bool hasPitch = type.getCompact() == CompactMode::RowPlusOne;
    if (hasPitch && rank != 2)
      return geometry;
    int64_t pitch = shape[minor] + (hasPitch ? 1 : 0);
    axes[minor] = TileAxis::plain(shape[minor], 1);
    axes[major] = TileAxis::plain(shape[major], pitch);
    outer = rank - 2;
    stride = shape[major] * pitch;
  }
  for (unsigned i = outer; i-- > 0;) {
    axes[i] = TileAxis::plain(shape[i], stride);
    stride *= shape[i];
  }
  geometry.axes = std::move(axes);
  return geometry;
}

TileGeometry TileGeometry::of(RankedTensorType type) {
  TileGeometry geometry;
  auto view = dyn_cast_or_null<TensorViewAttr>(type.getEncoding());
  TensorLayout layout = view ? view.getLayout() : TensorLayout::ND;
  ArrayRef<int64_t> shape = type.getShape();
  unsigned rank = shape.size();
  bool hasStrides = view && view.getStride().size() == rank;
  if (!hasStrides && layout != TensorLayout::ND)
    return geometry;
  int64_t stride = 1;
  geometry.axes.resize(rank);
  for (unsigned i = rank; i-- > 0;) {
    geometry.axes[i] =
        TileAxis::plain(shape[i], hasStrides ? view.getStride()[i] : stride);
    if (ShapedType::isDynamic(shape[i]) || ShapedType::isDynamic(stride) ||
        llvm::MulOverflow(stride, shape[i], stride))
      stride = kDynamic;
  }
  return geometry;
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

std::optional<TileGeometry> TileGeometry::getWindow(ArrayRef<int64_t> offsets,
                                                    ArrayRef<int64_t> extents,
                                                    WindowStart &start) const {
  if (axes.size() != offsets.size() || axes.size() != extents.size())
    return std::nullopt;
  TileGeometry window;
  for (auto [i, axis] : llvm::enumerate(axes)) {
    TileAxis cut = axis;
    cut.extent = extents[i];
    int64_t offset = offsets[i];
    if (offset == 0) {
      window.axes.push_back(cut);
      continue;
    }
    if (ShapedType::isDynamic(axis.outer))
      return std::nullopt;
    if (ShapedType::isDynamic(offset)) {
      // Paces of boxes are multiples of the box, so that this is exact.
      bool isExact = axis.isPlain();
      start.terms.push_back({unsigned(i),
                             isExact ? axis.inner : axis.outer / axis.box,
                             axis.box, isExact});
      window.axes.push_back(cut);
      continue;
    }
    start.constant += axis.at(offset);
    int64_t inside = offset % axis.box;
    if (inside != 0) {
      bool staysInside =
          !ShapedType::isDynamic(extents[i]) && inside + extents[i] <= axis.box;
      if (!axis.isPlain() && !staysInside)
        return std::nullopt;
      cut = TileAxis::plain(extents[i], axis.inner);
      cut.startsInsideBox = true;
    }
    window.axes.push_back(cut);
  }
  return window;
}

TileGeometry TileGeometry::dropUnitAxes(ArrayRef<int64_t> shape) const {
  TileGeometry result;
  unsigned next = 0;
  for (const TileAxis &axis : axes) {
    if (next < shape.size() && axis.extent == shape[next]) {
      result.axes.push_back(axis);
      ++next;
    } else if (axis.extent != 1) {
      return {};
    }
  }
  return next == shape.size() ? result : TileGeometry();
}

TileGeometry TileGeometry::getTransposed() const {
  TileGeometry result = *this;
  if (axes.size() >= 2)
    std::swap(result.axes[axes.size() - 1], result.axes[axes.size() - 2]);
  return result;
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

/// True where the first `extent` elements of both lie alike.
static bool walkAlike(const TileAxis &a, const TileAxis &b) {
  int64_t extent = a.extent;
  if (extent == 1)
    return true;
  if (ShapedType::isDynamic(extent))
    return false;
  auto stepsAreEqual = [&](const TileAxis &axis) {
    return axis.isPlain() || extent <= axis.box;
  };
  if (stepsAreEqual(a) && stepsAreEqual(b))
    return a.inner == b.inner;
  return a.box == b.box && a.inner == b.inner && a.outer == b.outer;
}

bool TileGeometry::isLike(const TileGeometry &own) const {
  if (!isKnown() || axes.size() != own.axes.size())
    return false;
  return llvm::all_of_zip(axes, own.axes,
                          [](const TileAxis &a, const TileAxis &b) {
                            return a.extent == b.extent && walkAlike(a, b);
                          });
}

std::optional<int64_t> TileGeometry::getEnvelope() const {
  int64_t last = 0;
  for (const TileAxis &axis : axes) {
    if (ShapedType::isDynamic(axis.extent))
      return std::nullopt;
    int64_t end = axis.extent - 1;
    if (end == 0 && axis.isPlain())
      continue;
    if (ShapedType::isDynamic(axis.outer))
      return std::nullopt;
    // The last box as a whole.
    if (!axis.isPlain())
      end = end / axis.box * axis.box + axis.box - 1;
    last += axis.at(end);
  }
  return last + 1;
}
