//===- Objection.h - Why something is not done --------------------*- C++
//-*-===//

#ifndef PTO_ANALYSIS_OBJECTION_H
#define PTO_ANALYSIS_OBJECTION_H

#include "mlir/IR/Operation.h"

#include <string>

namespace mlir::pto {

/// A rule that does not hold, told to people.
struct Objection {
  /// The id of the rule, as in the documentation.
  StringRef rule;
  /// What stands in the way, as a clause.
  std::string what;
  /// The op that stands in the way; null where none does.
  Operation *where = nullptr;
};

} // namespace mlir::pto

#endif // PTO_ANALYSIS_OBJECTION_H
