//===- pto-fuzz-kernel.cpp - Programs -------------------------------------===//
//
// Text or bytecode goes through the parser, the verifiers and the pipeline,
// with planner and mode chosen by the bytes themselves. What comes out must
// parse back to the same text, and what was placed must stand before the judge.
//
//===----------------------------------------------------------------------===//

#include "ForwardUses.h"
#include "FuzzTarget.h"
#include "KernelContext.h"
#include "LineMutator.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "pto/IR/PTOOps.h"
#include "pto/Transforms/Passes.h"
#include "pto/Translation/SourceNames.h"
#include "pto/Verify/MemoryPlan.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace mlir::pto;
using namespace mlir::pto::fuzz;

/// Deeper nesting is a matter of MLIR's parser, which calls itself.
static constexpr unsigned kMaxNestingHere = 64;
static constexpr int64_t kSteps = 1000;

static std::string print(ModuleOp module, bool isGeneric) {
  std::string text;
  llvm::raw_string_ostream os(text);
  OpPrintingFlags flags;
  flags.printGenericOpForm(isGeneric);
  module->print(os, flags);
  return text;
}

/// What is printed parses, to what prints alike.
static void checkRoundTrip(ModuleOp module, bool isGeneric) {
  std::string text = print(module, isGeneric);
  OwningOpRef<ModuleOp> again =
      parseSourceString<ModuleOp>(text, module.getContext());
  if (!again)
    breakPromise("printed text does not parse:\n" + text);
  if (print(*again, isGeneric) != text)
    breakPromise("printed text parses to something else:\n" + text);
}

static Target targetOf(uint64_t number) {
  return number / 16 % 2 ? Target::A5 : Target::A2A3;
}

/// Planner and mode, by a number that the bytes give.
static void chooseOptions(uint64_t number, MemoryPipelineOptions &options) {
  static constexpr Planner planners[] = {Planner::PyPTO, Planner::DsaRP,
                                         Planner::Optimal, Planner::PtoAS};
  options.planner = planners[number % 4];
  options.mode =
      number / 4 % 2 ? InferenceMode::MinCost : InferenceMode::Documented;
  options.objective =
      number / 8 % 2 ? PlacementObjective::Peak : PlacementObjective::Waits;
  options.target = stringifyTarget(targetOf(number)).str();
  options.nodeLimit = kSteps;
  options.verify = false;
}

/// True where nobody but ops that work in it has to do with a temporary: what
/// it holds is of no use to anybody.
static bool isOnlyWorkedIn(Value temporary) {
  Operation *owner = temporary.getDefiningOp();
  return owner && !isa<TileViewOpInterface>(owner) &&
         owner->getNumRegions() == 0 &&
         llvm::all_of(temporary.getUses(), [&](OpOperand &use) {
           auto storage = dyn_cast<TileStorageOpInterface>(use.getOwner());
           return storage && storage.getTileAccess(use.getOperandNumber()) ==
                                 TileAccess::Write;
         });
}

/// True where a wrong plan may not be the passes' doing: an author binds tiles
/// to buffers, hands an op a tile to work in that is needed later or by the op
/// itself, or calls what uses the memories, too. Where another tool plans,
/// nobody but the judge has looked at the ranges that an author chose.
static bool isAuthorsDoing(ModuleOp module, Planner planner) {
  WalkResult result = module.walk([&](Operation *op) {
    if (isa<CallOpInterface, AllocOp>(op))
      return WalkResult::interrupt();
    auto reserve = dyn_cast<SystemReserveBufferOp>(op);
    if (reserve && reserve.getBase() >= 0 && planner == Planner::PtoAS)
      return WalkResult::interrupt();
    auto storage = dyn_cast<TileStorageOpInterface>(op);
    if (!storage)
      return WalkResult::advance();
    for (OpOperand &operand : op->getOpOperands())
      if (isa<TileType>(operand.get().getType()) &&
          storage.getTileAccess(operand.getOperandNumber()) ==
              TileAccess::Write &&
          !isOnlyWorkedIn(operand.get()))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return result.wasInterrupted();
}

/// What the judge holds against a plan; empty where that is nothing. No plan
/// helps where it does not know what an op does, or where a view has no
/// address.
static std::string findFault(const PlanVerdict &verdict) {
  std::string fault;
  for (const PlanViolation &violation : verdict.violations) {
    if (violation.rule == PlanRule::NotModelled ||
        violation.rule == PlanRule::View)
      return "";
    if (!violation.isWarning && fault.empty())
      fault = getRuleId(violation.rule) + ": " + violation.text;
  }
  return fault;
}

/// As the command line has them.
static std::string describe(MemoryPipelineOptions &options) {
  std::string text;
  llvm::raw_string_ostream os(text);
  options.print(os);
  return text;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  // MLIR's lexer looks for a 0 behind the last byte.
  std::string text = textOf(data, size).str();
  if (hasForwardUses(text) || findDeepNesting(text, kMaxNestingHere))
    return 0;
  MLIRContext &context = getKernelContext();
  // What is said of bad input is of no use, but to say it must be possible.
  ScopedDiagnosticHandler listen(&context, [](Diagnostic &diagnostic) {
    (void)diagnostic.str();
    return success();
  });
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  if (!module)
    return 0;
  checkRoundTrip(*module, /*isGeneric=*/false);
  checkRoundTrip(*module, /*isGeneric=*/true);

  MemoryPipelineOptions options;
  uint64_t number = llvm::xxh3_64bits(text);
  chooseOptions(number, options);
  std::string before = print(*module, /*isGeneric=*/false);
  bool hasOwnRisk = isAuthorsDoing(*module, options.planner);
  PassManager pm(&context);
  buildMemoryPipeline(pm, options);
  if (failed(pm.run(*module)))
    return 0;
  checkRoundTrip(*module, /*isGeneric=*/false);
  if (hasOwnRisk)
    return 0;
  PlanVerifierOptions judge;
  if (options.planner == Planner::PtoAS)
    judge.stage = PlanStage::Bound;
  const TargetModel &model = TargetModel::get(targetOf(number));
  for (auto function : module->getOps<func::FuncOp>())
    if (std::string fault = findFault(judgeMemoryPlan(function, model, judge));
        !fault.empty())
      breakPromise("a wrong plan: " + fault + "\n--pto-memory-pipeline=\"" +
                   describe(options) + "\" of\n" + before);
  return 0;
}

#ifdef PTO_FUZZERS
extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

/// Half of all changes are made to bytes, half to lines.
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t most, unsigned seed) {
  if (seed % 2 || size == 0)
    return LLVMFuzzerMutate(data, size, most);
  std::string text = mutateLines(textOf(data, size), seed);
  if (text.size() > most)
    return size;
  llvm::copy(text, data);
  return text.size();
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *first,
                                            size_t firstSize,
                                            const uint8_t *second,
                                            size_t secondSize, uint8_t *out,
                                            size_t most, unsigned seed) {
  std::string text =
      crossLines(textOf(first, firstSize), textOf(second, secondSize), seed);
  text.resize(std::min(text.size(), most));
  llvm::copy(text, out);
  return text.size();
}
#endif
