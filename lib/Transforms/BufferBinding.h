//===- BufferBinding.h - Which buffers a function needs ---------*- C++ -*-===//
//
// What --init-memref decides before it changes anything: the buffers to make,
// in their order, and who is bound to each.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_LIB_TRANSFORMS_BUFFERBINDING_H
#define PTO_LIB_TRANSFORMS_BUFFERBINDING_H

#include "pto/IR/PTOOps.h"
#include "pto/Transforms/Passes.h"
#include "pto/Transforms/Transforms.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::pto {

/// A buffer that is to be made.
struct NewBuffer {
  MemorySpace space = MemorySpace::DDR;
  /// Of one slot, in bytes.
  int64_t slotSize = 0;
  int64_t slots = 1;
  bool isPinned = false;
  /// The first tile in it.
  OpResult tile;
  /// The author's declarations of it: all of one name, or none.
  SmallVector<DeclareMemRefOp, 1> declarations;
};

/// Collects the buffers of a function.
class BufferCollector {
public:
  BufferCollector(func::FuncOp function, const TargetModel &model,
                  Planner planner);

  /// Fails, with a diagnostic, where a tile can't have a buffer, or has one
  /// that does not fit.
  LogicalResult run();
  /// In the order in which tiles are first made in them.
  ArrayRef<NewBuffer> getBuffers() const { return buffers; }

private:
  LogicalResult collectDeclarations();
  LogicalResult checkSlots();
  LogicalResult visitTile(TileStorageOpInterface op, OpResult tile);
  LogicalResult checkBound(OpResult tile, AllocOp alloc, MemorySpace space,
                           int64_t size);
  LogicalResult addToDeclared(OpResult tile, DeclareMemRefOp declaration);
  LogicalResult finishDeclared();
  FailureOr<MemorySpace> spaceOf(OpResult tile) const;

  func::FuncOp function;
  const TargetModel &model;
  Planner planner;
  bool isDevice;
  SmallVector<NewBuffer> buffers;
  /// The declarations of each name; one name is one buffer.
  llvm::MapVector<StringAttr, SmallVector<DeclareMemRefOp, 1>> declared;
  /// The buffer of a name, once a tile is bound to it.
  DenseMap<StringAttr, unsigned> bufferOfName;
};

} // namespace mlir::pto

#endif // PTO_LIB_TRANSFORMS_BUFFERBINDING_H
