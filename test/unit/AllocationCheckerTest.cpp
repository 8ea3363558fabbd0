//===- AllocationCheckerTest.cpp - Validation and the judge ---------------===//

#include "AllocationBuilder.h"

#include "pto/Allocation/Checker.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace mlir::pto::alloc;

namespace {
std::string faultOf(const Problem &problem) {
  return toString(validate(problem));
}

TEST(AllocationValidation, AcceptsWhatIsRight) {
  Builder b(64);
  b.add(8, 0, 2);
  b.add(8, 2, 4);
  b.problem.penalties.push_back({0, 1, 3});
  EXPECT_EQ(faultOf(b.problem), "");
}

TEST(AllocationValidation, Pools) {
  Builder b(0);
  EXPECT_EQ(faultOf(b.problem), "pool 0: the capacity is 0, not positive");
  b.problem.pools[0] = Pool();
  b.problem.pools[0].alignment = 24;
  EXPECT_EQ(faultOf(b.problem),
            "pool 0: the alignment is 24, not a power of two");
  b.problem.pools[0] = Pool();
  b.problem.pools[0].reserved.push_back({8, 8});
  EXPECT_EQ(faultOf(b.problem),
            "pool 0: the reserved range [8, 8) is empty or begins below 0");
}

TEST(AllocationValidation, Buffers) {
  auto faultWith = [](function_ref<void(Buffer &)> change) {
    Builder b;
    b.add(8, 0, 2);
    change(b.problem.buffers[0]);
    return faultOf(b.problem);
  };
  EXPECT_EQ(faultWith([](Buffer &b) { b.pool = 1; }),
            "buffer 0: there is no pool 1");
  EXPECT_EQ(faultWith([](Buffer &b) { b.size = 0; }),
            "buffer 0: the size is 0, not positive");
  EXPECT_EQ(faultWith([](Buffer &b) { b.alignment = 3; }),
            "buffer 0: the alignment is 3, not a power of two");
  EXPECT_EQ(faultWith([](Buffer &b) { b.live.clear(); }),
            "buffer 0: it is never live");
  EXPECT_EQ(faultWith([](Buffer &b) { b.live[0].end = 0; }),
            "buffer 0: the lifetime [0, 0) is empty");
  EXPECT_EQ(faultWith([](Buffer &b) { b.offset = -4; }),
            "buffer 0: the given offset -4 is no address");
  EXPECT_EQ(faultWith([](Buffer &b) {
              b.alignment = 4;
              b.offset = 6;
            }),
            "buffer 0: the given offset 6 is not a multiple of the alignment "
            "4");
  EXPECT_EQ(faultWith([](Buffer &b) { b.size = kLargest; }),
            "buffer 0: the sizes add up to more than 2^60");
}

TEST(AllocationValidation, Pairs) {
  Builder b;
  b.add(8, 0, 2);
  b.add(8, 1, 3);
  b.add(8, 4, 5);
  auto faultWith = [&](unsigned first, unsigned second, int64_t weight) {
    Problem problem = b.problem;
    problem.penalties.push_back({first, second, weight});
    return faultOf(problem);
  };
  EXPECT_EQ(faultWith(0, 3, 1), "penalty (0, 3): there are only 3 buffers");
  EXPECT_EQ(faultWith(2, 2, 1), "penalty (2, 2): both are the same buffer");
  EXPECT_EQ(faultWith(0, 2, 0), "penalty (0, 2): the weight is 0, not "
                                "positive");
  EXPECT_EQ(faultWith(0, 2, kLargest + 1),
            "penalty (0, 2): the weights add up to more than 2^60");
  // F.5 solver 9: a penalty on lives that overlap.
  EXPECT_EQ(faultWith(0, 1, 1), "penalty (0, 1): the lives overlap, so the "
                                "buffers never share bytes");
  b.problem.separations.push_back({0, 7});
  EXPECT_EQ(faultOf(b.problem), "separation (0, 7): there are only 3 buffers");
}

/// The one rule that is broken, with the sentence about it.
class AllocationChecker : public ::testing::Test {
protected:
  AllocationChecker() : b(64) {
    b.add(16, 0, 4, 8);
    b.add(16, 4, 8);
    b.add(8, 2, 6);
  }

  std::string violated(std::vector<int64_t> offsets) {
    Verdict verdict = check(b.problem, offsets);
    EXPECT_EQ(verdict.violations.size(), 1u);
    if (verdict.violations.empty())
      return "";
    rule = verdict.violations[0].rule;
    return describe(verdict.violations[0], b.problem, offsets,
                    [](unsigned i) { return "b" + std::to_string(i); });
  }

  Builder b;
  Rule rule = Rule::Placed;
};

TEST_F(AllocationChecker, AcceptsAndMeasures) {
  b.problem.penalties.push_back({0, 1, 5});
  Verdict verdict = check(b.problem, {0, 8, 24});
  EXPECT_TRUE(verdict.isValid());
  EXPECT_EQ(verdict.peaks[0], 32);
  EXPECT_EQ(verdict.penalty, 5);
  EXPECT_EQ(check(b.problem, {0, 16, 40}).penalty, 0);
}

TEST_F(AllocationChecker, Placed) {
  EXPECT_EQ(violated({0, -1, 24}), "b1 has no offset");
  EXPECT_EQ(rule, Rule::Placed);
  EXPECT_EQ(violated({0, 0}), "b2 has no offset");
}

TEST_F(AllocationChecker, Aligned) {
  EXPECT_EQ(violated({4, 0, 24}), "b0 at [4, 20) is not aligned to 8 bytes");
  EXPECT_EQ(rule, Rule::Aligned);
  b.problem.pools[0].alignment = 32;
  EXPECT_EQ(violated({0, 0, 40}), "b2 at [40, 48) is not aligned to 32 bytes");
}

TEST_F(AllocationChecker, Capacity) {
  EXPECT_EQ(violated({0, 0, 57}),
            "b2 at [57, 65) ends above the capacity of 64 bytes");
  EXPECT_EQ(rule, Rule::Capacity);
}

TEST_F(AllocationChecker, Reserved) {
  b.problem.pools[0].reserved.push_back({31, 40});
  EXPECT_EQ(violated({0, 0, 24}), "b2 at [24, 32) touches a reserved range");
  EXPECT_EQ(rule, Rule::Reserved);
}

TEST_F(AllocationChecker, Fixed) {
  b.problem.buffers[2].offset = 32;
  EXPECT_EQ(violated({0, 0, 24}), "b2 at [24, 32) is not at its given offset "
                                  "32");
  EXPECT_EQ(rule, Rule::Fixed);
}

TEST_F(AllocationChecker, Overlap) {
  EXPECT_EQ(violated({0, 16, 15}),
            "b2 at [15, 23) and b0 at [0, 16) live at the same time and share "
            "bytes");
  EXPECT_EQ(rule, Rule::Overlap);
}

TEST_F(AllocationChecker, Holes) {
  // Alive in [0, 2) and [6, 8): beside both, but not beside the third.
  b.problem.buffers[2].live = {{6, 8}, {0, 2}};
  EXPECT_FALSE(check(b.problem, {0, 0, 8}).isValid());
  b.problem.buffers[0].live = {{2, 4}};
  b.problem.buffers[1].live = {{4, 6}};
  EXPECT_TRUE(check(b.problem, {0, 0, 8}).isValid());
}

TEST_F(AllocationChecker, Separation) {
  b.problem.separations.push_back({0, 1});
  EXPECT_EQ(violated({0, 8, 24}),
            "b0 at [0, 16) and b1 at [8, 24) are separated but share bytes");
  EXPECT_EQ(rule, Rule::Separation);
}

TEST_F(AllocationChecker, EqualStart) {
  b.problem.equalStarts.push_back({0, 1});
  EXPECT_EQ(violated({0, 8, 24}), "b0 at [0, 16) and b1 at [8, 24) share bytes "
                                  "but start at different offsets");
  EXPECT_EQ(rule, Rule::EqualStart);
  EXPECT_TRUE(check(b.problem, {0, 0, 24}).isValid());
  EXPECT_TRUE(check(b.problem, {0, 16, 40}).isValid());
}
} // namespace
