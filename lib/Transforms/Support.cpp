//===- Support.cpp - Targets, names, preconditions ------------------------===//

#include "pto/IR/PTOOps.h"
#include "pto/Target/TargetModelInterface.h"
#include "pto/Transforms/Transforms.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::pto;

/// `op` and what encloses it, up to whoever says the target.
static StringRef getTargetName(Operation *op) {
  for (; op; op = op->getParentOp())
    if (auto name = op->getAttrOfType<StringAttr>(AttrNames::target))
      return name;
  return {};
}

FailureOr<const TargetModel *> pto::getTargetModel(Operation *op,
                                                   StringRef target) {
  MLIRContext *context = op->getContext();
  if (const TargetModel *model = target.empty()
                                     ? TargetModel::lookupFor(op)
                                     : TargetModel::lookup(context, target))
    return model;
  SmallVector<StringRef> known = {"a2a3", "a5"};
  for (Dialect *dialect : context->getLoadedDialects())
    if (auto *others =
            dialect->getRegisteredInterface<TargetModelDialectInterface>())
      llvm::append_range(known, others->getTargetNames());
  std::string last = known.pop_back_val().str();
  return op->emitError() << "unknown target '"
                         << (target.empty() ? getTargetName(op) : target)
                         << "'; there are " << llvm::join(known, ", ")
                         << " and " << last;
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
