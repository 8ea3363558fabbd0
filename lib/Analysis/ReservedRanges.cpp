//===- ReservedRanges.cpp - Memory that is not for tiles ------------------===//

#include "pto/Analysis/ReservedRanges.h"

#include "pto/Analysis/DeviceFunctions.h"
#include "pto/IR/PTOOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pto;

int64_t pto::getReservedBytes(FunctionOpInterface function, MemorySpace space) {
  MemorySpace home = getFunctionKind(function) == FunctionKind::AIC
                         ? MemorySpace::Mat
                         : MemorySpace::Vec;
  if (space != home)
    return 0;
  int64_t next = 0;
  function->walk([&](SystemReserveBufferOp reserve) {
    int64_t base = reserve.getBase() < 0 ? next : reserve.getBase();
    next = std::max<int64_t>(next, llvm::alignTo(base + reserve.getSize(), 32));
  });
  return next;
}
