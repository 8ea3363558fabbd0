//===- SpaceRetyping.cpp - The types that spaces imply --------------------===//

#include "SpaceRetyping.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "pto/IR/PTOOps.h"
#include "pto/Transforms/Transforms.h"

using namespace mlir;
using namespace mlir::pto;

/// The type of a block argument or of a loop's or branch's result: that of an
/// argument that the same operand becomes, since one operand has one type; else
/// that of the first value that flows in from the same space, so that nothing
/// has to be converted there; else its own type in the new space.
static void retypeForwarded(ArrayRef<ForwardedValue> incoming, Value value,
                            const SpaceAssignment &spaces) {
  MemorySpace space = spaces.lookup(value);
  auto own = cast<TileType>(value.getType());
  // Arguments come before results.
  if (isa<OpResult>(value))
    for (const ForwardedValue &forwarded : incoming)
      if (forwarded.to == value)
        for (const ForwardedValue &other : incoming)
          if (other.from == forwarded.from && isa<BlockArgument>(other.to)) {
            value.setType(other.to.getType());
            return;
          }
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

void pto::retypeTiles(func::FuncOp function, const SpaceAssignment &spaces) {
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
