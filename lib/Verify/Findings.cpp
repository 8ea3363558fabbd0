//===- Findings.cpp - What is wrong, in words -----------------------------===//

#include "Findings.h"

#include "mlir/IR/Operation.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::pto;
using namespace mlir::pto::verify;

PlanViolation *Findings::add(PlanRule rule, Location loc, const Twine &text,
                             Notes notes, bool isWarning) {
  if (limit != 0 && verdict.violations.size() >= limit) {
    verdict.untold += !isWarning;
    return nullptr;
  }
  verdict.violations.push_back({rule, isWarning, loc,
                                (text + " [" + getRuleId(rule) + "]").str(),
                                std::move(notes)});
  return &verdict.violations.back();
}

StringRef pto::verify::getLocName(Location loc) {
  // Names stand outside; what they wrap is not searched.
  if (auto name = dyn_cast<NameLoc>(loc))
    return name.getName();
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location part : fused.getLocations())
      if (auto name = dyn_cast<NameLoc>(part))
        return name.getName();
  return {};
}

std::string pto::verify::nameOf(Operation *op) {
  return ("'" + op->getName().getStringRef() + "'").str();
}

std::string pto::verify::nameOf(Value value) {
  StringRef name = getLocName(value.getLoc());
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (!name.empty())
      return ("'" + name + "'").str();
    return "argument " + std::to_string(argument.getArgNumber()) + " of " +
           nameOf(argument.getOwner()->getParentOp());
  }
  auto result = cast<OpResult>(value);
  Operation *op = result.getOwner();
  unsigned number = result.getResultNumber();
  bool isOnly = op->getNumResults() == 1;
  // As they are printed: %r#1.
  if (!name.empty())
    return ("'" + name + (isOnly ? "" : "#" + Twine(number)) + "'").str();
  if (isOnly)
    return "the result of " + nameOf(op);
  return "result " + std::to_string(number) + " of " + nameOf(op);
}

std::string pto::verify::hex(int64_t number) {
  if (number < 0)
    return "-0x" + llvm::utohexstr(0 - uint64_t(number), /*LowerCase=*/true);
  return "0x" + llvm::utohexstr(number, /*LowerCase=*/true);
}

std::string pto::verify::textOf(Interval bytes) {
  return "[" + hex(bytes.begin) + ", " + hex(bytes.end) + ")";
}
