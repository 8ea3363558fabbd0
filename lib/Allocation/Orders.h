//===- Orders.h - In which order buffers are placed -----------------------===//
//
// Private to the library.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_LIB_ALLOCATION_ORDERS_H
#define PTO_LIB_ALLOCATION_ORDERS_H

#include "pto/Allocation/Instance.h"

namespace mlir::pto::alloc {

/// A number for each buffer; the largest comes first.
using Key = std::vector<double>;

/// What orders are made of.
struct Keys {
  explicit Keys(const Instance &instance);

  Key size;
  Key sections; ///< how many sections it lives in
  Key lifetime; ///< how long it lives, in units of time
  Key area;     ///< size times lifetime
  Key birth;    ///< earlier births come first
  Key death;    ///< later deaths come first
  Key pressure; ///< bytes that live in the fullest of its sections
};

/// All buffers in falling order of the first key, then of the next ones, and at
/// last in the order of their numbers.
std::vector<unsigned> orderBy(const Instance &instance,
                              llvm::ArrayRef<const Key *> keys);

} // namespace mlir::pto::alloc

#endif // PTO_LIB_ALLOCATION_ORDERS_H
