//===- AliasMaterializer.h - One buffer for what flows together -*- C++ -*-===//
//
// The state of one walk; see MaterializeSemanticAliases.cpp for the walk and
// AliasCopies.cpp for the changes that it makes.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_LIB_TRANSFORMS_ALIASMATERIALIZER_H
#define PTO_LIB_TRANSFORMS_ALIASMATERIALIZER_H

#include "pto/Analysis/BufferContents.h"
#include "pto/Analysis/RegionFlow.h"
#include "pto/IR/PTOOps.h"
#include "pto/Transforms/Transforms.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::pto {

class AliasMaterializer {
public:
  AliasMaterializer(func::FuncOp function, const TargetModel &model)
      : function(function), model(model) {
    function.walk(
        [&](AllocOp alloc) { nextId = std::max(nextId, alloc.getId() + 1); });
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      if (auto memref =
              function.getArgAttrOfType<MemRefAttr>(i, AttrNames::memref))
        nextId = std::max(nextId, memref.getId() + 1);
  }

  LogicalResult run() { return visitBlock(function.getBody().front()); }

private:
  // Program order.
  LogicalResult visitBlock(Block &block);
  LogicalResult visitOp(Operation *op);
  LogicalResult visitInPlace(Operation *op, OpOperand &operand);
  LogicalResult visitBound(OpResult result, Value into);
  LogicalResult visitRegions(RegionBranchOpInterface op);

  // Loops and branches.
  using Sources = SmallVector<OpOperand *, 2>;
  LogicalResult enterLoop(RegionBranchOpInterface loop, Value carried,
                          Sources &entries);
  LogicalResult closeLoop(RegionBranchOpInterface loop,
                          const llvm::MapVector<Value, Sources> &incoming);
  LogicalResult mergeArms(RegionBranchOpInterface branch, Value result,
                          const Sources &arms);

  // Changes.
  bool tryRebind(Value from, Value into, Operation *within);
  FailureOr<Value> copyBefore(Operation *user, Value tile, Value buffer);
  LogicalResult copyInParallel(ArrayRef<std::pair<OpOperand *, Value>> copies);
  Value makeBuffer(Value tile);

  // Questions.
  Value wholeBuffer(Value tile) const;
  bool isOwnedWithin(Value buffer, Operation *op) const;
  bool mayTakeOver(TileStorageOpInterface op, unsigned result,
                   OpOperand &operand) const;
  Value canonicalBuffer(Value buffer);

  func::FuncOp function;
  const TargetModel &model;
  BufferContents contents;
  /// Tiles that are a part of their buffer, or another reading of it.
  DenseSet<Value> windows;
  /// The first op that names a slot.
  DenseMap<std::pair<Operation *, int64_t>, Value> slots;
  int64_t nextId = 0;
};

} // namespace mlir::pto

#endif // PTO_LIB_TRANSFORMS_ALIASMATERIALIZER_H
