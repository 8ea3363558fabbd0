//===- ShadowMemory.cpp - What every byte holds ---------------------------===//

#include "ShadowMemory.h"

using namespace mlir;
using namespace mlir::pto;
using namespace mlir::pto::verify;

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

ShadowMemory::Area::iterator ShadowMemory::clear(Area &area, Interval bytes) {
  auto next = area.lower_bound(bytes.begin);
  if (next != area.begin()) {
    auto previous = std::prev(next);
    Piece piece = previous->second;
    if (piece.end > bytes.begin) {
      previous->second.end = bytes.begin;
      // Both ends of one piece stay.
      if (piece.end > bytes.end)
        return area.emplace_hint(next, bytes.end, piece);
    }
  }
  while (next != area.end() && next->first < bytes.end) {
    Piece piece = next->second;
    next = area.erase(next);
    if (piece.end > bytes.end)
      return area.emplace_hint(next, bytes.end, piece);
  }
  return next;
}

void ShadowMemory::write(unsigned number, Interval bytes, Content content) {
  killSlots(number, bytes);
  Area &area = areas[number];
  auto next = clear(area, bytes);
  if (content == kNothing)
    return;
  // One piece with its neighbours, where they hold the same.
  if (next != area.end() && next->first == bytes.end &&
      next->second.content == content) {
    bytes.end = next->second.end;
    next = area.erase(next);
  }
  if (next != area.begin()) {
    auto previous = std::prev(next);
    if (previous->second.end == bytes.begin &&
        previous->second.content == content) {
      previous->second.end = bytes.end;
      return;
    }
  }
  area.emplace_hint(next, bytes.begin, Piece{bytes.end, content});
}

void ShadowMemory::forEachCell(
    unsigned number, Interval bytes,
    llvm::function_ref<void(Interval, Content)> visit) const {
  const Area &area = areas[number];
  auto at = area.upper_bound(bytes.begin);
  if (at != area.begin() && std::prev(at)->second.end > bytes.begin)
    --at;
  for (; at != area.end() && at->first < bytes.end; ++at) {
    if (bytes.begin < at->first)
      visit({bytes.begin, at->first}, kNothing);
    int64_t begin = std::max(bytes.begin, at->first);
    int64_t end = std::min(bytes.end, at->second.end);
    visit({begin, end}, at->second.content);
    bytes.begin = end;
  }
  if (bytes.begin < bytes.end)
    visit(bytes, kNothing);
}

//===----------------------------------------------------------------------===//
// Run-time slots
//===----------------------------------------------------------------------===//

Intervals ShadowMemory::getReach(unsigned area, const SlotCell &cell) const {
  Site site;
  site.kind = Site::Kind::Memory;
  site.area = area;
  site.slot = cell.slot;
  site.span = {cell.bytes.front().begin, cell.bytes.back().end};
  return sites.getReach(site);
}

void ShadowMemory::killSlots(unsigned area, Interval bytes) {
  if (slots[area].empty())
    return;
  llvm::erase_if(slots[area], [&](const SlotCell &cell) {
    return haveCommonByte(getReach(area, cell), bytes);
  });
}

void ShadowMemory::write(const Site &site, Content content) {
  if (!site.isInMemory())
    return;
  ArrayRef<Interval> bytes = sites.getBytes(site);
  if (site.slot < 0) {
    for (Interval piece : bytes)
      write(site.area, piece, content);
    return;
  }
  // Any of the slots may be the one that is written.
  Intervals reach = sites.getReach(site);
  SmallVector<SlotCell> kept;
  for (SlotCell &cell : slots[site.area]) {
    if (cell.slot == site.slot)
      cell.bytes = subtract(cell.bytes, bytes);
    else if (haveCommonByte(getReach(site.area, cell), reach) &&
             sites.mayBeOneSlot(cell.slot, site.slot))
      continue;
    if (!cell.bytes.empty())
      kept.push_back(std::move(cell));
  }
  slots[site.area].clear();
  for (Interval piece : reach)
    write(site.area, piece, content);
  kept.push_back({site.slot, Intervals(bytes), content});
  slots[site.area] = std::move(kept);
}

//===----------------------------------------------------------------------===//
// Reads
//===----------------------------------------------------------------------===//

bool ShadowMemory::findForeign(
    const Site &site, llvm::function_ref<bool(Content)> accepts,
    llvm::function_ref<void(Interval, Content)> report) const {
  if (!site.isInMemory())
    return false;
  std::optional<Interval> foreign;
  Content holder = kNothing;
  // Neighbours with one content are one.
  auto look = [&](Interval bytes, Content content) {
    bool isFirst = !foreign && !accepts(content);
    bool isNext = foreign && foreign->end == bytes.begin && holder == content;
    if (isFirst)
      foreign = bytes;
    if (isFirst)
      holder = content;
    if (isNext)
      foreign->end = bytes.end;
  };
  ArrayRef<Interval> bytes = sites.getBytes(site);
  if (site.slot < 0) {
    for (Interval piece : bytes)
      forEachCell(site.area, piece, look);
  } else {
    Intervals found;
    for (const SlotCell &cell : slots[site.area])
      if (cell.slot == site.slot && accepts(cell.content))
        found.append(cell.bytes.begin(), cell.bytes.end());
    normalize(found);
    // Whoever wrote to any of the slots may have hit this one.
    if (!subtract(bytes, found).empty()) {
      for (Interval piece : sites.getReach(site))
        forEachCell(site.area, piece, look);
      if (!foreign) {
        foreign = sites.getHull(site);
        holder = kNothing;
      }
    }
  }
  if (!foreign)
    return false;
  report(*foreign, holder);
  return true;
}

//===----------------------------------------------------------------------===//
// Excerpts
//===----------------------------------------------------------------------===//

/// Calls `visit` once for each area of a normalized set.
static void forEachArea(const ByteSet &set,
                        llvm::function_ref<void(unsigned)> visit) {
  for (size_t i = 0; i < set.size(); ++i)
    if (i == 0 || set[i].area != set[i - 1].area)
      visit(set[i].area);
}

Excerpt ShadowMemory::save(const ByteSet &set) const {
  Excerpt excerpt;
  for (const AreaBytes &part : set)
    forEachCell(part.area, part.bytes, [&](Interval bytes, Content content) {
      excerpt.cells.push_back({{part.area, bytes}, content});
    });
  forEachArea(set, [&](unsigned area) {
    if (!slots[area].empty())
      excerpt.slots.push_back({area, slots[area]});
  });
  return excerpt;
}

void ShadowMemory::restore(const ByteSet &set, const Excerpt &excerpt) {
  forEachArea(set, [&](unsigned area) { slots[area].clear(); });
  for (const Cell &cell : excerpt.cells)
    write(cell.where.area, cell.where.bytes, cell.content);
  for (const auto &[area, cells] : excerpt.slots)
    slots[area] = cells;
}

void ShadowMemory::fill(const ByteSet &set, Content content) {
  for (const AreaBytes &part : set)
    write(part.area, part.bytes, content);
}
