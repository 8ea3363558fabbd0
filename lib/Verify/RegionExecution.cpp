//===- RegionExecution.cpp - Running branches and loops -------------------===//

#include "Execution.h"

#include <map>

using namespace mlir;
using namespace mlir::pto;
using namespace mlir::pto::verify;

using Kind = Contents::Info::Kind;

//===----------------------------------------------------------------------===//
// From region to region
//===----------------------------------------------------------------------===//

/// The bytes in which memory may differ, while a region runs, from memory in
/// front of the op.
const ByteSet &Execution::getCover(const Frame &frame) const {
  unsigned region = frame.getRegion();
  bool isFirst = frame.graph->isEnteredFromOutside(region) &&
                 !frame.graph->isHeader(region);
  return isFirst ? frame.graph->writes[region] : frame.graph->allWrites;
}

SmallVector<const Execution::Arrival *>
Execution::getArrivals(const Frame &frame, int target) const {
  SmallVector<const Arrival *> arrivals;
  for (const Arrival &arrival : frame.arrivals)
    if (arrival.way->target == target)
      arrivals.push_back(&arrival);
  return arrivals;
}

void Execution::enter(Frame &frame) {
  for (const Way &way : frame.graph->getWays())
    if (way.source == Way::outside) {
      checkWay(way);
      frame.arrivals.push_back({&way, nullptr, nullptr});
    }
  if (!frame.graph->getOrder().empty())
    startRegion(frame);
}

/// Memory is as in front of the op.
void Execution::startRegion(Frame &frame) {
  unsigned region = frame.getRegion();
  Block &block = frame.op->getRegion(region).front();
  if (!frame.graph->isStraight())
    frame.before = memory.save(getCover(frame));
  SmallVector<const Arrival *> arrivals = getArrivals(frame, region);
  meet(frame.op, arrivals);
  if (frame.graph->isHeader(region)) {
    memory.fill(frame.graph->allWrites, contents.getFor(frame.op, Kind::Lost));
    bindCarried(block.getArguments(), *frame.graph, arrivals);
  } else {
    bind(block.getArguments(), arrivals);
  }
  frame.at = block.begin();
  frame.end = block.end();
}

void Execution::endRegion(Frame &frame) {
  int region = frame.getRegion();
  std::shared_ptr<const Excerpt> state;
  for (const Way &way : frame.graph->getWays()) {
    if (way.source != region)
      continue;
    checkWay(way);
    if (way.isBack)
      continue;
    if (frame.graph->isStraight()) {
      // Memory stays as it is, and nothing is to be put back.
      frame.arrivals.push_back({&way, nullptr, nullptr});
      return;
    }
    if (!state)
      state = std::make_shared<Excerpt>(memory.save(getCover(frame)));
    frame.arrivals.push_back({&way, state, &getCover(frame)});
  }
  if (!frame.graph->isStraight())
    memory.restore(getCover(frame), frame.before);
}

void Execution::leave(Frame &frame) {
  SmallVector<const Arrival *> arrivals = getArrivals(frame, Way::outside);
  meet(frame.op, arrivals);
  bind(frame.op->getResults(), arrivals);
}

//===----------------------------------------------------------------------===//
// What is handed on
//===----------------------------------------------------------------------===//

void Execution::checkWay(const Way &way) {
  for (auto [i, target] : llvm::enumerate(way.targets)) {
    if (!isTile(target) || !map.get(target).isNeeded)
      continue;
    const Tile &to = map.get(target);
    const Tile &from = map.get(way.getOperand(i));
    OpOperand &operand = way.from->getOpOperand(way.firstOperand + i);
    if (from.site.kind == Site::Kind::Unknown ||
        to.site.kind == Site::Kind::Unknown)
      continue;
    std::string what = nameOf(way.from) + " hands on " + nameOf(from.value) +
                       " as " + nameOf(target);
    if (!map.sites.isSame(from.site, to.site)) {
      if (toldOperands.insert(&operand).second)
        findings.add(
            PlanRule::HandedOn, way.from->getLoc(),
            what + ", which is at " + map.sites.describe(to.site) +
                ", but leaves it at " + map.sites.describe(from.site),
            {{from.value.getLoc(), nameOf(from.value) + " is made here"},
             {target.getLoc(), nameOf(target) + " is here"}});
      continue;
    }
    memory.findForeign(
        from.site,
        [&](Content found) { return contents.accepts(from.content, found); },
        [&](Interval bytes, Content found) {
          report(PlanRule::HandedOn, way.from, from,
                 what + " at " + map.sites.describe(from.site), bytes, found);
        });
  }
}

/// What becomes `target` on a way; null where nothing does. Arguments and
/// results that a way sets are neighbours.
static Value getSource(const Way &way, Value target) {
  auto numberOf = [](Value value) -> int64_t {
    if (auto argument = dyn_cast<BlockArgument>(value))
      return argument.getArgNumber();
    return cast<OpResult>(value).getResultNumber();
  };
  if (way.targets.empty())
    return {};
  int64_t i = numberOf(target) - numberOf(way.targets.front());
  if (i < 0 || i >= int64_t(way.targets.size()) || way.targets[i] != target)
    return {};
  return way.getOperand(i);
}

void Execution::mark(const Tile &tile) {
  const Content same = contents.get(tile.content).same;
  if (!tile.isNeeded || !tile.site.isInMemory())
    return;
  auto isAsGood = [&](Content found) {
    return same != kNothing && contents.accepts(same, found);
  };
  if (same == kNothing || tile.site.slot >= 0) {
    if (same == kNothing ||
        memory.findForeign(tile.site, isAsGood, [](Interval, Content) {}))
      memory.write(tile.site, tile.content);
    return;
  }
  Intervals others;
  for (Interval piece : map.sites.getBytes(tile.site))
    memory.forEachCell(tile.site.area, piece,
                       [&](Interval bytes, Content found) {
                         if (!isAsGood(found))
                           others.push_back(bytes);
                       });
  for (Interval bytes : others)
    memory.write(tile.site.area, bytes, tile.content);
}

void Execution::bind(ValueRange targets, ArrayRef<const Arrival *> arrivals) {
  SmallVector<Tile *> renamed;
  // Tiles with the same sources on every way are one.
  std::map<SmallVector<Content, 4>, Content> known;
  for (Value target : targets) {
    if (!isTile(target))
      continue;
    Tile &tile = map.get(target);
    SmallVector<Content, 4> sources;
    for (const Arrival *arrival : arrivals) {
      Value source = getSource(*arrival->way, target);
      sources.push_back(source ? map.get(source).content : kNothing);
    }
    if (!sources.empty() && sources.front() != kNothing &&
        llvm::all_equal(sources)) {
      tile.content = sources.front();
      continue;
    }
    auto [it, isNew] = known.try_emplace(sources, kNothing);
    if (isNew) {
      // What will do wherever it has data.
      llvm::erase_if(sources, [&](Content source) {
        return source != kNothing && contents.isEmpty(source);
      });
      if (sources.empty() && !arrivals.empty())
        it->second = contents.addEmpty(target);
      else
        it->second = contents.addTile(target, contents.getCommon(sources));
    }
    tile.content = it->second;
    if (!contents.isEmpty(tile.content))
      renamed.push_back(&tile);
  }
  for (Tile *tile : renamed)
    mark(*tile);
}

/// True where no execution gives `carried`, an argument of a region of `op`,
/// any data: it is empty at first, and so is all that the op hands on to it.
bool Execution::staysEmpty(BlockArgument carried, Operation *op) {
  SmallVector<Value> work = {carried};
  DenseSet<Value> seen = {carried};
  while (!work.empty()) {
    Value value = work.pop_back_val();
    // What is outside is known by now.
    if (!op->isAncestor(value.getParentBlock()->getParentOp())) {
      if (!contents.isEmpty(map.get(value).content))
        return false;
      continue;
    }
    Operation *from = isa<BlockArgument>(value)
                          ? value.getParentBlock()->getParentOp()
                          : value.getDefiningOp();
    SmallVector<Value> sources;
    if (ControlGraph *graph = map.getGraph(from)) {
      for (const Way &way : graph->getWays())
        if (Value source = getSource(way, value))
          sources.push_back(source);
      if (sources.empty())
        return false;
    } else if (auto storage = dyn_cast<TileStorageOpInterface>(from)) {
      Accesses accesses = Accesses::get(storage);
      if (llvm::is_contained(accesses.empty, value))
        continue;
      if (!llvm::is_contained(accesses.views, value))
        return false;
      unsigned number = cast<OpResult>(value).getResultNumber();
      sources.push_back(
          from->getOperand(storage.getResultStorage(number).operand));
    } else {
      return false;
    }
    for (Value source : sources)
      if (seen.insert(source).second)
        work.push_back(source);
  }
  return true;
}

void Execution::bindCarried(ValueRange arguments, const ControlGraph &graph,
                            ArrayRef<const Arrival *> arrivals) {
  SmallVector<Tile *> renamed;
  for (Value argument : arguments) {
    if (!isTile(argument))
      continue;
    Tile &tile = map.get(argument);
    Content first = kNothing;
    bool isUniform = !arrivals.empty();
    for (const Arrival *arrival : arrivals) {
      Value source = getSource(*arrival->way, argument);
      Content content = source ? map.get(source).content : kNothing;
      if (arrival == arrivals.front())
        first = content;
      isUniform &= content == first && content != kNothing;
    }
    bool isWritten = map.mayWrite(graph.allWrites, tile.site);
    if (isUniform && !isWritten) {
      tile.content = first;
      continue;
    }
    // Tiles that come and go on together are one.
    auto isTwin = [&](Tile *other) {
      if (!isUniform || !map.sites.isSame(other->site, tile.site))
        return false;
      return llvm::all_of(graph.getWays(), [&](const Way &way) {
        if (way.target != int(cast<BlockArgument>(argument)
                                  .getOwner()
                                  ->getParent()
                                  ->getRegionNumber()))
          return true;
        Value mine = getSource(way, argument),
              its = getSource(way, other->value);
        return mine && its &&
               (mine == its ||
                (!way.isBack && map.get(mine).content == map.get(its).content));
      });
    };
    auto *twin = llvm::find_if(renamed, isTwin);
    if (twin != renamed.end()) {
      tile.content = (*twin)->content;
      continue;
    }
    auto carried = cast<BlockArgument>(argument);
    if (isUniform && contents.isEmpty(first) &&
        staysEmpty(carried, carried.getOwner()->getParentOp())) {
      tile.content = contents.addEmpty(argument);
      continue;
    }
    tile.content = contents.addTile(argument);
    renamed.push_back(&tile);
  }
  for (Tile *tile : renamed)
    mark(*tile);
}
