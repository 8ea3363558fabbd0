//===- Checks.h - Everything that must hold for one kernel --------*- C++
//-*-===//
//
// A kernel goes through forms and passes, under all planners, and each result
// is judged: by the verifiers, against a second run, and against the others.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_SMITH_CHECKS_H
#define PTO_SMITH_CHECKS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "pto/Transforms/Passes.h"
#include "llvm/ADT/MapVector.h"

#include <array>
#include <map>
#include <memory>
#include <string>

namespace mlir::pto::smith {

/// A planner with what it looks for.
enum class PlannerChoice : unsigned { PyPTO, DsaRP, Waits, Peak };
constexpr unsigned kNumPlannerChoices = 4;
StringRef stringOf(PlannerChoice choice);

/// How a kernel is run. Which of the costly checks are made is a part of it, so
/// that a failure comes again.
struct Setup {
  InferenceMode mode = InferenceMode::Documented;
  ReuseMode reuse = ReuseMode::Slots;
  AlignmentRule align = AlignmentRule::Document;
  PlacementOrder order = PlacementOrder::Id;
  /// Every way to write a module down gives it back.
  bool roundTrips = false;
  /// Simplifications of MLIR run between our passes.
  bool upstream = false;
  /// All is done twice, and each pass twice in a row.
  bool repeat = false;
  /// All is done with several threads, too.
  bool threads = false;
  /// Peaks are held against the lower bounds of the memory map.
  bool bounds = false;
  /// A few executions on bytes.
  bool values = false;
  /// The whole pipeline gives what its passes give, one after the other; what
  /// only annotates changes nothing else.
  bool pipeline = false;
  /// Bit k: planner k runs.
  unsigned planners = (1u << kNumPlannerChoices) - 1;

  /// The setup of a seed in a campaign.
  static Setup forSeed(uint64_t seed);
  static Setup all();
  /// Passes as pto-opt takes them.
  std::string getPipeline(PlannerChoice choice) const;
};

/// What came out.
struct Outcome {
  enum class Kind {
    Right,
    Refused, ///< With an error that a legal kernel can get.
    Wrong,   ///< Something must not be.
  };
  Kind kind = Kind::Right;
  /// What kind of refusal or of fault: few words, the same for all alike.
  std::string what;
  /// The whole story.
  std::string detail;
  /// Who planned, where somebody did.
  std::optional<PlannerChoice> planner;
};

/// What many checks add up to.
struct Tally {
  uint64_t kernels = 0, ops = 0, placed = 0, buffers = 0;
  uint64_t roundTrips = 0, repeats = 0, threaded = 0, bounded = 0;
  uint64_t pipelines = 0;
  /// Plans that were executed, and those that the oracle could not execute.
  uint64_t executed = 0, unexecuted = 0;
  std::map<std::string, uint64_t> refusals;
  std::array<uint64_t, kNumPlannerChoices> plans = {}, peaks = {};
  /// Sum of peaks, where all planners placed the kernel.
  uint64_t compared = 0;

  void add(const Tally &other);
};

/// Runs kernels of one context; sets its pass managers up once.
class KernelChecker {
public:
  explicit KernelChecker(MLIRContext *context);
  ~KernelChecker();

  /// All checks, up to the first that fails. `module` stays as it is.
  Outcome check(ModuleOp module, const Setup &setup, Tally &tally);

  /// The kernel after all passes under one planner; null where it is refused.
  OwningOpRef<ModuleOp> place(ModuleOp module, const Setup &setup,
                              PlannerChoice choice);

private:
  class Run;
  struct Pipelines;
  Pipelines &pipelinesFor(MLIRContext *context, const Setup &setup);

  MLIRContext *context;
  std::unique_ptr<MLIRContext> threaded;
  llvm::MapVector<std::pair<MLIRContext *, unsigned>,
                  std::unique_ptr<Pipelines>>
      pipelines;
};

} // namespace mlir::pto::smith

#endif // PTO_SMITH_CHECKS_H
