//===- DeadCode.h - What no execution comes to --------------------*- C++
//-*-===//
//
// A program that is wrong where it never runs is not wrong. Regions are looked
// at one by one from the inside: loops without an iteration, branches and
// regions that their op never enters, by what is known of its operands.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_LIB_VERIFY_DEADCODE_H
#define PTO_LIB_VERIFY_DEADCODE_H

#include "mlir/IR/Operation.h"

namespace mlir::pto::verify {

class IndexValues;

/// True where `op` is known never to run. Control flow between the blocks of
/// one region is not followed.
bool isDead(Operation *op, IndexValues &indices);

} // namespace mlir::pto::verify

#endif // PTO_LIB_VERIFY_DEADCODE_H
