//===- TileContents.h - Which tiles hold the same bytes ---------*- C++ -*-===//
//
// A content is what one op wrote, or what a loop or branch hands on. A view of
// a tile is the tile's content; so is what a loop or branch hands on where only
// one content can come that way. Contents, unlike buffers, are never
// overwritten: where an op overwrites its operand, a new content begins.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_TILECONTENTS_H
#define PTO_ANALYSIS_TILECONTENTS_H

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "pto/Analysis/RegionFlow.h"
#include "pto/IR/PTOInterfaces.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::pto {

struct TileContent {
  enum class Kind {
    Fresh,   ///< Written into a buffer of its own.
    InPlace, ///< Written over an operand.
    Merged,  ///< Handed on by a loop or a branch.
    Foreign, ///< In no buffer of ours: popped from a pipe, or a parameter.
  };
  Kind kind = Kind::Foreign;
  /// The tile that it begins with.
  Value tile;
  /// Nobody has written anything yet.
  bool isEmpty = false;
  /// Nobody has written anything where it begins, but ops that update parts of
  /// it in place fill it: it is all of their results.
  bool isFilledByParts = false;
};

/// A tile that becomes (part of) a merged content at the end of a region or at
/// the entry of an op.
struct MergedTile {
  OpOperand *from;
  /// Number of the content.
  unsigned to;
  /// True where `from` is an operand of the op itself.
  bool isEntry;
};

class TileContents {
public:
  explicit TileContents(FunctionOpInterface function);

  ArrayRef<TileContent> getContents() const { return contents; }
  /// Number of the content of a tile of the function.
  unsigned lookup(Value tile) const;
  /// All that flows into merged contents. An operand that becomes two merged
  /// contents is there twice.
  ArrayRef<MergedTile> getMerged() const { return merged; }
  /// True where a view on the way to its content leaves bytes of it out.
  bool isWindow(Value tile) const;
  /// True where an operand is handed on by a loop or branch, not looked at.
  bool isHandedOn(OpOperand &operand) const {
    return handedOn.contains(&operand);
  }

private:
  void visit(Operation *op);
  void merge(RegionBranchOpInterface op);
  void findOrigins(RegionBranchOpInterface op, ArrayRef<MergedTile> flow);
  unsigned add(TileContent::Kind kind, Value tile, bool isEmpty = false);

  SmallVector<TileContent, 0> contents;
  DenseMap<Value, unsigned> numbers;
  /// The tile that a loop or branch hands on, where it is always the same.
  DenseMap<Value, Value> origins;
  /// The content that a merged one turned out to be; its own number otherwise.
  SmallVector<unsigned, 0> same;
  SmallVector<MergedTile, 0> merged;
  DenseSet<OpOperand *> handedOn;
};

} // namespace mlir::pto

#endif // PTO_ANALYSIS_TILECONTENTS_H
