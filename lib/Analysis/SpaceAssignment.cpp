//===- SpaceAssignment.cpp - A memory space for every tile ----------------===//

#include "pto/Analysis/SpaceAssignment.h"

#include "pto/Analysis/DemandAnalysis.h"
#include "pto/Analysis/MemRefAnalysis.h"
#include "pto/IR/PTOOps.h"

using namespace mlir;
using namespace mlir::pto;

/// True where an op writes its result over an operand.
static bool isInPlace(OpResult result) {
  auto storage = dyn_cast<TileStorageOpInterface>(result.getOwner());
  return storage && storage.getResultStorage(result.getResultNumber()).kind ==
                        ResultStorage::Kind::InPlace;
}

/// The space that a tile's type says. Tiles of the device are not in device
/// memory, whatever it says.
static std::optional<MemorySpace> getDeclaredSpace(Value tile) {
  std::optional<MemorySpace> space = cast<TileType>(tile.getType()).getSpace();
  return space == MemorySpace::DDR ? std::nullopt : space;
}

/// The memory of the buffer that an author bound a tile to, where there is one.
static std::optional<MemorySpace> getBoundSpace(OpResult result) {
  auto storage = dyn_cast<TileStorageOpInterface>(result.getOwner());
  if (!storage)
    return std::nullopt;
  auto alloc = dyn_cast_or_null<AllocOp>(
      getBufferRoot(storage.getBuffer(result.getResultNumber())));
  return alloc ? std::optional(alloc.getSpace()) : std::nullopt;
}

/// What an author says of a tile that its op puts anywhere: by a buffer, or by
/// the type.
static std::optional<MemorySpace> getGivenSpace(OpResult result) {
  std::optional<MemorySpace> bound = getBoundSpace(result);
  return bound ? bound : getDeclaredSpace(result);
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
  classes[first].isCarried |= classes[second].isCarried;
  llvm::append_range(classes[first].incoming, classes[second].incoming);
  classes[second].incoming.clear();
}

void SpaceAssignment::collect(Operation *function) {
  auto addNode = [&](Value value) {
    if (!isTile(value))
      return;
    classOf.try_emplace(value, parent.size());
    parent.push_back(parent.size());
    classes.emplace_back().member = value;
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
        if (rule.kind == ResultSpaceRule::Kind::SameAs &&
            isTile(op->getOperand(rule.operand))) {
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
    bool isCarried = isLoop(branch);
    DenseMap<OpOperand *, Value> firstTarget;
    for (const ForwardedValue &forwarded : getForwardedValues(branch)) {
      if (!isTile(forwarded.to))
        continue;
      auto [it, isNew] = firstTarget.try_emplace(forwarded.from, forwarded.to);
      if (isNew) {
        TileClass &target = classes[classIdOf(forwarded.to)];
        target.incoming.push_back(forwarded);
        target.isCarried = isCarried;
      } else
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

SmallVector<unsigned> SpaceAssignment::getClasses() const {
  SmallVector<unsigned> ids;
  for (unsigned id = 0; id < classes.size(); ++id)
    if (parent[id] == id)
      ids.push_back(id);
  return ids;
}

bool SpaceAssignment::isOpen(unsigned id) const {
  const TileClass &tileClass = classes[id];
  if (tileClass.isEmpty)
    return false;
  OpResult producer = tileClass.producer;
  if (!producer)
    return llvm::none_of(tileClass.incoming, [](const ForwardedValue &value) {
      return getDeclaredSpace(value.to).has_value();
    });
  auto spaces = dyn_cast<MemorySpaceOpInterface>(producer.getOwner());
  return spaces &&
         spaces.getResultSpaceRule(producer.getResultNumber()).kind ==
             ResultSpaceRule::Kind::Deferred &&
         !getGivenSpace(producer);
}

void SpaceAssignment::findEmptyClasses() {
  // What branches merge counts as empty until one of its arms is found not to
  // be. A loop's tiles never do: somebody may fill them.
  DenseMap<unsigned, SmallVector<unsigned, 1>> mergedInto;
  SmallVector<unsigned> filled;
  for (auto [id, tileClass] : llvm::enumerate(classes)) {
    if (parent[id] != id)
      continue;
    if (OpResult producer = tileClass.producer) {
      auto spaces = dyn_cast<MemorySpaceOpInterface>(producer.getOwner());
      tileClass.isEmpty =
          spaces &&
          spaces.getResultSpaceRule(producer.getResultNumber()).uninitialised &&
          !getBoundSpace(producer);
    } else {
      tileClass.isEmpty = !tileClass.incoming.empty() &&
                          llvm::none_of(tileClass.incoming,
                                        [](const ForwardedValue &forwarded) {
                                          return forwarded.isEntry;
                                        });
      if (tileClass.isEmpty)
        for (const ForwardedValue &forwarded : tileClass.incoming)
          mergedInto[classIdOf(forwarded.from->get())].push_back(id);
    }
    tileClass.isEmpty &= !tileClass.isWritten;
    if (!tileClass.isEmpty)
      filled.push_back(id);
  }
  while (!filled.empty())
    for (unsigned merged : mergedInto.lookup(filled.pop_back_val()))
      if (std::exchange(classes[merged].isEmpty, false))
        filled.push_back(merged);
}

/// Puts an empty tile elsewhere, and with it what it comes from.
void SpaceAssignment::relocate(unsigned id, MemorySpace space) {
  SmallVector<unsigned> worklist = {id};
  while (!worklist.empty()) {
    unsigned next = worklist.pop_back_val();
    if (!relocated.insert(next).second)
      continue;
    classes[next].space = space;
    if (!classes[next].producer)
      for (const ForwardedValue &forwarded : classes[next].incoming)
        worklist.push_back(classIdOf(forwarded.from->get()));
  }
}

MemorySpace SpaceAssignment::resolveProducer(OpResult producer) {
  std::optional<MemorySpace> declared = getDeclaredSpace(producer);
  auto spaces = dyn_cast<MemorySpaceOpInterface>(producer.getOwner());
  if (!spaces)
    return declared.value_or(MemorySpace::Vec);
  ResultSpaceRule rule = spaces.getResultSpaceRule(producer.getResultNumber());
  switch (rule.kind) {
  case ResultSpaceRule::Kind::Fixed:
  case ResultSpaceRule::Kind::Requested:
    return rule.space;
  case ResultSpaceRule::Kind::Deferred:
    if (std::optional<MemorySpace> given = getGivenSpace(producer))
      return *given;
    // Device memory does not reach left, right, acc or bias: a demand for one
    // of those is met by a move.
    return asksForMat(producer) ? MemorySpace::Mat : MemorySpace::Vec;
  case ResultSpaceRule::Kind::Declared:
    return declared.value_or(rule.space);
  case ResultSpaceRule::Kind::SameAs:
  case ResultSpaceRule::Kind::None:
    break;
  }
  return MemorySpace::Vec;
}

/// The class that decides the space of class `id`, which may be itself; one
/// whose space is not known yet is being resolved right now.
unsigned SpaceAssignment::whoDecides(unsigned id) {
  unsigned last = id;
  while (classes[last].follows)
    last = *classes[last].follows;
  while (classes[id].follows)
    id = std::exchange(*classes[id].follows, last);
  return last;
}

void SpaceAssignment::resolveForwarded(unsigned id) {
  // What a loop yields decides before what it starts with; an empty tile
  // decides only where there is nothing else.
  TileClass &tileClass = classes[id];
  SmallVector<MemorySpace, 4> yielded, entering, empty;
  std::optional<unsigned> open;
  for (const ForwardedValue &forwarded : tileClass.incoming) {
    unsigned source = classIdOf(forwarded.from->get());
    unsigned decider = whoDecides(source);
    if (decider == id)
      continue;
    std::optional<MemorySpace> space = classes[decider].space;
    if (!space)
      open = open.value_or(decider);
    else if (classes[source].isEmpty)
      empty.push_back(*space);
    else if (tileClass.isCarried && !forwarded.isEntry)
      yielded.push_back(*space);
    else
      entering.push_back(*space);
  }
  if (!yielded.empty()) {
    tileClass.space = yielded.front();
    return;
  }
  // Arms that differ: the space that all others have a way to. Where none has,
  // vector memory, since everything can cross to it through the pipe.
  for (MemorySpace candidate : entering)
    if (llvm::all_of(entering, [&](MemorySpace other) {
          return other == candidate ||
                 !model->getPath(other, candidate).empty();
        })) {
      tileClass.space = candidate;
      return;
    }
  if (!entering.empty())
    tileClass.space = llvm::is_contained(entering, MemorySpace::Vec)
                          ? MemorySpace::Vec
                          : entering.front();
  else if (open)
    tileClass.follows = open;
  else if (!empty.empty())
    tileClass.space = empty.front();
  else
    tileClass.space =
        getDeclaredSpace(tileClass.member).value_or(MemorySpace::Vec);
}

/// Finds the space of a class, and of all that it depends on.
void SpaceAssignment::resolve(unsigned id) {
  // Depth first, on a stack of our own: branches in a row depend on each other
  // like branches in one another.
  struct Frame {
    unsigned id;
    unsigned next;
  };
  SmallVector<Frame> stack;
  auto visit = [&](unsigned id) {
    if (std::exchange(classes[id].isVisited, true))
      return;
    if (OpResult producer = classes[id].producer)
      classes[id].space = resolveProducer(producer);
    else
      stack.push_back({id, 0});
  };
  visit(id);
  while (!stack.empty()) {
    Frame &frame = stack.back();
    ArrayRef<ForwardedValue> incoming = classes[frame.id].incoming;
    if (frame.next < incoming.size()) {
      visit(classIdOf(incoming[frame.next++].from->get()));
      continue;
    }
    resolveForwarded(frame.id);
    stack.pop_back();
  }
}

/// Rule its-r6.
void SpaceAssignment::followCarriers(Operation *function) {
  function->walk<WalkOrder::PreOrder>([&](RegionBranchOpInterface branch) {
    for (const ForwardedValue &forwarded : getForwardedValues(branch)) {
      if (!isTile(forwarded.to))
        continue;
      unsigned source = classIdOf(forwarded.from->get());
      unsigned target = classIdOf(forwarded.to);
      if (source != target && classes[source].isEmpty &&
          !classes[target].isEmpty)
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
  relocated.clear();
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
  assignment.findEmptyClasses();
  SmallVector<unsigned> ids = assignment.getClasses();
  for (unsigned id : ids)
    assignment.resolve(id);
  for (unsigned id : ids)
    assignment.classes[id].space =
        assignment.classes[assignment.whoDecides(id)].space;
  assignment.settle(function);
  assignment.asksForMat = nullptr;
  return assignment;
}
