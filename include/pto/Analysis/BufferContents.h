//===- BufferContents.h - Who is in a buffer, and until when ------*- C++
//-*-===//
//
// Keeps, for each buffer, the tiles whose bytes it holds, and answers whether
// an op may overwrite it: whether nobody who was there before is still read.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_BUFFERCONTENTS_H
#define PTO_ANALYSIS_BUFFERCONTENTS_H

#include "pto/IR/PTOInterfaces.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::pto {

class BufferContents {
public:
  /// The buffer of a tile; null where it has none, or is not known yet.
  Value getBuffer(Value tile) const { return bufferOf.lookup(tile); }
  /// The tiles in a buffer that may still be read, in program order.
  ArrayRef<Value> getTiles(Value buffer) const;

  /// Puts a tile into a buffer (null: nowhere).
  void add(Value tile, Value buffer);
  /// All tiles of one buffer move to another.
  void merge(Value from, Value into);

  /// The first read that would find `buffer` overwritten if `writer` wrote it:
  /// null where there is none. Reads by `writer` itself through operands that
  /// `isAllowed` accepts don't count, unless they are repeated.
  OpOperand *findReader(Operation *writer, Value buffer,
                        function_ref<bool(OpOperand &)> isAllowed) const;

  /// True where some tile of `buffer` comes to be after `op`.
  bool isFilledAfter(Operation *op, Value buffer) const;

  /// Forgets tiles that can't be read any more once `writer` has overwritten
  /// the buffer; keeps long chains of in-place ops linear.
  void retire(Operation *writer, Value buffer);

private:
  DenseMap<Value, Value> bufferOf;
  DenseMap<Value, SmallVector<Value, 2>> tiles;
};

} // namespace mlir::pto

#endif // PTO_ANALYSIS_BUFFERCONTENTS_H
