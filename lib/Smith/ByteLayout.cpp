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
