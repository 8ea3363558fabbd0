//===- AliasClasses.cpp - Which tiles share one buffer --------------------===//
//
// Classes of contents that never interfere, joined greedily by the cost of the
// copy that a join saves. Whatever hands a content on reads it at the point of
// the op, and the merged content arrives at the point behind it: all copies of
// one terminator happen at once between the two.
//
//===----------------------------------------------------------------------===//

#include "AliasClasses.h"

#include "pto/Analysis/Takeover.h"
#include "pto/Transforms/Transforms.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::pto;

using Kind = TileContent::Kind;

static bool isTerminator(Operation *op) {
  return op->hasTrait<OpTrait::IsTerminator>();
}

AliasClasses::AliasClasses(func::FuncOp function, const TargetModel &model,
                           BoundAnalyses &analyses)
    : function(function), model(model), memrefs(analyses.memrefs),
      liveness(analyses.contents), frequency(function) {}

bool AliasClasses::isPlain(Value buffer) {
  auto alloc = buffer.getDefiningOp<AllocOp>();
  return alloc && !alloc.getPinned() && alloc.getSlots() == 1 &&
         isa<FunctionOpInterface>(alloc->getParentOp());
}

LogicalResult AliasClasses::compute() {
  describeContents();
  gatherHandedOn();
  gatherInPlace();
  findInvolved();
  ArrayRef<TileContent> all = getContents().getContents();
  classes.reserve(all.size());
  for (unsigned i = 0; i < all.size(); ++i) {
    TileClass &own = classes.emplace_back();
    own.members = {i};
    own.buffer = bound[i];
    own.size = getStorageBytes(all[i].tile);
    own.isForeign = all[i].kind == Kind::Foreign;
    if (isInvolved.test(i))
      own.occupied = computeOccupied(i);
  }
  gatherApart();
  if (failed(joinBound()))
    return failure();
  joinTwins();

  // Parts first, while what they are parts of is still alone; then by weight.
  // Where that is equal, what is updated in place stays in place.
  SmallVector<std::tuple<double, bool, unsigned>> order;
  for (auto [i, affinity] : llvm::enumerate(affinities)) {
    if (affinity.isInPlace && isPart.test(affinity.to)) {
      // What it updates may have become a copy by now.
      if (affinity.isWindow || isPart.test(affinity.from)) {
        affinity.isJoined = tryJoinPart(affinity);
        continue;
      }
      isPart.reset(affinity.to);
    }
    order.emplace_back(-weigh(affinity), !affinity.isInPlace, i);
  }
  llvm::sort(order);
  for (auto [weight, isHandedOn, i] : order)
    affinities[i].isJoined = tryJoin(affinities[i]);
  return success();
}

bool AliasClasses::areMade() {
  if (!llvm::all_of(affinities,
                    [](const Affinity &affinity) { return affinity.isJoined; }))
    return false;
  DenseMap<unsigned, Value> buffers;
  for (auto [i, buffer] : llvm::enumerate(bound)) {
    if (!buffer)
      continue;
    auto alloc = buffer.getDefiningOp<AllocOp>();
    if (isPlain(buffer) && alloc.getSize() < getSize(i))
      return false;
    if (buffers.try_emplace(find(i), buffer).first->second != buffer)
      return false;
  }
  return true;
}

int64_t AliasClasses::getStorageBytes(Value tile) const {
  return model.getStorageBytes(cast<TileType>(tile.getType())).value_or(0);
}

void AliasClasses::describeContents() {
  ArrayRef<TileContent> all = getContents().getContents();
  isPart.resize(all.size());
  for (auto [i, content] : llvm::enumerate(all)) {
    parent.push_back(i);
    ranges.push_back({0, getStorageBytes(content.tile)});
    bound.push_back({});
    if (content.kind != Kind::Fresh)
      continue;
    Value buffer = memrefs.getBuffer(content.tile);
    bound.back() = canonicalBuffer(buffer);
    // A slot that is chosen at run time lies anywhere in its buffer.
    if (bound.back() != buffer && !bound.back().getDefiningOp<SlotOp>()) {
      isPart.set(i);
      ranges.back().second = std::numeric_limits<int64_t>::max();
    }
  }
}

/// Most contents want nothing, and share their buffer with nobody.
void AliasClasses::findInvolved() {
  isInvolved.resize(bound.size());
  for (const Affinity &affinity : affinities) {
    isInvolved.set(affinity.from);
    isInvolved.set(affinity.to);
  }
  for (const MergedTile &tile : getContents().getMerged())
    isInvolved.set(tile.to);
  DenseMap<Value, unsigned> first;
  for (unsigned i = 0; i < bound.size(); ++i) {
    if (!bound[i])
      continue;
    auto [it, isNew] = first.try_emplace(bound[i], i);
    if (isNew)
      continue;
    isInvolved.set(it->second);
    isInvolved.set(i);
  }
}

unsigned AliasClasses::find(unsigned content) {
  while (parent[content] != content)
    content = parent[content] = parent[parent[content]];
  return content;
}

//===----------------------------------------------------------------------===//
// What wants to be together, and what must not
//===----------------------------------------------------------------------===//

/// One value for all that name the same bytes: two slot ops of one index are
/// one slot. Where an index is known at run time only, or somebody names the
/// buffer as a whole, its slots are not told apart.
Value AliasClasses::canonicalBuffer(Value buffer) {
  Operation *root = getBufferRoot(buffer);
  auto slot = buffer ? buffer.getDefiningOp<SlotOp>() : SlotOp();
  if (!root || !slot)
    return buffer;
  bool isSlotted = llvm::all_of(root->getUsers(), [](Operation *user) {
    auto slot = dyn_cast<SlotOp>(user);
    return slot && !ShapedType::isDynamic(slot.getStaticOffsets().front());
  });
  if (!isSlotted)
    return root->getResult(0);
  return slots.try_emplace({root, slot.getStaticOffsets().front()}, buffer)
      .first->second;
}

void AliasClasses::gatherHandedOn() {
  const TileContents &contents = getContents();
  auto isRead = [&](unsigned content) {
    return llvm::any_of(liveness.getUses(content),
                        [](const TileUse &use) { return use.keeps; });
  };
  DenseMap<OpOperand *, unsigned> known;
  for (const MergedTile &tile : contents.getMerged()) {
    ProgramPoint arrival = liveness.getPoints().getWrite(tile.from->getOwner());
    arrivals[tile.to].push_back({arrival, arrival + 1});
    auto [it, isNew] = known.try_emplace(tile.from, affinities.size());
    if (!isNew) {
      affinities[it->second].isIdle &= !isRead(tile.to);
      continue;
    }
    Affinity affinity;
    affinity.operand = tile.from;
    affinity.from = contents.lookup(tile.from->get());
    affinity.to = tile.to;
    affinity.isWindow = contents.isWindow(tile.from->get());
    affinity.isIdle = !isRead(tile.to);
    affinities.push_back(affinity);
  }
  for (Affinity &affinity : affinities)
    affinity.isIdle |= contents.getContents()[affinity.from].isEmpty;
  for (auto &[content, sections] : arrivals)
    normalizeSections(sections);
}

void AliasClasses::gatherInPlace() {
  const TileContents &contents = getContents();
  for (Operation *op : liveness.getPoints().getOps()) {
    auto storage = dyn_cast<TileStorageOpInterface>(op);
    if (!storage)
      continue;
    for (OpResult result : op->getResults()) {
      if (!isTile(result))
        continue;
      ResultStorage where = storage.getResultStorage(result.getResultNumber());
      if (where.kind != ResultStorage::Kind::InPlace)
        continue;
      Affinity affinity;
      affinity.operand = &op->getOpOperand(where.operand);
      Value tile = affinity.operand->get();
      affinity.from = contents.lookup(tile);
      affinity.to = contents.lookup(result);
      affinity.isInPlace = true;
      affinity.isWindow = contents.isWindow(tile);
      affinity.isIdle = contents.getContents()[affinity.from].isEmpty;
      if (affinity.isWindow || isPart.test(affinity.from))
        isPart.set(affinity.to);
      affinities.push_back(affinity);
    }
  }
}

void AliasClasses::keepApart(unsigned a, unsigned b) {
  classes[a].apart.push_back(b);
  classes[b].apart.push_back(a);
}

/// What must not be in one buffer, whatever its lives.
void AliasClasses::gatherApart() {
  // A window can't be copied within its own buffer.
  for (const Affinity &affinity : affinities)
    if (affinity.isWindow && !affinity.isInPlace)
      keepApart(affinity.from, affinity.to);
  LoadHazard hazard(function, getContents(), model);
  for (Operation *op : liveness.getPoints().getOps())
    if (auto storage = dyn_cast<TileStorageOpInterface>(op))
      for (OpResult result : op->getResults())
        if (isTile(result) && isInvolved.test(getContents().lookup(result)))
          gatherApart(storage, result, hazard);
}

/// Operands of its op that `result` must not lie on.
void AliasClasses::gatherApart(TileStorageOpInterface op, OpResult result,
                               const LoadHazard &hazard) {
  unsigned number = result.getResultNumber();
  ResultStorage where = op.getResultStorage(number);
  bool isFresh = where.kind == ResultStorage::Kind::Fresh;
  if (!isFresh && where.kind != ResultStorage::Kind::InPlace)
    return;
  unsigned made = getContents().lookup(result);
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isTile(operand.get()) ||
        op.getTileAccess(operand.getOperandNumber()) == TileAccess::None)
      continue;
    // What is updated in place is read through no other operand.
    if (!isFresh && operand.getOperandNumber() == where.operand)
      continue;
    unsigned read = getContents().lookup(operand.get());
    auto from = cast<TileType>(operand.get().getType());
    if (!isInvolved.test(read) ||
        from.getSpace() != cast<TileType>(result.getType()).getSpace())
      continue;
    bool mayShare = isFresh && !isPart.test(read) &&
                    getBytes(operand.get(), read).first == 0 &&
                    mayTakeOver(op, number, operand, model.getTarget()) &&
                    !hazard.forbids(op, operand.get());
    if (!mayShare)
      keepApart(read, made);
  }
}

/// Bytes of a tile, counted from the start of its class.
AliasClasses::ByteRange AliasClasses::getBytes(Value tile,
                                               unsigned content) const {
  ByteRange whole = ranges[content];
  Value first = getContents().getContents()[content].tile;
  if (tile == first)
    return whole;
  const TileMemRef &a = memrefs.lookup(tile), &b = memrefs.lookup(first);
  if (!getContents().isWindow(tile))
    return whole;
  // Without a known place it may be anywhere in its content.
  if (!a.hasConstantOffset() || !b.hasConstantOffset() || a.size <= 0)
    return whole;
  int64_t begin = whole.first + a.getConstantOffset() - b.getConstantOffset();
  ByteRange part(std::max(begin, whole.first),
                 std::min(begin + a.size, whole.second));
  return part.first < part.second ? part : whole;
}

SmallVector<AliasClasses::Occupied, 1>
AliasClasses::computeOccupied(unsigned content) {
  SmallVector<Occupied, 1> occupied;
  const TileContents &contents = getContents();
  // As a rule all of it is needed at the same points.
  bool isPlain =
      !arrivals.contains(content) &&
      llvm::none_of(liveness.getUses(content), [&](const TileUse &use) {
        return contents.isWindow(use.tile) || isTerminator(use.user);
      });
  if (isPlain) {
    occupied.push_back({ranges[content], {}});
    llvm::append_range(occupied.back().sections, liveness.getSections(content));
    return occupied;
  }
  llvm::MapVector<ByteRange, SmallVector<TileUse, 2>> byBytes;
  byBytes[ranges[content]];
  bool isFilled = contents.getContents()[content].isFilledByParts;
  for (TileUse use : liveness.getUses(content)) {
    // Read before what it becomes arrives.
    ProgramPoint read = liveness.getPoints().getRead(use.user);
    if (isTerminator(use.user) && use.end == read + 2 &&
        llvm::any_of(use.user->getOpOperands(), [&](OpOperand &operand) {
          return operand.get() == use.tile && contents.isHandedOn(operand);
        }))
      use.end = read + 1;
    byBytes[isFilled ? ranges[content] : getBytes(use.tile, content)].push_back(
        use);
  }
  for (auto &[bytes, uses] : byBytes) {
    SmallVector<Section, 1> sections = liveness.computeSections(content, uses);
    if (bytes == ranges[content])
      if (auto it = arrivals.find(content); it != arrivals.end()) {
        llvm::append_range(sections, it->second);
        normalizeSections(sections);
      }
    if (!sections.empty())
      occupied.push_back({bytes, std::move(sections)});
  }
  return occupied;
}

/// Loops around the place where a copy would stand.
double AliasClasses::weigh(const Affinity &affinity) const {
  if (affinity.isIdle)
    return 0;
  auto type = cast<TileType>(affinity.operand->get().getType());
  if (type.getSpace() == MemorySpace::Acc)
    return std::numeric_limits<double>::infinity();
  // A copy into a loop or behind a branch stands in front of the op that takes
  // it or hands it on.
  return double(getStorageBytes(affinity.operand->get())) *
         double(frequency.of(affinity.operand->getOwner()));
}
