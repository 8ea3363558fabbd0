//===- Solver.h - Offsets for a problem, and what is proven ---------------===//

#ifndef PTO_ALLOCATION_SOLVER_H
#define PTO_ALLOCATION_SOLVER_H

#include "pto/Allocation/Bounds.h"
#include "pto/Allocation/Strategy.h"

namespace mlir::pto::alloc {

struct Options {
  Objective objective = Objective::PenaltyThenPeak;
  /// Steps that all searches together may take. Not a time: the same input
  /// gives the same output everywhere.
  int64_t nodeLimit = 200000;
  /// One strategy, to be run alone; null for all that suit.
  const Strategy *only = nullptr;
};

enum class Status {
  /// Every buffer is placed, and no placement is better.
  Optimal,
  /// Every buffer is placed; the bounds leave a gap.
  Feasible,
  /// No placement within the capacity exists; the certificate says why.
  Infeasible,
  /// The limit was reached without a placement and without a proof.
  Unknown,
};

llvm::StringRef stringOf(Status status);

/// Why a pool has no placement.
struct Certificate {
  enum class Kind {
    None,
    /// Buffers that live at one time, or may not share bytes, are too large.
    Bound,
    /// Two given offsets contradict each other.
    FixedClash,
    /// The exact search tried every placement.
    Exhausted,
  };
  Kind kind = Kind::None;
  /// For a bound: what kind it is, the bytes that it asks for, and the time.
  BoundKind bound = BoundKind::Load;
  int64_t bytes = 0;
  int64_t time = 0;
  /// The buffers that cannot be placed together.
  std::vector<unsigned> buffers;
};

struct PoolResult {
  Status status = Status::Optimal;
  /// The lowest peak that was found; above the capacity where nothing fits.
  int64_t peak = 0;
  /// No placement has a lower peak. `boundBuffers` prove the best bound that
  /// was computed before any search.
  int64_t peakBound = 0;
  PeakBound proof;
  int64_t penalty = 0;
  int64_t penaltyBound = 0;
  Certificate certificate;
};

struct Result {
  /// The worst of all pools: infeasible, unknown, feasible, optimal.
  Status status = Status::Optimal;
  /// One a buffer. Those of a pool without a placement within its capacity are
  /// what came nearest.
  std::vector<int64_t> offsets;
  std::vector<PoolResult> pools;
  int64_t nodes = 0;

  bool isPlaced() const {
    return status == Status::Optimal || status == Status::Feasible;
  }
};

/// Places all buffers, or says why not. An error is a problem that is not
/// valid.
llvm::Expected<Result> solve(const Problem &problem,
                             const Options &options = {});

} // namespace mlir::pto::alloc

#endif // PTO_ALLOCATION_SOLVER_H
