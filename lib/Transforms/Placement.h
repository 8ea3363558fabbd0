//===- Placement.h - What is to be placed, and where it went ----*- C++ -*-===//

#ifndef PTO_LIB_TRANSFORMS_PLACEMENT_H
#define PTO_LIB_TRANSFORMS_PLACEMENT_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "pto/Analysis/BoundAnalyses.h"
#include "pto/Transforms/AllocationPolicy.h"
#include "llvm/Support/MathExtras.h"

#include <map>

namespace mlir::pto {

/// Bytes that are taken: [begin, end).
struct TakenRange {
  int64_t begin, end;
  Operation *owner;
};

/// Everything that is to be placed in one memory.
struct SpaceProblem {
  /// In program order.
  SmallVector<AllocOp> buffers;
  /// Ranges that stay where they are, lowest first: reserved, or pinned with an
  /// address.
  SmallVector<TakenRange> fixed;
  /// Behind the last reserved range: where the first of buffers that follow one
  /// another starts.
  int64_t reservedEnd = 0;
};
/// In the order of the memories, so that all output is.
using SpaceProblems = std::map<MemorySpace, SpaceProblem>;

/// A decision, not yet written.
struct Placement {
  SmallVector<std::pair<AllocOp, int64_t>> addresses;
  SmallVector<std::pair<SystemReserveBufferOp, int64_t>> bases;
  /// Buffers that hold nothing: they go.
  SmallVector<AllocOp> unused;

  void apply() const;
};

/// What every planner is told.
struct PlacementContext {
  func::FuncOp function;
  const TargetModel &model;
  const AllocationPolicy &policy;
  BoundAnalyses &analyses;
  /// Steps that a search may take.
  int64_t nodeLimit;

  int64_t roundUp(int64_t address, MemorySpace space) const {
    return llvm::alignTo(address, policy.getAlignment(space));
  }
};

/// Gathers what is to be placed, and gives reserved ranges without a base
/// theirs, in `plan`. Fails, with a diagnostic, where two ranges that can't
/// move overlap, or one is not aligned.
FailureOr<SpaceProblems> gatherPlacement(const PlacementContext &context,
                                         Placement &plan);

/// One buffer behind the other, in the order of the policy.
LogicalResult placeInSequence(const PlacementContext &context,
                              SpaceProblems &spaces, Placement &plan);

/// Fails, with a diagnostic, where the target has no such memory, or, without a
/// target, where a buffer fits that of no chip.
LogicalResult checkLargest(const PlacementContext &context, MemorySpace space,
                           const SpaceProblem &problem);

/// The name of a memory at the beginning of a sentence.
std::string getTitle(MemorySpace space);

/// Tells what a memory is used up to.
void tellMemoryUsed(const PlacementContext &context, MemorySpace space,
                    const SpaceProblem &problem, int64_t used);

} // namespace mlir::pto

#endif // PTO_LIB_TRANSFORMS_PLACEMENT_H
