//===- Places.h - Where in a file a location is -----------------*- C++ -*-===//

#ifndef PTO_ANALYSIS_PLACES_H
#define PTO_ANALYSIS_PLACES_H

#include "mlir/IR/Location.h"

namespace mlir::pto {

/// The first place in a file that `loc` speaks of, without names; `loc` itself
/// where it speaks of none. Remarks know places in files only.
Location getFileLoc(Location loc);

/// The line of that place; 0 where there is none.
unsigned getLine(Location loc);

} // namespace mlir::pto

#endif // PTO_ANALYSIS_PLACES_H
