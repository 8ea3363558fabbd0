//===- AllocationPolicy.cpp - What others decide about addresses ----------===//

#include "pto/Transforms/AllocationPolicy.h"

using namespace mlir;
using namespace mlir::pto;

AllocationPolicy::~AllocationPolicy() = default;

bool AllocationPolicy::shouldAllocate(MemorySpace space) const {
  // Device memory is placed by somebody else.
  return space != MemorySpace::DDR;
}

int64_t AllocationPolicy::getAlignment(MemorySpace) const { return 32; }

/// Sorts by `less`; what is equal stays in order.
template <typename Less>
static void sortInOrder(MutableArrayRef<AllocOp> buffers, Less less) {
  SmallVector<std::pair<AllocOp, size_t>> numbered;
  for (auto [i, buffer] : llvm::enumerate(buffers))
    numbered.emplace_back(buffer, i);
  llvm::sort(numbered, [&](const auto &a, const auto &b) {
    if (less(a.first, b.first))
      return true;
    return !less(b.first, a.first) && a.second < b.second;
  });
  for (auto [buffer, entry] : llvm::zip_equal(buffers, numbered))
    buffer = entry.first;
}

void AllocationPolicy::order(MutableArrayRef<AllocOp> buffers) const {
  // Numbers are unique, unless an author repeats one.
  sortInOrder(buffers,
              [](AllocOp a, AllocOp b) { return a.getId() < b.getId(); });
}

int64_t OptionPolicy::getAlignment(MemorySpace space) const {
  return alignment == AlignmentRule::Target ? model.getAssemblerAlignment(space)
                                            : 32;
}

void OptionPolicy::order(MutableArrayRef<AllocOp> buffers) const {
  if (placementOrder == PlacementOrder::Id)
    return AllocationPolicy::order(buffers);
  // All names of one memory begin alike: the digits decide.
  sortInOrder(buffers, [](AllocOp a, AllocOp b) {
    return std::to_string(a.getId()) < std::to_string(b.getId());
  });
}
