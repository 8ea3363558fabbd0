//===- AllocationPolicy.h - What others decide about addresses --*- C++ -*-===//
//
// A target, or a compiler that embeds the passes, may have its own rules for
// addresses. It derives from this class and hands it to the pass; every planner
// asks it.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_TRANSFORMS_ALLOCATIONPOLICY_H
#define PTO_TRANSFORMS_ALLOCATIONPOLICY_H

#include "pto/IR/PTOOps.h"
#include "pto/Target/TargetModel.h"
#include "pto/Transforms/Passes.h"

namespace mlir::pto {

/// The rules of the documents: every memory but ddr, 32 bytes, by number.
class AllocationPolicy {
public:
  virtual ~AllocationPolicy();

  /// True where buffers in `space` get their addresses here. Others keep what
  /// they have.
  virtual bool shouldAllocate(MemorySpace space) const;

  /// What an address in `space` is a multiple of: bytes, a power of two.
  virtual int64_t getAlignment(MemorySpace space) const;

  /// Puts the buffers of one memory into the order in which a planner that
  /// places them one after the other takes them. They come in program order.
  virtual void order(MutableArrayRef<AllocOp> buffers) const;
};

/// The policy that the options `align` and `order` of --allocate-memory-addr
/// describe.
class OptionPolicy : public AllocationPolicy {
public:
  OptionPolicy(const TargetModel &model, AlignmentRule alignment,
               PlacementOrder placementOrder)
      : model(model), alignment(alignment), placementOrder(placementOrder) {}

  int64_t getAlignment(MemorySpace space) const override;
  void order(MutableArrayRef<AllocOp> buffers) const override;

private:
  const TargetModel &model;
  AlignmentRule alignment;
  PlacementOrder placementOrder;
};

} // namespace mlir::pto

#endif // PTO_TRANSFORMS_ALLOCATIONPOLICY_H
