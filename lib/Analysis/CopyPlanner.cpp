//===- CopyPlanner.cpp - The cheapest copies of each tile -----------------===//
//
// The cheapest ways out of one memory form a tree. Copies are placed from its
// leaves to its root: where the copies into a memory stand decides where those
// into the memory in front of it are needed.
//
//===----------------------------------------------------------------------===//

#include "pto/Analysis/CopyPlanner.h"

#include "pto/Analysis/CopyPlacement.h"
#include "pto/Analysis/ReloadableTile.h"

using namespace mlir;
using namespace mlir::pto;

using Origin = CopyPlanner::Origin;
using Demand = CopyPlanner::Demand;

/// The tile that `tile` repeats, through all copies that the program makes.
static Value findOrigin(Value tile) {
  while (auto storage = tile.getDefiningOp<TileStorageOpInterface>()) {
    std::optional<unsigned> copied =
        storage.getCopiedOperand(cast<OpResult>(tile).getResultNumber());
    if (!copied)
      break;
    tile = storage->getOperand(*copied);
  }
  return tile;
}

/// True where `tile` can be used in front of `user`.
static bool isVisibleAt(Value tile, Operation *user) {
  Operation *ancestor = tile.getParentBlock()->findAncestorOpInBlock(*user);
  if (!ancestor)
    return false;
  Operation *maker = tile.getDefiningOp();
  return !maker || (maker != ancestor && maker->isBeforeInBlock(ancestor));
}

CopyPlanner::CopyPlanner(Operation *function, const TargetModel &model,
                         const ExecutionFrequency &frequency, SpaceMask crowded)
    : model(model), frequency(frequency), crowded(crowded) {
  DenseMap<Value, unsigned> indices;
  auto originOf = [&](Value tile) -> Origin & {
    Value origin = findOrigin(tile);
    auto [it, isNew] = indices.try_emplace(origin, origins.size());
    if (isNew) {
      SmallVector<Operation *> chain = getReloadChain(origin);
      origins.push_back(
          {origin, {}, {}, chain.empty() ? nullptr : chain.front()});
    }
    return origins[it->second];
  };
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    order[op] = order.size();
    if (auto storage = dyn_cast<TileStorageOpInterface>(op))
      for (OpResult result : op->getResults())
        if (storage.getCopiedOperand(result.getResultNumber()))
          originOf(result).copies.push_back(result);
    if (auto spaces = dyn_cast<MemorySpaceOpInterface>(op))
      for (OpOperand &operand : op->getOpOperands()) {
        if (!isTile(operand.get()))
          continue;
        SpaceList allowed = spaces.getAllowedSpaces(operand.getOperandNumber());
        if (!allowed.empty())
          originOf(operand.get()).demands.push_back({&operand, allowed, {}});
      }
    if (auto branch = dyn_cast<RegionBranchOpInterface>(op)) {
      DenseSet<OpOperand *> seen;
      for (const ForwardedValue &forwarded : getForwardedValues(branch))
        if (isTile(forwarded.to) && seen.insert(forwarded.from).second)
          originOf(forwarded.from->get())
              .demands.push_back({forwarded.from, {}, forwarded.to});
    }
  });
}

//===----------------------------------------------------------------------===//
// One tile
//===----------------------------------------------------------------------===//

namespace mlir::pto {
class CopyPlanner::Run {
public:
  Run(const CopyPlanner &planner, const Origin &origin, SpaceOf spaceOf,
      bool seesLayouts, Reloads &reloads)
      : planner(planner), model(planner.model), origin(origin),
        spaceOf(spaceOf), seesLayouts(seesLayouts), reloads(reloads),
        home(spaceOf(origin.tile)) {}

  int64_t run() {
    for (const Demand &demand : origin.demands)
      sort(demand);
    placeAll();
    return cost;
  }

  /// Appends what was found to `plan`, sources first.
  void append(CopyPlan &plan) {
    auto byDepth = llvm::to_vector(llvm::seq<unsigned>(0, copies.size()));
    llvm::sort(byDepth, [&](unsigned a, unsigned b) {
      return std::pair(depths[a], a) < std::pair(depths[b], b);
    });
    SmallVector<unsigned> position(copies.size());
    for (auto [i, index] : llvm::enumerate(byDepth))
      position[index] = plan.size() + i;
    for (unsigned index : byDepth) {
      PlannedCopy &copy = copies[index];
      if (copy.sourceCopy)
        copy.sourceCopy = position[*copy.sourceCopy];
      plan.push_back(std::move(copy));
    }
  }

private:
  /// Somebody who needs a copy: an operand, or another copy that starts there.
  struct User {
    Operation *at;
    std::optional<RequiredMove> move;
    unsigned copy = 0;
  };
  /// All who can share copies in one memory.
  struct Group {
    MemorySpace to;
    std::optional<BoxLayout> layout;
    /// The memory that the way starts from: home, or where a reload lands.
    MemorySpace root;
    SmallVector<User, 2> users;
  };

  /// Where the way to `to` starts, and what the way costs.
  std::pair<MemorySpace, int64_t> findWay(MemorySpace to) const {
    if (std::optional<int64_t> direct = model.getRouteCost(home, to))
      return {home, *direct};
    std::pair<MemorySpace, int64_t> best(home, kNoWayCost);
    if (!origin.load)
      return best;
    for (unsigned i = 0; i < kNumSpaces; ++i) {
      MemorySpace landing = MemorySpace(i);
      std::optional<int64_t> onwards = model.getRouteCost(landing, to);
      if (landing == MemorySpace::DDR || !onwards ||
          !model.getDirectPath(MemorySpace::DDR, landing))
        continue;
      int64_t total = *model.getRouteCost(MemorySpace::DDR, landing) + *onwards;
      if (total < best.second)
        best = {landing, total};
    }
    return best;
  }

  /// Puts a demand into its group, unless it is met as it is.
  void sort(const Demand &demand) {
    MemorySpace here = spaceOf(demand.operand->get());
    RequiredMove move{demand.operand, here, demand.into};
    if (demand.into) {
      move.to = spaceOf(demand.into);
      if (move.to == here)
        return;
    } else {
      if (demand.allowed.contains(here))
        return;
      int64_t best = -1;
      for (MemorySpace space : demand.allowed)
        if (int64_t way = findWay(space).second; best < 0 || way < best) {
          best = way;
          move.to = space;
        }
    }
    Operation *user = demand.operand->getOwner();
    if (isRoomOnly(*demand.operand)) {
      PlannedCopy room;
      room.kind = PlannedCopy::Kind::Room;
      room.to = move.to;
      room.source = demand.operand->get();
      room.before = user;
      room.users.push_back(move);
      addCopy(std::move(room), 0, 0);
      return;
    }
    MemorySpace root = findWay(move.to).first;
    std::optional<BoxLayout> layout;
    if (seesLayouts)
      layout = getDemandedLayout(
          move, root == move.to ? root : model.getRouteStop(root, move.to),
          model);
    if (Value own = findOwnCopy(move.to, layout, user)) {
      PlannedCopy copy;
      copy.kind = PlannedCopy::Kind::Own;
      copy.to = move.to;
      copy.source = own;
      copy.before = user;
      copy.users.push_back(move);
      addCopy(std::move(copy), 0, 0);
      return;
    }
    groupFor(move.to, layout, root).users.push_back({user, move});
  }

  /// A copy that the program has in `space`, with `layout` if that is asked
  /// for, and that can be used in front of `user`.
  Value findOwnCopy(MemorySpace space, std::optional<BoxLayout> layout,
                    Operation *user) const {
    auto fits = [&](Value tile) {
      return spaceOf(tile) == space &&
             (!layout || *layout == getBoxLayout(tile.getType())) &&
             isVisibleAt(tile, user);
    };
    if (fits(origin.tile))
      return origin.tile;
    for (Value copy : origin.copies)
      if (fits(copy))
        return copy;
    return {};
  }

  Group &groupFor(MemorySpace to, std::optional<BoxLayout> layout,
                  MemorySpace root) {
    for (Group &group : groups)
      if (group.to == to &&
          (!layout || !group.layout || *layout == *group.layout)) {
        if (layout)
          group.layout = layout;
        return group;
      }
    groups.push_back({to, layout, root, {}});
    return groups.back();
  }

  /// Hops from the root of a group's way.
  unsigned depthOf(const Group &group) const {
    unsigned depth = 0;
    if (!model.getRouteCost(group.root, group.to))
      return 1;
    for (MemorySpace at = group.to; at != group.root;
         at = model.getRouteStop(group.root, at))
      ++depth;
    return depth;
  }

  void placeAll() {
    // Placing copies of one depth adds users one step up.
    for (unsigned depth = kNumSpaces; depth > 0; --depth)
      for (unsigned i = 0; i < groups.size(); ++i)
        if (depthOf(groups[i]) == depth)
          place(i, depth);
    for (Group &group : groups)
      if (depthOf(group) == 0)
        reload(group);
  }

  void place(unsigned index, unsigned depth) {
    SmallVector<User, 2> users = std::move(groups[index].users);
    auto key = [&](const User &user) {
      return std::tuple(planner.order.lookup(user.at), user.move.has_value(),
                        user.move ? user.move->operand->getOperandNumber()
                                  : user.copy);
    };
    llvm::sort(users,
               [&](const User &a, const User &b) { return key(a) < key(b); });
    SmallVector<Operation *> ops;
    for (const User &user : users)
      ops.push_back(user.at);
    MemorySpace to = groups[index].to, root = groups[index].root;
    bool mayHoist = !(planner.crowded >> unsigned(to) & 1);
    std::optional<int64_t> way = model.getRouteCost(root, to);
    MemorySpace stop = way ? model.getRouteStop(root, to) : root;
    int64_t hop = way ? *way - *model.getRouteCost(root, stop) : kNoWayCost;
    for (CopyPlace place :
         placeCopies(origin.tile, ops, mayHoist, planner.frequency)) {
      PlannedCopy copy;
      copy.to = to;
      copy.layout = groups[index].layout;
      copy.before = place.before;
      unsigned number = addCopy(std::move(copy), depth,
                                hop * planner.frequency.of(place.before));
      serve(number,
            ArrayRef(users).slice(place.first, place.last - place.first));
      if (stop == root && root == home) {
        copies[number].source = origin.tile;
        continue;
      }
      if (Value own = findOwnCopy(stop, std::nullopt, place.before)) {
        copies[number].source = own;
        continue;
      }
      groupFor(stop, std::nullopt, root)
          .users.push_back({place.before, std::nullopt, number});
    }
  }

  /// Loads again, right behind what is repeated, into a group's memory.
  void reload(Group &group) {
    if (group.users.empty())
      return;
    PlannedCopy copy;
    copy.kind = PlannedCopy::Kind::Reload;
    copy.to = group.to;
    copy.layout = group.layout;
    copy.source = origin.tile;
    bool isNew = reloads.insert({origin.load, group.to}).second;
    int64_t weight = *model.getRouteCost(MemorySpace::DDR, group.to) *
                     planner.frequency.of(origin.load);
    unsigned number = addCopy(std::move(copy), 0, isNew ? weight : 0);
    serve(number, group.users);
  }

  void serve(unsigned number, ArrayRef<User> users) {
    for (const User &user : users) {
      if (user.move)
        copies[number].users.push_back(*user.move);
      else
        copies[user.copy].sourceCopy = number;
    }
  }

  unsigned addCopy(PlannedCopy copy, unsigned depth, int64_t weight) {
    copies.push_back(std::move(copy));
    depths.push_back(depth);
    cost += weight;
    return copies.size() - 1;
  }

  const CopyPlanner &planner;
  const TargetModel &model;
  const Origin &origin;
  SpaceOf spaceOf;
  bool seesLayouts;
  Reloads &reloads;
  MemorySpace home;
  SmallVector<Group, 2> groups;
  CopyPlan copies;
  SmallVector<unsigned> depths;
  int64_t cost = 0;
};
} // namespace mlir::pto

int64_t CopyPlanner::weigh(ArrayRef<const Origin *> origins,
                           SpaceOf spaceOf) const {
  Reloads reloads;
  int64_t cost = 0;
  for (const Origin *origin : origins)
    cost += Run(*this, *origin, spaceOf, /*seesLayouts=*/false, reloads).run();
  return cost;
}

void CopyPlanner::plan(const Origin &origin, SpaceOf spaceOf,
                       CopyPlan &plan) const {
  Reloads reloads;
  Run run(*this, origin, spaceOf, /*seesLayouts=*/true, reloads);
  run.run();
  run.append(plan);
}
