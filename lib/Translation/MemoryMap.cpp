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
#include "pto/Analysis/FunctionMap.h"
#include "pto/Analysis/MemRefText.h"
#include "pto/Analysis/PipeHandoffs.h"
#include "pto/Translation/SourceNames.h"
#include "pto/Verify/MemoryPlan.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::pto;

/// So many ops that ask a memory of a tile are named.
static constexpr size_t kMaxConsumers = 16;

namespace {
class MapWriter {
public:
  MapWriter(ModuleOp module, raw_ostream &os, std::optional<Target> target)
      : module(module), target(target), json(os, 2), state(module) {}

  void write() {
    json.object([&] {
      json.attribute("version", 1);
      const TargetModel &model = getModel(module);
      if (model.isNeutral())
        json.attribute("target", nullptr);
      else
        json.attribute("target", model.getName());
      json.attributeArray("functions", [&] {
        for (auto function : module.getOps<func::FuncOp>())
          if (!function.isExternal() && isDeviceFunction(function))
            writeFunction(FunctionMap(function, getModel(function)));
      });
    });
    json.flush();
  }

private:
  const TargetModel &getModel(Operation *op) const {
    return target ? TargetModel::get(*target) : TargetModel::getFor(op);
  }

  std::string nameOf(Value value) { return getValueName(value, state); }

  void attributeOrNull(StringRef name, std::optional<int64_t> value) {
    if (value)
      json.attribute(name, *value);
    else
      json.attribute(name, nullptr);
  }

  /// Lists of numbers stand on one line.
  void attributeOnOneLine(StringRef name, llvm::json::Value value) {
    json.attributeBegin(name);
    json.rawValue([&](raw_ostream &os) { os << value; });
    json.attributeEnd();
  }

  void writeFunction(const FunctionMap &map) {
    func::FuncOp function = map.getFunction();
    json.object([&] {
      json.attribute("name", function.getName());
      json.attribute("kind", stringifyFunctionKind(getFunctionKind(function)));
      json.attributeArray("spaces", [&] {
        for (const auto &[space, mapped] : map.getSpaces())
          writeSpace(space, mapped, map);
      });
      json.attributeArray("ops", [&] { writeOps(map); });
      json.attributeArray("conflicts", [&] {
        PlanVerdict verdict = judge(map);
        for (const PlanViolation &violation : verdict.violations)
          writeConflict(violation, map);
      });
      json.attribute("unbound", map.getNumUnbound());
    });
  }

  void writeSpace(MemorySpace space, const MappedSpace &mapped,
                  const FunctionMap &map) {
    const TargetModel &model = getModel(map.getFunction());
    const PeakLoad &load = mapped.peak;
    int64_t end = mapped.getEnd();
    bool isPlaced = mapped.isPlaced();
    json.object([&] {
      json.attribute("space", stringifyMemorySpace(space));
      attributeOrNull("capacity", model.getCapacity(space));
      json.attribute("reserved", mapped.reserved.empty()
                                     ? 0
                                     : mapped.reserved.back().second);
      attributeOrNull("peak", isPlaced ? std::optional(end) : std::nullopt);
      json.attribute("lower_bound", load.bound);
      json.attribute("status", !isPlaced           ? "unplaced"
                               : end <= load.bound ? "optimal"
                                                   : "feasible");
      json.attributeArray("buffers", [&] {
        for (const MappedBuffer &buffer : mapped.buffers)
          writeBuffer(buffer, map);
      });
      llvm::json::Array ranges;
      for (auto [begin, rangeEnd] : mapped.reserved)
        ranges.push_back(llvm::json::Array{begin, rangeEnd});
      attributeOnOneLine("reserved_ranges", std::move(ranges));
      attributeOrNull("bound_point", load.point);
    });
  }

  void writeBuffer(const MappedBuffer &buffer, const FunctionMap &map) {
    AllocOp alloc = buffer.alloc;
    json.object([&] {
      json.attribute("name", nameOf(alloc));
      json.attribute("id", alloc.getId());
      attributeOrNull("addr", alloc.isPlaced()
                                  ? std::optional<int64_t>(alloc.getAddr())
                                  : std::nullopt);
      json.attribute("size", alloc.getSize());
      json.attribute("pinned", alloc.getPinned());
      json.attribute("slots", alloc.getSlots());
      json.attributeArray("tiles", [&] {
        for (const MappedTile &tile : buffer.tiles)
          writeTile(tile, map);
      });
    });
  }

  void writeTile(const MappedTile &entry, const FunctionMap &map) {
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
          json.attribute("offset_expr",
                         pto::getText(entry.memref.offset, state));
      }
      json.attribute("size", entry.memref.size);
      json.attribute("type", type);
      json.attribute("def", entry.def);
      writeLife(entry);
      writeReasons(entry, map);
    });
  }

  /// By ops, then by points: op p reads at 2p and writes at 2p + 1.
  void writeLife(const MappedTile &entry) {
    llvm::json::Array live, points;
    for (const Section &section : entry.sections) {
      live.push_back(llvm::json::Array{int64_t(section.begin / 2),
                                       int64_t((section.end - 1) / 2)});
      points.push_back(
          llvm::json::Array{int64_t(section.begin), int64_t(section.end)});
    }
    attributeOnOneLine("live", std::move(live));
    unsigned line = getLine(entry.tile.getLoc());
    attributeOrNull("line", line ? std::optional<int64_t>(line) : std::nullopt);
    attributeOnOneLine("points", std::move(points));
    llvm::json::Array parts;
    for (const LivePart &part : entry.parts)
      for (const Section &section : part.sections)
        parts.push_back(llvm::json::Array{part.begin, part.end,
                                          int64_t(section.begin),
                                          int64_t(section.end)});
    if (!parts.empty())
      attributeOnOneLine("parts", std::move(parts));
    json.attribute("content", entry.content);
  }

  void writeReasons(const MappedTile &entry, const FunctionMap &map) {
    auto [origin, source] = getTileOrigin(entry.tile);
    json.attribute("origin", getText(origin));
    if (source)
      json.attribute("of", nameOf(source));
    else
      json.attribute("of", nullptr);
    json.attribute("space_rule", getText(getSpaceRule(entry.tile)));
    const ProgramPoints &points = map.getPoints();
    llvm::json::Array consumers;
    for (const SpaceConsumer &consumer :
         findSpaceConsumers(entry.tile, kMaxConsumers)) {
      llvm::json::Array spaces;
      for (MemorySpace space : consumer.allowed)
        spaces.push_back(stringifyMemorySpace(space));
      consumers.push_back(llvm::json::Object{
          {"op", points.getNumber(consumer.operand->getOwner())},
          {"spaces", std::move(spaces)}});
    }
    attributeOnOneLine("consumers", std::move(consumers));
    llvm::json::Array readers;
    const ContentLiveness &liveness = map.getLiveness();
    bool isFirst =
        liveness.getContents().getContents()[entry.content].tile == entry.tile;
    for (const TileUse &use : liveness.getUses(entry.content)) {
      if (!isFirst && use.tile != entry.tile)
        continue;
      llvm::json::Object reader{{"op", points.getNumber(use.user)}};
      if (use.tile != entry.tile)
        reader["through"] = nameOf(use.tile);
      if (!use.keeps)
        reader["keeps"] = false;
      readers.push_back(std::move(reader));
    }
    attributeOnOneLine("readers", std::move(readers));
    const LifeReason &reason = entry.reason;
    if (!isFirst || !reason.lastUser) {
      json.attribute("until", nullptr);
      return;
    }
    llvm::json::Object until{{"op", points.getNumber(reason.lastUser)}};
    if (reason.loop)
      until["loop"] = points.getNumber(reason.loop);
    if (reason.isHandedOn)
      until["handed_on"] = true;
    attributeOnOneLine("until", std::move(until));
  }

  static StringRef getText(TileOrigin origin) {
    switch (origin) {
    case TileOrigin::Own:
      return "own";
    case TileOrigin::View:
      return "view";
    case TileOrigin::InPlace:
      return "in_place";
    case TileOrigin::Carried:
      return "carried";
    }
    llvm_unreachable("all origins");
  }

  static StringRef getText(ResultSpaceRule::Kind rule) {
    switch (rule) {
    case ResultSpaceRule::Kind::None:
      return "carried";
    case ResultSpaceRule::Kind::Fixed:
      return "fixed";
    case ResultSpaceRule::Kind::Requested:
    case ResultSpaceRule::Kind::Deferred:
      return "requested";
    case ResultSpaceRule::Kind::SameAs:
      return "operand";
    case ResultSpaceRule::Kind::Declared:
      return "declared";
    }
    llvm_unreachable("all rules");
  }

  void writeOps(const FunctionMap &map) {
    const ProgramPoints &points = map.getPoints();
    const TargetModel &model = getModel(map.getFunction());
    for (Operation *op : points.getOps()) {
      llvm::json::Object entry{{"op", op->getName().getStringRef()},
                               {"line", nullptr}};
      if (unsigned line = getLine(op->getLoc()))
        entry["line"] = line;
      if (std::optional<Pipe> pipe = inferPipe(op, model))
        entry["pipe"] = stringifyPipe(*pipe);
      if (op->getNumRegions() != 0)
        entry["last"] = points.getExit(op) / 2 - 1;
      if (auto branch = dyn_cast<RegionBranchOpInterface>(op))
        if (isLoop(branch))
          entry["loop"] = true;
      json.rawValue(
          [&](raw_ostream &os) { os << llvm::json::Value(std::move(entry)); });
    }
  }

  /// What the judge finds wrong; nothing where tiles are still without buffers.
  PlanVerdict judge(const FunctionMap &map) {
    if (map.getNumUnbound() != 0)
      return {};
    func::FuncOp function = map.getFunction();
    PlanVerifierOptions options;
    options.stage = map.isPlaced() ? PlanStage::Placed : PlanStage::Bound;
    options.warnings = false;
    return judgeMemoryPlan(function, getModel(function), options);
  }

  void writeConflict(const PlanViolation &violation, const FunctionMap &map) {
    auto attributeTile = [&](StringRef name, Value tile) {
      if (!tile)
        return json.attribute(name, nullptr);
      Operation *op = tile.getDefiningOp();
      if (!op)
        op = cast<BlockArgument>(tile).getOwner()->getParentOp();
      attributeOnOneLine(
          name, llvm::json::Object{{"name", nameOf(tile)},
                                   {"def", map.getPoints().getNumber(op)}});
    };
    json.object([&] {
      json.attribute("rule", getRuleId(violation.rule));
      json.attribute("text", violation.text);
      unsigned line = getLine(violation.loc);
      attributeOrNull("line",
                      line ? std::optional<int64_t>(line) : std::nullopt);
      attributeTile("tile", violation.tile);
      attributeTile("holder", violation.holder);
      if (violation.tile)
        attributeOnOneLine("bytes",
                           llvm::json::Array{violation.begin, violation.end});
      else
        json.attribute("bytes", nullptr);
      json.attributeArray("notes", [&] {
        for (const PlanViolation::Note &note : violation.notes)
          json.value(note.text);
      });
    });
  }

  ModuleOp module;
  std::optional<Target> target;
  llvm::json::OStream json;
  AsmState state;
};
} // namespace

LogicalResult pto::writeMemoryMap(ModuleOp module, raw_ostream &os,
                                  std::optional<Target> target) {
  MapWriter(module, os, target).write();
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
  static llvm::cl::opt<std::string> targetName(
      "memory-map-target",
      llvm::cl::desc("chip of the memory map, a2a3 or a5; overrides the "
                     "module's pto.target"));
  static TranslateRegistration registration(
      "mlir-to-memory-map",
      "write the memory map of all device functions as JSON",
      [](const std::shared_ptr<llvm::SourceMgr> &source, raw_ostream &os,
         MLIRContext *context) {
        OwningOpRef<ModuleOp> module = parseNamed(source, context);
        if (!module)
          return failure();
        std::optional<Target> target = symbolizeTarget(targetName);
        if (!target && !targetName.empty())
          return LogicalResult(module->emitError()
                               << "unknown target '" << targetName
                               << "'; there are a2a3 and a5");
        return writeMemoryMap(*module, os, target);
      });
}
