//===- ContentLiveness.h - When contents of tiles are needed ----*- C++ -*-===//
//
// Exact for structured control flow, with holes: the arms of a branch exclude
// each other, and what a loop reads from outside is needed over all of its
// body. A content is needed from where it is written to its last read; one that
// nobody reads is needed where it is written. An empty tile is needed only by
// the ops that touch it, and a temporary by its op alone.
//
// Needs no buffers. A loop or branch that hands on a content which nobody reads
// afterwards does not need it.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_CONTENTLIVENESS_H
#define PTO_ANALYSIS_CONTENTLIVENESS_H

#include "pto/Analysis/ProgramPoints.h"
#include "pto/Analysis/RegionReach.h"
#include "pto/Analysis/TileContents.h"

namespace mlir::pto {

/// Something that needs a content's bytes.
struct TileUse {
  /// The tile through which it happens, a view perhaps.
  Value tile;
  Operation *user;
  /// The first point at which the bytes may be somebody else's.
  ProgramPoint end;
  /// False where the user needs the room and not what is in it.
  bool keeps;
};

class ContentLiveness {
public:
  /// `target` decides which results may take over a temporary.
  ContentLiveness(FunctionOpInterface function, std::optional<Target> target);

  const ProgramPoints &getPoints() const { return points; }
  const TileContents &getContents() const { return contents; }

  /// The point at which a content comes to be.
  ProgramPoint getBegin(unsigned content) const;
  /// Who needs a content, in program order.
  ArrayRef<TileUse> getUses(unsigned content) const { return uses[content]; }
  /// The points at which a content is needed, in order.
  ArrayRef<Section> getSections(unsigned content) const {
    return sections[content];
  }

  /// The points at which a content is needed if `some` of its users are all.
  SmallVector<Section, 1> computeSections(unsigned content,
                                          ArrayRef<TileUse> some);

private:
  void collectUses(Operation *op, std::optional<Target> target);
  void collectHandedOn();
  ProgramPoint climb(Operation *user, ProgramPoint end, Operation *top,
                     SmallVectorImpl<Section> &found);

  ProgramPoints points;
  TileContents contents;
  RegionReach reach;
  SmallVector<SmallVector<TileUse, 1>, 0> uses;
  SmallVector<SmallVector<Section, 1>, 0> sections;
};

} // namespace mlir::pto

#endif // PTO_ANALYSIS_CONTENTLIVENESS_H
