//===- Execution.h - Running a program on shadow memory -----------*- C++
//-*-===//
//
// The program runs once, in its order, on a memory that holds, for each byte,
// the name of the contents that are there.
//
// Contents. Every tile has contents: new ones where an op makes the tile, those
// of its source where it is a view. Tiles with the same contents have equal
// bytes whenever both can be named. What an op writes gets the contents of the
// result; nobody else's contents survive there. A read is right if every byte
// of the tile's site holds the tile's contents. A tile that was made without
// data accepts anything.
//
// Places that are decided at run time. The site of such a tile holds all bytes
// that it can be. A write marks all of them; a read demands all of them. If
// they are still marked when the tile is read, nobody wrote to any of them in
// between, so also not to those that the tile really is. Slots of one buffer
// whose indices are proved to differ do not disturb each other.
//
// Branches. Each region starts from what memory holds in front of the op.
// Behind it a byte holds what it holds at the end of every way there, or else
// what no tile accepts. A result has the contents of its sources if they are
// the same, else new ones, for which every way is checked: there its source
// must be where the result is, with its own contents.
//
// Loops, by induction over the iterations. At the head of a loop we assume: (1)
// a byte that no op of the loop can write holds what it did before the loop,
// any other byte what no tile accepts; (2) but the site of each carried tile
// holds that tile. Both hold on entry: (1) trivially, (2) since the way in is
// checked. If they hold at the head of one iteration they do at the next: (1)
// since the bytes of the loop's writes are known before the program runs, (2)
// since the way back is checked, at its end, from a state that follows from the
// assumption. So one run over the body is a proof for all iterations, and a
// nest of any depth is run through once. Where no op of the loop can write a
// carried tile's bytes, it keeps the contents that it came with; the way back
// then checks this as well.
//
// Which ways are checked. Those into tiles that somebody accesses, or that
// become such a tile: nothing is asked of the rest.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_LIB_VERIFY_EXECUTION_H
#define PTO_LIB_VERIFY_EXECUTION_H

#include "Contents.h"
#include "OperandRules.h"
#include "llvm/ADT/DenseSet.h"

#include <memory>

namespace mlir::pto::verify {

class Execution {
public:
  Execution(TileMap &map, const OperandRules &rules, Findings &findings)
      : map(map), rules(rules), findings(findings), memory(map.sites) {}

  void run(Block &body);

private:
  /// Memory at the end of a way that was gone: `state` in the bytes of `cover`,
  /// elsewhere, and where there is no state, as in front of the op.
  struct Arrival {
    const Way *way;
    std::shared_ptr<const Excerpt> state;
    const ByteSet *cover = nullptr;
  };
  /// A region that is being run; the function's body for no op.
  struct Frame {
    Operation *op = nullptr;
    ControlGraph *graph = nullptr;
    /// Number in the order of the graph.
    unsigned position = 0;
    Block::iterator at, end;
    SmallVector<Arrival, 4> arrivals;
    /// What the region may change, as it was in front of the op.
    Excerpt before;

    unsigned getRegion() const { return graph->getOrder()[position]; }
  };

  // Ops.
  void visit(Operation *op);
  void visitTileOp(TileStorageOpInterface op);
  bool checkAccess(OpOperand &operand);
  void checkRead(OpOperand &operand);

  // Regions.
  void enter(Frame &frame);
  void startRegion(Frame &frame);
  void endRegion(Frame &frame);
  void leave(Frame &frame);
  const ByteSet &getCover(const Frame &frame) const;
  SmallVector<const Arrival *> getArrivals(const Frame &frame,
                                           int target) const;
  void checkWay(const Way &way);

  // Where ways meet.
  void meet(Operation *op, ArrayRef<const Arrival *> arrivals);
  using KeptSlots = SmallVector<std::pair<unsigned, SmallVector<SlotCell>>>;
  KeptSlots meetSlots(ArrayRef<const Arrival *> arrivals);
  void bind(ValueRange targets, ArrayRef<const Arrival *> arrivals);
  void bindCarried(ValueRange arguments, const ControlGraph &graph,
                   ArrayRef<const Arrival *> arrivals);
  bool staysEmpty(BlockArgument carried, Operation *op);
  /// Puts the contents of a tile where it is, but for bytes that hold others
  /// that are as good.
  void mark(const Tile &tile);

  void report(PlanRule rule, Operation *reader, const Tile &tile,
              const Twine &what, Interval bytes, Content found);

  TileMap &map;
  const OperandRules &rules;
  Findings &findings;
  ShadowMemory memory;
  Contents contents;
  /// Contents that were told to be missed; once is enough.
  DenseSet<Content> told;
  DenseSet<OpOperand *> toldOperands;
};

} // namespace mlir::pto::verify

#endif // PTO_LIB_VERIFY_EXECUTION_H
