//===- Shrink.h - The smallest kernel that still fails ------------*- C++
//-*-===//

#ifndef PTO_SMITH_SHRINK_H
#define PTO_SMITH_SHRINK_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::pto::smith {

/// Ways to make a module smaller around one op. Each may change what the
/// module computes; none leaves a use without a definition.
enum class Reduction : unsigned {
  EraseFunction, ///< The op is a function that nobody needs.
  Erase,         ///< The op, whose results nobody uses.
  TakeOperand,   ///< Its results become operands of their types.
  TakeEarlier,   ///< Its results become values from before it.
  EnterFirst,    ///< Its first region runs once, instead of it.
  EnterSecond,   ///< Its second region does.
  DropAttributes ///< What it says beyond what it needs goes.
};
constexpr unsigned kNumReductions = 7;

/// Does it; false, with nothing changed, where it can't be done.
bool reduce(Operation *op, Reduction reduction);

/// Tries reductions of `module` over and over until none is left after which
/// `fails` is true, or `tries` are used up. In a fixed order: the result
/// depends on nothing else.
OwningOpRef<ModuleOp> shrink(ModuleOp module,
                             function_ref<bool(ModuleOp)> fails,
                             unsigned tries = 20000);

} // namespace mlir::pto::smith

#endif // PTO_SMITH_SHRINK_H
