//===- MemoryPlan.cpp - Proof that a placed program is right --------------===//

#include "pto/Verify/MemoryPlan.h"

#include "BufferRules.h"
#include "Execution.h"

using namespace mlir;
using namespace mlir::pto;
using namespace mlir::pto::verify;

std::string pto::getRuleId(PlanRule rule) {
  return "mp-r" + std::to_string(unsigned(rule));
}

bool PlanVerdict::holds() const {
  return untold == 0 &&
         llvm::all_of(violations, [](const PlanViolation &violation) {
           return violation.isWarning;
         });
}

/// True where a function runs on a core of the device. One that does not say
/// so does where it has tiles, which is seen when they are looked at.
static bool mayHavePlan(FunctionOpInterface function) {
  if (function.isExternal())
    return false;
  auto kind = function->getAttrOfType<FunctionKindAttr>(AttrNames::kind);
  return !kind || kind.getValue() == FunctionKind::InCore ||
         kind.getValue() == FunctionKind::AIC ||
         kind.getValue() == FunctionKind::AIV;
}

PlanVerdict pto::judgeMemoryPlan(FunctionOpInterface function,
                                 const TargetModel &model,
                                 const PlanVerifierOptions &options) {
  Findings findings(options.limit);
  if (!mayHavePlan(function))
    return findings.take();
  TileMap map(model, findings);
  map.build(function);
  checkBuffers(map, model, options, function, findings);
  OperandRules rules(map, model, findings, function);
  if (function.getFunctionBody().hasOneBlock())
    Execution(map, rules, findings).run(function.getFunctionBody().front());
  if (options.warnings)
    checkStages(map, findings);
  return findings.take();
}

LogicalResult pto::verifyMemoryPlan(FunctionOpInterface function,
                                    const TargetModel &model,
                                    const PlanVerifierOptions &options) {
  PlanVerdict verdict = judgeMemoryPlan(function, model, options);
  for (const PlanViolation &violation : verdict.violations) {
    InFlightDiagnostic diagnostic = violation.isWarning
                                        ? emitWarning(violation.loc)
                                        : emitError(violation.loc);
    diagnostic << violation.text;
    for (const PlanViolation::Note &note : violation.notes)
      diagnostic.attachNote(note.loc) << note.text;
  }
  if (verdict.untold != 0)
    function.emitError() << "and " << verdict.untold
                         << " more that are wrong with the memory plan";
  return success(verdict.holds());
}
