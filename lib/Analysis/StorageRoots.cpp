//===- StorageRoots.cpp - Whose storage a tensor is -----------------------===//

#include "pto/Analysis/StorageRoots.h"

#include "mlir/Interfaces/CastInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "pto/Analysis/RegionFlow.h"
#include "pto/IR/PTOInterfaces.h"

using namespace mlir;
using namespace mlir::pto;

static bool isTensor(Value value) { return isa<TensorType>(value.getType()); }

/// The operand whose storage a result is; null where the op does not say, or
/// where it is nobody's.
static Value sharedOperand(OpResult result) {
  Operation *op = result.getOwner();
  if (auto view = dyn_cast<TileViewOpInterface>(op))
    return view.getViewSource();
  // Another type for the same tensor.
  if (isa<CastOpInterface>(op) && op->getNumOperands() == 1 &&
      op->getNumResults() == 1 && isTensor(op->getOperand(0)))
    return op->getOperand(0);
  auto storage = dyn_cast<TileStorageOpInterface>(op);
  if (!storage)
    return {};
  ResultStorage kept = storage.getResultStorage(result.getResultNumber());
  if (kept.kind == ResultStorage::Kind::View ||
      kept.kind == ResultStorage::Kind::InPlace)
    return op->getOperand(kept.operand);
  return {};
}

/// True where the op makes the storage of `result`.
static bool isAllocated(OpResult result) {
  auto effects = dyn_cast<MemoryEffectOpInterface>(result.getOwner());
  return effects && effects.getEffectOnValue<MemoryEffects::Allocate>(result);
}

namespace {
/// Collects what flows where, then hands roots along.
class RootPropagation {
public:
  RootPropagation(StorageRoots::ReturnedArgument returned,
                  DenseMap<Value, Value> &roots)
      : returned(returned), roots(roots) {}

  void run(FunctionOpInterface function) {
    for (BlockArgument parameter : function.getArguments())
      if (isTensor(parameter))
        join(parameter, parameter);
    function->walk<WalkOrder::PreOrder>([&](Operation *op) { collect(op); });
    // What nothing flows into comes from somewhere that is not known.
    for (Value value : tensors)
      if (!isTarget.contains(value) && !roots.contains(value))
        join(value, Value());
    while (!changed.empty()) {
      Value value = changed.pop_back_val();
      Value root = roots.lookup(value);
      auto it = targets.find(value);
      if (it != targets.end())
        for (Value target : it->second)
          join(target, root);
    }
  }

private:
  void collect(Operation *op) {
    llvm::copy_if(op->getResults(), std::back_inserter(tensors), isTensor);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::copy_if(block.getArguments(), std::back_inserter(tensors),
                      isTensor);
    if (auto branch = dyn_cast<RegionBranchOpInterface>(op)) {
      for (const ForwardedValue &forwarded : getForwardedValues(branch))
        if (isTensor(forwarded.to))
          flow(forwarded.from->get(), forwarded.to);
      return;
    }
    auto call = dyn_cast<CallOpInterface>(op);
    for (OpResult result : op->getResults()) {
      if (!isTensor(result))
        continue;
      if (call) {
        std::optional<unsigned> argument =
            returned(call, result.getResultNumber());
        if (argument && *argument < call.getArgOperands().size())
          flow(call.getArgOperands()[*argument], result);
      } else if (Value source = sharedOperand(result)) {
        flow(source, result);
      } else if (isAllocated(result)) {
        join(result, result);
      }
    }
  }

  void flow(Value from, Value to) {
    targets[from].push_back(to);
    isTarget.insert(to);
  }

  /// `value` may have the storage of `root`; of any, where that is null.
  void join(Value value, Value root) {
    auto [it, isNew] = roots.try_emplace(value, root);
    if (!isNew) {
      if (it->second == root || !it->second)
        return;
      it->second = Value();
    }
    changed.push_back(value);
  }

  StorageRoots::ReturnedArgument returned;
  DenseMap<Value, Value> &roots;
  DenseMap<Value, SmallVector<Value, 2>> targets;
  DenseSet<Value> isTarget;
  SmallVector<Value> tensors, changed;
};
} // namespace

StorageRoots::StorageRoots(FunctionOpInterface function,
                           ReturnedArgument returned) {
  if (!function.isExternal())
    RootPropagation(returned, roots).run(function);
}
