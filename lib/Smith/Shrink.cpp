//===- Shrink.cpp - The smallest kernel that still fails ------------------===//

#include "pto/Smith/Shrink.h"

#include "Capture.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::pto::smith;

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

static bool eraseFunction(Operation *op) {
  auto function = dyn_cast<func::FuncOp>(op);
  if (!function)
    return false;
  Operation *module = function->getParentOp();
  if (llvm::hasSingleElement(module->getRegion(0).getOps<func::FuncOp>()))
    return false;
  std::optional<SymbolTable::UseRange> uses =
      SymbolTable::getSymbolUses(function, module);
  if (!uses)
    return false;
  for (SymbolTable::SymbolUse use : *uses)
    if (!use.getUser()->use_empty())
      return false;
  for (SymbolTable::SymbolUse use : *uses)
    use.getUser()->erase();
  function.erase();
  return true;
}

/// A value for each result; nothing where there is none for one of them.
static bool replace(Operation *op, function_ref<Value(Type)> find) {
  SmallVector<Value> values;
  for (Type type : op->getResultTypes()) {
    Value value = find(type);
    if (!value)
      return false;
    values.push_back(value);
  }
  op->replaceAllUsesWith(values);
  op->erase();
  return true;
}

static bool takeOperand(Operation *op) {
  if (op->getNumResults() == 0)
    return false;
  return replace(op, [&](Type type) {
    for (Value operand : op->getOperands())
      if (operand.getType() == type)
        return operand;
    return Value();
  });
}

/// The nearest value of the type in front of the op in its block.
static bool takeEarlier(Operation *op) {
  if (op->getNumResults() == 0)
    return false;
  return replace(op, [&](Type type) {
    for (Operation *at = op->getPrevNode(); at; at = at->getPrevNode())
      for (Value result : at->getResults())
        if (result.getType() == type)
          return result;
    for (Value argument : op->getBlock()->getArguments())
      if (argument.getType() == type)
        return argument;
    return Value();
  });
}

/// What a region hands on takes the place of the results.
static bool enterRegion(Operation *op, unsigned number) {
  if (number >= op->getNumRegions() || isa<func::FuncOp, ModuleOp>(op))
    return false;
  Region &region = op->getRegion(number);
  if (!region.hasOneBlock())
    return false;
  Block &body = region.front();
  Operation *terminator = body.getTerminator();
  // Arguments and results, from operands of their types, the last first: the
  // bounds of a loop come first.
  auto match = [](TypeRange types, ValueRange values,
                  SmallVectorImpl<Value> &found) {
    SmallVector<Value> rest(values);
    for (Type type : types) {
      auto *it = llvm::find_if(
          rest, [&](Value value) { return value.getType() == type; });
      if (it == rest.end())
        return false;
      found.push_back(*it);
      rest.erase(it);
    }
    return true;
  };
  SmallVector<Value> arguments, results;
  if (!match(body.getArgumentTypes(), op->getOperands(), arguments) ||
      !match(op->getResultTypes(), terminator->getOperands(), results))
    return false;
  for (auto [argument, value] : llvm::zip(body.getArguments(), arguments))
    argument.replaceAllUsesWith(value);
  // The results may have been arguments.
  for (Value &result : results)
    if (auto argument = dyn_cast<BlockArgument>(result))
      if (argument.getOwner() == &body)
        result = arguments[argument.getArgNumber()];
  op->replaceAllUsesWith(results);
  terminator->erase();
  op->getBlock()->getOperations().splice(Block::iterator(op),
                                         body.getOperations());
  op->erase();
  return true;
}

static bool dropAttributes(Operation *op) {
  SmallVector<StringAttr> names;
  for (NamedAttribute attribute : op->getDiscardableAttrs())
    names.push_back(attribute.getName());
  for (StringAttr name : names)
    op->removeDiscardableAttr(name);
  return !names.empty();
}

bool pto::smith::reduce(Operation *op, Reduction reduction) {
  if (reduction == Reduction::EraseFunction)
    return eraseFunction(op);
  if (reduction == Reduction::DropAttributes)
    return !isa<ModuleOp>(op) && dropAttributes(op);
  if (isa<func::FuncOp, ModuleOp>(op) || op->hasTrait<OpTrait::IsTerminator>())
    return false;
  switch (reduction) {
  case Reduction::Erase:
    if (!op->use_empty())
      return false;
    op->erase();
    return true;
  case Reduction::TakeOperand:
    return takeOperand(op);
  case Reduction::TakeEarlier:
    return takeEarlier(op);
  case Reduction::EnterFirst:
    return enterRegion(op, 0);
  case Reduction::EnterSecond:
    return enterRegion(op, 1);
  default:
    return false;
  }
}

//===----------------------------------------------------------------------===//
// Search
//===----------------------------------------------------------------------===//

/// Op number `number` of a module, the module itself not counted.
static Operation *find(ModuleOp module, unsigned number) {
  Operation *found = nullptr;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == module.getOperation())
      return WalkResult::advance();
    if (number-- == 0) {
      found = op;
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return found;
}

static unsigned countOps(ModuleOp module) {
  unsigned count = 0;
  module.walk([&](Operation *) { ++count; });
  return count - 1;
}

OwningOpRef<ModuleOp> pto::smith::shrink(ModuleOp module,
                                         function_ref<bool(ModuleOp)> fails,
                                         unsigned tries) {
  OwningOpRef<ModuleOp> best = module.clone();
  auto attempt = [&](unsigned number, Reduction reduction) {
    OwningOpRef<ModuleOp> copy = (*best).clone();
    Operation *op = find(*copy, number);
    if (!op || !reduce(op, reduction))
      return false;
    --tries;
    {
      Capture capture(module.getContext());
      if (failed(verify(*copy)))
        return false;
    }
    if (!fails(*copy))
      return false;
    best = std::move(copy);
    return true;
  };
  bool hasChanged = true;
  while (hasChanged && tries != 0) {
    hasChanged = false;
    for (unsigned kind = 0; kind != kNumReductions; ++kind)
      // From the end: what an op made is not used any more when it is its turn.
      for (unsigned number = countOps(*best); number-- > 0 && tries != 0;)
        hasChanged |= attempt(number, Reduction(kind));
  }
  return best;
}
