//===- MaterializeSemanticAliases.cpp - One buffer for what flows together ===//
//
// One walk in program order. Whenever an op overwrites a buffer that is not its
// own (an in-place op, a loop that carries, an arm that merges), the walk asks
// whether anybody still reads what was there; if so, the op gets a copy. A
// producer whose result flows into a carried or merged buffer is bound to it
// where that overwrites nothing that is still read; otherwise a move copies.
//
//===----------------------------------------------------------------------===//

#include "AliasMaterializer.h"
#include "pto/Analysis/BufferContents.h"
#include "pto/Analysis/DeviceFunctions.h"
#include "pto/Analysis/MemRefAnalysis.h"
#include "pto/Analysis/RegionFlow.h"
#include "pto/IR/PTOOps.h"
#include "pto/Transforms/Passes.h"
#include "pto/Transforms/Transforms.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::pto {
#define GEN_PASS_DEF_MATERIALIZESEMANTICALIASES
#include "pto/Transforms/Passes.h.inc"
} // namespace mlir::pto

using namespace mlir;
using namespace mlir::pto;

//===----------------------------------------------------------------------===//
// Program order
//===----------------------------------------------------------------------===//

LogicalResult AliasMaterializer::visitBlock(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block))
    if (failed(visitOp(&op)))
      return failure();
  return success();
}

LogicalResult AliasMaterializer::visitOp(Operation *op) {
  if (auto branch = dyn_cast<RegionBranchOpInterface>(op))
    return visitRegions(branch);
  auto storage = dyn_cast<TileStorageOpInterface>(op);
  if (!storage && llvm::any_of(op->getResults(), isTile))
    return op->emitError()
           << "makes a tile and does not say where it is stored";
  if (!storage)
    return success();
  for (OpResult result : op->getResults()) {
    if (!isTile(result))
      continue;
    ResultStorage where = storage.getResultStorage(result.getResultNumber());
    switch (where.kind) {
    case ResultStorage::Kind::None:
      contents.add(result, {});
      break;
    case ResultStorage::Kind::Fresh:
      if (failed(
              visitBound(result, storage.getBuffer(result.getResultNumber()))))
        return failure();
      break;
    case ResultStorage::Kind::View: {
      Value source = op->getOperand(where.operand);
      contents.add(result, contents.getBuffer(source));
      auto view = cast<TileViewOpInterface>(op);
      if (windows.contains(source) || !view.getViewOffsets().empty())
        windows.insert(result);
      break;
    }
    case ResultStorage::Kind::InPlace: {
      OpOperand &operand = op->getOpOperand(where.operand);
      if (failed(visitInPlace(op, operand)))
        return failure();
      contents.add(result, contents.getBuffer(operand.get()));
      if (windows.contains(operand.get()))
        windows.insert(result);
      break;
    }
    }
  }
  return success();
}

LogicalResult AliasMaterializer::visitInPlace(Operation *op,
                                              OpOperand &operand) {
  Value buffer = contents.getBuffer(operand.get());
  if (!buffer)
    return success();
  auto isOperand = [&](OpOperand &use) { return &use == &operand; };
  if (contents.findReader(op, buffer, isOperand)) {
    FailureOr<Value> copy = copyBefore(op, operand.get(), {});
    if (failed(copy))
      return failure();
    operand.set(*copy);
    return success();
  }
  contents.retire(op, buffer);
  return success();
}

/// One value for all that name the same bytes: two slot ops of one index are
/// one slot. Where an index is known at run time only, or somebody names the
/// buffer as a whole, its slots are not told apart.
Value AliasMaterializer::canonicalBuffer(Value buffer) {
  Operation *root = getBufferRoot(buffer);
  if (!root)
    return buffer;
  bool isSlotted = llvm::all_of(root->getUsers(), [](Operation *user) {
    auto slot = dyn_cast<SlotOp>(user);
    return slot && !ShapedType::isDynamic(slot.getStaticOffsets().front());
  });
  auto slot = buffer.getDefiningOp<SlotOp>();
  if (!isSlotted || !slot)
    return root->getResult(0);
  return slots.try_emplace({root, slot.getStaticOffsets().front()}, buffer)
      .first->second;
}

/// A tile that somebody bound to a buffer that others are in as well must come
/// after the last read of theirs.
LogicalResult AliasMaterializer::visitBound(OpResult result, Value into) {
  Operation *op = result.getOwner();
  Value buffer = canonicalBuffer(into);
  if (into && buffer != into && !into.getDefiningOp<AllocOp>())
    windows.insert(result);
  if (buffer && !contents.getTiles(buffer).empty()) {
    auto storage = cast<TileStorageOpInterface>(op);
    auto mayShare = [&](OpOperand &operand) {
      return mayTakeOver(storage, result.getResultNumber(), operand);
    };
    if (OpOperand *reader = contents.findReader(op, buffer, mayShare)) {
      InFlightDiagnostic error = op->emitError();
      error << describe(result) << " overwrites the buffer of "
            << describe(reader->get()) << ", which is still needed";
      error.attachNote(reader->getOwner()->getLoc()) << "it is read here";
      error.attachNote(buffer.getLoc()) << "the buffer of both";
      return failure();
    }
    contents.retire(op, buffer);
  }
  contents.add(result, buffer);
  return success();
}

//===----------------------------------------------------------------------===//
// Loops and branches
//===----------------------------------------------------------------------===//

LogicalResult AliasMaterializer::visitRegions(RegionBranchOpInterface op) {
  // What flows into each argument and result; a result of a loop that is one
  // with an argument has the same sources.
  llvm::MapVector<Value, Sources> incoming;
  DenseMap<Value, SmallVector<Value, 1>> twins;
  DenseMap<OpOperand *, Value> firstTarget;
  for (const ForwardedValue &forwarded : getForwardedValues(op)) {
    if (!isTile(forwarded.to))
      continue;
    auto [it, isNew] = firstTarget.try_emplace(forwarded.from, forwarded.to);
    Value group = it->second;
    if (group != forwarded.to) {
      if (!llvm::is_contained(twins[group], forwarded.to))
        twins[group].push_back(forwarded.to);
      continue;
    }
    incoming[group].push_back(forwarded.from);
  }

  auto finish = [&](Value value, Value buffer, bool isWindow) {
    contents.add(value, buffer);
    if (isWindow)
      windows.insert(value);
  };
  bool loop = isLoop(op);
  // Carried tiles get their buffer before the body, all else behind it.
  llvm::MapVector<Value, Sources> carried;
  for (auto &[value, sources] : incoming) {
    Sources entries;
    for (OpOperand *source : sources)
      if (source->getOwner() == op.getOperation())
        entries.push_back(source);
    if (!loop || entries.empty())
      continue;
    if (failed(enterLoop(op, value, entries)))
      return failure();
    carried.insert({value, sources});
  }
  for (Region &region : op->getRegions()) {
    if (region.empty())
      continue;
    // Arguments with one source (the second part of a while loop) are it.
    for (BlockArgument argument : region.getArguments())
      if (isTile(argument) && !carried.contains(argument)) {
        Value source;
        if (auto it = incoming.find(argument); it != incoming.end())
          source = it->second.front()->get();
        if (source)
          finish(argument, contents.getBuffer(source),
                 windows.contains(source));
      }
    if (failed(visitBlock(region.front())))
      return failure();
  }
  if (failed(closeLoop(op, carried)))
    return failure();
  for (OpResult result : op->getResults()) {
    if (!isTile(result))
      continue;
    Value group = result;
    for (auto &[value, others] : twins)
      if (llvm::is_contained(others, result))
        group = value;
    auto it = incoming.find(group);
    if (it == incoming.end())
      continue;
    if (group != result) {
      finish(result, contents.getBuffer(group), windows.contains(group));
      continue;
    }
    if (it->second.size() == 1) {
      Value source = it->second.front()->get();
      finish(result, contents.getBuffer(source), windows.contains(source));
      continue;
    }
    if (failed(mergeArms(op, result, it->second)))
      return failure();
  }
  return success();
}

/// The loop overwrites its init's buffer; where the init is needed otherwise,
/// the loop starts with a copy.
LogicalResult AliasMaterializer::enterLoop(RegionBranchOpInterface loop,
                                           Value carried, Sources &entries) {
  OpOperand &init = *entries.front();
  Value buffer = wholeBuffer(init.get());
  auto isInit = [&](OpOperand &use) { return &use == &init; };
  bool mustCopy = !buffer || contents.findReader(loop, buffer, isInit);
  if (mustCopy) {
    FailureOr<Value> copy = copyBefore(loop, init.get(), {});
    if (failed(copy))
      return failure();
    init.set(*copy);
    buffer = contents.getBuffer(*copy);
  }
  contents.retire(loop, buffer);
  contents.add(carried, buffer);
  return success();
}

LogicalResult
AliasMaterializer::closeLoop(RegionBranchOpInterface loop,
                             const llvm::MapVector<Value, Sources> &carried) {
  // All copies of one terminator happen at once.
  llvm::MapVector<Operation *, SmallVector<std::pair<OpOperand *, Value>>>
      copies;
  for (auto &[value, sources] : carried) {
    Value buffer = contents.getBuffer(value);
    for (OpOperand *source : sources) {
      if (source->getOwner() == loop.getOperation())
        continue;
      Value from = contents.getBuffer(source->get());
      if (from == buffer && !windows.contains(source->get()))
        continue;
      if (Value whole = wholeBuffer(source->get()))
        if (tryRebind(whole, buffer, loop))
          continue;
      copies[source->getOwner()].push_back({source, buffer});
    }
  }
  for (auto &[terminator, list] : copies)
    if (failed(copyInParallel(list)))
      return failure();
  return success();
}

LogicalResult AliasMaterializer::mergeArms(RegionBranchOpInterface branch,
                                           Value result, const Sources &arms) {
  // One buffer already?
  Value first = contents.getBuffer(arms.front()->get());
  bool isWindow = llvm::any_of(
      arms, [&](OpOperand *arm) { return windows.contains(arm->get()); });
  bool same = llvm::all_of(arms, [&](OpOperand *arm) {
    return contents.getBuffer(arm->get()) == first;
  });
  if (same &&
      (!isWindow || llvm::all_equal(llvm::map_range(
                        arms, [](OpOperand *arm) { return arm->get(); })))) {
    contents.add(result, first);
    if (isWindow)
      windows.insert(result);
    return success();
  }
  // A buffer from outside, where there is just one; else that of the first arm
  // whose tile is all its own.
  Value outer, local;
  bool manyOuter = false;
  for (OpOperand *arm : arms) {
    Value buffer = wholeBuffer(arm->get());
    if (!buffer)
      continue;
    if (isOwnedWithin(buffer, arm->getOwner()->getParentOp())) {
      if (!local)
        local = buffer;
    } else if (outer && outer != buffer) {
      manyOuter = true;
    } else {
      outer = buffer;
    }
  }
  // Each result of the branch has a buffer of its own.
  auto isTaken = [&](Value buffer) {
    return llvm::any_of(branch->getResults(), [&](Value other) {
      return contents.getBuffer(other) == buffer;
    });
  };
  auto lead = [&](Value target) -> LogicalResult {
    for (OpOperand *arm : arms) {
      if (contents.getBuffer(arm->get()) == target &&
          !windows.contains(arm->get()))
        continue;
      Operation *terminator = arm->getOwner();
      Value whole = wholeBuffer(arm->get());
      if (whole && !isTaken(whole) && tryRebind(whole, target, branch))
        continue;
      FailureOr<Value> copy = copyBefore(terminator, arm->get(), target);
      if (failed(copy))
        return failure();
      arm->set(*copy);
    }
    contents.add(result, target);
    return success();
  };
  // Nobody may still need what an arm would overwrite.
  auto isFree = [&](Value target) {
    return !isTaken(target) && llvm::all_of(arms, [&](OpOperand *arm) {
      if (contents.getBuffer(arm->get()) == target)
        return true;
      auto none = [](OpOperand &) { return false; };
      return !contents.findReader(arm->getOwner(), target, none);
    });
  };
  if (outer && !manyOuter && isFree(outer))
    return lead(outer);
  if (local && isFree(local))
    return lead(local);
  return lead(makeBuffer(result));
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

LogicalResult pto::materializeAliases(func::FuncOp function,
                                      const TargetModel &model) {
  // On a copy, so that a failure leaves the function as it was.
  func::FuncOp copy = function.clone();
  // A selected tile would hide which buffer it is in.
  normalizeStructure(copy);
  LogicalResult result = AliasMaterializer(copy, model).run();
  if (succeeded(result)) {
    // Buffers that were given up.
    for (auto alloc :
         llvm::make_early_inc_range(copy.getBody().front().getOps<AllocOp>()))
      if (alloc->use_empty() && !alloc.getPinned())
        alloc.erase();
    function.getBody().takeBody(copy.getBody());
  }
  copy.erase();
  return result;
}

namespace {
struct MaterializeSemanticAliases
    : pto::impl::MaterializeSemanticAliasesBase<MaterializeSemanticAliases> {
  using MaterializeSemanticAliasesBase::MaterializeSemanticAliasesBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    // Host code has no buffers to share.
    if (function.isExternal() ||
        getFunctionKind(function) == FunctionKind::Orchestration)
      return;
    FailureOr<const TargetModel *> model = getTargetModel(function, target);
    if (failed(model) || failed(materializeAliases(function, **model)))
      signalPassFailure();
  }
};
} // namespace
