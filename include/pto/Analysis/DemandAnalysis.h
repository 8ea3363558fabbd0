//===- DemandAnalysis.h - Which spaces the users of a tile ask for -*- C++
//-*-===//
//
// A backward dataflow analysis: every operand that an op constrains demands its
// canonical space; views pass the demand on to what they look at, loops and
// branches to what flows into them.
//
// Lattice: sets of spaces, ordered by inclusion; the empty set is bottom.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_DEMANDANALYSIS_H
#define PTO_ANALYSIS_DEMANDANALYSIS_H

#include "mlir/Analysis/DataFlow/SparseAnalysis.h"
#include "pto/IR/PTOTypes.h"

namespace mlir::pto {

/// The spaces that are demanded of one value.
class DemandLattice : public dataflow::AbstractSparseLattice {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(DemandLattice)
  using AbstractSparseLattice::AbstractSparseLattice;

  ChangeResult add(uint32_t spaces) {
    uint32_t before = demanded;
    demanded |= spaces;
    return demanded == before ? ChangeResult::NoChange : ChangeResult::Change;
  }
  ChangeResult meet(const AbstractSparseLattice &other) override {
    return add(static_cast<const DemandLattice &>(other).demanded);
  }
  bool contains(MemorySpace space) const {
    return demanded >> unsigned(space) & 1;
  }
  uint32_t getBits() const { return demanded; }
  void print(raw_ostream &os) const override;

private:
  uint32_t demanded = 0;
};

class DemandAnalysis
    : public dataflow::SparseBackwardDataFlowAnalysis<DemandLattice> {
public:
  using SparseBackwardDataFlowAnalysis::SparseBackwardDataFlowAnalysis;

  LogicalResult
  visitOperation(Operation *op, ArrayRef<DemandLattice *> operands,
                 ArrayRef<const DemandLattice *> results) override;
  void visitBranchOperand(OpOperand &operand) override {}
  void visitCallOperand(OpOperand &operand) override {}
  void
  visitNonControlFlowArguments(RegionSuccessor &successor,
                               ArrayRef<BlockArgument> arguments) override {}
  void setToExitState(DemandLattice *lattice) override {}
};

/// Demand on every tile of one function.
class SpaceDemand {
public:
  /// Fails only where the solver does.
  static FailureOr<SpaceDemand> compute(Operation *function);
  /// True where some user, directly or through views, asks for `space`.
  bool asksFor(Value tile, MemorySpace space) const;
  /// True where nobody asks for anything.
  bool isFree(Value tile) const;

private:
  std::shared_ptr<DataFlowSolver> solver;
};

} // namespace mlir::pto

#endif // PTO_ANALYSIS_DEMANDANALYSIS_H
