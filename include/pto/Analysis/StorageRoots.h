//===- StorageRoots.h - Whose storage a tensor is -----------------*- C++
//-*-===//
//
// A tensor in device memory is a parameter, fresh storage, or another reading
// of one of these: a view, the result of an op in place, something that a loop
// or branch hands on, a result in which a call hands an argument back.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_STORAGEROOTS_H
#define PTO_ANALYSIS_STORAGEROOTS_H

#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "pto/IR/PTOTypes.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::pto {

/// The storage roots of the tensors of one function. A forward propagation
/// over a lattice of three levels: not reached < one root < not known. Each
/// value changes at most twice, so it is linear.
class StorageRoots {
public:
  /// Which argument a call hands back as result `result`; none where that is
  /// not known.
  using ReturnedArgument = function_ref<std::optional<unsigned>(
      CallOpInterface call, unsigned result)>;

  StorageRoots() = default;
  StorageRoots(FunctionOpInterface function, ReturnedArgument returned);

  /// The parameter, or the result of the op that made the storage; null where
  /// several are possible or none is known.
  Value lookup(Value tensor) const { return roots.lookup(tensor); }

  /// True where a root is storage that the function itself made: no other
  /// root shares a byte with it.
  static bool isFresh(Value root) { return isa<OpResult>(root); }

private:
  DenseMap<Value, Value> roots;
};

} // namespace mlir::pto

#endif // PTO_ANALYSIS_STORAGEROOTS_H
