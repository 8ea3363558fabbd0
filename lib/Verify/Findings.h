//===- Findings.h - What is wrong, in words -----------------------*- C++
//-*-===//

#ifndef PTO_LIB_VERIFY_FINDINGS_H
#define PTO_LIB_VERIFY_FINDINGS_H

#include "Bytes.h"
#include "pto/Verify/MemoryPlan.h"

namespace mlir::pto::verify {

/// Collects violations, up to a limit.
class Findings {
public:
  explicit Findings(unsigned limit) : limit(limit) {}

  using Notes = SmallVector<PlanViolation::Note, 4>;
  /// The text gets the id of the rule behind it. Hands back what was added;
  /// null beyond the limit.
  PlanViolation *add(PlanRule rule, Location loc, const Twine &text,
                     Notes notes = {}, bool isWarning = false);
  PlanVerdict take() { return std::move(verdict); }

private:
  unsigned limit;
  PlanVerdict verdict;
};

/// The name that a location carries; empty where it carries none.
StringRef getLocName(Location loc);
/// A value for readers: 't', or what makes it where it has no name.
std::string nameOf(Value value);
/// An op for readers: 'pto.add'.
std::string nameOf(Operation *op);
/// [0x40, 0x80)
std::string textOf(Interval bytes);
/// 0x40
std::string hex(int64_t number);

} // namespace mlir::pto::verify

#endif // PTO_LIB_VERIFY_FINDINGS_H
