//===- SlotPacker.h - Whole buffers that share ------------------*- C++ -*-===//
//
// First fit, largest first: each item takes the first slot that is free at all
// points at which the item is needed. Knows no IR.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_LIB_TRANSFORMS_SLOTPACKER_H
#define PTO_LIB_TRANSFORMS_SLOTPACKER_H

#include "pto/Analysis/ProgramPoints.h"

#include <map>

namespace mlir::pto {

/// A copy of a pipelined loop's body: copy number `stage` of loop `group`.
struct PipelineStage {
  int64_t group, stage;
};

/// A buffer that wants a slot.
struct SlotItem {
  int64_t size;
  /// Number of the first op that is bound to it.
  unsigned order;
  ArrayRef<Section> sections;
  SmallVector<PipelineStage, 1> stages;
  /// True where the tile that the stages are of is a load.
  bool isLoad = false;
  /// True where nobody else may be in its slot.
  bool isClosed = false;
  /// Items that must not be in its slot, in spite of their sections.
  SmallVector<unsigned, 2> apart;
};

/// Whether items of one pipelined loop may share.
struct StageRule {
  /// How many slots each loop may have for its copies: copies k and k + depth
  /// share. Keyed by group; holds the copies that occur, in order.
  struct Depth {
    SmallVector<int64_t> stages;
    int64_t depth;
  };
  std::map<int64_t, Depth> depths;
  /// Where nothing is known of the capacity: loads of different copies are kept
  /// apart from all that other copies hold; in memories of the cube unit nobody
  /// is.
  bool isGated = false;
  bool separatesLoads = false;
};

struct SlotPlan {
  /// The slot of each item.
  SmallVector<unsigned> slotOf;
  /// The first item of each slot, which is its largest.
  SmallVector<unsigned> leaders;
};

/// Packs items of one memory. Equal sizes go in program order, and where that
/// is equal too, in the order given.
SlotPlan packSlots(ArrayRef<SlotItem> items, const StageRule &rule);

} // namespace mlir::pto

#endif // PTO_LIB_TRANSFORMS_SLOTPACKER_H
