//===- MatResidency.h - Stationary operands stay in mat -----------*- C++
//-*-===//

#ifndef PTO_TRANSFORMS_MATRESIDENCY_H
#define PTO_TRANSFORMS_MATRESIDENCY_H

#include "pto/Target/TargetModel.h"
#include "pto/Transforms/Passes.h"

namespace mlir::pto {

/// Takes loads of stationary product operands, and what leads from them to the
/// product, out of loops of device functions. Needs a space on every tile.
/// Never fails: what is not proved right stays, with a remark.
void keepOperandsResident(ModuleOp module, const TargetModel &model,
                          ResidencyScope scope);

} // namespace mlir::pto

#endif // PTO_TRANSFORMS_MATRESIDENCY_H
