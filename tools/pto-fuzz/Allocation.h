//===- Allocation.h - A problem that a fuzzer made up -----------*- C++ -*-===//

#ifndef PTO_TOOLS_PTO_FUZZ_ALLOCATION_H
#define PTO_TOOLS_PTO_FUZZ_ALLOCATION_H

#include "pto/Allocation/Solver.h"

namespace mlir::pto::fuzz {

/// Solves in a few steps and holds the answer to what it says: a placement is
/// confirmed by the checker, and its worth is what was said. Nothing where the
/// problem is larger than a fuzzer has patience for.
std::optional<alloc::Result> solveAndCheck(const alloc::Problem &problem,
                                           alloc::Objective objective);

} // namespace mlir::pto::fuzz

#endif // PTO_TOOLS_PTO_FUZZ_ALLOCATION_H
