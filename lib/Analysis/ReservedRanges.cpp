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
  // Ranges that end further off are refused where they are placed.
  constexpr uint64_t farOff = uint64_t(1) << 62;
  uint64_t next = 0;
  function->walk([&](SystemReserveBufferOp reserve) {
    uint64_t base = reserve.getBase() < 0 ? next : reserve.getBase();
    uint64_t end = std::min(base + reserve.getSize(), farOff);
    next = std::max<uint64_t>(next, llvm::alignTo(end, 32));
  });
  return next;
}
