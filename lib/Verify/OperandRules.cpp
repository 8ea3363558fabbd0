//===- OperandRules.cpp - What operands and results may share -------------===//

#include "OperandRules.h"

using namespace mlir;
using namespace mlir::pto;
using namespace mlir::pto::verify;

OperandRules::OperandRules(TileMap &map, const TargetModel &model,
                           Findings &findings, FunctionOpInterface function)
    : map(map), model(model), findings(findings) {
  auto kind = function->getAttrOfType<FunctionKindAttr>(AttrNames::kind);
  auto split = function->getAttrOfType<SplitModeAttr>(AttrNames::split);
  hasPopHazard = model.getTarget() == Target::A2A3 && kind &&
                 kind.getValue() == FunctionKind::AIV && split &&
                 split.getValue() != SplitMode::None;
}

/// Where tiles are.
Findings::Notes OperandRules::describe(ArrayRef<Value> tiles) const {
  Findings::Notes notes;
  for (Value tile : tiles)
    notes.push_back(
        {tile.getLoc(),
         nameOf(tile) + " is at " + map.sites.describe(map.get(tile).site)});
  return notes;
}

/// Rules mp-r9 and mp-r10. `overwritten` is the operand that the result is in
/// place of.
void OperandRules::checkResult(TileStorageOpInterface op, OpResult result,
                               OpOperand *overwritten) const {
  const Site &site = map.get(result).site;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isTile(operand.get()) || &operand == overwritten)
      continue;
    const Site &other = map.get(operand.get()).site;
    if (!map.sites.mayOverlap(site, other))
      continue;
    unsigned number = operand.getOperandNumber();
    if (op.forbidsSharing(result.getResultNumber(), number,
                          model.getTarget())) {
      findings.add(PlanRule::NoAlias, op->getLoc(),
                   nameOf(op) + " must not leave " + nameOf(result) +
                       " in bytes of operand " + Twine(number) + ", " +
                       nameOf(operand.get()),
                   describe({result, operand.get()}));
      continue;
    }
    TileAccess access = op.getTileAccess(number);
    bool isRead = access == TileAccess::Read || access == TileAccess::ReadWrite;
    if (isRead && !map.sites.haveSameStart(site, other))
      findings.add(PlanRule::InPlace, op->getLoc(),
                   nameOf(op) + " leaves " + nameOf(result) +
                       " in part of operand " + Twine(number) + ", " +
                       nameOf(operand.get()) +
                       ": they must start together or share no byte",
                   describe({result, operand.get()}));
  }
}

/// Rule mp-r11.
void OperandRules::checkScratch(TileStorageOpInterface op,
                                const Accesses &accesses) const {
  for (OpOperand *scratch : accesses.clobbers)
    for (OpOperand &other : op->getOpOperands()) {
      if (&other == scratch || !isTile(other.get()))
        continue;
      // Two temporaries are one pair.
      bool isSecond = llvm::is_contained(accesses.clobbers, &other) &&
                      other.getOperandNumber() < scratch->getOperandNumber();
      if (isSecond ||
          op.getTileAccess(other.getOperandNumber()) == TileAccess::None)
        continue;
      if (map.sites.mayOverlap(map.get(scratch->get()).site,
                               map.get(other.get()).site))
        findings.add(PlanRule::Scratch, op->getLoc(),
                     "the temporary " + nameOf(scratch->get()) + " of " +
                         nameOf(op) + " shares bytes with operand " +
                         Twine(other.getOperandNumber()) + ", " +
                         nameOf(other.get()),
                     describe({scratch->get(), other.get()}));
    }
}

bool OperandRules::isPopped(Value tile) const {
  return map.get(tile).site.kind == Site::Kind::Popped;
}

/// True where a tile's bytes came from device memory: what a load made, seen
/// through views and in-place ops.
bool OperandRules::isLoaded(Value tile) const {
  while (auto op = tile.getDefiningOp<TileStorageOpInterface>()) {
    ResultStorage storage =
        op.getResultStorage(cast<OpResult>(tile).getResultNumber());
    if (storage.kind == ResultStorage::Kind::View ||
        storage.kind == ResultStorage::Kind::InPlace) {
      tile = op->getOperand(storage.operand);
      continue;
    }
    if (storage.kind != ResultStorage::Kind::Fresh ||
        llvm::any_of(op->getOperands(), isTile))
      return false;
    auto effects = dyn_cast<MemoryEffectOpInterface>(op.getOperation());
    if (!effects)
      return false;
    SmallVector<MemoryEffects::EffectInstance> all;
    effects.getEffects(all);
    return llvm::any_of(all, [](const MemoryEffects::EffectInstance &effect) {
      return isa<MemoryEffects::Read>(effect.getEffect()) &&
             isa<DeviceMemoryResource>(effect.getResource());
    });
  }
  return false;
}

/// Rule mp-r12: what is popped while a loaded tile is overwritten by the same
/// op arrives wrong.
void OperandRules::checkHazard(TileStorageOpInterface op,
                               const Accesses &accesses) const {
  if (!hasPopHazard)
    return;
  OpOperand *const *popped = llvm::find_if(
      accesses.reads, [&](OpOperand *read) { return isPopped(read->get()); });
  if (popped == accesses.reads.end())
    return;
  for (OpOperand *read : accesses.reads)
    for (OpResult result : accesses.fresh)
      if (map.sites.mayOverlap(map.get(read->get()).site,
                               map.get(result).site) &&
          isLoaded(read->get()))
        findings.add(PlanRule::Hazard, op->getLoc(),
                     nameOf(op) + " leaves " + nameOf(result) +
                         " in bytes of the loaded tile " + nameOf(read->get()) +
                         " while it reads " + nameOf((*popped)->get()) +
                         " from a pipe, which target " + model.getName() +
                         " can't",
                     describe({result, read->get()}));
}

void OperandRules::check(TileStorageOpInterface op,
                         const Accesses &accesses) const {
  for (OpResult result : accesses.fresh)
    checkResult(op, result, nullptr);
  for (auto [operand, result] : accesses.inPlace)
    checkResult(op, result, operand);
  for (auto [i, result] : llvm::enumerate(accesses.fresh))
    for (OpResult other : ArrayRef(accesses.fresh).drop_front(i + 1))
      if (map.sites.mayOverlap(map.get(result).site, map.get(other).site))
        findings.add(PlanRule::InPlace, op->getLoc(),
                     nameOf(op) + " leaves " + nameOf(result) + " and " +
                         nameOf(other) + " in the same bytes",
                     describe({result, other}));
  checkScratch(op, accesses);
  checkHazard(op, accesses);
}
