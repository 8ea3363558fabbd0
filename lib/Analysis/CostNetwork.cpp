//===- CostNetwork.cpp - The cheapest of many linked choices --------------===//
//
// Elimination of one variable joins the tables that speak of it into one over
// its neighbours, which says for each of their combinations what the best value
// of the variable costs. Backwards, each variable takes that value.
//
//===----------------------------------------------------------------------===//

#include "pto/Analysis/CostNetwork.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <set>

using namespace mlir::pto;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::SmallVectorImpl;

unsigned CostNetwork::addVariable(unsigned count, unsigned first) {
  numValues.push_back(count);
  preferred.push_back(first);
  return numValues.size() - 1;
}

void CostNetwork::addTable(ArrayRef<unsigned> scope,
                           std::vector<int64_t> costs) {
  tables.push_back(
      {SmallVector<unsigned, 4>(scope.begin(), scope.end()), std::move(costs)});
}

int64_t CostNetwork::lookup(const Table &table,
                            ArrayRef<unsigned> values) const {
  uint64_t index = 0;
  for (unsigned variable : table.scope)
    index = index * numValues[variable] + values[variable];
  return table.costs[index];
}

int64_t CostNetwork::evaluate(ArrayRef<unsigned> values) const {
  int64_t cost = 0;
  for (const Table &table : tables)
    cost += lookup(table, values);
  return cost;
}

//===----------------------------------------------------------------------===//
// Elimination
//===----------------------------------------------------------------------===//

struct CostNetwork::Elimination {
  Elimination(const CostNetwork &network, uint64_t maxTable)
      : network(network), maxTable(maxTable), tables(network.tables),
        tablesOf(network.numValues.size()),
        isGone(network.numValues.size(), false), key(network.numValues.size()),
        values(network.numValues.size(), 0) {
    for (auto [index, table] : llvm::enumerate(tables))
      for (unsigned variable : table.scope)
        tablesOf[variable].push_back(index);
    for (unsigned i = 0; i < tablesOf.size(); ++i)
      requeue(i);
  }

  /// Variables that share a table with `variable`, in order.
  SmallVector<unsigned> neighboursOf(unsigned variable) const {
    SmallVector<unsigned> found;
    for (unsigned index : tablesOf[variable])
      for (unsigned other : tables[index].scope)
        if (other != variable)
          found.push_back(other);
    llvm::sort(found);
    found.erase(llvm::unique(found), found.end());
    return found;
  }

  /// Entries of the table that eliminating `variable` makes; saturates.
  uint64_t tableSize(ArrayRef<unsigned> neighbours) const {
    uint64_t size = 1;
    for (unsigned other : neighbours) {
      size *= network.numValues[other];
      if (size > maxTable)
        return maxTable + 1;
    }
    return size;
  }

  void requeue(unsigned variable) {
    queue.erase({key[variable], variable});
    key[variable] = tableSize(neighboursOf(variable));
    queue.insert({key[variable], variable});
  }

  /// Eliminates as many variables as small tables allow; fills `steps`.
  void run() {
    while (!queue.empty() && queue.begin()->first <= maxTable)
      eliminate(queue.begin()->second);
  }

  void eliminate(unsigned variable) {
    Step step{variable, neighboursOf(variable), {}};
    queue.erase({key[variable], variable});
    isGone[variable] = true;
    Table joined;
    joined.scope.assign(step.neighbours.begin(), step.neighbours.end());
    do {
      int64_t best = 0;
      unsigned choice = 0;
      for (unsigned i = 0; i < network.numValues[variable]; ++i) {
        // The preferred value first, the others in their order.
        unsigned value = i == 0 ? network.preferred[variable]
                         : i <= network.preferred[variable] ? i - 1
                                                            : i;
        values[variable] = value;
        int64_t cost = 0;
        for (unsigned index : tablesOf[variable])
          cost += network.lookup(tables[index], values);
        if (i == 0 || cost < best) {
          best = cost;
          choice = value;
        }
      }
      joined.costs.push_back(best);
      step.choices.push_back(choice);
    } while (advance(step.neighbours));
    values[variable] = 0;

    SmallVector<unsigned, 4> spent(tablesOf[variable]);
    unsigned index = tables.size();
    tables.push_back(std::move(joined));
    for (unsigned other : step.neighbours) {
      llvm::erase_if(tablesOf[other], [&](unsigned table) {
        return llvm::is_contained(spent, table);
      });
      tablesOf[other].push_back(index);
    }
    for (unsigned other : step.neighbours)
      requeue(other);
    steps.push_back(std::move(step));
  }

  /// Counts `variables` up like the digits of a number, the last one fastest.
  bool advance(ArrayRef<unsigned> variables) {
    for (unsigned variable : llvm::reverse(variables)) {
      if (++values[variable] < network.numValues[variable])
        return true;
      values[variable] = 0;
    }
    return false;
  }

  struct Step {
    unsigned variable;
    SmallVector<unsigned> neighbours;
    /// Best value for each combination of the neighbours.
    std::vector<unsigned> choices;
  };

  const CostNetwork &network;
  uint64_t maxTable;
  std::vector<Table> tables;
  std::vector<SmallVector<unsigned, 4>> tablesOf;
  std::vector<bool> isGone;
  SmallVector<uint64_t> key;
  /// The combination that is looked at; zero in between.
  SmallVector<unsigned> values;
  std::set<std::pair<uint64_t, unsigned>> queue;
  std::vector<Step> steps;
};

/// One value at a time, until none helps; true where one helped.
bool CostNetwork::improve(ArrayRef<unsigned> variables,
                          SmallVectorImpl<unsigned> &values) const {
  std::vector<SmallVector<unsigned, 4>> tablesOf(numValues.size());
  for (auto [index, table] : llvm::enumerate(tables))
    for (unsigned variable : table.scope)
      tablesOf[variable].push_back(index);
  auto costOf = [&](unsigned variable) {
    int64_t cost = 0;
    for (unsigned index : tablesOf[variable])
      cost += lookup(tables[index], values);
    return cost;
  };
  constexpr unsigned maxRounds = 16;
  bool hasHelped = false;
  for (unsigned round = 0; round < maxRounds; ++round) {
    bool helps = false;
    for (unsigned variable : variables) {
      unsigned best = values[variable];
      int64_t bestCost = costOf(variable);
      for (unsigned value = 0; value < numValues[variable]; ++value) {
        values[variable] = value;
        if (int64_t cost = costOf(variable); cost < bestCost) {
          bestCost = cost;
          best = value;
          helps = true;
        }
      }
      values[variable] = best;
    }
    hasHelped |= helps;
    if (!helps)
      break;
  }
  return hasHelped;
}

CostNetwork::Answer CostNetwork::solve(uint64_t maxTable) const {
  Answer answer;
  answer.values = preferred;
  Elimination elimination(*this, maxTable);
  elimination.run();
  // Whatever is still there is too entangled for tables. It keeps its preferred
  // values while those that were eliminated take their best, and is improved
  // together with them.
  SmallVector<unsigned> left;
  for (unsigned i = 0; i < numValues.size(); ++i)
    if (!elimination.isGone[i])
      left.push_back(i);
  answer.isExact = left.empty();
  auto settle = [&] {
    for (const Elimination::Step &step : llvm::reverse(elimination.steps)) {
      uint64_t index = 0;
      for (unsigned other : step.neighbours)
        index = index * numValues[other] + answer.values[other];
      answer.values[step.variable] = step.choices[index];
    }
  };
  settle();
  if (!left.empty() && improve(left, answer.values))
    settle();
  return answer;
}
