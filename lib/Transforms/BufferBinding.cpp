//===- BufferBinding.cpp - Which buffers a function needs -----------------===//

#include "BufferBinding.h"

#include "pto/Analysis/DeviceFunctions.h"
#include "pto/Analysis/MemRefAnalysis.h"
#include "pto/Analysis/SlotRanges.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pto;

/// A slot starts where the hardware can address it; so does the assembler's.
static constexpr int64_t kSlotAlignment = 32;

BufferCollector::BufferCollector(func::FuncOp function,
                                 const TargetModel &model, Planner planner)
    : function(function), model(model), planner(planner),
      isDevice(isDeviceFunction(function)) {}

LogicalResult BufferCollector::run() {
  if (failed(collectDeclarations()) || failed(checkSlots()))
    return failure();
  WalkResult result =
      function.walk<WalkOrder::PreOrder>([&](TileStorageOpInterface op) {
        for (OpResult value : op->getResults())
          if (isa<TileType>(value.getType()) && failed(visitTile(op, value)))
            return WalkResult::interrupt();
        return WalkResult::advance();
      });
  if (result.wasInterrupted())
    return failure();
  return finishDeclared();
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

/// The first dynamic extent of a shape.
static std::optional<size_t> dynamicExtent(TileType type) {
  for (auto [i, extent] : llvm::enumerate(type.getShape()))
    if (ShapedType::isDynamic(extent))
      return i;
  return std::nullopt;
}

/// Why a tile has no size, as an error at its op.
static LogicalResult explainMissingSize(OpResult tile) {
  auto type = cast<TileType>(tile.getType());
  if (std::optional<size_t> extent = dynamicExtent(type))
    return tile.getOwner()->emitOpError()
           << "InitMemRef requires static shape: extent " << *extent << " of "
           << describe(tile)
           << " is dynamic; keep the shape static and say the run-time "
              "extent in 'valid'";
  if (type.getSpace() == MemorySpace::Acc && type.getRank() < 2)
    return tile.getOwner()->emitOpError()
           << "an accumulator needs rank 2 or more: " << describe(tile);
  return tile.getOwner()->emitOpError() << "the size of " << describe(tile)
                                        << " in bytes does not fit 64 bits";
}

/// The space of a tile. Outside of device functions a tile without one stands
/// for device memory.
FailureOr<MemorySpace> BufferCollector::spaceOf(OpResult tile) const {
  auto type = cast<TileType>(tile.getType());
  if (isDevice && !type.getSpace())
    return tile.getOwner()->emitOpError()
           << "tile " << describe(tile)
           << " has no memory space; run --infer-tile-memory-space first";
  return type.getSpace().value_or(MemorySpace::DDR);
}

LogicalResult BufferCollector::visitTile(TileStorageOpInterface op,
                                         OpResult tile) {
  unsigned number = tile.getResultNumber();
  ResultStorage::Kind kind = op.getResultStorage(number).kind;
  // A popped tile has no buffer, but a shape nevertheless.
  if (kind == ResultStorage::Kind::View || kind == ResultStorage::Kind::InPlace)
    return success();
  FailureOr<MemorySpace> space = spaceOf(tile);
  if (failed(space))
    return failure();
  Value into =
      kind == ResultStorage::Kind::Fresh ? op.getBuffer(number) : Value();
  Operation *root = getBufferRoot(into);
  if (auto declaration = dyn_cast_or_null<DeclareMemRefOp>(root))
    return addToDeclared(tile, declaration);
  std::optional<int64_t> size =
      model.getStorageBytes(cast<TileType>(tile.getType()));
  if (!size)
    return explainMissingSize(tile);
  if (kind == ResultStorage::Kind::None)
    return success();
  if (!into) {
    buffers.push_back({*space, *size, 1, false, tile, {}});
    return success();
  }
  if (auto alloc = dyn_cast_or_null<AllocOp>(root))
    return checkBound(tile, alloc, *space, *size);
  return op->emitOpError() << "the buffer of " << describe(tile)
                           << " must come from pto.alloc, pto.declare_memref "
                              "or pto.slot";
}

/// A tile that was bound by hand, or by an earlier run.
LogicalResult BufferCollector::checkBound(OpResult tile, AllocOp alloc,
                                          MemorySpace space, int64_t size) {
  // Outside of device functions a tile may leave it to its buffer.
  bool isElsewhere =
      cast<TileType>(tile.getType()).getSpace() && alloc.getSpace() != space;
  if (!isElsewhere && size <= alloc.getSlotSize())
    return success();
  InFlightDiagnostic error = tile.getOwner()->emitOpError();
  if (isElsewhere)
    error << "tile " << describe(tile) << " is bound to a buffer in "
          << stringifyMemorySpace(alloc.getSpace());
  else
    error << "tile " << describe(tile) << " takes " << size
          << " bytes, its buffer has " << alloc.getSlotSize();
  error.attachNote(alloc.getLoc()) << "the buffer is here";
  return failure();
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

/// One name is one buffer, and has one number of slots, whether or not its
/// uses ever meet.
LogicalResult BufferCollector::collectDeclarations() {
  WalkResult result = function.walk([&](DeclareMemRefOp declaration) {
    auto &list = declared[declaration.getNameAttr()];
    if (!list.empty() && list.front().getSlots() != declaration.getSlots()) {
      InFlightDiagnostic error = declaration.emitOpError();
      error << "two declarations of '" << declaration.getName()
            << "' disagree on how many slots it has: "
            << list.front().getSlots() << " and " << declaration.getSlots();
      error.attachNote(list.front().getLoc()) << "the other one is here";
      return WalkResult::interrupt();
    }
    list.push_back(declaration);
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// An index that is known at run time only may still be known to be wrong.
LogicalResult BufferCollector::checkSlots() {
  IndexFacts facts(function);
  SlotRanges ranges(facts);
  WalkResult result = function.walk([&](SlotOp slot) {
    if (!ranges.getPossibleSlots(slot).isEmpty())
      return WalkResult::advance();
    IndexFacts::Bounds bounds = facts.getBounds(facts.getExpr(slot.getIndex()));
    int64_t slots = 0;
    Operation *root = getBufferRoot(slot);
    if (auto declaration = dyn_cast<DeclareMemRefOp>(root))
      slots = declaration.getSlots();
    else
      slots = cast<AllocOp>(root).getSlots();
    InFlightDiagnostic error = slot.emitOpError();
    if (bounds.min == bounds.max)
      error << "slot " << bounds.min;
    else
      error << "every slot from " << bounds.min << " to " << bounds.max;
    error << " is out of range: the buffer has " << slots << " slots";
    error.attachNote(root->getLoc()) << "the buffer is here";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// A slot is as large as the largest tile in any slot, and in the space of all.
LogicalResult BufferCollector::addToDeclared(OpResult tile,
                                             DeclareMemRefOp declaration) {
  StringRef name = declaration.getName();
  Operation *op = tile.getOwner();
  auto type = cast<TileType>(tile.getType());
  if (dynamicExtent(type))
    return op->emitOpError()
           << describe(tile) << " is bound to '" << name
           << "', whose tiles must be sized at compile time; say the run-time "
              "extent in 'valid'";
  if (!type.getSpace())
    return op->emitOpError()
           << "a tile bound to '" << name
           << "' needs an explicit memory space: " << describe(tile);
  std::optional<int64_t> size = model.getStorageBytes(type);
  if (!size)
    return explainMissingSize(tile);
  auto [it, isNew] =
      bufferOfName.try_emplace(declaration.getNameAttr(), buffers.size());
  if (isNew) {
    buffers.push_back({*type.getSpace(), *size, declaration.getSlots(), true,
                       tile, declared[declaration.getNameAttr()]});
    return success();
  }
  NewBuffer &buffer = buffers[it->second];
  if (buffer.space != *type.getSpace()) {
    InFlightDiagnostic error = op->emitOpError();
    error << "tiles of '" << name
          << "' must be in the same memory space: " << describe(tile)
          << " is in " << stringifyMemorySpace(*type.getSpace())
          << ", the first one in " << stringifyMemorySpace(buffer.space);
    error.attachNote(buffer.tile.getLoc())
        << "the first one is " << describe(buffer.tile);
    return failure();
  }
  buffer.slotSize = std::max(buffer.slotSize, *size);
  return success();
}

LogicalResult BufferCollector::finishDeclared() {
  for (NewBuffer &buffer : buffers) {
    if (!buffer.isPinned)
      continue;
    DeclareMemRefOp declaration = buffer.declarations.front();
    if (planner == Planner::PtoAS && buffer.slots == 1)
      return declaration.emitOpError()
             << "'" << declaration.getName()
             << "' can't be kept apart with planner=ptoas: the assembler would "
                "let others share it; give it slots, or plan here";
    if (buffer.slots > 1)
      buffer.slotSize = llvm::alignTo(buffer.slotSize, kSlotAlignment);
    int64_t total;
    if (llvm::MulOverflow(buffer.slots, buffer.slotSize, total))
      return declaration.emitOpError()
             << "'" << declaration.getName() << "' with " << buffer.slots
             << " slots of " << buffer.slotSize
             << " bytes overflows a 64-bit size";
  }
  return success();
}
