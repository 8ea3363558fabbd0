//===- CopyPlan.cpp - Which copies of tiles stand where -------------------===//

#include "pto/Analysis/CopyPlan.h"

#include "pto/IR/PTOOps.h"

using namespace mlir;
using namespace mlir::pto;

BoxLayout pto::getBoxLayout(Type tile) {
  LayoutAttr layout = cast<TileType>(tile).getLayout();
  return {layout.getBlayout(), layout.getSlayout()};
}

bool pto::isEmptyTile(Value tile) {
  auto maker = tile.getDefiningOp<MemorySpaceOpInterface>();
  return maker &&
         maker.getResultSpaceRule(cast<OpResult>(tile).getResultNumber())
             .uninitialised;
}

bool pto::isRoomOnly(OpOperand &operand) {
  auto storage = dyn_cast<TileStorageOpInterface>(operand.getOwner());
  return (storage && storage.isScratchOperand(operand.getOperandNumber())) ||
         isEmptyTile(operand.get());
}

std::optional<BoxLayout> pto::getDemandedLayout(const RequiredMove &move,
                                                MemorySpace from,
                                                const TargetModel &model) {
  if (move.to == MemorySpace::Vec) {
    auto spaces = dyn_cast<MemorySpaceOpInterface>(move.operand->getOwner());
    if (from == MemorySpace::Acc ||
        (spaces && model.demandsRowMajor() &&
         spaces.needsRowMajor(move.operand->getOperandNumber())))
      return BoxLayout(BlockLayout::RowMajor, BlockLayout::NoneBox);
  }
  if (move.into)
    return getBoxLayout(move.into.getType());
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Scoped
//===----------------------------------------------------------------------===//

namespace {
/// Walks a function in program order and remembers, for each tile and memory,
/// the copies that can be seen from where the walk is.
class ScopedPlanner {
public:
  ScopedPlanner(ArrayRef<RequiredMove> moves, const TargetModel &model)
      : model(model) {
    for (const RequiredMove &move : moves)
      required.try_emplace(move.operand, move);
  }

  CopyPlan run(Region &region) {
    // Iterative over regions: programs nest deeply.
    struct Frame {
      Block *block;
      Block::iterator next;
      SmallVector<Key> made;
      SmallVector<Region *> regions;
    };
    SmallVector<Frame, 0> stack;
    auto push = [&](Region &inner) {
      if (!inner.empty())
        stack.push_back({&inner.front(), inner.front().begin(), {}, {}});
    };
    push(region);
    while (!stack.empty()) {
      if (!stack.back().regions.empty()) {
        Region *inner = stack.back().regions.pop_back_val();
        push(*inner);
        continue;
      }
      Frame &frame = stack.back();
      if (frame.next == frame.block->end()) {
        for (Key key : frame.made)
          visible[key].pop_back();
        stack.pop_back();
        continue;
      }
      Operation &op = *frame.next++;
      for (OpOperand &operand : op.getOpOperands())
        if (auto it = required.find(&operand); it != required.end())
          serve(it->second, frame.made);
      for (Region &inner : llvm::reverse(op.getRegions()))
        frame.regions.push_back(&inner);
    }
    return std::move(plan);
  }

private:
  using Key = std::pair<Value, MemorySpace>;

  void serve(const RequiredMove &move, SmallVector<Key> &made) {
    Operation *user = move.operand->getOwner();
    Value tile = move.operand->get();
    PlannedCopy copy;
    copy.source = tile;
    copy.to = move.to;
    copy.before = user;
    copy.users.push_back(move);
    if (isRoomOnly(*move.operand)) {
      copy.kind = PlannedCopy::Kind::Room;
      plan.push_back(std::move(copy));
      return;
    }
    auto type = cast<TileType>(tile.getType());
    copy.layout = getDemandedLayout(move, *type.getSpace(), model);
    // A copy in another layout than the one asked for is no use.
    Key key(tile, move.to);
    for (auto [index, layout] : visible[key])
      if (!copy.layout || *copy.layout == layout) {
        plan[index].users.push_back(move);
        return;
      }
    BoxLayout layout = copy.layout.value_or(
        getBoxLayout(MoveOp::inferResultType(type, move.to)));
    visible[key].emplace_back(plan.size(), layout);
    made.push_back(key);
    plan.push_back(std::move(copy));
  }

  const TargetModel &model;
  DenseMap<OpOperand *, RequiredMove> required;
  /// Copies of a tile in a memory, one for each layout that was asked for.
  DenseMap<Key, SmallVector<std::pair<unsigned, BoxLayout>, 1>> visible;
  CopyPlan plan;
};
} // namespace

CopyPlan pto::planScopedCopies(Operation *function,
                               ArrayRef<RequiredMove> requiredMoves,
                               const TargetModel &model) {
  if (requiredMoves.empty())
    return {};
  return ScopedPlanner(requiredMoves, model).run(function->getRegion(0));
}
