//===- CheapestSpaces.cpp - Spaces that need the cheapest copies ----------===//

#include "pto/Analysis/CheapestSpaces.h"

#include "pto/Analysis/CostNetwork.h"
#include "pto/Analysis/ReloadableTile.h"
#include "pto/Analysis/TileGeometry.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::pto;

namespace {
/// An op that takes a tile from wherever it is and writes it, or a part of it,
/// into its result.
struct Transfer {
  Value from;
  OpResult to;
};
} // namespace

static void forEachTransfer(Operation *function,
                            llvm::function_ref<void(const Transfer &)> visit) {
  function->walk<WalkOrder::PreOrder>([&](TileStorageOpInterface storage) {
    auto spaces = dyn_cast<MemorySpaceOpInterface>(storage.getOperation());
    if (!spaces || storage->getNumResults() == 0)
      return;
    OpResult result = storage->getResult(0);
    ResultStorage where = storage.getResultStorage(0);
    if (!isTile(result) || (where.kind != ResultStorage::Kind::Fresh &&
                            where.kind != ResultStorage::Kind::InPlace))
      return;
    for (OpOperand &operand : storage->getOpOperands()) {
      unsigned number = operand.getOperandNumber();
      TileAccess access = storage.getTileAccess(number);
      bool isOverwritten =
          where.kind == ResultStorage::Kind::InPlace && where.operand == number;
      if (isTile(operand.get()) && !isOverwritten &&
          (access == TileAccess::Read || access == TileAccess::ReadWrite) &&
          !storage.isScratchOperand(number) &&
          spaces.getAllowedSpaces(number).empty())
        visit({operand.get(), result});
    }
  });
}

static int64_t weigh(const TargetModel &model, MemorySpace from, MemorySpace to,
                     int64_t frequency) {
  return model.getRouteCost(from, to).value_or(kNoWayCost) * frequency;
}

int64_t pto::weighMovement(Operation *function, const TargetModel &model) {
  ExecutionFrequency frequency(function);
  auto spaceOf = [](Value tile) {
    return *cast<TileType>(tile.getType()).getSpace();
  };
  int64_t cost = 0;
  forEachTransfer(function, [&](const Transfer &transfer) {
    cost += weigh(model, spaceOf(transfer.from), spaceOf(transfer.to),
                  frequency.of(transfer.to.getOwner()));
  });
  function->walk([&](Operation *op) {
    if (isLoad(op))
      cost += weigh(model, MemorySpace::DDR, spaceOf(op->getResult(0)),
                    frequency.of(op));
  });
  return cost;
}

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

namespace {
/// The network of one function.
class Chooser {
public:
  Chooser(Operation *function, SpaceAssignment &spaces,
          const CopyPlanner &planner, const TargetModel &model,
          const ExecutionFrequency &frequency)
      : function(function), spaces(spaces), planner(planner), model(model),
        frequency(frequency) {}

  bool run() {
    findVariables();
    if (variables.empty())
      return true;
    addCopies();
    forEachTransfer(function, [&](const Transfer &transfer) {
      addTable({transfer.from, transfer.to}, [&] {
        return weigh(model, spaceOf(transfer.from), spaceOf(transfer.to),
                     frequency.of(transfer.to.getOwner()));
      });
    });
    CostNetwork::Answer answer = network.solve();
    for (auto &[id, variable] : variables)
      spaces.setSpace(id, variable.domain[answer.values[variable.number]]);
    spaces.settle(function);
    return answer.isExact && isWhole;
  }

private:
  struct Variable {
    unsigned number;
    SmallVector<MemorySpace, 4> domain;
    /// Index into `domain` that is on trial.
    unsigned value = 0;
  };

  MemorySpace spaceOf(Value tile) {
    auto it = variables.find(spaces.getClass(tile));
    return it == variables.end() ? spaces.lookup(tile)
                                 : it->second.domain[it->second.value];
  }

  /// Where the class may be put instead of where it is: a load anywhere that
  /// device memory reaches; anything else without a fixed space wherever
  /// somebody who has to do with it is, or wants it.
  void findVariables() {
    llvm::EquivalenceClasses<unsigned> linked;
    SmallVector<unsigned> ids = spaces.getClasses();
    for (unsigned id : ids) {
      linked.insert(id);
      for (const ForwardedValue &forwarded : spaces.getIncoming(id))
        linked.unionSets(id, spaces.getClass(forwarded.from->get()));
    }
    // Spaces that play a role for what is linked by loops and branches.
    DenseMap<unsigned, SpaceMask> wanted;
    auto want = [&](unsigned id, MemorySpace space) {
      wanted[linked.getLeaderValue(id)] |= SpaceMask(1) << unsigned(space);
    };
    for (unsigned id : ids) {
      want(id, spaces.getSpace(id));
      if (isLoaded(id))
        for (MemorySpace space : reachableFromDevice())
          want(id, space);
    }
    for (const CopyPlanner::Origin &origin : planner.getOrigins())
      for (const CopyPlanner::Demand &demand : origin.demands)
        for (MemorySpace space : demand.allowed)
          want(spaces.getClass(demand.operand->get()), space);

    // Windows would be cut out of boxes that are not whole: nobody is sent
    // there who does not have to be.
    DenseMap<unsigned, SpaceMask> ragged;
    for (auto &[id, types] : findViewed())
      for (TileType type : types)
        for (unsigned i = 0; i < kNumSpaces; ++i)
          if (std::optional<MemorySpace> space = symbolizeMemorySpace(i);
              space && TileGeometry::hasRaggedBoxes(type.withSpace(*space)))
            ragged[linked.getLeaderValue(id)] |= SpaceMask(1) << i;
    for (unsigned id : ids) {
      if (!spaces.isOpen(id))
        continue;
      Variable variable{0, {spaces.getSpace(id)}, 0};
      auto add = [&](MemorySpace space) {
        if (space != MemorySpace::DDR &&
            !llvm::is_contained(variable.domain, space) &&
            !(ragged.lookup(linked.getLeaderValue(id)) >> unsigned(space) & 1))
          variable.domain.push_back(space);
      };
      if (isLoaded(id))
        llvm::for_each(reachableFromDevice(), add);
      else
        for (unsigned i = 0; i < kNumSpaces; ++i)
          if (wanted[linked.getLeaderValue(id)] >> i & 1)
            add(MemorySpace(i));
      if (variable.domain.size() == 1)
        continue;
      variable.number = network.addVariable(variable.domain.size(), 0);
      variables.insert({id, std::move(variable)});
    }
  }

  /// Types of the tiles that somebody takes a window of, by class; a window of
  /// a window walks the boxes of the tile.
  llvm::MapVector<unsigned, SmallVector<TileType, 1>> findViewed() const {
    auto isView = [](OpResult tile) {
      auto op = dyn_cast<TileStorageOpInterface>(tile.getOwner());
      return op && op.getResultStorage(tile.getResultNumber()).kind ==
                       ResultStorage::Kind::View;
    };
    llvm::MapVector<unsigned, SmallVector<TileType, 1>> viewed;
    function->walk([&](TileStorageOpInterface op) {
      for (OpResult result : op->getResults()) {
        if (!isTile(result) || !isView(result))
          continue;
        Value tile = op->getOperand(
            op.getResultStorage(result.getResultNumber()).operand);
        auto made = dyn_cast<OpResult>(tile);
        if (!made || !isView(made))
          viewed[spaces.getClass(tile)].push_back(
              cast<TileType>(tile.getType()));
      }
    });
    return viewed;
  }

  /// True for what an op leaves where one likes, out of device memory.
  bool isLoaded(unsigned id) const {
    OpResult root = spaces.getRoot(id);
    return root && spaces.isOpen(id) && isLoad(root.getOwner());
  }
  SmallVector<MemorySpace, 4> reachableFromDevice() const {
    SmallVector<MemorySpace, 4> reachable;
    for (unsigned i = 0; i < kNumSpaces; ++i)
      if (model.getDirectPath(MemorySpace::DDR, MemorySpace(i)))
        reachable.push_back(MemorySpace(i));
    return reachable;
  }

  void addCopies() {
    auto space = [&](Value tile) { return spaceOf(tile); };
    for (ArrayRef<const CopyPlanner::Origin *> family : findFamilies()) {
      SmallVector<Value> tiles;
      for (const CopyPlanner::Origin *origin : family) {
        tiles.push_back(origin->tile);
        for (const CopyPlanner::Demand &demand : origin->demands)
          llvm::append_range(tiles, tilesOf(demand));
      }
      if (addTable(tiles, [&] { return planner.weigh(family, space); }))
        continue;
      // Too many at once: each by itself, as if nothing were shared.
      isWhole = false;
      for (const CopyPlanner::Origin *origin : family)
        for (const CopyPlanner::Demand &demand : origin->demands) {
          CopyPlanner::Origin part{
              origin->tile, origin->copies, {demand}, origin->load};
          SmallVector<Value, 3> few = tilesOf(demand);
          few.push_back(origin->tile);
          addTable(few, [&] { return planner.weigh(&part, space); });
        }
    }
  }

  static SmallVector<Value, 3> tilesOf(const CopyPlanner::Demand &demand) {
    SmallVector<Value, 3> tiles = {demand.operand->get()};
    if (demand.into)
      tiles.push_back(demand.into);
    return tiles;
  }

  /// Tiles that one load makes share its repetition; all others are alone.
  SmallVector<SmallVector<const CopyPlanner::Origin *, 1>> findFamilies() {
    SmallVector<SmallVector<const CopyPlanner::Origin *, 1>> families;
    DenseMap<Operation *, unsigned> familyOf;
    for (const CopyPlanner::Origin &origin : planner.getOrigins()) {
      unsigned index = families.size();
      if (origin.load)
        index = familyOf.try_emplace(origin.load, index).first->second;
      if (index == families.size())
        families.emplace_back();
      families[index].push_back(&origin);
    }
    return families;
  }

  /// Adds what `weighThem` says for all combinations of the spaces that `tiles`
  /// may have; false where there are too many.
  bool addTable(ArrayRef<Value> tiles,
                llvm::function_ref<int64_t()> weighThem) {
    SmallVector<Variable *> scope;
    uint64_t size = 1;
    for (Value tile : tiles) {
      auto it = variables.find(spaces.getClass(tile));
      if (it == variables.end() || llvm::is_contained(scope, &it->second))
        continue;
      scope.push_back(&it->second);
      size *= it->second.domain.size();
      if (size > maxTable)
        return false;
    }
    if (scope.empty())
      return true;
    std::vector<int64_t> costs;
    auto advance = [&] {
      for (Variable *variable : llvm::reverse(scope)) {
        if (++variable->value < variable->domain.size())
          return true;
        variable->value = 0;
      }
      return false;
    };
    do
      costs.push_back(weighThem());
    while (advance());
    SmallVector<unsigned, 4> numbers;
    for (Variable *variable : scope)
      numbers.push_back(variable->number);
    network.addTable(numbers, std::move(costs));
    return true;
  }

  static constexpr uint64_t maxTable = 1024;

  Operation *function;
  SpaceAssignment &spaces;
  const CopyPlanner &planner;
  const TargetModel &model;
  const ExecutionFrequency &frequency;
  llvm::MapVector<unsigned, Variable> variables;
  CostNetwork network;
  /// False where a tile had too many users to weigh them at once.
  bool isWhole = true;
};
} // namespace

bool pto::chooseCheapestSpaces(Operation *function, SpaceAssignment &spaces,
                               const CopyPlanner &planner,
                               const TargetModel &model,
                               const ExecutionFrequency &frequency) {
  return Chooser(function, spaces, planner, model, frequency).run();
}
