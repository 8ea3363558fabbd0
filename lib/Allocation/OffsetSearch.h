//===- OffsetSearch.h - Every offset that matters, by penalty -------------===//
//
// Exact search for a placement of the lowest penalty below a given height.
// Private to the library.
//
// Take any placement, count the soft pairs that share no byte in it as rules,
// and push it down: while some buffer, or a group of equal starts, can slide to
// a lower offset that keeps all rules, it does. Neither penalty nor peak grow,
// and in the end each buffer or group stands at 0, on a reserved range, or on
// the top of another buffer. So offsets are sums of sizes, rounded up; where
// those are few, as they are when sizes are alike, each buffer has a short list
// of offsets, and the order in which buffers are placed is free.
//
//  * An offset in the list of a buffer has a cost: what it pays to the buffers
//    that are placed, or that it is barred.
//  * Bound. What is paid, plus the cheapest offset of each buffer still to be
//    placed, plus what those pay among each other at least. The last is known
//    because the problem is solved for the last buffer alone, then for the last
//    two, and so on. The three count different pairs, so they may be added.
//  * Slots. If all buffers have the same size and the same offsets, the offsets
//    are alike, and of those that are not in use only the lowest is tried.
//
// The rules by which the search for a peak cuts down its tree (dominance,
// bases) are not used: they move buffers past each other, which changes who
// shares with whom.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_LIB_ALLOCATION_OFFSETSEARCH_H
#define PTO_LIB_ALLOCATION_OFFSETSEARCH_H

#include "pto/Allocation/Instance.h"

namespace mlir::pto::alloc {

class OffsetSearch {
public:
  enum class Outcome {
    /// The placement that was found has the lowest penalty.
    Found,
    /// No placement pays less than was asked for.
    Exhausted,
    /// The limit of steps was reached; a placement may have been found.
    Limit,
  };

  /// The conflicts of the instance are made. Buffers are placed in `order`.
  OffsetSearch(const Instance &instance, llvm::ArrayRef<unsigned> order);

  /// Lists the offsets for placements that end at or below `height`; false
  /// where they are more than `most`.
  bool setHeight(int64_t height, size_t most);

  /// Looks for the placement with the lowest penalty below `below`; one that
  /// pays no more than `enough` will do.
  Outcome run(int64_t below, int64_t enough, int64_t limit);

  /// True where `getOffsets` is a placement, of `getPenalty`.
  bool hasPlacement() const { return !best.empty(); }
  llvm::ArrayRef<int64_t> getOffsets() const { return best; }
  int64_t getPenalty() const { return bestPenalty; }
  /// No placement pays less, as far as the last run has shown.
  int64_t getBound() const { return bound; }
  /// Steps of the last run.
  int64_t getSteps() const { return steps; }

private:
  /// The cost of an offset that is barred.
  static constexpr int64_t kBarred = int64_t(1) << 61;
  static constexpr unsigned kNone = ~0u;

  /// A later buffer in the order, and the rule between the two.
  struct Neighbour {
    unsigned other;
    bool isHard;
    bool mayStartAlike;
    int64_t weight;
  };

  struct Choice {
    int64_t cost;
    size_t index;
    bool operator<(const Choice &other) const {
      return cost != other.cost ? cost < other.cost : index < other.index;
    }
  };

  struct Frame {
    size_t firstChoice, nextChoice, numChoices;
    size_t costMark, minimumMark;
    int64_t paid, cheapest;
    /// Slots that are in use before this frame.
    unsigned slots;
  };

  void prepareNeighbours();
  /// All offsets at which a buffer may stand; false where they are too many.
  bool collectOffsets(size_t most, std::vector<int64_t> &all) const;
  bool areSlots() const;
  /// Places the buffers from a depth on; true once nothing better is left,
  /// false at the limit of steps.
  bool solveSuffix(unsigned begin, int64_t below, int64_t enough,
                   int64_t limit);
  void enter(unsigned depth, int64_t below);
  bool place(unsigned depth, const Choice &choice, int64_t below);
  void updateMinimum(unsigned depth);
  void undo(const Frame &frame);
  void restart();

  const Instance &instance;
  std::vector<unsigned> order;
  /// By depth, the place in the order.
  std::vector<std::vector<Neighbour>> neighbours;

  int64_t height = 0;
  bool slotsAreAlike = false;
  /// Offsets of each depth, one after the other, and their costs.
  std::vector<size_t> starts;
  std::vector<int64_t> places, costs;

  // The state of a run.
  int64_t steps = 0, bound = 0;
  int64_t paid = 0;     ///< by those that are placed
  int64_t cheapest = 0; ///< the sum of the minimums of all others
  std::vector<int64_t> minimums;
  std::vector<size_t> chosen;
  std::vector<Frame> frames;
  std::vector<Choice> choices;
  std::vector<std::pair<size_t, int64_t>> costTrail;
  std::vector<std::pair<unsigned, int64_t>> minimumTrail;
  /// The lowest penalty of the buffers from a depth on.
  std::vector<int64_t> suffixes;
  int64_t suffixBest = 0;
  std::vector<size_t> suffixChosen;
  std::vector<int64_t> best;
  int64_t bestPenalty = 0;
};

} // namespace mlir::pto::alloc

#endif // PTO_LIB_ALLOCATION_OFFSETSEARCH_H
