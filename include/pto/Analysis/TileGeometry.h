//===- TileGeometry.h - Where the elements of a tile lie ----------*- C++
//-*-===//
//
// A tile is a box of elements; its layout says where each of them lies in the
// storage. Along one axis that is a walk in two paces: a short one inside of a
// box of elements, a long one from box to box. Plain layouts have boxes of one
// element.
//
//                 cols: inner, box       outer
//               +---------------------+---------
//   rows: inner | 0   1   2  ...   15 | 16*rows     an accumulator, whose boxes
//               | 16  17               |             are 16 by 16 and stored
//               | ...                  |             column by column
//               +---------------------+
//         outer | 256 ...
//
// A window keeps the paces of the storage that it is cut from, so that a window
// of a window is right.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_TILEGEOMETRY_H
#define PTO_ANALYSIS_TILEGEOMETRY_H

#include "mlir/IR/BuiltinTypes.h"
#include "pto/IR/PTOTypes.h"

namespace mlir::pto {

/// One axis: element i lies `(i / box) * outer + (i % box) * inner` elements
/// behind element 0.
struct TileAxis {
  /// Number of elements; ShapedType::kDynamic where it is not known.
  int64_t extent = 1;
  int64_t box = 1;
  int64_t inner = 1;
  /// ShapedType::kDynamic where it is not known.
  int64_t outer = 1;
  /// The window starts in the middle of a box of its storage.
  bool startsInsideBox = false;

  static TileAxis plain(int64_t extent, int64_t stride) {
    return {extent, 1, stride, stride, false};
  }
  /// True where all elements are equally far apart.
  bool isPlain() const { return box == 1 || outer == box * inner; }
  int64_t at(int64_t i) const { return i / box * outer + i % box * inner; }
  bool operator==(const TileAxis &other) const {
    return extent == other.extent && box == other.box && inner == other.inner &&
           outer == other.outer;
  }
};

/// Where a window starts, in elements: a constant, and a factor for each axis
/// whose offset is known at run time only.
struct WindowStart {
  int64_t constant = 0;
  struct Term {
    unsigned axis;
    int64_t factor;
    /// Elements of the axis in a box.
    int64_t box;
    /// The factor is right for all offsets; otherwise for multiples of `box`.
    bool isExact;
  };
  SmallVector<Term, 1> terms;
};

class TileGeometry {
public:
  /// Nothing is known.
  TileGeometry() = default;

  /// Geometry of a tile that starts where its storage does and is alone in it;
  /// an unknown one where the layout is not described, or the shape is dynamic.
  static TileGeometry of(TileType type);

  /// True where the last boxes of a tile are not whole. Such a tile has as many
  /// bytes as elements, but its layout walks whole boxes: a window of it may
  /// start behind its end.
  static bool hasRaggedBoxes(TileType type);
  /// The same of a tensor in device memory.
  static TileGeometry of(RankedTensorType type);

  bool isKnown() const { return !axes.empty(); }
  ArrayRef<TileAxis> getAxes() const { return axes; }

  /// The window `extents` at `offsets` (each may be dynamic), and in `start`
  /// where it begins. None where the window begins in the middle of a box and
  /// goes beyond it, or an offset meets an unknown pace.
  std::optional<TileGeometry> getWindow(ArrayRef<int64_t> offsets,
                                        ArrayRef<int64_t> extents,
                                        WindowStart &start) const;
  /// This geometry without axes of one element, so that `shape` remains; an
  /// unknown one where others would have to go.
  TileGeometry dropUnitAxes(ArrayRef<int64_t> shape) const;
  /// The last two axes swapped.
  TileGeometry getTransposed() const;

  /// True where every element lies where `own` says, as seen from the first
  /// one: paces that no element takes don't matter.
  bool isLike(const TileGeometry &own) const;

  /// Elements from the first to the last one, both included; boxes count as a
  /// whole, since they are read and written as a whole. None where an extent
  /// is not known.
  std::optional<int64_t> getEnvelope() const;

private:
  SmallVector<TileAxis, 2> axes;
};

} // namespace mlir::pto

#endif // PTO_ANALYSIS_TILEGEOMETRY_H
