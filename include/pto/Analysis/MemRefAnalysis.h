//===- MemRefAnalysis.h - Which bytes a tile is -------------------*- C++
//-*-===//
//
// Only ops with storage of their own name a buffer. For every other tile, and
// for every tensor, the storage, the offset in it and the bytes that it spans
// are derived here, once, for all passes: through views, in-place results,
// loops and branches.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_MEMREFANALYSIS_H
#define PTO_ANALYSIS_MEMREFANALYSIS_H

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "pto/Analysis/IndexFacts.h"
#include "pto/Analysis/RegionFlow.h"
#include "pto/Analysis/TileGeometry.h"
#include "pto/IR/PTOInterfaces.h"
#include "pto/Target/TargetModel.h"
#include "llvm/ADT/DenseMap.h"

#include <deque>

namespace mlir::pto {

/// Where the bytes of a tile or a tensor are.
struct TileMemRef {
  /// The value that brought the storage along: a tile with a buffer of its own,
  /// a tile that was popped from a pipe, a tensor parameter, a new tensor. Null
  /// where nothing is known.
  Value root;
  /// The `into` value of `root`: an alloc, a slot or a declaration. Null where
  /// the storage is none of ours (popped, device memory) or not bound yet.
  Value buffer;
  /// Byte offset in the buffer; its expression is null where no address fits
  /// the window.
  IndexExpr offset;
  /// Bytes from the first to the last, both included; 0 where unknown.
  int64_t size = 0;
  /// Where the elements lie, as seen from the first one.
  TileGeometry geometry;
  /// The elements lie where the type alone puts them: an address is all that
  /// one needs to know.
  bool isDense = false;
  /// The view that reads bytes in a way that can't be told; null in order.
  Operation *misreading = nullptr;
  /// Others come together with this one, in a loop or behind a branch: what is
  /// shown is one of them, until they share a buffer.
  bool isMerged = false;
  /// Run-time offsets that were taken to be multiples of the box of their axis.
  struct Assumption {
    Value index;
    int64_t box;
    /// The offset is right for other values, too.
    bool isExact;
  };
  SmallVector<Assumption, 0> assumptions;

  bool hasAddress() const { return bool(offset.expr); }
  bool hasConstantOffset() const { return offset.getConstant().has_value(); }
  int64_t getConstantOffset() const { return *offset.getConstant(); }
};

/// What a view does to the bytes of its source.
enum class ViewKind {
  Same,   ///< The same elements under another type.
  Window, ///< Some of the elements; a reader finds them from the source.
  Reread, ///< The same bytes, as other elements: the view needs an address.
};
ViewKind getViewKind(TileViewOpInterface op);

class MemRefAnalysis {
public:
  MemRefAnalysis(FunctionOpInterface function, const TargetModel &model);

  /// The memref of a tile or tensor; one without a root where nothing is known.
  TileMemRef lookup(Value value) const;
  /// The buffer of a tile; null where it has none.
  Value getBuffer(Value tile) const;
  const IndexFacts &getIndexFacts() const { return facts; }

  /// Takes in an op that was added, or whose operands changed. Ops that others
  /// derive from come first. What an op is bound to (`into`) is looked up when
  /// somebody asks, so that binding it anew needs no update.
  void visit(Operation *op);
  /// From now on `value` is where `other` is.
  void rebind(Value value, Value other);

private:
  /// What an op hands on; kept while the op is walked over the first time.
  SmallVector<ForwardedValue> getFlow(RegionBranchOpInterface op);
  void visitForwarded(Operation *op);
  void visitResults(Operation *op);
  void set(Value value, TileMemRef memref);
  void forward(Value to, ArrayRef<OpOperand *> sources);
  TileMemRef fresh(Value value) const;
  TileMemRef view(TileViewOpInterface op, Value result) const;
  void narrow(TileMemRef &memref, TileViewOpInterface op, Value result) const;
  void reread(TileMemRef &memref, TileViewOpInterface op, Value result) const;
  /// What is known of `value`, without its buffer.
  TileMemRef derived(Value value) const;

  const TargetModel &model;
  IndexFacts facts;
  /// What is not the beginning of its own storage. Never changed: values that
  /// are in one place share an entry.
  std::deque<TileMemRef> memrefs;
  /// By value: its entry, or kFresh, which needs none.
  DenseMap<Value, unsigned> numbers;
  static constexpr unsigned kFresh = ~0u;
  /// Of the ops that the first walk is inside of.
  DenseMap<Operation *, SmallVector<ForwardedValue>> flows;
};

/// The alloc or declaration behind a buffer value, through a slot.
Operation *getBufferRoot(Value buffer);

} // namespace mlir::pto

#endif // PTO_ANALYSIS_MEMREFANALYSIS_H
