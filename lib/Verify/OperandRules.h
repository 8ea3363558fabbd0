//===- OperandRules.h - What operands and results may share -------*- C++
//-*-===//

#ifndef PTO_LIB_VERIFY_OPERANDRULES_H
#define PTO_LIB_VERIFY_OPERANDRULES_H

#include "TileMap.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::pto::verify {

/// Rules mp-r9 to mp-r12, for one op at a time.
class OperandRules {
public:
  OperandRules(TileMap &map, const TargetModel &model, Findings &findings,
               FunctionOpInterface function);

  void check(TileStorageOpInterface op, const Accesses &accesses) const;

private:
  void checkResult(TileStorageOpInterface op, OpResult result,
                   OpOperand *overwritten) const;
  void checkScratch(TileStorageOpInterface op, const Accesses &accesses) const;
  void checkHazard(TileStorageOpInterface op, const Accesses &accesses) const;
  bool isPopped(Value tile) const;
  bool isLoaded(Value tile) const;
  Findings::Notes describe(ArrayRef<Value> tiles) const;

  TileMap &map;
  const TargetModel &model;
  Findings &findings;
  /// A vector function that runs on two cores of a chip with the hazard.
  bool hasPopHazard = false;
};

} // namespace mlir::pto::verify

#endif // PTO_LIB_VERIFY_OPERANDRULES_H
