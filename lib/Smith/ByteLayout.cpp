//===- ByteLayout.cpp - Where each byte of a tile is ----------------------===//

#include "ByteLayout.h"

using namespace mlir;
using namespace mlir::pto;
using namespace mlir::pto::smith;

std::optional<int64_t> pto::smith::wholeBytes(Type element, int64_t elements) {
  int64_t bits = elements * getStorageBits(element);
  if (bits % 8 != 0)
    return std::nullopt;
  return bits / 8;
}

/// Whole boxes of 16 rows (or columns) of 32 bytes; those of accumulators have
/// 16 elements of four bytes, those of scales two of one. All others are
/// opaque.
static bool putIntoBoxes(TileType type, int64_t element,
                         std::vector<int64_t> &offsets) {
  LayoutAttr layout = type.getLayout();
  if (layout.getSlayout() == BlockLayout::NoneBox || type.getRank() != 2 ||
      type.getCompact() != CompactMode::Null)
    return false;
  int64_t wide;
  if (layout.getFractal() == 512)
    wide = 32 / element;
  else if (layout.getFractal() == 1024 && element == 4)
    wide = 16;
  else if (layout.getFractal() == 32 && element == 1)
    wide = 2;
  else
    return false;
  bool isByRow = layout.getSlayout() == BlockLayout::RowMajor;
  int64_t boxRows = isByRow ? 16 : wide, boxColumns = isByRow ? wide : 16;
  int64_t rows = type.getShape()[0], columns = type.getShape()[1];
  if (rows % boxRows != 0 || columns % boxColumns != 0)
    return false;
  bool isColumnOfBoxes = layout.getBlayout() == BlockLayout::ColMajor;
  for (int64_t r = 0; r != rows; ++r)
    for (int64_t c = 0; c != columns; ++c) {
      int64_t down = r / boxRows, right = c / boxColumns;
      int64_t box = isColumnOfBoxes ? right * (rows / boxRows) + down
                                    : down * (columns / boxColumns) + right;
      int64_t inside = isByRow ? r % boxRows * boxColumns + c % boxColumns
                               : c % boxColumns * boxRows + r % boxRows;
      for (int64_t b = 0; b != element; ++b)
        offsets.push_back((box * boxRows * boxColumns + inside) * element + b);
    }
  return true;
}

std::shared_ptr<const ByteLayout> ByteLayout::get(TileType type,
                                                  const TargetModel &model) {
  std::optional<int64_t> size = model.getStorageBytes(type);
  if (!size)
    return nullptr;
  auto layout = std::make_shared<ByteLayout>();
  LayoutAttr attribute = type.getLayout();
  ArrayRef<int64_t> shape = type.getShape();
  std::optional<int64_t> row = wholeBytes(type.getElementType(), shape.back());
  bool isPlain = attribute.getSlayout() == BlockLayout::NoneBox && row &&
                 type.getSpace() != MemorySpace::Acc;
  bool isByColumn = attribute.getBlayout() == BlockLayout::ColMajor &&
                    shape.size() == 2 && shape[1] != 1;
  std::optional<int64_t> element = wholeBytes(type.getElementType(), 1);
  if (element && putIntoBoxes(type, *element, layout->offsets))
    return layout;
  if (!isPlain || (isByColumn && !element)) {
    layout->isOpaque = true;
    for (int64_t i = 0; i != *size; ++i)
      layout->offsets.push_back(i);
    return layout;
  }
  int64_t rows = 1;
  for (int64_t extent : shape.drop_back())
    rows *= extent;
  if (isByColumn) {
    for (int64_t r = 0; r != shape[0]; ++r)
      for (int64_t c = 0; c != shape[1]; ++c)
        for (int64_t b = 0; b != *element; ++b)
          layout->offsets.push_back((c * shape[0] + r) * *element + b);
    return layout;
  }
  // One element more than needed in the pitch of every row.
  int64_t pitch = *row;
  if (type.getCompact() == CompactMode::RowPlusOne && shape.size() == 2)
    pitch += element.value_or(0);
  for (int64_t r = 0; r != rows; ++r)
    for (int64_t b = 0; b != *row; ++b)
      layout->offsets.push_back(r * pitch + b);
  return layout;
}
