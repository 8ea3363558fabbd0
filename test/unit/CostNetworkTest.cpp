//===- CostNetworkTest.cpp - Choices against all others -------------------===//

#include "pto/Analysis/CostNetwork.h"

#include "gtest/gtest.h"

#include <random>

using namespace mlir::pto;

namespace {
/// A network with its tables kept for a second opinion.
struct RandomNetwork {
  CostNetwork network;
  std::vector<unsigned> numValues;
  std::vector<unsigned> preferred;

  RandomNetwork(std::mt19937 &random, unsigned variables, unsigned tables,
                unsigned maxScope) {
    for (unsigned i = 0; i < variables; ++i) {
      numValues.push_back(1 + random() % 4);
      preferred.push_back(random() % numValues.back());
      EXPECT_EQ(network.addVariable(numValues.back(), preferred.back()), i);
    }
    for (unsigned i = 0; i < tables; ++i) {
      std::vector<unsigned> scope;
      unsigned size = 1;
      for (unsigned k = 0; k < maxScope; ++k) {
        unsigned variable = random() % variables;
        if (std::find(scope.begin(), scope.end(), variable) == scope.end()) {
          scope.push_back(variable);
          size *= numValues[variable];
        }
      }
      std::vector<int64_t> costs;
      for (unsigned k = 0; k < size; ++k)
        costs.push_back(random() % 10);
      network.addTable(scope, costs);
    }
  }

  int64_t cheapest() const {
    llvm::SmallVector<unsigned> values(numValues.size(), 0);
    int64_t best = std::numeric_limits<int64_t>::max();
    for (;;) {
      best = std::min(best, network.evaluate(values));
      unsigned i = 0;
      for (; i < values.size(); ++i) {
        if (++values[i] < numValues[i])
          break;
        values[i] = 0;
      }
      if (i == values.size())
        return best;
    }
  }
};

TEST(CostNetworkTest, EliminationFindsTheCheapest) {
  std::mt19937 random(1);
  for (unsigned round = 0; round < 300; ++round) {
    RandomNetwork one(random, 1 + round % 7, 1 + random() % 9, 3);
    CostNetwork::Answer answer = one.network.solve();
    EXPECT_TRUE(answer.isExact);
    EXPECT_EQ(one.network.evaluate(answer.values), one.cheapest());
  }
}

TEST(CostNetworkTest, EntangledNetworksAreNeverWorseThanPreferred) {
  std::mt19937 random(2);
  unsigned exact = 0, improved = 0;
  for (unsigned round = 0; round < 200; ++round) {
    RandomNetwork one(random, 8, 20, 3);
    CostNetwork::Answer answer = one.network.solve(/*maxTable=*/8);
    llvm::SmallVector<unsigned> preferred(one.preferred.begin(),
                                          one.preferred.end());
    int64_t before = one.network.evaluate(preferred);
    int64_t after = one.network.evaluate(answer.values);
    EXPECT_LE(after, before);
    improved += after < before;
    exact += answer.isExact;
    if (answer.isExact) {
      EXPECT_EQ(after, one.cheapest());
    }
  }
  // The limit bites in nearly all of them, and there is nearly always something
  // to gain.
  EXPECT_LT(exact, 20u);
  EXPECT_GT(improved, 180u);
}

TEST(CostNetworkTest, TiesGoToThePreferredValue) {
  CostNetwork network;
  unsigned a = network.addVariable(3, 2), b = network.addVariable(3, 1);
  network.addTable({a, b}, {1, 1, 1, 1, 1, 1, 1, 1, 1});
  CostNetwork::Answer answer = network.solve();
  EXPECT_EQ(answer.values[a], 2u);
  EXPECT_EQ(answer.values[b], 1u);
}

TEST(CostNetworkTest, LongChainsAreExact) {
  CostNetwork network;
  constexpr unsigned length = 20000;
  for (unsigned i = 0; i < length; ++i)
    network.addVariable(2, 0);
  // Neighbours want to be equal, the ends want to differ: one pays.
  for (unsigned i = 0; i + 1 < length; ++i)
    network.addTable({i, i + 1}, {0, 1, 1, 0});
  network.addTable({0}, {5, 0});
  network.addTable({length - 1}, {0, 5});
  CostNetwork::Answer answer = network.solve();
  EXPECT_TRUE(answer.isExact);
  EXPECT_EQ(network.evaluate(answer.values), 1);
}
} // namespace
