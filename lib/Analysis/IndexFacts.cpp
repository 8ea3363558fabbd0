//===- IndexFacts.cpp - What is known of run-time indices -----------------===//

#include "pto/Analysis/IndexFacts.h"

#include "mlir/Analysis/DataFlow/ConstantPropagationAnalysis.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

#include <numeric>

using namespace mlir;
using namespace mlir::pto;

IndexFacts::IndexFacts(Operation *function) : function(function) {}
IndexFacts::~IndexFacts() = default;
IndexFacts::IndexFacts(IndexFacts &&) = default;

/// How many steps back an index is followed; what lies further back is taken
/// as it comes.
static constexpr unsigned kMaxDepth = 8;

using Bounds = IndexFacts::Bounds;

static constexpr Bounds kAnything = {std::numeric_limits<int64_t>::min(),
                                     std::numeric_limits<int64_t>::max()};

/// The ends of what an int64_t can be stand for no end at all.
static bool isOpen(int64_t end) {
  return end == kAnything.min || end == kAnything.max;
}

static std::optional<int64_t> constantOf(Value value) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)) &&
      constant.getSignificantBits() <= 64)
    return constant.getSExtValue();
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

std::optional<int64_t> IndexExpr::getConstant() const {
  if (auto constant = dyn_cast_or_null<AffineConstantExpr>(expr))
    return constant.getValue();
  return std::nullopt;
}

/// The symbol of `value` in `symbols`, as a new one where it is not there yet.
static AffineExpr symbolOf(Value value, SmallVectorImpl<Value> &symbols) {
  auto *it = llvm::find(symbols, value);
  unsigned position = it - symbols.begin();
  if (it == symbols.end())
    symbols.push_back(value);
  return getAffineSymbolExpr(position, value.getContext());
}

void IndexExpr::add(const IndexExpr &other, int64_t factor) {
  SmallVector<AffineExpr> renamed;
  for (Value symbol : other.symbols)
    renamed.push_back(symbolOf(symbol, symbols));
  AffineExpr sum = expr + other.expr.replaceSymbols(renamed) * factor;
  AffineExpr simple = simplifyAffineExpr(sum, /*numDims=*/0, symbols.size());
  // Simplified, a remainder is a difference with a quotient, of which neither
  // bounds nor divisors show.
  bool hasRemainder = false;
  sum.walk([&](AffineExpr part) {
    hasRemainder |= part.getKind() == AffineExprKind::Mod;
  });
  bool keepsRemainder = hasRemainder && !isa<AffineConstantExpr>(simple);
  expr = keepsRemainder ? sum : simple;
}

namespace {
/// Follows an index through the arithmetic that affine expressions can say.
class ExprBuilder {
public:
  ExprBuilder(const IndexFacts &facts, SmallVectorImpl<Value> &symbols)
      : facts(facts), symbols(symbols) {}

  AffineExpr build(Value value, unsigned depth = 0) {
    MLIRContext *ctx = value.getContext();
    if (std::optional<int64_t> constant = constantOf(value))
      return getAffineConstantExpr(*constant, ctx);
    Operation *op = value.getDefiningOp();
    if (op && depth < kMaxDepth)
      if (AffineExpr expr = buildOp(op, depth + 1))
        return expr;
    return symbolOf(value, symbols);
  }

private:
  AffineExpr buildOp(Operation *op, unsigned depth) {
    // Narrow integers wrap around, which no affine expression does.
    Type type = op->getResult(0).getType();
    if (!type.isIndex() && !type.isInteger(64))
      return {};
    if (isa<arith::IndexCastOp>(op))
      return build(op->getOperand(0), depth);
    if (op->getNumOperands() != 2)
      return {};
    Value lhs = op->getOperand(0), rhs = op->getOperand(1);
    if (isa<arith::AddIOp>(op))
      return build(lhs, depth) + build(rhs, depth);
    if (isa<arith::SubIOp>(op))
      return build(lhs, depth) - build(rhs, depth);
    if (isa<arith::MulIOp>(op)) {
      if (std::optional<int64_t> factor = constantOf(rhs))
        return build(lhs, depth) * *factor;
      if (std::optional<int64_t> factor = constantOf(lhs))
        return build(rhs, depth) * *factor;
      return {};
    }
    // Rounds towards zero, an affine expression towards minus infinity.
    bool isRemainder = isa<arith::RemSIOp, arith::RemUIOp>(op);
    bool isQuotient = isa<arith::DivSIOp, arith::DivUIOp>(op);
    if (!isRemainder && !isQuotient)
      return {};
    std::optional<int64_t> divisor = constantOf(rhs);
    if (!divisor || *divisor <= 0 || facts.getBounds(lhs).min < 0)
      return {};
    AffineExpr dividend = build(lhs, depth);
    return isRemainder ? dividend % *divisor : dividend.floorDiv(*divisor);
  }

  const IndexFacts &facts;
  SmallVectorImpl<Value> &symbols;
};
} // namespace

IndexExpr IndexFacts::getExpr(OpFoldResult value) const {
  IndexExpr result;
  if (std::optional<int64_t> constant = getConstantIntValue(value)) {
    result.expr = getAffineConstantExpr(*constant, function->getContext());
    return result;
  }
  result.expr = ExprBuilder(*this, result.symbols).build(cast<Value>(value));
  return result;
}

//===----------------------------------------------------------------------===//
// Divisors
//===----------------------------------------------------------------------===//

/// 64 bits do not count that of the lowest number, which 1 divides as well.
static int64_t magnitude(int64_t number) {
  return number == std::numeric_limits<int64_t>::min() ? 1 : std::abs(number);
}

static int64_t product(int64_t a, int64_t b) {
  int64_t result;
  return llvm::MulOverflow(a, b, result) ? 1 : std::abs(result);
}

/// The loop of an induction variable, and its number among the variables.
static std::optional<std::pair<LoopLikeOpInterface, unsigned>>
loopOf(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return std::nullopt;
  auto loop = dyn_cast<LoopLikeOpInterface>(argument.getOwner()->getParentOp());
  if (!loop)
    return std::nullopt;
  if (std::optional<SmallVector<Value>> variables = loop.getLoopInductionVars())
    for (auto [i, variable] : llvm::enumerate(*variables))
      if (variable == value)
        return std::pair(loop, unsigned(i));
  return std::nullopt;
}

/// Of a number that divides the result of exact arithmetic, what divides it
/// where the arithmetic wraps around, too.
static int64_t powerOfTwoOf(int64_t divisor) { return divisor & -divisor; }

/// True where `op` computes what it says: no result is beyond the numbers of
/// its type.
static bool isExact(Operation *op, const IndexFacts &facts) {
  Bounds lhs = facts.getBounds(op->getOperand(0)),
         rhs = facts.getBounds(op->getOperand(1));
  int64_t min, max;
  if (isa<arith::AddIOp>(op)) {
    if (llvm::AddOverflow(lhs.min, rhs.min, min) ||
        llvm::AddOverflow(lhs.max, rhs.max, max))
      return false;
  } else if (isa<arith::SubIOp>(op)) {
    if (llvm::SubOverflow(lhs.min, rhs.max, min) ||
        llvm::SubOverflow(lhs.max, rhs.min, max))
      return false;
  } else {
    if (isa<arith::ShLIOp>(op)) {
      // By a constant below 62, or nothing is known anyway.
      if (rhs.min != rhs.max || rhs.min < 0 || rhs.min >= 62)
        return false;
      rhs.min = rhs.max = int64_t(1) << rhs.min;
    }
    min = std::numeric_limits<int64_t>::max();
    max = std::numeric_limits<int64_t>::min();
    for (int64_t a : {lhs.min, lhs.max})
      for (int64_t b : {rhs.min, rhs.max}) {
        int64_t corner;
        if (llvm::MulOverflow(a, b, corner))
          return false;
        min = std::min(min, corner);
        max = std::max(max, corner);
      }
  }
  unsigned width =
      ConstantIntRanges::getStorageBitwidth(op->getResult(0).getType());
  return width >= 64 || (llvm::isIntN(width, min) && llvm::isIntN(width, max));
}

int64_t IndexFacts::divisorOf(OpFoldResult value, unsigned depth) const {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return magnitude(*constant);
  return divisorOf(cast<Value>(value), depth);
}

/// Induction variables are steps away from the first; the last step may wrap
/// around only where there is no room for it above the upper bound.
int64_t IndexFacts::divisorOfInduction(LoopLikeOpInterface loop,
                                       unsigned number, unsigned depth) const {
  auto lowers = loop.getLoopLowerBounds(), uppers = loop.getLoopUpperBounds(),
       steps = loop.getLoopSteps();
  if (!lowers || !uppers || !steps)
    return 1;
  int64_t divisor = std::gcd(divisorOf((*lowers)[number], depth),
                             divisorOf((*steps)[number], depth));
  auto boundsOf = [&](OpFoldResult bound) {
    if (std::optional<int64_t> constant = getConstantIntValue(bound))
      return Bounds{*constant, *constant};
    return getBounds(cast<Value>(bound));
  };
  int64_t end;
  Bounds upper = boundsOf((*uppers)[number]), step = boundsOf((*steps)[number]);
  Type type = (*loop.getLoopInductionVars())[number].getType();
  unsigned width = ConstantIntRanges::getStorageBitwidth(type);
  if (llvm::AddOverflow(upper.max, step.max, end) ||
      (width < 64 && !llvm::isIntN(width, end)))
    return powerOfTwoOf(divisor);
  return divisor;
}

int64_t IndexFacts::divisorOf(Value value, unsigned depth) const {
  if (std::optional<int64_t> constant = constantOf(value))
    return magnitude(*constant);
  if (depth == kMaxDepth)
    return 1;
  ++depth;
  if (auto loop = loopOf(value))
    return divisorOfInduction(loop->first, loop->second, depth);
  Operation *op = value.getDefiningOp();
  if (!op)
    return 1;
  auto operand = [&](unsigned i) {
    return divisorOf(op->getOperand(i), depth);
  };
  auto wrapped = [&](int64_t divisor) {
    return isExact(op, *this) ? divisor : powerOfTwoOf(divisor);
  };
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(op)) {
    // Of a number that is cut off, or of a negative one that becomes a large
    // one, the low bits stay.
    Bounds from = getBounds(op->getOperand(0)), to = getBounds(value);
    bool same = from.min == to.min && from.max == to.max;
    return same ? operand(0) : powerOfTwoOf(operand(0));
  }
  if (isa<arith::MulIOp>(op))
    return wrapped(product(operand(0), operand(1)));
  if (isa<arith::AddIOp, arith::SubIOp>(op))
    return wrapped(std::gcd(operand(0), operand(1)));
  if (isa<arith::RemSIOp, arith::MinSIOp, arith::MaxSIOp, arith::MinUIOp,
          arith::MaxUIOp>(op))
    return std::gcd(operand(0), operand(1));
  if (isa<arith::RemUIOp>(op)) {
    // A negative dividend is a large one.
    int64_t divisor = std::gcd(operand(0), operand(1));
    return getBounds(op->getOperand(0)).min >= 0 ? divisor
                                                 : powerOfTwoOf(divisor);
  }
  if (isa<arith::SelectOp>(op))
    return std::gcd(operand(1), operand(2));
  if (isa<arith::DivSIOp, arith::DivUIOp>(op))
    if (std::optional<int64_t> by = constantOf(op->getOperand(1)))
      if (int64_t whole = operand(0);
          *by > 0 && whole % *by == 0 &&
          (isa<arith::DivSIOp>(op) || getBounds(op->getOperand(0)).min >= 0))
        return whole / *by;
  if (isa<arith::ShLIOp>(op))
    if (std::optional<int64_t> by = constantOf(op->getOperand(1)))
      if (*by >= 0 && *by < 62)
        return wrapped(product(operand(0), int64_t(1) << *by));
  return 1;
}

int64_t IndexFacts::getDivisor(Value value) const {
  return divisorOf(value, 0);
}

static int64_t divisorOfExpr(AffineExpr expr, ArrayRef<int64_t> symbols) {
  switch (expr.getKind()) {
  case AffineExprKind::Constant:
    return magnitude(cast<AffineConstantExpr>(expr).getValue());
  case AffineExprKind::SymbolId:
    return symbols[cast<AffineSymbolExpr>(expr).getPosition()];
  case AffineExprKind::DimId:
  case AffineExprKind::CeilDiv:
    return 1;
  case AffineExprKind::Add:
  case AffineExprKind::Mul:
  case AffineExprKind::Mod:
  case AffineExprKind::FloorDiv:
    break;
  }
  auto binary = cast<AffineBinaryOpExpr>(expr);
  int64_t lhs = divisorOfExpr(binary.getLHS(), symbols),
          rhs = divisorOfExpr(binary.getRHS(), symbols);
  if (expr.getKind() == AffineExprKind::Mul)
    return product(lhs, rhs);
  if (expr.getKind() == AffineExprKind::FloorDiv)
    return rhs != 0 && lhs % rhs == 0 ? lhs / rhs : 1;
  return std::gcd(lhs, rhs);
}

int64_t IndexFacts::getDivisor(const IndexExpr &expr) const {
  int64_t divisor =
      divisorOfExpr(expr.expr, llvm::map_to_vector(expr.symbols, [&](Value v) {
                      return getDivisor(v);
                    }));
  // An expression is exact; what it stands for wraps around.
  Bounds bounds = getBounds(expr);
  return isOpen(bounds.min) || isOpen(bounds.max) ? powerOfTwoOf(divisor)
                                                  : divisor;
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

Bounds IndexFacts::getBounds(Value value) const {
  if (std::optional<int64_t> constant = constantOf(value))
    return {*constant, *constant};
  if (!solver) {
    solver = std::make_unique<DataFlowSolver>(
        DataFlowConfig().setInterprocedural(false));
    solver->load<dataflow::DeadCodeAnalysis>();
    solver->load<dataflow::SparseConstantPropagation>();
    solver->load<dataflow::IntegerRangeAnalysis>();
    if (failed(solver->initializeAndRun(function)))
      return kAnything;
  }
  auto *state = solver->lookupState<dataflow::IntegerValueRangeLattice>(value);
  if (!state || state->getValue().isUninitialized())
    return kAnything;
  const ConstantIntRanges &range = state->getValue().getValue();
  if (range.smin().getBitWidth() > 64 || range.smin().getBitWidth() == 0)
    return kAnything;
  return {range.smin().getSExtValue(), range.smax().getSExtValue()};
}

namespace {
/// What exact arithmetic would come to.
using Wide = __int128;
struct WideBounds {
  Wide min, max;
};
} // namespace

static constexpr WideBounds kFarOff = {-(Wide(1) << 100), Wide(1) << 100};

static bool isNear(const WideBounds &bounds) {
  return bounds.min > kFarOff.min && bounds.max < kFarOff.max;
}

static WideBounds boundsOf(AffineExpr expr, ArrayRef<Bounds> symbols) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return {constant.getValue(), constant.getValue()};
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr)) {
    Bounds bounds = symbols[symbol.getPosition()];
    return {bounds.min, bounds.max};
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return kFarOff;
  WideBounds lhs = boundsOf(binary.getLHS(), symbols),
             rhs = boundsOf(binary.getRHS(), symbols);
  if (!isNear(lhs) || !isNear(rhs))
    return kFarOff;
  if (expr.getKind() == AffineExprKind::Add)
    return {lhs.min + rhs.min, lhs.max + rhs.max};
  // The right one is a constant.
  if (rhs.min != rhs.max)
    return kFarOff;
  if (expr.getKind() == AffineExprKind::Mul) {
    constexpr Wide most = Wide(1) << 26;
    bool isSmall = rhs.min < most && rhs.min > -most;
    bool isShort = lhs.min >= kAnything.min && lhs.max <= kAnything.max;
    if (!isSmall && !isShort)
      return kFarOff;
    if (rhs.min < 0)
      std::swap(lhs.min, lhs.max);
    return {lhs.min * rhs.min, lhs.max * rhs.min};
  }
  if (rhs.min <= 0)
    return kFarOff;
  if (expr.getKind() == AffineExprKind::Mod)
    return lhs.min >= 0 && lhs.max < rhs.min ? lhs : WideBounds{0, rhs.min - 1};
  if (expr.getKind() != AffineExprKind::FloorDiv)
    return kFarOff;
  auto divide = [&](Wide number) {
    return number >= 0 ? number / rhs.min : -((rhs.min - 1 - number) / rhs.min);
  };
  return {divide(lhs.min), divide(lhs.max)};
}

/// Bounds of an expression, from those of its symbols.
static WideBounds exactBoundsOf(const IndexExpr &expr,
                                const IndexFacts &facts) {
  return boundsOf(expr.expr, llvm::map_to_vector(expr.symbols, [&](Value v) {
                    return facts.getBounds(v);
                  }));
}

static int64_t clampTo64Bits(Wide number) {
  return int64_t(std::clamp<Wide>(number, kAnything.min, kAnything.max));
}

Bounds IndexFacts::getBounds(const IndexExpr &expr) const {
  WideBounds bounds = exactBoundsOf(expr, *this);
  // What leaves 64 bits once becomes negative; twice, any number.
  if (bounds.min < kAnything.min || bounds.max >= Wide(1) << 64)
    return kAnything;
  return {int64_t(bounds.min), clampTo64Bits(bounds.max)};
}

int64_t IndexFacts::getExactMinimum(const IndexExpr &expr) const {
  return clampTo64Bits(exactBoundsOf(expr, *this).min);
}
