//===- IndexValues.cpp - What is known of run-time indices ----------------===//

#include "IndexValues.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

#include <limits>
#include <numeric>

using namespace mlir;
using namespace mlir::pto::verify;

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

static unsigned widthOf(Value value) {
  return ConstantIntRanges::getStorageBitwidth(value.getType());
}

/// As 64 bits count; the end of what they can where it is beyond.
static int64_t clamp(const APInt &value) {
  return value.trySExtValue().value_or(
      value.isNegative() ? std::numeric_limits<int64_t>::min()
                         : std::numeric_limits<int64_t>::max());
}

/// True where the loop compares without signs and a bound may have one: then it
/// is no number below the other bound, but far above it.
static bool mayWrap(LoopLikeOpInterface loop, const IndexRange &lower,
                    const IndexRange &upper, const IndexRange &step) {
  auto counted = dyn_cast<scf::ForOp>(loop.getOperation());
  return counted && counted.getUnsignedCmp() &&
         (lower.low < 0 || upper.low < 0 || step.low < 0);
}

std::optional<ConstantIntRanges>
IndexValues::inferInduction(BlockArgument argument,
                            SmallVectorImpl<Value> &needed) {
  auto unknown = ConstantIntRanges::maxRange(widthOf(argument));
  Operation *parent = argument.getOwner()->getParentOp();
  auto loop = dyn_cast_or_null<LoopLikeOpInterface>(parent);
  // Wider numbers are not worth the care.
  if (!loop || widthOf(argument) > 64)
    return unknown;
  std::optional<SmallVector<Value>> variables = loop.getLoopInductionVars();
  std::optional<SmallVector<OpFoldResult>> lowers = loop.getLoopLowerBounds(),
                                           uppers = loop.getLoopUpperBounds(),
                                           steps = loop.getLoopSteps();
  if (!variables || !lowers || !uppers || !steps)
    return unknown;
  auto *at = llvm::find(*variables, argument);
  if (at == variables->end())
    return unknown;
  size_t number = at - variables->begin();
  auto bound = [&](OpFoldResult from) -> std::optional<IndexRange> {
    if (auto attr = dyn_cast<Attribute>(from)) {
      int64_t constant = clamp(cast<IntegerAttr>(attr).getValue());
      return IndexRange{constant, constant};
    }
    auto known = ranges.find(cast<Value>(from));
    if (known == ranges.end()) {
      needed.push_back(cast<Value>(from));
      return std::nullopt;
    }
    return IndexRange{clamp(known->second.smin()), clamp(known->second.smax())};
  };
  std::optional<IndexRange> lower = bound((*lowers)[number]),
                            upper = bound((*uppers)[number]),
                            step = bound((*steps)[number]);
  if (!lower || !upper || !step)
    return std::nullopt;
  if (step->low <= 0 || mayWrap(loop, *lower, *upper, *step))
    return unknown;
  int64_t low = lower->low, high = low;
  if (upper->high > low) {
    high = upper->high - 1;
    // The last step that is taken, not the last value below the bound.
    if (lower->low == lower->high && step->low == step->high)
      high = low + int64_t((uint64_t(high) - uint64_t(low)) /
                           uint64_t(step->low) * uint64_t(step->low));
  }
  unsigned width = widthOf(argument);
  return ConstantIntRanges::fromSigned(
      APInt(width, low, /*isSigned=*/true, /*implicitTrunc=*/true),
      APInt(width, high, /*isSigned=*/true, /*implicitTrunc=*/true));
}

const ConstantIntRanges &IndexValues::infer(Value asked) {
  // Depth first without recursion: what a value is computed from comes first.
  SmallVector<Value> stack = {asked};
  while (!stack.empty()) {
    Value value = stack.back();
    if (ranges.contains(value)) {
      stack.pop_back();
      continue;
    }
    auto unknown = ConstantIntRanges::maxRange(widthOf(value));
    SmallVector<Value> needed;
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (auto range = inferInduction(argument, needed))
        ranges.try_emplace(value, *range);
      stack.append(needed);
      continue;
    }
    auto op = dyn_cast<InferIntRangeInterface>(value.getDefiningOp());
    if (!op || op->getNumRegions() != 0) {
      ranges.try_emplace(value, unknown);
      continue;
    }
    SmallVector<ConstantIntRanges> inputs;
    for (Value operand : op->getOperands()) {
      auto known = ranges.find(operand);
      if (known != ranges.end())
        inputs.push_back(known->second);
      else
        needed.push_back(operand);
    }
    if (!needed.empty()) {
      stack.append(needed);
      continue;
    }
    op.inferResultRanges(inputs,
                         [&](Value result, const ConstantIntRanges &range) {
                           ranges.try_emplace(result, range);
                         });
    ranges.try_emplace(value, unknown);
  }
  return ranges.find(asked)->second;
}

IndexRange IndexValues::getRange(Value value) {
  const ConstantIntRanges &range = infer(value);
  return {clamp(range.smin()), clamp(range.smax())};
}

std::optional<APInt> IndexValues::getConstant(Value value) {
  return infer(value).getConstantValue();
}

bool IndexValues::hasNoIteration(LoopLikeOpInterface loop) {
  std::optional<SmallVector<OpFoldResult>> lowers = loop.getLoopLowerBounds(),
                                           uppers = loop.getLoopUpperBounds(),
                                           steps = loop.getLoopSteps();
  if (!lowers || !uppers || !steps)
    return false;
  auto rangeOf = [&](OpFoldResult bound) {
    if (auto value = dyn_cast<Value>(bound))
      return getRange(value);
    int64_t constant =
        clamp(cast<IntegerAttr>(cast<Attribute>(bound)).getValue());
    return IndexRange{constant, constant};
  };
  // One dimension without an iteration is enough.
  return llvm::any_of(
      llvm::zip_equal(*lowers, *uppers, *steps), [&](const auto &dimension) {
        auto [lowerBound, upperBound, stepWidth] = dimension;
        IndexRange lower = rangeOf(lowerBound), upper = rangeOf(upperBound),
                   step = rangeOf(stepWidth);
        // What 64 bits can't count may be on either side.
        return step.low > 0 && upper.high <= lower.low &&
               upper.high != std::numeric_limits<int64_t>::max() &&
               lower.low != std::numeric_limits<int64_t>::min() &&
               !mayWrap(loop, lower, upper, step);
      });
}

//===----------------------------------------------------------------------===//
// Differences
//===----------------------------------------------------------------------===//

namespace {
/// A sum of multiples of values and a constant, in arithmetic modulo 2^64.
struct LinearForm {
  llvm::MapVector<Value, uint64_t> terms;
  uint64_t constant = 0;
};
} // namespace

static std::optional<int64_t> getLiteral(Value value) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return constant.trySExtValue();
  return std::nullopt;
}

/// Adds `value * factor` to `form`.
static void addTo(LinearForm &form, Value root, uint64_t rootFactor) {
  // Sums deeper than this are taken as they are.
  constexpr unsigned maxOps = 64;
  SmallVector<std::pair<Value, uint64_t>> work = {{root, rootFactor}};
  for (unsigned done = 0; !work.empty(); ++done) {
    auto [value, factor] = work.pop_back_val();
    if (std::optional<int64_t> constant = getLiteral(value)) {
      form.constant += factor * uint64_t(*constant);
      continue;
    }
    Operation *op = value.getDefiningOp();
    bool isIndex =
        isa<IndexType>(value.getType()) || value.getType().isInteger(64);
    if (op && isIndex && done < maxOps) {
      if (isa<arith::AddIOp, index::AddOp>(op)) {
        work.push_back({op->getOperand(0), factor});
        work.push_back({op->getOperand(1), factor});
        continue;
      }
      if (isa<arith::SubIOp, index::SubOp>(op)) {
        work.push_back({op->getOperand(0), factor});
        work.push_back({op->getOperand(1), 0 - factor});
        continue;
      }
      if (isa<arith::MulIOp, index::MulOp>(op)) {
        Value lhs = op->getOperand(0), rhs = op->getOperand(1);
        if (std::optional<int64_t> by = getLiteral(rhs)) {
          work.push_back({lhs, factor * uint64_t(*by)});
          continue;
        }
        if (std::optional<int64_t> by = getLiteral(lhs)) {
          work.push_back({rhs, factor * uint64_t(*by)});
          continue;
        }
      }
    }
    form.terms[value] += factor;
  }
}

/// `a - b`, without terms that cancel.
static LinearForm difference(Value a, Value b) {
  LinearForm form;
  addTo(form, a, 1);
  addTo(form, b, uint64_t(0) - 1);
  form.terms.remove_if([](const auto &term) { return term.second == 0; });
  return form;
}

/// The divisor of a remainder by a positive constant; 0 for anything else.
static int64_t getModulus(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op ||
      !isa<arith::RemUIOp, arith::RemSIOp, index::RemUOp, index::RemSOp>(op))
    return 0;
  return std::max<int64_t>(getLiteral(op->getOperand(1)).value_or(0), 0);
}

bool IndexValues::mayBeEqual(Value a, Value b) {
  if (a == b)
    return true;
  IndexRange rangeA = getRange(a), rangeB = getRange(b);
  if (rangeA.high < rangeB.low || rangeB.high < rangeA.low)
    return false;
  // The difference is a multiple of the largest power of two that divides all
  // its terms, plus its constant; the same holds modulo 2^64.
  LinearForm form = difference(a, b);
  auto powerOfTwo = [](const LinearForm &form) {
    uint64_t all = 0;
    for (auto &[value, factor] : form.terms)
      all |= factor;
    return all & (0 - all);
  };
  if (form.terms.empty())
    return form.constant == 0;
  if (form.constant & (powerOfTwo(form) - 1))
    return false;
  // Equal remainders: then the divisor divides the difference of the dividends.
  int64_t modulus = getModulus(a);
  if (modulus == 0 || modulus != getModulus(b))
    return true;
  Value x = a.getDefiningOp()->getOperand(0),
        y = b.getDefiningOp()->getOperand(0);
  form = difference(x, y);
  if (llvm::isPowerOf2_64(modulus)) {
    uint64_t step = uint64_t(modulus);
    if (!form.terms.empty())
      step = std::min(step, powerOfTwo(form));
    return (form.constant & (step - 1)) == 0;
  }
  // Other divisors do not divide 2^64: nothing may have wrapped around.
  constexpr int64_t far = int64_t(1) << 61;
  auto isNear = [&](Value value) {
    IndexRange range = getRange(value);
    return range.low >= 0 && range.high < far;
  };
  if (!form.terms.empty() || !isNear(x) || !isNear(y))
    return true;
  return int64_t(form.constant) % modulus == 0;
}
