//===- DeviceFunctions.cpp - Which functions run where --------------------===//

#include "pto/Analysis/DeviceFunctions.h"

#include "mlir/Interfaces/CallInterfaces.h"
#include "pto/Analysis/RegionFlow.h"
#include "pto/IR/PTOOps.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::pto;

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

bool pto::reservesMemory(FunctionOpInterface function) {
  return function
      ->walk([](Operation *op) {
        bool does =
            isa<SystemReserveBufferOp>(op) ||
            llvm::any_of(op->getResultTypes(), llvm::IsaPred<BufferType>);
        return does ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

FunctionKind pto::getFunctionKind(FunctionOpInterface function) {
  if (auto kind = function->getAttrOfType<FunctionKindAttr>(AttrNames::kind))
    return kind.getValue();
  return holdsTiles(function) || reservesMemory(function)
             ? FunctionKind::InCore
             : FunctionKind::Opaque;
}

bool pto::isDeviceFunction(FunctionOpInterface function) {
  FunctionKind kind = getFunctionKind(function);
  return kind == FunctionKind::InCore || kind == FunctionKind::AIC ||
         kind == FunctionKind::AIV;
}

/// Says why the rules for device functions hold here.
static void explainKind(InFlightDiagnostic &diagnostic,
                        FunctionOpInterface function) {
  Diagnostic &note = diagnostic.attachNote(function.getLoc());
  note << "'" << function.getName() << "' is a device function: ";
  if (auto kind = function->getAttrOfType<FunctionKindAttr>(AttrNames::kind))
    note << "its kind is " << stringifyFunctionKind(kind.getValue());
  else
    note << "it " << (holdsTiles(function) ? "holds tiles" : "reserves memory")
         << " and has no pto.kind";
}

/// Rule dev-r1.
static LogicalResult checkSignature(FunctionOpInterface function) {
  LogicalResult result = success();
  auto report = [&](Location loc, StringRef what, unsigned number, Type type,
                    StringRef advice) {
    InFlightDiagnostic error =
        emitError(loc) << what << ' ' << number << " of device function '"
                       << function.getName() << "' is a tile, " << type
                       << "; a device function " << advice;
    explainKind(error, function);
    result = failure();
  };
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
    if (isTile(type))
      report(function.isExternal() ? function.getLoc()
                                   : function.getArgument(i).getLoc(),
             "parameter", i, type, "takes tensors and loads its tiles");
  for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
    if (isTile(type))
      report(function.getLoc(), "result", i, type,
             "stores its tiles to tensors");
  return result;
}

/// Rule dev-r2.
static LogicalResult checkRegions(Operation *op, FunctionOpInterface function) {
  for (Region &region : op->getRegions()) {
    if (region.empty() || region.hasOneBlock())
      continue;
    InFlightDiagnostic error =
        region.front().getTerminator()->emitError()
        << "unstructured control flow in device function '"
        << function.getName()
        << "'; use scf.for, scf.while, scf.if or scf.index_switch";
    explainKind(error, function);
    return error;
  }
  return success();
}

/// Rule dev-r3.
static LogicalResult checkCall(CallOpInterface call,
                               FunctionOpInterface function) {
  if (llvm::none_of(call->getOperandTypes(), isTile) &&
      llvm::none_of(call->getResultTypes(), isTile))
    return success();
  InFlightDiagnostic error =
      call->emitError() << "a call in device function '" << function.getName()
                        << "' hands over a tile; inline the callee, or "
                           "pass a tensor";
  for (Value operand : call->getOperands())
    if (isTile(operand.getType())) {
      error.attachNote(operand.getLoc()) << "the tile is made here";
      break;
    }
  if (Operation *callee = call.resolveCallable())
    error.attachNote(callee->getLoc()) << "the callee is here";
  explainKind(error, function);
  return error;
}

/// Rule dev-r4.
static LogicalResult checkFlow(RegionBranchOpInterface op,
                               FunctionOpInterface function) {
  auto carriesTile = [](ValueRange values) {
    return llvm::any_of(values.getTypes(), isTile);
  };
  if (!carriesTile(op->getResults()) &&
      llvm::none_of(op->getRegions(), [&](Region &region) {
        return carriesTile(region.getArguments());
      }))
    return success();
  llvm::SmallDenseSet<Value> reached;
  for (const ForwardedValue &forwarded : getForwardedValues(op))
    reached.insert(forwarded.to);
  auto isLost = [&](Value value) {
    return isTile(value.getType()) && !reached.contains(value);
  };
  if (llvm::none_of(op->getResults(), isLost) &&
      llvm::none_of(op->getRegions(), [&](Region &region) {
        return llvm::any_of(region.getArguments(), isLost);
      }))
    return success();
  InFlightDiagnostic error =
      op->emitError() << "nothing says what becomes of the tiles that '"
                      << op->getName() << "' carries in device function '"
                      << function.getName()
                      << "'; use scf.for, scf.while, scf.if or "
                         "scf.index_switch";
  explainKind(error, function);
  return error;
}

LogicalResult pto::checkDeviceFunction(FunctionOpInterface function) {
  if (failed(checkSignature(function)))
    return failure();
  bool isSound = true;
  function->walk([&](Operation *op) {
    isSound &= succeeded(checkRegions(op, function));
    if (auto call = dyn_cast<CallOpInterface>(op))
      isSound &= succeeded(checkCall(call, function));
    if (auto branch = dyn_cast<RegionBranchOpInterface>(op))
      isSound &= succeeded(checkFlow(branch, function));
  });
  return success(isSound);
}
