//===- InitMemRef.cpp - A buffer for every tile ---------------------------===//

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "pto/Analysis/DeviceFunctions.h"
#include "pto/IR/PTOOps.h"
#include "pto/Transforms/Passes.h"
#include "pto/Transforms/Transforms.h"

namespace mlir::pto {
#define GEN_PASS_DEF_INITMEMREF
#include "pto/Transforms/Passes.h.inc"
} // namespace mlir::pto

using namespace mlir;
using namespace mlir::pto;

namespace {
/// A tile with storage of its own that is not bound yet.
struct UnboundTile {
  OpResult tile;
  MemorySpace space;
  int64_t size;
};

/// Why a tile has no size, as an error at its op.
LogicalResult explainMissingSize(OpResult tile) {
  auto type = cast<TileType>(tile.getType());
  for (auto [i, extent] : llvm::enumerate(type.getShape()))
    if (ShapedType::isDynamic(extent))
      return tile.getOwner()->emitOpError()
             << "InitMemRef requires static shape: extent " << i << " of "
             << describe(tile)
             << " is dynamic; keep the shape static and say the run-time "
                "extent in 'valid'";
  if (type.getSpace() == MemorySpace::Acc && type.getRank() < 2)
    return tile.getOwner()->emitOpError()
           << "an accumulator needs rank 2 or more: " << describe(tile);
  return tile.getOwner()->emitOpError() << "the size of " << describe(tile)
                                        << " in bytes does not fit 64 bits";
}

/// Space and size of a tile, or an error.
FailureOr<UnboundTile> measure(OpResult tile, bool isDevice,
                               const TargetModel &model) {
  auto type = cast<TileType>(tile.getType());
  if (isDevice && !type.getSpace())
    return tile.getOwner()->emitOpError()
           << "tile " << describe(tile)
           << " has no memory space; run --infer-tile-memory-space first";
  // Outside of device functions a tile without a space stands for device
  // memory.
  MemorySpace space = type.getSpace().value_or(MemorySpace::DDR);
  std::optional<int64_t> size = model.getStorageBytes(type);
  if (!size)
    return explainMissingSize(tile);
  return UnboundTile{tile, space, *size};
}

/// All unbound tiles in program order.
LogicalResult gather(func::FuncOp function, const TargetModel &model,
                     SmallVectorImpl<UnboundTile> &unbound) {
  bool isDevice = isDeviceFunction(function);
  WalkResult result =
      function.walk<WalkOrder::PreOrder>([&](TileStorageOpInterface op) {
        for (OpResult value : op->getResults()) {
          if (!isa<TileType>(value.getType()))
            continue;
          unsigned number = value.getResultNumber();
          ResultStorage::Kind kind = op.getResultStorage(number).kind;
          // A popped tile has no buffer, but a shape nevertheless.
          if (kind == ResultStorage::Kind::View ||
              kind == ResultStorage::Kind::InPlace)
            continue;
          FailureOr<UnboundTile> tile = measure(value, isDevice, model);
          if (failed(tile))
            return WalkResult::interrupt();
          if (kind == ResultStorage::Kind::Fresh && !op.getBuffer(number))
            unbound.push_back(*tile);
        }
        return WalkResult::advance();
      });
  return failure(result.wasInterrupted());
}

/// Numbers the tensor parameters; returns the next free number.
int64_t bindParameters(func::FuncOp function) {
  // A number that is there already is kept.
  int64_t next = 0;
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (auto memref =
            function.getArgAttrOfType<MemRefAttr>(i, AttrNames::memref))
      next = std::max(next, memref.getId() + 1);
  function.walk(
      [&](AllocOp alloc) { next = std::max(next, alloc.getId() + 1); });
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    if (!isa<RankedTensorType>(function.getArgumentTypes()[i]) ||
        function.getArgAttr(i, AttrNames::memref))
      continue;
    function.setArgAttr(i, AttrNames::memref,
                        MemRefAttr::get(function.getContext(), MemorySpace::DDR,
                                        AllocOp::kNotPlaced, next++));
  }
  return next;
}

/// Makes the allocs, in front of the body, and binds the tiles to them.
void bind(func::FuncOp function, ArrayRef<UnboundTile> unbound,
          int64_t nextId) {
  if (unbound.empty())
    return;
  Block &body = function.getBody().front();
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  // Behind the allocs that are there already.
  while (builder.getInsertionPoint() != body.end() &&
         isa<AllocOp>(*builder.getInsertionPoint()))
    builder.setInsertionPointAfter(&*builder.getInsertionPoint());
  MLIRContext *ctx = function.getContext();
  DenseMap<Operation *, SmallVector<Value, 1>> buffers;
  for (const UnboundTile &tile : unbound) {
    std::string name =
        ("mem_" + stringifyMemorySpace(tile.space) + "_" + Twine(nextId)).str();
    Location loc = NameLoc::get(StringAttr::get(ctx, name), tile.tile.getLoc());
    auto alloc = AllocOp::create(builder, loc, BufferType::get(ctx), tile.space,
                                 AllocOp::kNotPlaced, tile.size, nextId++);
    buffers[tile.tile.getOwner()].push_back(alloc);
  }
  for (auto &[op, list] : buffers)
    cast<TileStorageOpInterface>(op).setBuffers(list);
}

struct InitMemRef : pto::impl::InitMemRefBase<InitMemRef> {
  using InitMemRefBase::InitMemRefBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    FailureOr<const TargetModel *> model = getTargetModel(function, target);
    if (failed(model))
      return signalPassFailure();
    if (function.isExternal()) {
      bindParameters(function);
      return;
    }
    if (isDeviceFunction(function) && failed(checkDeviceFunction(function)))
      return signalPassFailure();
    if (failed(checkDeclarations(function)))
      return signalPassFailure();
    // On a copy, so that a failure leaves the function as it was.
    func::FuncOp copy = function.clone();
    bool isBound = succeeded(bindFunction(copy, **model));
    if (isBound) {
      function.getBody().takeBody(copy.getBody());
      function->setAttrs(copy->getAttrDictionary());
    }
    copy.erase();
    if (!isBound)
      signalPassFailure();
  }

  LogicalResult bindFunction(func::FuncOp function, const TargetModel &model) {
    normalizeStructure(function);
    ScratchPolicy policy{model.getTarget(), planner != Planner::PtoAS};
    SmallVector<UnboundTile> unbound;
    if (failed(materializeScratch(function, policy)) ||
        failed(gather(function, model, unbound)))
      return failure();
    bind(function, unbound, bindParameters(function));
    return success();
  }

  /// Sizes of declarations are not derived yet.
  LogicalResult checkDeclarations(func::FuncOp function) {
    WalkResult result = function.walk([](DeclareMemRefOp declaration) {
      declaration.emitOpError() << "is not supported yet: bind the tile to a "
                                   "pto.alloc with a size instead";
      return WalkResult::interrupt();
    });
    return failure(result.wasInterrupted());
  }
};
} // namespace
