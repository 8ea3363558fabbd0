//===- Faults.cpp - What can go wrong in a plan ---------------------------===//

#include "pto/Smith/Mutation.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "pto/IR/PTOOps.h"

using namespace mlir;
using namespace mlir::pto;
using namespace mlir::pto::smith;

StringRef pto::smith::stringOf(Fault fault) {
  static constexpr StringRef names[kNumFaults] = {
      "shift an address",       "swap two addresses",
      "share an address",       "share between stages",
      "break the alignment",    "leave the memory",
      "enter a reserved range", "enter a pinned buffer",
      "shrink a buffer",        "drop a move",
      "reorder a move",         "extend a life",
      "redirect a view",        "redirect a slot",
      "share a scratch",        "exchange two into",
      "rebind a tile",          "rebind a carried tile"};
  return names[unsigned(fault)];
}

namespace {
/// Who is bound to which buffer.
struct Binding {
  TileStorageOpInterface op;
  AllocOp alloc;
  /// The temporary of another op, or a tile without contents.
  bool isEmpty;
  int64_t bytes;
};

class Planter {
public:
  Planter(func::FuncOp function, const TargetModel &model, Random &random)
      : function(function), model(model), random(random) {
    function.walk([&](Operation *op) {
      if (auto alloc = dyn_cast<AllocOp>(op)) {
        if (!alloc->use_empty() && alloc.isPlaced())
          allocs.push_back(alloc);
      } else if (auto storage = dyn_cast<TileStorageOpInterface>(op)) {
        addBinding(storage);
      }
    });
  }

  bool plant(Fault fault);

private:
  void addBinding(TileStorageOpInterface op) {
    if (op->getNumResults() != 1 || !isTile(op->getResult(0)))
      return;
    Value buffer = op.getBuffer(0);
    auto alloc = buffer ? buffer.getDefiningOp<AllocOp>() : AllocOp();
    auto type = cast<TileType>(op->getResult(0).getType());
    std::optional<int64_t> bytes = model.getStorageBytes(type);
    if (!alloc || !alloc.isPlaced() || alloc.getPinned() || !bytes)
      return;
    auto spaces = dyn_cast<MemorySpaceOpInterface>(op.getOperation());
    bindings.push_back({op, alloc,
                        spaces && spaces.getResultSpaceRule(0).uninitialised,
                        *bytes});
  }

  template <typename T>
  T *pick(SmallVectorImpl<T> &list) {
    return list.empty() ? nullptr : &list[random.below(list.size())];
  }
  /// Another buffer of the same memory.
  AllocOp other(AllocOp alloc, int64_t bytes = 0) {
    SmallVector<AllocOp> found;
    for (AllocOp candidate : allocs)
      if (candidate != alloc && candidate.getSpace() == alloc.getSpace() &&
          candidate.getSlots() == 1 && !candidate.getPinned() &&
          candidate.getSize() >= bytes)
        found.push_back(candidate);
    AllocOp *chosen = pick(found);
    return chosen ? *chosen : AllocOp();
  }
  SmallVector<Operation *> findMoves();

  bool shift(int64_t by);
  bool swapAddresses(bool share);
  bool shareStages();
  bool leaveMemory();
  bool enterRange(bool reserved);
  bool shrinkBuffer();
  bool dropMove();
  bool reorderMove();
  bool extendLife();
  bool redirectView();
  bool redirectSlot();
  bool shareScratch();
  bool exchangeInto();
  bool rebind(bool carried);

  func::FuncOp function;
  const TargetModel &model;
  Random &random;
  SmallVector<AllocOp> allocs;
  SmallVector<Binding> bindings;
};
} // namespace

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

bool Planter::shift(int64_t by) {
  AllocOp *alloc = pick(allocs);
  if (!alloc)
    return false;
  int64_t address = alloc->getAddr();
  alloc->setAddr(address >= by && random.chance(50) ? address - by
                                                    : address + by);
  return true;
}

bool Planter::swapAddresses(bool share) {
  AllocOp *alloc = pick(allocs);
  AllocOp second = alloc ? other(*alloc) : AllocOp();
  if (!second || second.getAddr() == alloc->getAddr())
    return false;
  int64_t address = alloc->getAddr();
  alloc->setAddr(second.getAddr());
  if (!share)
    second.setAddr(address);
  return true;
}

/// Buffers of tiles that are made in one pipelined loop.
bool Planter::shareStages() {
  SmallVector<AllocOp> inside;
  for (Binding &binding : bindings)
    for (Operation *at = binding.op->getParentOp(); at; at = at->getParentOp())
      if (at->hasAttr(AttrNames::loop)) {
        inside.push_back(binding.alloc);
        break;
      }
  AllocOp *first = pick(inside);
  if (!first)
    return false;
  SmallVector<AllocOp> others;
  for (AllocOp alloc : inside)
    if (alloc.getSpace() == first->getSpace() &&
        alloc.getAddr() != first->getAddr())
      others.push_back(alloc);
  AllocOp *second = pick(others);
  if (!second)
    return false;
  first->setAddr(second->getAddr());
  return true;
}

bool Planter::leaveMemory() {
  AllocOp *alloc = pick(allocs);
  std::optional<int64_t> capacity =
      alloc ? model.getCapacity(alloc->getSpace()) : std::nullopt;
  if (!capacity)
    return false;
  alloc->setAddr((*capacity - alloc->getSize() + 63) / 32 * 32);
  return true;
}

bool Planter::enterRange(bool reserved) {
  SmallVector<std::pair<MemorySpace, int64_t>> ranges;
  auto kind = function->getAttrOfType<FunctionKindAttr>(AttrNames::kind);
  bool isCube = kind && kind.getValue() == FunctionKind::AIC;
  function.walk([&](Operation *op) {
    if (auto reserve = dyn_cast<SystemReserveBufferOp>(op)) {
      if (reserved)
        ranges.push_back({isCube ? MemorySpace::Mat : MemorySpace::Vec,
                          int64_t(reserve.getBase())});
    } else if (auto alloc = dyn_cast<AllocOp>(op)) {
      if (!reserved && alloc.getPinned() && !alloc->use_empty())
        ranges.push_back({alloc.getSpace(), int64_t(alloc.getAddr())});
    }
  });
  auto *range = pick(ranges);
  if (!range)
    return false;
  SmallVector<AllocOp> movable;
  for (AllocOp alloc : allocs)
    if (!alloc.getPinned() && alloc.getSpace() == range->first)
      movable.push_back(alloc);
  AllocOp *alloc = pick(movable);
  if (!alloc)
    return false;
  alloc->setAddr(range->second);
  return true;
}

bool Planter::shrinkBuffer() {
  Binding *binding = pick(bindings);
  if (!binding || binding->bytes < 2)
    return false;
  binding->alloc.setSize(binding->bytes / 2);
  return true;
}

//===----------------------------------------------------------------------===//
// Moves
//===----------------------------------------------------------------------===//

/// Copies within a memory, which nobody needs for their own sake.
SmallVector<Operation *> Planter::findMoves() {
  SmallVector<Operation *> moves;
  for (Binding &binding : bindings)
    if (std::optional<unsigned> copied = binding.op.getCopiedOperand(0))
      if (binding.op->getOperand(*copied).getType() ==
          binding.op->getResult(0).getType())
        moves.push_back(binding.op);
  return moves;
}

bool Planter::dropMove() {
  SmallVector<Operation *> moves = findMoves();
  Operation **move = pick(moves);
  if (!move)
    return false;
  unsigned copied = *cast<TileStorageOpInterface>(*move).getCopiedOperand(0);
  (*move)->getResult(0).replaceAllUsesWith((*move)->getOperand(copied));
  (*move)->erase();
  return true;
}

bool Planter::reorderMove() {
  SmallVector<Operation *> moves = findMoves();
  Operation **chosen = pick(moves);
  if (!chosen)
    return false;
  Operation *move = *chosen, *before = move->getPrevNode(),
            *behind = move->getNextNode();
  auto uses = [](Operation *user, Operation *maker) {
    return llvm::any_of(maker->getResults(), [&](Value result) {
      return llvm::any_of(result.getUsers(),
                          [&](Operation *op) { return user->isAncestor(op); });
    });
  };
  bool canRise = before && !uses(move, before);
  bool canSink = behind && !behind->hasTrait<OpTrait::IsTerminator>() &&
                 !uses(behind, move);
  if (canRise && (!canSink || random.chance(50)))
    move->moveBefore(before);
  else if (canSink)
    move->moveAfter(behind);
  else
    return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Reads and views
//===----------------------------------------------------------------------===//

bool Planter::extendLife() {
  Binding *binding = pick(bindings);
  if (!binding || binding->isEmpty)
    return false;
  Value tile = binding->op->getResult(0);
  if (binding->alloc.getSpace() != MemorySpace::Vec)
    return false;
  OpBuilder builder(binding->op->getBlock()->getTerminator());
  OperationState state(tile.getLoc(), ReadOp::getOperationName());
  state.addOperands(tile);
  SmallVector<int64_t> zeros(cast<TileType>(tile.getType()).getRank(), 0);
  state.addAttribute("static_offsets", builder.getDenseI64ArrayAttr(zeros));
  state.addTypes(cast<TileType>(tile.getType()).getElementType());
  builder.create(state);
  return true;
}

bool Planter::redirectView() {
  SmallVector<std::pair<Operation *, AllocOp>> views;
  function.walk([&](TileViewOpInterface view) {
    Value source = view.getViewSource();
    auto type = dyn_cast<TileType>(source.getType());
    if (!type || type.getSpace() != MemorySpace::Vec)
      return;
    std::optional<int64_t> bytes = model.getStorageBytes(type);
    for (AllocOp alloc : allocs)
      if (bytes && alloc.getSpace() == MemorySpace::Vec && !alloc.getPinned() &&
          alloc.getSlots() == 1 && alloc.getSize() >= *bytes)
        views.push_back({view, alloc});
  });
  auto *chosen = pick(views);
  if (!chosen)
    return false;
  auto [view, alloc] = *chosen;
  Value source = cast<TileViewOpInterface>(view).getViewSource();
  OpBuilder builder(view);
  OperationState state(view->getLoc(), MoveOp::getOperationName());
  state.addOperands({source, alloc});
  state.addAttribute("target_memory", MemorySpaceAttr::get(builder.getContext(),
                                                           MemorySpace::Vec));
  state.addTypes(source.getType());
  view->replaceUsesOfWith(source, builder.create(state)->getResult(0));
  return true;
}

bool Planter::redirectSlot() {
  SmallVector<SlotOp> slots;
  function.walk([&](SlotOp slot) { slots.push_back(slot); });
  SlotOp *slot = pick(slots);
  if (!slot)
    return false;
  auto alloc = slot->getBuffer().getDefiningOp<AllocOp>();
  if (!alloc)
    return false;
  int64_t count = alloc.getSlots();
  OpFoldResult index = slot->getIndex();
  int64_t number = random.below(count);
  if (auto known = dyn_cast<Attribute>(index))
    number = (cast<IntegerAttr>(known).getInt() + 1) % count;
  slot->getOffsetsMutable().clear();
  slot->setStaticOffsets({number});
  return true;
}

//===----------------------------------------------------------------------===//
// Bindings
//===----------------------------------------------------------------------===//

bool Planter::shareScratch() {
  struct Chance {
    TileStorageOpInterface scratch;
    AllocOp alloc;
  };
  SmallVector<Chance> chances;
  function.walk([&](TileStorageOpInterface op) {
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isTile(operand.get()) ||
          !op.isScratchOperand(operand.getOperandNumber()))
        continue;
      auto scratch = operand.get().getDefiningOp<TileStorageOpInterface>();
      if (!scratch || !scratch.getBuffer(0))
        continue;
      auto from = scratch.getBuffer(0).getDefiningOp<AllocOp>();
      auto consider = [&](Value tile) {
        auto maker = tile.getDefiningOp<TileStorageOpInterface>();
        if (!isTile(tile) || tile == operand.get() || !maker)
          return;
        Value buffer = maker.getBuffer(cast<OpResult>(tile).getResultNumber());
        auto alloc = buffer ? buffer.getDefiningOp<AllocOp>() : AllocOp();
        if (from && alloc && alloc != from && alloc.getSlots() == 1 &&
            alloc.getSpace() == from.getSpace())
          chances.push_back({scratch, alloc});
      };
      for (Value tile : op->getOperands())
        consider(tile);
      for (Value tile : op->getResults())
        consider(tile);
    }
  });
  Chance *chance = pick(chances);
  if (!chance)
    return false;
  // Large enough, so that it is not its size that is wrong.
  auto from = chance->scratch.getBuffer(0).getDefiningOp<AllocOp>();
  chance->alloc.setSize(
      std::max<int64_t>(chance->alloc.getSize(), from.getSize()));
  chance->scratch.setBuffers(chance->alloc.getResult());
  return true;
}

bool Planter::exchangeInto() {
  Binding *first = pick(bindings);
  if (!first)
    return false;
  SmallVector<Binding> others;
  for (Binding &binding : bindings)
    if (binding.alloc != first->alloc &&
        binding.alloc.getSpace() == first->alloc.getSpace() &&
        binding.bytes <= int64_t(first->alloc.getSize()) &&
        first->bytes <= int64_t(binding.alloc.getSize()) &&
        first->alloc.getSlots() == 1 && binding.alloc.getSlots() == 1)
      others.push_back(binding);
  Binding *second = pick(others);
  if (!second)
    return false;
  first->op.setBuffers(second->alloc.getResult());
  second->op.setBuffers(first->alloc.getResult());
  return true;
}

bool Planter::rebind(bool carried) {
  SmallVector<Binding> chances;
  for (Binding &binding : bindings) {
    bool isHandedOn =
        llvm::any_of(binding.op->getResult(0).getUsers(), [](Operation *user) {
          return user->hasTrait<OpTrait::IsTerminator>() ||
                 isa<scf::ForOp, scf::WhileOp>(user);
        });
    if (!carried || isHandedOn)
      chances.push_back(binding);
  }
  Binding *binding = pick(chances);
  AllocOp alloc = binding ? other(binding->alloc, binding->bytes) : AllocOp();
  if (!alloc)
    return false;
  binding->op.setBuffers(alloc.getResult());
  return true;
}

bool Planter::plant(Fault fault) {
  switch (fault) {
  case Fault::ShiftAddress:
    return shift(32);
  case Fault::SwapAddresses:
    return swapAddresses(/*share=*/false);
  case Fault::ShareAddress:
    return swapAddresses(/*share=*/true);
  case Fault::ShareStages:
    return shareStages();
  case Fault::BreakAlignment:
    return shift(random.pick<int64_t>({1, 8, 16}));
  case Fault::LeaveMemory:
    return leaveMemory();
  case Fault::EnterReserved:
    return enterRange(/*reserved=*/true);
  case Fault::EnterPinned:
    return enterRange(/*reserved=*/false);
  case Fault::ShrinkBuffer:
    return shrinkBuffer();
  case Fault::DropMove:
    return dropMove();
  case Fault::ReorderMove:
    return reorderMove();
  case Fault::ExtendLife:
    return extendLife();
  case Fault::RedirectView:
    return redirectView();
  case Fault::RedirectSlot:
    return redirectSlot();
  case Fault::ShareScratch:
    return shareScratch();
  case Fault::ExchangeInto:
    return exchangeInto();
  case Fault::Rebind:
    return rebind(/*carried=*/false);
  case Fault::RebindCarried:
    return rebind(/*carried=*/true);
  }
  return false;
}

bool pto::smith::plant(func::FuncOp function, Fault fault,
                       const TargetModel &model, Random &random) {
  return Planter(function, model, random).plant(fault);
}
