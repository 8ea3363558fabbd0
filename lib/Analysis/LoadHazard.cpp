//===- LoadHazard.cpp - A fault of one chip -------------------------------===//

#include "pto/Analysis/LoadHazard.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "pto/Analysis/DeviceFunctions.h"
#include "pto/IR/PTOOps.h"

using namespace mlir;
using namespace mlir::pto;

bool pto::readsDeviceMemory(Operation *op) {
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effects)
    return false;
  SmallVector<MemoryEffects::EffectInstance> list;
  effects.getEffects(list);
  return llvm::any_of(list, [](const MemoryEffects::EffectInstance &effect) {
    return isa<MemoryEffects::Read>(effect.getEffect()) &&
           effect.getResource() == DeviceMemoryResource::get();
  });
}

LoadHazard::LoadHazard(FunctionOpInterface function,
                       const TileContents &contents, const TargetModel &model)
    : contents(contents) {
  auto split = function->getAttrOfType<SplitModeAttr>(AttrNames::split);
  if (!model.corruptsLoadsUnderPops() || !split ||
      split.getValue() == SplitMode::None ||
      getFunctionKind(function) != FunctionKind::AIV)
    return;
  ArrayRef<TileContent> all = contents.getContents();
  isLoaded.resize(all.size());
  // Contents are in program order, so an operand's comes first.
  for (auto [i, content] : llvm::enumerate(all)) {
    auto op = content.tile.getDefiningOp<TileStorageOpInterface>();
    if (!op)
      continue;
    if (op->hasTrait<Repacks>())
      isLoaded[i] = isLoaded[contents.lookup(op->getOperand(0))];
    else if (content.kind == TileContent::Kind::InPlace)
      // What it does not overwrite was loaded.
      isLoaded[i] = isLoaded[contents.lookup(op->getOperand(
          op.getResultStorage(cast<OpResult>(content.tile).getResultNumber())
              .operand))];
    else
      isLoaded[i] =
          content.kind == TileContent::Kind::Fresh && readsDeviceMemory(op);
  }
}

bool LoadHazard::forbids(Operation *op, Value tile) const {
  if (isLoaded.empty() || !isLoaded.test(contents.lookup(tile)))
    return false;
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    if (!isa<TileType>(operand.getType()))
      return false;
    const TileContent &content =
        contents.getContents()[contents.lookup(operand)];
    return content.kind == TileContent::Kind::Foreign &&
           isa<OpResult>(content.tile);
  });
}
