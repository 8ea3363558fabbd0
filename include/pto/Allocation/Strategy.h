//===- Strategy.h - Ways to place an instance -----------------------------===//
//
// Every way to place buffers is a function of one type. It offers placements
// to an incumbent, which keeps the best, and may also prove that nothing better
// exists. Strategies are deterministic: what limits them is a count of steps.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ALLOCATION_STRATEGY_H
#define PTO_ALLOCATION_STRATEGY_H

#include "pto/Allocation/Instance.h"

#include "llvm/ADT/StringRef.h"

namespace mlir::pto::alloc {

/// What is wanted. A placement within the capacity comes first, always.
enum class Objective {
  /// Any placement within the capacity.
  Fit,
  /// The lowest peak, whatever the penalties.
  Peak,
  /// The lowest penalty, whatever the peak.
  Penalty,
  /// The lowest penalty, and of those placements the one with the lowest peak.
  PenaltyThenPeak,
};

/// Steps that the searches may still take. A step is one placement that an
/// exact search tries; heuristics count their work in the same coin.
class Budget {
public:
  explicit Budget(int64_t limit) : limit(limit) {}

  bool isSpent() const { return used >= limit; }
  int64_t left() const { return isSpent() ? 0 : limit - used; }
  int64_t getUsed() const { return used; }
  void spend(int64_t steps) { used += steps; }

private:
  int64_t limit;
  int64_t used = 0;
};

/// The best placement of an instance so far, and what is proven about all.
class Incumbent {
public:
  /// `neededPeak` is a peak that another instance of the pool has anyway; a
  /// lower one here is worth nothing.
  Incumbent(const Instance &instance, Objective objective, int64_t neededPeak);

  /// Takes over a placement that is better than the one there is.
  bool offer(llvm::ArrayRef<int64_t> offsets);

  /// No placement has a lower peak.
  void provePeak(int64_t bound);
  /// No placement within the capacity pays less.
  void provePenalty(int64_t bound);
  /// No placement within the capacity exists.
  void proveInfeasible() { infeasible = true; }
  /// No placement is better than the incumbent in the objective.
  void proveOptimal() { optimal = true; }

  /// True once there is nothing left to search for.
  bool isDone() const;
  bool isOptimal() const;
  bool fits() const { return found && peak <= instance.capacity; }
  bool isInfeasible() const { return infeasible; }
  void setNeededPeak(int64_t peak) { neededPeak = peak; }
  bool wantsPenalty() const {
    return objective == Objective::Penalty ||
           objective == Objective::PenaltyThenPeak;
  }
  bool wantsPeak() const {
    return objective == Objective::Peak ||
           objective == Objective::PenaltyThenPeak;
  }

  const Instance &getInstance() const { return instance; }
  Objective getObjective() const { return objective; }
  bool hasPlacement() const { return found; }
  llvm::ArrayRef<int64_t> getOffsets() const { return offsets; }
  int64_t getPeak() const { return peak; }
  int64_t getPenalty() const { return penalty; }
  int64_t getPeakBound() const { return peakBound; }
  int64_t getPenaltyBound() const { return penaltyBound; }
  /// The peak at which there is nothing left to gain.
  int64_t getTargetPeak() const;

private:
  const Instance &instance;
  Objective objective;
  int64_t neededPeak;
  bool found = false, infeasible = false, optimal = false;
  std::vector<int64_t> offsets;
  int64_t peak = 0, penalty = 0;
  int64_t peakBound = 0, penaltyBound = 0;
};

using StrategyFunction = void (*)(Instance &instance, Incumbent &incumbent,
                                  Budget &budget);

/// A strategy that can be asked for by name.
struct Strategy {
  llvm::StringRef name;
  llvm::StringRef summary;
  StrategyFunction run;
};

/// All of them, in the order in which the solver tries them.
llvm::ArrayRef<Strategy> allStrategies();
/// The strategy of that name; null where there is none.
const Strategy *findStrategy(llvm::StringRef name);

/// First fit and best fit in several orders.
void placeInOrders(Instance &instance, Incumbent &incumbent, Budget &budget);
/// First fit again and again, with those buffers earlier that ended too high.
void placeSqueaky(Instance &instance, Incumbent &incumbent, Budget &budget);
/// One sweep over time with lists of free ranges; near linear.
void placeInSweep(Instance &instance, Incumbent &incumbent, Budget &budget);
/// Greedy placement where a byte shared is a price, improved one buffer at a
/// time.
void placeByPenalty(Instance &instance, Incumbent &incumbent, Budget &budget);
/// Exact search for a lower peak or a placement that fits.
void searchPeak(Instance &instance, Incumbent &incumbent, Budget &budget);
/// Exact search for a lower penalty.
void searchPenalty(Instance &instance, Incumbent &incumbent, Budget &budget);

} // namespace mlir::pto::alloc

#endif // PTO_ALLOCATION_STRATEGY_H
