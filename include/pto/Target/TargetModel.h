//===- TargetModel.h - Facts of a chip, as data -----------------*- C++ -*-===//
//
// Everything that a pass needs to know of a chip: how large its memories are,
// how addresses are aligned, how data gets from one memory into another, how
// many bytes a tile takes. A new chip is a new table, not a new branch; the
// table may be somebody else's, see TargetModelDialectInterface.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_TARGET_TARGETMODEL_H
#define PTO_TARGET_TARGETMODEL_H

#include "mlir/Support/LLVM.h"
#include "pto/IR/PTOTypes.h"

#include <array>
#include <optional>
#include <string>

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

/// What there is to say of a chip. The model copies it.
struct TargetDescription {
  /// What `pto.target` and the pass option `target` call it.
  StringRef name;
  ArrayRef<MemoryInfo> memories;
  ArrayRef<DataPath> paths;
  ArrayRef<CoreCrossing> crossings = {};
  /// The chip whose ops it has: which operands a result may lie on, which
  /// temporaries an op needs. None: no temporaries, and the strictest rule of
  /// all chips for operands.
  std::optional<Target> family = std::nullopt;
  /// Rows of accumulators of 32-bit integers come in multiples of this.
  int64_t int32AccumulatorRows = 16;
  /// Whether the vector unit reads nothing but plain row-major tiles.
  bool needsRowMajor = true;
};

class TargetModel {
public:
  explicit TargetModel(const TargetDescription &description);

  /// The model of `target`; the neutral one, which knows no capacities and
  /// assumes the worst where chips differ, for none.
  static const TargetModel &get(std::optional<Target> target);
  /// The model of that name: ours, or that of a dialect loaded in `context`
  /// (TargetModelDialectInterface). Null where nobody knows the name.
  static const TargetModel *lookup(MLIRContext *context, StringRef name);
  /// The model for an op by the nearest enclosing `pto.target`; null where
  /// nobody knows that target. The neutral one where there is no target.
  static const TargetModel *lookupFor(Operation *op);
  /// The same; the neutral model where nobody knows the target.
  static const TargetModel &getFor(Operation *op);

  /// The chip whose ops this one has; see TargetDescription::family.
  std::optional<Target> getTarget() const { return family; }
  StringRef getName() const { return name; }
  /// True for the model of no chip in particular, which knows no capacities.
  bool isNeutral() const { return memories.empty(); }

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
  bool demandsRowMajor() const { return needsRowMajor; }

  /// Whether a result that is computed from a popped tile, in a vector function
  /// split over two cores, is wrong where it lies on a loaded operand.
  bool corruptsLoadsUnderPops() const { return family == Target::A2A3; }

  /// Bytes that a tile takes: its physical shape, packed where elements have
  /// four bits, rows of accumulators rounded up, one row more pitch in
  /// row-plus-one tiles. None where the shape is dynamic, the rank too small
  /// for an accumulator, or 64 bits too few.
  std::optional<int64_t> getStorageBytes(TileType type) const;

private:
  void findRoutes(MemorySpace from, ArrayRef<CoreCrossing> crossings);

  /// The cheapest way into one memory from another.
  struct Route {
    std::optional<int64_t> cost;
    MemorySpace stop = MemorySpace::DDR;
  };

  std::optional<Target> family;
  std::string name;
  SmallVector<MemoryInfo> memories;
  SmallVector<DataPath> paths;
  int64_t int32AccRows;
  bool needsRowMajor;
  std::array<std::array<Route, kNumSpaces>, kNumSpaces> routes;
};

} // namespace mlir::pto

#endif // PTO_TARGET_TARGETMODEL_H
