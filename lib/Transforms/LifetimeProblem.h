//===- LifetimeProblem.h - A function as a placement problem ----*- C++ -*-===//
//
// Buffers that are not needed at the same time may have the same bytes, whole
// or in part. The search for addresses is a library of its own that knows no
// IR (pto/Allocation); here a function becomes a problem for it.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_LIB_TRANSFORMS_LIFETIMEPROBLEM_H
#define PTO_LIB_TRANSFORMS_LIFETIMEPROBLEM_H

#include "Placement.h"
#include "StageGate.h"

#include "pto/Allocation/Problem.h"
#include "pto/Analysis/PipeHandoffs.h"
#include "pto/Analysis/TileLiveness.h"

namespace mlir::pto {

/// What of a function goes into the problem.
struct LifetimeRules {
  /// Lives with holes; else one interval a buffer, from its first to its last
  /// point.
  bool hasHoles = true;
  /// Bytes below a reserved range are for tiles, too.
  bool usesGaps = true;
  /// Copies of a pipelined loop's tiles.
  enum class Stages {
    Free, ///< Share as others do.
    Soft, ///< Had better not share.
    Hard, ///< Don't share.
  };
  Stages stages = Stages::Soft;
  /// Which other pairs had better not share; none do where absent.
  std::optional<HandoffRule> handoffs = HandoffRule::Waits;
};

class LifetimeProblem {
public:
  LifetimeProblem(const PlacementContext &context, const SpaceProblems &spaces,
                  const LifetimeRules &rules);

  alloc::Problem problem;
  /// By pool.
  SmallVector<MemorySpace> spaces;
  /// By buffer of the problem.
  SmallVector<AllocOp> buffers;
  SmallVector<SmallVector<PipelineStage, 1>> stages;
  /// Pairs that are apart because they are of different copies of one loop, and
  /// for no other reason.
  SmallVector<alloc::Pair> stagePairs;
  /// Buffers that hold nothing.
  SmallVector<AllocOp> unused;

  const TileLiveness &getLiveness() const { return liveness; }
  /// The op that makes the first tile of a buffer; the alloc where nobody does.
  Operation *getMaker(unsigned buffer) const;
  /// The op at whose point, before or behind it, the life of a buffer ends.
  Operation *getLastUser(unsigned buffer) const;
  Operation *getOpAt(int64_t point) const;

private:
  void addPool(MemorySpace space, const SpaceProblem &gathered);
  void addBuffer(AllocOp alloc, unsigned pool);
  void gatherStages();
  void addTakeovers();
  void addStagePairs();
  void addHandoffs();
  bool isApart(unsigned a, unsigned b) const;

  const PlacementContext &context;
  LifetimeRules rules;
  const MemRefAnalysis &memrefs;
  TileLiveness liveness;
  /// The point behind the program, and the one behind all lives: those of tiles
  /// that nobody needs lie in between.
  int64_t programEnd = 0, forever = 0;
  DenseMap<Value, unsigned> numbers;
  DenseSet<std::pair<unsigned, unsigned>> separated;
};

} // namespace mlir::pto

#endif // PTO_LIB_TRANSFORMS_LIFETIMEPROBLEM_H
