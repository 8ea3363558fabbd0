//===- Transforms.h - What the passes do, for use without a pass --*- C++
//-*-===//

#ifndef PTO_TRANSFORMS_TRANSFORMS_H
#define PTO_TRANSFORMS_TRANSFORMS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "pto/IR/MemoryFacts.h"
#include "pto/Target/TargetModel.h"
#include "pto/Transforms/Passes.h"

namespace mlir::pto {
class AllocationPolicy;
struct BoundAnalyses;
class MemRefAnalysis;

/// The model that a pass option `target` names, or the op's own; fails with a
/// diagnostic at `op` where no such chip is known.
FailureOr<const TargetModel *> getTargetModel(Operation *op, StringRef target);

/// Flattens the structure of a function; see --normalize-stmt-structure.
void normalizeStructure(func::FuncOp function);
/// True where that would change nothing.
bool isNormalized(func::FuncOp function);

/// Adds the temporaries that ops need under `policy`. Fails, with a diagnostic
/// and nothing changed, where a size can't be known.
LogicalResult materializeScratch(func::FuncOp function,
                                 const ScratchPolicy &policy);

/// Copies windows in vector memory that a view reads as other elements and
/// that are not one run of bytes at an address known at compile time.
void copyReadWindows(func::FuncOp function, const TargetModel &model);

/// Whoever needs an address has the right one (rules tm-r6 to tm-r9). Before
/// aliases are made, tiles that come together in loops and branches are left
/// out: they may get a buffer of their own. Tells all violations.
LogicalResult checkAddresses(func::FuncOp function,
                             const MemRefAnalysis &memrefs,
                             bool aliasesAreMade);

/// Makes carried, merged and in-place tiles share one buffer; see
/// --materialize-semantic-aliases. Hands back what was found out, if asked to
/// and if it is still right; buffers that were given up stay then.
LogicalResult
materializeAliases(func::FuncOp function, const TargetModel &model,
                   std::unique_ptr<BoundAnalyses> *analyses = nullptr);

/// True where that would change nothing. Fails, with a diagnostic, where tiles
/// are bound so that one overwrites another.
FailureOr<bool> areAliasesMade(func::FuncOp function, const TargetModel &model,
                               BoundAnalyses &analyses);

/// Gives every on-chip buffer of a function its address, by the rules of
/// `policy`. Aliases must have been made. Fails, with an explanation and
/// nothing changed, where a memory is too small. The plan is not proved; see
/// verifyMemoryPlan. Uses the function's `analyses` where they are given. A
/// planner that searches takes at most `nodeLimit` steps.
LogicalResult allocateAddresses(func::FuncOp function, const TargetModel &model,
                                const AllocationPolicy &policy, Planner planner,
                                PlacementObjective objective,
                                BoundAnalyses *analyses = nullptr,
                                int64_t nodeLimit = kDefaultNodeLimit);

/// Every tile with storage of its own has a buffer. Tells the first that has
/// none.
LogicalResult checkTilesAreBound(func::FuncOp function);

/// Tells in words where the tiles of each device function are and why; see
/// --pto-explain. `target` overrides what the module says. Fails where no such
/// target is known.
LogicalResult explainMemory(ModuleOp module, StringRef target, raw_ostream &os);

/// The name that a location carries; empty where it carries none.
StringRef getLocName(Location loc);
/// A tile's name for diagnostics: `'t'`, or its type where it has no name.
std::string describe(Value value);
/// `loc` under the name `<name of loc>_<suffix>`; `loc` itself where it has
/// none.
Location withSuffix(Location loc, StringRef suffix);

} // namespace mlir::pto

#endif // PTO_TRANSFORMS_TRANSFORMS_H
