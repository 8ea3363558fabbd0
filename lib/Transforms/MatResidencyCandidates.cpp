//===- MatResidencyCandidates.cpp - Loads of stationary operands ----------===//

#include "MatResidencyCandidates.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "pto/Analysis/ReloadableTile.h"
#include "pto/IR/PTOOps.h"

using namespace mlir;
using namespace mlir::pto;

static std::optional<MemorySpace> spaceOf(Value value) {
  auto type = dyn_cast<TileType>(value.getType());
  return type ? type.getSpace() : std::nullopt;
}

/// The tile that `op` makes, where it makes one and has room of its own for it.
static OpResult freshTile(Operation *op) {
  auto storage = dyn_cast<TileStorageOpInterface>(op);
  if (!storage || op->getNumResults() != 1 || !isTile(op->getResult(0)) ||
      storage.getResultStorage(0).kind != ResultStorage::Kind::Fresh)
    return {};
  return op->getOpResult(0);
}

bool pto::isPlainLoad(Operation *op) {
  return isLoad(op) && llvm::count_if(op->getOperandTypes(), [](Type type) {
                         return isa<TensorType>(type);
                       }) == 1;
}

//===----------------------------------------------------------------------===//
// Uses
//===----------------------------------------------------------------------===//

/// The memories that products read their matrices, and their scales, from.
static bool isOperandSpace(MemorySpace space, ResidencyScope scope) {
  return space == MemorySpace::Left || space == MemorySpace::Right ||
         (scope == ResidencyScope::Extended &&
          (space == MemorySpace::LeftScale ||
           space == MemorySpace::RightScale));
}

/// True where the user multiplies with the tile from where it is.
static bool isProductSlot(OpOperand &use, ResidencyScope scope) {
  auto product = dyn_cast<MemorySpaceOpInterface>(use.getOwner());
  std::optional<MemorySpace> space = spaceOf(use.get());
  if (!product || !space || !isOperandSpace(*space, scope) ||
      use.getOwner()->getNumResults() != 1)
    return false;
  SpaceList allowed = product.getAllowedSpaces(use.getOperandNumber());
  ResultSpaceRule rule = product.getResultSpaceRule(0);
  return !allowed.empty() && allowed.contains(*space) &&
         rule.kind == ResultSpaceRule::Kind::Fixed &&
         rule.space == MemorySpace::Acc &&
         (scope == ResidencyScope::Extended ||
          use.getOwner()->hasTrait<PlainProduct>());
}

/// The view that the user makes of a tile in mat; null where it makes none that
/// leaves every byte where it is.
static OpResult viewMadeBy(OpOperand &use, ResidencyScope scope) {
  auto view = dyn_cast<TileViewOpInterface>(use.getOwner());
  if (!view || view->getNumResults() != 1 || use.getOperandNumber() != 0 ||
      view.getViewSource() != use.get() ||
      spaceOf(view->getResult(0)) != MemorySpace::Mat)
    return {};
  bool isWhole = view.getViewOffsets().empty() && view.getViewExtents().empty();
  if (view.swapsDimensions() || (scope == ResidencyScope::Extended && isWhole))
    return view->getOpResult(0);
  return {};
}

/// The copy that the user makes of a tile, or of a part of it, for a product;
/// null where it makes none.
static OpResult copyMadeBy(OpOperand &use, ResidencyScope scope) {
  OpResult copy = freshTile(use.getOwner());
  std::optional<MemorySpace> space = copy ? spaceOf(copy) : std::nullopt;
  if (!space || !isOperandSpace(*space, scope) || use.getOperandNumber() != 0 ||
      llvm::count_if(use.getOwner()->getOperands(), isTile) != 1 ||
      !isMemoryEffectFree(use.getOwner()))
    return {};
  return copy;
}

/// Why a use is not one on the way to a product.
static Objection objectTo(OpOperand &use) {
  Operation *user = use.getOwner();
  // res-r7
  if (user->hasTrait<OpTrait::IsTerminator>() ||
      isa<RegionBranchOpInterface>(user))
    return {"res-r7", "the tile, or a copy of it, is carried or yielded", user};
  // res-r20
  return {"res-r20", "the tile, or a copy of it, is not for products alone",
          user};
}

/// Views, and then the one copy for the one product. Fills in the followers.
static bool isExactChain(OpResult tile, ResidencyScope scope,
                         SmallVectorImpl<Operation *> &followers) {
  while (tile.hasOneUse()) {
    OpOperand &use = *tile.use_begin();
    followers.push_back(use.getOwner());
    if (OpResult copy = copyMadeBy(use, scope))
      return copy.hasOneUse() && isProductSlot(*copy.use_begin(), scope);
    tile = viewMadeBy(use, scope);
    if (!tile)
      break;
  }
  return false;
}

/// Views, and copies for products, in any number. Collects the views.
static std::optional<Objection>
examinePanel(OpResult tile, ResidencyScope scope,
             SmallVectorImpl<Operation *> &views) {
  SmallVector<OpResult> tiles = {tile};
  while (!tiles.empty()) {
    OpResult next = tiles.pop_back_val();
    // res-r20
    if (next.use_empty())
      return Objection{"res-r20", "no product reads the tile", next.getOwner()};
    for (OpOperand &use : next.getUses()) {
      if (OpResult view = viewMadeBy(use, scope)) {
        views.push_back(view.getOwner());
        tiles.push_back(view);
        continue;
      }
      OpResult copy = copyMadeBy(use, scope);
      if (!copy)
        return objectTo(use);
      if (copy.use_empty())
        return Objection{"res-r20", "no product reads a copy of the tile",
                         copy.getOwner()};
      for (OpOperand &copyUse : copy.getUses())
        if (!isProductSlot(copyUse, scope))
          return objectTo(copyUse);
    }
  }
  return std::nullopt;
}

MatCandidate pto::examineLoad(Operation *load, ResidencyScope scope) {
  MatCandidate candidate;
  candidate.load = load;
  candidate.isMarked = load->hasAttr(AttrNames::matBridge);
  auto tile = cast<OpResult>(load->getResult(0));
  if (isExactChain(tile, scope, candidate.followers)) {
    candidate.isExactChain = true;
    return candidate;
  }
  candidate.followers.clear();
  candidate.objection = examinePanel(tile, scope, candidate.followers);
  if (scope != ResidencyScope::Extended)
    candidate.followers.clear();
  return candidate;
}
