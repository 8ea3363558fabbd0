//===- ReloadableTile.cpp - Tiles that device memory still holds ----------===//

#include "pto/Analysis/ReloadableTile.h"

#include "pto/IR/PTOInterfaces.h"

using namespace mlir;
using namespace mlir::pto;

bool pto::isLoad(Operation *op) {
  auto storage = dyn_cast<TileStorageOpInterface>(op);
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!storage || !effects || op->getNumResults() != 1 ||
      !isTile(op->getResult(0)) ||
      storage.getResultStorage(0).kind != ResultStorage::Kind::Fresh ||
      llvm::any_of(op->getOperandTypes(), llvm::IsaPred<TileType>))
    return false;
  // A load into a buffer that the author chose overwrites it.
  SmallVector<MemoryEffects::EffectInstance> found;
  effects.getEffects(found);
  return !found.empty() &&
         llvm::all_of(found, [](const MemoryEffects::EffectInstance &effect) {
           return isa<MemoryEffects::Read>(effect.getEffect()) &&
                  isa<DeviceMemoryResource>(effect.getResource());
         });
}

/// True where a load may leave what it reads in a memory of one's choice.
static bool canGoElsewhere(Operation *load) {
  auto spaces = dyn_cast<MemorySpaceOpInterface>(load);
  if (!spaces)
    return false;
  ResultSpaceRule::Kind kind = spaces.getResultSpaceRule(0).kind;
  return kind == ResultSpaceRule::Kind::Deferred ||
         kind == ResultSpaceRule::Kind::Requested;
}

SmallVector<Operation *> pto::getReloadChain(Value tile) {
  SmallVector<Operation *> chain;
  while (auto result = dyn_cast<OpResult>(tile)) {
    Operation *op = result.getOwner();
    chain.push_back(op);
    if (auto view = dyn_cast<TileViewOpInterface>(op)) {
      tile = view.getViewSource();
      continue;
    }
    if (!isLoad(op) || !canGoElsewhere(op))
      return {};
    std::reverse(chain.begin(), chain.end());
    return chain;
  }
  return {};
}
