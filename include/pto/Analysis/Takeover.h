//===- Takeover.h - Results in the place of operands ------------*- C++ -*-===//

#ifndef PTO_ANALYSIS_TAKEOVER_H
#define PTO_ANALYSIS_TAKEOVER_H

#include "pto/IR/PTOInterfaces.h"

namespace mlir::pto {

/// True where result number `result` of `op` may be written over the bytes of
/// `operand`, which nobody needs afterwards, if both start at one address. No:
///   tko-r1  where the op says so for `target`;
///   tko-r2  where elements of the result are wider than those of the operand,
///           or the result has more bytes: the write overtakes the read;
///   tko-r3  where both have one shape but not one layout: the write and the
///           read go different ways.
bool mayTakeOver(TileStorageOpInterface op, unsigned result, OpOperand &operand,
                 std::optional<Target> target);

} // namespace mlir::pto

#endif // PTO_ANALYSIS_TAKEOVER_H
