//===- Checker.h - The judge of a placement -------------------------------===//
//
// Checks a placement against its problem, from nothing but the two. It shares
// no code with the solvers, so that a mistake of theirs cannot hide in here.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ALLOCATION_CHECKER_H
#define PTO_ALLOCATION_CHECKER_H

#include "pto/Allocation/Problem.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <string>

namespace mlir::pto::alloc {

/// A rule that a placement can break.
enum class Rule {
  Placed,     ///< every buffer has an offset
  Aligned,    ///< offsets are multiples of the alignment
  Capacity,   ///< buffers end within their pool
  Reserved,   ///< reserved ranges are left alone
  Fixed,      ///< given offsets are kept
  Overlap,    ///< buffers that live at the same time share no byte
  Separation, ///< separated buffers share no byte
  EqualStart, ///< one start, or no shared byte
};

struct Violation {
  Rule rule;
  unsigned buffer;
  /// The other buffer, for rules between two.
  std::optional<unsigned> other;
};

/// What a placement is worth.
struct Verdict {
  /// Empty where every rule is kept. At most `kMostViolations` are listed.
  llvm::SmallVector<Violation> violations;
  /// The end of the highest buffer, a pool each.
  llvm::SmallVector<int64_t> peaks;
  /// The sum of the weights of pairs that share bytes.
  int64_t penalty = 0;

  bool isValid() const { return violations.empty(); }
};

constexpr unsigned kMostViolations = 100;

/// Judges `offsets`, one a buffer; a negative one is none. The problem is
/// taken to be valid. Near linear in the number of buffers and pairs.
Verdict check(const Problem &problem, llvm::ArrayRef<int64_t> offsets);

/// A sentence that says what is wrong, with both byte ranges; `nameOf` tells
/// how a buffer is called.
std::string describe(const Violation &violation, const Problem &problem,
                     llvm::ArrayRef<int64_t> offsets,
                     llvm::function_ref<std::string(unsigned)> nameOf);

} // namespace mlir::pto::alloc

#endif // PTO_ALLOCATION_CHECKER_H
