//===- ReservedRanges.h - Memory that is not for tiles ----------*- C++ -*-===//

#ifndef PTO_ANALYSIS_RESERVEDRANGES_H
#define PTO_ANALYSIS_RESERVEDRANGES_H

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "pto/IR/PTOTypes.h"

namespace mlir::pto {

/// Bytes at the start of `space` that `function` reserves for pipes: tiles
/// start behind the highest range. Ranges lie in mat in a cube function, else
/// in vec; those without a base follow one another.
int64_t getReservedBytes(FunctionOpInterface function, MemorySpace space);

} // namespace mlir::pto

#endif // PTO_ANALYSIS_RESERVEDRANGES_H
