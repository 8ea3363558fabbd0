//===- ByteLayout.h - Where each byte of a tile is ----------------*- C++
//-*-===//

#ifndef PTO_LIB_SMITH_BYTELAYOUT_H
#define PTO_LIB_SMITH_BYTELAYOUT_H

#include "pto/IR/PTOTypes.h"
#include "pto/Target/TargetModel.h"

#include <memory>
#include <vector>

namespace mlir::pto::smith {

/// For each byte of a tile, in the order of its elements row by row, how far it
/// is from the start of the tile's bytes.
struct ByteLayout {
  std::vector<int64_t> offsets;
  /// Elements in boxes that are not whole: the bytes are in the order of
  /// memory, and no part of the tile can be told.
  bool isOpaque = false;

  /// Null where the type has no size.
  static std::shared_ptr<const ByteLayout> get(TileType type,
                                               const TargetModel &model);
};

/// Bytes that hold `elements` of a type one behind the other; none where they
/// end within a byte.
std::optional<int64_t> wholeBytes(Type element, int64_t elements);

} // namespace mlir::pto::smith

#endif // PTO_LIB_SMITH_BYTELAYOUT_H
