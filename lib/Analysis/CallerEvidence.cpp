//===- CallerEvidence.cpp - What callers tell of tensor parameters --------===//

#include "pto/Analysis/CallerEvidence.h"

#include "mlir/Analysis/CallGraph.h"
#include "mlir/IR/BuiltinOps.h"
#include "pto/Analysis/DeviceFunctions.h"
#include "pto/Analysis/MemoryOrder.h"
#include "llvm/ADT/SCCIterator.h"

using namespace mlir;
using namespace mlir::pto;

static bool isTensor(Type type) { return isa<TensorType>(type); }

/// What a function says that it does to a parameter; both where it is silent.
static Direction directionOf(func::FuncOp function, unsigned parameter) {
  auto direction =
      function.getArgAttrOfType<DirectionAttr>(parameter, AttrNames::direction);
  return direction ? direction.getValue() : Direction::InOut;
}

//===----------------------------------------------------------------------===//
// Facts of one function
//===----------------------------------------------------------------------===//

CallerEvidence::CallerEvidence(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>())
    facts.try_emplace(function);
  collectUses(module);
  // Callees come first. Those that call each other in a circle don't see each
  // other's facts, which is the safe side.
  CallGraph graph(module);
  DenseSet<Operation *> visited;
  for (auto group = llvm::scc_begin(&std::as_const(graph)); !group.isAtEnd();
       ++group)
    for (const CallGraphNode *node : *group) {
      if (node->isExternal())
        continue;
      Operation *callable = node->getCallableRegion()->getParentOp();
      if (auto function = dyn_cast<func::FuncOp>(callable);
          function && visited.insert(function).second)
        collectFacts(function);
    }
  // The graph need not reach what nobody calls.
  for (auto function : module.getOps<func::FuncOp>())
    if (!visited.contains(function))
      collectFacts(function);
}

void CallerEvidence::collectUses(ModuleOp module) {
  std::optional<SymbolTable::UseRange> uses =
      SymbolTable::getSymbolUses(&module.getBodyRegion());
  allUsesKnown = uses.has_value();
  if (!uses)
    return;
  SymbolTable table(module);
  for (SymbolTable::SymbolUse use : *uses) {
    Operation *named = table.lookup(use.getSymbolRef().getRootReference());
    if (auto it = facts.find(named); it != facts.end())
      it->second.uses.push_back(use);
  }
}

func::FuncOp CallerEvidence::calleeOf(CallOpInterface call) {
  return dyn_cast_or_null<func::FuncOp>(call.resolveCallableInTable(&symbols));
}

void CallerEvidence::collectFacts(func::FuncOp function) {
  if (function.isExternal() || !facts.contains(function))
    return;
  StorageRoots roots(
      function,
      [&](CallOpInterface call, unsigned result) -> std::optional<unsigned> {
        auto it = facts.find(calleeOf(call));
        if (it == facts.end() || result >= it->second.returned.size())
          return std::nullopt;
        return it->second.returned[result];
      });
  FunctionFacts &functionFacts = facts[function];
  functionFacts.roots = std::move(roots);
  noteWriters(function, functionFacts);

  // Device functions have one block, and one return.
  Operation *end = function.getBody().back().getTerminator();
  if (!function.getBody().hasOneBlock() || !isa<func::ReturnOp>(end))
    return;
  for (Value value : end->getOperands()) {
    auto root = dyn_cast_or_null<BlockArgument>(
        isTensor(value.getType()) ? functionFacts.roots.lookup(value)
                                  : Value());
    functionFacts.returned.push_back(
        root ? std::optional<unsigned>(root.getArgNumber()) : std::nullopt);
  }
}

void CallerEvidence::noteWriters(func::FuncOp function,
                                 FunctionFacts &functionFacts) {
  auto note = [&](Value tensor, Operation *writer) {
    Value root = functionFacts.roots.lookup(tensor);
    if (auto parameter = dyn_cast_or_null<BlockArgument>(root))
      functionFacts.writers.try_emplace(parameter.getArgNumber(), writer);
    else if (!root && !functionFacts.unknownWriter)
      functionFacts.unknownWriter = writer;
  };
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto call = dyn_cast<CallOpInterface>(op)) {
      func::FuncOp callee = calleeOf(call);
      for (auto [i, argument] : llvm::enumerate(call.getArgOperands()))
        if (isTensor(argument.getType()) && (!callee || mayWrite(callee, i)))
          note(argument, op);
      return;
    }
    std::optional<SmallVector<Value>> tensors = getOverwrittenTensors(op);
    if (!tensors && !functionFacts.unknownWriter)
      functionFacts.unknownWriter = op;
    if (tensors)
      for (Value tensor : *tensors)
        note(tensor, op);
  });
}

Operation *CallerEvidence::getLocalWriter(func::FuncOp function,
                                          unsigned parameter) const {
  auto it = facts.find(function);
  if (it == facts.end())
    return function;
  if (Operation *writer = it->second.writers.lookup(parameter))
    return writer;
  return it->second.unknownWriter;
}

/// A direction is a promise of the author, which the body may break.
bool CallerEvidence::mayWrite(func::FuncOp callee, unsigned parameter) const {
  if (directionOf(callee, parameter) != Direction::In)
    return true;
  return !callee.isExternal() && getLocalWriter(callee, parameter);
}

//===----------------------------------------------------------------------===//
// Call sites
//===----------------------------------------------------------------------===//

Value CallerEvidence::rootOf(CallOpInterface call, Value argument) const {
  auto it = facts.find(call->getParentOfType<func::FuncOp>());
  return it == facts.end() ? Value() : it->second.roots.lookup(argument);
}

/// True where all that a symbol is named for is to be called, at once.
static bool isPlainCall(Operation *user, SymbolRefAttr symbol) {
  auto call = dyn_cast<func::CallOp>(user);
  if (!call || call.getCalleeAttr() != symbol)
    return false;
  // Once as the callee, and nowhere else in the attributes.
  unsigned count = 0;
  for (NamedAttribute attribute : user->getAttrs())
    attribute.getValue().walk([&](SymbolRefAttr other) {
      count += other.getRootReference() == symbol.getRootReference();
    });
  return count == 1;
}

/// A host function with a body that nobody in the module names: its parameters
/// come from outside, and what it allocates is its own.
bool CallerEvidence::isRoot(func::FuncOp function) const {
  auto it = facts.find(function);
  return it != facts.end() && !function.isExternal() &&
         it->second.uses.empty() &&
         getFunctionKind(function) == FunctionKind::Orchestration;
}

std::optional<Objection>
CallerEvidence::checkUses(func::FuncOp function) const {
  // res-r10
  if (!function.isPrivate())
    return Objection{"res-r10",
                     "its function can be entered from outside of the module",
                     function};
  if (!allUsesKnown)
    return Objection{"res-r10",
                     "an op of the module may call its function unseen",
                     function};
  const SmallVector<SymbolTable::SymbolUse> &uses =
      facts.find(function)->second.uses;
  if (uses.empty())
    return Objection{"res-r10", "nobody calls its function", function};
  // res-r16
  for (SymbolTable::SymbolUse use : uses) {
    Operation *user = use.getUser();
    if (!isPlainCall(user, use.getSymbolRef()))
      return Objection{"res-r16",
                       "its function is not only called, but also submitted or "
                       "handed around",
                       user};
    if (!isRoot(user->getParentOfType<func::FuncOp>()))
      return Objection{
          "res-r16",
          "its function is called outside of a root orchestration function",
          user};
  }
  return std::nullopt;
}

void CallerEvidence::checkSite(func::FuncOp function, CallOpInterface call,
                               Verdict &verdict) const {
  // Whose storage is written, and by an argument that is not known.
  DenseSet<Value> written;
  bool writesUnknown = false;
  for (auto [i, argument] : llvm::enumerate(call.getArgOperands())) {
    if (!isTensor(argument.getType()) || !mayWrite(function, i))
      continue;
    if (Value root = rootOf(call, argument))
      written.insert(root);
    else
      writesUnknown = true;
  }
  for (auto [i, argument] : llvm::enumerate(call.getArgOperands())) {
    std::optional<Objection> &objection = verdict.parameters[i];
    if (objection || !isTensor(argument.getType()))
      continue;
    Value root = rootOf(call, argument);
    if (!root || !StorageRoots::isFresh(root))
      objection = Objection{
          "res-r17",
          "a caller hands over storage that it did not allocate itself", call};
    else if (writesUnknown)
      objection = Objection{
          "res-r18", "a caller has storage written that is not known", call};
    else if (written.contains(root))
      objection = Objection{
          "res-r19", "a caller has the same storage read and written", call};
  }
}

std::optional<Objection> CallerEvidence::checkParameter(func::FuncOp function,
                                                        unsigned parameter) {
  auto [it, isNew] = verdicts.try_emplace(function);
  Verdict &verdict = it->second;
  if (isNew) {
    verdict.parameters.resize(function.getNumArguments());
    verdict.function = checkUses(function);
    if (!verdict.function)
      for (SymbolTable::SymbolUse use : facts.find(function)->second.uses)
        checkSite(function, cast<CallOpInterface>(use.getUser()), verdict);
  }
  return verdict.function ? verdict.function : verdict.parameters[parameter];
}

std::optional<Objection> CallerEvidence::findOverlap(func::FuncOp function,
                                                     unsigned parameter) {
  auto it = facts.find(function);
  if (it == facts.end())
    return std::nullopt;
  for (SymbolTable::SymbolUse use : it->second.uses) {
    auto call = dyn_cast<CallOpInterface>(use.getUser());
    if (!call || call.getArgOperands().size() <= parameter ||
        calleeOf(call) != function)
      continue;
    Value root = rootOf(call, call.getArgOperands()[parameter]);
    for (auto [i, argument] : llvm::enumerate(call.getArgOperands()))
      if (root && isTensor(argument.getType()) && mayWrite(function, i) &&
          i != parameter && rootOf(call, argument) == root)
        return Objection{
            "res-r19", "a caller has the same storage read and written", call};
  }
  return std::nullopt;
}
