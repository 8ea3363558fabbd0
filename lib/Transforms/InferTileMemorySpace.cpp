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
#include "pto/Analysis/DeviceFunctions.h"
#include "pto/Analysis/SpaceAssignment.h"
#include "pto/IR/PTOOps.h"
#include "pto/Transforms/MatResidency.h"
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

/// The type of a block argument or of a loop's or branch's result: that of the
/// first value that flows in from the same space, so that nothing has to be
/// converted there; else its own type in the new space.
static void retypeForwarded(ArrayRef<ForwardedValue> incoming, Value value,
                            const SpaceAssignment &spaces) {
  MemorySpace space = spaces.lookup(value);
  auto own = cast<TileType>(value.getType());
  for (const ForwardedValue &forwarded : incoming) {
    if (forwarded.to != value || spaces.lookup(forwarded.from->get()) != space)
      continue;
    auto type = cast<TileType>(forwarded.from->get().getType());
    if (type.getSpace() == space && type.getShape() == own.getShape()) {
      value.setType(type);
      return;
    }
  }
  value.setType(own.withSpace(space));
}

/// Gives every tile the type that its space implies. Operands come before
/// results, so a view sees its source's new layout.
static void retype(func::FuncOp function, const SpaceAssignment &spaces) {
  function.walk([&](Operation *op, const WalkStage &stage) {
    auto branch = dyn_cast<RegionBranchOpInterface>(op);
    if (branch) {
      SmallVector<ForwardedValue> forwarded = getForwardedValues(branch);
      // Arguments of the region that comes next, then, behind the last region,
      // the op's results.
      if (!stage.isAfterAllRegions()) {
        for (BlockArgument argument :
             op->getRegion(stage.getNextRegion()).getArguments())
          if (isa<TileType>(argument.getType()))
            retypeForwarded(forwarded, argument, spaces);
      } else {
        for (OpResult result : op->getResults())
          if (isa<TileType>(result.getType()))
            retypeForwarded(forwarded, result, spaces);
      }
      return;
    }
    if (!stage.isBeforeAllRegions())
      return;
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
      required.try_emplace(move.operand, move.to);
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
          visible.erase(key);
        stack.pop_back();
        continue;
      }
      Operation &op = *frame.next++;
      for (OpOperand &operand : op.getOpOperands())
        if (failed(legalise(operand, frame.made)))
          return failure();
      for (Region &inner : llvm::reverse(op.getRegions()))
        frame.regions.push_back(&inner);
    }
    return success();
  }

private:
  LogicalResult legalise(OpOperand &operand,
                         SmallVector<std::pair<Value, MemorySpace>> &made) {
    auto it = required.find(&operand);
    if (it == required.end())
      return success();
    if (isRoomOnly(operand)) {
      operand.set(makeRoom(operand, it->second));
      return success();
    }
    std::pair<Value, MemorySpace> key(operand.get(), it->second);
    Value &copy = visible[key];
    if (!copy) {
      if (failed(checkPath(operand, it->second)))
        return failure();
      copy = makeMove(operand, it->second);
      made.push_back(key);
    }
    operand.set(copy);
    return success();
  }

  /// True where nothing of the tile is needed but its room: it holds no data
  /// yet, or the user takes it as a temporary.
  static bool isRoomOnly(OpOperand &operand) {
    auto storage = dyn_cast<TileStorageOpInterface>(operand.getOwner());
    if (storage && storage.isScratchOperand(operand.getOperandNumber()))
      return true;
    auto maker = operand.get().getDefiningOp<MemorySpaceOpInterface>();
    return maker && maker
                        .getResultSpaceRule(
                            cast<OpResult>(operand.get()).getResultNumber())
                        .uninitialised;
  }

  /// A new empty tile instead of a move.
  Value makeRoom(OpOperand &operand, MemorySpace to) {
    Operation *user = operand.getOwner();
    Value source = operand.get();
    OpBuilder builder(user);
    auto type = cast<TileType>(source.getType()).withSpace(to);
    return CreateOp::create(builder, withSuffix(source.getLoc(), suffixOf(to)),
                            type, MemorySpaceAttr::get(user->getContext(), to),
                            UnitAttr(), UnitAttr(), Value());
  }

  static StringRef suffixOf(MemorySpace space) {
    static constexpr StringLiteral suffixes[kNumSpaces] = {
        "DDR", "Vec",  "Mat", "Left",      "Right",
        "Acc", "Bias", "",    "LeftScale", "RightScale"};
    return suffixes[unsigned(space)];
  }

  Value makeMove(OpOperand &operand, MemorySpace to) {
    Operation *user = operand.getOwner();
    Value source = operand.get();
    auto type = cast<TileType>(source.getType());
    MLIRContext *ctx = user->getContext();
    BlockLayoutAttr blayout, slayout;
    // The path out of the accumulator unpacks boxes; and some vector ops read
    // nothing but plain rows.
    auto spaces = dyn_cast<MemorySpaceOpInterface>(user);
    bool wantsRows = spaces && model.demandsRowMajor() &&
                     spaces.needsRowMajor(operand.getOperandNumber());
    bool unpacks =
        type.getSpace() == MemorySpace::Acc && to == MemorySpace::Vec;
    if (wantsRows || unpacks) {
      blayout = BlockLayoutAttr::get(ctx, BlockLayout::RowMajor);
      if (to == MemorySpace::Vec)
        slayout = BlockLayoutAttr::get(ctx, BlockLayout::NoneBox);
    }
    auto value = [](BlockLayoutAttr attr) {
      return attr ? std::optional(attr.getValue()) : std::nullopt;
    };
    OpBuilder builder(user);
    auto move = MoveOp::create(
        builder, withSuffix(source.getLoc(), suffixOf(to)),
        MoveOp::inferResultType(type, to, value(blayout), value(slayout)),
        source, MemorySpaceAttr::get(ctx, to), blayout, slayout, Value());
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
  DenseMap<OpOperand *, MemorySpace> required;
  DenseMap<std::pair<Value, MemorySpace>, Value> visible;
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
    SmallVector<func::FuncOp> functions;
    for (auto function : module.getOps<func::FuncOp>()) {
      if (!isDeviceFunction(function))
        continue;
      if (failed(checkDeviceFunction(function)))
        return signalPassFailure();
      if (!function.isExternal())
        functions.push_back(function);
    }
    // On copies, so that a failure leaves the module as it was.
    SmallVector<std::pair<func::FuncOp, func::FuncOp>> inferred;
    bool hasFailed = false;
    for (func::FuncOp function : functions) {
      func::FuncOp copy = function.clone();
      inferred.emplace_back(function, copy);
      normalizeStructure(copy);
      if (failed(inferFunction(copy, **model))) {
        hasFailed = true;
        break;
      }
    }
    for (auto [function, copy] : inferred) {
      if (!hasFailed)
        function.getBody().takeBody(copy.getBody());
      copy.erase();
    }
    if (hasFailed)
      return signalPassFailure();
    if (residency)
      keepOperandsResident(module, **model, residencyScope);
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
