//===- MatResidencyCapacity.h - Whether a tile may live longer ----*- C++
//-*-===//

#ifndef PTO_LIB_TRANSFORMS_MATRESIDENCYCAPACITY_H
#define PTO_LIB_TRANSFORMS_MATRESIDENCYCAPACITY_H

#include "pto/Analysis/Objection.h"
#include "pto/Analysis/SpaceUse.h"
#include "pto/Transforms/Passes.h"

namespace mlir::pto {

/// Sees to it that no later planner fails for a tile that lives longer.
class ResidencyCapacity {
public:
  ResidencyCapacity(FunctionOpInterface function, const TargetModel &model,
                    ResidencyScope scope);

  /// Why `tile` can't live through all of `loop`. Where it can, it does from
  /// now on, as far as later questions are concerned.
  ///   res-r3   the target is known;
  ///   res-r14  the memory is large enough.
  std::optional<Objection> admit(OpResult tile, Operation *loop);

private:
  const TargetModel &model;
  std::array<SpaceUse, kNumSpaces> use;
  /// In extended scope: the peak of live tiles counts, not their sum.
  std::optional<SpacePeaks> peaks;
};

} // namespace mlir::pto

#endif // PTO_LIB_TRANSFORMS_MATRESIDENCYCAPACITY_H
