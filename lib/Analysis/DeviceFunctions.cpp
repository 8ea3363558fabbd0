//===- DeviceFunctions.cpp - Which functions run where --------------------===//

#include "pto/Analysis/DeviceFunctions.h"

#include "mlir/Interfaces/CallInterfaces.h"

using namespace mlir;
using namespace mlir::pto;

static bool isTile(Type type) { return isa<TileType>(type); }

bool pto::holdsTiles(FunctionOpInterface function) {
  return function
      ->walk([](Operation *op) {
        bool has = llvm::any_of(op->getResultTypes(), isTile);
        for (Region &region : op->getRegions())
          for (Block &block : region)
            has |= llvm::any_of(block.getArgumentTypes(), isTile);
        return has ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

FunctionKind pto::getFunctionKind(FunctionOpInterface function) {
  if (auto kind = function->getAttrOfType<FunctionKindAttr>(AttrNames::kind))
    return kind.getValue();
  return holdsTiles(function) ? FunctionKind::InCore : FunctionKind::Opaque;
}

bool pto::isDeviceFunction(FunctionOpInterface function) {
  FunctionKind kind = getFunctionKind(function);
  return kind == FunctionKind::InCore || kind == FunctionKind::AIC ||
         kind == FunctionKind::AIV;
}

LogicalResult pto::checkDeviceFunction(FunctionOpInterface function) {
  StringRef name = function.getName();
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
    if (isTile(type)) {
      Location loc = function.isExternal() ? function.getLoc()
                                           : function.getArgument(i).getLoc();
      return emitError(loc)
             << "parameter " << i << " of device function '" << name
             << "' is a tile, " << type
             << "; a device function takes tensors and loads its tiles";
    }
  for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
    if (isTile(type))
      return function.emitError()
             << "result " << i << " of device function '" << name
             << "' is a tile, " << type
             << "; a device function stores its tiles to tensors";
  WalkResult result =
      function->walk(
          [&](Operation *op) {
            for (Region &region : op->getRegions())
              if (!region.empty() && !region.hasOneBlock()) {
                Operation *branch = region.front().getTerminator();
                branch->emitError()
                    << "unstructured control flow in device function '" << name
                    << "'; use scf.for, scf.while, scf.if or scf.index_switch";
                return WalkResult::interrupt();
              }
            if (isa<CallOpInterface>(op) &&
                (llvm::any_of(op->getOperandTypes(), isTile) ||
                 llvm::any_of(op->getResultTypes(), isTile))) {
              op->emitError()
                  << "a call in device function '" << name
                  << "' hands over a tile; inline the callee, or pass a tensor";
              return WalkResult::interrupt();
            }
            return WalkResult::advance();
          });
  return failure(result.wasInterrupted());
}
