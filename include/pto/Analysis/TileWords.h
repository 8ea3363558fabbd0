//===- TileWords.h - What is known of a tile, in words ----------*- C++ -*-===//

#ifndef PTO_ANALYSIS_TILEWORDS_H
#define PTO_ANALYSIS_TILEWORDS_H

#include "pto/Analysis/FunctionMap.h"

namespace mlir {
class AsmState;
}

namespace mlir::pto {

/// Phrases about the tiles of one function, for explanations and the editor.
/// They name values and ops as the source does.
class TileWords {
public:
  /// Keeps references to both.
  TileWords(const FunctionMap &map, AsmState &state) : map(map), state(state) {}

  /// The name of a value in the source, or else in print.
  std::string nameOf(Value value) const;
  /// "pto.add (line 7)", or its number where it has no line.
  std::string nameOf(Operation *op) const;
  /// The op that makes a tile, or that holds the block of an argument.
  static Operation *getMaker(Value tile);

  /// "left or mat".
  static std::string textOf(SpaceList spaces);
  /// "ops 3 to 5, 8 to 9".
  static std::string textOf(ArrayRef<Section> sections);
  /// "16384 bytes".
  static std::string textOf(int64_t bytes);

  /// Where a tile is in its memory: "bytes 0 to 16384, buffer mem_vec_2".
  std::string getPlace(const MappedBuffer &buffer,
                       const MappedTile &tile) const;
  /// How it was decided that a tile is in `space`: "pto.add always leaves it
  /// in vec".
  std::string getSpaceRule(Value tile, MemorySpace space) const;
  /// Who takes a tile in some memories only, the first `most` of them: "pto.add
  /// (line 7) takes vec; ..., and others". Empty where nobody does.
  std::string getConsumers(Value tile, size_t most) const;
  /// Up to when it is needed: "needed up to pto.add (line 7)". Empty where
  /// nobody reads it.
  std::string getLastUse(const LifeReason &reason) const;

private:
  const FunctionMap &map;
  AsmState &state;
};

} // namespace mlir::pto

#endif // PTO_ANALYSIS_TILEWORDS_H
