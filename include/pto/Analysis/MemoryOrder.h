//===- MemoryOrder.h - What accesses to device memory keep their place to -===//
//
// An access to device memory may be moved past another op only if that op does
// not order memory accesses and does not write what is accessed. Both are asked
// of the op's effects.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_MEMORYORDER_H
#define PTO_ANALYSIS_MEMORYORDER_H

#include "mlir/IR/Operation.h"
#include "pto/IR/PTOTypes.h"

namespace mlir::pto {

/// True where no access to device memory may move past `op`, whatever it
/// accesses: a call, a task, synchronisation, a pipe between cores, a transfer
/// between ranks, or an op whose effects are not known. Looks at the op alone;
/// what its regions hold is asked one by one.
bool isOrderingBoundary(Operation *op);

/// The tensors whose storage `op` itself overwrites, as a whole or in part;
/// none where it overwrites device memory without saying whose. Calls, and ops
/// that are ordering boundaries for lack of known effects, are not looked into.
std::optional<SmallVector<Value>> getOverwrittenTensors(Operation *op);

/// True where `op` overwrites device memory.
bool overwritesDeviceMemory(Operation *op);

} // namespace mlir::pto

#endif // PTO_ANALYSIS_MEMORYORDER_H
