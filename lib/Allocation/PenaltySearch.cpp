#include "pto/Allocation/Strategy.h"
using namespace mlir::pto;
using namespace mlir::pto::alloc;
void mlir::pto::alloc::searchPenalty(Instance &, Incumbent &, Budget &) {}
