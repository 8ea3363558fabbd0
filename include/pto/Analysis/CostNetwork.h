//===- CostNetwork.h - The cheapest of many linked choices --------*- C++
//-*-===//
//
// Variables, each with a few values, and tables that say what a combination of
// values costs. The cheapest choice is found exactly by eliminating one
// variable after another, as long as the tables stay small: trees and chains of
// any length, and dense nets of few variables. What is left is improved one
// variable at a time from the preferred values, so no answer costs more than
// those.
//
// Knows nothing of IR.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_COSTNETWORK_H
#define PTO_ANALYSIS_COSTNETWORK_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <vector>

namespace mlir::pto {

class CostNetwork {
public:
  /// A variable with values 0 to `numValues` - 1; among equally cheap ones it
  /// takes `preferred`, then the smallest.
  unsigned addVariable(unsigned numValues, unsigned preferred);

  /// Costs of all combinations of the variables of `scope`, which are distinct;
  /// the last variable's value changes fastest.
  void addTable(llvm::ArrayRef<unsigned> scope, std::vector<int64_t> costs);

  struct Answer {
    /// One value for each variable.
    llvm::SmallVector<unsigned> values;
    /// True where no choice is cheaper.
    bool isExact = true;
  };
  /// No table that elimination makes has more than `maxTable` entries.
  Answer solve(uint64_t maxTable = 4096) const;

  /// What a choice costs.
  int64_t evaluate(llvm::ArrayRef<unsigned> values) const;

private:
  struct Table {
    llvm::SmallVector<unsigned, 4> scope;
    std::vector<int64_t> costs;
  };
  struct Elimination;

  int64_t lookup(const Table &table, llvm::ArrayRef<unsigned> values) const;
  bool improve(llvm::ArrayRef<unsigned> variables,
               llvm::SmallVectorImpl<unsigned> &values) const;

  llvm::SmallVector<unsigned> numValues, preferred;
  std::vector<Table> tables;
};

} // namespace mlir::pto

#endif // PTO_ANALYSIS_COSTNETWORK_H
