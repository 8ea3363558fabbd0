//===- Machine.h - One execution of a placed program --------------*- C++
//-*-===//

#ifndef PTO_LIB_SMITH_MACHINE_H
#define PTO_LIB_SMITH_MACHINE_H

#include "ByteLayout.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "pto/IR/PTOOps.h"
#include "pto/Smith/Oracle.h"
#include "pto/Smith/Random.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::pto::smith {

/// Where a tile's bytes are in a memory.
struct Place {
  MemorySpace space = MemorySpace::DDR;
  int64_t base = 0;
  std::shared_ptr<const ByteLayout> layout;
  /// Popped from a pipe: in no memory of ours.
  bool isPopped = false;

  int64_t getAddress(size_t byte) const { return base + layout->offsets[byte]; }
};

/// What a tile is, by values: a number for each byte, 0 where nobody wrote.
using Bytes = std::shared_ptr<const std::vector<uint64_t>>;

struct TileState {
  Place place;
  Bytes bytes;
};

class Machine {
public:
  Machine(const TargetModel &model, uint64_t choices)
      : model(model), random(choices) {}

  Judgement run(func::FuncOp function);

private:
  // Machine.cpp: values, places, ops.
  bool runBlock(Block &block);
  bool runOp(Operation *op);
  bool runTileOp(TileStorageOpInterface op);
  bool readTiles(TileStorageOpInterface op);
  bool checkSharing(TileStorageOpInterface op);
  bool checkPair(TileStorageOpInterface op, OpResult result,
                 OpOperand &operand);
  std::optional<TileState> view(Operation *op, const TileState &source);
  std::optional<Place> findPlace(Value tile);
  std::optional<Place> placeFresh(OpResult result);
  std::optional<int64_t> integer(Value value);
  std::optional<int64_t> evaluate(Operation *op);
  void write(const Place &place, ArrayRef<uint64_t> bytes);
  Bytes fresh(size_t count);
  std::vector<uint64_t> &memoryFor(MemorySpace space, int64_t end);

  // MachineRegions.cpp: loops and branches.
  bool runFor(Operation *op);
  bool runWhile(Operation *op);
  bool runChoice(Operation *op, unsigned region);
  /// `target` is what `source` is, at the place where its users look for it.
  bool bind(Value target, Value source, std::optional<Place> place = {});

  bool wrong(const Twine &reason) {
    judgement = {Verdict::Wrong, reason.str()};
    return false;
  }
  bool unknown(const Twine &reason) {
    judgement = {Verdict::Unknown, reason.str()};
    return false;
  }

  const TargetModel &model;
  Random random;
  Judgement judgement;
  DenseMap<Value, TileState> tiles;
  DenseMap<Value, int64_t> integers;
  DenseMap<Type, std::shared_ptr<const ByteLayout>> layouts;
  std::array<std::vector<uint64_t>, kNumSpaces> memories;
  uint64_t lastByte = 0;
  /// Ops that may still be run, and regions in each other.
  int64_t steps = 100000;
  unsigned depth = 0;
};

} // namespace mlir::pto::smith

#endif // PTO_LIB_SMITH_MACHINE_H
