//===- Differences.cpp - Whether two run-time indices can be equal --------===//

#include "IndexValues.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir;
using namespace mlir::pto::verify;

//===----------------------------------------------------------------------===//
// Linear forms
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

static bool has64Bits(Value value) {
  return isa<IndexType>(value.getType()) || value.getType().isInteger(64);
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
    }
    form.terms[value] += factor;
  }
}

/// `a - b`, without terms that cancel.
static LinearForm getDifference(Value a, Value b) {
  LinearForm form;
  addTo(form, a, 1);
  addTo(form, b, uint64_t(0) - 1);
  form.terms.remove_if([](const auto &term) { return term.second == 0; });
  return form;
}

//===----------------------------------------------------------------------===//
// Whether a form can be a number
//===----------------------------------------------------------------------===//

/// True where no value of `form` is beyond 64 bits, so that the sum is exact.
static bool isExact(const LinearForm &form, IndexValues &values) {
  constexpr __int128 end = __int128(1) << 63;
  __int128 all = int64_t(form.constant);
  all = all < 0 ? -all : all;
  for (auto [value, factor] : form.terms) {
    IndexRange range = values.getRange(value);
    __int128 most = std::max(-__int128(range.low), __int128(range.high));
    __int128 times = int64_t(factor);
    // Two numbers below 2^63 do not leave 128 bits; nor do as many of them as
    // are below 2^64 in sum.
    all += most * (times < 0 ? -times : times);
    if (all >= end)
      return false;
  }
  return true;
}

/// False where no value of `form` is a multiple of `modulus`, or 0 where that
/// is 0, modulo 2^64. Only powers of two say so there.
static bool mayBeMultiple(const LinearForm &form, int64_t modulus,
                          IndexValues &values) {
  uint64_t steps = uint64_t(modulus), rest = form.constant;
  for (auto [value, factor] : form.terms) {
    const Residue &residue = values.getResidue(value);
    steps |= factor * uint64_t(residue.modulus);
    rest += factor * uint64_t(residue.remainder);
  }
  if (steps == 0)
    return rest == 0;
  uint64_t power = steps & (0 - steps);
  return (rest & (power - 1)) == 0;
}

/// The same of a form that is exact, for all divisors.
static bool mayBeExactMultiple(const LinearForm &form, int64_t modulus,
                               IndexValues &values) {
  int64_t steps = modulus, rest = int64_t(form.constant);
  for (auto [value, factor] : form.terms) {
    const Residue &residue = values.getResidue(value);
    int64_t step, more;
    if (llvm::MulOverflow(int64_t(factor), residue.modulus, step) ||
        llvm::MulOverflow(int64_t(factor), residue.remainder, more) ||
        llvm::AddOverflow(rest, more, rest))
      return true;
    steps = std::gcd(steps, step);
  }
  return steps == 0 ? rest == 0 : rest % steps == 0;
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
  Residue residueA = getResidue(a), residueB = getResidue(b);
  if (rangeA.high < rangeB.low || rangeB.high < rangeA.low ||
      !residueA.meets(residueB))
    return false;
  LinearForm form = getDifference(a, b);
  if (!mayBeMultiple(form, 0, *this) ||
      (isExact(form, *this) && !mayBeExactMultiple(form, 0, *this)))
    return false;
  // Equal remainders: then the divisor divides the difference of the dividends.
  int64_t modulus = getModulus(a);
  if (modulus == 0 || modulus != getModulus(b))
    return true;
  Value x = a.getDefiningOp()->getOperand(0),
        y = b.getDefiningOp()->getOperand(0);
  form = getDifference(x, y);
  if (!mayBeMultiple(form, modulus, *this))
    return false;
  // Divisors that do not divide 2^64: nothing may have wrapped around.
  constexpr int64_t far = int64_t(1) << 61;
  auto isNear = [&](Value value) {
    IndexRange range = getRange(value);
    return range.low >= 0 && range.high < far;
  };
  return !isNear(x) || !isNear(y) || !isExact(form, *this) ||
         mayBeExactMultiple(form, modulus, *this);
}
