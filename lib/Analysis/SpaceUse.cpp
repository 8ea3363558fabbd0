//===- SpaceUse.cpp - Bytes that the tiles of a function need -------------===//

#include "pto/Analysis/SpaceUse.h"

#include "pto/Analysis/RegionFlow.h"
#include "pto/IR/PTOInterfaces.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pto;

/// Larger than any memory; sums of so many bytes don't overflow.
static constexpr int64_t kTooManyBytes = int64_t(1) << 40;

/// Addresses of a plan are multiples of this at least.
static constexpr int64_t kPlanAlignment = 32;

static ResultStorage storageOf(OpResult tile) {
  auto storage = dyn_cast<TileStorageOpInterface>(tile.getOwner());
  return storage ? storage.getResultStorage(tile.getResultNumber())
                 : ResultStorage();
}

bool pto::ownsStorage(OpResult tile) {
  if (isa<RegionBranchOpInterface>(tile.getOwner()))
    return false;
  ResultStorage::Kind kind = storageOf(tile).kind;
  return kind != ResultStorage::Kind::View &&
         kind != ResultStorage::Kind::InPlace;
}

std::optional<int64_t> pto::getPlannedBytes(const TargetModel &model,
                                            TileType type) {
  std::optional<int64_t> bytes = model.getStorageBytes(type);
  if (!bytes || *bytes > kTooManyBytes)
    return std::nullopt;
  int64_t alignment = std::max(
      kPlanAlignment,
      model.getAssemblerAlignment(type.getSpace().value_or(MemorySpace::Vec)));
  return llvm::alignTo(*bytes, alignment);
}

/// Calls `visit` with every tile that has room of its own in a known space.
static void
forEachOwner(Operation *op,
             function_ref<void(OpResult, TileType, MemorySpace)> visit) {
  for (OpResult result : op->getResults()) {
    auto type = dyn_cast<TileType>(result.getType());
    if (type && type.getSpace() && ownsStorage(result))
      visit(result, type, *type.getSpace());
  }
}

std::array<SpaceUse, kNumSpaces> pto::sumSpaces(FunctionOpInterface function,
                                                const TargetModel &model) {
  std::array<SpaceUse, kNumSpaces> use;
  SmallVector<Operation *> pipelines;
  function->walk([&](Operation *op, const WalkStage &stage) {
    bool isPipeline =
        op->getNumRegions() != 0 && getLoopKind(op) == LoopKind::Pipeline;
    if (isPipeline && stage.isBeforeAllRegions())
      pipelines.push_back(op);
    if (isPipeline && stage.isAfterAllRegions())
      pipelines.pop_back();
    if (!stage.isBeforeAllRegions())
      return;
    forEachOwner(op, [&](OpResult tile, TileType type, MemorySpace space) {
      SpaceUse &memory = use[unsigned(space)];
      if (!pipelines.empty() && !memory.pipeline)
        memory.pipeline = pipelines.back();
      std::optional<int64_t> bytes = getPlannedBytes(model, type);
      if (bytes && memory.sum < kTooManyBytes)
        memory.sum += *bytes;
      else if (!bytes && !memory.unknown)
        memory.unknown = op;
    });
  });
  return use;
}

//===----------------------------------------------------------------------===//
// SpacePeaks::Tree
//===----------------------------------------------------------------------===//

void SpacePeaks::Tree::grow(int64_t points) {
  leaves = int64_t(llvm::PowerOf2Ceil(points));
  nodes.assign(2 * leaves, Node());
}

void SpacePeaks::Tree::add(size_t node, int64_t first, int64_t count,
                           Range range, int64_t bytes) {
  if (range.last < first || first + count <= range.first)
    return;
  if (range.first <= first && first + count - 1 <= range.last) {
    nodes[node].added += bytes;
    nodes[node].max += bytes;
    return;
  }
  int64_t half = count / 2;
  add(2 * node, first, half, range, bytes);
  add(2 * node + 1, first + half, half, range, bytes);
  nodes[node].max = std::max(nodes[2 * node].max, nodes[2 * node + 1].max) +
                    nodes[node].added;
}

int64_t SpacePeaks::Tree::getMax(size_t node, int64_t first, int64_t count,
                                 Range range) const {
  if (range.last < first || first + count <= range.first)
    return 0;
  if (range.first <= first && first + count - 1 <= range.last)
    return nodes[node].max;
  int64_t half = count / 2;
  return std::max(getMax(2 * node, first, half, range),
                  getMax(2 * node + 1, first + half, half, range)) +
         nodes[node].added;
}

//===----------------------------------------------------------------------===//
// SpacePeaks
//===----------------------------------------------------------------------===//

/// Numbers the points of a function and finds the range of every tile, in one
/// walk.
class SpacePeaks::Builder {
public:
  explicit Builder(SpacePeaks &peaks, const TargetModel &model)
      : peaks(peaks), model(model) {}

  void run(FunctionOpInterface function) {
    function->walk([&](Operation *op, const WalkStage &stage) {
      if (stage.isBeforeAllRegions())
        enter(op);
      if (!stage.isAfterAllRegions()) {
        ++point;
        for (Block &block : op->getRegion(stage.getNextRegion()))
          for (BlockArgument argument : block.getArguments())
            define(argument);
        return;
      }
      leave(op);
    });
    // All that shares bytes, or may, lives from the first to the last of it.
    webs.grow(firsts.size());
    for (auto [a, b] : ties)
      webs.join(a, b);
    webs.compress();
    std::vector<Range> hulls(webs.getNumClasses(), {point, 0, 0});
    for (unsigned id = 0; id < firsts.size(); ++id) {
      Range &hull = hulls[webs[id]];
      hull.first = std::min(hull.first, firsts[id]);
      hull.last = std::max(hull.last, lasts[id]);
    }
    for (auto [tile, bytes] : owners) {
      Range range = hulls[webs[ids.lookup(tile)]];
      range.bytes = bytes;
      peaks.ranges[tile] = range;
    }
    addToTrees();
  }

private:
  /// Whether what is used inside of an op is used again there.
  static bool mayRepeat(Operation *op) {
    auto branch = dyn_cast<RegionBranchOpInterface>(op);
    return op->getNumRegions() != 0 && (!branch || isLoop(branch));
  }

  struct OpenLoop {
    int64_t first;
    /// Tiles from outside that are used inside.
    SmallVector<unsigned> used;
  };

  void enter(Operation *op) {
    ++point;
    for (Value operand : op->getOperands())
      if (isTile(operand))
        use(operand);
    if (mayRepeat(op)) {
      open.push_back({point, {}});
      peaks.loops[op].first = point;
    }
  }

  void leave(Operation *op) {
    if (op->getNumRegions() != 0)
      ++point;
    if (mayRepeat(op)) {
      for (unsigned id : open.back().used)
        lasts[id] = point;
      open.pop_back();
      peaks.loops[op].second = point;
    }
    for (Value result : op->getResults())
      define(result);
    forEachOwner(op, [&](OpResult tile, TileType type, MemorySpace) {
      owners.emplace_back(tile, getPlannedBytes(model, type).value_or(0));
    });
    if (auto branch = dyn_cast<RegionBranchOpInterface>(op)) {
      for (const ForwardedValue &forwarded : getForwardedValues(branch))
        tie(forwarded.from->get(), forwarded.to);
      return;
    }
    for (OpResult result : op->getResults())
      if (isTile(result) && !ownsStorage(result))
        tie(op->getOperand(storageOf(result).operand), result);
  }

  void define(Value value) {
    if (!isTile(value))
      return;
    ids.try_emplace(value, firsts.size());
    firsts.push_back(point);
    lasts.push_back(point);
  }

  void use(Value tile) {
    unsigned id = ids.lookup(tile);
    lasts[id] = std::max(lasts[id], point);
    // The outermost loop that the tile comes from outside of. Loops in loops
    // open one after the other.
    auto *loop = llvm::partition_point(open, [&](const OpenLoop &candidate) {
      return candidate.first <= firsts[id];
    });
    if (loop != open.end())
      loop->used.push_back(id);
  }

  void tie(Value a, Value b) {
    if (isTile(a) && isTile(b))
      ties.emplace_back(ids.lookup(a), ids.lookup(b));
  }

  void addToTrees() {
    std::array<bool, kNumSpaces> grown{};
    for (auto [tile, bytes] : owners) {
      unsigned space = unsigned(*cast<TileType>(tile.getType()).getSpace());
      if (!std::exchange(grown[space], true))
        peaks.live[space].grow(point + 1);
      peaks.live[space].add(peaks.ranges.lookup(tile), bytes);
    }
  }

  SpacePeaks &peaks;
  const TargetModel &model;
  int64_t point = 0;
  SmallVector<OpenLoop> open;
  DenseMap<Value, unsigned> ids;
  std::vector<int64_t> firsts, lasts;
  std::vector<std::pair<unsigned, unsigned>> ties;
  std::vector<std::pair<OpResult, int64_t>> owners;
  llvm::IntEqClasses webs;
};

SpacePeaks::SpacePeaks(FunctionOpInterface function, const TargetModel &model) {
  Builder(*this, model).run(function);
}

int64_t SpacePeaks::extend(OpResult tile, Operation *loop, int64_t capacity) {
  Range &range = ranges[tile];
  auto [first, last] = loops.lookup(loop);
  Range longer{std::min(range.first, first), std::max(range.last, last),
               range.bytes};
  Tree &tree = live[unsigned(*cast<TileType>(tile.getType()).getSpace())];
  tree.add(range, -range.bytes);
  tree.add(longer, range.bytes);
  int64_t peak = tree.getMax(longer);
  if (peak <= capacity) {
    range = longer;
    return peak;
  }
  tree.add(longer, -range.bytes);
  tree.add(range, range.bytes);
  return peak;
}
