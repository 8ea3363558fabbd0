//===- Residues.cpp - What run-time indices leave when divided ------------===//

#include "Residues.h"

#include "IndexValues.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

#include <limits>
#include <numeric>

using namespace mlir;
using namespace mlir::pto::verify;

//===----------------------------------------------------------------------===//
// Residues
//===----------------------------------------------------------------------===//

/// What divides a modulus may take its place: a power of two where 64 bits do
/// not count it.
static Residue makeResidue(Wide modulus, Wide remainder) {
  constexpr int64_t max = std::numeric_limits<int64_t>::max();
  if (modulus < 0)
    modulus = -modulus;
  if (modulus == 0 && remainder >= -max && remainder <= max)
    return Residue::ofConstant(int64_t(remainder));
  if (modulus == 0 || modulus > max) {
    Wide power = Wide(1) << 62;
    while (modulus % power != 0)
      power /= 2;
    modulus = power;
  }
  remainder %= modulus;
  if (remainder < 0)
    remainder += modulus;
  return {int64_t(modulus), int64_t(remainder)};
}

static Wide gcdOf(Wide a, Wide b) {
  while (b != 0)
    std::swap(a %= b, b);
  return a < 0 ? -a : a;
}

bool Residue::contains(int64_t number) const {
  return modulus == 0 ? number == remainder
                      : (Wide(number) - remainder) % modulus == 0;
}

std::optional<int64_t> Residue::firstFrom(int64_t number) const {
  if (modulus == 0)
    return number <= remainder ? std::optional(remainder) : std::nullopt;
  Wide missing = (Wide(remainder) - number) % modulus;
  if (missing < 0)
    missing += modulus;
  Wide first = number + missing;
  if (first > std::numeric_limits<int64_t>::max())
    return std::nullopt;
  return int64_t(first);
}

bool Residue::meets(const Residue &other) const {
  Wide common = gcdOf(modulus, other.modulus),
       distance = Wide(remainder) - other.remainder;
  return common == 0 ? distance == 0 : distance % common == 0;
}

/// What is left of `residue` where `bits` bits were kept of its numbers.
static Residue wrap(const Residue &residue, unsigned bits) {
  int64_t power = residue.modulus & -residue.modulus;
  if (power == 0)
    return {};
  power = std::min(power, int64_t(1) << std::min(bits - 1, 62u));
  return makeResidue(power, residue.remainder);
}

/// The numbers in either of two.
static Residue join(const Residue &a, const Residue &b) {
  Wide distance = Wide(a.remainder) - b.remainder;
  return makeResidue(gcdOf(gcdOf(a.modulus, b.modulus), distance), a.remainder);
}

static Residue add(const Residue &a, const Residue &b, int sign) {
  return makeResidue(gcdOf(a.modulus, b.modulus),
                     Wide(a.remainder) + sign * Wide(b.remainder));
}

static Residue multiply(const Residue &a, const Residue &b) {
  Wide modulus =
      gcdOf(Wide(a.modulus) * b.modulus, gcdOf(Wide(a.modulus) * b.remainder,
                                               Wide(b.modulus) * a.remainder));
  return makeResidue(modulus, Wide(a.remainder) * b.remainder);
}

/// What remainders leave: they are multiples of the divisor away from the
/// dividend.
static Residue takeRemainder(const Residue &dividend, const Residue &divisor) {
  return makeResidue(
      gcdOf(dividend.modulus, gcdOf(divisor.modulus, divisor.remainder)),
      dividend.remainder);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static WideRange multiply(const IndexRange &a, const IndexRange &b) {
  Wide corners[] = {Wide(a.low) * b.low, Wide(a.low) * b.high,
                    Wide(a.high) * b.low, Wide(a.high) * b.high};
  return {*llvm::min_element(corners), *llvm::max_element(corners)};
}

std::optional<Residue>
Residues::computeInduction(BlockArgument argument,
                           SmallVectorImpl<Value> &needed) {
  std::optional<InductionVariable> variable = getInduction(argument);
  if (!variable)
    return Residue();
  auto of = [&](OpFoldResult bound) -> std::optional<Residue> {
    if (std::optional<int64_t> constant = getConstantIntValue(bound))
      return Residue::ofConstant(*constant);
    auto found = known.find(cast<Value>(bound));
    if (found != known.end())
      return found->second;
    needed.push_back(cast<Value>(bound));
    return std::nullopt;
  };
  std::optional<Residue> lower = of(variable->lower), step = of(variable->step);
  if (!lower || !step)
    return std::nullopt;
  // A number of steps from the first one.
  Residue all =
      makeResidue(gcdOf(lower->modulus, gcdOf(step->modulus, step->remainder)),
                  lower->remainder);
  // The step behind the last may wrap around, and be between the bounds again.
  WideRange next = {0, Wide(values.getRange(variable->upper).high) +
                           values.getRange(variable->step).high};
  unsigned width = getWidth(argument);
  return next.fits(width) ? all : wrap(all, width);
}

std::optional<Residue> Residues::compute(Value value,
                                         SmallVectorImpl<Value> &needed) {
  unsigned width = getWidth(value);
  if (width == 0 || width > 64)
    return Residue();
  IndexRange range = values.getRange(value);
  if (range.low == range.high)
    return Residue::ofConstant(range.low);
  if (auto argument = dyn_cast<BlockArgument>(value))
    return computeInduction(argument, needed);

  Operation *op = value.getDefiningOp();
  SmallVector<Residue> residues;
  SmallVector<IndexRange> ranges;
  for (Value operand : op->getOperands()) {
    if (!operand.getType().isIntOrIndex())
      return Residue();
    auto found = known.find(operand);
    if (found == known.end()) {
      needed.push_back(operand);
      continue;
    }
    residues.push_back(found->second);
    ranges.push_back(values.getRange(operand));
  }
  for (Value summand : values.getSummands(value))
    if (!known.contains(summand))
      needed.push_back(summand);
  if (!needed.empty())
    return std::nullopt;
  // Of two that are right the one that says more.
  Residue ofSum = values.getResidueOfSum(value);
  auto better = [&](const Residue &residue) {
    return residue.modulus == 0 || residue.modulus >= ofSum.modulus ? residue
                                                                    : ofSum;
  };

  auto exact = [&](const WideRange &result, const Residue &residue) {
    return result.fits(width) ? residue : wrap(residue, width);
  };
  if (isa<arith::AddIOp, index::AddOp>(op))
    return better(exact({Wide(ranges[0].low) + ranges[1].low,
                         Wide(ranges[0].high) + ranges[1].high},
                        add(residues[0], residues[1], 1)));
  if (isa<arith::SubIOp, index::SubOp>(op))
    return better(exact({Wide(ranges[0].low) - ranges[1].high,
                         Wide(ranges[0].high) - ranges[1].low},
                        add(residues[0], residues[1], -1)));
  if (isa<arith::MulIOp, index::MulOp>(op))
    return exact(multiply(ranges[0], ranges[1]),
                 multiply(residues[0], residues[1]));
  if (isa<arith::ShLIOp, index::ShlOp>(op)) {
    int64_t bits = ranges[1].low;
    if (ranges[1].low != ranges[1].high || bits < 0 || bits > 61)
      return Residue();
    int64_t factor = int64_t(1) << bits;
    return exact(multiply(ranges[0], {factor, factor}),
                 multiply(residues[0], Residue::ofConstant(factor)));
  }
  if (isa<arith::SelectOp>(op))
    return join(residues[1], residues[2]);
  if (isa<arith::MinSIOp, arith::MaxSIOp, arith::MinUIOp, arith::MaxUIOp,
          index::MinSOp, index::MaxSOp, index::MinUOp, index::MaxUOp>(op))
    return join(residues[0], residues[1]);

  // Of unsigned ops a negative operand is a large number, which differs by a
  // power of two.
  bool isUnsigned =
      isa<arith::RemUIOp, arith::DivUIOp, index::RemUOp, index::DivUOp,
          arith::IndexCastUIOp, arith::ExtUIOp, index::CastUOp>(op);
  bool isRead =
      !isUnsigned || llvm::all_of(ranges, [](const IndexRange &range) {
        return range.low >= 0;
      });
  if (isa<arith::RemUIOp, arith::RemSIOp, index::RemUOp, index::RemSOp>(op)) {
    Residue rest = takeRemainder(residues[0], residues[1]);
    return isRead ? rest : wrap(rest, width);
  }
  if (isa<arith::DivUIOp, arith::DivSIOp, index::DivUOp, index::DivSOp>(op)) {
    int64_t divisor = ranges[1].low;
    if (ranges[1].low != ranges[1].high || divisor <= 0 ||
        residues[0].modulus % divisor != 0)
      return Residue();
    // Quotients of negative numbers are rounded up, where nothing else is left.
    bool isWhole = residues[0].remainder % divisor == 0 && !isUnsigned;
    if (ranges[0].low < 0 && !isWhole && divisor > 1)
      return Residue();
    return makeResidue(residues[0].modulus / divisor,
                       residues[0].remainder / divisor);
  }
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
          arith::ExtUIOp, arith::TruncIOp, index::CastSOp, index::CastUOp>(
          op)) {
    unsigned from = getWidth(op->getOperand(0));
    if (from == 0 || from > 64)
      return Residue();
    // Only what becomes wider is read with a sign or without.
    bool isSame = (isRead || from >= width) &&
                  WideRange{ranges[0].low, ranges[0].high}.fits(width);
    return isSame ? residues[0] : wrap(residues[0], std::min(from, width));
  }
  return Residue();
}

const Residue &Residues::get(Value asked) {
  // Depth first without recursion, as in IndexValues.
  SmallVector<Value> stack = {asked};
  while (!stack.empty()) {
    Value value = stack.back();
    SmallVector<Value> needed;
    std::optional<Residue> residue;
    if (!known.contains(value) && !(residue = compute(value, needed))) {
      stack.append(needed);
      continue;
    }
    if (residue)
      known.try_emplace(value, *residue);
    stack.pop_back();
  }
  return known.find(asked)->second;
}
