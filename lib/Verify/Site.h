//===- Site.h - Where a tile is -----------------------------------*- C++
//-*-===//
//
// A site is derived from the op that makes a tile, never looked up: a buffer
// and its address, a slot of it, a view's offset. Addresses count within an
// area: a memory, or a buffer that is in none yet. Where an address is known at
// run time only, a site holds every byte that it can be; all that is concluded
// from a site then holds for each of them.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_LIB_VERIFY_SITE_H
#define PTO_LIB_VERIFY_SITE_H

#include "Findings.h"
#include "IndexValues.h"
#include "Window.h"
#include "pto/IR/PTOOps.h"

namespace mlir::pto::verify {

struct Site {
  enum class Kind : uint8_t {
    Unknown, ///< Not known, and told so.
    Popped,  ///< In a pipe: no plan touches it.
    Memory,
  };
  Kind kind = Kind::Unknown;
  /// The result of reading a window in another shape, though its bytes are not
  /// one run: no address says where it is.
  bool isScattered = false;
  unsigned area = 0;
  /// Number of the run-time slot that all else is relative to; -1 for none.
  int slot = -1;
  /// Number of the window; -1 where the tile fills `span`.
  int window = -1;
  /// From the first to the last byte.
  Interval span;
  /// How many bytes it takes, where they are one run; else 0.
  int64_t run = 0;
  /// The view with a run-time offset, where there is one.
  Value mover;
  /// The pto.alloc.
  Operation *buffer = nullptr;

  bool isInMemory() const { return kind == Kind::Memory; }
};

class SiteTable {
public:
  SiteTable(const TargetModel &model, Findings &findings)
      : model(model), findings(findings), areas(kNumSpaces) {}

  /// The site of a result with storage of its own. Tells what is wrong with the
  /// binding (mp-r3, mp-r4).
  Site getFresh(OpResult result, Value into);
  /// The site of a view; tells where it leaves its source (mp-r14).
  Site getView(Operation *op, OpResult result, Value source,
               const Site &sourceSite);

  /// The bytes of a site in its area, or in its slot. Alive as long as the
  /// site.
  ArrayRef<Interval> getBytes(const Site &site);
  /// From the first to the last byte, whatever the slot.
  Interval getHull(const Site &site) const;
  /// The bytes that a site may have, from first to last in each slot that it
  /// may be in; in order, and apart.
  Intervals getReach(const Site &site) const;

  /// True where the two are one place, whatever is decided at run time.
  bool isSame(const Site &a, const Site &b) const;
  /// False where no byte can be of both.
  bool mayOverlap(const Site &a, const Site &b);
  /// False where two run-time slots of one buffer differ in every iteration.
  bool mayBeOneSlot(int a, int b);
  /// True where both start at the same byte.
  bool haveSameStart(const Site &a, const Site &b) const;

  /// "vec [0x40, 0x80)"
  std::string describe(const Site &site) const;
  std::string describe(unsigned area, Interval bytes) const;

  bool isScratchpad(unsigned area) const { return area < kNumSpaces; }
  unsigned getNumAreas() const { return areas.size(); }
  bool hasRuntimeSlots() const { return !slots.empty(); }

private:
  struct RuntimeSlot {
    Operation *buffer;
    Value index;
    IndexRange range;
    Residue residue;
    int64_t size;
  };
  struct WindowSite {
    Window window;
    Intervals bytes;
    bool hasBytes = false;
  };

  /// Area and first address of a buffer; none where it has none and should.
  std::optional<std::pair<unsigned, int64_t>> locate(AllocOp alloc);
  void setWindow(Site &site, const Window &window, TileType type);
  /// Element by element, where the window has its place in memory.
  std::optional<Window> getWindow(const Site &site, TileType type) const;
  Site getPart(TileViewOpInterface view, OpResult result, TileType source,
               const Site &sourceSite);

  const TargetModel &model;
  Findings &findings;
  IndexValues indices;
  /// Null for memories.
  SmallVector<Operation *> areas;
  DenseMap<Operation *, unsigned> areaOf;
  SmallVector<RuntimeSlot> slots;
  DenseMap<std::pair<Operation *, Value>, int> slotOf;
  SmallVector<WindowSite> windows;
};

/// The name of a buffer: mem_vec_2.
std::string nameOfBuffer(AllocOp alloc);

} // namespace mlir::pto::verify

#endif // PTO_LIB_VERIFY_SITE_H
