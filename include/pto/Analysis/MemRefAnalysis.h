//===- MemRefAnalysis.h - Which bytes a tile is -------------------*- C++
//-*-===//
//
// Only ops with storage of their own name a buffer. For every other tile the
// buffer, the offset in it and the bytes that it spans are derived here, once,
// for all passes: through views, in-place results, loops and branches.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_MEMREFANALYSIS_H
#define PTO_ANALYSIS_MEMREFANALYSIS_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "pto/IR/PTOInterfaces.h"
#include "pto/Target/TargetModel.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::pto {

/// Where a tile's bytes are.
struct TileMemRef {
  /// The `into` value that roots it: an alloc, a slot or a declaration. Null
  /// where the tile has no buffer of its own (popped from a pipe) or is not
  /// bound yet.
  Value buffer;
  /// Byte offset in the buffer, over `symbols`; null where the layout of the
  /// root has no address for this window.
  AffineExpr offset;
  /// Values of the symbols of `offset`.
  SmallVector<Value, 1> symbols;
  /// Bytes from the first to the last, both included; 0 where unknown.
  int64_t size = 0;
  /// Distance in elements between neighbours, per dimension; empty where the
  /// tile is stored in boxes.
  SmallVector<int64_t, 2> strides;

  bool hasConstantOffset() const {
    return isa_and_nonnull<AffineConstantExpr>(offset);
  }
  int64_t getConstantOffset() const {
    return cast<AffineConstantExpr>(offset).getValue();
  }
};

class MemRefAnalysis {
public:
  MemRefAnalysis(FunctionOpInterface function, const TargetModel &model);

  /// The memref of a tile; one without a buffer where nothing is known.
  const TileMemRef &lookup(Value tile) const;
  /// The buffer of a tile; null where it has none.
  Value getBuffer(Value tile) const { return lookup(tile).buffer; }

private:
  void visit(Operation *op);
  void visitForwarded(Operation *op);
  TileMemRef fresh(TileType type, Value buffer) const;
  TileMemRef view(TileViewOpInterface op, TileType result) const;
  void set(Value tile, TileMemRef memref) {
    memrefs.try_emplace(tile, std::move(memref));
  }

  const TargetModel &model;
  DenseMap<Value, TileMemRef> memrefs;
  TileMemRef unknown;
};

/// The alloc or declaration behind a buffer value, through a slot.
Operation *getBufferRoot(Value buffer);

} // namespace mlir::pto

#endif // PTO_ANALYSIS_MEMREFANALYSIS_H
