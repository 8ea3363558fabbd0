//===- IndexList.h - Lists of indices, as ops have them -----------*- C++
//-*-===//

#ifndef PTO_LIB_SMITH_INDEXLIST_H
#define PTO_LIB_SMITH_INDEXLIST_H

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Builders.h"
#include "pto/IR/PTOTypes.h"

namespace mlir::pto::smith {

/// An index list, as ops have it: values at run time and numbers.
struct IndexList {
  SmallVector<Value> values;
  SmallVector<int64_t> numbers;

  explicit IndexList(ArrayRef<OpFoldResult> list) {
    dispatchIndexOpFoldResults(list, values, numbers);
  }
};

inline NamedAttribute numbersOf(Builder &builder, StringRef name,
                                ArrayRef<int64_t> numbers) {
  return builder.getNamedAttr(name, builder.getDenseI64ArrayAttr(numbers));
}

inline NamedAttribute segmentsOf(Builder &builder, ArrayRef<int32_t> segments) {
  return builder.getNamedAttr("operandSegmentSizes",
                              builder.getDenseI32ArrayAttr(segments));
}

inline NamedAttribute requestOf(Builder &builder, MemorySpace space) {
  return builder.getNamedAttr(
      "target_memory", MemorySpaceAttr::get(builder.getContext(), space));
}

} // namespace mlir::pto::smith

#endif // PTO_LIB_SMITH_INDEXLIST_H
