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

struct Piece {
  std::unique_ptr<Instance> instance;
  PeakBound bound;
};

class PoolSolver {
public:
  PoolSolver(const Problem &problem, const PairIndex &pairs,
             const Options &options, Budget &budget,
             std::vector<unsigned> &scratch, Result &result)
      : problem(problem), pairs(pairs), options(options), budget(budget),
        scratch(scratch), result(result) {}

  PoolResult run(unsigned pool) {
    Lists<unsigned> groups = splitPool(problem, pairs, pool);
    std::vector<Piece> pieces(groups.numKeys());
    for (unsigned i = 0, e = pieces.size(); i != e; ++i) {
      Piece &piece = pieces[i];
      piece.instance =
          std::make_unique<Instance>(problem, pairs, groups[i], scratch);
      if (piece.instance->hasPairs() || piece.instance->anyFixed)
        piece.instance->makeConflicts(kMostConflicts);
      piece.bound = boundPeak(*piece.instance);
    }
    llvm::sort(pieces, [](const Piece &a, const Piece &b) {
      return std::make_pair(-a.bound.bytes, a.instance->origins.front()) <
             std::make_pair(-b.bound.bytes, b.instance->origins.front());
    });
    for (Piece &piece : pieces)
      solvePiece(piece);
    // A peak is proven as a whole: by the piece that reaches highest.
    if (poolResult.status == Status::Feasible && !anyPenaltyGap &&
        poolResult.peak <= poolResult.peakBound)
      poolResult.status = Status::Optimal;
    return std::move(poolResult);
  }

private:
  void solvePiece(Piece &piece) {
    Instance &instance = *piece.instance;
    Incumbent incumbent(instance, options.objective, poolResult.peak);
    incumbent.provePeak(piece.bound.bytes);
    std::optional<Pair> clash;
    if (instance.anyFixed && instance.makeConflicts(kMostConflicts))
      clash = findFixedClash(instance);
    if (clash)
      incumbent.proveInfeasible();
    if (options.only) {
      options.only->run(instance, incumbent, budget);
    } else {
      for (const Strategy &strategy : allStrategies())
        if (!incumbent.isDone())
          strategy.run(instance, incumbent, budget);
    }
    // Something is placed even where nothing fits.
    if (!incumbent.hasPlacement() && !clash) {
      Budget one(1);
      placeInOrders(instance, incumbent, one);
      if (!incumbent.hasPlacement())
        placeInSweep(instance, incumbent, one);
    }
    record(piece, incumbent, clash);
  }

  void record(Piece &piece, const Incumbent &incumbent,
              std::optional<Pair> clash) {
    const Instance &instance = *piece.instance;
    if (incumbent.hasPlacement())
      for (auto [local, origin] : enumerate(instance.origins))
        result.offsets[origin] = incumbent.getOffsets()[local];
    Status status = Status::Unknown;
    if (incumbent.isInfeasible())
      status = Status::Infeasible;
    else if (incumbent.fits())
      status = incumbent.isOptimal() ? Status::Optimal : Status::Feasible;
    if (status == Status::Infeasible &&
        poolResult.certificate.kind == Certificate::Kind::None)
      poolResult.certificate = certify(piece, clash);
    if (status == Status::Feasible && incumbent.wantsPenalty() &&
        incumbent.getPenalty() > incumbent.getPenaltyBound())
      anyPenaltyGap = true;
    poolResult.status = worse(poolResult.status, status);
    poolResult.peak = std::max(poolResult.peak, incumbent.getPeak());
    poolResult.peakBound =
        std::max(poolResult.peakBound, incumbent.getPeakBound());
    poolResult.penalty += incumbent.getPenalty();
    poolResult.penaltyBound += incumbent.getPenaltyBound();
    if (piece.bound.bytes > poolResult.proof.bytes) {
      poolResult.proof = std::move(piece.bound);
      for (unsigned &buffer : poolResult.proof.buffers)
        buffer = instance.origins[buffer];
    }
  }

  Certificate certify(const Piece &piece, std::optional<Pair> clash) const {
    const Instance &instance = *piece.instance;
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

public:
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

private:
  const Problem &problem;
  const PairIndex &pairs;
  const Options &options;
  Budget &budget;
  std::vector<unsigned> &scratch;
  Result &result;
  PoolResult poolResult;
  bool anyPenaltyGap = false;
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
    return std::move(error);
  Result result;
  result.offsets.assign(problem.buffers.size(), -1);
  PairIndex pairs(problem);
  std::vector<unsigned> scratch(problem.buffers.size());
  Budget budget(options.nodeLimit);
  for (unsigned pool = 0, e = problem.pools.size(); pool != e; ++pool) {
    PoolSolver solver(problem, pairs, options, budget, scratch, result);
    result.pools.push_back(solver.run(pool));
    result.status =
        PoolSolver::worse(result.status, result.pools.back().status);
  }
  result.nodes = budget.getUsed();
  return result;
}
