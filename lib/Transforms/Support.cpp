//===- Support.cpp - Targets, names, preconditions ------------------------===//

#include "pto/IR/PTOOps.h"
#include "pto/Transforms/Transforms.h"

using namespace mlir;
using namespace mlir::pto;

FailureOr<const TargetModel *> pto::getTargetModel(Operation *op,
                                                   StringRef target) {
  if (target.empty())
    return &TargetModel::getFor(op);
  if (std::optional<Target> known = symbolizeTarget(target))
    return &TargetModel::get(known);
  return op->emitError() << "unknown target '" << target
                         << "'; there are a2a3 and a5";
}

StringRef pto::getLocName(Location loc) {
  if (auto name = dyn_cast<NameLoc>(loc))
    return name.getName();
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location part : fused.getLocations())
      if (StringRef name = getLocName(part); !name.empty())
        return name;
  return {};
}

std::string pto::describe(Value value) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (StringRef name = getLocName(value.getLoc()); !name.empty())
    os << '\'' << name << "' (" << value.getType() << ')';
  else
    os << value.getType();
  return text;
}

Location pto::withSuffix(Location loc, StringRef suffix) {
  StringRef name = getLocName(loc);
  if (name.empty())
    return loc;
  Location child = loc;
  if (auto nameLoc = dyn_cast<NameLoc>(loc))
    child = nameLoc.getChildLoc();
  return NameLoc::get(StringAttr::get(loc.getContext(), name + "_" + suffix),
                      child);
}

LogicalResult pto::checkTilesAreBound(func::FuncOp function) {
  WalkResult result = function.walk([](TileStorageOpInterface op) {
    for (OpResult value : op->getResults()) {
      unsigned number = value.getResultNumber();
      if (isa<TileType>(value.getType()) &&
          op.getResultStorage(number).kind == ResultStorage::Kind::Fresh &&
          !op.getBuffer(number)) {
        op->emitOpError() << "tile " << describe(value)
                          << " has no buffer; run --init-memref first";
        return WalkResult::interrupt();
      }
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
