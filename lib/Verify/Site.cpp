//===- Site.cpp - Where a tile is -----------------------------------------===//

#include "Site.h"

#include "DeadCode.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pto;
using namespace mlir::pto::verify;

std::string pto::verify::nameOfBuffer(AllocOp alloc) {
  return ("mem_" + stringifyMemorySpace(alloc.getSpace()) + "_" +
          Twine(alloc.getId()))
      .str();
}

/// What of `range` lies in [0, last]; all of that where nothing does, which is
/// so in dead code.
static IndexRange getSensible(IndexRange range, int64_t last) {
  if (range.low > last || range.high < 0)
    return {0, last};
  return {std::max<int64_t>(range.low, 0), std::min(range.high, last)};
}

//===----------------------------------------------------------------------===//
// Storage of its own
//===----------------------------------------------------------------------===//

std::optional<std::pair<unsigned, int64_t>> SiteTable::locate(AllocOp alloc) {
  if (alloc.isPlaced() && alloc.getSpace() != MemorySpace::DDR) {
    int64_t end;
    if (llvm::AddOverflow<int64_t>(alloc.getAddr(), alloc.getSize(), end))
      return std::nullopt;
    return std::pair(unsigned(alloc.getSpace()), int64_t(alloc.getAddr()));
  }
  auto [it, isNew] = areaOf.try_emplace(alloc, areas.size());
  if (isNew)
    areas.push_back(alloc);
  return std::pair(it->second, int64_t(0));
}

Site SiteTable::getFresh(OpResult result, Value into) {
  Operation *op = result.getOwner();
  auto type = cast<TileType>(result.getType());
  if (!into) {
    findings.add(PlanRule::Bound, op->getLoc(),
                 nameOf(op) + " makes " + nameOf(result) +
                     ", which has no buffer; run --init-memref first");
    return {};
  }
  auto slot = into.getDefiningOp<SlotOp>();
  auto alloc = slot ? slot.getBuffer().getDefiningOp<AllocOp>()
                    : into.getDefiningOp<AllocOp>();
  if (!alloc) {
    findings.add(PlanRule::Bound, op->getLoc(),
                 nameOf(result) + " is bound to a buffer that no pto.alloc "
                                  "makes; run --init-memref first");
    return {};
  }
  auto note = [&]() -> Findings::Notes {
    return {{alloc.getLoc(), "the buffer is " + nameOfBuffer(alloc)}};
  };
  if (type.getSpace() != alloc.getSpace())
    findings.add(PlanRule::Bound, op->getLoc(),
                 nameOf(result) + " is in " +
                     (type.getSpace() ? stringifyMemorySpace(*type.getSpace())
                                      : "no memory") +
                     " and its buffer in " +
                     stringifyMemorySpace(alloc.getSpace()),
                 note());
  std::optional<int64_t> size = model.getStorageBytes(type);
  if (!size) {
    findings.add(PlanRule::Size, op->getLoc(),
                 "the size of " + nameOf(result) + " is not known");
    return {};
  }
  int64_t slotSize =
      slot ? alloc.getSize() / alloc.getSlots() : int64_t(alloc.getSize());
  if (*size > slotSize)
    findings.add(PlanRule::Size, op->getLoc(),
                 nameOf(result) + " takes " + Twine(*size) + " bytes, its " +
                     (slot ? "slot" : "buffer") + " has " + Twine(slotSize),
                 note());
  auto place = locate(alloc);
  Site site;
  if (!place)
    return site;
  site.kind = Site::Kind::Memory;
  site.buffer = alloc;
  site.area = place->first;
  site.span = {place->second, place->second + *size};
  site.run = *size;
  if (!slot)
    return site;
  int64_t number = slot.getStaticOffsets().front();
  Value index;
  IndexRange range = {number, number};
  bool isKnown = true;
  if (ShapedType::isDynamic(number)) {
    index = slot.getOffsets().front();
    range = indices.getRangeOfNumber(index);
    int64_t last = alloc.getSlots() - 1;
    bool exists = range.low <= last && range.high >= 0;
    if (!exists && !isDead(slot, indices)) {
      findings.add(PlanRule::Size, op->getLoc(),
                   "slot " + Twine(range.low > last ? range.low : range.high) +
                       " of " + nameOf(result) +
                       " does not exist: its buffer has " +
                       Twine(alloc.getSlots()),
                   note());
      return {};
    }
    isKnown = exists && range.low == range.high;
    // An index out of range has no meaning: the program is not judged there.
    // Where that leaves one slot, it is still its index that tells it apart.
    range = getSensible(range, last);
  }
  if (isKnown) {
    site.span = site.span.shifted(range.low * slotSize);
    return site;
  }
  auto [it, isNew] = slotOf.try_emplace({alloc, index}, slots.size());
  if (isNew) {
    Residue residue = indices.getResidue(index);
    // An index that names no slot has no meaning, as one out of range.
    std::optional<int64_t> first = residue.firstFrom(range.low);
    if (!first || *first > range.high)
      residue = {};
    slots.push_back({alloc, index, range, residue, slotSize});
  }
  site.slot = it->second;
  return site;
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

std::optional<Window> SiteTable::getWindow(const Site &site,
                                           TileType type) const {
  if (site.window >= 0)
    return windows[site.window].window;
  // All that is known is that it is somewhere in the span.
  if (site.mover)
    return std::nullopt;
  return Window::getWhole(type, site.span.begin);
}

void SiteTable::setWindow(Site &site, const Window &window, TileType type) {
  Intervals bytes = window.getBytes();
  site.span = {bytes.front().begin, bytes.back().end};
  site.run = window.getRun();
  site.window = -1;
  if (window.isDense(type))
    return;
  site.window = windows.size();
  windows.push_back({window, std::move(bytes), /*hasBytes=*/true});
}

Site SiteTable::getPart(TileViewOpInterface view, OpResult result,
                        TileType source, const Site &sourceSite) {
  SmallVector<OpFoldResult> offsets = view.getViewOffsets();
  SmallVector<int64_t> extents = view.getViewExtents();
  auto type = cast<TileType>(result.getType());
  bool moves = false, fits = extents.size() == offsets.size() &&
                             offsets.size() == source.getShape().size();
  SmallVector<IndexRange> ranges;
  for (auto [i, offset] : llvm::enumerate(offsets)) {
    if (!fits)
      break;
    int64_t last = source.getShape()[i] - extents[i];
    std::optional<int64_t> constant = getConstantIntValue(offset);
    IndexRange range = constant ? IndexRange{*constant, *constant}
                                : indices.getRange(cast<Value>(offset));
    bool hasPlace = extents[i] > 0 && last >= 0,
         isInside = range.low <= last && range.high >= 0;
    if (!hasPlace || (!isInside && !isDead(view, indices))) {
      findings.add(PlanRule::View, view->getLoc(),
                   nameOf(result) + " leaves its source in dimension " +
                       Twine(i) + ": it starts at " +
                       Twine(range.high < 0 ? range.high : range.low) +
                       " and has " + Twine(extents[i]) + " of " +
                       Twine(source.getShape()[i]));
      return {};
    }
    // Run-time offsets that leave the source have no meaning in the program.
    range = getSensible(range, last);
    moves |= range.low != range.high;
    ranges.push_back(range);
  }
  Site site = sourceSite;
  std::optional<Window> window = getWindow(sourceSite, source);
  if (fits && window)
    window = window->getPart(ranges, extents, type);
  if (moves || !fits || !window)
    site.mover = result;
  if (!fits || !window) {
    // Somewhere in the source, if that is in one piece.
    std::optional<Window> whole = Window::getWhole(source, 0);
    if (whole && fits && site.run != 0)
      whole = whole->getPart(ranges, extents, type);
    site.run = whole && fits && site.run != 0 ? whole->getRun() : 0;
    site.window = -1;
    return site;
  }
  setWindow(site, *window, type);
  return site;
}

/// True where reading a tile of one type as the other changes no element's
/// place.
static bool haveSameElements(TileType a, TileType b) {
  return a.getShape() == b.getShape() && a.getLayout() == b.getLayout() &&
         a.getCompact() == b.getCompact() &&
         getStorageBits(a.getElementType()) ==
             getStorageBits(b.getElementType());
}

Site SiteTable::getView(Operation *op, OpResult result, Value source,
                        const Site &sourceSite) {
  auto from = dyn_cast<TileType>(source.getType());
  auto type = cast<TileType>(result.getType());
  if (!sourceSite.isInMemory() || !from)
    return sourceSite;
  auto view = dyn_cast<TileViewOpInterface>(op);
  if (view && !view.getViewOffsets().empty())
    return getPart(view, result, from, sourceSite);
  if (haveSameElements(from, type))
    return sourceSite;
  // The same bytes in another order, or as other elements.
  Site site = sourceSite;
  int64_t bits = getStorageBits(type.getElementType());
  for (int64_t extent : type.getShape())
    if (ShapedType::isDynamic(extent) ||
        llvm::MulOverflow(bits, extent, bits)) {
      bits = std::numeric_limits<int64_t>::max();
      break;
    }
  int64_t size = bits / 8 + (bits % 8 != 0);
  int64_t available = site.run ? site.run : site.span.end - site.span.begin;
  if (size > available)
    findings.add(PlanRule::View, op->getLoc(),
                 nameOf(result) + " takes " + Twine(size) + " bytes, " +
                     nameOf(source) + " has " + Twine(available));
  site.isScattered |= site.run == 0;
  site.window = -1;
  return site;
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

ArrayRef<Interval> SiteTable::getBytes(const Site &site) {
  if (site.window < 0)
    return site.span;
  return windows[site.window].bytes;
}

Interval SiteTable::getHull(const Site &site) const {
  if (site.slot < 0)
    return site.span;
  const RuntimeSlot &slot = slots[site.slot];
  return {site.span.begin + slot.range.low * slot.size,
          site.span.end + slot.range.high * slot.size};
}

Intervals SiteTable::getReach(const Site &site) const {
  // More slots than these are taken as one piece.
  constexpr int64_t maxSlots = 1024;
  if (site.slot < 0 || slots[site.slot].residue.modulus == 1)
    return {getHull(site)};
  const RuntimeSlot &slot = slots[site.slot];
  int64_t step = slot.residue.modulus;
  std::optional<int64_t> first = slot.residue.firstFrom(slot.range.low);
  if (!first || *first > slot.range.high)
    return {};
  if (step == 0)
    return {site.span.shifted(*first * slot.size)};
  int64_t count = (slot.range.high - *first) / step + 1;
  if (count > maxSlots)
    return {getHull(site)};
  Intervals reach;
  for (int64_t i = 0; i < count; ++i)
    reach.push_back(site.span.shifted((*first + i * step) * slot.size));
  normalize(reach);
  return reach;
}

bool SiteTable::isSame(const Site &a, const Site &b) const {
  if (a.kind != b.kind)
    return false;
  if (!a.isInMemory())
    return true;
  bool sameWindow = a.window == b.window ||
                    (a.window >= 0 && b.window >= 0 &&
                     windows[a.window].window == windows[b.window].window);
  return a.area == b.area && a.slot == b.slot && a.span == b.span &&
         a.run == b.run && a.mover == b.mover &&
         a.isScattered == b.isScattered && sameWindow;
}

bool SiteTable::mayBeOneSlot(int a, int b) {
  return a == b || slots[a].buffer != slots[b].buffer ||
         indices.mayBeEqual(slots[a].index, slots[b].index);
}

bool SiteTable::mayOverlap(const Site &a, const Site &b) {
  if (!a.isInMemory() || !b.isInMemory() || a.area != b.area ||
      !getHull(a).overlaps(getHull(b)))
    return false;
  if (a.slot == b.slot)
    return haveCommonByte(getBytes(a), getBytes(b));
  return haveCommonByte(getReach(a), getReach(b)) &&
         (a.slot < 0 || b.slot < 0 || mayBeOneSlot(a.slot, b.slot));
}

bool SiteTable::haveSameStart(const Site &a, const Site &b) const {
  return a.area == b.area && a.slot == b.slot && a.mover == b.mover &&
         a.span.begin == b.span.begin;
}

std::string SiteTable::describe(unsigned area, Interval bytes) const {
  if (isScratchpad(area))
    return (stringifyMemorySpace(MemorySpace(area)) + " " + textOf(bytes))
        .str();
  return nameOfBuffer(cast<AllocOp>(areas[area])) + " " + textOf(bytes);
}

std::string SiteTable::describe(const Site &site) const {
  switch (site.kind) {
  case Site::Kind::Unknown:
    return "an unknown place";
  case Site::Kind::Popped:
    return "a slot of a pipe";
  case Site::Kind::Memory:
    break;
  }
  std::string text = describe(site.area, getHull(site));
  if (site.slot >= 0)
    return "a run-time slot of " + text;
  if (site.mover)
    return "a run-time place in " + text;
  return text;
}
