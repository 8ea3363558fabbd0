//===- TileReasons.cpp - Why a tile is where it is, and how long ----------===//

#include "pto/Analysis/TileReasons.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::pto;

/// What is the same tile, or a part of it, to those behind `operand`: a view of
/// it, what is written in its place, what a loop or branch makes of it.
static void appendSuccessors(OpOperand &operand,
                             llvm::SmallSetVector<Value, 8> &tiles) {
  Operation *op = operand.getOwner();
  if (auto storage = dyn_cast<TileStorageOpInterface>(op)) {
    for (OpResult result : op->getResults()) {
      ResultStorage rule = storage.getResultStorage(result.getResultNumber());
      bool isSame = rule.kind == ResultStorage::Kind::View ||
                    rule.kind == ResultStorage::Kind::InPlace;
      if (isSame && rule.operand == operand.getOperandNumber())
        tiles.insert(result);
    }
    return;
  }
  auto appendFrom = [&](Operation *holder) {
    auto branch = dyn_cast_or_null<RegionBranchOpInterface>(holder);
    if (!branch)
      return;
    for (const ForwardedValue &flow : getForwardedValues(branch))
      if (flow.from == &operand)
        tiles.insert(flow.to);
  };
  appendFrom(op);
  if (op->hasTrait<OpTrait::IsTerminator>())
    appendFrom(op->getParentOp());
}

/// A chain of ops in place may be as long as the program: so many links of it
/// are followed.
static constexpr unsigned kMaxLinks = 64;

SmallVector<SpaceConsumer> pto::findSpaceConsumers(Value tile, size_t most) {
  SmallVector<SpaceConsumer> consumers;
  llvm::SmallSetVector<Value, 8> tiles;
  tiles.insert(tile);
  for (unsigned i = 0; i < std::min<size_t>(tiles.size(), kMaxLinks); ++i) {
    // Uses are kept in no order that a reader would know.
    SmallVector<OpOperand *> uses;
    for (OpOperand &use : tiles[i].getUses())
      uses.push_back(&use);
    std::reverse(uses.begin(), uses.end());
    for (OpOperand *use : uses) {
      if (consumers.size() == most)
        return consumers;
      if (auto op = dyn_cast<MemorySpaceOpInterface>(use->getOwner())) {
        SpaceList allowed = op.getAllowedSpaces(use->getOperandNumber());
        // One that takes it twice says it once.
        auto isSame = [&](const SpaceConsumer &consumer) {
          return consumer.operand->getOwner() == use->getOwner() &&
                 llvm::equal(consumer.allowed, allowed);
        };
        if (!allowed.empty() && llvm::none_of(consumers, isSame))
          consumers.push_back({use, allowed, i != 0});
      }
      appendSuccessors(*use, tiles);
    }
  }
  return consumers;
}

LifeReason pto::findLifeReason(const ContentLiveness &liveness,
                               unsigned content) {
  LifeReason reason;
  const ProgramPoints &points = liveness.getPoints();
  const TileContents &contents = liveness.getContents();
  Value tile = contents.getContents()[content].tile;
  Region *home = tile.getParentRegion();
  ProgramPoint latest = 0;
  for (const TileUse &use : liveness.getUses(content)) {
    // What a loop reads from outside is needed up to its end.
    Operation *loop = nullptr;
    for (Operation *at = use.user->getParentOp();
         at && at->getParentRegion() && home->isAncestor(at->getParentRegion());
         at = at->getParentOp())
      if (auto branch = dyn_cast<RegionBranchOpInterface>(at);
          branch && isLoop(branch))
        loop = at;
    ProgramPoint end = loop ? points.getExit(loop) : use.end;
    if (reason.lastUser && end < latest)
      continue;
    latest = end;
    reason.lastUser = use.user;
    reason.loop = loop;
    reason.through = use.tile;
    reason.keeps = use.keeps;
    reason.isHandedOn = !isa<TileStorageOpInterface>(use.user) &&
                        (use.user->hasTrait<OpTrait::IsTerminator>() ||
                         isa<RegionBranchOpInterface>(use.user));
  }
  return reason;
}

SmallVector<Section> pto::getTileSections(const ContentLiveness &liveness,
                                          Value tile) {
  const TileContents &contents = liveness.getContents();
  const ProgramPoints &points = liveness.getPoints();
  unsigned content = contents.lookup(tile);
  ArrayRef<Section> all = liveness.getSections(content);
  if (contents.getContents()[content].tile == tile)
    return llvm::to_vector(all);
  // Cut the contents' life to the part between the tile's own ends.
  auto getBegin = [&](Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value))
      return points.getBegin(argument.getOwner()->getParent());
    Operation *op = value.getDefiningOp();
    return op->getNumRegions() == 0 ? points.getWrite(op) : points.getExit(op);
  };
  ProgramPoint begin = getBegin(tile), end = begin;
  llvm::SmallSetVector<Value, 8> tiles;
  tiles.insert(tile);
  Region *home = tile.getParentRegion();
  for (unsigned i = 0; i < tiles.size(); ++i)
    for (OpOperand &use : tiles[i].getUses()) {
      Operation *user = use.getOwner();
      ProgramPoint last = points.getWrite(user);
      for (Operation *at = user->getParentOp();
           at && at->getParentRegion() &&
           home->isAncestor(at->getParentRegion());
           at = at->getParentOp())
        if (auto branch = dyn_cast<RegionBranchOpInterface>(at);
            branch && isLoop(branch))
          last = points.getExit(at);
      end = std::max(end, last);
      llvm::SmallSetVector<Value, 8> next;
      appendSuccessors(use, next);
      for (Value value : next)
        if (contents.lookup(value) == content)
          tiles.insert(value);
    }
  SmallVector<Section> sections;
  for (const Section &section : all) {
    Section cut{std::max(section.begin, begin), std::min(section.end, end)};
    if (cut.begin < cut.end)
      sections.push_back(cut);
  }
  return sections;
}
