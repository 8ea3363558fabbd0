//===- StructureOps.cpp - Scopes, calls, other people's ops ---------------===//

#include "Assembly.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::pto;

#define GET_OP_CLASSES
#include "pto/IR/PTOStructureOps.cpp.inc"

void PTODialect::registerStructureOps() {
  addOperations<
#define GET_OP_LIST
#include "pto/IR/PTOStructureOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// ScopeOp
//===----------------------------------------------------------------------===//

void ScopeOp::getSuccessorRegions(RegionBranchPoint point,
                                  SmallVectorImpl<RegionSuccessor> &regions) {
  if (point.isParent())
    regions.emplace_back(&getBody());
  else
    regions.emplace_back(getOperation(), getResults());
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Arguments and results agree with the callee's. A submission may leave out
/// trailing arguments and has the task id as an additional result.
static LogicalResult verifyCall(Operation *op, FlatSymbolRefAttr callee,
                                TypeRange args, TypeRange results,
                                bool isSubmission,
                                SymbolTableCollection &symbols) {
  auto function =
      symbols.lookupNearestSymbolFrom<FunctionOpInterface>(op, callee);
  if (!function)
    return op->emitOpError()
           << "'" << callee.getValue() << "' is not a function";
  auto type = cast<FunctionType>(function.getFunctionType());
  size_t expected = type.getNumInputs();
  if (args.size() > expected || (!isSubmission && args.size() != expected))
    return op->emitOpError() << "'" << callee.getValue() << "' takes "
                             << expected << " arguments, found " << args.size();
  for (auto [i, arg] : llvm::enumerate(args))
    if (arg != type.getInput(i))
      return op->emitOpError() << "argument " << i << " must be "
                               << type.getInput(i) << ", found " << arg;
  SmallVector<Type> resultTypes(type.getResults());
  if (isSubmission)
    resultTypes.push_back(TaskIdType::get(op->getContext()));
  if (TypeRange(resultTypes) != results)
    return op->emitOpError()
           << "results must be those of '" << callee.getValue() << "'"
           << (isSubmission ? " and a task id" : "");
  return success();
}

LogicalResult SubmitOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return verifyCall(*this, getCalleeAttr(), getArgs().getTypes(),
                    getResultTypes(),
                    /*isSubmission=*/true, symbols);
}
LogicalResult SpmdCallOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return verifyCall(*this, getCalleeAttr(), getArgs().getTypes(),
                    getResultTypes(),
                    /*isSubmission=*/false, symbols);
}

CallInterfaceCallable SubmitOp::getCallableForCallee() {
  return getCalleeAttr();
}
void SubmitOp::setCalleeFromCallable(CallInterfaceCallable callee) {
  setCalleeAttr(cast<FlatSymbolRefAttr>(cast<SymbolRefAttr>(callee)));
}
Operation::operand_range SubmitOp::getArgOperands() { return getArgs(); }
MutableOperandRange SubmitOp::getArgOperandsMutable() {
  return getArgsMutable();
}
FunctionType SubmitOp::getCalleeType() {
  return FunctionType::get(getContext(), getArgs().getTypes(),
                           llvm::to_vector(llvm::drop_end(getResultTypes())));
}

CallInterfaceCallable SpmdCallOp::getCallableForCallee() {
  return getCalleeAttr();
}
void SpmdCallOp::setCalleeFromCallable(CallInterfaceCallable callee) {
  setCalleeAttr(cast<FlatSymbolRefAttr>(cast<SymbolRefAttr>(callee)));
}
Operation::operand_range SpmdCallOp::getArgOperands() { return getArgs(); }
MutableOperandRange SpmdCallOp::getArgOperandsMutable() {
  return getArgsMutable();
}
FunctionType SpmdCallOp::getCalleeType() {
  return FunctionType::get(getContext(), getArgs().getTypes(),
                           getResultTypes());
}
