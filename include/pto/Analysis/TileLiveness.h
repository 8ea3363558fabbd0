//===- TileLiveness.h - When the bytes of buffers are needed ----*- C++ -*-===//
//
// What a planner needs to know of a bound program: for each buffer the points
// at which its bytes are needed, with holes, and for each op which buffers end
// there while another begins. Two buffers whose sections have no point in
// common may share bytes, but for the takeovers: those share their start, where
// the op allows it, or nothing.
//
// Assumes that aliases are made (--materialize-semantic-aliases): all that
// flows together is in one buffer.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_TILELIVENESS_H
#define PTO_ANALYSIS_TILELIVENESS_H

#include "pto/Analysis/BoundAnalyses.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::pto {

/// Bytes of a buffer that are needed at the same points.
struct LivePart {
  /// From byte `begin` on, and before byte `end`.
  int64_t begin, end;
  SmallVector<Section, 1> sections;
};

/// An operand's buffer that ends where a result's buffer begins.
struct Takeover {
  enum class Rule {
    Allowed,         ///< Same start, or no byte in common.
    ForbiddenByOp,   ///< No byte in common: see mayTakeOver.
    ForbiddenByChip, ///< No byte in common: a fault of the chip.
  };
  Operation *op;
  unsigned operand, result;
  /// The buffers of both.
  Value from, to;
  /// Where both tiles start in their buffers.
  int64_t fromOffset, toOffset;
  Rule rule;
};

class TileLiveness {
public:
  /// Keeps a reference to `analyses`.
  TileLiveness(FunctionOpInterface function, BoundAnalyses &analyses,
               const TargetModel &model);

  const ProgramPoints &getPoints() const { return contents.getPoints(); }
  const ContentLiveness &getContents() const { return contents; }

  /// The points at which some byte of a buffer is needed. A buffer is what an
  /// alloc or a declaration makes, with all of its slots.
  ArrayRef<Section> getSections(Value buffer) const;
  /// The same by byte ranges, lowest first; bytes that nobody needs are in
  /// none. A window whose place is not a constant counts as all of its buffer.
  SmallVector<LivePart> getParts(Value buffer);
  /// The same of one content alone.
  SmallVector<LivePart> getContentParts(unsigned content);
  /// All takeovers, in program order.
  ArrayRef<Takeover> getTakeovers() const { return takeovers; }

private:
  struct BufferLife {
    SmallVector<unsigned, 1> contents;
    SmallVector<Section, 1> sections;
  };
  using ByteRange = std::pair<int64_t, int64_t>;

  void collectTakeovers(FunctionOpInterface function, const TargetModel &model);
  ByteRange getRange(Value tile, Value buffer) const;
  SmallVector<LivePart> getParts(Value buffer, ArrayRef<unsigned> some);

  const MemRefAnalysis &memrefs;
  ContentLiveness &contents;
  llvm::MapVector<Value, BufferLife> lives;
  SmallVector<Takeover, 0> takeovers;
};

} // namespace mlir::pto

#endif // PTO_ANALYSIS_TILELIVENESS_H
