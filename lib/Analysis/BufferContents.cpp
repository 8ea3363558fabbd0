//===- BufferContents.cpp - Who is in a buffer, and until when ------------===//

#include "pto/Analysis/BufferContents.h"

#include "pto/Analysis/ProgramOrder.h"

using namespace mlir;
using namespace mlir::pto;

ArrayRef<Value> BufferContents::getTiles(Value buffer) const {
  auto it = tiles.find(buffer);
  return it == tiles.end() ? ArrayRef<Value>() : it->second;
}

void BufferContents::add(Value tile, Value buffer) {
  bufferOf[tile] = buffer;
  if (buffer)
    tiles[buffer].push_back(tile);
}

void BufferContents::merge(Value from, Value into) {
  SmallVector<Value, 2> moved = std::move(tiles[from]);
  tiles.erase(from);
  for (Value tile : moved)
    add(tile, into);
}

/// The op that makes a tile: its definition, or the op of its region.
static Operation *makerOf(Value tile) {
  if (Operation *op = tile.getDefiningOp())
    return op;
  return cast<BlockArgument>(tile).getOwner()->getParentOp();
}

OpOperand *
BufferContents::findReader(Operation *writer, Value buffer,
                           function_ref<bool(OpOperand &)> isAllowed) const {
  for (Value tile : getTiles(buffer)) {
    Operation *maker = makerOf(tile);
    // Only what was there before can be overwritten. A result of the writer
    // itself is what it writes.
    bool isOld = isa<BlockArgument>(tile)
                     ? maker->isProperAncestor(writer)
                     : maker != writer && !isTextuallyAfter(maker, writer);
    if (!isOld)
      continue;
    for (OpOperand &use : tile.getUses()) {
      if (use.getOwner() == writer && isAllowed(use) &&
          !mayReadAfter(use.getOwner(), writer, tile))
        continue;
      if (use.getOwner() == writer ||
          mayReadAfter(use.getOwner(), writer, tile))
        return &use;
    }
  }
  return nullptr;
}

bool BufferContents::isFilledAfter(Operation *op, Value buffer) const {
  return llvm::any_of(getTiles(buffer), [&](Value tile) {
    Operation *maker = makerOf(tile);
    return maker != op && !maker->isProperAncestor(op) &&
           isTextuallyAfter(maker, op);
  });
}

void BufferContents::retire(Operation *writer, Value buffer) {
  auto it = tiles.find(buffer);
  if (it == tiles.end())
    return;
  llvm::erase_if(it->second, [&](Value tile) {
    return tile.getParentBlock() == writer->getBlock() &&
           tile.getDefiningOp() != writer;
  });
}
