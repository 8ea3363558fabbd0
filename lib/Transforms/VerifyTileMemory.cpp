//===- VerifyTileMemory.cpp - What the passes promise each other ----------===//

#include "pto/Analysis/DeviceFunctions.h"
#include "pto/Analysis/MemRefAnalysis.h"
#include "pto/IR/PTOOps.h"
#include "pto/Transforms/Passes.h"
#include "pto/Transforms/Transforms.h"

namespace mlir::pto {
#define GEN_PASS_DEF_VERIFYTILEMEMORY
#include "pto/Transforms/Passes.h.inc"
} // namespace mlir::pto

using namespace mlir;
using namespace mlir::pto;

namespace {
class Checker {
public:
  Checker(const TargetModel &model, bool buffers)
      : model(model), buffers(buffers) {}

  LogicalResult check(func::FuncOp function) {
    function.walk([&](Operation *op) {
      for (OpResult result : op->getResults())
        checkValue(op->getLoc(), result);
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (BlockArgument argument : block.getArguments())
            checkValue(argument.getLoc(), argument);
      if (auto spaces = dyn_cast<MemorySpaceOpInterface>(op))
        checkOperands(spaces);
      if (buffers)
        if (auto storage = dyn_cast<TileStorageOpInterface>(op))
          checkBuffers(storage);
    });
    return failure(hasFailed);
  }

private:
  /// Rule tm-r1.
  void checkValue(Location loc, Value value) {
    auto type = dyn_cast<TileType>(value.getType());
    if (!type || type.getSpace())
      return;
    hasFailed = true;
    emitError(loc) << "tile " << describe(value)
                   << " has no memory space [tm-r1]";
  }

  /// Rule tm-r2.
  void checkOperands(MemorySpaceOpInterface op) {
    for (OpOperand &operand : op->getOpOperands()) {
      auto type = dyn_cast<TileType>(operand.get().getType());
      if (!type || !type.getSpace())
        continue;
      SpaceList allowed = op.getAllowedSpaces(operand.getOperandNumber());
      if (allowed.empty() || allowed.contains(*type.getSpace()))
        continue;
      hasFailed = true;
      InFlightDiagnostic error = op->emitOpError();
      error << "operand " << operand.getOperandNumber() << " must be in ";
      llvm::interleave(
          allowed,
          [&](MemorySpace space) { error << stringifyMemorySpace(space); },
          [&] { error << " or "; });
      error << ", found " << describe(operand.get()) << " [tm-r2]";
    }
  }

  /// Rules tm-r3 to tm-r5.
  void checkBuffers(TileStorageOpInterface op) {
    for (OpResult result : op->getResults()) {
      auto type = dyn_cast<TileType>(result.getType());
      unsigned number = result.getResultNumber();
      if (!type ||
          op.getResultStorage(number).kind != ResultStorage::Kind::Fresh)
        continue;
      Value buffer = op.getBuffer(number);
      if (!buffer) {
        hasFailed = true;
        op->emitOpError() << "tile " << describe(result)
                          << " has no buffer [tm-r3]";
        continue;
      }
      auto alloc = dyn_cast_or_null<AllocOp>(getBufferRoot(buffer));
      if (!alloc)
        continue;
      if (type.getSpace() && alloc.getSpace() != *type.getSpace()) {
        hasFailed = true;
        InFlightDiagnostic error = op->emitOpError();
        error << "tile " << describe(result) << " is bound to a buffer in "
              << stringifyMemorySpace(alloc.getSpace()) << " [tm-r4]";
        error.attachNote(alloc.getLoc()) << "the buffer is here";
      }
      std::optional<int64_t> size = model.getStorageBytes(type);
      int64_t available = alloc.getSize() / alloc.getSlots();
      if (size && *size > available) {
        hasFailed = true;
        InFlightDiagnostic error = op->emitOpError();
        error << "tile " << describe(result) << " takes " << *size
              << " bytes, its buffer has " << available << " [tm-r5]";
        error.attachNote(alloc.getLoc()) << "the buffer is here";
      }
    }
  }

  const TargetModel &model;
  bool buffers;
  bool hasFailed = false;
};

struct VerifyTileMemory : pto::impl::VerifyTileMemoryBase<VerifyTileMemory> {
  using VerifyTileMemoryBase::VerifyTileMemoryBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isExternal() || !isDeviceFunction(function))
      return;
    FailureOr<const TargetModel *> model = getTargetModel(function, target);
    if (failed(model))
      return signalPassFailure();
    bool holds = succeeded(Checker(**model, buffers).check(function));
    // Rules tm-r6 to tm-r9.
    if (buffers &&
        failed(checkAddresses(function, MemRefAnalysis(function, **model),
                              /*aliasesAreMade=*/false)))
      holds = false;
    if (!holds)
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
