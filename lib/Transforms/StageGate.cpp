//===- StageGate.cpp - How many copies of a tile there is room for --------===//

#include "StageGate.h"

#include "pto/Analysis/LoadHazard.h"

#include "llvm/Support/MathExtras.h"

#include <map>

using namespace mlir;
using namespace mlir::pto;

/// Addresses are multiples of this, by the document.
static constexpr int64_t kAlignment = 32;
/// More than this many reductions, one by one, are not tried.
static constexpr unsigned kMaxAttempts = 256;

SmallVector<PipelineStage, 1> pto::parseStages(StringRef membership) {
  SmallVector<PipelineStage, 1> stages;
  while (!membership.empty()) {
    auto [entry, rest] = membership.split(';');
    membership = rest;
    auto [group, stage] = entry.split(':');
    PipelineStage found;
    if (!group.trim().getAsInteger(10, found.group) &&
        !stage.trim().getAsInteger(10, found.stage))
      stages.push_back(found);
  }
  return stages;
}

/// Where the last buffer ends if slots are placed one after the other.
static int64_t measure(ArrayRef<SlotItem> items, const SlotPlan &plan,
                       int64_t reserved) {
  int64_t end = reserved;
  for (unsigned leader : plan.leaders)
    end = llvm::alignTo(end, kAlignment) + items[leader].size;
  return end;
}

/// Whether copies that are not loads may share, where no capacity is known.
static bool isVectorOrStaging(MemorySpace space) {
  return space == MemorySpace::Vec || space == MemorySpace::Mat ||
         space == MemorySpace::DDR;
}

StagePlan pto::packStages(ArrayRef<SlotItem> items, const StageRoom &room) {
  StageRule plain;
  plain.separatesLoads = isVectorOrStaging(room.space);
  StagePlan plan;
  // Loops in the order of their numbers.
  std::map<int64_t, int64_t> slotSizes;
  StageRule gated;
  gated.isGated = true;
  for (const SlotItem &item : items)
    for (const PipelineStage &stage : item.stages) {
      int64_t &size = slotSizes[stage.group];
      size = std::max<int64_t>(size, llvm::alignTo(item.size, kAlignment));
      SmallVector<int64_t> &stages = gated.depths[stage.group].stages;
      auto *it = llvm::lower_bound(stages, stage.stage);
      if (it == stages.end() || *it != stage.stage)
        stages.insert(it, stage.stage);
    }
  if (slotSizes.empty() || !room.capacity) {
    plan.slots = packSlots(items, plain);
    return plan;
  }
  int64_t available = *room.capacity - room.reserved;
  for (auto [group, size] : slotSizes) {
    StageRule::Depth &depth = gated.depths[group];
    depth.depth = std::clamp<int64_t>(available / size, 1, depth.stages.size());
  }
  plan.slots = packSlots(items, gated);
  for (unsigned i = 0;
       measure(items, plan.slots, room.reserved) > *room.capacity; ++i) {
    // The largest tile gives way; among equals the loop with the least number.
    StageRule::Depth *victim = nullptr;
    int64_t largest = 0;
    for (auto [group, size] : slotSizes)
      if (gated.depths[group].depth > 1 && size > largest) {
        victim = &gated.depths[group];
        largest = size;
      }
    if (!victim || i == kMaxAttempts) {
      plan.slots = packSlots(items, plain);
      plan.gaveUp = true;
      return plan;
    }
    --victim->depth;
    plan.slots = packSlots(items, gated);
  }
  for (auto [group, size] : slotSizes) {
    const StageRule::Depth &depth = gated.depths[group];
    int64_t requested = depth.stages.size();
    if (depth.depth < requested)
      plan.reductions.push_back({group, requested, depth.depth, size});
  }
  return plan;
}

llvm::MapVector<Value, BufferStages>
pto::gatherStages(const ProgramPoints &points, const MemRefAnalysis &memrefs) {
  llvm::MapVector<Value, BufferStages> found;
  for (Operation *op : points.getOps()) {
    auto note = op->getAttrOfType<StringAttr>(AttrNames::pipelineMembership);
    if (!note)
      continue;
    SmallVector<PipelineStage, 1> stages = parseStages(note.getValue());
    if (stages.empty())
      continue;
    for (OpResult result : op->getResults())
      if (Operation *root = getBufferRoot(memrefs.getBuffer(result)))
        found.insert({root->getResult(0), {stages, readsDeviceMemory(op)}});
  }
  return found;
}
