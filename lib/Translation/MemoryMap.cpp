//===- MemoryMap.cpp - The memory map of a module as JSON -----------------===//

#include "pto/Translation/MemoryMap.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/AsmState.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "pto/Analysis/DeviceFunctions.h"
#include "pto/Analysis/MemRefText.h"
#include "pto/Analysis/RegionFlow.h"
#include "pto/Analysis/TileLiveness.h"
#include "pto/IR/PTOOps.h"
#include "pto/Translation/SourceNames.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SourceMgr.h"

#include <map>

using namespace mlir;
using namespace mlir::pto;

namespace {
/// Program points: every op of a body has a number, in program order; an op
/// with regions ends where its last nested op does.
class OpNumbers {
public:
  explicit OpNumbers(func::FuncOp function) {
    int64_t next = 0;
    function.getBody().walk<WalkOrder::PreOrder>(
        [&](Operation *op) { begin[op] = next++; });
    function.getBody().walk([&](Operation *op) {
      int64_t last = begin[op];
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (Operation &inner : block)
            last = std::max(last, end[&inner]);
      end[op] = last;
    });
  }
  int64_t at(Operation *op) const { return begin.lookup(op); }

  int64_t definition(Value value) const {
    if (Operation *op = value.getDefiningOp())
      return begin.lookup(op);
    Operation *parent = cast<BlockArgument>(value).getOwner()->getParentOp();
    return begin.lookup(parent);
  }

  /// The last point at which `value` is read: for a value from outside of a
  /// loop that is read in it, the end of the loop.
  int64_t lastRead(Value value) const {
    int64_t last = definition(value);
    Region *home = value.getParentRegion();
    for (Operation *user : value.getUsers()) {
      last = std::max(last, begin.lookup(user));
      for (Operation *parent = user->getParentOp();
           parent && parent != home->getParentOp();
           parent = parent->getParentOp()) {
        auto branch = dyn_cast<RegionBranchOpInterface>(parent);
        if (branch && isLoop(branch))
          last = std::max(last, end.lookup(parent));
      }
    }
    return last;
  }

private:
  DenseMap<Operation *, int64_t> begin, end;
};

struct TileEntry {
  Value tile;
  TileMemRef memref;
  int64_t def, last;
};
struct BufferEntry {
  AllocOp alloc;
  SmallVector<TileEntry> tiles;
};

class MapWriter {
public:
  MapWriter(ModuleOp module, raw_ostream &os)
      : module(module), json(os, 2), state(module) {}

  void write() {
    json.object([&] {
      json.attribute("version", 1);
      const TargetModel &model = TargetModel::getFor(module);
      if (model.isNeutral())
        json.attribute("target", nullptr);
      else
        json.attribute("target", model.getName());
      json.attributeArray("functions", [&] {
        for (auto function : module.getOps<func::FuncOp>())
          if (!function.isExternal() && isDeviceFunction(function))
            writeFunction(function);
      });
    });
    json.flush();
  }

private:
  std::string nameOf(Value value) { return getValueName(value, state); }

  void writeFunction(func::FuncOp function) {
    const TargetModel &model = TargetModel::getFor(function);
    std::map<MemorySpace, SmallVector<BufferEntry>> spaces;
    DenseMap<Operation *, std::pair<MemorySpace, unsigned>> entryOf;
    function.walk([&](AllocOp alloc) {
      auto &entries = spaces[alloc.getSpace()];
      entryOf[alloc] = {alloc.getSpace(), entries.size()};
      entries.push_back({alloc, {}});
    });
    BoundAnalyses analyses(function, model);
    const MemRefAnalysis &memrefs = analyses.memrefs;
    TileLiveness liveness(function, analyses, model);
    OpNumbers points(function);
    auto addTile = [&](Value value) {
      if (!isa<TileType>(value.getType()))
        return;
      TileMemRef memref = memrefs.lookup(value);
      auto it = entryOf.find(getBufferRoot(memref.buffer));
      if (it == entryOf.end())
        return;
      spaces[it->second.first][it->second.second].tiles.push_back(
          {value, memref, points.definition(value), points.lastRead(value)});
    };
    function.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
      for (Value result : op->getResults())
        addTile(result);
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (Value argument : block.getArguments())
            addTile(argument);
    });
    // Lowest first; they don't overlap in a program that was placed.
    SmallVector<std::pair<int64_t, int64_t>> reserved;
    function.walk([&](SystemReserveBufferOp op) {
      if (op.getBase() >= 0)
        reserved.emplace_back(op.getBase(), op.getBase() + op.getSize());
    });
    llvm::sort(reserved);
    MemorySpace reservedSpace = getFunctionKind(function) == FunctionKind::AIC
                                    ? MemorySpace::Mat
                                    : MemorySpace::Vec;
    json.object([&] {
      json.attribute("name", function.getName());
      json.attribute("kind", stringifyFunctionKind(getFunctionKind(function)));
      json.attributeArray("spaces", [&] {
        for (auto &[space, buffers] : spaces)
          if (space != MemorySpace::DDR)
            writeSpace(space, buffers, model, liveness,
                       space == reservedSpace
                           ? ArrayRef(reserved)
                           : ArrayRef<std::pair<int64_t, int64_t>>());
      });
    });
  }

  void writeSpace(MemorySpace space, ArrayRef<BufferEntry> buffers,
                  const TargetModel &model, const TileLiveness &liveness,
                  ArrayRef<std::pair<int64_t, int64_t>> ranges) {
    int64_t reserved = ranges.empty() ? 0 : ranges.back().second;
    bool isPlaced = llvm::all_of(buffers, [](const BufferEntry &b) {
      return AllocOp(b.alloc).isPlaced();
    });
    int64_t peak = reserved;
    for (const BufferEntry &buffer : buffers)
      peak = std::max(peak, AllocOp(buffer.alloc).getAddr() +
                                AllocOp(buffer.alloc).getSize());
    int64_t bound = getBound(buffers, liveness, ranges);
    json.object([&] {
      json.attribute("space", stringifyMemorySpace(space));
      if (std::optional<int64_t> capacity = model.getCapacity(space))
        json.attribute("capacity", *capacity);
      else
        json.attribute("capacity", nullptr);
      json.attribute("reserved", reserved);
      if (isPlaced)
        json.attribute("peak", peak);
      else
        json.attribute("peak", nullptr);
      json.attribute("lower_bound", bound);
      json.attribute("status", !isPlaced       ? "unplaced"
                               : peak <= bound ? "optimal"
                                               : "feasible");
      json.attributeArray("buffers", [&] {
        for (const BufferEntry &buffer : buffers)
          writeBuffer(buffer);
      });
    });
  }

  /// No plan ends lower: the most bytes that are needed at one point, around
  /// what is reserved.
  static int64_t getBound(ArrayRef<BufferEntry> buffers,
                          const TileLiveness &liveness,
                          ArrayRef<std::pair<int64_t, int64_t>> reserved) {
    std::map<int64_t, int64_t> changes;
    int64_t always = 0;
    for (const BufferEntry &buffer : buffers) {
      AllocOp alloc = buffer.alloc;
      // What the author declared is shared with nobody.
      if (alloc.getPinned()) {
        always += alloc.getSize();
        continue;
      }
      for (const Section &section : liveness.getSections(alloc)) {
        changes[section.begin] += alloc.getSize();
        changes[section.end] -= alloc.getSize();
      }
    }
    int64_t load = always, largest = always;
    for (auto [point, change] : changes)
      largest = std::max(largest, load += change);
    // From 0 up, around the ranges.
    int64_t end = largest, last = 0;
    for (auto [begin, rangeEnd] : reserved) {
      if (begin < end)
        end += rangeEnd - begin;
      last = std::max(last, rangeEnd);
    }
    return std::max(end, last);
  }

  void writeBuffer(const BufferEntry &buffer) {
    AllocOp alloc = buffer.alloc;
    json.object([&] {
      json.attribute("name", nameOf(alloc));
      json.attribute("id", alloc.getId());
      if (alloc.isPlaced())
        json.attribute("addr", alloc.getAddr());
      else
        json.attribute("addr", nullptr);
      json.attribute("size", alloc.getSize());
      json.attribute("pinned", alloc.getPinned());
      json.attribute("slots", alloc.getSlots());
      json.attributeArray("tiles", [&] {
        for (const TileEntry &tile : buffer.tiles)
          writeTile(tile);
      });
    });
  }

  void writeTile(const TileEntry &entry) {
    Operation *op = entry.tile.getDefiningOp();
    if (!op)
      op = cast<BlockArgument>(entry.tile).getOwner()->getParentOp();
    std::string type;
    llvm::raw_string_ostream(type) << entry.tile.getType();
    json.object([&] {
      json.attribute("name", nameOf(entry.tile));
      json.attribute("op", op->getName().getStringRef());
      if (entry.memref.hasConstantOffset()) {
        json.attribute("offset", entry.memref.getConstantOffset());
      } else {
        json.attribute("offset", nullptr);
        if (entry.memref.hasAddress())
          json.attribute("offset_expr", getText(entry.memref.offset, state));
      }
      json.attribute("size", entry.memref.size);
      json.attribute("type", type);
      json.attribute("def", entry.def);
      json.attributeArray("live", [&] {
        json.array([&] {
          json.value(entry.def);
          json.value(entry.last);
        });
      });
    });
  }

  ModuleOp module;
  llvm::json::OStream json;
  AsmState state;
};
} // namespace

LogicalResult pto::writeMemoryMap(ModuleOp module, raw_ostream &os) {
  MapWriter(module, os).write();
  os << '\n';
  return success();
}

/// Parses `source` with the names that it gives to values.
static OwningOpRef<ModuleOp>
parseNamed(const std::shared_ptr<llvm::SourceMgr> &source,
           MLIRContext *context) {
  DialectRegistry registry;
  registry.insert<PTODialect, func::FuncDialect, scf::SCFDialect,
                  arith::ArithDialect, tensor::TensorDialect>();
  context->appendDialectRegistry(registry);
  StringRef text =
      source->getMemoryBuffer(source->getMainFileID())->getBuffer();
  if (auto deep = findDeepNesting(text, kMaxNesting)) {
    llvm::SMLoc at = source->FindLocForLineAndColumn(source->getMainFileID(),
                                                     deep->first, deep->second);
    source->PrintMessage(at, llvm::SourceMgr::DK_Error,
                         "nested more than " + Twine(kMaxNesting) +
                             " levels deep");
    return {};
  }
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(source, context);
  if (module)
    keepSourceNames(*module, text);
  return module;
}

void pto::registerToMemoryMapTranslation() {
  static TranslateRegistration registration(
      "mlir-to-memory-map",
      "write the memory map of all device functions as JSON",
      [](const std::shared_ptr<llvm::SourceMgr> &source, raw_ostream &os,
         MLIRContext *context) {
        OwningOpRef<ModuleOp> module = parseNamed(source, context);
        return module ? writeMemoryMap(*module, os) : failure();
      });
}
