//===- BufferRules.h - What addresses must keep -------------------*- C++
//-*-===//

#ifndef PTO_LIB_VERIFY_BUFFERRULES_H
#define PTO_LIB_VERIFY_BUFFERRULES_H

#include "TileMap.h"

namespace mlir::pto::verify {

/// Rules mp-r3 and mp-r5 to mp-r8, for all buffers and reserved ranges.
void checkBuffers(const TileMap &map, const TargetModel &model,
                  const PlanVerifierOptions &options,
                  FunctionOpInterface function, Findings &findings);

/// Rule mp-r13, for all tiles.
void checkStages(TileMap &map, Findings &findings);

} // namespace mlir::pto::verify

#endif // PTO_LIB_VERIFY_BUFFERRULES_H
