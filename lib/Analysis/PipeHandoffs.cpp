//===- PipeHandoffs.cpp - Reuse that makes a pipe wait --------------------===//

#include "pto/Analysis/PipeHandoffs.h"

#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "pto/Analysis/ExecutionFrequency.h"
#include "pto/IR/PTOOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::pto;

/// Pairs of buffers that begin further apart than this don't count where the
/// rule asks for waits.
static constexpr unsigned kWindow = 32;
/// The document's rule knows no distance. So many pairs of a block and a memory
/// are looked at: all of them in any kernel; where there are more, those that
/// are near, so that the work on larger functions stays linear.
static constexpr unsigned kDocumentedPairs = 1 << 20;

static bool isCubeOperand(MemorySpace space) {
  switch (space) {
  case MemorySpace::Left:
  case MemorySpace::Right:
  case MemorySpace::Acc:
  case MemorySpace::Bias:
  case MemorySpace::LeftScale:
  case MemorySpace::RightScale:
    return true;
  default:
    return false;
  }
}

std::optional<Pipe> pto::inferPipe(Operation *op, const TargetModel &model) {
  auto storage = dyn_cast<TileStorageOpInterface>(op);
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!storage || !effects)
    return std::nullopt;
  llvm::SmallSetVector<MemorySpace, 4> from, to;
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<TileType>(operand.get().getType());
    if (!type)
      continue;
    TileAccess access = storage.getTileAccess(operand.getOperandNumber());
    if (access == TileAccess::None)
      continue;
    if (!type.getSpace())
      return std::nullopt;
    // A temporary is where the op works.
    if (access != TileAccess::Write)
      from.insert(*type.getSpace());
    if (access != TileAccess::Read)
      to.insert(*type.getSpace());
  }
  for (OpResult result : op->getResults())
    if (auto type = dyn_cast<TileType>(result.getType())) {
      if (!type.getSpace())
        return std::nullopt;
      to.insert(*type.getSpace());
    }
  SmallVector<MemoryEffects::EffectInstance> list;
  effects.getEffects(list);
  for (const MemoryEffects::EffectInstance &effect : list) {
    if (effect.getResource() == CrossCorePipeResource::get())
      return std::nullopt;
    if (effect.getResource() != DeviceMemoryResource::get())
      continue;
    if (isa<MemoryEffects::Read>(effect.getEffect()))
      from.insert(MemorySpace::DDR);
    if (isa<MemoryEffects::Write>(effect.getEffect()))
      to.insert(MemorySpace::DDR);
  }
  auto isVector = [](MemorySpace space) { return space == MemorySpace::Vec; };
  if (to.empty())
    return llvm::all_of(from, isVector) && !from.empty()
               ? std::optional(Pipe::S)
               : std::nullopt;
  // A copy within one memory runs there, too, whichever memory it is.
  bool isWithin = from.size() == 1 && to.size() == 1 && from == to;
  if (isWithin || (llvm::all_of(from, isVector) && llvm::all_of(to, isVector)))
    return Pipe::V;
  if (llvm::all_of(from, isCubeOperand) && llvm::all_of(to, isCubeOperand))
    return Pipe::M;
  // What a store updates in device memory it does not look at.
  if (to.contains(MemorySpace::DDR))
    from.remove(MemorySpace::DDR);
  if (from.size() != 1 || to.size() != 1)
    return std::nullopt;
  return model.getDirectPath(from.front(), to.front());
}

namespace {
struct BufferAccess {
  ProgramPoint point;
  Pipe pipe;
  bool writes;
};

struct BufferHistory {
  Value buffer;
  MemorySpace space;
  Block *block = nullptr;
  /// All accesses are known, whole where the rule asks for it, and in one
  /// block.
  bool isKnown = true;
  SmallVector<BufferAccess, 4> accesses;

  bool takesPart() const {
    return isKnown && !accesses.empty() && accesses.front().writes;
  }
  Pipe getFirstPipe() const { return accesses.front().pipe; }
};

class HandoffFinder {
public:
  HandoffFinder(FunctionOpInterface function, const TileLiveness &liveness,
                const MemRefAnalysis &memrefs, const TargetModel &model,
                HandoffRule rule)
      : liveness(liveness), memrefs(memrefs), model(model), rule(rule),
        frequency(function) {}

  SmallVector<PipeHandoff> run() {
    for (Operation *op : liveness.getPoints().getOps())
      visit(op);
    // By block and memory, in the order in which they begin.
    llvm::MapVector<std::pair<Block *, MemorySpace>,
                    SmallVector<const BufferHistory *>>
        groups;
    for (auto &[buffer, history] : histories)
      if (history.takesPart())
        groups[{history.block, history.space}].push_back(&history);
    SmallVector<PipeHandoff> pairs;
    for (auto &[place, group] : groups)
      collect(place.first, group, pairs);
    return pairs;
  }

private:
  void visit(Operation *op) {
    if (op->hasTrait<OpTrait::IsTerminator>() || op->getNumRegions() != 0)
      return;
    std::optional<Pipe> pipe = inferPipe(op, model);
    auto storage = dyn_cast<TileStorageOpInterface>(op);
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isa<TileType>(operand.get().getType()))
        continue;
      TileAccess access =
          storage ? storage.getTileAccess(operand.getOperandNumber())
                  : TileAccess::ReadWrite;
      if (access == TileAccess::None)
        continue;
      // Single elements are not all of a tile.
      bool isPartial = rule == HandoffRule::Documented && storage &&
                       storage.getTileAddressing(operand.getOperandNumber()) ==
                           TileAddressing::Element;
      touch(op, operand.get(), isPartial ? std::nullopt : pipe,
            access != TileAccess::Read, liveness.getPoints().getRead(op));
    }
    const TileContents &contents = liveness.getContents().getContents();
    for (OpResult result : op->getResults()) {
      if (!isa<TileType>(result.getType()))
        continue;
      ResultStorage::Kind kind =
          storage ? storage.getResultStorage(result.getResultNumber()).kind
                  : ResultStorage::Kind::Fresh;
      bool isDeclared = contents.getContents()[contents.lookup(result)].isEmpty;
      if (kind == ResultStorage::Kind::InPlace ||
          (kind == ResultStorage::Kind::Fresh && !isDeclared))
        touch(op, result, pipe, /*writes=*/true,
              liveness.getPoints().getWrite(op));
    }
  }

  void touch(Operation *op, Value tile, std::optional<Pipe> pipe, bool writes,
             ProgramPoint point) {
    TileMemRef memref = memrefs.lookup(tile);
    auto alloc = dyn_cast_or_null<AllocOp>(getBufferRoot(memref.buffer));
    if (!alloc)
      return;
    auto [it, isNew] = histories.insert({alloc.getResult(), {}});
    BufferHistory &history = it->second;
    if (isNew) {
      history.buffer = alloc;
      history.space = alloc.getSpace();
      history.block = op->getBlock();
    }
    bool isPartial = rule == HandoffRule::Documented &&
                     !isWhole(memref, cast<TileType>(tile.getType()), alloc);
    if (!pipe || isPartial || history.block != op->getBlock())
      history.isKnown = false;
    else
      history.accesses.push_back({point, *pipe, writes});
  }

  static bool isWhole(const TileMemRef &memref, TileType type, AllocOp alloc) {
    return memref.hasConstantOffset() && memref.getConstantOffset() == 0 &&
           memref.size == alloc.getSize() && type.getValid().empty();
  }

  /// True where a write on pipe `writer` at `point`, over the bytes of
  /// `history`, waits for another pipe.
  bool makesWait(const BufferHistory &history, Pipe writer) const {
    for (auto [i, access] : llvm::enumerate(history.accesses)) {
      if (access.pipe == writer)
        continue;
      bool isLast = true, isAwaited = false;
      for (const BufferAccess &later :
           ArrayRef(history.accesses).drop_front(i + 1)) {
        isLast &= later.pipe != access.pipe;
        // The writer's pipe has waited for it before.
        isAwaited |= later.pipe == writer && (access.writes || later.writes);
      }
      if (isLast && !(rule == HandoffRule::Waits && isAwaited))
        return true;
    }
    return false;
  }

  static bool isInLoop(Block *block) {
    for (Operation *op = block->getParentOp(); op; op = op->getParentOp())
      if (isa<LoopLikeOpInterface>(op))
        return true;
    return false;
  }

  void collect(Block *block, ArrayRef<const BufferHistory *> group,
               SmallVectorImpl<PipeHandoff> &pairs) {
    bool repeats = isInLoop(block);
    int64_t weight =
        rule == HandoffRule::Documented
            ? 1
            : std::max<int64_t>(frequency.of(block) / ExecutionFrequency::once,
                                1);
    unsigned window =
        rule == HandoffRule::Documented
            ? std::max<unsigned>(kDocumentedPairs / group.size(), kWindow)
            : kWindow;
    for (unsigned i = 0; i < group.size(); ++i) {
      const BufferHistory &first = *group[i];
      unsigned end = std::min<unsigned>(group.size(), i + 1 + window);
      for (unsigned j = i + 1; j < end; ++j)
        addPair(first, *group[j], repeats, weight, pairs);
      // Around the loop: those at the end meet those at the beginning.
      if (!repeats || group.size() <= window || i >= window)
        continue;
      for (unsigned j = std::max<size_t>(end, group.size() - window + i);
           j < group.size(); ++j)
        addPair(first, *group[j], repeats, weight, pairs);
    }
  }

  void addPair(const BufferHistory &first, const BufferHistory &second,
               bool repeats, int64_t weight,
               SmallVectorImpl<PipeHandoff> &pairs) const {
    bool isInOrder =
        first.accesses.back().point <= second.accesses.front().point;
    if (isInOrder && (makesWait(first, second.getFirstPipe()) ||
                      (repeats && makesWait(second, first.getFirstPipe()))))
      pairs.push_back({first.buffer, second.buffer, weight});
  }

  const TileLiveness &liveness;
  const MemRefAnalysis &memrefs;
  const TargetModel &model;
  HandoffRule rule;
  ExecutionFrequency frequency;
  llvm::MapVector<Value, BufferHistory> histories;
};
} // namespace

SmallVector<PipeHandoff> pto::findPipeHandoffs(FunctionOpInterface function,
                                               const TileLiveness &liveness,
                                               const MemRefAnalysis &memrefs,
                                               const TargetModel &model,
                                               HandoffRule rule) {
  return HandoffFinder(function, liveness, memrefs, model, rule).run();
}
