//===- SpaceUse.h - Bytes that the tiles of a function need -------*- C++
//-*-===//
//
// Two bounds on what a memory must hold. The sum of all tiles holds whatever a
// later planner does. The peak of the live ones is smaller, and holds for a
// planner that gives the bytes of dead tiles to others.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_SPACEUSE_H
#define PTO_ANALYSIS_SPACEUSE_H

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "pto/Target/TargetModel.h"
#include "llvm/ADT/DenseMap.h"

#include <array>

namespace mlir::pto {

/// True for a tile that has room of its own: not a view, not in place of
/// another one.
bool ownsStorage(OpResult tile);

/// Bytes that a tile takes in a plan, aligned for any planner; none where its
/// size is not known.
std::optional<int64_t> getPlannedBytes(const TargetModel &model, TileType type);

/// What is known of one memory.
struct SpaceUse {
  /// Bytes of all tiles with room of their own.
  int64_t sum = 0;
  /// The first tile whose size is not known; null where there is none.
  Operation *unknown = nullptr;
  /// The first pipeline loop that holds tiles, of which a later step may make
  /// several; null where there is none.
  Operation *pipeline = nullptr;
};

/// The use of all memories in a function. One walk.
std::array<SpaceUse, kNumSpaces> sumSpaces(FunctionOpInterface function,
                                           const TargetModel &model);

/// The most bytes that are live at once, memory by memory, while tiles are made
/// to live longer.
///
/// Every tile lives in one range of program points, from where it is made to
/// its last use. A use in a loop that the tile comes from outside of is one at
/// the loop's end. Tiles that loops or branches make one of, all of them, live
/// from the first to the last of any. Both are on the safe side. Ranges are
/// kept in a tree of sums and maxima, so that asking and changing take a
/// logarithm.
class SpacePeaks {
public:
  SpacePeaks(FunctionOpInterface function, const TargetModel &model);

  /// Lets `tile`, which has room of its own, live through all of `loop`.
  /// Returns the peak there; where that is more than `capacity`, nothing is
  /// changed.
  int64_t extend(OpResult tile, Operation *loop, int64_t capacity);

  /// The most bytes of a memory that are live at once.
  int64_t getPeak(MemorySpace space) const {
    return live[unsigned(space)].getMax();
  }

private:
  struct Range {
    int64_t first = 0, last = 0;
    int64_t bytes = 0;
  };
  /// Adds to ranges of points, and finds the maximum in a range.
  class Tree {
  public:
    void grow(int64_t points);
    void add(Range range, int64_t bytes) { add(1, 0, leaves, range, bytes); }
    int64_t getMax() const { return nodes[1].max; }
    int64_t getMax(Range range) const { return getMax(1, 0, leaves, range); }

  private:
    /// What was added to all points of a node, and the maximum in it.
    struct Node {
      int64_t added = 0, max = 0;
    };
    // As deep as the logarithm of the number of points.
    void add(size_t node, int64_t first, int64_t count, Range range,
             int64_t bytes);
    int64_t getMax(size_t node, int64_t first, int64_t count,
                   Range range) const;

    int64_t leaves = 1;
    std::vector<Node> nodes = std::vector<Node>(2);
  };
  class Builder;

  /// First and last program point of every loop.
  DenseMap<Operation *, std::pair<int64_t, int64_t>> loops;
  DenseMap<Value, Range> ranges;
  std::array<Tree, kNumSpaces> live;
};

} // namespace mlir::pto

#endif // PTO_ANALYSIS_SPACEUSE_H
