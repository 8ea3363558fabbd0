//===- SlotRanges.cpp - Which slots a run-time index may name -------------===//

#include "pto/Analysis/SlotRanges.h"

#include "pto/Analysis/MemRefAnalysis.h"
#include "pto/IR/PTOOps.h"

#include <numeric>

using namespace mlir;
using namespace mlir::pto;

static int64_t slotsOf(Value buffer) {
  Operation *root = getBufferRoot(buffer);
  if (auto alloc = dyn_cast_or_null<AllocOp>(root))
    return alloc.getSlots();
  if (auto declaration = dyn_cast_or_null<DeclareMemRefOp>(root))
    return declaration.getSlots();
  return 1;
}

IndexExpr SlotRanges::getIndex(Value buffer) const {
  if (auto slot = buffer.getDefiningOp<SlotOp>())
    return facts.getExpr(slot.getIndex());
  IndexExpr first;
  first.expr = getAffineConstantExpr(0, buffer.getContext());
  return first;
}

SlotRanges::Range SlotRanges::getPossibleSlots(Value buffer) const {
  IndexExpr index = getIndex(buffer);
  IndexFacts::Bounds bounds = facts.getBounds(index);
  int64_t last = std::min(bounds.max, slotsOf(buffer) - 1);
  int64_t step = facts.getDivisor(index);
  // Zero is divided by everything.
  if (step == 0)
    return {0, std::min<int64_t>(last, 0), 1};
  int64_t first = std::max<int64_t>(bounds.min, 0);
  if (last < first)
    return {0, -1, 1};
  // Multiples of the step alone.
  int64_t firstMultiple = llvm::divideCeil(first, step);
  return {firstMultiple * step, last / step * step, step};
}

/// True where two ranges of multiples have one in common.
static bool meet(const SlotRanges::Range &a, const SlotRanges::Range &b) {
  int64_t first = std::max(a.first, b.first), last = std::min(a.last, b.last);
  int64_t step;
  if (llvm::MulOverflow(a.step / std::gcd(a.step, b.step), b.step, step))
    return first == 0 && last >= 0;
  return first <= last && last / step * step >= first;
}

/// An expression as a constant and the rest.
static std::pair<int64_t, AffineExpr> splitConstant(AffineExpr expr) {
  AffineExpr zero = getAffineConstantExpr(0, expr.getContext());
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return {constant.getValue(), zero};
  // A sum is written with its constant last.
  if (auto sum = dyn_cast<AffineBinaryOpExpr>(expr);
      sum && sum.getKind() == AffineExprKind::Add)
    if (auto constant = dyn_cast<AffineConstantExpr>(sum.getRHS()))
      return {constant.getValue(), sum.getLHS()};
  return {0, expr};
}

/// The dividend of a remainder, and its divisor.
static std::optional<std::pair<AffineExpr, int64_t>>
splitRemainder(AffineExpr expr) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary || binary.getKind() != AffineExprKind::Mod)
    return std::nullopt;
  auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (!divisor)
    return std::nullopt;
  return std::pair(binary.getLHS(), divisor.getValue());
}

bool SlotRanges::mayShareBytes(Value first, Value second) const {
  if (getBufferRoot(first) != getBufferRoot(second))
    return false;
  if (!meet(getPossibleSlots(first), getPossibleSlots(second)))
    return false;
  // Over common symbols.
  IndexExpr difference = getIndex(first), other = getIndex(second);
  auto a = splitRemainder(difference.expr), b = splitRemainder(other.expr);
  // Remainders are equal where their dividends differ by a multiple.
  int64_t modulus = 0;
  if (a && b && a->second == b->second) {
    modulus = a->second;
    difference.expr = a->first;
    other.expr = b->first;
  }
  difference.add(other, -1);
  auto [constant, rest] = splitConstant(difference.expr);
  IndexExpr variable = difference;
  variable.expr = rest;
  int64_t step = std::gcd(facts.getDivisor(variable), modulus);
  return step == 0 ? constant == 0 : constant % step == 0;
}
