//===- FunctionMap.cpp - All tiles of a function in their places ----------===//

#include "pto/Analysis/FunctionMap.h"

#include "pto/Analysis/DeviceFunctions.h"

using namespace mlir;
using namespace mlir::pto;

bool MappedSpace::isPlaced() const {
  return llvm::all_of(buffers, [](const MappedBuffer &buffer) {
    return AllocOp(buffer.alloc).isPlaced();
  });
}

int64_t MappedSpace::getEnd() const {
  int64_t end = reserved.empty() ? 0 : reserved.back().second;
  for (const MappedBuffer &buffer : buffers) {
    AllocOp alloc = buffer.alloc;
    end = std::max<int64_t>(end, alloc.getAddr() + alloc.getSize());
  }
  return end;
}

FunctionMap::FunctionMap(func::FuncOp function, const TargetModel &model)
    : function(function), analyses(function, model),
      liveness(function, analyses, model) {
  collectBuffers();
  collectTiles();
  collectReserved();
  countUnbound();
  for (auto &[space, mapped] : spaces) {
    SmallVector<AllocOp> buffers;
    for (const MappedBuffer &buffer : mapped.buffers)
      buffers.push_back(buffer.alloc);
    mapped.peak = PeakLoad::compute(buffers, liveness, mapped.reserved);
  }
}

bool FunctionMap::isPlaced() const {
  return llvm::all_of(
      spaces, [](const auto &entry) { return entry.second.isPlaced(); });
}

void FunctionMap::collectBuffers() {
  function.walk([&](AllocOp alloc) {
    if (alloc.getSpace() != MemorySpace::DDR)
      spaces[alloc.getSpace()].buffers.push_back({alloc, {}});
  });
}

void FunctionMap::collectTiles() {
  DenseMap<Operation *, MappedBuffer *> bufferOf;
  for (auto &[space, mapped] : spaces)
    for (MappedBuffer &buffer : mapped.buffers)
      bufferOf[buffer.alloc] = &buffer;
  const ContentLiveness &contents = getLiveness();
  auto add = [&](Value tile, int64_t def) {
    if (!isa<TileType>(tile.getType()))
      return;
    TileMemRef memref = analyses.memrefs.lookup(tile);
    MappedBuffer *buffer = bufferOf.lookup(getBufferRoot(memref.buffer));
    if (!buffer)
      return;
    unsigned content = contents.getContents().lookup(tile);
    MappedTile entry{tile, memref,  def, getTileSections(contents, tile),
                     {},   content, {}};
    if (contents.getContents().getContents()[content].tile == tile) {
      entry.reason = findLifeReason(contents, content);
      entry.parts = liveness.getContentParts(content);
      if (entry.parts.size() < 2)
        entry.parts.clear();
    }
    buffer->tiles.push_back(std::move(entry));
  };
  for (Operation *op : getPoints().getOps()) {
    int64_t number = getPoints().getNumber(op);
    for (Value result : op->getResults())
      add(result, number);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Value argument : block.getArguments())
          add(argument, number);
  }
}

void FunctionMap::collectReserved() {
  // Lowest first; they don't overlap in a program that was placed.
  SmallVector<std::pair<int64_t, int64_t>> reserved;
  function.walk([&](SystemReserveBufferOp op) {
    if (op.getBase() >= 0)
      reserved.emplace_back(op.getBase(), op.getBase() + op.getSize());
  });
  llvm::sort(reserved);
  auto it = spaces.find(getFunctionKind(function) == FunctionKind::AIC
                            ? MemorySpace::Mat
                            : MemorySpace::Vec);
  if (it != spaces.end())
    it->second.reserved = std::move(reserved);
}

void FunctionMap::countUnbound() {
  function.walk([&](TileStorageOpInterface op) {
    for (OpResult result : op->getResults()) {
      unsigned number = result.getResultNumber();
      numUnbound +=
          isa<TileType>(result.getType()) &&
          op.getResultStorage(number).kind == ResultStorage::Kind::Fresh &&
          !op.getBuffer(number);
    }
  });
}

std::pair<TileOrigin, Value> pto::getTileOrigin(Value tile) {
  auto storage = dyn_cast_or_null<TileStorageOpInterface>(tile.getDefiningOp());
  if (!storage)
    return {TileOrigin::Carried, {}};
  ResultStorage rule =
      storage.getResultStorage(cast<OpResult>(tile).getResultNumber());
  switch (rule.kind) {
  case ResultStorage::Kind::View:
    return {TileOrigin::View, storage->getOperand(rule.operand)};
  case ResultStorage::Kind::InPlace:
    return {TileOrigin::InPlace, storage->getOperand(rule.operand)};
  case ResultStorage::Kind::None:
  case ResultStorage::Kind::Fresh:
    break;
  }
  return {TileOrigin::Own, {}};
}

ResultSpaceRule::Kind pto::getSpaceRule(Value tile) {
  auto op = dyn_cast_or_null<MemorySpaceOpInterface>(tile.getDefiningOp());
  if (!op)
    return ResultSpaceRule::Kind::None;
  return op.getResultSpaceRule(cast<OpResult>(tile).getResultNumber()).kind;
}
