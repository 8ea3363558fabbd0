//===- CanonicalSearch.h - Every placement that matters -------------------===//
//
// Exact search for a placement below a given height. Private to the library.
//
// Any placement can be pushed down: while some buffer has a lower offset that
// keeps all rules, it moves there. In the end each buffer stands on the floor,
// on one that it conflicts with, or has the start of an equal-start partner;
// so it is enough to try those offsets, in rising order. That order makes all
// other rules cheap: what is placed so far lies below all that is to come.
//
//  * Floor. The lowest offset that the placed ones leave to a buffer. Below the
//    present level it is of no use: the buffer must be covered first.
//  * Dominance. Once an offset is tried at which some other buffer would fit in
//    completely below, that buffer could have been pushed down there.
//  * Sections. What is still to be placed in a section must fit between the
//    lowest floor in it and the height.
//  * Twins. Of buffers that are alike in everything, the first comes first.
//  * Base. Say that all buffers which could come below a candidate have no
//    conflict that it does not have, too. Where a placement has some of them
//    below it, they can change places: it goes to its floor, they go up by its
//    size, and whatever is above stays. So the candidate may as well come now;
//    if it fails, so do the others. One that lifts nothing is a special case.
//  * Splits. Where no buffer that is still to be placed reaches over a time,
//    both sides are searched one after the other, and the failure of one side
//    does not take the other side back.
//
// With equal starts, a buffer may join the start of a partner at the present
// level; buffers that stand on their own floor come before those that join.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_LIB_ALLOCATION_CANONICALSEARCH_H
#define PTO_LIB_ALLOCATION_CANONICALSEARCH_H

#include "pto/Allocation/Instance.h"

namespace mlir::pto::alloc {

class CanonicalSearch {
public:
  enum class Outcome {
    Found,
    /// There is no such placement.
    Exhausted,
    /// The limit of steps was reached.
    Limit,
  };

  /// The conflicts of the instance are made. Penalties are not looked at.
  explicit CanonicalSearch(const Instance &instance);

  /// Looks for a placement that ends at or below `height`. Where there is a
  /// choice at one offset, buffers are tried as they come in `order`.
  Outcome run(int64_t height, llvm::ArrayRef<unsigned> order, int64_t limit);

  /// The placement that was found.
  llvm::ArrayRef<int64_t> getOffsets() const { return offsets; }
  /// Steps of the last run.
  int64_t getSteps() const { return steps; }
  /// How often the last run failed for want of room, a section each.
  llvm::ArrayRef<int64_t> getFailures() const { return failures; }
  /// How many times each buffer was still to be placed in such a section.
  llvm::ArrayRef<int64_t> getBlame() const { return blame; }

private:
  static constexpr int64_t kNowhere = int64_t(1) << 62;
  static constexpr unsigned kNone = ~0u;

  /// A buffer that may be placed next. Joins come after all that stand on
  /// their own floor at that offset.
  struct Candidate {
    int64_t offset;
    unsigned rank;
    unsigned buffer;
    bool joins;

    bool operator<(const Candidate &other) const {
      if (offset != other.offset)
        return offset < other.offset;
      if (joins != other.joins)
        return other.joins;
      return rank < other.rank;
    }
  };

  /// Buffers still to be placed that no other such buffer is tied to.
  struct Part {
    size_t listBegin, listEnd;
    unsigned sectionBegin, sectionEnd;
    int64_t level;
    /// At the level, buffers come in the order of their ranks.
    int64_t lastRank;
    /// The frame that is to go on when this part fails.
    int parent;
  };

  struct Frame {
    Part part;
    size_t firstCandidate, nextCandidate, numCandidates;
    /// What all stacks held before the frame placed a buffer.
    size_t listMark, pendingMark, placedMark, floorMark, sectionMark;
    /// The buffer that is placed is a base: no other has to be tried.
    bool placedBase;
    /// It came before its turn.
    bool forced;
  };

  struct FloorChange {
    unsigned buffer;
    int64_t floor, low;
  };
  struct SectionChange {
    unsigned section, lowest;
    int64_t floor;
  };

  void prepareBuffers();
  void prepareObstacles();
  void findTwins();
  void start(int64_t height, llvm::ArrayRef<unsigned> order);

  bool isTwinFree(unsigned buffer) const {
    return twins[buffer] == kNone || offsets[twins[buffer]] >= 0;
  }
  int64_t clearObstacles(unsigned buffer, int64_t offset, bool mayJoin) const;
  void collectJoins(unsigned buffer, int64_t level);
  bool isBase(const Candidate &candidate, int64_t level) const;
  /// True where `buffer` can change places with `base` below it.
  bool mayGoAbove(unsigned buffer, const Candidate &base, int64_t level) const;
  bool canJoin(unsigned buffer, int64_t offset) const;

  void enter(const Part &part);
  void collectCandidates(Frame &frame);
  /// Places a candidate; false if what is left does not fit any more.
  bool place(Frame &frame, const Candidate &candidate);
  /// A buffer that is placed below `top` lifts another one.
  void raise(unsigned buffer, int64_t top, bool mayJoin);
  bool checkSections(unsigned begin, unsigned end, int64_t level);
  void undo(const Frame &frame);
  /// Puts a part without `placed` on the stack of pending parts, in pieces
  /// that do not bear on each other.
  void split(const Part &part, unsigned placed);

  const Instance &instance;

  // Facts of the instance.
  std::vector<int64_t> bytes;   ///< sizes as they count in a section
  std::vector<int64_t> masks;   ///< alignment - 1
  std::vector<bool> hasPairs;   ///< has rules besides its lifetime
  std::vector<Span> hulls;      ///< all sections from the first to the last
  std::vector<Span> reaches;    ///< the same, with all partners in pairs
  std::vector<unsigned> twinOf; ///< the first one that is alike
  Lists<unsigned> members;      ///< the buffers of a section
  /// Reserved ranges and given offsets that a buffer cannot pass through. One
  /// that it may share the start of is marked.
  struct Obstacle {
    Range range;
    bool joinable;
  };
  Lists<Obstacle> obstacles;
  int64_t slack = 0;

  // The state of a run.
  int64_t height = 0, room = 0, steps = 0;
  std::vector<unsigned> ranks, twins;
  std::vector<int64_t> offsets;
  std::vector<int64_t> floors; ///< where it may stand on its own
  std::vector<int64_t> lows;   ///< no placement to come has it lower
  std::vector<int64_t> left;   ///< bytes to be placed, a section each
  std::vector<int64_t> sectionFloors;
  std::vector<unsigned> lowest; ///< the buffer of that floor
  std::vector<int> crossings;   ///< reaches over the begin of a section
  std::vector<int64_t> failures, blame;
  std::vector<Frame> frames;
  std::vector<Part> pending;
  std::vector<Candidate> candidates;
  std::vector<unsigned> lists;
  std::vector<unsigned> placedStack;
  std::vector<FloorChange> floorStack;
  std::vector<SectionChange> sectionStack;
  std::vector<unsigned> cuts;
};

} // namespace mlir::pto::alloc

#endif // PTO_LIB_ALLOCATION_CANONICALSEARCH_H
