//===- CopyPlan.h - Which copies of tiles stand where -------------*- C++
//-*-===//
//
// Between the decision where tiles live and the ops that make it so stands a
// plan: data that says what is copied, where to, in front of which op and for
// whom.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_COPYPLAN_H
#define PTO_ANALYSIS_COPYPLAN_H

#include "pto/Analysis/SpaceAssignment.h"

#include <optional>
#include <vector>

namespace mlir::pto {

/// Order of the boxes of a tile, and of the elements in a box.
using BoxLayout = std::pair<BlockLayout, BlockLayout>;
BoxLayout getBoxLayout(Type tile);

/// One op that a plan adds.
struct PlannedCopy {
  enum class Kind {
    Move,   ///< Copies a tile.
    Room,   ///< Makes an empty tile: of the old one only the room was needed.
    Reload, ///< Loads once more from device memory what `source` holds.
    Own,    ///< Nothing: `source` is a copy that the program has already.
  };
  Kind kind = Kind::Move;
  MemorySpace to = MemorySpace::Vec;
  /// The layout that its users ask for; none where any will do.
  std::optional<BoxLayout> layout;
  /// The tile that is copied or stood in for; null where `sourceCopy` is set.
  Value source;
  /// Index in the plan of the copy that is copied in its turn.
  std::optional<unsigned> sourceCopy;
  /// The op that it stands right in front of; a reload stands behind what it
  /// repeats instead.
  Operation *before = nullptr;
  /// What takes it, in program order; the first is where diagnostics point.
  SmallVector<RequiredMove, 1> users;
};

/// Copies, each behind the one that it copies.
using CopyPlan = std::vector<PlannedCopy>;

/// True for a tile that an op only makes room for.
bool isEmptyTile(Value tile);

/// True where nothing of the tile is needed but its room: it holds no data yet,
/// or the user takes it as a temporary.
bool isRoomOnly(OpOperand &operand);

/// The layout that a copy of a tile from `from` must have for `move`: vector
/// ops may read nothing but plain rows, the path out of the accumulator unpacks
/// boxes whoever asks, and what flows together has one layout. None where any
/// will do. Types must be those that the spaces imply.
std::optional<BoxLayout> getDemandedLayout(const RequiredMove &move,
                                           MemorySpace from,
                                           const TargetModel &model);

/// The document's plan: each copy right in front of the first op that needs it;
/// it serves what follows in that op's block and in regions inside. Types must
/// be those that the spaces imply.
CopyPlan planScopedCopies(Operation *function,
                          ArrayRef<RequiredMove> requiredMoves,
                          const TargetModel &model);

} // namespace mlir::pto

#endif // PTO_ANALYSIS_COPYPLAN_H
