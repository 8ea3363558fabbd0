//===- Residues.h - What run-time indices leave when divided ----*- C++ -*-===//
//
// The index of a loop with a step of 2 names every second slot. Of each index
// this tells a number and what is left when the index is divided by it, from
// the ops that compute it. Arithmetic may wrap around; then only powers of two
// are told.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_LIB_VERIFY_RESIDUES_H
#define PTO_LIB_VERIFY_RESIDUES_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"

#include <cstdint>

namespace mlir::pto::verify {

class IndexValues;

/// All numbers `remainder + k * modulus`. A modulus of 0 leaves one number, of
/// 1 leaves all; else the remainder is not negative, and less.
struct Residue {
  int64_t modulus = 1, remainder = 0;

  static Residue ofConstant(int64_t number) { return {0, number}; }
  /// True where `number` is one of them.
  bool contains(int64_t number) const;
  /// The smallest of them from `number` on; none where 64 bits can't count it.
  std::optional<int64_t> firstFrom(int64_t number) const;
  /// True where a number is in both.
  bool meets(const Residue &other) const;
};

class Residues {
public:
  explicit Residues(IndexValues &values) : values(values) {}

  /// The residue of an integer or an index, read as a signed number.
  const Residue &get(Value value);

private:
  /// Asks in `needed` for what has to be known before; none while it does.
  std::optional<Residue> compute(Value value, SmallVectorImpl<Value> &needed);
  std::optional<Residue> computeInduction(BlockArgument argument,
                                          SmallVectorImpl<Value> &needed);

  IndexValues &values;
  DenseMap<Value, Residue> known;
};

} // namespace mlir::pto::verify

#endif // PTO_LIB_VERIFY_RESIDUES_H
