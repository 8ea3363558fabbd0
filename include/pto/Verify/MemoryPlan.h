//===- MemoryPlan.h - Proof that a placed program is right ------*- C++ -*-===//
//
// The judge of memory plans: does a program whose tiles have buffers, and whose
// buffers have addresses, compute what its values say? It shares no code with
// any planner, liveness or buffer analysis: buffers, addresses of views and
// windows are derived here again, from the op interfaces and the target alone.
// How the proof works, and why it is one, is told in lib/Verify/Execution.h.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_VERIFY_MEMORYPLAN_H
#define PTO_VERIFY_MEMORYPLAN_H

#include "mlir/IR/Location.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "pto/Target/TargetModel.h"

#include <string>

namespace mlir::pto {

/// What a plan must keep. The numbers are those of the ids, mp-r1 and so on, in
/// messages, documentation and tests.
enum class PlanRule {
  OwnBytes = 1,  ///< A read finds exactly the bytes of its tile.
  HandedOn = 2,  ///< What is carried or merged is where it is expected.
  Bound = 3,     ///< A tile with storage has a buffer of its space, placed.
  Size = 4,      ///< Buffer and slot are there and large enough.
  Alignment = 5, ///< Addresses are aligned.
  Capacity = 6,  ///< Buffers are inside of their memory.
  Reserved = 7,  ///< Reserved ranges are placed and nobody else's.
  Pinned = 8,    ///< Nobody overlaps a pinned buffer.
  NoAlias = 9,   ///< A result shares no byte with an operand that forbids it.
  InPlace = 10,  ///< Result and operand start together or are disjoint.
  Scratch = 11,  ///< A temporary shares no byte with another operand.
  Hazard = 12,   ///< Hazards of a target.
  Stages = 13,   ///< Stages of a pipeline are apart; a warning.
  View = 14,     ///< A view is inside of its root and has bytes of its own.
  NotModelled = 15, ///< The judge knows what each op does to tiles.
};

/// "mp-r1" and so on.
std::string getRuleId(PlanRule rule);

/// When in the pipeline a plan is judged.
enum class PlanStage {
  /// Every buffer has an address.
  Placed,
  /// Buffers without an address are memories of their own, so that bindings
  /// are judged before placement.
  Bound,
};

struct PlanVerifierOptions {
  PlanStage stage = PlanStage::Placed;
  /// Addresses must be aligned as the assembler demands, not just to 32 bytes.
  bool targetAlignment = false;
  /// How many violations are told; 0 for all.
  unsigned limit = 16;
  /// Tell what is worth knowing, but not wrong, too.
  bool warnings = true;
};

/// One place where a plan is wrong.
struct PlanViolation {
  struct Note {
    Location loc;
    std::string text;
  };

  PlanRule rule;
  /// Worth knowing, but not wrong.
  bool isWarning = false;
  Location loc;
  std::string text;
  SmallVector<Note, 4> notes;
  /// Where bytes of a tile were lost: the tile, the tile that is there instead,
  /// null where it is none, and the bytes, in their memory or in their buffer
  /// where that has no address.
  Value tile = {}, holder = {};
  int64_t begin = 0, end = 0;
};

/// All violations of `function`'s plan, in the order in which they were found,
/// and how many there were beyond the limit. Functions that run on no core of
/// the device, and declarations, have no plan.
struct PlanVerdict {
  SmallVector<PlanViolation, 0> violations;
  unsigned untold = 0;

  /// True where nothing is wrong; warnings don't count.
  bool holds() const;
};
PlanVerdict judgeMemoryPlan(FunctionOpInterface function,
                            const TargetModel &model,
                            const PlanVerifierOptions &options = {});

/// The same, told as diagnostics.
LogicalResult verifyMemoryPlan(FunctionOpInterface function,
                               const TargetModel &model,
                               const PlanVerifierOptions &options = {});

} // namespace mlir::pto

#endif // PTO_VERIFY_MEMORYPLAN_H
