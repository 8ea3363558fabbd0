//===- VerifyIndicesTest.cpp - What is told of indices, against numbers ---===//
//
// Random arithmetic on arguments and on induction variables is computed with
// numbers, by the folders of the ops. What judge and planner tell of it must
// hold of each of them: the range, what is left of a division, and which two
// can't be equal.
//
//===----------------------------------------------------------------------===//

#include "../../lib/Verify/IndexValues.h"

#include "pto/Analysis/SlotRanges.h"
#include "pto/IR/PTOOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/DebugStringHelper.h"
#include "gtest/gtest.h"

#include <random>

using namespace mlir;
using namespace mlir::pto;
using namespace mlir::pto::verify;

namespace {
class VerifyIndicesTest : public ::testing::Test {
protected:
  VerifyIndicesTest() {
    context.loadDialect<arith::ArithDialect, func::FuncDialect, PTODialect,
                        scf::SCFDialect>();
  }

  int64_t pick(int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(random);
  }
  Value pickValue() { return values[pick(0, values.size() - 1)]; }

  Value constant(int64_t number) {
    return arith::ConstantIndexOp::create(builder, builder.getUnknownLoc(),
                                          number);
  }

  /// A constant that occurs as a step, a divisor or a factor; rarely a large
  /// one.
  int64_t pickConstant() {
    switch (pick(0, 9)) {
    case 0:
      if (!hasLargeConstants)
        return pick(1, 100);
      return pick(std::numeric_limits<int64_t>::min(),
                  std::numeric_limits<int64_t>::max());
    case 1:
      return -pick(1, 4);
    default:
      return pick(0, 12);
    }
  }

  Value makeOp() {
    Location loc = builder.getUnknownLoc();
    Value a = pickValue();
    Value b = pick(0, 2) ? constant(pickConstant()) : pickValue();
    switch (pick(0, 13)) {
    case 0:
    case 1:
      return arith::AddIOp::create(builder, loc, a, b);
    case 2:
      return arith::SubIOp::create(builder, loc, a, b);
    case 3:
    case 4:
      return arith::MulIOp::create(builder, loc, a, b);
    case 5:
      return arith::ShLIOp::create(builder, loc, a, constant(pick(0, 64)));
    case 6:
    case 7:
      return arith::RemUIOp::create(builder, loc, a, b);
    case 8:
      return arith::RemSIOp::create(builder, loc, a, b);
    case 9:
      return arith::DivUIOp::create(builder, loc, a, b);
    case 10:
      return arith::DivSIOp::create(builder, loc, a, b);
    case 11:
      return arith::MinSIOp::create(builder, loc, a, b);
    case 12:
      return arith::MaxUIOp::create(builder, loc, a, b);
    default: {
      Type narrow = builder.getIntegerType(pick(0, 1) ? 8 : 32);
      Value low =
          pick(0, 1)
              ? arith::IndexCastOp::create(builder, loc, narrow, a).getResult()
              : arith::IndexCastUIOp::create(builder, loc, narrow, a)
                    .getResult();
      Type index = builder.getIndexType();
      return pick(0, 1) ? arith::IndexCastOp::create(builder, loc, index, low)
                              .getResult()
                        : arith::IndexCastUIOp::create(builder, loc, index, low)
                              .getResult();
    }
    }
  }

  /// A function with two arguments and one or two loops in each other.
  OwningOpRef<ModuleOp> make() {
    Location loc = builder.getUnknownLoc();
    OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
    builder.setInsertionPointToStart(module->getBody());
    Type index = builder.getIndexType();
    auto function = func::FuncOp::create(
        builder, loc, "f", builder.getFunctionType({index, index}, {}));
    Block *entry = function.addEntryBlock();
    builder.setInsertionPointToStart(entry);
    auto end = func::ReturnOp::create(builder, loc);
    builder.setInsertionPoint(end);
    values.assign(entry->args_begin(), entry->args_end());
    for (int64_t depth = pick(0, 2); depth >= 0; --depth) {
      for (int64_t i = pick(0, 2); i > 0; --i)
        values.push_back(makeOp());
      Value lower = pick(0, 3) ? constant(pick(-6, 6)) : pickValue();
      Value upper = pick(0, 3) ? constant(pick(0, 40)) : pickValue();
      Value step = pick(0, 3) ? constant(pick(0, 6)) : pickValue();
      auto loop = scf::ForOp::create(builder, loc, lower, upper, step);
      builder.setInsertionPointToStart(loop.getBody());
      values.push_back(loop.getInductionVar());
    }
    for (int64_t i = 0; i < 8; ++i)
      values.push_back(makeOp());
    return module;
  }

  /// All values in one execution; none where it does not come to the innermost
  /// loop, or where an op has no result.
  std::optional<DenseMap<Value, int64_t>> execute(ModuleOp module) {
    DenseMap<Value, int64_t> numbers;
    auto function = *module.getOps<func::FuncOp>().begin();
    for (Value argument : function.getArguments())
      numbers[argument] = pick(0, 3) ? pick(-3, 50) : pickConstant();
    WalkResult result = module.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (auto loop = dyn_cast<scf::ForOp>(op)) {
        // SCF wants a step above 0.
        int64_t lower = numbers[loop.getLowerBound()],
                upper = numbers[loop.getUpperBound()],
                step = numbers[loop.getStep()];
        if (lower >= upper || step <= 0)
          return WalkResult::interrupt();
        __int128 most = (__int128(upper) - 1 - lower) / step;
        int64_t turn = pick(0, int64_t(std::min<__int128>(most, 1 << 20)));
        numbers[loop.getInductionVar()] =
            int64_t(lower + __int128(turn) * step);
        return WalkResult::advance();
      }
      if (op->getNumResults() != 1)
        return WalkResult::advance();
      SmallVector<Attribute> operands;
      for (Value operand : op->getOperands())
        operands.push_back(
            builder.getIntegerAttr(operand.getType(), numbers[operand]));
      SmallVector<OpFoldResult> folded;
      if (failed(op->fold(operands, folded)) || folded.size() != 1)
        return WalkResult::interrupt();
      if (auto value = dyn_cast<Value>(folded.front())) {
        numbers[op->getResult(0)] = numbers[value];
        return WalkResult::advance();
      }
      auto number = dyn_cast<IntegerAttr>(cast<Attribute>(folded.front()));
      if (!number)
        return WalkResult::interrupt();
      numbers[op->getResult(0)] = number.getValue().getSExtValue();
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      return std::nullopt;
    return numbers;
  }

  MLIRContext context;
  OpBuilder builder{&context};
  std::mt19937_64 random{12345};
  bool hasLargeConstants = true;
  SmallVector<Value> values;
};
} // namespace

TEST_F(VerifyIndicesTest, RandomArithmetic) {
  unsigned numExecuted = 0, numApart = 0, numResidues = 0;
  for (unsigned round = 0; round < 3000; ++round) {
    OwningOpRef<ModuleOp> module = make();
    IndexValues judge;
    IndexFacts planner(*module->getOps<func::FuncOp>().begin());
    SmallVector<std::pair<Value, Value>> apart;
    for (Value a : values) {
      const Residue &residue = judge.getResidue(a);
      numResidues += residue.modulus > 1;
      for (Value b : values)
        if (!judge.mayBeEqual(a, b))
          apart.push_back({a, b});
    }
    numApart += apart.size();
    for (unsigned i = 0; i < 12; ++i) {
      std::optional<DenseMap<Value, int64_t>> numbers = execute(*module);
      if (!numbers)
        continue;
      ++numExecuted;
      auto tell = [&] {
        std::string text;
        llvm::raw_string_ostream os(text);
        module->print(os);
        for (auto [value, number] : *numbers)
          os << value << " = " << number << "\n";
        return text;
      };
      for (Value value : values) {
        int64_t number = numbers->lookup(value);
        IndexRange range = judge.getRange(value);
        ASSERT_TRUE(range.low <= number && number <= range.high)
            << number << " not in [" << range.low << ", " << range.high << "]\n"
            << tell();
        range = judge.getRangeOfNumber(value);
        ASSERT_TRUE(number < 0 || range.low <= number) << tell();
        const Residue &residue = judge.getResidue(value);
        ASSERT_TRUE(residue.contains(number))
            << number << " is not " << residue.remainder << " modulo "
            << residue.modulus << "\n"
            << tell();
        int64_t divisor = planner.getDivisor(value);
        ASSERT_TRUE(divisor == 0 ? number == 0 : number % divisor == 0)
            << number << " is no multiple of " << divisor << "\n"
            << tell();
      }
      for (auto [a, b] : apart)
        ASSERT_NE(numbers->lookup(a), numbers->lookup(b))
            << debugString(a) << "\n"
            << debugString(b) << "\n"
            << tell();
    }
  }
  // Something is told, and held against numbers.
  EXPECT_GT(numExecuted, 10000u);
  EXPECT_GT(numApart, 20000u);
  EXPECT_GT(numResidues, 5000u);
}

TEST_F(VerifyIndicesTest, PlannerKnowsNoMore) {
  constexpr int64_t numSlots = 8;
  hasLargeConstants = false;
  unsigned numApart = 0, numMissed = 0;
  for (unsigned round = 0; round < 4000; ++round) {
    OwningOpRef<ModuleOp> module = make();
    auto function = *module->getOps<func::FuncOp>().begin();
    Location loc = builder.getUnknownLoc();
    builder.setInsertionPointToStart(&function.getBody().front());
    auto buffer =
        AllocOp::create(builder, loc, BufferType::get(&context),
                        MemorySpace::Vec, /*addr=*/0, /*size=*/1024 * numSlots,
                        /*id=*/0, /*pinned=*/true, numSlots);
    SmallVector<Value> slots;
    for (Value value : values) {
      builder.setInsertionPointAfterValue(value);
      if (isa<BlockArgument>(value) && value.getParentBlock()->isEntryBlock() &&
          value.getParentRegion() == &function.getBody())
        builder.setInsertionPointAfter(buffer);
      slots.push_back(
          SlotOp::create(builder, loc, buffer, ValueRange{value},
                         builder.getDenseI64ArrayAttr({ShapedType::kDynamic})));
    }
    IndexValues judge;
    IndexFacts facts(function);
    SlotRanges planner(facts);
    // The slots that the judge thinks of, as bits.
    auto reach = [&](Value value) {
      IndexRange range = judge.getRangeOfNumber(value);
      const Residue &residue = judge.getResidue(value);
      unsigned slots = 0;
      for (int64_t slot = 0; slot < numSlots; ++slot)
        if (range.low <= slot && slot <= range.high && residue.contains(slot))
          slots |= 1u << slot;
      return slots;
    };
    for (auto [i, a] : llvm::enumerate(values))
      for (auto [j, b] : llvm::enumerate(values)) {
        if (i >= j || planner.mayShareBytes(slots[i], slots[j]) ||
            planner.getPossibleSlots(slots[i]).isEmpty() ||
            planner.getPossibleSlots(slots[j]).isEmpty())
          continue;
        ++numApart;
        numMissed += (reach(a) & reach(b)) != 0 && judge.mayBeEqual(a, b);
      }
  }
  // A few in ten thousand are left, of remainders and quotients in each other.
  EXPECT_GT(numApart, 3000u);
  EXPECT_LT(numMissed * 1000, numApart) << numApart << " " << numMissed;
}

TEST_F(VerifyIndicesTest, WrapsAround) {
  Location loc = builder.getUnknownLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  Type index = builder.getIndexType();
  builder.setInsertionPointToStart(module->getBody());
  auto function = func::FuncOp::create(
      builder, loc, "f", builder.getFunctionType({index, index}, {}));
  builder.setInsertionPointToStart(function.addEntryBlock());
  auto times = [&](Value value, int64_t factor) -> Value {
    return arith::MulIOp::create(builder, loc, value, constant(factor));
  };
  auto plusOne = [&](Value value) -> Value {
    return arith::AddIOp::create(builder, loc, value, constant(1));
  };
  auto below = [&](Value value, int64_t end) -> Value {
    return arith::RemUIOp::create(builder, loc, value, constant(end));
  };
  Value n = function.getArgument(0), m = function.getArgument(1);
  Value few = below(n, 100), some = below(m, 100);
  IndexValues judge;
  // Three times 0xaaaaaaaaaaaaaaab is 1.
  EXPECT_TRUE(judge.mayBeEqual(times(n, 3), plusOne(times(m, 3))));
  EXPECT_FALSE(judge.mayBeEqual(times(few, 3), plusOne(times(some, 3))));
  EXPECT_FALSE(judge.mayBeEqual(times(n, 4), plusOne(times(m, 2))));
  EXPECT_TRUE(
      judge.mayBeEqual(below(times(n, 3), 6), below(plusOne(times(m, 3)), 6)));
  EXPECT_FALSE(judge.mayBeEqual(below(times(few, 3), 6),
                                below(plusOne(times(some, 3)), 6)));
}
