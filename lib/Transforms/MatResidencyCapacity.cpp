//===- MatResidencyCapacity.cpp - Whether a tile may live longer ----------===//

#include "MatResidencyCapacity.h"

using namespace mlir;
using namespace mlir::pto;

ResidencyCapacity::ResidencyCapacity(FunctionOpInterface function,
                                     const TargetModel &model,
                                     ResidencyScope scope)
    : model(model), use(sumSpaces(function, model)) {
  if (scope == ResidencyScope::Extended)
    peaks.emplace(function, model);
}

std::optional<Objection> ResidencyCapacity::admit(OpResult tile,
                                                  Operation *loop) {
  // A view adds no bytes.
  if (!ownsStorage(tile))
    return std::nullopt;
  // res-r3
  if (model.isNeutral())
    return Objection{"res-r3", "no target is known, and so no capacity"};
  // res-r14
  MemorySpace space = *cast<TileType>(tile.getType()).getSpace();
  std::string name = stringifyMemorySpace(space).str();
  std::optional<int64_t> capacity = model.getCapacity(space);
  if (!capacity)
    return Objection{"res-r14", "the target has no memory " + name};
  const SpaceUse &memory = use[unsigned(space)];
  if (memory.unknown)
    return Objection{"res-r14",
                     "the size of a tile in " + name + " is not known",
                     memory.unknown};
  if (memory.pipeline)
    return Objection{"res-r14",
                     "tiles in " + name +
                         " are in a pipeline loop, which may need several of "
                         "each",
                     memory.pipeline};
  int64_t needed = peaks ? peaks->extend(tile, loop, *capacity) : memory.sum;
  if (needed > *capacity)
    return Objection{"res-r14", name + " would have to hold " +
                                    std::to_string(needed) + " bytes of " +
                                    std::to_string(*capacity)};
  return std::nullopt;
}
