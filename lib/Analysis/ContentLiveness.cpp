//===- ContentLiveness.cpp - When contents of tiles are needed ------------===//

#include "pto/Analysis/ContentLiveness.h"

using namespace mlir;
using namespace mlir::pto;

using Kind = TileContent::Kind;

ContentLiveness::ContentLiveness(FunctionOpInterface function,
                                 std::optional<Target> target)
    : points(function), contents(function) {
  uses.resize(contents.getContents().size());
  for (Operation *op : points.getOps())
    collectUses(op, target);
  collectHandedOn();
  sections.reserve(uses.size());
  for (unsigned i = 0; i < uses.size(); ++i)
    sections.push_back(computeSections(i, uses[i]));
}

ProgramPoint ContentLiveness::getBegin(unsigned content) const {
  Value tile = contents.getContents()[content].tile;
  if (auto argument = dyn_cast<BlockArgument>(tile))
    return points.getBegin(argument.getOwner()->getParent());
  Operation *op = tile.getDefiningOp();
  return op->getNumRegions() == 0 ? points.getWrite(op) : points.getExit(op);
}

/// True where a result of `op` may take over the temporary `operand`, which is
/// dead by the time that the result is written.
static bool isReusable(TileStorageOpInterface op, unsigned operand,
                       std::optional<Target> target) {
  bool makesTile = false;
  for (unsigned i = 0; i < op->getNumResults(); ++i) {
    if (op.getResultStorage(i).kind != ResultStorage::Kind::Fresh)
      continue;
    makesTile = true;
    if (op.forbidsSharing(i, operand, target))
      return false;
  }
  return makesTile;
}

void ContentLiveness::collectUses(Operation *op, std::optional<Target> target) {
  auto storage = dyn_cast<TileStorageOpInterface>(op);
  ProgramPoint read = points.getRead(op);
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<TileType>(operand.get().getType()) || contents.isHandedOn(operand))
      continue;
    unsigned number = operand.getOperandNumber();
    unsigned content = contents.lookup(operand.get());
    bool isEmpty = contents.getContents()[content].isEmpty;
    // Somebody unknown may look at any time.
    if (!storage) {
      uses[content].push_back({operand.get(), op, read + 2, !isEmpty});
      continue;
    }
    switch (storage.getTileAccess(number)) {
    case TileAccess::None:
      break;
    case TileAccess::Read:
    case TileAccess::ReadWrite:
      uses[content].push_back({operand.get(), op, read + 1, !isEmpty});
      break;
    case TileAccess::Write:
      // Clobbered while the result is written, as a rule.
      uses[content].push_back(
          {operand.get(), op,
           read + (isReusable(storage, number, target) ? 1 : 2), false});
      break;
    }
  }
}

/// Handing a content on needs it where what it becomes is needed.
void ContentLiveness::collectHandedOn() {
  ArrayRef<MergedTile> merged = contents.getMerged();
  DenseMap<unsigned, SmallVector<unsigned, 2>> incoming;
  for (auto [i, tile] : llvm::enumerate(merged))
    incoming[tile.to].push_back(i);
  SmallVector<unsigned> open;
  for (auto [number, list] : llvm::enumerate(uses))
    if (contents.getContents()[number].kind == Kind::Merged &&
        llvm::any_of(list, [](const TileUse &use) { return use.keeps; }))
      open.push_back(number);
  BitVector isNeeded(uses.size());
  for (unsigned number : open)
    isNeeded.set(number);
  SmallVector<unsigned> changed;
  while (!open.empty()) {
    auto it = incoming.find(open.pop_back_val());
    if (it == incoming.end())
      continue;
    for (unsigned i : it->second) {
      OpOperand *from = merged[i].from;
      unsigned content = contents.lookup(from->get());
      const TileContent &source = contents.getContents()[content];
      if (source.isEmpty)
        continue;
      Operation *owner = from->getOwner();
      uses[content].push_back(
          {from->get(), owner,
           points.getRead(owner) + (merged[i].isEntry ? 1 : 2), true});
      changed.push_back(content);
      if (source.kind == Kind::Merged && !isNeeded.test(content)) {
        isNeeded.set(content);
        open.push_back(content);
      }
    }
  }
  for (unsigned content : changed)
    llvm::sort(uses[content], [&](const TileUse &a, const TileUse &b) {
      return std::pair(a.end, points.getNumber(a.user)) <
             std::pair(b.end, points.getNumber(b.user));
    });
}

/// From a use inside of `top` out to it: adds where the content is needed on
/// the way, and returns the point up to which it is needed outside.
ProgramPoint ContentLiveness::climb(Operation *user, ProgramPoint end,
                                    Operation *top,
                                    SmallVectorImpl<Section> &found) {
  size_t first = found.size();
  for (Operation *at = user; at != top;) {
    Region *region = at->getParentRegion();
    // What runs again covers all that was found inside of it.
    if (reach.isCyclic(region))
      found.truncate(first);
    else
      found.push_back({points.getBegin(region), end});
    for (Region *earlier : reach.getEarlier(region))
      if (!earlier->empty() && !earlier->front().empty())
        found.push_back({points.getBegin(earlier), points.getEnd(earlier)});
    at = region->getParentOp();
    end = points.getRead(at) + 1;
  }
  return end;
}

SmallVector<Section, 1>
ContentLiveness::computeSections(unsigned content, ArrayRef<TileUse> some) {
  SmallVector<Section, 1> found;
  TileContent what = contents.getContents()[content];
  Block *home = what.tile.getParentBlock();
  Region *region = home->getParent();
  bool isStructured = region->hasOneBlock();
  // Only uses in or below the last op of the home block can make a difference:
  // all in front of it is covered.
  Operation *first = nullptr, *last = nullptr;
  for (const TileUse &use : some) {
    if (!use.keeps) {
      found.push_back({points.getRead(use.user), use.end});
      continue;
    }
    Operation *top = isStructured ? home->findAncestorOpInBlock(*use.user)
                                  : region->findAncestorOpInRegion(*use.user);
    if (!first || points.getNumber(top) < points.getNumber(first))
      first = top;
    if (!last || points.getNumber(top) > points.getNumber(last))
      last = top;
  }
  ProgramPoint begin = getBegin(content);
  if (last && !isStructured) {
    // Blocks may follow one another in any order.
    found.push_back({points.getBegin(region), points.getEnd(region)});
  } else if (last) {
    // What is empty at first is needed from its first user on.
    if (what.isFilledByParts)
      begin = first->getNumRegions() == 0 ? points.getRead(first)
                                          : points.getWrite(first);
    ProgramPoint end = begin;
    for (const TileUse &use : some)
      if (use.keeps && last->isAncestor(use.user))
        end = std::max(end, climb(use.user, use.end, last, found));
    found.push_back({begin, end});
  } else if (what.kind != Kind::Merged && !what.isEmpty &&
             !what.isFilledByParts) {
    // Written for nobody.
    found.push_back({begin, begin + 1});
  }
  normalizeSections(found);
  return found;
}
