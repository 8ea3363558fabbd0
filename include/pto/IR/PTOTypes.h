//===- PTOTypes.h - Types and attributes --------------------------*- C++
//-*-===//

#ifndef PTO_IR_PTOTYPES_H
#define PTO_IR_PTOTYPES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TensorEncoding.h"
#include "pto/IR/PTODialect.h"

#include <optional>

#include "pto/IR/PTOEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "pto/IR/PTOAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "pto/IR/PTOTypes.h.inc"

namespace mlir::pto {

/// Names of the attributes that the dialect gives a meaning on other ops.
struct AttrNames {
  static constexpr StringLiteral target = "pto.target";
  static constexpr StringLiteral kind = "pto.kind";
  static constexpr StringLiteral direction = "pto.direction";
  static constexpr StringLiteral memref = "pto.memref";
  static constexpr StringLiteral loop = "pto.loop";
  static constexpr StringLiteral split = "pto.split";
  static constexpr StringLiteral noAlias = "pto.noalias";
  static constexpr StringLiteral matBridge = "pto.mat_bridge";
  static constexpr StringLiteral pipelineMembership = "pto.pipeline_membership";
  // What --pto-annotate-spaces writes down; nothing reads it.
  static constexpr StringLiteral spaceClass = "pto.space_class";
  static constexpr StringLiteral space = "pto.space";
  static constexpr StringLiteral demand = "pto.demand";
  static constexpr StringLiteral argumentSpaceClass =
      "pto.argument_space_class";
  static constexpr StringLiteral argumentSpace = "pto.argument_space";
  static constexpr StringLiteral argumentDemand = "pto.argument_demand";
};

/// True for a tile, or the type of one. An object, so that it can be handed on
/// as a predicate for either.
struct IsTile {
  bool operator()(Type type) const { return isa<TileType>(type); }
  bool operator()(Value value) const { return isa<TileType>(value.getType()); }
};
inline constexpr IsTile isTile{};

/// Integer, index or float: what a scalar operand may be.
bool isScalarType(Type type);
/// What a tile may be made of.
bool isTileElementType(Type type);
bool isIntegerElement(Type type);
bool isF32Element(Type type);
bool isF16OrF32Element(Type type);
bool isInt32Element(Type type);
bool isFloatElement(Type type);

/// Bits that one element takes in memory: 4 for the packed 4-bit types, whole
/// bytes for all others (an `i1` takes 8).
int64_t getStorageBits(Type elementType);

/// Prints a shape as in a type, `16x?`, without a trailing `x`.
void printShape(raw_ostream &os, ArrayRef<int64_t> shape);

} // namespace mlir::pto

#endif // PTO_IR_PTOTYPES_H
