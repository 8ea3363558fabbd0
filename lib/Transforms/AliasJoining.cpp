//===- AliasJoining.cpp - Joining contents into classes -------------------===//
//
// Two classes become one where nobody needs bytes of both at one point, and no
// op forbids it.
//
//===----------------------------------------------------------------------===//

#include "AliasClasses.h"

#include "pto/Analysis/SlotRanges.h"
#include "pto/Transforms/Transforms.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::pto;

/// Adds a section to a normalised list.
static void insertSection(SmallVectorImpl<Section> &list, Section section) {
  Section *first = llvm::partition_point(
      list, [&](const Section &other) { return other.end < section.begin; });
  Section *last = first;
  for (; last != list.end() && last->begin <= section.end; ++last) {
    section.begin = std::min(section.begin, last->begin);
    section.end = std::max(section.end, last->end);
  }
  if (first == last) {
    list.insert(first, section);
    return;
  }
  *first = section;
  list.erase(first + 1, last);
}

/// With more byte ranges than this a class counts as one.
static constexpr unsigned kMaxRanges = 32;

void AliasClasses::join(unsigned a, unsigned b) {
  a = find(a);
  b = find(b);
  if (a == b)
    return;
  if (classes[a].members.size() < classes[b].members.size())
    std::swap(a, b);
  TileClass &large = classes[a], &small = classes[b];
  parent[b] = a;
  llvm::append_range(large.members, small.members);
  llvm::append_range(large.apart, small.apart);
  large.size = std::max(large.size, small.size);
  large.isForeign |= small.isForeign;
  if (!large.buffer || (small.buffer && !isPlain(small.buffer)))
    large.buffer = small.buffer;
  for (Occupied &more : small.occupied) {
    auto *it = llvm::find_if(large.occupied, [&](const Occupied &other) {
      return other.bytes == more.bytes;
    });
    if (it == large.occupied.end())
      large.occupied.push_back(std::move(more));
    else
      for (const Section &section : more.sections)
        insertSection(it->sections, section);
  }
  if (large.occupied.size() > kMaxRanges) {
    Occupied all = std::move(large.occupied.front());
    for (Occupied &other : MutableArrayRef(large.occupied).drop_front()) {
      all.bytes.first = std::min(all.bytes.first, other.bytes.first);
      all.bytes.second = std::max(all.bytes.second, other.bytes.second);
      llvm::append_range(all.sections, other.sections);
    }
    normalizeSections(all.sections);
    large.occupied.clear();
    large.occupied.push_back(std::move(all));
  }
  small = TileClass();
}

/// True where somebody needs bytes of both at one point.
static bool interfere(ArrayRef<Section> a, std::pair<int64_t, int64_t> bytesA,
                      ArrayRef<Section> b, std::pair<int64_t, int64_t> bytesB) {
  return bytesA.first < bytesB.second && bytesB.first < bytesA.second &&
         overlap(a, b);
}

/// True where a copy might have to stand where `slot`, if it is one, has no
/// name: what is merged is copied into wherever it comes from.
bool AliasClasses::mayNeedName(const TileClass &slot,
                               const TileClass &other) const {
  return slot.buffer && slot.buffer.getDefiningOp<SlotOp>() &&
         llvm::any_of(other.members, [&](unsigned content) {
           return getContents().getContents()[content].kind ==
                  TileContent::Kind::Merged;
         });
}

bool AliasClasses::mayJoin(const TileClass &a, const TileClass &b) {
  if (mayNeedName(a, b) || mayNeedName(b, a))
    return false;
  if (a.isForeign || b.isForeign)
    return false;
  if (a.buffer && b.buffer && a.buffer != b.buffer &&
      !(isPlain(a.buffer) && isPlain(b.buffer)))
    return false;
  for (const TileClass *one : {&a, &b})
    if (one->buffer && !isPlain(one->buffer))
      if (auto alloc = dyn_cast_or_null<AllocOp>(getBufferRoot(one->buffer));
          alloc &&
          std::max(a.size, b.size) > alloc.getSize() / alloc.getSlots())
        return false;
  const TileClass &few = a.apart.size() < b.apart.size() ? a : b;
  unsigned other = find((&few == &a ? b : a).members.front());
  for (unsigned content : few.apart)
    if (find(content) == other)
      return false;
  for (const Occupied &first : a.occupied)
    for (const Occupied &second : b.occupied)
      if (interfere(first.sections, first.bytes, second.sections, second.bytes))
        return false;
  return true;
}

bool AliasClasses::tryJoin(const Affinity &affinity) {
  unsigned from = find(affinity.from), to = find(affinity.to);
  if (from == to)
    return true;
  // What is updated in a pipe stays there; what a branch hands on may be in
  // no buffer either.
  bool isNowhere =
      classes[from].isForeign &&
      (affinity.isInPlace ? !classes[to].buffer : classes[to].isForeign);
  if (isNowhere) {
    classes[to].isForeign = true;
    return true;
  }
  // A slot has no name where a copy into it might have to stand.
  auto isSlot = [&](unsigned number) {
    Value buffer = classes[number].buffer;
    return buffer && buffer.getDefiningOp<SlotOp>();
  };
  if (affinity.isWindow || isPart.test(affinity.from) ||
      (!affinity.isInPlace && (isSlot(from) || isSlot(to))) ||
      !mayJoin(classes[from], classes[to]))
    return false;
  join(from, to);
  return true;
}

/// A part that is updated in place stays where it is, if nobody needs its bytes
/// as they were. An empty tile that is filled part by part has no such bytes.
bool AliasClasses::tryJoinPart(const Affinity &affinity) {
  unsigned from = find(affinity.from), to = affinity.to;
  if (classes[from].isForeign) {
    classes[to].isForeign = true;
    return true;
  }
  ranges[to] = getBytes(affinity.operand->get(), affinity.from);
  classes[to].occupied = computeOccupied(to);
  classes[to].size = 0;
  bool isFilled = getContents().getContents()[affinity.from].isFilledByParts;
  if (isFilled || mayJoin(classes[from], classes[to])) {
    join(from, to);
    return true;
  }
  // It gets a copy, which is all of its buffer.
  isPart.reset(to);
  ranges[to] = {0, getStorageBytes(getContents().getContents()[to].tile)};
  classes[to].occupied = computeOccupied(to);
  classes[to].size = ranges[to].second;
  return false;
}

//===----------------------------------------------------------------------===//
// Bound by hand
//===----------------------------------------------------------------------===//

/// An operand that becomes two contents does so in one place.
void AliasClasses::joinTwins() {
  DenseMap<OpOperand *, unsigned> first;
  for (const MergedTile &tile : getContents().getMerged())
    join(first.try_emplace(tile.from, tile.to).first->second, tile.to);
  // Branches that hand on tiles without a buffer, and nothing else.
  llvm::MapVector<unsigned, bool> isAllForeign;
  for (const Affinity &affinity : affinities) {
    if (affinity.isInPlace)
      continue;
    Operation *op = affinity.operand->getOwner();
    auto branch = dyn_cast<RegionBranchOpInterface>(op);
    if (!branch)
      branch = cast<RegionBranchOpInterface>(op->getParentOp());
    isAllForeign.try_emplace(find(affinity.to), true).first->second &=
        isForeign(affinity.from) && !isLoop(branch);
  }
  for (auto [number, yes] : isAllForeign)
    classes[number].isForeign |= yes;
}

LogicalResult AliasClasses::joinBound() {
  llvm::MapVector<Value, SmallVector<unsigned>> byBuffer;
  for (unsigned i = 0; i < bound.size(); ++i)
    if (bound[i])
      byBuffer[bound[i]].push_back(i);
  for (auto &[buffer, contents] : byBuffer) {
    if (contents.size() > 1)
      if (std::optional<Clash> clash = findClash(contents))
        return reportClash(buffer, *clash);
    for (unsigned content : contents)
      join(contents.front(), content);
  }
  return success();
}

/// True where two contents, bound to one buffer, are needed at one point.
bool AliasClasses::clash(unsigned earlier, unsigned later) const {
  const TileClass &a = classes[earlier], &b = classes[later];
  if (llvm::is_contained(a.apart, later))
    return true;
  ArrayRef<TileContent> all = getContents().getContents();
  if (!SlotRanges(memrefs.getIndexFacts())
           .mayShareBytes(memrefs.getBuffer(all[earlier].tile),
                          memrefs.getBuffer(all[later].tile)))
    return false;
  for (const Occupied &first : a.occupied)
    for (const Occupied &second : b.occupied)
      if (interfere(first.sections, first.bytes, second.sections, second.bytes))
        return true;
  return false;
}

/// Two contents of one buffer that interfere, the earlier one first. All are
/// swept in the order of their sections: as long as nothing interferes, few are
/// needed at one point.
std::optional<AliasClasses::Clash>
AliasClasses::findClash(ArrayRef<unsigned> contents) const {
  struct Needed {
    Section section;
    ByteRange bytes;
    unsigned content;
  };
  // Slots that are chosen at run time are few, and told apart one by one.
  if (llvm::any_of(contents,
                   [&](unsigned content) { return isPart.test(content); })) {
    for (auto [i, later] : llvm::enumerate(contents))
      for (unsigned earlier : contents.take_front(i))
        if (clash(earlier, later))
          return Clash(earlier, later);
    return std::nullopt;
  }
  DenseSet<unsigned> here(contents.begin(), contents.end());
  SmallVector<Needed> all;
  for (unsigned content : contents) {
    for (unsigned other : classes[content].apart)
      if (here.contains(other))
        return std::minmax(content, other);
    for (const Occupied &occupied : classes[content].occupied)
      for (const Section &section : occupied.sections)
        all.push_back({section, occupied.bytes, content});
  }
  llvm::sort(all, [](const Needed &a, const Needed &b) {
    return std::tie(a.section.begin, a.section.end, a.content, a.bytes) <
           std::tie(b.section.begin, b.section.end, b.content, b.bytes);
  });
  SmallVector<Needed> open;
  for (const Needed &next : all) {
    llvm::erase_if(open, [&](const Needed &other) {
      return other.section.end <= next.section.begin;
    });
    for (const Needed &other : open)
      // Ranges of one content are parts of it, and none of its own victims.
      if (other.content != next.content &&
          other.bytes.first < next.bytes.second &&
          next.bytes.first < other.bytes.second)
        return std::minmax(other.content, next.content);
    open.push_back(next);
  }
  return std::nullopt;
}

LogicalResult AliasClasses::reportClash(Value buffer, Clash clash) {
  Value overwritten = getContents().getContents()[clash.first].tile;
  Value written = getContents().getContents()[clash.second].tile;
  Operation *writer = written.getDefiningOp();
  Operation *reader = writer;
  for (const TileUse &use : liveness.getUses(clash.first))
    if (use.end > liveness.getBegin(clash.second))
      reader = use.user;
  InFlightDiagnostic error = writer->emitError();
  error << describe(written) << " overwrites the buffer of "
        << describe(overwritten) << ", which is still needed";
  error.attachNote(reader->getLoc()) << "it is read here";
  error.attachNote(buffer.getLoc()) << "the buffer of both";
  return failure();
}

SmallVector<AliasClasses::Reader>
AliasClasses::findReaders(const Affinity &affinity) {
  Operation *owner = affinity.operand->getOwner();
  ProgramPoint read = liveness.getPoints().getRead(owner);
  llvm::SmallMapVector<Operation *, Value, 4> readers;
  auto isAround = [&](Operation *user) { return user->isAncestor(owner); };
  for (const TileUse &use : liveness.getUses(affinity.from))
    if (!isAround(use.user) && use.end > read)
      readers.try_emplace(use.user,
                          getContents().getContents()[affinity.from].tile);
  // Else something that shares a buffer with the operand is in the way.
  if (readers.empty())
    for (unsigned a : getMembers(affinity.from))
      for (unsigned b : getMembers(affinity.to))
        if (overlap(liveness.getSections(a), liveness.getSections(b)))
          for (const TileUse &use : liveness.getUses(a))
            if (!isAround(use.user) && use.end > liveness.getBegin(b))
              readers.try_emplace(use.user,
                                  getContents().getContents()[a].tile);
  return llvm::map_to_vector(
      readers, [](auto &entry) { return Reader{entry.first, entry.second}; });
}
