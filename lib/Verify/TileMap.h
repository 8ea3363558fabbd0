//===- TileMap.h - What is known of a program before it runs ------*- C++
//-*-===//
//
// One pass over the program, in its order: the site of every tile, the ways of
// every op with regions, and which bytes each region may overwrite. Nothing
// here depends on what memory holds.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_LIB_VERIFY_TILEMAP_H
#define PTO_LIB_VERIFY_TILEMAP_H

#include "ControlGraph.h"
#include "Site.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::pto::verify {

/// What an op does to tiles. All reads come before all writes.
struct Accesses {
  SmallVector<OpOperand *, 4> reads;
  /// Temporaries, whose bytes are lost.
  SmallVector<OpOperand *, 1> clobbers;
  /// Operands that results overwrite, with the results.
  SmallVector<std::pair<OpOperand *, OpResult>, 1> inPlace;
  /// Results with storage of their own. Those of `empty` hold no data yet:
  /// nothing is written.
  SmallVector<OpResult, 1> fresh, empty;
  SmallVector<OpResult, 1> views, popped;

  static Accesses get(TileStorageOpInterface op);
};

struct Tile {
  Value value;
  Site site;
  /// Names the contents of the tile; see Execution.h.
  uint32_t content = 0;
  /// Somebody reads or writes it, or what it becomes.
  bool isNeeded = false;
};

class TileMap {
public:
  TileMap(const TargetModel &model, Findings &findings)
      : sites(model, findings), findings(findings) {}

  void build(FunctionOpInterface function);

  Tile &get(Value tile) { return tiles[numbers.lookup(tile)]; }
  const Tile &get(Value tile) const { return tiles[numbers.lookup(tile)]; }
  ArrayRef<Tile> getTiles() const { return tiles; }
  /// The ways of an op with regions; null where it is passed over.
  ControlGraph *getGraph(Operation *op) const { return graphs.lookup(op); }

  /// Adds the bytes that `op` itself may overwrite.
  void addWrites(Operation *op, ByteSet &set);

  /// True where an op that may overwrite `set` may hit a tile.
  bool mayWrite(const ByteSet &set, const Site &site);

  SiteTable sites;
  /// On-chip buffers of the function, in program order.
  SmallVector<AllocOp> buffers;
  SmallVector<SystemReserveBufferOp> reservations;

private:
  struct Frame;
  void visit(Operation *op);
  void visitTileOp(TileStorageOpInterface op);
  void add(Value tile, const Site &site);
  bool knows(Value tile) const { return numbers.contains(tile); }
  /// Sites of what a way hands on, where nobody said them before.
  void follow(const Way &way);
  /// Makes room for an op's regions; null where they can't or need not be
  /// followed.
  ControlGraph *enter(Operation *op);
  void addSite(const Site &site, ByteSet &set);
  void findWrites();
  void closeLoop(Operation *op, ControlGraph &graph);
  void findNeeded();

  Findings &findings;
  // The first is nobody's.
  SmallVector<Tile, 0> tiles = {Tile()};
  DenseMap<Value, unsigned> numbers;
  /// In the order in which the ops begin.
  SmallVector<std::pair<Operation *, std::unique_ptr<ControlGraph>>, 0> storage;
  DenseMap<Operation *, ControlGraph *> graphs;
  /// What becomes an argument or a result of an op with regions.
  DenseMap<Value, SmallVector<Value, 2>> sources;
  SmallVector<Value, 0> accessed;
};

} // namespace mlir::pto::verify

#endif // PTO_LIB_VERIFY_TILEMAP_H
