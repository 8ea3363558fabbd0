//===- place.cpp - Three buffers, two of which may share bytes ------------===//

#include "pto/Allocation/Solver.h"
#include "llvm/Support/raw_ostream.h"

int main() {
  mlir::pto::alloc::Problem problem;
  problem.pools.resize(1);
  for (int64_t begin : {0, 1, 2}) {
    mlir::pto::alloc::Buffer buffer;
    buffer.size = 64 + 64 * (begin == 1);
    buffer.live.push_back({begin, begin + 2});
    problem.buffers.push_back(buffer);
  }
  auto result = mlir::pto::alloc::solve(problem);
  if (!result) {
    llvm::errs() << llvm::toString(result.takeError()) << '\n';
    return 1;
  }
  llvm::outs() << "peak " << result->pools[0].peak << '\n';
  return 0;
}
