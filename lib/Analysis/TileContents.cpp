//===- TileContents.cpp - Which tiles hold the same bytes -----------------===//

#include "pto/Analysis/TileContents.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::pto;

TileContents::TileContents(FunctionOpInterface function) {
  function->walk([&](Operation *op, const WalkStage &stage) {
    auto branch = dyn_cast<RegionBranchOpInterface>(op);
    if (stage.isBeforeAllRegions()) {
      // What flows into the arguments is known behind the regions only.
      TileContent::Kind kind =
          branch ? TileContent::Kind::Merged : TileContent::Kind::Foreign;
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (BlockArgument argument : block.getArguments())
            if (isTile(argument))
              add(kind, argument);
      if (!branch)
        visit(op);
    }
    if (stage.isAfterAllRegions() && branch)
      merge(branch);
  });
  // Each chain leads outwards.
  for (unsigned &number : same)
    while (number != same[number])
      number = same[number];
}

unsigned TileContents::lookup(Value tile) const {
  unsigned number = numbers.at(tile);
  while (number != same[number])
    number = same[number];
  return number;
}

unsigned TileContents::add(TileContent::Kind kind, Value tile, bool isEmpty) {
  unsigned number = contents.size();
  contents.push_back({kind, tile, isEmpty});
  same.push_back(number);
  numbers[tile] = number;
  return number;
}

void TileContents::visit(Operation *op) {
  auto storage = dyn_cast<TileStorageOpInterface>(op);
  for (OpResult result : op->getResults()) {
    if (!isTile(result))
      continue;
    unsigned number = result.getResultNumber();
    ResultStorage where;
    if (storage)
      where = storage.getResultStorage(number);
    switch (where.kind) {
    case ResultStorage::Kind::None:
      add(TileContent::Kind::Foreign, result);
      break;
    case ResultStorage::Kind::Fresh: {
      auto spaces = dyn_cast<MemorySpaceOpInterface>(op);
      add(TileContent::Kind::Fresh, result,
          spaces && spaces.getResultSpaceRule(number).uninitialised);
      break;
    }
    case ResultStorage::Kind::InPlace: {
      Value operand = op->getOperand(where.operand);
      TileContent &updated = contents[lookup(operand)];
      if (updated.isEmpty && isWindow(operand)) {
        updated.isEmpty = false;
        updated.isFilledByParts = true;
      }
      add(TileContent::Kind::InPlace, result);
      break;
    }
    case ResultStorage::Kind::View:
      numbers[result] = lookup(op->getOperand(where.operand));
      break;
    }
  }
}

bool TileContents::isWindow(Value tile) const {
  while (true) {
    if (auto view = tile.getDefiningOp<TileViewOpInterface>()) {
      if (!view.getViewOffsets().empty())
        return true;
      tile = view.getViewSource();
    } else if (Value origin = origins.lookup(tile)) {
      tile = origin;
    } else {
      return false;
    }
  }
}

/// Notes what flows into each argument and result of `op`.
void TileContents::merge(RegionBranchOpInterface op) {
  for (OpResult result : op->getResults())
    if (isTile(result))
      add(TileContent::Kind::Merged, result);
  SmallVector<MergedTile> flow;
  for (const ForwardedValue &forwarded : getForwardedValues(op))
    if (isTile(forwarded.to)) {
      flow.push_back(
          {forwarded.from, numbers.at(forwarded.to), forwarded.isEntry});
      handedOn.insert(forwarded.from);
    }
  if (flow.empty())
    return;
  findOrigins(op, flow);
  for (const MergedTile &tile : flow)
    if (same[tile.to] == tile.to)
      merged.push_back(tile);
}

/// Finds the arguments and results of `op` that can only be one tile from
/// outside of it.
void TileContents::findOrigins(RegionBranchOpInterface op,
                               ArrayRef<MergedTile> flow) {
  llvm::MapVector<unsigned, SmallVector<OpOperand *, 2>> sources;
  DenseMap<OpOperand *, SmallVector<unsigned, 2>> targets;
  for (const MergedTile &tile : flow) {
    sources[tile.to].push_back(tile.from);
    targets[tile.from].push_back(tile.to);
  }
  // Everything that can come in from outside of these.
  llvm::MapVector<unsigned, Value> found;
  for (auto &[number, list] : sources) {
    llvm::SmallSetVector<unsigned, 4> seen;
    llvm::SmallSetVector<Value, 4> tiles;
    seen.insert(number);
    for (unsigned i = 0; i < seen.size(); ++i)
      for (OpOperand *source : sources[seen[i]]) {
        unsigned from = lookup(source->get());
        if (sources.contains(from))
          seen.insert(from);
        else
          tiles.insert(source->get());
      }
    if (tiles.empty())
      continue;
    unsigned content = lookup(tiles.front());
    bool isOne = llvm::all_of(tiles, [&](Value tile) {
      return lookup(tile) == content && (tiles.size() == 1 || !isWindow(tile));
    });
    Region *home = contents[content].tile.getParentRegion();
    if (isOne && home->isAncestor(op->getParentRegion()))
      found.insert({number, tiles.front()});
  }
  // An operand that becomes something else as well may have to be copied, and
  // is not the same tile then.
  for (bool changed = true; changed;) {
    changed = false;
    for (const MergedTile &tile : flow) {
      auto isOpen = [&](unsigned number) { return !found.contains(number); };
      unsigned from = lookup(tile.from->get());
      if (found.contains(tile.to) &&
          (llvm::any_of(targets[tile.from], isOpen) ||
           (sources.contains(from) && isOpen(from)))) {
        found.erase(tile.to);
        changed = true;
      }
    }
  }
  for (auto [number, tile] : found) {
    same[number] = lookup(tile);
    origins[contents[number].tile] = tile;
  }
}
