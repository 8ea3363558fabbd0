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

static int64_t divisorOf(Value value, unsigned depth);

static int64_t divisorOf(OpFoldResult value, unsigned depth) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return std::abs(*constant);
  return divisorOf(cast<Value>(value), depth);
}

static int64_t divisorOf(Value value, unsigned depth) {
  if (std::optional<int64_t> constant = constantOf(value))
    return *constant == std::numeric_limits<int64_t>::min()
               ? 1
               : std::abs(*constant);
  if (depth == kMaxDepth)
    return 1;
  ++depth;
  if (auto loop = loopOf(value)) {
    auto bounds = loop->first.getLoopLowerBounds();
    auto steps = loop->first.getLoopSteps();
    if (!bounds || !steps)
      return 1;
    return std::gcd(divisorOf((*bounds)[loop->second], depth),
                    divisorOf((*steps)[loop->second], depth));
  }
  Operation *op = value.getDefiningOp();
  if (!op)
    return 1;
  auto operand = [&](unsigned i) {
    return divisorOf(op->getOperand(i), depth);
  };
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(op))
    return operand(0);
  if (isa<arith::MulIOp>(op))
    return product(operand(0), operand(1));
  if (isa<arith::AddIOp, arith::SubIOp, arith::RemSIOp, arith::RemUIOp,
          arith::MinSIOp, arith::MaxSIOp, arith::MinUIOp, arith::MaxUIOp>(op))
    return std::gcd(operand(0), operand(1));
  if (isa<arith::SelectOp>(op))
    return std::gcd(operand(1), operand(2));
  if (isa<arith::DivSIOp, arith::DivUIOp>(op))
    if (std::optional<int64_t> by = constantOf(op->getOperand(1)))
      if (int64_t whole = operand(0); *by > 0 && whole % *by == 0)
        return whole / *by;
  if (isa<arith::ShLIOp>(op))
    if (std::optional<int64_t> by = constantOf(op->getOperand(1)))
      if (*by >= 0 && *by < 62)
        return product(operand(0), int64_t(1) << *by);
  return 1;
}

int64_t IndexFacts::getDivisor(Value value) const {
  return divisorOf(value, 0);
}

static int64_t divisorOf(AffineExpr expr, ArrayRef<int64_t> symbols) {
  switch (expr.getKind()) {
  case AffineExprKind::Constant:
    return std::abs(cast<AffineConstantExpr>(expr).getValue());
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
  int64_t lhs = divisorOf(binary.getLHS(), symbols),
          rhs = divisorOf(binary.getRHS(), symbols);
  if (expr.getKind() == AffineExprKind::Mul)
    return product(lhs, rhs);
  if (expr.getKind() == AffineExprKind::FloorDiv)
    return rhs != 0 && lhs % rhs == 0 ? lhs / rhs : 1;
  return std::gcd(lhs, rhs);
}

int64_t IndexFacts::getDivisor(const IndexExpr &expr) const {
  return divisorOf(expr.expr, llvm::map_to_vector(expr.symbols, [&](Value v) {
                     return getDivisor(v);
                   }));
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

static constexpr IndexFacts::Bounds kAnything = {
    std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max()};

IndexFacts::Bounds IndexFacts::getBounds(Value value) const {
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

using Bounds = IndexFacts::Bounds;

/// The ends of what an int64_t can be stand for no end at all.
static bool isOpen(int64_t end) {
  return end == kAnything.min || end == kAnything.max;
}

static int64_t addEnds(int64_t a, int64_t b, int64_t open) {
  int64_t sum;
  if (isOpen(a) || isOpen(b) || llvm::AddOverflow(a, b, sum))
    return open;
  return sum;
}

static int64_t scaleEnd(int64_t end, int64_t factor, int64_t open) {
  int64_t product;
  if (isOpen(end) || llvm::MulOverflow(end, factor, product))
    return open;
  return product;
}

static Bounds boundsOf(AffineExpr expr, ArrayRef<Bounds> symbols) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return {constant.getValue(), constant.getValue()};
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbols[symbol.getPosition()];
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return kAnything;
  Bounds lhs = boundsOf(binary.getLHS(), symbols),
         rhs = boundsOf(binary.getRHS(), symbols);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return {addEnds(lhs.min, rhs.min, kAnything.min),
            addEnds(lhs.max, rhs.max, kAnything.max)};
  case AffineExprKind::Mul: {
    // The right one is a constant.
    if (rhs.min != rhs.max)
      return kAnything;
    if (rhs.min == 0)
      return {0, 0};
    if (rhs.min < 0)
      std::swap(lhs.min, lhs.max);
    return {scaleEnd(lhs.min, rhs.min, kAnything.min),
            scaleEnd(lhs.max, rhs.min, kAnything.max)};
  }
  case AffineExprKind::Mod:
    if (rhs.min != rhs.max || rhs.min <= 0)
      return kAnything;
    if (lhs.min >= 0 && lhs.max < rhs.min)
      return lhs;
    return {0, rhs.min - 1};
  case AffineExprKind::FloorDiv:
    if (rhs.min != rhs.max || rhs.min <= 0)
      return kAnything;
    return {
        isOpen(lhs.min) ? lhs.min : llvm::divideFloorSigned(lhs.min, rhs.min),
        isOpen(lhs.max) ? lhs.max : llvm::divideFloorSigned(lhs.max, rhs.min)};
  default:
    return kAnything;
  }
}

Bounds IndexFacts::getBounds(const IndexExpr &expr) const {
  return boundsOf(expr.expr, llvm::map_to_vector(expr.symbols, [&](Value v) {
                    return getBounds(v);
                  }));
}
