//===- TargetModel.h - Facts of a chip, as data -------------------*- C++
//-*-===//
//
// Everything that a pass needs to know of a chip: how large its memories are,
// how addresses are aligned, how data gets from one memory into another, how
// many bytes a tile takes. A new chip is a new table, not a new branch.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_TARGET_TARGETMODEL_H
#define PTO_TARGET_TARGETMODEL_H

#include "mlir/Support/LLVM.h"
#include "pto/IR/PTOTypes.h"

#include <array>
#include <optional>

namespace mlir::pto {

/// Number of values that MemorySpace can take, holes included.
constexpr unsigned kNumSpaces = 10;

/// One direct way for data from a memory into another, the pipe that carries
/// it, and what a copy costs. Costs are relative: one is a copy from mat into
/// an operand buffer of the cube unit.
struct DataPath {
  MemorySpace from, to;
  Pipe pipe;
  int64_t cost;
};

/// A way between the cube and the vector core through the cross-core pipe,
/// where no direct path exists.
struct CoreCrossing {
  MemorySpace from, to;
  int64_t cost;
};

/// The memories of a chip. Sizes are in bytes; 0 means unknown.
struct MemoryInfo {
  MemorySpace space;
  int64_t capacity;
  /// Alignment that the assembler demands of an address.
  int64_t assemblerAlignment;
};

class TargetModel {
public:
  /// The model of `target`; the neutral one, which knows no capacities and
  /// assumes the worst where chips differ, for none.
  static const TargetModel &get(std::optional<Target> target);
  /// The model for an op: the nearest enclosing `pto.target`, or `override`.
  static const TargetModel &
  getFor(Operation *op, std::optional<Target> override = std::nullopt);

  std::optional<Target> getTarget() const { return target; }
  StringRef getName() const { return name; }

  /// Bytes that may be used of a memory; none where unknown.
  std::optional<int64_t> getCapacity(MemorySpace space) const;
  /// The largest capacity of a memory on any chip.
  static int64_t getLargestCapacity(MemorySpace space);

  /// Alignment in bytes of addresses in `space` that the assembler demands.
  int64_t getAssemblerAlignment(MemorySpace space) const;

  /// The pipe of the direct path, none where there is no direct path.
  std::optional<Pipe> getDirectPath(MemorySpace from, MemorySpace to) const;
  /// The shortest chain of memories from `from` to `to`, both included; empty
  /// where there is none.
  SmallVector<MemorySpace> getPath(MemorySpace from, MemorySpace to) const;
  /// What the cheapest way from `from` to `to` costs, over direct paths and
  /// through the cross-core pipe; 0 within a memory, none where there is no
  /// way. Device memory is no way station.
  std::optional<int64_t> getRouteCost(MemorySpace from, MemorySpace to) const;
  /// The memory in front of `to` on that way. Ways from one memory form a tree:
  /// what two destinations pass through they share.
  MemorySpace getRouteStop(MemorySpace from, MemorySpace to) const;
  /// True where data would cross between the cube and the vector core, which
  /// runs through the cross-core pipe where no direct path exists.
  static bool crossesCores(MemorySpace from, MemorySpace to);

  /// Rows of an accumulator are allocated in multiples of this.
  int64_t getAccumulatorRowGranule(Type elementType) const;

  /// Whether the vector unit needs plain row-major operands where ops say so.
  bool demandsRowMajor() const { return target.has_value(); }

  /// Bytes that a tile takes: its physical shape, packed where elements have
  /// four bits, rows of accumulators rounded up, one row more pitch in
  /// row-plus-one tiles. None where the shape is dynamic, the rank too small
  /// for an accumulator, or 64 bits too few.
  std::optional<int64_t> getStorageBytes(TileType type) const;

private:
  TargetModel(std::optional<Target> target, StringRef name,
              ArrayRef<MemoryInfo> memories, ArrayRef<DataPath> paths,
              ArrayRef<CoreCrossing> crossings, int64_t int32AccRows);
  void findRoutes(MemorySpace from, ArrayRef<CoreCrossing> crossings);

  /// The cheapest way into one memory from another.
  struct Route {
    std::optional<int64_t> cost;
    MemorySpace stop = MemorySpace::DDR;
  };

  std::optional<Target> target;
  StringRef name;
  ArrayRef<MemoryInfo> memories;
  ArrayRef<DataPath> paths;
  int64_t int32AccRows;
  std::array<std::array<Route, kNumSpaces>, kNumSpaces> routes;
};

} // namespace mlir::pto

#endif // PTO_TARGET_TARGETMODEL_H
