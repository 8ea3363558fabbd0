//===- Random.h - Numbers from a seed, the same everywhere --------*- C++
//-*-===//
//
// The distributions of the standard library give other numbers with every
// library. A kernel must be the same on every machine, so they are not used.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_SMITH_RANDOM_H
#define PTO_SMITH_RANDOM_H

#include "llvm/ADT/ArrayRef.h"

#include <cassert>
#include <cstdint>

namespace mlir::pto::smith {

/// SplitMix64 (Steele, Lea, Flood 2014): one addition and a mix for a number.
/// Seeds that lie close together give sequences that have nothing in common.
class Random {
public:
  explicit Random(uint64_t seed) : state(mix(seed + kStep)) {}

  uint64_t next() { return mix(state += kStep); }

  /// One of 0 to count - 1.
  uint64_t below(uint64_t count) {
    assert(count != 0 && "nothing to choose from");
    return next() % count;
  }
  /// One of low to high, both included.
  int64_t between(int64_t low, int64_t high) {
    return low + int64_t(below(uint64_t(high - low) + 1));
  }
  bool chance(unsigned percent) { return below(100) < percent; }

  template <typename T>
  T pick(llvm::ArrayRef<T> list) {
    return list[below(list.size())];
  }
  template <typename T>
  T pick(std::initializer_list<T> list) {
    return list.begin()[below(list.size())];
  }

  /// A well mixed function of a number.
  static uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }

private:
  static constexpr uint64_t kStep = 0x9e3779b97f4a7c15ull;
  uint64_t state;
};

} // namespace mlir::pto::smith

#endif // PTO_SMITH_RANDOM_H
