//===- SlotRangesTest.cpp - Indices of slots and windows ------------------===//

#include "pto/Analysis/SlotRanges.h"
#include "pto/IR/PTOOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::pto;

namespace {
class SlotRangesTest : public ::testing::Test {
protected:
  SlotRangesTest() {
    context.loadDialect<PTODialect, func::FuncDialect, scf::SCFDialect,
                        arith::ArithDialect>();
  }

  /// Parses a loop over %i, from `lower` to `upper`, around `body`.
  void parse(StringRef body, int64_t slots = 2, StringRef lower = "0",
             StringRef upper = "8", StringRef step = "1") {
    std::string text;
    llvm::raw_string_ostream os(text);
    os << "func.func @f(%n: index, %m: index, %k: i32) "
          "attributes {pto.kind = #pto.function_kind<aiv>} {\n"
       << "%lower = arith.constant " << lower << " : index\n"
       << "%upper = arith.constant " << upper << " : index\n"
       << "%step = arith.constant " << step << " : index\n";
    for (int64_t i = 0; i < 9; ++i)
      os << "%c" << i << " = arith.constant " << i << " : index\n";
    os << "%a = pto.alloc vec, addr = -1, size = " << 1024 * slots
       << ", id = 0 pinned slots = " << slots << "\n"
       << "scf.for %i = %lower to %upper step %step {\n"
       << body << "\n}\nreturn }";
    module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module) << text;
    names.clear();
    module->walk([&](SlotOp slot) { names.push_back(slot); });
    facts.emplace(*module->getOps<func::FuncOp>().begin());
  }

  SmallVector<int64_t> slots(unsigned i) {
    SlotRanges::Range range = SlotRanges(*facts).getPossibleSlots(names[i]);
    SmallVector<int64_t> list;
    for (int64_t slot = range.first; slot <= range.last; slot += range.step)
      list.push_back(slot);
    return list;
  }
  bool mayShare() {
    SlotRanges ranges(*facts);
    bool share = ranges.mayShareBytes(names[0], names[1]);
    EXPECT_EQ(share, ranges.mayShareBytes(names[1], names[0]));
    return share;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  SmallVector<Value> names;
  std::optional<IndexFacts> facts;
};

using Slots = SmallVector<int64_t>;

TEST_F(SlotRangesTest, ConstantsAreOneSlot) {
  parse("%s = pto.slot %a[1] %t = pto.slot %a[0]");
  EXPECT_EQ(slots(0), Slots({1}));
  EXPECT_FALSE(mayShare());
  parse("%s = pto.slot %a[1] %t = pto.slot %a[1]");
  EXPECT_TRUE(mayShare());
}

TEST_F(SlotRangesTest, ParitiesAreToldApart) {
  parse("%p = arith.remsi %i, %c2 : index %s = pto.slot %a[%p] "
        "%j = arith.addi %i, %c1 : index %q = arith.remsi %j, %c2 : index "
        "%t = pto.slot %a[%q]");
  EXPECT_EQ(slots(0), Slots({0, 1}));
  EXPECT_EQ(slots(1), Slots({0, 1}));
  EXPECT_FALSE(mayShare());
}

TEST_F(SlotRangesTest, SameParityIsTheSameSlot) {
  parse("%p = arith.remsi %i, %c2 : index %s = pto.slot %a[%p] "
        "%j = arith.addi %i, %c2 : index %q = arith.remsi %j, %c2 : index "
        "%t = pto.slot %a[%q]");
  EXPECT_TRUE(mayShare());
}

TEST_F(SlotRangesTest, StepsCount) {
  // An even loop variable has parity 0, whatever comes on top of it.
  parse("%p = arith.remsi %i, %c2 : index %s = pto.slot %a[%p] "
        "%j = arith.muli %n, %c2 : index %l = arith.addi %j, %c1 : index "
        "%q = arith.remui %l, %c2 : index %t = pto.slot %a[%q]",
        2, "0", "8", "2");
  EXPECT_EQ(slots(0), Slots({0}));
  // %n may be negative: its remainder is not an affine expression.
  EXPECT_TRUE(mayShare() || slots(1) == Slots({1}));
}

TEST_F(SlotRangesTest, ThreeStages) {
  parse("%p = arith.remsi %i, %c3 : index %s = pto.slot %a[%p] "
        "%j = arith.addi %i, %c2 : index %q = arith.remsi %j, %c3 : index "
        "%t = pto.slot %a[%q]",
        3);
  EXPECT_FALSE(mayShare());
  parse("%p = arith.remsi %i, %c3 : index %s = pto.slot %a[%p] "
        "%j = arith.addi %i, %c3 : index %q = arith.remsi %j, %c3 : index "
        "%t = pto.slot %a[%q]",
        3);
  EXPECT_TRUE(mayShare());
}

TEST_F(SlotRangesTest, DifferentIndicesMayMeet) {
  parse("%p = arith.remui %n, %c2 : index %s = pto.slot %a[%p] "
        "%q = arith.remui %m, %c2 : index %t = pto.slot %a[%q]");
  EXPECT_TRUE(mayShare());
}

TEST_F(SlotRangesTest, RangesAreToldApart) {
  // [0, 4) and [4, 8).
  parse("%s = pto.slot %a[%i] %j = arith.addi %i, %c4 : index "
        "%t = pto.slot %a[%j]",
        8, "0", "4");
  EXPECT_EQ(slots(0), Slots({0, 1, 2, 3}));
  EXPECT_EQ(slots(1), Slots({4, 5, 6, 7}));
  EXPECT_FALSE(mayShare());
  // [0, 4) and [2, 6) overlap, but never at one moment.
  parse("%s = pto.slot %a[%i] %j = arith.addi %i, %c2 : index "
        "%t = pto.slot %a[%j]",
        8, "0", "4");
  EXPECT_FALSE(mayShare());
  // Two of one kind: equal where the loop variables are.
  parse("%s = pto.slot %a[%i] scf.for %k2 = %lower to %upper step %step { "
        "%t = pto.slot %a[%k2] }",
        8, "0", "4");
  EXPECT_TRUE(mayShare());
}

TEST_F(SlotRangesTest, DivisorsNarrowTheRange) {
  parse("%p = arith.remsi %i, %c4 : index %j = arith.muli %p, %c2 : index "
        "%s = pto.slot %a[%j] %q = arith.addi %j, %c1 : index "
        "%t = pto.slot %a[%q]",
        8);
  EXPECT_EQ(slots(0), Slots({0, 2, 4, 6}));
  EXPECT_FALSE(mayShare());
}

TEST_F(SlotRangesTest, NarrowIntegersWrapAround) {
  // Nothing is known of i32 arithmetic that may wrap.
  parse("%x = arith.index_cast %k : i32 to index "
        "%p = arith.remsi %x, %c2 : index %s = pto.slot %a[%p] "
        "%t = pto.slot %a[0]");
  EXPECT_TRUE(mayShare());
}

TEST_F(SlotRangesTest, UnsubscriptedIsTheFirstSlot) {
  parse("%s = pto.slot %a[1] %t = pto.slot %a[0]");
  SlotRanges ranges(*facts);
  Value whole = names[0].getDefiningOp<SlotOp>().getBuffer();
  EXPECT_FALSE(ranges.mayShareBytes(whole, names[0]));
  EXPECT_TRUE(ranges.mayShareBytes(whole, names[1]));
}

TEST_F(SlotRangesTest, IndexExpressionsAndDivisors) {
  parse("%p = arith.muli %i, %c8 : index %s = pto.slot %a[%p] "
        "%q = arith.divsi %p, %c4 : index %t = pto.slot %a[%q]",
        8, "16", "64", "4");
  auto index = [&](unsigned i) {
    return facts->getExpr(names[i].getDefiningOp<SlotOp>().getIndex());
  };
  EXPECT_EQ(facts->getDivisor(index(0)), 32);
  EXPECT_EQ(facts->getBounds(index(0)).min, 128);
  // (i * 8) floordiv 4.
  EXPECT_EQ(facts->getDivisor(index(1)), 8);
  EXPECT_EQ(facts->getBounds(index(1)).min, 32);
}
} // namespace
