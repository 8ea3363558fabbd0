//===- Problem.cpp - Problems that mean something -------------------------===//

#include "pto/Allocation/Problem.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace mlir::pto;
using namespace mlir::pto::alloc;

namespace {
template <typename... Args>
Error invalid(const char *format, Args &&...args) {
  return createStringError(formatv(format, std::forward<Args>(args)...));
}

class Validator {
public:
  explicit Validator(const Problem &problem) : problem(problem) {}

  Error run() {
    for (size_t i = 0, e = problem.pools.size(); i != e; ++i)
      if (Error error = checkPool(i))
        return error;
    for (size_t i = 0, e = problem.buffers.size(); i != e; ++i)
      if (Error error = checkBuffer(i))
        return error;
    for (const Pair &pair : problem.separations)
      if (Error error = checkPair("separation", pair.first, pair.second))
        return error;
    for (const Pair &pair : problem.equalStarts)
      if (Error error = checkPair("equal start", pair.first, pair.second))
        return error;
    for (const SoftPair &pair : problem.penalties)
      if (Error error = checkPenalty(pair))
        return error;
    return Error::success();
  }

private:
  Error checkPool(size_t index) {
    const Pool &pool = problem.pools[index];
    if (pool.capacity <= 0)
      return invalid("pool {0}: the capacity is {1}, not positive", index,
                     pool.capacity);
    if (pool.capacity != kUnbounded && pool.capacity > kLargest)
      return invalid("pool {0}: the capacity is larger than 2^60", index);
    if (!isPowerOf2_64(pool.alignment) || pool.alignment > kLargest)
      return invalid("pool {0}: the alignment is {1}, not a power of two",
                     index, pool.alignment);
    for (const Range &range : pool.reserved) {
      if (range.begin < 0 || range.end <= range.begin)
        return invalid("pool {0}: the reserved range [{1}, {2}) is empty or "
                       "begins below 0",
                       index, range.begin, range.end);
      if (range.end > kLargest)
        return invalid("pool {0}: a reserved range ends above 2^60", index);
    }
    return Error::success();
  }

  Error checkBuffer(size_t index) {
    const Buffer &buffer = problem.buffers[index];
    if (buffer.pool >= problem.pools.size())
      return invalid("buffer {0}: there is no pool {1}", index, buffer.pool);
    if (buffer.size <= 0)
      return invalid("buffer {0}: the size is {1}, not positive", index,
                     buffer.size);
    if (!isPowerOf2_64(buffer.alignment) || buffer.alignment > kLargest)
      return invalid("buffer {0}: the alignment is {1}, not a power of two",
                     index, buffer.alignment);
    if (buffer.live.empty())
      return invalid("buffer {0}: it is never live", index);
    for (const Range &range : buffer.live)
      if (range.end <= range.begin)
        return invalid("buffer {0}: the lifetime [{1}, {2}) is empty", index,
                       range.begin, range.end);
    int64_t alignment = problem.alignmentOf(index);
    if (buffer.offset && (*buffer.offset < 0 || *buffer.offset > kLargest))
      return invalid("buffer {0}: the given offset {1} is no address", index,
                     *buffer.offset);
    if (buffer.offset && *buffer.offset % alignment != 0)
      return invalid("buffer {0}: the given offset {1} is not a multiple of "
                     "the alignment {2}",
                     index, *buffer.offset, alignment);
    // The most that a buffer can add to the height of any placement.
    if (buffer.size > kLargest || alignment > kLargest - total ||
        buffer.size > kLargest - total - alignment)
      return invalid("buffer {0}: the sizes add up to more than 2^60", index);
    total += buffer.size + alignment;
    return Error::success();
  }

  Error checkPair(StringRef what, unsigned first, unsigned second) {
    size_t count = problem.buffers.size();
    if (first >= count || second >= count)
      return invalid("{0} ({1}, {2}): there are only {3} buffers", what, first,
                     second, count);
    if (first == second)
      return invalid("{0} ({1}, {2}): both are the same buffer", what, first,
                     second);
    return Error::success();
  }

  Error checkPenalty(const SoftPair &pair) {
    if (Error error = checkPair("penalty", pair.first, pair.second))
      return error;
    if (pair.weight <= 0)
      return invalid("penalty ({0}, {1}): the weight is {2}, not positive",
                     pair.first, pair.second, pair.weight);
    if (pair.weight > kLargest - weights)
      return invalid("penalty ({0}, {1}): the weights add up to more than 2^60",
                     pair.first, pair.second);
    weights += pair.weight;
    if (problem.buffers[pair.first].pool == problem.buffers[pair.second].pool &&
        livesOverlap(problem.buffers[pair.first], problem.buffers[pair.second]))
      return invalid("penalty ({0}, {1}): the lives overlap, so the buffers "
                     "never share bytes",
                     pair.first, pair.second);
    return Error::success();
  }

  const Problem &problem;
  int64_t total = 0;
  int64_t weights = 0;
};
} // namespace

bool alloc::livesOverlap(const Buffer &first, const Buffer &second) {
  for (const Range &a : first.live)
    for (const Range &b : second.live)
      if (a.overlaps(b))
        return true;
  return false;
}

Error alloc::validate(const Problem &problem) {
  return Validator(problem).run();
}
