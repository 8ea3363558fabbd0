//===- SpaceAssignment.h - A memory space for every tile ----------*- C++
//-*-===//
//
// Values that can't help sharing a space (a view and what it looks at, an
// in-place result and what it overwrites, all that flows into one block
// argument's type) form one class. Each class has one root: an op with storage
// of its own, or the arguments and results of a loop or a branch. The space of
// a class is its root's; everything else is an edge where a move may stand.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_SPACEASSIGNMENT_H
#define PTO_ANALYSIS_SPACEASSIGNMENT_H

#include "pto/Analysis/RegionFlow.h"
#include "pto/IR/PTOInterfaces.h"
#include "pto/Target/TargetModel.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::pto {

/// An operand that is in a space it can't be used in.
struct RequiredMove {
  OpOperand *operand;
  MemorySpace to;
  /// What a loop or branch makes of the operand; null where an op uses it.
  Value into;
};

class SpaceAssignment {
public:
  /// Assigns spaces in `function` by the rules of the document:
  ///   its-r1  a fixed result space and an author's request always hold;
  ///   its-r2  a load or create without request takes mat where a user asks for
  ///           mat, else vec;
  ///   its-r3  views and in-place results follow their operand;
  ///   its-r4  a loop carries the space of what it yields; where it yields what
  ///           it carries, that of its init;
  ///   its-r5  a branch has the space its arms agree on; where they don't, the
  ///           one that the others can be moved to, else the first arm's;
  ///   its-r6  an empty tile follows the value that it carries, in spite of a
  ///           request.
  /// Fails only where the dataflow solver does.
  static FailureOr<SpaceAssignment> compute(Operation *function,
                                            const TargetModel &model);

  /// True where `function` holds no tile.
  bool empty() const { return classOf.empty(); }
  /// The space of a tile of the function.
  MemorySpace lookup(Value tile) const;
  /// Operands, in program order, that need a move: into an op that can't take
  /// the tile where it is, or into a loop or branch that lives elsewhere.
  ArrayRef<RequiredMove> getRequiredMoves() const { return moves; }

  /// The numbers of all classes, in the order of their first tiles.
  SmallVector<unsigned> getClasses() const;
  /// Number of the class of a tile.
  unsigned getClass(Value tile) const { return classIdOf(tile); }
  /// The op result that roots a class; null where a loop or a branch does.
  OpResult getRoot(unsigned id) const { return classes[id].producer; }
  /// What flows into a class that a loop or a branch roots.
  ArrayRef<ForwardedValue> getIncoming(unsigned id) const {
    return classes[id].incoming;
  }

  /// True where nothing decides the space of a class but these rules: no op
  /// that fixes it, no request, no buffer and no type that says a space. An
  /// empty tile that nobody wrote into follows its carrier instead.
  bool isOpen(unsigned id) const;

  MemorySpace getSpace(unsigned id) const {
    return classes[id].space.value_or(MemorySpace::Vec);
  }
  /// Overrides the space of a class; `settle` must follow.
  void setSpace(unsigned id, MemorySpace space) { classes[id].space = space; }
  /// Puts empty tiles where they are carried to, and finds the moves again.
  void settle(Operation *function);

private:
  struct TileClass {
    /// The first tile of the class.
    Value member;
    /// The op result that roots the class; null where a loop or branch does.
    OpResult producer;
    /// Operands that flow into the class, where a loop or branch roots it.
    SmallVector<ForwardedValue, 2> incoming;
    std::optional<MemorySpace> space;
    /// The class that this one has its space from, where that one was not known
    /// yet when this one's turn came.
    std::optional<unsigned> follows;
    /// A loop roots the class.
    bool isCarried = false;
    /// Some op writes into the producer's bytes.
    bool isWritten = false;
    /// The tiles hold no data: they come from an op that only makes room, or
    /// from branches whose arms all do.
    bool isEmpty = false;
    bool isVisited = false;
  };

  unsigned classIdOf(Value tile) const;
  void tie(Value a, Value b);
  void collect(Operation *function);
  void findEmptyClasses();
  void resolve(unsigned id);
  MemorySpace resolveProducer(OpResult producer);
  void resolveForwarded(unsigned id);
  unsigned whoDecides(unsigned id);
  void relocate(unsigned id, MemorySpace space);
  void followCarriers(Operation *function);
  void findMoves(Operation *function);

  const TargetModel *model = nullptr;
  /// Index of a value's node; nodes point to their class's representative.
  DenseMap<Value, unsigned> classOf;
  mutable SmallVector<unsigned> parent;
  SmallVector<TileClass, 0> classes;
  /// Empty tiles that were put elsewhere; the first who asks has it.
  DenseSet<unsigned> relocated;
  SmallVector<RequiredMove> moves;
  std::function<bool(Value)> asksForMat;
};

} // namespace mlir::pto

#endif // PTO_ANALYSIS_SPACEASSIGNMENT_H
