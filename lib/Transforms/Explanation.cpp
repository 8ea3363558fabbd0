//===- Explanation.cpp - Where tiles are and why, in words ----------------===//

#include "mlir/IR/AsmState.h"
#include "pto/Analysis/DeviceFunctions.h"
#include "pto/Analysis/SpaceAssignment.h"
#include "pto/Analysis/TileWords.h"
#include "pto/Transforms/Transforms.h"

using namespace mlir;
using namespace mlir::pto;

namespace {
/// Explains one function.
class Explanation {
public:
  Explanation(func::FuncOp function, const TargetModel &model, AsmState &state,
              raw_ostream &os)
      : function(function), model(model), os(os), map(function, model),
        words(map, state) {}

  LogicalResult write() {
    os << "function '" << function.getName() << "' ("
       << stringifyFunctionKind(getFunctionKind(function)) << ")";
    if (model.getTarget())
      os << ", target " << model.getName();
    collectTiles();
    os << ": " << getStage() << '\n';
    if (tiles.empty())
      return success();
    if (hasOpenSpaces && failed(computeSpaces()))
      return failure();
    writeTiles();
    writeMoves();
    if (!hasOpenSpaces && map.getNumUnbound() == 0) {
      writeSharing();
      for (const auto &[space, mapped] : map.getSpaces())
        writePeak(space, mapped);
    }
    return success();
  }

private:
  // What there is.

  void collectTiles() {
    for (const auto &[space, mapped] : map.getSpaces())
      for (const MappedBuffer &buffer : mapped.buffers)
        for (const MappedTile &tile : buffer.tiles)
          places[tile.tile] = {&buffer, &tile};
    auto add = [&](Value value) {
      auto type = dyn_cast<TileType>(value.getType());
      if (!type)
        return;
      tiles.push_back(value);
      hasOpenSpaces |= !type.getSpace();
    };
    for (Operation *op : map.getPoints().getOps()) {
      llvm::for_each(op->getResults(), add);
      for (Region &region : op->getRegions())
        for (Block &block : region)
          llvm::for_each(block.getArguments(), add);
    }
  }

  StringRef getStage() const {
    if (tiles.empty())
      return "no tiles";
    if (hasOpenSpaces)
      return "memories are not decided yet";
    if (map.getNumUnbound() != 0)
      return "memories are decided, buffers are not";
    return map.isPlaced() ? "placed" : "buffers without addresses";
  }

  LogicalResult computeSpaces() {
    FailureOr<SpaceAssignment> found =
        SpaceAssignment::compute(function, model);
    if (failed(found))
      return function.emitError() << "memory spaces could not be analysed";
    spaces = std::move(*found);
    return success();
  }

  MemorySpace getSpace(Value tile) const {
    if (spaces)
      return spaces->lookup(tile);
    return *cast<TileType>(tile.getType()).getSpace();
  }

  // Tiles.

  void writeTiles() {
    os << (hasOpenSpaces ? "  where the tiles would be, by the rules of "
                           "--infer-tile-memory-space\n"
                         : "  where the tiles are\n");
    for (Value tile : tiles) {
      MemorySpace space = getSpace(tile);
      os << "    " << words.nameOf(tile) << ", "
         << words.nameOf(TileWords::getMaker(tile)) << ": "
         << stringifyMemorySpace(space);
      if (auto it = places.find(tile); it != places.end()) {
        const auto &[buffer, mapped] = it->second;
        os << ", " << words.getPlace(*buffer, *mapped) << "; "
           << TileWords::textOf(mapped->sections);
      }
      os << "\n      " << words.getSpaceRule(tile, space);
      if (std::string text = words.getConsumers(tile, /*most=*/4);
          !text.empty())
        os << "; " << text;
      os << '\n';
    }
  }

  // Moves.

  /// The tile that `op` copies from another memory; null for any other op.
  Value getMovedFrom(Operation *op) {
    auto storage = dyn_cast<TileStorageOpInterface>(op);
    if (!storage || op->getNumResults() != 1 ||
        !isa<TileType>(op->getResult(0).getType()))
      return {};
    std::optional<unsigned> operand = storage.getCopiedOperand(0);
    if (!operand)
      return {};
    return op->getOperand(*operand);
  }

  void writeMoves() {
    bool isFirst = true;
    auto begin = [&] {
      if (isFirst)
        os << "  moves\n";
      isFirst = false;
      os << "    ";
    };
    if (spaces)
      for (const RequiredMove &move : spaces->getRequiredMoves()) {
        begin();
        os << words.nameOf(move.operand->get()) << " will be moved from "
           << stringifyMemorySpace(getSpace(move.operand->get())) << " to "
           << stringifyMemorySpace(move.to) << " for "
           << words.nameOf(move.operand->getOwner()) << '\n';
      }
    for (Operation *op : map.getPoints().getOps()) {
      Value source = getMovedFrom(op);
      if (!source)
        continue;
      Value copy = op->getResult(0);
      begin();
      os << words.nameOf(copy) << ", " << words.nameOf(op) << ": "
         << words.nameOf(source) << ", from "
         << stringifyMemorySpace(getSpace(source)) << " to "
         << stringifyMemorySpace(getSpace(copy));
      writeDemand(copy);
      os << '\n';
    }
  }

  /// For whom a copy is.
  void writeDemand(Value copy) {
    SmallVector<Operation *> users;
    for (OpOperand &use : copy.getUses())
      users.push_back(use.getOwner());
    std::reverse(users.begin(), users.end());
    if (users.empty()) {
      os << ", for nobody";
      return;
    }
    os << ", for " << words.nameOf(users.front());
    auto op = dyn_cast<MemorySpaceOpInterface>(users.front());
    for (OpOperand &operand : users.front()->getOpOperands())
      if (op && operand.get() == copy)
        if (SpaceList allowed = op.getAllowedSpaces(operand.getOperandNumber());
            !allowed.empty()) {
          os << ", which takes " << TileWords::textOf(allowed);
          break;
        }
    if (users.size() > 1)
      os << ", and " << users.size() - 1 << " more";
  }

  // Sharing.

  void writeSharing() {
    bool isFirst = true;
    auto begin = [&] {
      if (isFirst)
        os << "  what shares\n";
      isFirst = false;
      os << "    ";
    };
    for (const auto &[space, mapped] : map.getSpaces()) {
      for (const MappedBuffer &buffer : mapped.buffers) {
        SmallVector<const MappedTile *> owners = getOwners(buffer);
        if (owners.size() < 2)
          continue;
        begin();
        os << words.nameOf(AllocOp(buffer.alloc).getResult()) << " in "
           << stringifyMemorySpace(space) << " holds ";
        llvm::interleave(
            owners, os,
            [&](const MappedTile *tile) {
              os << words.nameOf(tile->tile) << " ("
                 << TileWords::textOf(tile->sections) << ")";
            },
            ", then ");
        os << '\n';
      }
      writeOverlaps(mapped, begin);
    }
  }

  /// The tiles that contents of a buffer begin with, by when they are needed.
  SmallVector<const MappedTile *> getOwners(const MappedBuffer &buffer) {
    SmallVector<const MappedTile *> owners;
    for (const MappedTile &tile : buffer.tiles)
      if (!tile.sections.empty() &&
          map.getLiveness().getContents().getContents()[tile.content].tile ==
              tile.tile)
        owners.push_back(&tile);
    llvm::sort(owners, [](const MappedTile *a, const MappedTile *b) {
      return std::pair(a->sections.front().begin, a->content) <
             std::pair(b->sections.front().begin, b->content);
    });
    return owners;
  }

  /// Buffers that lie on one another.
  void writeOverlaps(const MappedSpace &mapped,
                     llvm::function_ref<void()> begin) {
    if (!mapped.isPlaced())
      return;
    for (const MappedBuffer &buffer : mapped.buffers) {
      AllocOp a = buffer.alloc;
      SmallVector<AllocOp> others;
      for (const MappedBuffer &other : mapped.buffers) {
        AllocOp b = other.alloc;
        if (a != b && a.getAddr() < b.getAddr() + b.getSize() &&
            b.getAddr() < a.getAddr() + a.getSize())
          others.push_back(b);
      }
      if (others.empty())
        continue;
      begin();
      os << words.nameOf(a.getResult()) << " has bytes in common with ";
      llvm::interleaveComma(others, os, [&](AllocOp other) {
        os << words.nameOf(other.getResult());
      });
      os << '\n';
    }
  }

  // Peaks.

  void writePeak(MemorySpace space, const MappedSpace &mapped) {
    const PeakLoad &peak = mapped.peak;
    os << "  " << stringifyMemorySpace(space) << ": ";
    std::optional<int64_t> capacity = model.getCapacity(space);
    if (mapped.isPlaced())
      os << "peak " << TileWords::textOf(mapped.getEnd());
    else
      os << "not placed";
    if (capacity)
      os << " of " << *capacity;
    os << "; no plan ends below " << peak.bound;
    if (mapped.isPlaced())
      os << (mapped.getEnd() <= peak.bound
                 ? ": optimal"
                 : ": " + TileWords::textOf(mapped.getEnd() - peak.bound) +
                       " more");
    os << '\n';
    for (auto [begin, end] : mapped.reserved)
      os << "    bytes " << begin << " to " << end << " are reserved\n";
    if (!peak.point && peak.buffers.empty())
      return;
    if (peak.point)
      os << "    most is needed at "
         << words.nameOf(map.getPoints().getOps()[*peak.point / 2]) << ": "
         << TileWords::textOf(peak.bytes) << '\n';
    for (AllocOp buffer : peak.buffers)
      writeNeeded(mapped, buffer, peak.point);
  }

  void writeNeeded(const MappedSpace &mapped, AllocOp alloc,
                   std::optional<ProgramPoint> point) {
    os << "      " << TileWords::textOf(alloc.getSize()) << ", "
       << words.nameOf(alloc.getResult());
    if (alloc.getPinned())
      os << " (pinned, shared with nobody)";
    const auto *buffer =
        llvm::find_if(mapped.buffers, [&](const MappedBuffer &candidate) {
          return AllocOp(candidate.alloc) == alloc;
        });
    for (const MappedTile *tile : getOwners(*buffer)) {
      bool isNeeded =
          point && llvm::any_of(tile->sections, [&](const Section &section) {
            return section.begin <= *point && *point < section.end;
          });
      if (!isNeeded)
        continue;
      os << ": " << words.nameOf(tile->tile);
      if (std::string text = words.getLastUse(tile->reason); !text.empty())
        os << ", " << text;
    }
    os << '\n';
  }

  func::FuncOp function;
  const TargetModel &model;
  raw_ostream &os;
  FunctionMap map;
  TileWords words;
  SmallVector<Value> tiles;
  bool hasOpenSpaces = false;
  std::optional<SpaceAssignment> spaces;
  DenseMap<Value, std::pair<const MappedBuffer *, const MappedTile *>> places;
};
} // namespace

LogicalResult pto::explainMemory(ModuleOp module, StringRef target,
                                 raw_ostream &os) {
  FailureOr<const TargetModel *> model = getTargetModel(module, target);
  if (failed(model))
    return failure();
  AsmState state(module);
  bool isFirst = true;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal() || !isDeviceFunction(function))
      continue;
    if (!isFirst)
      os << '\n';
    isFirst = false;
    if (failed(Explanation(function, **model, state, os).write()))
      return failure();
  }
  return success();
}
