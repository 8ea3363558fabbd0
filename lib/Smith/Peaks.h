//===- Peaks.h - How high the buffers of a plan reach -------------*- C++
//-*-===//

#ifndef PTO_LIB_SMITH_PEAKS_H
#define PTO_LIB_SMITH_PEAKS_H

#include "mlir/IR/BuiltinOps.h"
#include "pto/IR/PTOTypes.h"

#include <map>
#include <string>

namespace mlir::pto::smith {

/// By function and memory: the end of the highest buffer.
class Peaks {
public:
  static Peaks of(ModuleOp module);

  /// Where this is above `other`; empty where it never is.
  std::string findExcess(const Peaks &other) const;
  /// Where a lower bound of the memory map is above this; empty where none is.
  std::string findBoundProblem(ModuleOp module) const;
  int64_t getSum() const;

private:
  std::map<std::pair<std::string, MemorySpace>, int64_t> ends;
};

} // namespace mlir::pto::smith

#endif // PTO_LIB_SMITH_PEAKS_H
