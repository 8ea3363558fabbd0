//===- Oracle.h - A placed program, run on bytes ------------------*- C++
//-*-===//
//
// A second opinion on memory plans that shares nothing with the plan verifier:
// where the verifier reasons about all executions at once, the oracle makes one
// of them, with numbers for everything that the program leaves open, and looks.
//
// It runs the program twice at the same time. By values: a tile is what its op
// made, whatever happens to memory; every byte that an op makes is unlike all
// others. By bytes: a tile is what memory holds where the tile is. Whenever an
// op reads a tile the two must agree in every byte that has been written.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_SMITH_ORACLE_H
#define PTO_SMITH_ORACLE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "pto/Target/TargetModel.h"

#include <string>

namespace mlir::pto::smith {

enum class Verdict {
  Right,
  Wrong,
  Unknown, ///< The oracle does not know what an op does, or has no time.
};

struct Judgement {
  Verdict verdict = Verdict::Right;
  std::string reason;
};

/// Rules that hold for addresses whatever the program does: size, alignment to
/// 32 bytes, capacity, and nobody else in reserved and pinned ranges.
Judgement judgeAddresses(func::FuncOp function, const TargetModel &model);

/// One execution. `choices` decides branches, trip counts and indices.
Judgement execute(func::FuncOp function, const TargetModel &model,
                  uint64_t choices);

/// Addresses and `executions` executions, up to the first that is wrong.
Judgement judge(func::FuncOp function, const TargetModel &model,
                unsigned executions);

} // namespace mlir::pto::smith

#endif // PTO_SMITH_ORACLE_H
