//===- FunctionMap.h - All tiles of a function in their places --*- C++ -*-===//
//
// For people: what the memory map shows and explanations tell. Works at every
// stage of a program: what is not decided yet is left out.
//

#ifndef PTO_ANALYSIS_FUNCTIONMAP_H
#define PTO_ANALYSIS_FUNCTIONMAP_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "pto/Analysis/PeakLoad.h"
#include "pto/Analysis/Places.h"
#include "pto/Analysis/TileReasons.h"

#include <map>

namespace mlir::pto {

/// A tile in a buffer.
struct MappedTile {
  Value tile;
  TileMemRef memref;
  /// Number of the op that makes it, or that holds the block of an argument.
  int64_t def;
  /// When its bytes are needed.
  SmallVector<Section> sections;
  /// The same by bytes of the buffer, where it is not the same for all bytes of
  /// the tile; else empty.
  SmallVector<LivePart> parts;
  /// Tiles with the same number hold the same bytes.
  unsigned content;
  /// Where the tile is what its contents begin with; else empty.
  LifeReason reason;
};

struct MappedBuffer {
  AllocOp alloc;
  SmallVector<MappedTile, 0> tiles;
};

struct MappedSpace {
  SmallVector<MappedBuffer, 0> buffers;
  /// Ranges that nobody may use, lowest first.
  SmallVector<std::pair<int64_t, int64_t>> reserved;
  PeakLoad peak;

  bool isPlaced() const;
  /// The end of the last buffer and of what is reserved.
  int64_t getEnd() const;
};

/// All of a function that has a memory map.
class FunctionMap {
public:
  FunctionMap(func::FuncOp function, const TargetModel &model);

  func::FuncOp getFunction() const { return function; }
  const ContentLiveness &getLiveness() const { return analyses.contents; }
  const ProgramPoints &getPoints() const { return liveness.getPoints(); }
  const std::map<MemorySpace, MappedSpace> &getSpaces() const { return spaces; }
  /// How many tiles with storage of their own have no buffer yet.
  unsigned getNumUnbound() const { return numUnbound; }
  /// Every buffer has an address.
  bool isPlaced() const;

private:
  void collectBuffers();
  void collectTiles();
  void collectReserved();
  void countUnbound();

  func::FuncOp function;
  BoundAnalyses analyses;
  TileLiveness liveness;
  std::map<MemorySpace, MappedSpace> spaces;
  unsigned numUnbound = 0;
};

/// Where a tile has its bytes from.
enum class TileOrigin { Own, View, InPlace, Carried };
/// The origin, with the operand that a view looks at or that is overwritten.
std::pair<TileOrigin, Value> getTileOrigin(Value tile);

/// How it was decided in which memory a tile is, and what it then has its
/// memory from.
ResultSpaceRule::Kind getSpaceRule(Value tile);

} // namespace mlir::pto

#endif // PTO_ANALYSIS_FUNCTIONMAP_H
