//===- BoundAnalyses.h - What is known of a bound program -------*- C++ -*-===//
//
// Two analyses that most passes over bound programs need. They stay right when
// tiles are bound anew, and are not when ops are added, moved or erased.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_BOUNDANALYSES_H
#define PTO_ANALYSIS_BOUNDANALYSES_H

#include "pto/Analysis/ContentLiveness.h"
#include "pto/Analysis/MemRefAnalysis.h"

namespace mlir::pto {

struct BoundAnalyses {
  BoundAnalyses(FunctionOpInterface function, const TargetModel &model)
      : memrefs(function, model), contents(function, model.getTarget()) {}

  MemRefAnalysis memrefs;
  ContentLiveness contents;
};

} // namespace mlir::pto

#endif // PTO_ANALYSIS_BOUNDANALYSES_H
