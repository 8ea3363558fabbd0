//===- Passes.h - The passes and what is shared between them ------*- C++
//-*-===//

#ifndef PTO_TRANSFORMS_PASSES_H
#define PTO_TRANSFORMS_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "pto/IR/PTOTypes.h"
#include "pto/Verify/MemoryPlan.h"
#include "llvm/Support/CommandLine.h"

namespace mlir::scf {
class SCFDialect;
} // namespace mlir::scf

namespace mlir::pto {

/// Who plans memory. All but the assembler mean fixed addresses.
enum class Planner { PyPTO, DsaRP, Optimal, PtoAS };
/// How spaces and moves are chosen.
enum class InferenceMode { Documented, MinCost };

class AllocationPolicy;
struct ScratchPolicy;
/// What compiler-made temporaries depend on: the one place that decides it.
ScratchPolicy getScratchPolicy(std::optional<Target> target, Planner planner);

/// What to do about a move without a data path.
enum class DataPathCheck { Off, Warn, Error };
/// How far residency goes beyond the document.
enum class ResidencyScope { Documented, Extended };
/// 32 bytes everywhere, or what the assembler demands.
enum class AlignmentRule { Document, Target };
enum class PlacementOrder { Id, Name };
/// What planner=optimal looks for among placements that fit.
enum class PlacementObjective { Waits, Peak };

/// Steps that a planner may search in one function, the default of node-limit
/// in Passes.td. Captured kernels that are proved with ten times as many are
/// proved with these.
inline constexpr int64_t kDefaultNodeLimit = 30000;
/// Whole buffers share, or none do, since the planner places bytes.
enum class ReuseMode { Slots, None };

#define GEN_PASS_DECL
#include "pto/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "pto/Transforms/Passes.h.inc"

/// --allocate-memory-addr by the rules of `policy`, instead of those that its
/// options `align` and `order` describe.
std::unique_ptr<Pass>
createAllocateMemoryAddr(AllocateMemoryAddrOptions options,
                         std::shared_ptr<const AllocationPolicy> policy);

/// Options of the whole pipeline.
struct MemoryPipelineOptions : PassPipelineOptions<MemoryPipelineOptions> {
  PassOptions::Option<std::string> target{
      *this, "target",
      llvm::cl::desc(
          "chip to plan for, a2a3 or a5; overrides the module's pto.target")};
  PassOptions::Option<InferenceMode> mode{
      *this, "mode", llvm::cl::desc("how spaces and moves are chosen"),
      llvm::cl::init(InferenceMode::Documented),
      llvm::cl::values(clEnumValN(InferenceMode::Documented, "documented",
                                  "by the document's rules"),
                       clEnumValN(InferenceMode::MinCost, "min-cost",
                                  "so that moving data costs the least"))};
  PassOptions::Option<Planner> planner{
      *this, "planner", llvm::cl::desc("who plans memory"),
      llvm::cl::init(Planner::PyPTO),
      llvm::cl::values(
          clEnumValN(Planner::PyPTO, "pypto",
                     "this compiler, by the documents"),
          clEnumValN(Planner::DsaRP, "dsa-rp",
                     "this compiler, weighing hand-offs between pipes"),
          clEnumValN(Planner::Optimal, "optimal", "this compiler, exactly"),
          clEnumValN(
              Planner::PtoAS, "ptoas",
              "the downstream assembler: no temporaries, no addresses"))};
  PassOptions::Option<PlacementObjective> objective{
      *this, "objective",
      llvm::cl::desc(
          "what planner=optimal looks for among placements that fit"),
      llvm::cl::init(PlacementObjective::Waits),
      llvm::cl::values(
          clEnumValN(PlacementObjective::Waits, "waits",
                     "the fewest waits of one pipe for another, then the "
                     "lowest peak"),
          clEnumValN(PlacementObjective::Peak, "peak", "the lowest peak"))};
  PassOptions::Option<AlignmentRule> align{
      *this, "align", llvm::cl::desc("alignment of addresses"),
      llvm::cl::init(AlignmentRule::Document),
      llvm::cl::values(
          clEnumValN(AlignmentRule::Document, "document",
                     "32 bytes everywhere"),
          clEnumValN(AlignmentRule::Target, "target",
                     "what the assembler demands of each memory"))};
  PassOptions::Option<int64_t> nodeLimit{
      *this, "node-limit",
      llvm::cl::desc("steps that planner=optimal or dsa-rp may search in a "
                     "function"),
      llvm::cl::init(kDefaultNodeLimit)};
  PassOptions::Option<bool> verify{
      *this, "verify",
      llvm::cl::desc("prove the plan at the end, see --verify-memory-plan"),
      llvm::cl::init(true)};
};

/// Spaces, buffers, aliases and addresses, in this order.
void buildMemoryPipeline(OpPassManager &pm,
                         const MemoryPipelineOptions &options);
void registerMemoryPipelines();

} // namespace mlir::pto

#endif // PTO_TRANSFORMS_PASSES_H
