//===- Window.h - The bytes of a rectangle of a tile --------------*- C++
//-*-===//
//
// A tile lies in memory by strides, or in boxes: small matrices, each stored in
// one piece, one after the other. A window of it is a rectangle of elements;
// its bytes need not be one run.
//
//     boxes by column, rows within a box         the window is x
//       box 0 | box 2        0 1 | 8 9           . .|. .
//       ------+------        2 3 | a b           . x|x x     1 run in box 0,
//       box 1 | box 3        ----+----           ---+---     1 in box 1,
//                            4 5 | c d           . x|x x     2 in boxes 2, 3
//                            6 7 | e f           . .|. .
//
// Where an offset is known at run time only, the window has slack: it is
// somewhere in the rectangle that is larger by that much.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_LIB_VERIFY_WINDOW_H
#define PTO_LIB_VERIFY_WINDOW_H

#include "Bytes.h"
#include "IndexValues.h"
#include "pto/IR/PTOTypes.h"

namespace mlir::pto::verify {

/// Elements of a tile in memory, in as many dimensions as the tile has.
class Window {
public:
  struct Dimension {
    int64_t extent;
    /// How much further than `origin` it may start.
    int64_t slack;
    /// In elements: between neighbours. Only by strides.
    int64_t stride;
    /// In elements: where the window starts in the matrix. Only in boxes.
    int64_t origin;
    bool operator==(const Dimension &other) const {
      return extent == other.extent && slack == other.slack &&
             stride == other.stride && origin == other.origin;
    }
  };

  /// All of a tile that starts at byte `begin` and fills its storage; none
  /// where the layout is one that is not understood.
  static std::optional<Window> getWhole(TileType type, int64_t begin);

  /// The part of it that starts somewhere in `offsets`, one range for each
  /// dimension, and has `extents`; `type` is that of the result, whose rank may
  /// be another. None where the two do not fit together.
  std::optional<Window> getPart(ArrayRef<IndexRange> offsets,
                                ArrayRef<int64_t> extents, TileType type) const;

  /// Its bytes, and those of the slack, normalized. Where they are more pieces
  /// than is sensible: the one run from the first to the last.
  Intervals getBytes() const;
  /// The bytes that it has wherever in the slack it is, where they are one run;
  /// else 0.
  int64_t getRun() const;

  /// True where the window has no slack and its elements are in the order in
  /// which a tile of `type` has them that starts where the window does.
  bool isDense(TileType type) const;

  bool operator==(const Window &other) const;

private:
  /// Boxes of a matrix; zero rows where the tile is stored by strides.
  struct Boxes {
    int64_t rows = 0, columns = 0;
    int64_t matrixRows = 0, matrixColumns = 0;
    bool byColumn = false, columnsInside = false;
  };
  bool isBoxed() const { return boxes.rows != 0; }
  Intervals getStridedBytes() const;
  Intervals getBoxedBytes() const;

  int64_t bitsPerElement = 0;
  /// Where the first element is, in bits; the matrix's, where it is in boxes.
  int64_t startBits = 0;
  SmallVector<Dimension, 2> dimensions;
  Boxes boxes;
};

} // namespace mlir::pto::verify

#endif // PTO_LIB_VERIFY_WINDOW_H
