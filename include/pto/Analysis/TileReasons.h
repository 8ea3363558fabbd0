//===- TileReasons.h - Why a tile is where it is, and how long --*- C++ -*-===//
//
// For people: the memory map, explanations and the editor tell these. No pass
// decides by them.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_TILEREASONS_H
#define PTO_ANALYSIS_TILEREASONS_H

#include "pto/Analysis/ContentLiveness.h"

namespace mlir::pto {

/// An op that takes a tile in some memories only.
struct SpaceConsumer {
  OpOperand *operand;
  SpaceList allowed;
  /// It takes a view of the tile, or what a loop or branch makes of it.
  bool isIndirect;
};

/// Who demands a memory of `tile`: its users, those of its views and those of
/// what it becomes in place, in loops and branches, nearest first; no more than
/// `most`, and none that is far away.
SmallVector<SpaceConsumer> findSpaceConsumers(Value tile, size_t most);

/// Up to when the contents of a tile are needed, and by whom.
struct LifeReason {
  /// Who needs them last; null where nobody reads them.
  Operation *lastUser = nullptr;
  /// The outermost loop that runs the last user over and over, while the tile
  /// comes from outside of it; null where there is none.
  Operation *loop = nullptr;
  /// The tile through which it happens: a view of the tile, perhaps.
  Value through;
  /// False where the last user needs the room only.
  bool keeps = true;
  /// The last user hands the tile on: to the next turn of a loop, or out of it.
  bool isHandedOn = false;
};
LifeReason findLifeReason(const ContentLiveness &liveness, unsigned content);

/// When `tile` itself is needed: that of its contents, where it is what they
/// begin with; else from where it comes to be, to the last that its own users
/// and views need of it.
SmallVector<Section> getTileSections(const ContentLiveness &liveness,
                                     Value tile);

} // namespace mlir::pto

#endif // PTO_ANALYSIS_TILEREASONS_H
