//===- ReloadableTile.cpp - Tiles that device memory still holds ----------===//

#include "pto/Analysis/ReloadableTile.h"

#include "pto/IR/PTOInterfaces.h"

using namespace mlir;
using namespace mlir::pto;

/// True for an op that takes no tile, only reads device memory, and leaves what
/// it read in a memory of one's choice.
static bool isLoad(OpResult result) {
  Operation *op = result.getOwner();
  auto spaces = dyn_cast<MemorySpaceOpInterface>(op);
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!spaces || !effects || op->getNumResults() != 1 ||
      llvm::any_of(op->getOperandTypes(), llvm::IsaPred<TileType>))
    return false;
  ResultSpaceRule rule = spaces.getResultSpaceRule(result.getResultNumber());
  if (rule.uninitialised || (rule.kind != ResultSpaceRule::Kind::Deferred &&
                             rule.kind != ResultSpaceRule::Kind::Requested))
    return false;
  SmallVector<MemoryEffects::EffectInstance> found;
  effects.getEffects(found);
  return !found.empty() &&
         llvm::all_of(found, [](const MemoryEffects::EffectInstance &effect) {
           return isa<MemoryEffects::Read>(effect.getEffect()) &&
                  isa<DeviceMemoryResource>(effect.getResource());
         });
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
    if (!isLoad(result))
      return {};
    std::reverse(chain.begin(), chain.end());
    return chain;
  }
  return {};
}
