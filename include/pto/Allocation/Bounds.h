//===- Bounds.h - What no placement can do better -------------------------===//
//
// Lower bounds on the peak of an instance, with the set of buffers that proves
// each of them.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ALLOCATION_BOUNDS_H
#define PTO_ALLOCATION_BOUNDS_H

#include "pto/Allocation/Instance.h"

namespace mlir::pto::alloc {

/// Why no placement can end lower.
enum class BoundKind {
  /// The bytes that live at one time.
  Load,
  /// The bytes that live across one time, the operands that die there and a
  /// result that may take the place of one of them at most.
  Step,
  /// Buffers of which no two may share a byte.
  Clique,
  /// A given offset.
  Fixed,
};

struct PeakBound {
  BoundKind kind = BoundKind::Load;
  /// No placement has a lower peak.
  int64_t bytes = 0;
  /// The time of a load or a step.
  int64_t time = 0;
  /// The buffers of the instance that prove the bound.
  std::vector<unsigned> buffers;
};

/// The best of all bounds below.
PeakBound boundPeak(Instance &instance);

PeakBound boundByLoad(const Instance &instance);
PeakBound boundBySteps(const Instance &instance);
/// Needs conflicts. Exact for up to 64 buffers, greedy above.
PeakBound boundByClique(const Instance &instance);
PeakBound boundByFixed(const Instance &instance);

/// The lowest end that a pile of buffers can have that needs `bytes` bytes
/// outside of the reserved ranges.
int64_t endOfPile(const Instance &instance, int64_t bytes);

/// Two buffers with given offsets that break a rule between them, if there
/// are any.
std::optional<Pair> findFixedClash(const Instance &instance);

} // namespace mlir::pto::alloc

#endif // PTO_ALLOCATION_BOUNDS_H
