//===- SpaceRetyping.cpp - The types that spaces imply --------------------===//

#include "SpaceRetyping.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "pto/IR/PTOOps.h"
#include "pto/Transforms/Transforms.h"

using namespace mlir;
using namespace mlir::pto;

/// Types block arguments, or results, of a loop or branch: like an argument
/// that the same operand becomes, since one operand has one type; else like the
/// first value that flows in from the same space, so that nothing has to be
/// converted there; else their own types in the new space.
static void retypeForwarded(RegionBranchOpInterface branch, ValueRange values,
                            const SpaceAssignment &spaces) {
  if (llvm::none_of(values.getTypes(), llvm::IsaPred<TileType>))
    return;
  llvm::SmallDenseMap<Value, TileType> firsts, sameOperand;
  llvm::SmallDenseMap<OpOperand *, TileType> arguments;
  SmallVector<ForwardedValue> all = getForwardedValues(branch);
  // Arguments have their types when the results' turn comes.
  if (isa<OpResult>(values.front()))
    for (const ForwardedValue &forwarded : all)
      if (isa<BlockArgument>(forwarded.to))
        if (auto type = dyn_cast<TileType>(forwarded.to.getType()))
          arguments.try_emplace(forwarded.from, type);
  for (const ForwardedValue &forwarded : all) {
    if (TileType argument = arguments.lookup(forwarded.from))
      sameOperand.try_emplace(forwarded.to, argument);
    auto own = dyn_cast<TileType>(forwarded.to.getType());
    auto type = dyn_cast<TileType>(forwarded.from->get().getType());
    if (own && type && type.getSpace() == spaces.lookup(forwarded.to) &&
        spaces.lookup(forwarded.from->get()) == type.getSpace() &&
        type.getShape() == own.getShape())
      firsts.try_emplace(forwarded.to, type);
  }
  for (Value value : values)
    if (auto own = dyn_cast<TileType>(value.getType())) {
      TileType type = sameOperand.lookup(value);
      if (!type)
        type = firsts.lookup(value);
      value.setType(type ? type : own.withSpace(spaces.lookup(value)));
    }
}

void pto::retypeTiles(func::FuncOp function, const SpaceAssignment &spaces) {
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

void pto::followCopies(func::FuncOp function,
                       ArrayRef<std::pair<Value, TileType>> copies) {
  if (copies.empty())
    return;
  DenseMap<Value, TileType> before(copies.begin(), copies.end());
  function.walk<WalkOrder::PreOrder>([&](MemorySpaceOpInterface spaces) {
    SmallVector<TileType, 2> stale;
    for (Value operand : spaces->getOperands())
      if (TileType type = before.lookup(operand))
        stale.push_back(type);
    if (stale.empty())
      return;
    for (OpResult result : spaces->getResults()) {
      auto type = dyn_cast<TileType>(result.getType());
      if (!type)
        continue;
      // A layout that only followed from an operand is forgotten with it.
      if (llvm::any_of(stale, [&](TileType operand) {
            return operand.getLayout().getBlayout() ==
                       type.getLayout().getBlayout() &&
                   operand.getLayout().getSlayout() ==
                       type.getLayout().getSlayout();
          }))
        result.setType(type.withLayout(TileType::getImplicitLayout(
            type.getContext(), type.getShape(), type.getSpace())));
      TileType anew =
          spaces.getResultTypeIn(result.getResultNumber(), *type.getSpace());
      result.setType(anew);
      if (anew != type)
        before[result] = type;
    }
  });
}

void pto::joinTypes(func::FuncOp function) {
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
