//===- MemoryMap.h - The memory map of a module as JSON -----------*- C++
//-*-===//

#ifndef PTO_TRANSLATION_MEMORYMAP_H
#define PTO_TRANSLATION_MEMORYMAP_H

#include "mlir/IR/BuiltinOps.h"
#include "pto/IR/PTOTypes.h"

namespace mlir::pto {

/// Writes the memory map of all device functions of `module`: per space what
/// there is, what is used at the most and at the least, and every buffer with
/// the tiles in it. Sizes, offsets and addresses are in bytes; lifetimes count
/// the ops of the function body in program order, nested ones included.
/// `target` overrides what the module says.
LogicalResult writeMemoryMap(ModuleOp module, raw_ostream &os,
                             std::optional<Target> target = std::nullopt);

/// Registers `--mlir-to-memory-map`.
void registerToMemoryMapTranslation();

} // namespace mlir::pto

#endif // PTO_TRANSLATION_MEMORYMAP_H
