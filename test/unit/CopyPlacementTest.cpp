//===- CopyPlacementTest.cpp - Places against all others ------------------===//
//
// Random nests of loops and branches with a few users of one value. Every set
// of places is tried; none that serves all users may be cheaper.
//
//===----------------------------------------------------------------------===//

#include "pto/Analysis/CopyPlacement.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "pto/IR/PTODialect.h"
#include "pto/IR/PTOTypes.h"
#include "gtest/gtest.h"

#include <random>

using namespace mlir;
using namespace mlir::pto;

namespace {
class CopyPlacementTest : public ::testing::Test {
protected:
  CopyPlacementTest() : builder(&context) {
    context.loadDialect<func::FuncDialect, scf::SCFDialect, arith::ArithDialect,
                        PTODialect>();
    module = ModuleOp::create(builder.getUnknownLoc());
  }
  ~CopyPlacementTest() override { module->erase(); }

  void start() {
    if (function)
      function.erase();
    users.clear();
    holders.clear();
    builder.setInsertionPointToEnd(module.getBody());
    function = func::FuncOp::create(builder, builder.getUnknownLoc(), "f",
                                    builder.getFunctionType({}, {}));
    builder.setInsertionPointToStart(function.addEntryBlock());
    value = constant(0);
    flag = arith::ConstantOp::create(builder, builder.getUnknownLoc(),
                                     builder.getBoolAttr(true));
  }
  Value constant(int64_t number) {
    return arith::ConstantIndexOp::create(builder, builder.getUnknownLoc(),
                                          number);
  }

  /// A few ops at the builder's place; some of them use the value.
  void grow(std::mt19937 &random, unsigned depth) {
    for (unsigned i = 0, e = 1 + random() % 3; i < e; ++i) {
      unsigned kind = users.size() < 5 ? random() % 4 : 3;
      Location loc = builder.getUnknownLoc();
      if (kind == 0 || depth == 0) {
        users.push_back(arith::AddIOp::create(builder, loc, value, value));
      } else if (kind == 1) {
        Value low = constant(0), high = constant(random() % 4),
              step = constant(1);
        auto loop = scf::ForOp::create(builder, loc, low, high, step);
        if (random() % 4 == 0)
          loop->setAttr(AttrNames::loop,
                        LoopAttr::get(&context, LoopKind::Pipeline, 2));
        holders.push_back(loop);
        OpBuilder::InsertionGuard guard(builder);
        builder.setInsertionPointToStart(loop.getBody());
        grow(random, depth - 1);
      } else if (kind == 2) {
        auto branch = scf::IfOp::create(builder, loc, flag, /*withElse=*/true);
        holders.push_back(branch);
        for (Region *region : branch.getRegions()) {
          OpBuilder::InsertionGuard guard(builder);
          builder.setInsertionPointToStart(&region->front());
          grow(random, depth - 1);
        }
      }
    }
  }

  /// True where something at `place` can be used by `user`.
  static bool serves(Operation *place, Operation *user) {
    Operation *ancestor = place->getBlock()->findAncestorOpInBlock(*user);
    return ancestor && (ancestor == place || place->isBeforeInBlock(ancestor));
  }

  int64_t cheapest(const ExecutionFrequency &frequency) {
    std::vector<Operation *> places(users.begin(), users.end());
    // In front of an op that holds no user nothing stands for its sake.
    for (Operation *op : holders)
      if (mayHoistOutOf(op) && llvm::any_of(users, [&](Operation *user) {
            return op->isProperAncestor(user);
          }))
        places.push_back(op);
    int64_t best = std::numeric_limits<int64_t>::max();
    for (unsigned set = 1; set < 1u << places.size(); ++set) {
      int64_t cost = 0;
      for (unsigned i = 0; i < places.size(); ++i)
        if (set >> i & 1)
          cost += frequency.of(places[i]);
      if (cost >= best)
        continue;
      bool serveAll = llvm::all_of(users, [&](Operation *user) {
        for (unsigned i = 0; i < places.size(); ++i)
          if ((set >> i & 1) && serves(places[i], user))
            return true;
        return false;
      });
      if (serveAll)
        best = cost;
    }
    return best;
  }

  MLIRContext context;
  OpBuilder builder;
  ModuleOp module;
  func::FuncOp function;
  Value value, flag;
  SmallVector<Operation *> users;
  std::vector<Operation *> holders;
};

TEST_F(CopyPlacementTest, NoOtherPlacesAreCheaper) {
  std::mt19937 random(3);
  unsigned tried = 0, several = 0;
  while (tried < 1000) {
    start();
    grow(random, 3);
    if (users.empty() || users.size() + holders.size() > 12)
      continue;
    ++tried;
    ExecutionFrequency frequency(function);
    SmallVector<CopyPlace> places =
        placeCopies(value, users, /*mayHoist=*/true, frequency);
    several += places.size() > 1;
    int64_t cost = 0;
    unsigned next = 0;
    for (const CopyPlace &place : places) {
      cost += frequency.of(place.before);
      EXPECT_EQ(place.first, next);
      for (next = place.first; next < place.last; ++next)
        EXPECT_TRUE(serves(place.before, users[next]));
    }
    EXPECT_EQ(next, users.size());
    EXPECT_EQ(cost, cheapest(frequency));
  }
  EXPECT_GT(several, 40u);
}

TEST_F(CopyPlacementTest, FrequenciesMultiplyAndShare) {
  start();
  Value low = constant(0), high = constant(6), step = constant(2);
  Location loc = builder.getUnknownLoc();
  auto loop = scf::ForOp::create(builder, loc, low, high, step);
  builder.setInsertionPointToStart(loop.getBody());
  auto branch = scf::IfOp::create(builder, loc, flag, /*withElse=*/true);
  builder.setInsertionPointToStart(branch.thenBlock());
  auto open =
      scf::ForOp::create(builder, loc, low, loop.getInductionVar(), step);
  ExecutionFrequency frequency(function);
  constexpr int64_t once = ExecutionFrequency::once;
  EXPECT_EQ(frequency.of(loop.getBody()), 3 * once);
  EXPECT_EQ(frequency.of(branch.thenBlock()), 3 * once / 2);
  EXPECT_EQ(frequency.of(open.getBody()),
            3 * once / 2 * ExecutionFrequency::unknownTripCount);
}
} // namespace
