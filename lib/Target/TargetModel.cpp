//===- TargetModel.cpp - One table for each chip --------------------------===//

#include "pto/Target/TargetModel.h"
#include "pto/Target/TargetModelInterface.h"

#include "mlir/IR/Operation.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pto;

using MS = MemorySpace;

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

// The top 8 KiB of vector memory are not ours: using them corrupts results.
// A copy between cores costs several times one inside of a core: it makes both
// wait, and ties the two halves of a kernel to each other.
static const MemoryInfo a2a3Memories[] = {
    {MS::Vec, 184 * 1024, 32},  {MS::Mat, 512 * 1024, 32},
    {MS::Left, 64 * 1024, 512}, {MS::Right, 64 * 1024, 512},
    {MS::Acc, 128 * 1024, 512}, {MS::Bias, 1024, 32},
};
static const DataPath a2a3Paths[] = {
    {MS::DDR, MS::Vec, Pipe::MTE2, 4},  {MS::DDR, MS::Mat, Pipe::MTE2, 4},
    {MS::Vec, MS::DDR, Pipe::MTE3, 4},  {MS::Vec, MS::Vec, Pipe::V, 1},
    {MS::Mat, MS::Left, Pipe::MTE1, 1}, {MS::Mat, MS::Right, Pipe::MTE1, 1},
    {MS::Mat, MS::Bias, Pipe::MTE1, 1}, {MS::Acc, MS::Mat, Pipe::FIX, 2},
    {MS::Acc, MS::DDR, Pipe::FIX, 4},
};

static const CoreCrossing a2a3Crossings[] = {
    {MS::Acc, MS::Vec, 8},
    {MS::Vec, MS::Mat, 8},
};

static const MemoryInfo a5Memories[] = {
    {MS::Vec, 240 * 1024, 32},  {MS::Mat, 512 * 1024, 32},
    {MS::Left, 64 * 1024, 512}, {MS::Right, 64 * 1024, 512},
    {MS::Acc, 256 * 1024, 512}, {MS::Bias, 4096, 32},
    {MS::LeftScale, 4096, 32},  {MS::RightScale, 4096, 32},
};
static const DataPath a5Paths[] = {
    {MS::DDR, MS::Vec, Pipe::MTE2, 4},
    {MS::DDR, MS::Mat, Pipe::MTE2, 4},
    {MS::Vec, MS::DDR, Pipe::MTE3, 4},
    {MS::Vec, MS::Mat, Pipe::MTE3, 8},
    {MS::Vec, MS::Vec, Pipe::V, 1},
    {MS::Mat, MS::Left, Pipe::MTE1, 1},
    {MS::Mat, MS::Right, Pipe::MTE1, 1},
    {MS::Mat, MS::Bias, Pipe::MTE1, 1},
    {MS::Mat, MS::LeftScale, Pipe::MTE1, 1},
    {MS::Mat, MS::RightScale, Pipe::MTE1, 1},
    {MS::Acc, MS::Mat, Pipe::FIX, 2},
    {MS::Acc, MS::Vec, Pipe::FIX, 8},
    {MS::Acc, MS::DDR, Pipe::FIX, 4},
};

const TargetModel &TargetModel::get(std::optional<Target> target) {
  static const TargetModel a2a3({"a2a3", a2a3Memories, a2a3Paths, a2a3Crossings,
                                 Target::A2A3, /*int32AccumulatorRows=*/32});
  static const TargetModel a5({"a5", a5Memories, a5Paths, {}, Target::A5});
  // Without a target: every path that some chip has, the larger row granule,
  // no capacities.
  static const TargetModel neutral({"neutral",
                                    {},
                                    a5Paths,
                                    {},
                                    std::nullopt,
                                    /*int32AccumulatorRows=*/32,
                                    /*needsRowMajor=*/false});
  if (!target)
    return neutral;
  return *target == Target::A2A3 ? a2a3 : a5;
}

const TargetModel *TargetModel::lookup(MLIRContext *context, StringRef name) {
  if (std::optional<Target> known = symbolizeTarget(name))
    return &get(known);
  for (Dialect *dialect : context->getLoadedDialects())
    if (auto *others =
            dialect->getRegisteredInterface<TargetModelDialectInterface>())
      if (const TargetModel *model = others->lookupTarget(name))
        return model;
  return nullptr;
}

const TargetModel *TargetModel::lookupFor(Operation *op) {
  for (; op; op = op->getParentOp()) {
    Attribute attribute = op->getAttr(AttrNames::target);
    if (auto known = dyn_cast_if_present<TargetAttr>(attribute))
      return &get(known.getValue());
    if (auto name = dyn_cast_if_present<StringAttr>(attribute))
      return lookup(op->getContext(), name);
  }
  return &get(std::nullopt);
}

const TargetModel &TargetModel::getFor(Operation *op) {
  const TargetModel *model = lookupFor(op);
  return model ? *model : get(std::nullopt);
}

TargetModel::TargetModel(const TargetDescription &description)
    : family(description.family), name(description.name),
      memories(description.memories), paths(description.paths),
      int32AccRows(description.int32AccumulatorRows),
      needsRowMajor(description.needsRowMajor) {
  for (unsigned from = 0; from < kNumSpaces; ++from)
    findRoutes(MemorySpace(from), description.crossings);
}

/// Shortest ways from one memory, by relaxing all paths until nothing changes;
/// there are a dozen of them.
void TargetModel::findRoutes(MemorySpace from,
                             ArrayRef<CoreCrossing> crossings) {
  auto &found = routes[unsigned(from)];
  found[unsigned(from)] = {0, from};
  bool hasChanged = true;
  auto relax = [&](MemorySpace a, MemorySpace b, int64_t cost) {
    const Route &before = found[unsigned(a)];
    Route &behind = found[unsigned(b)];
    if (a == b || !before.cost || (a == MS::DDR && from != MS::DDR) ||
        (behind.cost && *behind.cost <= *before.cost + cost))
      return;
    behind = {*before.cost + cost, a};
    hasChanged = true;
  };
  while (hasChanged) {
    hasChanged = false;
    for (const DataPath &path : paths)
      relax(path.from, path.to, path.cost);
    for (const CoreCrossing &crossing : crossings)
      relax(crossing.from, crossing.to, crossing.cost);
  }
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

std::optional<int64_t> TargetModel::getCapacity(MemorySpace space) const {
  for (const MemoryInfo &memory : memories)
    if (memory.space == space)
      return memory.capacity;
  return std::nullopt;
}

int64_t TargetModel::getLargestCapacity(MemorySpace space) {
  return std::max(get(Target::A2A3).getCapacity(space).value_or(0),
                  get(Target::A5).getCapacity(space).value_or(0));
}

int64_t TargetModel::getAssemblerAlignment(MemorySpace space) const {
  for (const MemoryInfo &memory :
       isNeutral() ? ArrayRef(a5Memories) : ArrayRef(memories))
    if (memory.space == space)
      return memory.assemblerAlignment;
  return 32;
}

std::optional<Pipe> TargetModel::getDirectPath(MemorySpace from,
                                               MemorySpace to) const {
  for (const DataPath &path : paths)
    if (path.from == from && path.to == to)
      return path.pipe;
  return std::nullopt;
}

SmallVector<MemorySpace> TargetModel::getPath(MemorySpace from,
                                              MemorySpace to) const {
  // Breadth first over at most ten memories; device memory is no way station.
  std::array<std::optional<MemorySpace>, kNumSpaces> cameFrom;
  SmallVector<MemorySpace> queue = {from};
  cameFrom[unsigned(from)] = from;
  for (unsigned i = 0; i < queue.size() && !cameFrom[unsigned(to)]; ++i)
    for (const DataPath &path : paths)
      if (path.from == queue[i] && !cameFrom[unsigned(path.to)] &&
          (path.to != MS::DDR || to == MS::DDR)) {
        cameFrom[unsigned(path.to)] = queue[i];
        queue.push_back(path.to);
      }
  SmallVector<MemorySpace> chain;
  if (!cameFrom[unsigned(to)])
    return chain;
  for (MemorySpace at = to;; at = *cameFrom[unsigned(at)]) {
    chain.insert(chain.begin(), at);
    if (at == from)
      return chain;
  }
}

std::optional<int64_t> TargetModel::getRouteCost(MemorySpace from,
                                                 MemorySpace to) const {
  return routes[unsigned(from)][unsigned(to)].cost;
}

MemorySpace TargetModel::getRouteStop(MemorySpace from, MemorySpace to) const {
  return routes[unsigned(from)][unsigned(to)].stop;
}

bool TargetModel::crossesCores(MemorySpace from, MemorySpace to) {
  if (from == MS::DDR || to == MS::DDR)
    return false;
  return (from == MS::Vec) != (to == MS::Vec);
}

int64_t TargetModel::getAccumulatorRowGranule(Type elementType) const {
  return elementType.isInteger(32) ? int32AccRows : 16;
}

std::optional<int64_t> TargetModel::getStorageBytes(TileType type) const {
  if (!type.hasStaticShape())
    return std::nullopt;
  SmallVector<int64_t> shape(type.getShape());
  int64_t bits = getStorageBits(type.getElementType());
  if (type.getSpace() == MS::Acc) {
    if (shape.size() < 2)
      return std::nullopt;
    int64_t granule = getAccumulatorRowGranule(type.getElementType());
    int64_t &rows = shape[shape.size() - 2];
    rows = (rows + granule - 1) / granule * granule;
  }
  // One element more than needed in the pitch of every row (or column, where
  // they are stored by columns) but the last.
  if (type.getCompact() == CompactMode::RowPlusOne && shape.size() == 2) {
    if (type.getLayout().getBlayout() == BlockLayout::ColMajor)
      std::swap(shape[0], shape[1]);
    int64_t elements = (shape[0] - 1) * (shape[1] + 1) + shape[1];
    return (elements * bits + 7) / 8;
  }
  int64_t total = bits;
  for (int64_t extent : shape)
    if (llvm::MulOverflow(total, extent, total))
      return std::nullopt;
  return (total + 7) / 8;
}
