//===- AllocationBuilder.h - Small allocation problems for tests ----------===//

#ifndef PTO_TEST_UNIT_ALLOCATIONBUILDER_H
#define PTO_TEST_UNIT_ALLOCATIONBUILDER_H

#include "pto/Allocation/Problem.h"

#include <initializer_list>

namespace mlir::pto::alloc {

/// A problem with one pool, put together step by step.
struct Builder {
  explicit Builder(int64_t capacity = kUnbounded) {
    problem.pools.emplace_back();
    problem.pools[0].capacity = capacity;
  }

  /// Adds a buffer that lives in [begin, end); its index.
  unsigned add(int64_t size, int64_t begin, int64_t end,
               int64_t alignment = 1) {
    Buffer buffer;
    buffer.size = size;
    buffer.alignment = alignment;
    buffer.live.push_back({begin, end});
    problem.buffers.push_back(buffer);
    return problem.buffers.size() - 1;
  }

  Problem problem;
};

} // namespace mlir::pto::alloc

#endif // PTO_TEST_UNIT_ALLOCATIONBUILDER_H
