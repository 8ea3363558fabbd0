//===- MachineRegions.cpp - Loops and branches of an execution ------------===//

#include "Machine.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::pto;
using namespace mlir::pto::smith;

bool Machine::bind(Value target, Value source, std::optional<Place> place) {
  if (!isTile(target)) {
    if (target.getType().isIntOrIndex()) {
      int64_t value = *integer(source);
      integers[target] = value;
    }
    return true;
  }
  auto it = tiles.find(source);
  if (it == tiles.end())
    return unknown("what becomes of a tile");
  TileState state = it->second;
  // Windows that come together have one form; nothing says which.
  if (place && place->layout->offsets.size() == state.bytes->size())
    state.place = *place;
  tiles[target] = std::move(state);
  return true;
}

/// Values are handed on all at once: one may be what another was.
static SmallVector<Value> toVector(ValueRange values) {
  return SmallVector<Value>(values);
}

bool Machine::runFor(Operation *op) {
  auto loop = cast<scf::ForOp>(op);
  int64_t low = *integer(loop.getLowerBound()),
          high = *integer(loop.getUpperBound()),
          step = *integer(loop.getStep());
  if (step <= 0)
    return unknown("a step of a loop");
  // All tiles of one carry are where the first is.
  SmallVector<std::optional<Place>> places;
  SmallVector<TileState> current;
  auto gather = [&](ValueRange values) {
    current.clear();
    for (Value value : values) {
      auto it = tiles.find(value);
      if (isTile(value) && it == tiles.end())
        return unknown("what a loop carries");
      current.push_back(isTile(value) ? it->second : TileState());
    }
    return true;
  };
  auto hand = [&](ValueRange targets) {
    for (auto [i, target] : llvm::enumerate(targets)) {
      if (!isTile(target))
        continue;
      tiles[target] = current[i];
      tiles[target].place = *places[i];
    }
  };
  if (!gather(loop.getInitArgs()))
    return false;
  for (const TileState &state : current)
    places.push_back(state.place);
  for (int64_t i = low; i < high; i += step) {
    if (--steps < 0)
      return unknown("it takes too long");
    integers[loop.getInductionVar()] = i;
    hand(loop.getRegionIterArgs());
    ++depth;
    bool isRun = runBlock(*loop.getBody());
    --depth;
    if (!isRun || !gather(loop.getBody()->getTerminator()->getOperands()))
      return false;
  }
  hand(loop.getResults());
  return true;
}

bool Machine::runWhile(Operation *op) {
  auto loop = cast<scf::WhileOp>(op);
  Block &before = loop.getBefore().front(), &after = loop.getAfter().front();
  SmallVector<Value> source = toVector(loop.getInits());
  SmallVector<std::optional<Place>> places;
  for (Value init : source) {
    auto it = tiles.find(init);
    if (isTile(init) && it == tiles.end())
      return unknown("what a loop carries");
    places.push_back(isTile(init) ? std::optional(it->second.place)
                                  : std::nullopt);
  }
  auto handAll = [&](ValueRange targets, ValueRange sources,
                     ArrayRef<std::optional<Place>> where) {
    SmallVector<TileState> states;
    for (Value value : sources) {
      auto it = tiles.find(value);
      if (isTile(value) && it == tiles.end())
        return unknown("what a loop carries");
      states.push_back(isTile(value) ? it->second : TileState());
    }
    for (auto [i, target] : llvm::enumerate(targets)) {
      if (!isTile(target))
        continue;
      if (!where.empty() && where[i])
        states[i].place = *where[i];
      tiles[target] = states[i];
    }
    return true;
  };
  for (int64_t trips = random.below(4);; --trips) {
    if (--steps < 0)
      return unknown("it takes too long");
    if (!handAll(before.getArguments(), source, places))
      return false;
    ++depth;
    bool isRun = runBlock(before);
    --depth;
    if (!isRun)
      return false;
    auto condition = cast<scf::ConditionOp>(before.getTerminator());
    if (trips <= 0)
      return handAll(loop.getResults(), condition.getArgs(), {});
    if (!handAll(after.getArguments(), condition.getArgs(), {}))
      return false;
    ++depth;
    isRun = runBlock(after);
    --depth;
    if (!isRun)
      return false;
    source = toVector(after.getTerminator()->getOperands());
  }
}

bool Machine::runChoice(Operation *op, unsigned region) {
  // Users look for a result where the first region leaves it.
  SmallVector<std::optional<Place>> places;
  for (OpResult result : op->getResults())
    places.push_back(isTile(result) ? findPlace(result) : std::nullopt);
  Block &block = op->getRegion(region).front();
  ++depth;
  bool isRun = runBlock(block);
  --depth;
  if (!isRun)
    return false;
  for (auto [i, result] : llvm::enumerate(op->getResults()))
    if (!bind(result, block.getTerminator()->getOperand(i), places[i]))
      return false;
  return true;
}
