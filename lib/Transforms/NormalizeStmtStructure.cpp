//===- NormalizeStmtStructure.cpp - Flat blocks, no selected tiles --------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "pto/IR/PTOOps.h"
#include "pto/Transforms/Passes.h"
#include "pto/Transforms/Transforms.h"

namespace mlir::pto {
#define GEN_PASS_DEF_NORMALIZESTMTSTRUCTURE
#include "pto/Transforms/Passes.h.inc"
} // namespace mlir::pto

using namespace mlir;
using namespace mlir::pto;

/// Puts the one block of `op` in its place; the terminator's operands replace
/// its results.
static void inlineOnlyBlock(IRRewriter &rewriter, Operation *op) {
  Block &block = op->getRegion(0).front();
  Operation *terminator = block.getTerminator();
  SmallVector<Value> results(terminator->getOperands());
  rewriter.inlineBlockBefore(&block, op);
  rewriter.eraseOp(terminator);
  rewriter.replaceOp(op, results);
}

static void selectToIf(IRRewriter &rewriter, arith::SelectOp select) {
  rewriter.setInsertionPoint(select);
  auto yield = [&](Value value) {
    return [value](OpBuilder &builder, Location loc) {
      scf::YieldOp::create(builder, loc, value);
    };
  };
  auto branch = scf::IfOp::create(
      rewriter, select.getLoc(), select.getCondition(),
      yield(select.getTrueValue()), yield(select.getFalseValue()));
  rewriter.replaceOp(select, branch.getResults());
}

static bool isWrapper(Operation *op) {
  auto region = dyn_cast<scf::ExecuteRegionOp>(op);
  return region && region.getRegion().hasOneBlock();
}
static bool isEmptyScope(Operation *op) {
  auto scope = dyn_cast<ScopeOp>(op);
  return scope && scope.getNumResults() == 0 &&
         llvm::hasSingleElement(scope.getBody().front());
}
static bool isTileSelect(Operation *op) {
  auto select = dyn_cast<arith::SelectOp>(op);
  return select && isa<TileType>(select.getType());
}

bool pto::isNormalized(func::FuncOp function) {
  return !function
              .walk([](Operation *op) {
                return isWrapper(op) || isEmptyScope(op) || isTileSelect(op)
                           ? WalkResult::interrupt()
                           : WalkResult::advance();
              })
              .wasInterrupted();
}

void pto::normalizeStructure(func::FuncOp function) {
  IRRewriter rewriter(function.getContext());
  // Innermost first, so that what is inlined is flat already.
  function.walk([&](Operation *op) {
    if (isWrapper(op))
      inlineOnlyBlock(rewriter, op);
    else if (isEmptyScope(op))
      rewriter.eraseOp(op);
    else if (isTileSelect(op))
      selectToIf(rewriter, cast<arith::SelectOp>(op));
  });
}

namespace {
struct NormalizeStmtStructure
    : pto::impl::NormalizeStmtStructureBase<NormalizeStmtStructure> {
  void runOnOperation() override { normalizeStructure(getOperation()); }
};
} // namespace
