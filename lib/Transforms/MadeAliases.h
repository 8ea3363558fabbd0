//===- MadeAliases.h - What a pass leaves for the next ----------*- C++ -*-===//
//
// Passes that need aliases to be made make them where they are not.
// To find out that there is nothing to do costs as much as the work itself, so
// a pass that has made them says so to the analysis manager. What any other
// pass changes makes it forget.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_LIB_TRANSFORMS_MADEALIASES_H
#define PTO_LIB_TRANSFORMS_MADEALIASES_H

#include "mlir/Pass/AnalysisManager.h"
#include "pto/Target/TargetModel.h"

#include <functional>
#include <optional>

namespace mlir::pto {

struct MadeAliases {
  explicit MadeAliases(Operation *) {}

  /// True where `known` says that they are made for this target.
  static bool holds(std::optional<std::reference_wrapper<MadeAliases>> known,
                    const TargetModel &model) {
    return known && known->get().model == &model;
  }

  /// The target that they are made for; null where nothing is known.
  const TargetModel *model = nullptr;
};

} // namespace mlir::pto

#endif // PTO_LIB_TRANSFORMS_MADEALIASES_H
