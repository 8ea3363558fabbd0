//===- DeviceFunctions.h - Which functions run where --------------*- C++
//-*-===//

#ifndef PTO_ANALYSIS_DEVICEFUNCTIONS_H
#define PTO_ANALYSIS_DEVICEFUNCTIONS_H

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "pto/IR/PTOTypes.h"

namespace mlir::pto {

/// True where some value in `function` is a tile.
bool holdsTiles(FunctionOpInterface function);

/// True where `function` sets a core's memory aside: by a buffer or a reserved
/// range.
bool reservesMemory(FunctionOpInterface function);

/// What `pto.kind` says; where it is silent, incore if the body holds tiles or
/// reserves memory for them, else opaque.
FunctionKind getFunctionKind(FunctionOpInterface function);

/// incore, aic and aiv functions run on a core of the accelerator.
bool isDeviceFunction(FunctionOpInterface function);

/// What a device function must look like for the passes to work on it, each
/// with a diagnostic where it does not hold:
///   dev-r1  no tile in its parameters or results;
///   dev-r2  structured control flow: one block in every region;
///   dev-r3  no call that takes or returns a tile;
///   dev-r4  every tile that a loop or branch carries comes from somewhere: its
///           op says what flows into it.
LogicalResult checkDeviceFunction(FunctionOpInterface function);

} // namespace mlir::pto

#endif // PTO_ANALYSIS_DEVICEFUNCTIONS_H
