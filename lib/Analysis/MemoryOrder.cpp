//===- MemoryOrder.cpp - What accesses to device memory keep their place to -//

#include "pto/Analysis/MemoryOrder.h"

#include "mlir/Interfaces/CallInterfaces.h"
#include "pto/IR/MemoryFacts.h"

using namespace mlir;
using namespace mlir::pto;

using Effects = SmallVector<MemoryEffects::EffectInstance>;

bool pto::isOrderingBoundary(Operation *op) {
  if (isa<CallOpInterface>(op))
    return true;
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!interface)
    return !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>();
  Effects effects;
  interface.getEffects(effects);
  return !llvm::all_of(effects, [](const auto &effect) {
    return isa<DeviceMemoryResource, OnChipMemoryResource>(
        effect.getResource());
  });
}

std::optional<SmallVector<Value>> pto::getOverwrittenTensors(Operation *op) {
  SmallVector<Value> tensors;
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!interface)
    return tensors;
  Effects effects;
  interface.getEffects(effects);
  for (const MemoryEffects::EffectInstance &effect : effects) {
    if (!isa<MemoryEffects::Write>(effect.getEffect()) ||
        !isa<DeviceMemoryResource>(effect.getResource()))
      continue;
    if (!effect.getValue())
      return std::nullopt;
    tensors.push_back(effect.getValue());
  }
  return tensors;
}

bool pto::overwritesDeviceMemory(Operation *op) {
  std::optional<SmallVector<Value>> tensors = getOverwrittenTensors(op);
  return !tensors || !tensors->empty();
}
