//===- ForeignOpTest.cpp - Ops of other dialects join by external model ---===//
//
// A consumer of another dialect that asks for mat: no op of ours does, so this
// is also where the demand analysis is seen at work.
//
//===----------------------------------------------------------------------===//

#include "pto/Analysis/DemandAnalysis.h"
#include "pto/Analysis/SpaceAssignment.h"
#include "pto/IR/PTOOps.h"
#include "pto/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::pto;

namespace {
/// Reads its tile from mat.
struct MatReader
    : MemorySpaceOpInterface::ExternalModel<MatReader,
                                            UnrealizedConversionCastOp> {
  SpaceList getAllowedSpaces(Operation *, unsigned) const {
    return MemorySpace::Mat;
  }
  bool needsRowMajor(Operation *, unsigned) const { return false; }
  ResultSpaceRule getResultSpaceRule(Operation *, unsigned) const { return {}; }
  TileType getResultTypeIn(Operation *, unsigned, MemorySpace) const {
    return {};
  }
  void setResultSpace(Operation *, unsigned, MemorySpace) const {}
};

class ForeignOpTest : public ::testing::Test {
protected:
  ForeignOpTest() {
    DialectRegistry registry;
    registry.insert<PTODialect, func::FuncDialect, scf::SCFDialect,
                    arith::ArithDialect>();
    registry.addExtension(+[](MLIRContext *context, BuiltinDialect *) {
      UnrealizedConversionCastOp::attachInterface<MatReader>(*context);
    });
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  /// The spaces of all loads of a function, after inference.
  SmallVector<MemorySpace> inferLoads(StringRef body) {
    std::string text = ("func.func @f(%x: tensor<16x16xf32>, %p: i1) "
                        "attributes {pto.kind = #pto.function_kind<incore>} {" +
                        body + " return }")
                           .str();
    module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module);
    PassManager passes(&context);
    passes.addPass(createInferTileMemorySpace());
    EXPECT_TRUE(succeeded(passes.run(*module)));
    SmallVector<MemorySpace> spaces;
    module->walk([&](LoadOp load) {
      spaces.push_back(load.getResult().getType().getSpace().value());
    });
    return spaces;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

constexpr StringLiteral load =
    "pto.load %x[0, 0] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32>";
constexpr StringLiteral use =
    "%u = builtin.unrealized_conversion_cast %t : !pto.tile<16x16xf32> to i32 ";

TEST_F(ForeignOpTest, DemandReachesALoad) {
  EXPECT_EQ(inferLoads(("%t = " + load + " " + use).str()),
            SmallVector<MemorySpace>({MemorySpace::Mat}));
}

TEST_F(ForeignOpTest, DemandGoesThroughViews) {
  EXPECT_EQ(inferLoads(("%a = " + load +
                        " %t = pto.tile_cast %a : (!pto.tile<16x16xf32>) -> "
                        "!pto.tile<16x16xf32> " +
                        use)
                           .str()),
            SmallVector<MemorySpace>({MemorySpace::Mat}));
}

TEST_F(ForeignOpTest, DemandGoesThroughBranches) {
  EXPECT_EQ(
      inferLoads(("%t = scf.if %p -> !pto.tile<16x16xf32> { %a = " + load +
                  " scf.yield %a : !pto.tile<16x16xf32> } else { %b = " + load +
                  " scf.yield %b : !pto.tile<16x16xf32> } " + use)
                     .str()),
      SmallVector<MemorySpace>({MemorySpace::Mat, MemorySpace::Mat}));
}

TEST_F(ForeignOpTest, DemandGoesThroughCarriedTiles) {
  std::string inner = use.str();
  size_t at = inner.find("%t");
  inner.replace(at, 2, "%s");
  EXPECT_EQ(
      inferLoads(("%c0 = arith.constant 0 : index %c1 = arith.constant 1 : "
                  "index %t = " +
                  load +
                  " %r = scf.for %i = %c0 to %c1 step %c1 iter_args(%s = %t) "
                  "-> (!pto.tile<16x16xf32>) { " +
                  inner + " scf.yield %s : !pto.tile<16x16xf32> }")
                     .str()),
      SmallVector<MemorySpace>({MemorySpace::Mat}));
}

TEST_F(ForeignOpTest, DemandGoesThroughConditions) {
  EXPECT_EQ(inferLoads(("%s = " + load +
                        " %t = scf.while (%a = %s) : (!pto.tile<16x16xf32>) -> "
                        "!pto.tile<16x16xf32> { scf.condition(%p) %a : "
                        "!pto.tile<16x16xf32> } do { "
                        "^bb0(%b: !pto.tile<16x16xf32>): %c = " +
                        load + " scf.yield %c : !pto.tile<16x16xf32> } " + use)
                           .str()),
            SmallVector<MemorySpace>({MemorySpace::Mat, MemorySpace::Mat}));
}

TEST_F(ForeignOpTest, MatGoesBeforeVecWhoeverAsksFirst) {
  constexpr StringLiteral vector =
      "%e = pto.exp %t : (!pto.tile<16x16xf32>) -> !pto.tile<16x16xf32> ";
  EXPECT_EQ(inferLoads(("%t = " + load + " " + use + vector).str()),
            SmallVector<MemorySpace>({MemorySpace::Mat}));
  EXPECT_EQ(inferLoads(("%t = " + load + " " + vector + use).str()),
            SmallVector<MemorySpace>({MemorySpace::Mat}));
}

TEST_F(ForeignOpTest, ARequestGoesBeforeADemand) {
  EXPECT_EQ(
      inferLoads(("%t = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> "
                  "!pto.tile<16x16xf32> " +
                  use)
                     .str()),
      SmallVector<MemorySpace>({MemorySpace::Vec}));
}

TEST_F(ForeignOpTest, WithoutDemandALoadIsInVec) {
  EXPECT_EQ(inferLoads(("%t = " + load).str()),
            SmallVector<MemorySpace>({MemorySpace::Vec}));
}

TEST_F(ForeignOpTest, ResultTypesAreInferred) {
  inferLoads(("%t = " + load).str());
  LoadOp loaded;
  module->walk([&](LoadOp op) { loaded = op; });
  OpBuilder builder(loaded->getNextNode());
  Value tile = loaded.getResult();
  auto sum = AddOp::create(builder, loaded.getLoc(), tile, tile, Value());
  EXPECT_EQ(sum.getType(), tile.getType());
  auto rows = RowSumOp::create(builder, loaded.getLoc(), tile, tile, Value());
  auto type = cast<TileType>(rows.getType());
  EXPECT_EQ(type.getShape(), ArrayRef<int64_t>({16, 1}));
  EXPECT_EQ(type.getSpace(), MemorySpace::Vec);
  EXPECT_TRUE(succeeded(verify(*module)));
}
} // namespace
