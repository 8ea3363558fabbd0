//===- Solver.cpp - Offsets for a problem, and what is proven -------------===//
//
// A pool falls into pieces that do not bear on each other. Each is bounded,
// and placed by one strategy after the other until the bound is met; the piece
// with the highest bound comes first, because its peak is free for the others.
//
//===----------------------------------------------------------------------===//

#include "pto/Allocation/Solver.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <memory>

using namespace llvm;
using namespace mlir::pto;
using namespace mlir::pto::alloc;

namespace {
/// Conflicts that an instance may have for its bounds and its searches.
constexpr size_t kMostConflicts = size_t(1) << 25;
/// Steps that each piece may take before any of them takes more.
constexpr int64_t kFewestSteps = 1000;

struct Piece {
  Piece(unsigned pool, Instance own, Objective objective)
      : pool(pool), instance(std::move(own)),
        incumbent(instance, objective, /*neededPeak=*/0) {}

  unsigned pool;
  Instance instance;
  Incumbent incumbent;
  PeakBound bound;
  std::optional<Pair> clash;
};

class ProblemSolver {
public:
  ProblemSolver(const Problem &problem, const Options &options)
      : problem(problem), options(options), budget(options.nodeLimit) {}

  Result run() {
    result.offsets.assign(problem.buffers.size(), -1);
    result.pools.resize(problem.pools.size());
    provenPeaks.assign(problem.pools.size(), 0);
    makePieces();
    // Each gets a fair part first, so that one that is hard does not leave
    // others without; then they may use up what is left.
    int64_t share =
        std::max(kFewestSteps, budget.left() / int64_t(2 * pieces.size() + 1));
    if (isInfeasible)
      share = kFewestSteps;
    if (pieces.size() > 1)
      for (const std::unique_ptr<Piece> &piece : pieces)
        solvePiece(*piece, std::min(share, budget.left()));
    for (const std::unique_ptr<Piece> &piece : pieces)
      // Where one cannot be placed, the others need not be perfect.
      if (!isInfeasible || !piece->incumbent.hasPlacement())
        solvePiece(*piece, budget.left());
    for (const std::unique_ptr<Piece> &piece : pieces)
      record(*piece);
    for (auto [pool, proven] : zip(result.pools, provenPeaks)) {
      // A peak is proven as a whole: by the piece that reaches highest.
      if (pool.status == Status::Feasible &&
          (!wantsPenalty() || pool.penalty <= pool.penaltyBound) &&
          pool.peak <= proven)
        pool.status = Status::Optimal;
      result.status = worse(result.status, pool.status);
    }
    result.nodes = budget.getUsed();
    return std::move(result);
  }

private:
  bool wantsPenalty() const {
    return options.objective == Objective::Penalty ||
           options.objective == Objective::PenaltyThenPeak;
  }

  void makePieces() {
    PairIndex pairs(problem);
    std::vector<unsigned> scratch(problem.buffers.size());
    for (unsigned pool = 0, e = problem.pools.size(); pool != e; ++pool) {
      Lists<unsigned> groups = splitPool(problem, pairs, pool);
      for (unsigned i = 0, e = groups.numKeys(); i != e; ++i) {
        pieces.push_back(std::make_unique<Piece>(
            pool, Instance(problem, pairs, groups[i], scratch),
            options.objective));
        boundPiece(*pieces.back());
      }
    }
    // The piece with the highest bound comes first in its pool.
    llvm::sort(pieces, [](const auto &a, const auto &b) {
      return std::make_tuple(a->pool, -a->bound.bytes,
                             a->instance.origins.front()) <
             std::make_tuple(b->pool, -b->bound.bytes,
                             b->instance.origins.front());
    });
  }

  void boundPiece(Piece &piece) {
    Instance &instance = piece.instance;
    if (instance.hasPairs() || instance.anyFixed)
      instance.makeConflicts(kMostConflicts);
    piece.bound = boundPeak(instance);
    piece.incumbent.provePeak(piece.bound.bytes);
    if (instance.anyFixed && instance.hasConflicts())
      piece.clash = findFixedClash(instance);
    if (piece.clash)
      piece.incumbent.proveInfeasible();
    isInfeasible |= piece.incumbent.isInfeasible();
  }

  void solvePiece(Piece &piece, int64_t steps) {
    Instance &instance = piece.instance;
    Incumbent &incumbent = piece.incumbent;
    int64_t &peak = result.pools[piece.pool].peak;
    incumbent.setNeededPeak(peak);
    Budget part(steps);
    if (options.only) {
      options.only->run(instance, incumbent, part);
    } else {
      for (const Strategy &strategy : allStrategies())
        if (!incumbent.isDone())
          strategy.run(instance, incumbent, part);
    }
    budget.spend(part.getUsed());
    isInfeasible |= incumbent.isInfeasible();
    // Something is placed even where nothing fits.
    if (!incumbent.hasPlacement() && !piece.clash) {
      Budget one(1);
      placeInOrders(instance, incumbent, one);
      if (!incumbent.hasPlacement())
        placeInSweep(instance, incumbent, one);
    }
    if (incumbent.fits())
      peak = std::max(peak, incumbent.getPeak());
  }

  void record(Piece &piece) {
    const Instance &instance = piece.instance;
    const Incumbent &incumbent = piece.incumbent;
    PoolResult &pool = result.pools[piece.pool];
    if (incumbent.hasPlacement())
      for (auto [local, origin] : enumerate(instance.origins))
        result.offsets[origin] = incumbent.getOffsets()[local];
    Status status = Status::Unknown;
    if (incumbent.isInfeasible())
      status = Status::Infeasible;
    else if (incumbent.fits())
      status = incumbent.isOptimal() ? Status::Optimal : Status::Feasible;
    if (status == Status::Infeasible &&
        pool.certificate.kind == Certificate::Kind::None)
      pool.certificate = certify(piece);
    pool.status = worse(pool.status, status);
    pool.peak = std::max(pool.peak, incumbent.getPeak());
    pool.peakBound = std::max(pool.peakBound, incumbent.getPeakBound());
    // One that is optimal can't be lower without paying more.
    int64_t &proven = provenPeaks[piece.pool];
    proven =
        std::max(proven, status == Status::Optimal ? incumbent.getPeak()
                                                   : incumbent.getPeakBound());
    pool.penalty += incumbent.getPenalty();
    pool.penaltyBound += incumbent.getPenaltyBound();
    if (piece.bound.bytes > pool.proof.bytes) {
      pool.proof = std::move(piece.bound);
      for (unsigned &buffer : pool.proof.buffers)
        buffer = instance.origins[buffer];
    }
  }

  static Certificate certify(const Piece &piece) {
    const Instance &instance = piece.instance;
    const std::optional<Pair> &clash = piece.clash;
    Certificate certificate;
    if (clash) {
      certificate.kind = Certificate::Kind::FixedClash;
      certificate.buffers = {clash->first};
      if (clash->second != clash->first)
        certificate.buffers.push_back(clash->second);
    } else if (piece.bound.bytes > instance.capacity) {
      certificate.kind = Certificate::Kind::Bound;
      certificate.bound = piece.bound.kind;
      certificate.bytes = piece.bound.bytes;
      certificate.time = piece.bound.time;
      certificate.buffers = piece.bound.buffers;
    } else {
      certificate.kind = Certificate::Kind::Exhausted;
      for (unsigned i = 0; i != instance.size(); ++i)
        certificate.buffers.push_back(i);
    }
    for (unsigned &buffer : certificate.buffers)
      buffer = instance.origins[buffer];
    return certificate;
  }

  /// In falling order of weight: infeasible, unknown, feasible, optimal.
  static Status worse(Status a, Status b) {
    auto weight = [](Status status) {
      switch (status) {
      case Status::Optimal:
        return 0;
      case Status::Feasible:
        return 1;
      case Status::Unknown:
        return 2;
      case Status::Infeasible:
        return 3;
      }
      llvm_unreachable("unknown status");
    };
    return weight(a) < weight(b) ? b : a;
  }

  const Problem &problem;
  const Options &options;
  Budget budget;
  std::vector<std::unique_ptr<Piece>> pieces;
  bool isInfeasible = false;
  /// No placement of the same penalty has a lower peak, a pool each.
  std::vector<int64_t> provenPeaks;
  Result result;
};
} // namespace

StringRef alloc::stringOf(Status status) {
  switch (status) {
  case Status::Optimal:
    return "optimal";
  case Status::Feasible:
    return "feasible";
  case Status::Infeasible:
    return "infeasible";
  case Status::Unknown:
    return "unknown";
  }
  llvm_unreachable("unknown status");
}

Expected<Result> alloc::solve(const Problem &problem, const Options &options) {
  if (Error error = validate(problem))
    return Expected<Result>(std::move(error));
  return ProblemSolver(problem, options).run();
}
