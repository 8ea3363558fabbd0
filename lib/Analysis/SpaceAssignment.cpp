//===- SpaceAssignment.cpp - A memory space for every tile ----------------===//

#include "pto/Analysis/SpaceAssignment.h"

#include "pto/Analysis/DemandAnalysis.h"

using namespace mlir;
using namespace mlir::pto;

static bool isTile(Value value) { return isa<TileType>(value.getType()); }

/// True where an op writes its result over an operand.
static bool isInPlace(OpResult result) {
  auto storage = dyn_cast<TileStorageOpInterface>(result.getOwner());
  return storage && storage.getResultStorage(result.getResultNumber()).kind ==
                        ResultStorage::Kind::InPlace;
}

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

unsigned SpaceAssignment::classIdOf(Value tile) const {
  unsigned node = classOf.lookup(tile);
  while (parent[node] != node) {
    parent[node] = parent[parent[node]];
    node = parent[node];
  }
  return node;
}

/// Joins two classes; the earlier one's root stays.
void SpaceAssignment::tie(Value a, Value b) {
  unsigned first = classIdOf(a), second = classIdOf(b);
  if (first == second)
    return;
  if (second < first)
    std::swap(first, second);
  parent[second] = first;
  if (!classes[first].producer)
    classes[first].producer = classes[second].producer;
  classes[first].isWritten |= classes[second].isWritten;
  llvm::append_range(classes[first].incoming, classes[second].incoming);
  classes[second].incoming.clear();
}

void SpaceAssignment::collect(Operation *function) {
  auto addNode = [&](Value value) {
    if (!isTile(value))
      return;
    classOf.try_emplace(value, parent.size());
    parent.push_back(parent.size());
    classes.emplace_back();
  };
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (OpResult result : op->getResults())
      addNode(result);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          addNode(argument);
  });
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto spaces = dyn_cast<MemorySpaceOpInterface>(op)) {
      for (OpResult result : op->getResults()) {
        if (!isTile(result))
          continue;
        ResultSpaceRule rule =
            spaces.getResultSpaceRule(result.getResultNumber());
        if (rule.kind == ResultSpaceRule::Kind::SameAs) {
          tie(op->getOperand(rule.operand), result);
          if (isInPlace(result))
            classes[classIdOf(result)].isWritten = true;
        } else
          classes[classIdOf(result)].producer = result;
      }
      return;
    }
    auto branch = dyn_cast<RegionBranchOpInterface>(op);
    if (!branch) {
      for (OpResult result : op->getResults())
        if (isTile(result))
          classes[classIdOf(result)].producer = result;
      return;
    }
    // Whatever one operand may become has one type.
    DenseMap<OpOperand *, Value> firstTarget;
    for (const ForwardedValue &forwarded : getForwardedValues(branch)) {
      if (!isTile(forwarded.to))
        continue;
      auto [it, isNew] = firstTarget.try_emplace(forwarded.from, forwarded.to);
      if (isNew)
        classes[classIdOf(forwarded.to)].incoming.push_back(forwarded);
      else
        tie(it->second, forwarded.to);
    }
  });
}

//===----------------------------------------------------------------------===//
// Spaces
//===----------------------------------------------------------------------===//

MemorySpace SpaceAssignment::lookup(Value tile) const {
  return classes[classIdOf(tile)].space.value_or(MemorySpace::Vec);
}

bool SpaceAssignment::isUninitialised(unsigned id) const {
  const TileClass &tileClass = classes[id];
  if (tileClass.isWritten)
    return false;
  if (OpResult producer = tileClass.producer) {
    auto spaces = dyn_cast<MemorySpaceOpInterface>(producer.getOwner());
    return spaces &&
           spaces.getResultSpaceRule(producer.getResultNumber()).uninitialised;
  }
  return !tileClass.incoming.empty() &&
         llvm::all_of(tileClass.incoming, [&](const ForwardedValue &forwarded) {
           unsigned source = classIdOf(forwarded.from->get());
           // A loop's own arguments have entries, so this ends.
           return !forwarded.isEntry && isUninitialised(source);
         });
}

/// Puts an empty tile elsewhere, and with it what it comes from.
void SpaceAssignment::relocate(unsigned id, MemorySpace space) {
  classes[id].space = space;
  if (!classes[id].producer)
    for (const ForwardedValue &forwarded : classes[id].incoming)
      relocate(classIdOf(forwarded.from->get()), space);
}

MemorySpace SpaceAssignment::resolveProducer(OpResult producer) {
  auto spaces = dyn_cast<MemorySpaceOpInterface>(producer.getOwner());
  if (!spaces)
    return cast<TileType>(producer.getType())
        .getSpace()
        .value_or(MemorySpace::Vec);
  ResultSpaceRule rule = spaces.getResultSpaceRule(producer.getResultNumber());
  switch (rule.kind) {
  case ResultSpaceRule::Kind::Fixed:
  case ResultSpaceRule::Kind::Requested:
    return rule.space;
  case ResultSpaceRule::Kind::Deferred:
    // Device memory does not reach left, right, acc or bias: a demand for one
    // of those is met by a move.
    return asksForMat(producer) ? MemorySpace::Mat : MemorySpace::Vec;
  case ResultSpaceRule::Kind::Declared: {
    std::optional<MemorySpace> declared =
        cast<TileType>(producer.getType()).getSpace();
    return declared && *declared != MemorySpace::DDR ? *declared : rule.space;
  }
  case ResultSpaceRule::Kind::SameAs:
  case ResultSpaceRule::Kind::None:
    break;
  }
  return MemorySpace::Vec;
}

std::optional<MemorySpace>
SpaceAssignment::resolveForwarded(TileClass &tileClass) {
  // What a loop yields decides before what it starts with; an empty tile
  // decides only where there is nothing else.
  auto isBackEdge = [](const ForwardedValue &forwarded) {
    return !forwarded.isEntry &&
           isLoop(cast<RegionBranchOpInterface>(
               forwarded.from->getOwner()->getParentOp()));
  };
  SmallVector<MemorySpace, 4> yielded, entering, empty;
  bool isOpen = false;
  for (const ForwardedValue &forwarded : tileClass.incoming) {
    unsigned source = classIdOf(forwarded.from->get());
    if (&classes[source] == &tileClass)
      continue;
    std::optional<MemorySpace> space;
    if (!classes[source].isBeingResolved)
      space = resolve(source);
    if (!space)
      isOpen = true;
    else if (isUninitialised(source))
      empty.push_back(*space);
    else if (isBackEdge(forwarded))
      yielded.push_back(*space);
    else
      entering.push_back(*space);
  }
  if (!yielded.empty())
    return yielded.front();
  if (entering.empty() && !empty.empty())
    return empty.front();
  // Nothing but what waits for this very class: whoever asked decides.
  if (entering.empty() && isOpen)
    return std::nullopt;
  if (entering.empty())
    return MemorySpace::Vec;
  // Arms that differ: the space that all others have a way to. Where none has,
  // vector memory, since everything can cross to it through the pipe.
  for (MemorySpace candidate : entering)
    if (llvm::all_of(entering, [&](MemorySpace other) {
          return other == candidate ||
                 !model->getPath(other, candidate).empty();
        }))
      return candidate;
  if (llvm::is_contained(entering, MemorySpace::Vec))
    return MemorySpace::Vec;
  return entering.front();
}

/// The space of a class; none where it depends on a class that is being
/// resolved right now and on nothing else.
std::optional<MemorySpace> SpaceAssignment::resolve(unsigned id) {
  // Chains of loops inside of loops are as deep as the nesting, no deeper.
  TileClass &tileClass = classes[id];
  if (tileClass.space)
    return tileClass.space;
  if (tileClass.producer)
    return tileClass.space = resolveProducer(tileClass.producer);
  tileClass.isBeingResolved = true;
  std::optional<MemorySpace> space = resolveForwarded(tileClass);
  tileClass.isBeingResolved = false;
  return tileClass.space = space;
}

/// Rule its-r6.
void SpaceAssignment::followCarriers(Operation *function) {
  DenseSet<unsigned> settled;
  function->walk<WalkOrder::PreOrder>([&](RegionBranchOpInterface branch) {
    for (const ForwardedValue &forwarded : getForwardedValues(branch)) {
      if (!isTile(forwarded.to))
        continue;
      unsigned source = classIdOf(forwarded.from->get());
      unsigned target = classIdOf(forwarded.to);
      if (source != target && isUninitialised(source) &&
          !isUninitialised(target) && settled.insert(source).second)
        relocate(source, lookup(forwarded.to));
    }
  });
}

void SpaceAssignment::findMoves(Operation *function) {
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto spaces = dyn_cast<MemorySpaceOpInterface>(op))
      for (OpOperand &operand : op->getOpOperands()) {
        if (!isTile(operand.get()))
          continue;
        SpaceList allowed = spaces.getAllowedSpaces(operand.getOperandNumber());
        if (!allowed.empty() && !allowed.contains(lookup(operand.get())))
          moves.push_back({&operand, allowed.front(), Value()});
      }
    if (auto branch = dyn_cast<RegionBranchOpInterface>(op)) {
      DenseSet<OpOperand *> seen;
      for (const ForwardedValue &forwarded : getForwardedValues(branch))
        if (isTile(forwarded.to) && seen.insert(forwarded.from).second &&
            lookup(forwarded.from->get()) != lookup(forwarded.to))
          moves.push_back({forwarded.from, lookup(forwarded.to), forwarded.to});
    }
  });
}

void SpaceAssignment::settle(Operation *function) {
  moves.clear();
  followCarriers(function);
  findMoves(function);
}

FailureOr<SpaceAssignment> SpaceAssignment::compute(Operation *function,
                                                    const TargetModel &model) {
  SpaceAssignment assignment;
  assignment.model = &model;
  assignment.collect(function);
  if (assignment.empty())
    return assignment;

  // The solver runs only where somebody is free to choose and somebody else
  // asks for mat at all.
  bool isOpen = false, asksMat = false;
  function->walk([&](MemorySpaceOpInterface spaces) {
    for (unsigned i = 0; i < spaces->getNumResults(); ++i)
      isOpen |=
          spaces.getResultSpaceRule(i).kind == ResultSpaceRule::Kind::Deferred;
    for (OpOperand &operand : spaces->getOpOperands()) {
      if (!isTile(operand.get()))
        continue;
      SpaceList allowed = spaces.getAllowedSpaces(operand.getOperandNumber());
      asksMat |= !allowed.empty() && allowed.front() == MemorySpace::Mat;
    }
  });
  std::optional<SpaceDemand> demand;
  if (isOpen && asksMat) {
    FailureOr<SpaceDemand> computed = SpaceDemand::compute(function);
    if (failed(computed))
      return failure();
    demand = std::move(*computed);
  }
  assignment.asksForMat = [&](Value tile) {
    return demand && demand->asksFor(tile, MemorySpace::Mat);
  };
  for (unsigned id = 0; id < assignment.classes.size(); ++id)
    if (assignment.parent[id] == id && !assignment.resolve(id))
      assignment.classes[id].space = MemorySpace::Vec;
  assignment.settle(function);
  assignment.asksForMat = nullptr;
  return assignment;
}
