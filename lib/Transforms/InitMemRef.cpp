//===- InitMemRef.cpp - A buffer for every tile ---------------------------===//

#include "BufferBinding.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "pto/Analysis/DeviceFunctions.h"
#include "pto/Analysis/MemRefAnalysis.h"

namespace mlir::pto {
#define GEN_PASS_DEF_INITMEMREF
#include "pto/Transforms/Passes.h.inc"
} // namespace mlir::pto

using namespace mlir;
using namespace mlir::pto;

namespace {
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
void bind(func::FuncOp function, ArrayRef<NewBuffer> buffers, int64_t nextId) {
  if (buffers.empty())
    return;
  Block &body = function.getBody().front();
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  // Behind the allocs that are there already.
  while (builder.getInsertionPoint() != body.end() &&
         isa<AllocOp>(*builder.getInsertionPoint()))
    builder.setInsertionPointAfter(&*builder.getInsertionPoint());
  MLIRContext *ctx = function.getContext();
  // All results of an op are bound, or none.
  DenseMap<Operation *, SmallVector<Value, 1>> bound;
  for (const NewBuffer &buffer : buffers) {
    StringAttr name;
    Location loc = buffer.tile.getLoc();
    if (buffer.declarations.empty()) {
      name = builder.getStringAttr("mem_" + stringifyMemorySpace(buffer.space) +
                                   "_" + Twine(nextId));
    } else {
      DeclareMemRefOp declaration = buffer.declarations.front();
      name = declaration.getNameAttr();
      loc = declaration.getLoc();
      if (auto named = dyn_cast<NameLoc>(loc))
        loc = named.getChildLoc();
    }
    auto alloc = AllocOp::create(
        builder, NameLoc::get(name, loc), BufferType::get(ctx), buffer.space,
        AllocOp::kNotPlaced, buffer.slotSize * buffer.slots, nextId++,
        buffer.isPinned, buffer.slots);
    for (DeclareMemRefOp declaration : buffer.declarations)
      declaration.getResult().replaceAllUsesWith(alloc);
    if (buffer.declarations.empty())
      bound[buffer.tile.getOwner()].push_back(alloc);
  }
  for (auto &[op, list] : bound)
    cast<TileStorageOpInterface>(op).setBuffers(list);
}

/// Declarations are consumed; one that nobody is bound to goes, with its slots.
LogicalResult eraseDeclarations(func::FuncOp function) {
  SmallVector<DeclareMemRefOp> declarations;
  function.walk([&](DeclareMemRefOp op) { declarations.push_back(op); });
  for (DeclareMemRefOp declaration : declarations) {
    for (Operation *user : llvm::to_vector(declaration->getUsers()))
      if (isa<SlotOp>(user) && user->use_empty())
        user->erase();
    if (!declaration->use_empty()) {
      InFlightDiagnostic error = declaration.emitOpError();
      error << "a declared buffer is named by 'into' and pto.slot alone";
      error.attachNote((*declaration->user_begin())->getLoc())
          << "it is also used here";
      return failure();
    }
    declaration.erase();
  }
  return success();
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
    ScratchPolicy policy = getScratchPolicy(model.getTarget(), planner);
    if (failed(materializeScratch(function, policy)))
      return failure();
    copyReadWindows(function, model);
    BufferCollector collector(function, model, planner);
    if (failed(collector.run()))
      return failure();
    bind(function, collector.getBuffers(), bindParameters(function));
    if (failed(eraseDeclarations(function)))
      return failure();
    return checkAddresses(function, MemRefAnalysis(function, model),
                          /*aliasesAreMade=*/false);
  }
};
} // namespace
