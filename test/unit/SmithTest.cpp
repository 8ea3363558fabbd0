//===- SmithTest.cpp - Random kernels, the oracle, shrinking --------------===//

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "pto/IR/PTOOps.h"
#include "pto/Smith/Checks.h"
#include "pto/Smith/Generator.h"
#include "pto/Smith/Oracle.h"
#include "pto/Smith/Random.h"
#include "pto/Smith/Shrink.h"
#include "llvm/ADT/StringSet.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::pto;
using namespace mlir::pto::smith;

namespace {
class Smith : public ::testing::Test {
protected:
  Smith() {
    registerKernelDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  static std::string print(ModuleOp module) {
    std::string text;
    llvm::raw_string_ostream os(text);
    module.print(os);
    return text;
  }

  DialectRegistry registry;
  MLIRContext context{MLIRContext::Threading::DISABLED};
};

// The numbers that the definition gives, so that no machine has others.
TEST(SmithRandom, IsTheSameEverywhere) {
  Random zero(0);
  Random other(0);
  uint64_t first = zero.next();
  EXPECT_EQ(first, other.next());
  EXPECT_EQ(Random::mix(1), 0x5692161d100b05e5ull);
  EXPECT_NE(Random(1).next(), Random(2).next());
}

TEST(SmithRandom, StaysInBounds) {
  Random random(3);
  for (int i = 0; i != 1000; ++i) {
    EXPECT_LT(random.below(7), 7u);
    int64_t number = random.between(-2, 2);
    EXPECT_GE(number, -2);
    EXPECT_LE(number, 2);
  }
}

TEST_F(Smith, KernelsDependOnTheSeedAlone) {
  Generator generator(&context);
  GeneratorOptions options;
  std::string five = print(*generator.generate(5, options));
  // Whatever was made before, and in whatever context.
  generator.generate(6, options);
  EXPECT_EQ(five, print(*generator.generate(5, options)));
  MLIRContext second(registry, MLIRContext::Threading::DISABLED);
  second.loadAllAvailableDialects();
  EXPECT_EQ(five, print(*Generator(&second).generate(5, options)));
}

TEST_F(Smith, KernelsAreValid) {
  Generator generator(&context);
  for (uint64_t seed = 1; seed != 300; ++seed) {
    OwningOpRef<ModuleOp> module = generator.generate(seed, {});
    EXPECT_TRUE(succeeded(verify(*module))) << "seed " << seed;
  }
}

TEST_F(Smith, EveryOpIsMade) {
  // What is left out would have a reason; the list is a test of its own.
  Generator generator(&context);
  EXPECT_TRUE(generator.listOmitted().empty());
  // What somebody says that they make is made.
  llvm::StringSet<> made;
  for (uint64_t seed = 1; seed != 1500; ++seed)
    generator.generate(seed, {})->walk(
        [&](Operation *op) { made.insert(op->getName().getStringRef()); });
  for (RegisteredOperationName name :
       context.getRegisteredOperationsByDialect("pto"))
    if (name.hasInterface<TileStorageOpInterface>()) {
      EXPECT_TRUE(made.contains(name.getStringRef()))
          << name.getStringRef().str();
    }
}

TEST_F(Smith, ChecksFindNothingInAKernel) {
  Generator generator(&context);
  KernelChecker checker(&context);
  Tally tally;
  Outcome outcome =
      checker.check(*generator.generate(12, {}), Setup::all(), tally);
  EXPECT_NE(outcome.kind, Outcome::Kind::Wrong) << outcome.detail;
  EXPECT_EQ(tally.kernels, 1u);
}

constexpr const char *placed = R"mlir(
module attributes {pto.target = #pto.target<a5>} {
  func.func @f(%x: tensor<64x64xf32>, %out: tensor<64x64xf32>, %p: i1)
      attributes {pto.kind = #pto.function_kind<aiv>} {
    %a = pto.alloc vec, addr = 0, size = 1024, id = 0
    %b = pto.alloc vec, addr = 1024, size = 1024, id = 1
    %t = pto.load %x[0, 0] to vec into %a : (tensor<64x64xf32>) -> !pto.tile<16x16xf32, vec>
    %u = scf.if %p -> !pto.tile<16x16xf32, vec> {
      %e = pto.exp %t into %b : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
      scf.yield %e : !pto.tile<16x16xf32, vec>
    } else {
      %e = pto.abs %t into %b : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
      scf.yield %e : !pto.tile<16x16xf32, vec>
    }
    %s = pto.slice %t[8, 0] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<8x16xf32, vec>
    pto.store %u, %out[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<64x64xf32>) -> tensor<64x64xf32>
    pto.store %s, %out[16, 0] : (!pto.tile<8x16xf32, vec>, tensor<64x64xf32>) -> tensor<64x64xf32>
    return
  }
})mlir";

TEST_F(Smith, OracleKnowsRightFromWrong) {
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(placed, &context);
  ASSERT_TRUE(module);
  auto function = *module->getOps<func::FuncOp>().begin();
  const TargetModel &model = TargetModel::getFor(function);
  EXPECT_EQ(judge(function, model, 8).verdict, Verdict::Right);

  auto allocs = llvm::to_vector(function.getOps<AllocOp>());
  // The lower half of `t` is overwritten before the slice is stored.
  allocs[1].setAddr(512);
  EXPECT_EQ(judge(function, model, 8).verdict, Verdict::Wrong);
  // The upper half is not needed any more, but ops stream through bytes.
  allocs[1].setAddr(1024);
  allocs[0].setAddr(1536);
  EXPECT_EQ(judge(function, model, 8).verdict, Verdict::Wrong);
  allocs[0].setAddr(2048);
  EXPECT_EQ(judge(function, model, 8).verdict, Verdict::Right);

  allocs[0].setAddr(8);
  EXPECT_EQ(judgeAddresses(function, model).verdict, Verdict::Wrong);
  allocs[0].setAddr(*model.getCapacity(MemorySpace::Vec) - 512);
  EXPECT_EQ(judgeAddresses(function, model).verdict, Verdict::Wrong);
}

TEST_F(Smith, OracleSeesEveryArm) {
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(placed, &context);
  ASSERT_TRUE(module);
  auto function = *module->getOps<func::FuncOp>().begin();
  // One arm leaves its tile elsewhere: users look where the first one does.
  OpBuilder builder(&context);
  auto allocs = llvm::to_vector(function.getOps<AllocOp>());
  builder.setInsertionPoint(allocs[0]);
  Operation *third = builder.clone(*allocs[1]);
  cast<AllocOp>(third).setAddr(4096);
  function.walk([&](AbsOp op) {
    cast<TileStorageOpInterface>(op.getOperation())
        .setBuffers(third->getResult(0));
  });
  EXPECT_EQ(judge(function, TargetModel::getFor(function), 16).verdict,
            Verdict::Wrong);
}

TEST_F(Smith, ShrinkingKeepsWhatMatters) {
  Generator generator(&context);
  GeneratorOptions options;
  options.with = bit(Feature::Whiles) | bit(Feature::Views);
  options.ops = 60;
  OwningOpRef<ModuleOp> module = generator.generate(3, options);
  auto hasSlice = [](ModuleOp candidate) {
    return candidate.walk([](SliceOp) { return WalkResult::interrupt(); })
        .wasInterrupted();
  };
  ASSERT_TRUE(hasSlice(*module));
  OwningOpRef<ModuleOp> small = shrink(*module, hasSlice);
  EXPECT_TRUE(hasSlice(*small));
  EXPECT_TRUE(succeeded(verify(*small)));
  unsigned count = 0;
  small->walk([&](Operation *) { ++count; });
  // The module, a function, its return, a load, a slice, and an index at most.
  EXPECT_LE(count, 8u);
  // In the same way every time.
  EXPECT_EQ(print(*small), print(*shrink(*module, hasSlice)));
}
} // namespace
