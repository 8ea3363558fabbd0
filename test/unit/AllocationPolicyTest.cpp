//===- AllocationPolicyTest.cpp - Addresses by somebody else's rules ------===//
//
// An embedder's policy decides which memories get addresses, how they are
// aligned and in which order buffers are taken, under every planner.
//
//===----------------------------------------------------------------------===//

#include "pto/Transforms/AllocationPolicy.h"
#include "pto/Transforms/Transforms.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::pto;

namespace {
/// 256 bytes in vec, nothing in mat, the highest number first.
class OtherPolicy : public AllocationPolicy {
public:
  bool shouldAllocate(MemorySpace space) const override {
    return AllocationPolicy::shouldAllocate(space) && space != MemorySpace::Mat;
  }
  int64_t getAlignment(MemorySpace space) const override {
    return space == MemorySpace::Vec ? 256 : 32;
  }
  void order(MutableArrayRef<AllocOp> buffers) const override {
    llvm::sort(buffers,
               [](AllocOp a, AllocOp b) { return a.getId() > b.getId(); });
  }
};

class PolicyTest : public ::testing::TestWithParam<Planner> {
protected:
  PolicyTest() {
    context.loadDialect<func::FuncDialect, PTODialect>();
    module = parseSourceString<ModuleOp>(R"(
      func.func @f(%x: tensor<1x10xf32>, %y: tensor<16x16xbf16>)
          attributes {pto.kind = #pto.function_kind<incore>} {
        %0 = pto.alloc vec, addr = -1, size = 40, id = 0
        %1 = pto.alloc vec, addr = -1, size = 40, id = 1
        %2 = pto.alloc mat, addr = -1, size = 512, id = 2
        %a = pto.load %x[0, 0] to vec into %0 : (tensor<1x10xf32>) -> !pto.tile<1x10xf32, vec>
        %b = pto.load %x[0, 0] to vec into %1 : (tensor<1x10xf32>) -> !pto.tile<1x10xf32, vec>
        %m = pto.load %y[0, 0] to mat into %2 : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat>
        pto.store %a, %x[0, 0] : (!pto.tile<1x10xf32, vec>, tensor<1x10xf32>) -> tensor<1x10xf32>
        pto.store %b, %x[0, 0] : (!pto.tile<1x10xf32, vec>, tensor<1x10xf32>) -> tensor<1x10xf32>
        return
      })",
                                         &context);
  }

  /// Addresses by number, after placing by `policy`.
  SmallVector<int64_t> place(const AllocationPolicy &policy) {
    auto function = *module->getOps<func::FuncOp>().begin();
    EXPECT_TRUE(succeeded(
        allocateAddresses(function, TargetModel::get(Target::A2A3), policy,
                          GetParam(), PlacementObjective::Waits)));
    SmallVector<int64_t> addresses;
    function.walk([&](AllocOp alloc) { addresses.push_back(alloc.getAddr()); });
    return addresses;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};
} // namespace

TEST_P(PolicyTest, DefaultIsTheDocuments) {
  EXPECT_EQ(place(AllocationPolicy()), (SmallVector<int64_t>{0, 64, 0}));
}

TEST_P(PolicyTest, OthersDecide) {
  SmallVector<int64_t> addresses = place(OtherPolicy());
  // Left alone.
  EXPECT_EQ(addresses[2], AllocOp::kNotPlaced);
  // Aligned. In sequence the last comes first.
  if (GetParam() == Planner::PyPTO) {
    EXPECT_EQ(ArrayRef(addresses).take_front(2), ArrayRef<int64_t>({256, 0}));
  }
  EXPECT_EQ(std::max(addresses[0], addresses[1]), 256);
  EXPECT_EQ(std::min(addresses[0], addresses[1]), 0);
}

TEST_P(PolicyTest, OptionsAsPolicy) {
  OptionPolicy policy(TargetModel::get(Target::A2A3), AlignmentRule::Target,
                      PlacementOrder::Name);
  EXPECT_EQ(policy.getAlignment(MemorySpace::Left), 512);
  EXPECT_EQ(policy.getAlignment(MemorySpace::Vec), 32);
  EXPECT_EQ(place(policy), (SmallVector<int64_t>{0, 64, 0}));
}

TEST_P(PolicyTest, InAPass) {
  AllocateMemoryAddrOptions options;
  options.planner = GetParam();
  options.target = "a2a3";
  // The judge expects all memories to have addresses.
  options.verify = false;
  PassManager passes(&context);
  passes.addNestedPass<func::FuncOp>(
      createAllocateMemoryAddr(options, std::make_shared<OtherPolicy>()));
  ASSERT_TRUE(succeeded(passes.run(*module)));
  SmallVector<int64_t> addresses;
  module->walk([&](AllocOp alloc) { addresses.push_back(alloc.getAddr()); });
  EXPECT_EQ(std::max(addresses[0], addresses[1]), 256);
  EXPECT_EQ(addresses[2], AllocOp::kNotPlaced);
}

INSTANTIATE_TEST_SUITE_P(Planners, PolicyTest,
                         ::testing::Values(Planner::PyPTO, Planner::DsaRP,
                                           Planner::Optimal));

TEST(AllocateAddresses, LeavesAddressesToTheAssembler) {
  MLIRContext context;
  context.loadDialect<func::FuncDialect, PTODialect>();
  auto module = parseSourceString<ModuleOp>(
      "func.func @f() attributes {pto.kind = #pto.function_kind<aiv>} {\n"
      "  return\n}",
      &context);
  std::string message;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    message = diagnostic.str();
    return success();
  });
  EXPECT_TRUE(failed(allocateAddresses(
      *module->getOps<func::FuncOp>().begin(), TargetModel::get(std::nullopt),
      AllocationPolicy(), Planner::PtoAS, PlacementObjective::Waits)));
  EXPECT_EQ(message, "planner=ptoas leaves addresses to the assembler");
}
