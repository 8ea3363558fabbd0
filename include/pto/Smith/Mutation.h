//===- Mutation.h - Planted faults, and who finds them ------------*- C++
//-*-===//
//
// Who judges plans is judged: one fault at a time is planted in a placed
// program, none of which changes what the program computes by values. The plan
// verifier must refuse it, unless the oracle shows that no byte is wrong.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_SMITH_MUTATION_H
#define PTO_SMITH_MUTATION_H

#include "pto/Smith/Campaign.h"
#include "pto/Smith/Random.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::pto::smith {

enum class Fault : unsigned {
  ShiftAddress,   ///< A buffer starts 32 bytes earlier or later.
  SwapAddresses,  ///< Two buffers have each other's address.
  ShareAddress,   ///< A buffer has another's address.
  ShareStages,    ///< So has one of a loop that is a pipeline.
  BreakAlignment, ///< A buffer starts within 32 bytes.
  LeaveMemory,    ///< A buffer ends behind its memory.
  EnterReserved,  ///< A buffer lies in a reserved range.
  EnterPinned,    ///< A buffer lies in a pinned one.
  ShrinkBuffer,   ///< A buffer has half its bytes.
  DropMove,       ///< A copy is left out; its users read what it copied.
  ReorderMove,    ///< A copy is made an op earlier or later.
  ExtendLife,     ///< A tile is read once more, at the end of its block.
  RedirectView,   ///< A view looks at a copy that lies in another's buffer.
  RedirectSlot,   ///< A tile is in another slot.
  ShareScratch,   ///< A temporary lies on the result or on another operand.
  ExchangeInto,   ///< Two tiles are in each other's buffer.
  Rebind,         ///< A tile is in another buffer.
  RebindCarried,  ///< So is one that a loop or a branch hands on.
};
constexpr unsigned kNumFaults = unsigned(Fault::RebindCarried) + 1;
StringRef stringOf(Fault fault);

/// Plants one fault somewhere; false where the program has no place for it.
bool plant(func::FuncOp function, Fault fault, const TargetModel &model,
           Random &random);

struct MutationOptions {
  uint64_t first = 1, last = 100;
  unsigned threads = 1;
  GeneratorOptions kernels;
  /// Executions after which a plan counts as harmless.
  unsigned executions = 24;
  /// Programs that escape are written to files in this folder.
  std::string folder;
};

/// Plants every fault in the kernel of every seed, under a planner that the
/// seed chooses, and prints a table. True where none escapes.
bool runMutation(const MutationOptions &options, raw_ostream &os);

} // namespace mlir::pto::smith

#endif // PTO_SMITH_MUTATION_H
