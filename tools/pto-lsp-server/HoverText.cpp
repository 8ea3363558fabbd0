//===- HoverText.cpp - What an editor shows of a tile ---------------------===//

#include "HoverText.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "pto/Analysis/DeviceFunctions.h"
#include "pto/Analysis/TileWords.h"
#include "pto/Transforms/Passes.h"
#include "pto/Translation/SourceNames.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::pto;

/// Lines that split a document into programs of their own.
static constexpr llvm::StringLiteral kSplitMarker = "// -----";

/// The part of a document that line `line` is in, behind as many empty lines as
/// stand in front of it, so that its lines keep their numbers.
static std::string getPart(StringRef document, unsigned line) {
  std::string part;
  unsigned number = 0;
  for (StringRef rest = document; !rest.empty(); ++number) {
    auto [text, behind] = rest.split('\n');
    if (text.starts_with(kSplitMarker)) {
      if (number >= line)
        break;
      part.assign(number, '\n');
      part += '\n';
    } else {
      part += text;
      part += '\n';
    }
    rest = behind;
  }
  return part;
}

/// The place behind the last letter counts: a cursor stands between letters.
static bool contains(SMRange range, const char *at) {
  return range.isValid() && range.Start.getPointer() <= at &&
         at <= range.End.getPointer();
}

static bool contains(const AsmParserState::SMDefinition &definition,
                     const char *at) {
  return contains(definition.loc, at) ||
         llvm::any_of(definition.uses,
                      [&](SMRange range) { return contains(range, at); });
}

/// The tiles that are named at a place: one, or all results of an op.
static SmallVector<Value> findTiles(const AsmParserState &state,
                                    const char *at) {
  SmallVector<Value> found;
  for (const AsmParserState::BlockDefinition &block : state.getBlockDefs())
    for (auto [i, argument] : llvm::enumerate(block.arguments))
      if (contains(argument, at))
        found.push_back(block.block->getArgument(i));
  for (const AsmParserState::OperationDefinition &op : state.getOpDefs()) {
    if (contains(op.loc, at))
      llvm::append_range(found, op.op->getResults());
    for (auto [i, group] : llvm::enumerate(op.resultGroups)) {
      if (!contains(group.definition, at))
        continue;
      unsigned end = i + 1 < op.resultGroups.size()
                         ? op.resultGroups[i + 1].startIndex
                         : op.op->getNumResults();
      for (unsigned result = group.startIndex; result < end; ++result)
        found.push_back(op.op->getResult(result));
    }
  }
  llvm::erase_if(found,
                 [](Value value) { return !isa<TileType>(value.getType()); });
  return found;
}

/// The tile of `function` that is `tile` of another copy of the program: the
/// same number of an op or a block that stands at the same place.
static Value findCounterpart(func::FuncOp function, Value tile) {
  Value found;
  auto consider = [&](Value candidate) {
    if (!found && candidate.getLoc() == tile.getLoc() &&
        isa<BlockArgument>(candidate) == isa<BlockArgument>(tile) &&
        isa<TileType>(candidate.getType()))
      if (auto result = dyn_cast<OpResult>(candidate);
          !result ||
          (result.getResultNumber() == cast<OpResult>(tile).getResultNumber() &&
           result.getOwner()->getName() == tile.getDefiningOp()->getName()))
        found = candidate;
  };
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    llvm::for_each(op->getResults(), consider);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), consider);
  });
  return found;
}

/// What is known of a tile of a bound program. `rule` says why it is in its
/// memory, by the program that the editor shows.
static void describe(Value tile, const FunctionMap &map, AsmState &state,
                     llvm::function_ref<std::string(MemorySpace)> rule,
                     llvm::raw_ostream &os) {
  TileWords words(map, state);
  for (const auto &[space, mapped] : map.getSpaces())
    for (const MappedBuffer &buffer : mapped.buffers)
      for (const MappedTile &entry : buffer.tiles) {
        if (entry.tile != tile)
          continue;
        StringRef memory = stringifyMemorySpace(space);
        os << "* " << memory << ", " << words.getPlace(buffer, entry) << "\n";
        os << "* " << TileWords::textOf(entry.memref.size) << ", "
           << TileWords::textOf(entry.sections);
        if (std::string text = words.getLastUse(entry.reason); !text.empty())
          os << ", " << text;
        os << "\n* " << memory << ": " << rule(space);
        if (std::string text = words.getConsumers(tile, 4); !text.empty())
          os << "; " << text;
        os << "\n";
        SmallVector<std::string> sharers;
        for (const MappedTile &other : buffer.tiles)
          if (other.content != entry.content && !other.sections.empty())
            sharers.push_back(words.nameOf(other.tile));
        if (!sharers.empty())
          os << "* shares its buffer with " << llvm::join(sharers, ", ")
             << "\n";
        return;
      }
  os << "* in no buffer\n";
}

/// Places `module`; the first error where that fails.
static std::string place(ModuleOp module) {
  std::string message;
  ScopedDiagnosticHandler handler(
      module.getContext(), [&](Diagnostic &diagnostic) {
        if (message.empty() &&
            diagnostic.getSeverity() == DiagnosticSeverity::Error)
          message = diagnostic.str();
        return success();
      });
  PassManager pm(module.getContext());
  buildMemoryPipeline(pm, MemoryPipelineOptions());
  if (succeeded(pm.run(module)))
    return "";
  return message.empty() ? "the passes failed" : message;
}

std::string pto::getHoverText(StringRef document, unsigned line,
                              unsigned character,
                              const DialectRegistry &registry) {
  std::string part = getPart(document, line);
  if (findDeepNesting(part, kMaxNesting))
    return "";
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(part, "document"),
                             llvm::SMLoc());
  llvm::SMLoc at = sources.FindLocForLineAndColumn(sources.getMainFileID(),
                                                   line + 1, character + 1);
  if (!at.isValid())
    return "";
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  // The server itself tells what is wrong with the text.
  ScopedDiagnosticHandler silence(&context,
                                  [](Diagnostic &) { return success(); });
  AsmParserState state;
  Block parsed;
  ParserConfig config(&context);
  if (failed(parseAsmSourceFile(sources, &parsed, config, &state)))
    return "";
  SmallVector<Value> tiles = findTiles(state, at.getPointer());
  if (tiles.empty())
    return "";
  func::FuncOp function;
  Operation *top = TileWords::getMaker(tiles.front());
  for (Operation *op = top; op; op = op->getParentOp()) {
    if (auto found = dyn_cast<func::FuncOp>(op))
      function = found;
    top = op;
  }
  if (!function || !isDeviceFunction(function))
    return "";
  StringRef text =
      sources.getMemoryBuffer(sources.getMainFileID())->getBuffer();
  keepSourceNames(top, text);

  // A module of its own where the text has none; a copy to work on, anyway.
  OwningOpRef<ModuleOp> module;
  if (auto whole = dyn_cast<ModuleOp>(top)) {
    module = whole.clone();
  } else {
    module = ModuleOp::create(UnknownLoc::get(&context));
    for (Operation &op : parsed)
      module->push_back(op.clone());
  }
  std::string name = function.getName().str();
  auto find = [&]() -> func::FuncOp {
    func::FuncOp result;
    module->walk([&](func::FuncOp candidate) {
      if (candidate.getName() == name)
        result = candidate;
    });
    return result;
  };
  std::string answer;
  llvm::raw_string_ostream os(answer);
  func::FuncOp copy = find();
  bool isBound = true;
  {
    FunctionMap map(copy, TargetModel::getFor(copy));
    isBound = map.getNumUnbound() == 0 && map.isPlaced();
  }
  std::string problem = isBound ? "" : place(*module);
  if (!problem.empty()) {
    os << "**PTO**: can't be placed: " << problem << "\n";
    return answer;
  }
  copy = find();
  AsmState names(*module), originalNames(top);
  FunctionMap map(copy, TargetModel::getFor(copy));
  FunctionMap original(function, TargetModel::getFor(function));
  os << "**PTO**, "
     << (isBound ? "as it is placed" : "as --pto-memory-pipeline places it")
     << "\n\n";
  for (Value tile : tiles)
    if (Value counterpart = findCounterpart(copy, tile)) {
      if (tiles.size() > 1)
        os << "\n`" << TileWords(map, names).nameOf(counterpart) << "`\n\n";
      auto rule = [&](MemorySpace space) {
        return TileWords(original, originalNames).getSpaceRule(tile, space);
      };
      describe(counterpart, map, names, rule, os);
    }
  return answer;
}
