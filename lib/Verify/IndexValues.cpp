//===- IndexValues.cpp - What is known of run-time indices ----------------===//

#include "IndexValues.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

#include <limits>

using namespace mlir;
using namespace mlir::pto::verify;

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

unsigned pto::verify::getWidth(Value value) {
  return ConstantIntRanges::getStorageBitwidth(value.getType());
}

/// As 64 bits count; the end of what they can where it is beyond.
static int64_t clamp(const APInt &value) {
  return value.trySExtValue().value_or(
      value.isNegative() ? std::numeric_limits<int64_t>::min()
                         : std::numeric_limits<int64_t>::max());
}

std::optional<InductionVariable>
pto::verify::getInduction(BlockArgument argument) {
  auto loop =
      dyn_cast_or_null<LoopLikeOpInterface>(argument.getOwner()->getParentOp());
  if (!loop)
    return std::nullopt;
  std::optional<SmallVector<Value>> variables = loop.getLoopInductionVars();
  std::optional<SmallVector<OpFoldResult>> lowers = loop.getLoopLowerBounds(),
                                           uppers = loop.getLoopUpperBounds(),
                                           steps = loop.getLoopSteps();
  if (!variables || !lowers || !uppers || !steps)
    return std::nullopt;
  auto *at = llvm::find(*variables, argument);
  if (at == variables->end())
    return std::nullopt;
  size_t number = at - variables->begin();
  return InductionVariable{loop, (*lowers)[number], (*uppers)[number],
                           (*steps)[number]};
}

/// True where a loop runs for no number below its lower bound or from its upper
/// bound on, as signed numbers. SCF says so of its loops, whatever their step
/// is; loops of other dialects may count down, which their step says.
static bool isBetweenBounds(LoopLikeOpInterface loop, const IndexRange &lower,
                            const IndexRange &upper, const IndexRange &step) {
  auto counted = dyn_cast<scf::ForOp>(loop.getOperation());
  if (!counted)
    return step.high > 0;
  // Compared without signs, what has one is not below the other, but far above.
  return !counted.getUnsignedCmp() ||
         (lower.low >= 0 && upper.low >= 0 && step.low >= 0);
}

std::optional<ConstantIntRanges>
IndexValues::inferInduction(BlockArgument argument,
                            SmallVectorImpl<Value> &needed) {
  auto unknown = ConstantIntRanges::maxRange(getWidth(argument));
  std::optional<InductionVariable> variable = getInduction(argument);
  // Wider numbers are not worth the care.
  if (!variable || getWidth(argument) > 64)
    return unknown;
  for (OpFoldResult bound : {variable->lower, variable->upper, variable->step})
    if (auto value = dyn_cast<Value>(bound); value && !ranges.contains(value))
      needed.push_back(value);
  if (!needed.empty())
    return std::nullopt;
  IndexRange lower = getRange(variable->lower),
             upper = getRange(variable->upper), step = getRange(variable->step);
  // A step that can only be negative is against SCF's rules: nobody knows what
  // such a loop does. Where nothing is known of a step, it keeps to them.
  if (!isBetweenBounds(variable->loop, lower, upper, step) || step.high < 0)
    return unknown;
  int64_t low = lower.low, high = low;
  if (upper.high > low) {
    high = upper.high - 1;
    // The last step that is taken, not the last value below the bound; or none.
    if (step.low == 0 && step.high == 0)
      high = std::min(high, lower.high);
    else if (lower.low == lower.high && step.low == step.high && step.low > 0)
      high = low + int64_t((uint64_t(high) - uint64_t(low)) /
                           uint64_t(step.low) * uint64_t(step.low));
  }
  unsigned width = getWidth(argument);
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
    auto unknown = ConstantIntRanges::maxRange(getWidth(value));
    SmallVector<Value> needed;
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (auto range = inferInduction(argument, needed))
        ranges.try_emplace(value, *range);
      stack.append(needed);
      continue;
    }
    // Sums of which nothing but a constant is left.
    if (std::optional<int64_t> constant = getConstantSum(value)) {
      ranges.try_emplace(value, ConstantIntRanges::constant(
                                    APInt(64, *constant, /*isSigned=*/true)));
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

IndexRange IndexValues::getRange(OpFoldResult number) {
  if (auto value = dyn_cast<Value>(number))
    return getRange(value);
  int64_t constant =
      clamp(cast<IntegerAttr>(cast<Attribute>(number)).getValue());
  return {constant, constant};
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
  // One dimension without an iteration is enough.
  return llvm::any_of(
      llvm::zip_equal(*lowers, *uppers, *steps), [&](const auto &dimension) {
        auto [lowerBound, upperBound, stepWidth] = dimension;
        IndexRange lower = getRange(lowerBound), upper = getRange(upperBound),
                   step = getRange(stepWidth);
        // What 64 bits can't count may be on either side.
        return upper.high <= lower.low &&
               upper.high != std::numeric_limits<int64_t>::max() &&
               lower.low != std::numeric_limits<int64_t>::min() &&
               isBetweenBounds(loop, lower, upper, step);
      });
}
