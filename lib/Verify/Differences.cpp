//===- Differences.cpp - Whether two run-time indices can be equal --------===//

#include "IndexValues.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

#include <limits>
#include <numeric>

using namespace mlir;
using namespace mlir::pto::verify;

//===----------------------------------------------------------------------===//
// Linear forms
//===----------------------------------------------------------------------===//

namespace {
/// A value, or its quotient by a number above 0: then it is not negative
/// itself.
struct Term {
  Value value;
  int64_t divisor = 1;
};
inline bool operator==(Term a, Term b) {
  return a.value == b.value && a.divisor == b.divisor;
}

/// A sum of multiples of terms and a constant, in arithmetic modulo 2^64.
struct LinearForm {
  SmallVector<std::pair<Term, uint64_t>> terms;
  uint64_t constant = 0;

  void add(Term term, uint64_t factor) {
    auto *known = llvm::find_if(
        terms, [&](const auto &other) { return other.first == term; });
    if (known == terms.end())
      terms.push_back({term, factor});
    else
      known->second += factor;
  }
};
} // namespace

static std::optional<int64_t> getLiteral(Value value) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return constant.trySExtValue();
  return std::nullopt;
}

static bool has64Bits(Value value) {
  return isa<IndexType>(value.getType()) || value.getType().isInteger(64);
}

/// The number above 0 by which `op` divides; 0 where it divides by anything
/// else.
static int64_t getDivisor(Operation *op) {
  return std::max<int64_t>(getLiteral(op->getOperand(1)).value_or(0), 0);
}

static bool isRemainder(Operation *op) {
  return isa_and_nonnull<arith::RemUIOp, arith::RemSIOp, index::RemUOp,
                         index::RemSOp>(op);
}

/// Adds `value * factor` to `form`. A remainder is a term, or, where quotients
/// are asked for, what its dividend has above a multiple of a quotient.
static void addTo(LinearForm &form, Value root, uint64_t rootFactor,
                  bool withQuotients, IndexValues &values) {
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
    if (op && has64Bits(value) && done < maxOps) {
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
      bool isCast = isa<arith::IndexCastOp, arith::IndexCastUIOp,
                        index::CastSOp, index::CastUOp>(op);
      if (isCast && has64Bits(op->getOperand(0))) {
        work.push_back({op->getOperand(0), factor});
        continue;
      }
      bool isQuotient =
          isa<arith::DivUIOp, arith::DivSIOp, index::DivUOp, index::DivSOp>(op);
      if (isQuotient && getDivisor(op) == 1) {
        work.push_back({op->getOperand(0), factor});
        continue;
      }
      if (withQuotients && (isQuotient || isRemainder(op))) {
        int64_t divisor = getDivisor(op);
        Value dividend = op->getOperand(0);
        if (divisor > 0 && values.getRange(dividend).low >= 0) {
          if (isQuotient) {
            form.add({dividend, divisor}, factor);
            continue;
          }
          work.push_back({dividend, factor});
          form.add({dividend, divisor}, 0 - factor * uint64_t(divisor));
          continue;
        }
      }
    }
    form.add({value}, factor);
  }
}

static void dropTermsThatCancel(LinearForm &form) {
  llvm::erase_if(form.terms, [](const auto &term) { return term.second == 0; });
}

/// `a - b`.
static LinearForm getDifference(Value a, Value b, bool withQuotients,
                                IndexValues &values) {
  LinearForm form;
  addTo(form, a, 1, withQuotients, values);
  addTo(form, b, uint64_t(0) - 1, withQuotients, values);
  dropTermsThatCancel(form);
  return form;
}

static bool isSum(Value value) {
  return has64Bits(value) &&
         isa_and_nonnull<arith::AddIOp, arith::SubIOp, index::AddOp,
                         index::SubOp>(value.getDefiningOp());
}

/// Without quotients, so that nothing has to be known before.
static LinearForm getSum(Value value, IndexValues &values) {
  LinearForm form;
  addTo(form, value, 1, /*withQuotients=*/false, values);
  dropTermsThatCancel(form);
  return form;
}

std::optional<int64_t> IndexValues::getConstantSum(Value value) {
  if (!isSum(value))
    return std::nullopt;
  LinearForm form = getSum(value, *this);
  if (!form.terms.empty())
    return std::nullopt;
  return int64_t(form.constant);
}

SmallVector<Value> IndexValues::getSummands(Value value) {
  if (!isSum(value))
    return {};
  return llvm::map_to_vector(getSum(value, *this).terms,
                             [](const auto &term) { return term.first.value; });
}

//===----------------------------------------------------------------------===//
// Whether a form can be a number
//===----------------------------------------------------------------------===//

/// The values of a term; what its residue is.
static IndexRange getRange(Term term, IndexValues &values) {
  IndexRange range = values.getRange(term.value);
  return {range.low / term.divisor, range.high / term.divisor};
}
static Residue residueOf(Term term, IndexValues &values) {
  return term.divisor == 1 ? values.getResidue(term.value) : Residue();
}

/// The values of `form` without wrapping around; none where 128 bits might not
/// do.
static std::optional<WideRange> getWideRange(const LinearForm &form,
                                             IndexValues &values) {
  constexpr Wide far = Wide(1) << 100;
  WideRange all = {int64_t(form.constant), int64_t(form.constant)};
  for (auto [term, factor] : form.terms) {
    IndexRange range = getRange(term, values);
    Wide times = int64_t(factor);
    Wide ends[] = {times * range.low, times * range.high};
    all.low += std::min(ends[0], ends[1]);
    all.high += std::max(ends[0], ends[1]);
    if (all.low < -far || all.high > far)
      return std::nullopt;
  }
  return all;
}

/// True where no value of `form` is beyond 64 bits, so that the sum is exact.
static bool isExact(const LinearForm &form, IndexValues &values) {
  std::optional<WideRange> range = getWideRange(form, values);
  return range && range->fits(64);
}

/// True where no value of `form` is 0 modulo 2^64, by its range.
static bool isNeverZero(const LinearForm &form, IndexValues &values) {
  constexpr Wide end = Wide(1) << 64;
  std::optional<WideRange> range = getWideRange(form, values);
  return range && ((range->low > 0 && range->high < end) ||
                   (range->high < 0 && range->low > -end));
}

IndexRange IndexValues::getRangeOfNumber(Value value) {
  const ConstantIntRanges &range = infer(value);
  IndexRange known = getRange(value);
  if (!range.umin().isSignBitSet() && range.umin().getBitWidth() <= 64)
    known.low = std::max(known.low, int64_t(range.umin().getZExtValue()));
  if (!isSum(value))
    return known;
  // What wraps around at the end of signed numbers does not come back to 0
  // before 2^64.
  constexpr Wide end = Wide(1) << 63;
  std::optional<WideRange> sum = getWideRange(getSum(value, *this), *this);
  if (sum && sum->low >= -end && sum->high < 2 * end) {
    if (sum->low < end)
      known.low = std::max(known.low, int64_t(sum->low));
    if (sum->high < end)
      known.high = std::min(known.high, int64_t(sum->high));
  }
  return known;
}

/// What all values of `form` leave: of exact sums, or modulo 2^64, where only
/// powers of two tell something.
static Residue getResidue(const LinearForm &form, bool isExact,
                          IndexValues &values) {
  constexpr uint64_t most = uint64_t(1) << 62;
  uint64_t steps = 0;
  int64_t rest = int64_t(form.constant);
  for (auto [term, factor] : form.terms) {
    Residue residue = residueOf(term, values);
    if (!isExact) {
      steps |= factor * uint64_t(residue.modulus);
      rest = int64_t(uint64_t(rest) + factor * uint64_t(residue.remainder));
      continue;
    }
    int64_t step, more;
    if (llvm::MulOverflow(int64_t(factor), residue.modulus, step) ||
        llvm::MulOverflow(int64_t(factor), residue.remainder, more) ||
        llvm::AddOverflow(rest, more, rest))
      return {};
    steps = std::gcd(steps, llvm::AbsoluteValue(step));
  }
  if (steps == 0)
    return Residue::ofConstant(rest);
  if (!isExact)
    steps = std::min(steps & (0 - steps), most);
  if (steps > uint64_t(std::numeric_limits<int64_t>::max()))
    return {};
  int64_t modulus = int64_t(steps), remainder = rest % modulus;
  return {modulus, remainder < 0 ? remainder + modulus : remainder};
}

Residue IndexValues::getResidueOfSum(Value value) {
  if (!isSum(value))
    return {};
  LinearForm form = getSum(value, *this);
  return ::getResidue(form, isExact(form, *this), *this);
}

bool IndexValues::mayDifferBy(Value a, Value b, int64_t modulus,
                              bool isExactDifference) {
  // The multiples of the modulus.
  Residue multiples = {modulus, 0}, ofPower = {modulus & -modulus, 0};
  for (bool withQuotients : {false, true}) {
    LinearForm form = getDifference(a, b, withQuotients, *this);
    if (!::getResidue(form, /*isExact=*/false, *this).meets(ofPower))
      return false;
    if (modulus == 0 && isNeverZero(form, *this))
      return false;
    if (isExactDifference && isExact(form, *this) &&
        !::getResidue(form, /*isExact=*/true, *this).meets(multiples))
      return false;
  }
  return true;
}

bool IndexValues::mayBeEqual(Value a, Value b) {
  if (a == b)
    return true;
  IndexRange rangeA = getRange(a), rangeB = getRange(b);
  Residue residueA = getResidue(a), residueB = getResidue(b);
  if (rangeA.high < rangeB.low || rangeB.high < rangeA.low ||
      !residueA.meets(residueB) ||
      !mayDifferBy(a, b, /*modulus=*/0, /*isExactDifference=*/true))
    return false;
  // Equal remainders: then the divisor divides the difference of the dividends.
  Operation *opA = a.getDefiningOp(), *opB = b.getDefiningOp();
  if (!isRemainder(opA) || !isRemainder(opB))
    return true;
  int64_t modulus = getDivisor(opA);
  if (modulus == 0 || modulus != getDivisor(opB))
    return true;
  Value x = opA->getOperand(0), y = opB->getOperand(0);
  // Divisors that do not divide 2^64: nothing may have wrapped around.
  constexpr int64_t far = int64_t(1) << 61;
  auto isNear = [&](Value value) {
    IndexRange range = getRange(value);
    return range.low >= 0 && range.high < far;
  };
  return mayDifferBy(x, y, modulus, isNear(x) && isNear(y));
}
