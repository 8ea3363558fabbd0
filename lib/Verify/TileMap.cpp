//===- TileMap.cpp - What is known of a program before it runs ------------===//

#include "TileMap.h"

using namespace mlir;
using namespace mlir::pto;
using namespace mlir::pto::verify;

Accesses Accesses::get(TileStorageOpInterface op) {
  Accesses accesses;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isTile(operand.get()))
      continue;
    switch (op.getTileAccess(operand.getOperandNumber())) {
    case TileAccess::None:
      break;
    case TileAccess::Read:
    case TileAccess::ReadWrite:
      accesses.reads.push_back(&operand);
      break;
    case TileAccess::Write:
      accesses.clobbers.push_back(&operand);
      break;
    }
  }
  for (OpResult result : op->getResults()) {
    if (!isTile(result))
      continue;
    unsigned number = result.getResultNumber();
    ResultStorage storage = op.getResultStorage(number);
    switch (storage.kind) {
    case ResultStorage::Kind::None:
      accesses.popped.push_back(result);
      break;
    case ResultStorage::Kind::View:
      accesses.views.push_back(result);
      break;
    case ResultStorage::Kind::InPlace:
      accesses.inPlace.push_back({&op->getOpOperand(storage.operand), result});
      break;
    case ResultStorage::Kind::Fresh: {
      auto spaces = dyn_cast<MemorySpaceOpInterface>(op.getOperation());
      bool isEmpty = spaces && spaces.getResultSpaceRule(number).uninitialised;
      (isEmpty ? accesses.empty : accesses.fresh).push_back(result);
      break;
    }
    }
  }
  return accesses;
}

//===----------------------------------------------------------------------===//
// Sites
//===----------------------------------------------------------------------===//

void TileMap::add(Value tile, const Site &site) {
  numbers[tile] = tiles.size();
  tiles.push_back({tile, site});
}

void TileMap::visitTileOp(TileStorageOpInterface op) {
  Accesses accesses = Accesses::get(op);
  for (OpOperand *operand : accesses.reads)
    accessed.push_back(operand->get());
  for (OpOperand *operand : accesses.clobbers)
    accessed.push_back(operand->get());
  Site popped;
  popped.kind = Site::Kind::Popped;
  for (OpResult result : accesses.popped)
    add(result, popped);
  for (OpResult result : accesses.fresh)
    add(result, sites.getFresh(result, op.getBuffer(result.getResultNumber())));
  for (OpResult result : accesses.empty)
    add(result, sites.getFresh(result, op.getBuffer(result.getResultNumber())));
  for (auto [operand, result] : accesses.inPlace)
    add(result, get(operand->get()).site);
  for (OpResult result : accesses.views) {
    Value source =
        op->getOperand(op.getResultStorage(result.getResultNumber()).operand);
    add(result, sites.getView(op, result, source, get(source).site));
    sources[result] = {source};
  }
}

void TileMap::visit(Operation *op) {
  if (auto alloc = dyn_cast<AllocOp>(op)) {
    buffers.push_back(alloc);
    return;
  }
  if (auto reserve = dyn_cast<SystemReserveBufferOp>(op)) {
    reservations.push_back(reserve);
    return;
  }
  if (auto storage = dyn_cast<TileStorageOpInterface>(op))
    return visitTileOp(storage);
  for (OpResult result : op->getResults()) {
    if (!isTile(result) || knows(result))
      continue;
    findings.add(PlanRule::NotModelled, op->getLoc(),
                 nameOf(op) + " makes " + nameOf(result) +
                     " and does not say where it is stored");
    add(result, {});
  }
}

void TileMap::follow(const Way &way) {
  for (auto [i, target] : llvm::enumerate(way.targets)) {
    if (!isTile(target))
      continue;
    Value source = way.getOperand(i);
    sources[target].push_back(source);
    if (!knows(target))
      add(target, get(source).site);
  }
}

/// True where an op, or one inside of it, has to do with tiles or buffers.
static bool touchesTiles(Operation *op) {
  auto isOurs = [](Type type) { return isa<TileType, BufferType>(type); };
  return op
      ->walk([&](Operation *inner) {
        bool touches = llvm::any_of(inner->getOperandTypes(), isOurs) ||
                       llvm::any_of(inner->getResultTypes(), isOurs);
        return touches ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

ControlGraph *TileMap::enter(Operation *op) {
  std::string why = "runs its regions in a way that it does not tell";
  std::optional<ControlGraph> graph;
  if (auto branch = dyn_cast<RegionBranchOpInterface>(op))
    graph = ControlGraph::get(branch, why);
  if (!graph) {
    if (touchesTiles(op))
      findings.add(PlanRule::NotModelled, op->getLoc(),
                   nameOf(op) + " has tiles in its regions and " + why);
    return nullptr;
  }
  storage.emplace_back(op, std::make_unique<ControlGraph>(std::move(*graph)));
  graphs[op] = storage.back().second.get();
  return storage.back().second.get();
}

//===----------------------------------------------------------------------===//
// Bytes that are overwritten
//===----------------------------------------------------------------------===//

void TileMap::addSite(const Site &site, ByteSet &set) {
  if (!site.isInMemory())
    return;
  if (site.slot >= 0) {
    for (Interval piece : sites.getReach(site))
      set.push_back({site.area, piece});
    return;
  }
  for (Interval bytes : sites.getBytes(site))
    set.push_back({site.area, bytes});
}

void TileMap::addWrites(Operation *op, ByteSet &set) {
  if (auto storage = dyn_cast<TileStorageOpInterface>(op)) {
    Accesses accesses = Accesses::get(storage);
    for (OpOperand *operand : accesses.clobbers)
      addSite(get(operand->get()).site, set);
    for (auto [operand, result] : accesses.inPlace)
      addSite(get(operand->get()).site, set);
    for (OpResult result : accesses.fresh)
      addSite(get(result).site, set);
    return;
  }
  // A callee has buffers of its own, wherever they are.
  if (isa<CallOpInterface>(op))
    for (unsigned area = unsigned(MemorySpace::DDR) + 1; area < kNumSpaces;
         ++area)
      set.push_back({area, {0, std::numeric_limits<int64_t>::max()}});
}

bool TileMap::mayWrite(const ByteSet &set, const Site &site) {
  if (!site.isInMemory())
    return false;
  auto isHit = [&](Interval bytes) {
    return haveCommonByte(set, site.area, bytes);
  };
  if (site.slot >= 0)
    return llvm::any_of(sites.getReach(site), isHit);
  return llvm::any_of(sites.getBytes(site), isHit);
}

/// What each region may overwrite, from the inside out: an op's graph was made
/// before those of the ops in it.
void TileMap::findWrites() {
  for (auto &[op, graph] : llvm::reverse(storage)) {
    for (unsigned region : graph->getOrder()) {
      ByteSet &set = graph->writes[region];
      for (Operation &inner : op->getRegion(region).front()) {
        ControlGraph *nested = getGraph(&inner);
        if (nested && !nested->getOrder().empty())
          set.append(nested->allWrites.begin(), nested->allWrites.end());
        else
          addWrites(&inner, set);
      }
      normalize(set);
      graph->allWrites.append(set.begin(), set.end());
    }
    normalize(graph->allWrites);
    closeLoop(op, *graph);
  }
}

/// A carried tile that is overwritten in part is a new one as a whole; so are
/// then those that share bytes with it. One that nobody accesses holds nothing
/// that could be overwritten.
void TileMap::closeLoop(Operation *op, ControlGraph &graph) {
  SmallVector<Site> rest;
  for (unsigned region : graph.getOrder())
    if (graph.isHeader(region))
      for (BlockArgument argument : op->getRegion(region).getArguments())
        if (isTile(argument) && get(argument).isNeeded)
          rest.push_back(get(argument).site);
  for (bool changed = true; changed;) {
    ByteSet added;
    llvm::erase_if(rest, [&](const Site &site) {
      if (!mayWrite(graph.allWrites, site))
        return false;
      addSite(site, added);
      return true;
    });
    changed = !added.empty();
    graph.allWrites.append(added.begin(), added.end());
    normalize(graph.allWrites);
  }
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// A region that the pass is in; the function's body for no op.
struct TileMap::Frame {
  Operation *op;
  ControlGraph *graph;
  /// Number in the order of the graph.
  unsigned position;
  Block::iterator at, end;

  unsigned getRegion() const { return graph->getOrder()[position]; }
};

void TileMap::build(FunctionOpInterface function) {
  Region &body = function.getFunctionBody();
  if (!body.hasOneBlock()) {
    findings.add(PlanRule::NotModelled, body.front().getTerminator()->getLoc(),
                 "unstructured control flow; use scf.for, scf.while, scf.if or "
                 "scf.index_switch");
    return;
  }
  Block &block = body.front();
  for (BlockArgument argument : block.getArguments())
    if (isTile(argument)) {
      findings.add(PlanRule::NotModelled, argument.getLoc(),
                   "parameter " + nameOf(argument) +
                       " is a tile, and nobody says where it is");
      add(argument, {});
    }
  SmallVector<Frame> stack;
  stack.push_back({nullptr, nullptr, 0, block.begin(), block.end()});
  // Follows what leads to the region at `position` and goes in.
  auto push = [&](Operation *op, ControlGraph *graph, unsigned position) {
    unsigned number = graph->getOrder()[position];
    Block &inner = op->getRegion(number).front();
    for (BlockArgument argument : inner.getArguments())
      if (isTile(argument) && !knows(argument)) {
        findings.add(PlanRule::NotModelled, op->getLoc(),
                     nameOf(op) + " does not say what " + nameOf(argument) +
                         " is");
        add(argument, {});
      }
    stack.push_back({op, graph, position, inner.begin(), inner.end()});
  };
  while (!stack.empty()) {
    Frame &frame = stack.back();
    if (frame.at != frame.end) {
      Operation *op = &*frame.at++;
      ControlGraph *graph = op->getNumRegions() ? enter(op) : nullptr;
      if (!graph || graph->getOrder().empty()) {
        visit(op);
        continue;
      }
      for (const Way &way : graph->getWays())
        if (way.source == Way::outside)
          follow(way);
      push(op, graph, 0);
      continue;
    }
    Frame done = frame;
    stack.pop_back();
    if (!done.graph)
      continue;
    ControlGraph &graph = *done.graph;
    unsigned region = done.getRegion();
    for (const Way &way : graph.getWays())
      if (way.source == int(region))
        follow(way);
    if (done.position + 1 < graph.getOrder().size()) {
      push(done.op, done.graph, done.position + 1);
      continue;
    }
    visit(done.op);
  }
  findNeeded();
  findWrites();
}

/// Backwards, from what is accessed to what it is made of.
void TileMap::findNeeded() {
  while (!accessed.empty()) {
    Value value = accessed.pop_back_val();
    if (!isTile(value))
      continue;
    Tile &tile = get(value);
    if (tile.isNeeded)
      continue;
    tile.isNeeded = true;
    auto it = sources.find(value);
    if (it != sources.end())
      accessed.append(it->second.begin(), it->second.end());
  }
}
