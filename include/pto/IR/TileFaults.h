//===- TileFaults.h - What no tile can be -------------------------*- C++
//-*-===//
//
// The rules of tile types without a diagnostic, for code that makes a type of
// other types: operands that are right in themselves may ask for a result that
// no tile can be (the product of two that are very long, one column of packed
// 4-bit floats).
//
//===----------------------------------------------------------------------===//

#ifndef PTO_IR_TILEFAULTS_H
#define PTO_IR_TILEFAULTS_H

#include "mlir/IR/Types.h"

#include <optional>
#include <string>

namespace mlir::pto {

/// Why there is no tile with this shape, element type, valid region and stride,
/// the latter two as `TileType::get` takes them; nullopt where there is one.
std::optional<std::string> findTileFault(ArrayRef<int64_t> shape,
                                         Type elementType,
                                         ArrayRef<int64_t> valid = {},
                                         ArrayRef<int64_t> stride = {});

} // namespace mlir::pto

#endif // PTO_IR_TILEFAULTS_H
