//===- InferTileMemorySpace.cpp - A memory for every tile -----------------===//
//
// Gather: SpaceAssignment says where every tile lives and which operands need a
// move. Apply: types first, in program order, then moves, each made once per
// tile and destination in a block and visible to what follows it there.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "pto/Analysis/DeviceFunctions.h"
#include "pto/Analysis/SpaceAssignment.h"
#include "pto/IR/PTOOps.h"
#include "pto/Transforms/Passes.h"
#include "pto/Transforms/Transforms.h"

namespace mlir::pto {
#define GEN_PASS_DEF_INFERTILEMEMORYSPACE
#include "pto/Transforms/Passes.h.inc"
} // namespace mlir::pto

using namespace mlir;
using namespace mlir::pto;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Types block arguments, or results, of a loop or branch: like the first value
/// that flows in from the same space, so that nothing has to be converted
/// there; else their own types in the new space.
static void retypeForwarded(RegionBranchOpInterface branch, ValueRange values,
                            const SpaceAssignment &spaces) {
  if (llvm::none_of(values.getTypes(), llvm::IsaPred<TileType>))
    return;
  llvm::SmallDenseMap<Value, TileType> firsts;
  for (const ForwardedValue &forwarded : getForwardedValues(branch)) {
    auto own = dyn_cast<TileType>(forwarded.to.getType());
    auto type = dyn_cast<TileType>(forwarded.from->get().getType());
    if (own && type && type.getSpace() == spaces.lookup(forwarded.to) &&
        spaces.lookup(forwarded.from->get()) == type.getSpace() &&
        type.getShape() == own.getShape())
      firsts.try_emplace(forwarded.to, type);
  }
  for (Value value : values)
    if (auto own = dyn_cast<TileType>(value.getType())) {
      TileType first = firsts.lookup(value);
      value.setType(first ? first : own.withSpace(spaces.lookup(value)));
    }
}

/// Gives every tile the type that its space implies. Operands come before
/// results, so a view sees its source's new layout.
static void retype(func::FuncOp function, const SpaceAssignment &spaces) {
  function.walk([&](Operation *op, const WalkStage &stage) {
    auto branch = dyn_cast<RegionBranchOpInterface>(op);
    if (branch) {
      // Arguments of the region that comes next, then, behind the last region,
      // the op's results.
      if (stage.isAfterAllRegions())
        retypeForwarded(branch, op->getResults(), spaces);
      else
        retypeForwarded(branch,
                        op->getRegion(stage.getNextRegion()).getArguments(),
                        spaces);
      return;
    }
    if (!stage.isBeforeAllRegions())
      return;
    for (Region &region : op->getRegions())
      for (BlockArgument argument : region.getArguments())
        if (auto type = dyn_cast<TileType>(argument.getType()))
          argument.setType(type.withSpace(spaces.lookup(argument)));
    auto interface = dyn_cast<MemorySpaceOpInterface>(op);
    for (OpResult result : op->getResults()) {
      auto type = dyn_cast<TileType>(result.getType());
      if (!type)
        continue;
      MemorySpace space = spaces.lookup(result);
      unsigned number = result.getResultNumber();
      if (!interface) {
        result.setType(type.withSpace(space));
        continue;
      }
      // An open choice is written down, even where the type said so already.
      ResultSpaceRule rule = interface.getResultSpaceRule(number);
      bool isOpen = rule.kind == ResultSpaceRule::Kind::Deferred;
      bool isRelocated =
          rule.kind == ResultSpaceRule::Kind::Requested && rule.space != space;
      if (isOpen || isRelocated)
        interface.setResultSpace(number, space);
      else if (type.getSpace() != space)
        result.setType(interface.getResultTypeIn(number, space));
    }
  });
}

//===----------------------------------------------------------------------===//
// Moves
//===----------------------------------------------------------------------===//

namespace {
/// Inserts moves in program order. A move stands right before the first op that
/// needs it and serves all that follows in its block and in regions inside.
class MoveInserter {
public:
  MoveInserter(const SpaceAssignment &spaces, const TargetModel &model,
               DataPathCheck check)
      : model(model), check(check) {
    for (const RequiredMove &move : spaces.getRequiredMoves())
      required.try_emplace(move.operand, move);
  }

  LogicalResult run(Region &region) {
    // Iterative over regions: programs nest deeply.
    struct Frame {
      Block *block;
      Block::iterator next;
      SmallVector<std::pair<Value, MemorySpace>> made;
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
        for (auto key : frame.made)
          visible[key].pop_back();
        stack.pop_back();
        continue;
      }
      Operation &op = *frame.next++;
      bool isStale = false;
      for (OpOperand &operand : op.getOpOperands()) {
        Value before = operand.get();
        legalise(operand, frame.made);
        isStale |= operand.get() != before || relaid.contains(before);
      }
      if (isStale)
        layAnew(&op);
      for (Region &inner : llvm::reverse(op.getRegions()))
        frame.regions.push_back(&inner);
    }
    return failure(hasFailed);
  }

private:
  void legalise(OpOperand &operand,
                SmallVector<std::pair<Value, MemorySpace>> &made) {
    auto it = required.find(&operand);
    if (it == required.end())
      return;
    const RequiredMove &move = it->second;
    if (isRoomOnly(operand)) {
      Value unused = operand.get();
      operand.set(makeRoom(move));
      if (isEmptyTile(unused) && isOpTriviallyDead(unused.getDefiningOp()))
        unused.getDefiningOp()->erase();
      return;
    }
    // A copy in another layout than the one asked for is no use.
    std::optional<BoxLayout> layout = getDemandedLayout(move);
    std::pair<Value, MemorySpace> key(operand.get(), move.to);
    for (Value copy : visible[key])
      if (!layout || *layout == getBoxLayout(copy.getType())) {
        operand.set(copy);
        return;
      }
    hasFailed |= failed(checkPath(operand, move.to));
    Value copy = makeMove(move, layout);
    visible[key].push_back(copy);
    made.push_back(key);
    operand.set(copy);
  }

  /// Order of the boxes, and of the elements in a box.
  using BoxLayout = std::pair<BlockLayout, BlockLayout>;
  static BoxLayout getBoxLayout(Type tile) {
    LayoutAttr layout = cast<TileType>(tile).getLayout();
    return {layout.getBlayout(), layout.getSlayout()};
  }

  /// The path out of the accumulator unpacks boxes, whoever asks; and some
  /// vector ops read nothing but plain rows.
  bool needsRows(const RequiredMove &move) const {
    if (move.to != MemorySpace::Vec)
      return false;
    auto type = cast<TileType>(move.operand->get().getType());
    if (type.getSpace() == MemorySpace::Acc)
      return true;
    auto spaces = dyn_cast<MemorySpaceOpInterface>(move.operand->getOwner());
    return spaces && model.demandsRowMajor() &&
           spaces.needsRowMajor(move.operand->getOperandNumber());
  }

  /// The layout that a copy must have; none where any will do.
  std::optional<BoxLayout> getDemandedLayout(const RequiredMove &move) const {
    if (needsRows(move))
      return BoxLayout(BlockLayout::RowMajor, BlockLayout::NoneBox);
    if (move.into)
      return getBoxLayout(move.into.getType());
    return std::nullopt;
  }

  /// Results that are laid out like an operand follow the copy that the op
  /// reads now.
  void layAnew(Operation *op) {
    auto spaces = dyn_cast<MemorySpaceOpInterface>(op);
    if (!spaces)
      return;
    for (OpResult result : op->getResults()) {
      auto type = dyn_cast<TileType>(result.getType());
      if (!type)
        continue;
      TileType anew =
          spaces.getResultTypeIn(result.getResultNumber(), *type.getSpace());
      if (anew == type)
        continue;
      result.setType(anew);
      relaid.insert(result);
    }
  }

  /// True where nothing of the tile is needed but its room: it holds no data
  /// yet, or the user takes it as a temporary.
  static bool isRoomOnly(OpOperand &operand) {
    auto storage = dyn_cast<TileStorageOpInterface>(operand.getOwner());
    if (storage && storage.isScratchOperand(operand.getOperandNumber()))
      return true;
    return isEmptyTile(operand.get());
  }

  static bool isEmptyTile(Value tile) {
    auto maker = tile.getDefiningOp<MemorySpaceOpInterface>();
    return maker &&
           maker.getResultSpaceRule(cast<OpResult>(tile).getResultNumber())
               .uninitialised;
  }

  /// A new empty tile instead of a move. One that is of no more use goes.
  Value makeRoom(const RequiredMove &move) {
    Operation *user = move.operand->getOwner();
    Value source = move.operand->get();
    OpBuilder builder(user);
    Type type = move.into ? move.into.getType()
                          : cast<TileType>(source.getType()).withSpace(move.to);
    return CreateOp::create(
        builder, withSuffix(source.getLoc(), suffixOf(move.to)), type,
        MemorySpaceAttr::get(user->getContext(), move.to), UnitAttr(),
        UnitAttr(), Value());
  }

  static StringRef suffixOf(MemorySpace space) {
    static constexpr StringLiteral suffixes[kNumSpaces] = {
        "DDR", "Vec",  "Mat", "Left",      "Right",
        "Acc", "Bias", "",    "LeftScale", "RightScale"};
    return suffixes[unsigned(space)];
  }

  Value makeMove(const RequiredMove &required,
                 std::optional<BoxLayout> demanded) {
    MemorySpace to = required.to;
    Operation *user = required.operand->getOwner();
    Value source = required.operand->get();
    auto type = cast<TileType>(source.getType());
    MLIRContext *ctx = user->getContext();
    TileType result = MoveOp::inferResultType(type, to);
    BlockLayoutAttr blayout, slayout;
    if (demanded &&
        (needsRows(required) || *demanded != getBoxLayout(result))) {
      blayout = BlockLayoutAttr::get(ctx, demanded->first);
      slayout = BlockLayoutAttr::get(ctx, demanded->second);
      result =
          MoveOp::inferResultType(type, to, demanded->first, demanded->second);
    }
    OpBuilder builder(user);
    auto move = MoveOp::create(
        builder, withSuffix(source.getLoc(), suffixOf(to)), result, source,
        MemorySpaceAttr::get(ctx, to), blayout, slayout, Value());
    remark::passed(move.getLoc(),
                   remark::RemarkOpts::name("TileMoved").category("pto-memory"))
        << ("moved from " + stringifyMemorySpace(*type.getSpace()) + " to " +
            stringifyMemorySpace(to))
               .str()
        << remark::metric("Bytes", model.getStorageBytes(type).value_or(0));
    return move;
  }

  /// Tells about a move that the chip can't do as it stands.
  LogicalResult checkPath(OpOperand &operand, MemorySpace to) {
    MemorySpace from = *cast<TileType>(operand.get().getType()).getSpace();
    if (check == DataPathCheck::Off || model.getDirectPath(from, to))
      return success();
    Operation *user = operand.getOwner();
    InFlightDiagnostic diagnostic =
        check == DataPathCheck::Error ? user->emitError() : user->emitWarning();
    diagnostic << "operand " << operand.getOperandNumber() << " must be in "
               << stringifyMemorySpace(to) << " and is in "
               << stringifyMemorySpace(from) << ": target " << model.getName()
               << " has no direct path between them";
    if (TargetModel::crossesCores(from, to))
      diagnostic << "; the crossing runs through the cross-core pipe";
    diagnostic.attachNote(operand.get().getLoc())
        << "made here in " << stringifyMemorySpace(from);
    SmallVector<MemorySpace> path = model.getPath(from, to);
    if (!path.empty()) {
      Diagnostic &note = diagnostic.attachNote(user->getLoc());
      note << "the data can go ";
      llvm::interleave(
          path, [&](MemorySpace space) { note << stringifyMemorySpace(space); },
          [&] { note << " -> "; });
    }
    return failure(check == DataPathCheck::Error);
  }

  const TargetModel &model;
  DataPathCheck check;
  DenseMap<OpOperand *, RequiredMove> required;
  /// Copies of a tile in a memory, one for each layout that was asked for.
  DenseMap<std::pair<Value, MemorySpace>, SmallVector<Value, 1>> visible;
  /// Results whose layout changed with an operand.
  DenseSet<Value> relaid;
  /// Some move has no data path, and that is an error.
  bool hasFailed = false;
};
} // namespace

/// What flows into a loop or a branch has its type exactly. Where only what
/// says nothing about bytes differs, a cast joins; where the layout differs, a
/// move within the memory.
static void joinTypes(func::FuncOp function) {
  function.walk([&](RegionBranchOpInterface branch) {
    for (const ForwardedValue &forwarded : getForwardedValues(branch)) {
      auto to = dyn_cast<TileType>(forwarded.to.getType());
      auto from = dyn_cast<TileType>(forwarded.from->get().getType());
      if (!to || !from || to == from)
        continue;
      OpBuilder builder(forwarded.from->getOwner());
      Value source = forwarded.from->get();
      if (to.getLayout() == from.getLayout()) {
        forwarded.from->set(
            TileCastOp::create(builder, source.getLoc(), to, source));
        continue;
      }
      MLIRContext *ctx = branch.getContext();
      forwarded.from->set(MoveOp::create(
          builder, withSuffix(source.getLoc(), "relaid"), to, source,
          MemorySpaceAttr::get(ctx, *to.getSpace()),
          BlockLayoutAttr::get(ctx, to.getLayout().getBlayout()),
          BlockLayoutAttr::get(ctx, to.getLayout().getSlayout()), Value()));
    }
  });
}

namespace {
struct InferTileMemorySpace
    : pto::impl::InferTileMemorySpaceBase<InferTileMemorySpace> {
  using InferTileMemorySpaceBase::InferTileMemorySpaceBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<const TargetModel *> model = getTargetModel(module, target);
    if (failed(model))
      return signalPassFailure();
    // All checks come before all changes.
    bool hasFailed = false;
    SmallVector<func::FuncOp> functions;
    for (auto function : module.getOps<func::FuncOp>()) {
      if (!isDeviceFunction(function))
        continue;
      hasFailed |= failed(checkDeviceFunction(function));
      if (!function.isExternal())
        functions.push_back(function);
    }
    if (hasFailed)
      return signalPassFailure();
    // On copies, so that a failure leaves the module as it was.
    SmallVector<std::pair<func::FuncOp, func::FuncOp>> inferred;
    for (func::FuncOp function : functions) {
      func::FuncOp copy = function.clone();
      inferred.emplace_back(function, copy);
      normalizeStructure(copy);
      hasFailed |= failed(inferFunction(copy, **model));
    }
    for (auto [function, copy] : inferred) {
      if (!hasFailed)
        function.getBody().takeBody(copy.getBody());
      copy.erase();
    }
    if (hasFailed)
      return signalPassFailure();
    // The marker of loads that a lowering made has served its purpose.
    module.walk([](Operation *op) { op->removeAttr(AttrNames::matBridge); });
  }

  LogicalResult inferFunction(func::FuncOp function, const TargetModel &model) {
    FailureOr<SpaceAssignment> spaces =
        SpaceAssignment::compute(function, model);
    if (failed(spaces))
      return function.emitError() << "memory spaces could not be analysed";
    if (spaces->empty())
      return success();
    retype(function, *spaces);
    if (failed(MoveInserter(*spaces, model, verifyDataPath)
                   .run(function.getBody())))
      return failure();
    joinTypes(function);
    return success();
  }
};
} // namespace
