//===- DemandAnalysis.cpp - Which spaces the users of a tile ask for ------===//

#include "pto/Analysis/DemandAnalysis.h"

#include "mlir/Analysis/DataFlow/Utils.h"
#include "pto/IR/PTOInterfaces.h"

using namespace mlir;
using namespace mlir::pto;

void DemandLattice::print(raw_ostream &os) const {
  os << '{';
  bool first = true;
  for (unsigned i = 0; demanded >> i; ++i)
    if (demanded >> i & 1) {
      os << (first ? "" : ", ") << stringifyMemorySpace(MemorySpace(i));
      first = false;
    }
  os << '}';
}

LogicalResult
DemandAnalysis::visitOperation(Operation *op,
                               ArrayRef<DemandLattice *> operands,
                               ArrayRef<const DemandLattice *> results) {
  auto spaces = dyn_cast<MemorySpaceOpInterface>(op);
  if (!spaces)
    return success();
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<TileType>(operand.get().getType()))
      continue;
    SpaceList allowed = spaces.getAllowedSpaces(operand.getOperandNumber());
    if (!allowed.empty())
      propagateIfChanged(operands[operand.getOperandNumber()],
                         operands[operand.getOperandNumber()]->add(
                             1u << unsigned(allowed.front())));
  }
  for (OpResult result : op->getResults()) {
    ResultSpaceRule rule = spaces.getResultSpaceRule(result.getResultNumber());
    if (rule.kind == ResultSpaceRule::Kind::SameAs)
      meet(operands[rule.operand], *results[result.getResultNumber()]);
  }
  return success();
}

FailureOr<SpaceDemand> SpaceDemand::compute(Operation *function) {
  SpaceDemand demand;
  demand.solver = std::make_shared<DataFlowSolver>();
  dataflow::loadBaselineAnalyses(*demand.solver);
  SymbolTableCollection symbols;
  demand.solver->load<DemandAnalysis>(symbols);
  if (failed(demand.solver->initializeAndRun(function)))
    return failure();
  return demand;
}

bool SpaceDemand::asksFor(Value tile, MemorySpace space) const {
  const auto *lattice = solver->lookupState<DemandLattice>(tile);
  return lattice && lattice->contains(space);
}

bool SpaceDemand::isFree(Value tile) const {
  const auto *lattice = solver->lookupState<DemandLattice>(tile);
  return !lattice || lattice->getBits() == 0;
}
