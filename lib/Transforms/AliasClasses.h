//===- AliasClasses.h - Which tiles share one buffer ------------*- C++ -*-===//
//
// Out of value form: all that flows into a loop or a branch, and what an op
// updates in place, should be one buffer. Contents that want to be together
// become one class where none of them is needed while another is written; the
// most expensive copies are saved first. What could not be joined is left for
// AliasCopies.cpp to copy.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_LIB_TRANSFORMS_ALIASCLASSES_H
#define PTO_LIB_TRANSFORMS_ALIASCLASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "pto/Analysis/BoundAnalyses.h"
#include "pto/Analysis/ExecutionFrequency.h"
#include "pto/Analysis/LoadHazard.h"
#include "pto/IR/PTOOps.h"

namespace mlir::pto {

/// An operand whose bytes should be where its op, or what comes after its
/// region, goes on with them.
struct Affinity {
  OpOperand *operand;
  /// The content of the operand, and what it becomes.
  unsigned from, to;
  /// The op updates the operand in place; else it hands the operand on.
  bool isInPlace = false;
  /// The operand is a part of its content.
  bool isWindow = false;
  /// Nothing is lost if the bytes do not get there: nobody wrote them, or
  /// nobody reads them.
  bool isIdle = false;
  /// Both are in one buffer.
  bool isJoined = false;
};

class AliasClasses {
public:
  /// Keeps a reference to `analyses`.
  AliasClasses(func::FuncOp function, const TargetModel &model,
               BoundAnalyses &analyses);

  /// Decides. Fails, with a diagnostic, where an author put tiles into one
  /// buffer that are needed at the same time.
  LogicalResult compute();

  /// True where each class is in one buffer, and nothing has to be copied.
  bool areMade();

  /// In program order.
  ArrayRef<Affinity> getAffinities() const { return affinities; }
  const TileContents &getContents() const { return liveness.getContents(); }

  /// The class of a content, by the number of one of its contents.
  unsigned find(unsigned content);
  /// The contents of a class.
  ArrayRef<unsigned> getMembers(unsigned content) {
    return classes[find(content)].members;
  }
  /// Bytes that the buffer of a class must have.
  int64_t getSize(unsigned content) { return classes[find(content)].size; }
  /// True where a class is in no buffer of ours and never will be.
  bool isForeign(unsigned content) { return classes[find(content)].isForeign; }
  /// The buffer that a tile is bound to; one value for all that name the same
  /// bytes. Null where it is not bound.
  Value getBound(unsigned content) const { return bound[content]; }
  /// True where all tiles of a buffer may go elsewhere, and others come.
  static bool isPlain(Value buffer);

  /// An op that needs a tile.
  struct Reader {
    Operation *op;
    Value tile;
  };
  /// Who keeps the operand out of the buffer that it should be in: reads it, or
  /// a tile that shares its buffer, at a point where it would be overwritten.
  SmallVector<Reader> findReaders(const Affinity &affinity);

private:
  using ByteRange = std::pair<int64_t, int64_t>;
  /// When some bytes of a class are needed.
  struct Occupied {
    ByteRange bytes;
    SmallVector<Section, 1> sections;
  };
  struct TileClass {
    SmallVector<unsigned, 1> members;
    SmallVector<Occupied, 1> occupied;
    /// Contents that must be in another class.
    SmallVector<unsigned, 1> apart;
    /// A buffer of some member; one that is not plain, where there is one.
    Value buffer;
    int64_t size = 0;
    bool isForeign = false;
  };

  void describeContents();
  void gatherHandedOn();
  void gatherInPlace();
  void findInvolved();
  void gatherApart();
  void gatherApart(TileStorageOpInterface op, OpResult result,
                   const LoadHazard &hazard);
  void keepApart(unsigned a, unsigned b);
  SmallVector<Occupied, 1> computeOccupied(unsigned content);
  ByteRange getBytes(Value tile, unsigned content) const;
  Value canonicalBuffer(Value buffer);
  int64_t getStorageBytes(Value tile) const;
  LogicalResult joinBound();
  void joinTwins();
  using Clash = std::pair<unsigned, unsigned>;
  std::optional<Clash> findClash(ArrayRef<unsigned> contents) const;
  bool clash(unsigned earlier, unsigned later) const;
  LogicalResult reportClash(Value buffer, Clash clash);
  bool mayJoin(const TileClass &a, const TileClass &b);
  bool mayNeedName(const TileClass &slot, const TileClass &other) const;
  bool tryJoin(const Affinity &affinity);
  bool tryJoinPart(const Affinity &affinity);
  void join(unsigned a, unsigned b);
  /// Bytes that the copy moves which joining saves, times how often.
  double weigh(const Affinity &affinity) const;

  func::FuncOp function;
  const TargetModel &model;
  const MemRefAnalysis &memrefs;
  ContentLiveness &liveness;
  ExecutionFrequency frequency;
  SmallVector<Affinity> affinities;
  SmallVector<TileClass, 0> classes;
  SmallVector<unsigned, 0> parent;
  /// By content: the buffer that it is bound to.
  SmallVector<Value, 0> bound;
  /// By content: the bytes of its class that it is.
  SmallVector<ByteRange, 0> ranges;
  /// Contents that want to share a buffer, or do.
  BitVector isInvolved;
  /// Contents that do not start where their class starts, or may not.
  BitVector isPart;
  /// The points behind terminators at which a merged content arrives.
  DenseMap<unsigned, SmallVector<Section, 2>> arrivals;
  /// The first op that names a slot.
  DenseMap<std::pair<Operation *, int64_t>, Value> slots;
};

/// Copies what could not be joined, and binds all tiles of a class to one
/// buffer. Fails, with a diagnostic, where an accumulator would be copied.
LogicalResult applyAliasClasses(func::FuncOp function, const TargetModel &model,
                                AliasClasses &classes);

} // namespace mlir::pto

#endif // PTO_LIB_TRANSFORMS_ALIASCLASSES_H
