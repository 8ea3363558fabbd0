//===- Checks.cpp - Everything that must hold for one kernel --------------===//

#include "pto/Smith/Checks.h"

#include "Capture.h"
#include "Forms.h"
#include "Peaks.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "pto/Analysis/DeviceFunctions.h"
#include "pto/IR/PTOOps.h"
#include "pto/Smith/Generator.h"
#include "pto/Smith/Oracle.h"
#include "pto/Target/TargetModel.h"
#include "pto/Verify/MemoryPlan.h"

using namespace mlir;
using namespace mlir::pto;
using namespace mlir::pto::smith;

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

struct KernelChecker::Pipelines {
  Pipelines(MLIRContext *context, const Setup &setup)
      : infer(context), init(context), alias(context), clean(context),
        annotate(context),
        planners{PassManager(context), PassManager(context),
                 PassManager(context), PassManager(context)} {
    InferTileMemorySpaceOptions inferOptions;
    inferOptions.mode = setup.mode;
    inferOptions.verifyDataPath = DataPathCheck::Off;
    infer.addPass(createInferTileMemorySpace(inferOptions));
    infer.addNestedPass<func::FuncOp>(createVerifyTileMemory({}));
    init.addNestedPass<func::FuncOp>(createInitMemRef({}));
    alias.addNestedPass<func::FuncOp>(createMaterializeSemanticAliases({}));
    clean.addPass(createCanonicalizerPass());
    clean.addPass(createCSEPass());
    clean.addPass(createLoopInvariantCodeMotionPass());
    annotate.addNestedPass<func::FuncOp>(createAnnotateSpaces({}));
    annotate.addNestedPass<func::FuncOp>(createAnnotateMemRefs({}));
    AnnotateLivenessOptions liveness;
    liveness.handoffs = true;
    annotate.addNestedPass<func::FuncOp>(createAnnotateLiveness(liveness));
    for (unsigned i = 0; i != kNumPlannerChoices; ++i)
      addPlanner(planners[i], PlannerChoice(i), setup);
  }

  static void addPlanner(PassManager &pm, PlannerChoice choice,
                         const Setup &setup) {
    AllocateMemoryAddrOptions options;
    // Judged here, so that it is known who refuses.
    options.verify = false;
    options.align = setup.align;
    options.order = setup.order;
    switch (choice) {
    case PlannerChoice::PyPTO: {
      MemoryReuseOptions reuse;
      reuse.mode = setup.reuse;
      pm.addNestedPass<func::FuncOp>(createMemoryReuse(reuse));
      break;
    }
    case PlannerChoice::DsaRP:
      options.planner = Planner::DsaRP;
      break;
    case PlannerChoice::Peak:
      options.objective = PlacementObjective::Peak;
      [[fallthrough]];
    case PlannerChoice::Waits:
      options.planner = Planner::Optimal;
      break;
    }
    pm.addNestedPass<func::FuncOp>(createAllocateMemoryAddr(options));
    VerifyTileMemoryOptions verify;
    verify.buffers = true;
    pm.addNestedPass<func::FuncOp>(createVerifyTileMemory(verify));
  }

  PassManager infer, init, alias, clean, annotate;
  std::array<PassManager, kNumPlannerChoices> planners;
};

KernelChecker::KernelChecker(MLIRContext *context) : context(context) {}
KernelChecker::~KernelChecker() = default;

KernelChecker::Pipelines &KernelChecker::pipelinesFor(MLIRContext *where,
                                                      const Setup &setup) {
  unsigned number = unsigned(setup.mode) * 8 + unsigned(setup.reuse) * 4 +
                    unsigned(setup.align) * 2 + unsigned(setup.order);
  auto &known = pipelines[{where, number}];
  if (!known)
    known = std::make_unique<Pipelines>(where, setup);
  return *known;
}

//===----------------------------------------------------------------------===//
// One kernel
//===----------------------------------------------------------------------===//

/// One kernel's way through all checks.
class KernelChecker::Run {
public:
  Run(Pipelines &pipelines, const Setup &setup, Tally &tally)
      : pipelines(pipelines), setup(setup), tally(tally) {}

  /// Runs passes; true where the outcome is still right.
  bool pass(PassManager &pm, ModuleOp module, StringRef name) {
    {
      Capture capture(module.getContext());
      bool succeeds = succeeded(pm.run(module));
      if (succeeds && !capture.hasError())
        return true;
      if (succeeds) {
        wrong("an error without a failure",
              name + ": " + capture.getFirstError());
        return false;
      }
      refuse(capture, name);
    }
    return false;
  }

  /// Passes of MLIR in between, where the setup has them.
  bool clean(ModuleOp module) {
    return !setup.upstream || pass(pipelines.clean, module, "upstream passes");
  }

  bool passTwice(PassManager &pm, ModuleOp module, StringRef name) {
    bool hasDeclared = declaresBuffers(module);
    if (!pass(pm, module, name))
      return false;
    if (!setup.repeat)
      return true;
    // What an author declared keeps the address that it got: the second run has
    // less to decide than the first, the third as much as the second.
    OwningOpRef<ModuleOp> copy = module.clone();
    std::string once, twice;
    for (int run = hasDeclared ? 0 : 1; run != 2; ++run) {
      once = textOf(*copy);
      if (!pass(pm, *copy, name)) {
        outcome.kind = Outcome::Kind::Wrong;
        outcome.what = "refuses its own result: " + name.str();
        return false;
      }
      twice = textOf(*copy);
    }
    if (once == twice)
      return true;
    wrong("not idempotent: " + name.str(), firstDifference(once, twice));
    return false;
  }

  static bool declaresBuffers(ModuleOp module) {
    return module
        .walk([](AllocOp alloc) {
          return alloc.getPinned() && !alloc.isPlaced()
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        })
        .wasInterrupted();
  }

  /// Spaces, buffers and aliases.
  bool prepare(ModuleOp module) {
    return passTwice(pipelines.infer, module, "infer-tile-memory-space") &&
           clean(module) && passTwice(pipelines.init, module, "init-memref") &&
           clean(module) &&
           passTwice(pipelines.alias, module, "materialize-semantic-aliases") &&
           clean(module);
  }

  bool judge(ModuleOp module, PlanStage stage) {
    PlanVerifierOptions options;
    options.stage = stage;
    options.targetAlignment = setup.align == AlignmentRule::Target;
    options.warnings = false;
    for (auto function : module.getOps<func::FuncOp>()) {
      const TargetModel &model = TargetModel::getFor(function);
      PlanVerdict verdict = judgeMemoryPlan(function, model, options);
      if (verdict.holds())
        continue;
      const PlanViolation &first = verdict.violations.front();
      std::string text = first.text;
      for (const PlanViolation::Note &note : first.notes)
        text += "\n  " + note.text;
      wrong("wrong plan: " + getRuleId(first.rule), text);
      return false;
    }
    return true;
  }

  /// The oracle's opinion of a few executions.
  bool runValues(ModuleOp module) {
    if (!setup.values)
      return true;
    for (auto function : module.getOps<func::FuncOp>()) {
      const TargetModel &model = TargetModel::getFor(function);
      if (!isDeviceFunction(function))
        continue;
      Judgement judgement = smith::judge(function, model, /*executions=*/3);
      ++(judgement.verdict == Verdict::Unknown ? tally.unexecuted
                                               : tally.executed);
      if (judgement.verdict != Verdict::Wrong)
        continue;
      wrong("wrong execution", judgement.reason);
      return false;
    }
    return true;
  }

  bool plan(ModuleOp module, PlannerChoice choice) {
    outcome.planner = choice;
    return passTwice(pipelines.planners[unsigned(choice)], module,
                     "allocate-memory-addr " + stringOf(choice).str()) &&
           judge(module, PlanStage::Placed) && runValues(module);
  }

  /// The whole pipeline, where it has the options of this setup; and all that
  /// annotates.
  bool runPipeline(ModuleOp module, ModuleOp prepared,
                   ArrayRef<std::string> texts) {
    ++tally.pipelines;
    OwningOpRef<ModuleOp> marked = prepared.clone();
    if (!pass(pipelines.annotate, *marked, "pto-annotate"))
      return false;
    if (setup.upstream || setup.align != AlignmentRule::Document ||
        setup.order != PlacementOrder::Id || setup.reuse != ReuseMode::Slots)
      return true;
    static constexpr std::pair<PlannerChoice, Planner> choices[] = {
        {PlannerChoice::PyPTO, Planner::PyPTO},
        {PlannerChoice::DsaRP, Planner::DsaRP},
        {PlannerChoice::Waits, Planner::Optimal}};
    for (auto [choice, planner] : choices) {
      const std::string &expected = texts[unsigned(choice)];
      if (expected.empty())
        continue;
      MemoryPipelineOptions options;
      options.mode = setup.mode;
      options.planner = planner;
      PassManager whole(module.getContext());
      buildMemoryPipeline(whole, options);
      OwningOpRef<ModuleOp> copy = module.clone();
      if (!pass(whole, *copy, "pto-memory-pipeline"))
        return false;
      outcome.planner = choice;
      std::string found = textOf(*copy);
      if (found == expected)
        continue;
      wrong("the pipeline differs from its passes",
            firstDifference(expected, found));
      return false;
    }
    return true;
  }

  void wrong(const Twine &what, const Twine &detail) {
    outcome.kind = Outcome::Kind::Wrong;
    outcome.what = what.str();
    outcome.detail = detail.str();
  }

  void refuse(const Capture &capture, StringRef name) {
    std::string kind = capture.getRefusal();
    // A fault of MLIR 22, with any types: where arguments of a loop's first
    // region are the same, its second one is left with one of the first's.
    if (name == "upstream passes" &&
        capture.getFirstError().contains("does not dominate this use"))
      kind = "scf.while broken by canonicalisation";
    outcome.detail = (name + ": " + capture.getFirstError()).str();
    if (kind.empty()) {
      outcome.kind = Outcome::Kind::Wrong;
      outcome.what = "unexpected refusal: " + name.str() + ": " +
                     generalise(capture.getFirstError());
      return;
    }
    outcome.kind = Outcome::Kind::Refused;
    outcome.what = kind;
  }

  Pipelines &pipelines;
  const Setup &setup;
  Tally &tally;
  Outcome outcome;
};

static uint64_t countOps(ModuleOp module) {
  uint64_t count = 0;
  module.walk([&](Operation *) { ++count; });
  return count;
}

Outcome KernelChecker::check(ModuleOp module, const Setup &setup,
                             Tally &tally) {
  Run run(pipelinesFor(context, setup), setup, tally);
  ++tally.kernels;
  tally.ops += countOps(module);
  {
    Capture capture(context);
    if (failed(verify(module))) {
      run.wrong("invalid kernel", capture.getFirstError());
      return run.outcome;
    }
  }
  auto roundTrip = [&](ModuleOp stage, StringRef name) {
    if (!setup.roundTrips)
      return true;
    ++tally.roundTrips;
    std::string problem = findRoundTripProblem(stage);
    if (problem.empty())
      return true;
    run.wrong("round trip " + name, problem);
    return false;
  };
  if (!roundTrip(module, "of the kernel"))
    return run.outcome;

  OwningOpRef<ModuleOp> prepared = module.clone();
  if (!run.prepare(*prepared))
    return run.outcome;

  // Every planner starts from the same.
  std::array<std::optional<Peaks>, kNumPlannerChoices> peaks;
  std::array<std::string, kNumPlannerChoices> texts;
  std::optional<Outcome> refusal;
  const unsigned best = unsigned(PlannerChoice::Peak);
  for (unsigned i = 0; i != kNumPlannerChoices; ++i) {
    if (!(setup.planners >> i & 1))
      continue;
    OwningOpRef<ModuleOp> placed = (*prepared).clone();
    if (!run.plan(*placed, PlannerChoice(i))) {
      if (run.outcome.kind == Outcome::Kind::Wrong)
        return run.outcome;
      ++tally.refusals[run.outcome.what + " (" +
                       stringOf(PlannerChoice(i)).str() + ")"];
      refusal = run.outcome;
      run.outcome = Outcome();
      continue;
    }
    ++tally.plans[i];
    peaks[i] = Peaks::of(*placed);
    if (setup.repeat || setup.threads || setup.pipeline)
      texts[i] = textOf(*placed);
    if (i == best && !roundTrip(*placed, "of the plan"))
      return run.outcome;
    if (setup.bounds) {
      ++tally.bounded;
      std::string problem = peaks[i]->findBoundProblem(*placed);
      if (!problem.empty()) {
        run.wrong("below the lower bound", problem);
        return run.outcome;
      }
    }
  }

  // Buffers without an address are judged as well, unless the addresses that
  // somebody needs can't be had, or MLIR made selects of branches, which the
  // planners turn back first.
  if (!setup.upstream &&
      llvm::any_of(peaks, [](const auto &known) { return bool(known); }) &&
      !run.judge(*prepared, PlanStage::Bound))
    return run.outcome;

  // Whoever looks for the lowest peak finds no higher one, and a place where
  // somebody else does.
  bool allPlaced = true;
  for (unsigned i = 0; i != kNumPlannerChoices; ++i) {
    allPlaced &= bool(peaks[i]);
    if (!peaks[i] || i == best)
      continue;
    run.outcome.planner = PlannerChoice(i);
    for (unsigned other : {unsigned(PlannerChoice::Waits), best})
      if (!peaks[other] && (setup.planners >> other & 1)) {
        run.wrong("optimal finds no place where another planner does",
                  stringOf(PlannerChoice(i)) + " does, " +
                      stringOf(PlannerChoice(other)) + " does not");
        return run.outcome;
      }
    if (!peaks[best])
      continue;
    std::string problem = peaks[best]->findExcess(*peaks[i]);
    if (!problem.empty()) {
      run.wrong("optimal peak is above another planner's",
                stringOf(PlannerChoice(i)) + ": " + problem);
      return run.outcome;
    }
  }
  if (allPlaced) {
    ++tally.compared;
    for (unsigned i = 0; i != kNumPlannerChoices; ++i)
      tally.peaks[i] += peaks[i]->getSum();
  }

  // Once more, from the text, and with threads.
  auto again = [&](MLIRContext *where, StringRef what) {
    OwningOpRef<ModuleOp> copy = parse(textOf(module), where);
    Setup once = setup;
    once.repeat = once.values = false;
    Run second(pipelinesFor(where, setup), once, tally);
    bool isPrepared = copy && second.prepare(*copy);
    for (unsigned i = 0; i != kNumPlannerChoices; ++i) {
      if (!peaks[i])
        continue;
      OwningOpRef<ModuleOp> placed;
      if (isPrepared)
        placed = (*copy).clone();
      if (!placed || !second.plan(*placed, PlannerChoice(i)) ||
          textOf(*placed) != texts[i]) {
        run.outcome.planner = PlannerChoice(i);
        run.wrong("not deterministic: " + what,
                  placed ? firstDifference(texts[i], textOf(*placed))
                         : second.outcome.detail);
        return false;
      }
    }
    return true;
  };
  if (setup.pipeline && !run.runPipeline(module, *prepared, texts))
    return run.outcome;
  if (setup.repeat) {
    ++tally.repeats;
    if (!again(context, "a second run"))
      return run.outcome;
  }
  if (setup.threads) {
    ++tally.threaded;
    if (!threaded) {
      DialectRegistry registry;
      registerKernelDialects(registry);
      threaded = std::make_unique<MLIRContext>(registry);
      threaded->loadAllAvailableDialects();
    }
    if (!again(threaded.get(), "several threads"))
      return run.outcome;
  }
  tally.placed += !refusal;
  return refusal ? *refusal : Outcome();
}

OwningOpRef<ModuleOp> KernelChecker::place(ModuleOp module, const Setup &setup,
                                           PlannerChoice choice) {
  Tally tally;
  Run run(pipelinesFor(context, setup), setup, tally);
  OwningOpRef<ModuleOp> copy = module.clone();
  if (!run.prepare(*copy) || !run.plan(*copy, choice))
    return {};
  return copy;
}
