//===- ShadowMemory.h - What every byte holds ---------------------*- C++
//-*-===//
//
// A map from bytes to the contents that they hold, and what holds in run-time
// slots. A byte whose contents can't be told holds contents of their own, which
// no tile has. Copies are made of the parts that an op with regions may change,
// never of the whole.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_LIB_VERIFY_SHADOWMEMORY_H
#define PTO_LIB_VERIFY_SHADOWMEMORY_H

#include "Site.h"

#include <map>

namespace mlir::pto::verify {

/// A number that stands for what a tile, or nobody, put there.
using Content = uint32_t;
/// What a byte holds before anybody wrote.
constexpr Content kNothing = 0;

/// Bytes of one area with one content.
struct Cell {
  AreaBytes where;
  Content content = kNothing;
};

/// Bytes of a run-time slot, counted from its start.
struct SlotCell {
  int slot;
  Intervals bytes;
  Content content;
  bool operator==(const SlotCell &other) const {
    return slot == other.slot && content == other.content &&
           ArrayRef<Interval>(bytes) == ArrayRef<Interval>(other.bytes);
  }
};

/// The part of memory that some bytes are.
struct Excerpt {
  SmallVector<Cell, 0> cells;
  /// Of all areas that the bytes are in.
  SmallVector<std::pair<unsigned, SmallVector<SlotCell>>, 0> slots;
};

class ShadowMemory {
public:
  explicit ShadowMemory(SiteTable &sites)
      : sites(sites), areas(sites.getNumAreas()), slots(sites.getNumAreas()) {}

  /// All bytes of a site get `content`. Bytes that the site may be, but is not,
  /// hold nobody's contents any more: `content` as well.
  void write(const Site &site, Content content);
  void write(unsigned area, Interval bytes, Content content);

  /// Calls `report` for the first bytes of the site, if any, that hold
  /// something that `accepts` refuses; false where there are none.
  bool findForeign(const Site &site, llvm::function_ref<bool(Content)> accepts,
                   llvm::function_ref<void(Interval, Content)> report) const;

  /// Calls `visit` for all pieces of `bytes`, holes included, in order.
  void forEachCell(unsigned area, Interval bytes,
                   llvm::function_ref<void(Interval, Content)> visit) const;

  Excerpt save(const ByteSet &set) const;
  /// Puts back what `save` told of the same bytes.
  void restore(const ByteSet &set, const Excerpt &excerpt);
  /// All bytes of `set` get `content`, and no slot that may have some of them
  /// holds anything.
  void fill(const ByteSet &set, Content content);

  /// What the run-time slots of an area hold.
  SmallVector<SlotCell> &getSlots(unsigned area) { return slots[area]; }

private:
  struct Piece {
    int64_t end;
    Content content;
  };
  using Area = std::map<int64_t, Piece>;

  /// Makes `bytes` a hole.
  Area::iterator clear(Area &area, Interval bytes);
  void killSlots(unsigned area, Interval bytes);
  Intervals getReach(unsigned area, const SlotCell &cell) const;

  SiteTable &sites;
  std::vector<Area> areas;
  std::vector<SmallVector<SlotCell>> slots;
};

} // namespace mlir::pto::verify

#endif // PTO_LIB_VERIFY_SHADOWMEMORY_H
