//===- SpacePressure.cpp - Memories that may run short --------------------===//

#include "pto/Analysis/SpacePressure.h"

using namespace mlir;
using namespace mlir::pto;

SpaceMask pto::findCrowdedSpaces(Operation *function,
                                 const TargetModel &model) {
  std::array<int64_t, kNumSpaces> used{};
  function->walk([&](TileStorageOpInterface storage) {
    for (OpResult result : storage->getResults()) {
      auto type = dyn_cast<TileType>(result.getType());
      if (!type || storage.getResultStorage(result.getResultNumber()).kind !=
                       ResultStorage::Kind::Fresh)
        continue;
      int64_t &sum = used[unsigned(*type.getSpace())];
      std::optional<int64_t> bytes = model.getStorageBytes(type);
      if (!bytes || llvm::AddOverflow(sum, (*bytes + 31) / 32 * 32, sum))
        sum = std::numeric_limits<int64_t>::max() / 2;
    }
  });
  SpaceMask crowded = 0;
  for (unsigned i = 0; i < kNumSpaces; ++i)
    if (std::optional<int64_t> capacity = model.getCapacity(MemorySpace(i));
        capacity && used[i] > *capacity)
      crowded |= SpaceMask(1) << i;
  return crowded;
}
