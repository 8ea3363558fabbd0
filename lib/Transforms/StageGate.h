//===- StageGate.h - How many copies of a tile there is room for --*- C++
//-*-===//
//
// A pipelined loop is unrolled into copies whose tiles should not share, so
// that one copy can load while another computes. Where a memory is too small
// for that, copies share after all: first those of the largest tiles.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_LIB_TRANSFORMS_STAGEGATE_H
#define PTO_LIB_TRANSFORMS_STAGEGATE_H

#include "SlotPacker.h"

#include "pto/Analysis/MemRefAnalysis.h"
#include "pto/IR/PTOTypes.h"

namespace mlir::pto {

/// What "g:s;g:s" says; parts that say nothing are left out.
SmallVector<PipelineStage, 1> parseStages(StringRef membership);

/// The copies of loops that a buffer belongs to: those of its first tile with
/// such a note.
struct BufferStages {
  SmallVector<PipelineStage, 1> stages;
  /// That tile is read from device memory.
  bool isLoad;
};

/// By buffer, all that belong to copies.
llvm::MapVector<Value, BufferStages>
gatherStages(const ProgramPoints &points, const MemRefAnalysis &memrefs);

/// A memory to pack for.
struct StageRoom {
  MemorySpace space;
  /// None where unknown.
  std::optional<int64_t> capacity;
  /// Bytes at the start that are not to be had.
  int64_t reserved = 0;
};

/// A pipelined loop that has fewer slots than copies.
struct StageReduction {
  int64_t group;
  int64_t requested, achieved;
  /// Bytes of the largest tile of one copy, aligned.
  int64_t slotSize;
};

struct StagePlan {
  SlotPlan slots;
  SmallVector<StageReduction> reductions;
  /// True where even one slot for each loop would not fit, and copies are
  /// kept apart as if nothing were known of the capacity.
  bool gaveUp = false;
};

/// Packs the items of one memory with as many slots for the copies of each
/// loop as there is room for.
StagePlan packStages(ArrayRef<SlotItem> items, const StageRoom &room);

} // namespace mlir::pto

#endif // PTO_LIB_TRANSFORMS_STAGEGATE_H
