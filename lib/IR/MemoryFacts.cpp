//===- MemoryFacts.cpp - From facts to effects and answers ----------------===//

#include "pto/IR/PTOOps.h"

using namespace mlir;
using namespace mlir::pto;

#include "pto/IR/PTOInterfaces.cpp.inc"

using Effects = SmallVectorImpl<MemoryEffects::EffectInstance>;

/// The memory that a value's bytes are in.
static SideEffects::Resource *resourceOf(Value value) {
  if (isa<RankedTensorType>(value.getType()))
    return DeviceMemoryResource::get();
  return OnChipMemoryResource::get();
}

static void write(Operation *op, unsigned operand, Effects &effects) {
  OpOperand &written = op->getOpOperand(operand);
  effects.emplace_back(MemoryEffects::Write::get(), &written,
                       resourceOf(written.get()));
}

void pto::detail::addEffects(Operation *op, const OpMemoryFacts &facts,
                             pto::detail::SpanOf spanOf, ValueRange buffers,
                             Effects &effects) {
  // A tile that is bound to a buffer overwrites what the buffer held; a tile
  // that is not bound yet is a plain value.
  if (!buffers.empty()) {
    unsigned first = op->getNumOperands() - buffers.size();
    for (unsigned i = 0; i < buffers.size(); ++i)
      write(op, first + i, effects);
  }
  if (facts.storage == ResultStorage::Kind::InPlace)
    write(op, spanOf(facts.storageOperand).first, effects);
  // A temporary is clobbered, and so is a tensor that is written as a whole or
  // in part.
  unsigned written = facts.scratch | facts.writtenGlobals;
  for (unsigned ods = 0; written >> ods; ++ods)
    if (written >> ods & 1) {
      auto [first, count] = spanOf(ods);
      for (unsigned i = 0; i < count; ++i)
        write(op, first + i, effects);
    }
  // Two empty tiles are never the same tile.
  if (facts.uninitialised)
    for (OpResult result : op->getResults())
      effects.emplace_back(MemoryEffects::Allocate::get(), result,
                           OnChipMemoryResource::get());
  // New storage in device memory, likewise.
  if (facts.storage == ResultStorage::Kind::Fresh)
    for (OpResult result : op->getResults())
      if (isa<RankedTensorType>(result.getType()))
        effects.emplace_back(MemoryEffects::Allocate::get(), result,
                             DeviceMemoryResource::get());
  // Whoever reads bytes without making a tile of them must come before the
  // next one who overwrites them.
  bool makesTile = llvm::any_of(op->getResultTypes(),
                                [](Type type) { return isa<TileType>(type); });
  if (!makesTile)
    for (OpOperand &operand : op->getOpOperands())
      if (isa<TileType>(operand.get().getType()))
        effects.emplace_back(MemoryEffects::Read::get(), &operand,
                             OnChipMemoryResource::get());
  if (facts.readsGlobal)
    effects.emplace_back(MemoryEffects::Read::get(),
                         DeviceMemoryResource::get());
  // What orders accesses of others neither moves nor goes.
  if (facts.synchronises) {
    effects.emplace_back(MemoryEffects::Write::get(),
                         SynchronisationResource::get());
    effects.emplace_back(MemoryEffects::Read::get(),
                         SynchronisationResource::get());
  }
  if (facts.crossCore) {
    effects.emplace_back(MemoryEffects::Write::get(),
                         CrossCorePipeResource::get());
    effects.emplace_back(MemoryEffects::Read::get(),
                         CrossCorePipeResource::get());
  }
  if (facts.crossRank) {
    effects.emplace_back(MemoryEffects::Write::get(), PeerRankResource::get());
    effects.emplace_back(MemoryEffects::Read::get(), PeerRankResource::get());
  }
}

bool pto::detail::forbidsSharing(Operation *op, const OpMemoryFacts &facts,
                                 unsigned result, unsigned odsOperand,
                                 std::optional<Target> target) {
  if (facts.storage != ResultStorage::Kind::Fresh)
    return false;
  unsigned bit = odsOperand < 32 ? 1u << odsOperand : 0;
  if (facts.noAliasDiffersOnA5 && target == Target::A5)
    return facts.noAliasA5 & bit;
  if (facts.noAlias & bit)
    return true;
  // A temporary is written while the result is.
  if (facts.scratch & bit & ~facts.reusableScratch)
    return true;
  if (facts.wideningNoAlias && odsOperand == 0) {
    auto from = cast<TileType>(op->getOperand(0).getType());
    auto to = cast<TileType>(op->getResult(result).getType());
    return getStorageBits(to.getElementType()) >
           getStorageBits(from.getElementType());
  }
  return false;
}

TileAccess pto::detail::tileAccess(const OpMemoryFacts &facts,
                                   unsigned odsOperand) {
  unsigned bit = 1u << odsOperand;
  if (facts.scratch & bit)
    return TileAccess::Write;
  if (facts.unread & bit)
    return TileAccess::None;
  if (facts.storage == ResultStorage::Kind::InPlace &&
      facts.storageOperand == odsOperand)
    return TileAccess::ReadWrite;
  return TileAccess::Read;
}

TileType pto::detail::followLayout(TileType result, Type operand) {
  auto source = dyn_cast<TileType>(operand);
  if (!source || source.getSpace() != result.getSpace() ||
      source.hasImplicitLayout() || !result.hasImplicitLayout())
    return result;
  return result.withLayout(source.getLayout());
}

LogicalResult pto::detail::verifyMemoryFacts(Operation *op) {
  auto spaces = cast<MemorySpaceOpInterface>(op);
  auto storage = cast<TileStorageOpInterface>(op);
  unsigned fresh = 0, bound = 0;
  for (OpResult result : op->getResults()) {
    auto type = dyn_cast<TileType>(result.getType());
    if (!type)
      continue;
    unsigned number = result.getResultNumber();
    ResultSpaceRule rule = spaces.getResultSpaceRule(number);
    bool says = rule.kind == ResultSpaceRule::Kind::Fixed ||
                (rule.kind == ResultSpaceRule::Kind::Requested);
    if (says && type.getSpace() && *type.getSpace() != rule.space)
      return op->emitOpError()
             << "result space must be " << stringifyMemorySpace(rule.space)
             << ", found " << stringifyMemorySpace(*type.getSpace());
    if (rule.kind == ResultSpaceRule::Kind::SameAs) {
      auto source = dyn_cast<TileType>(op->getOperand(rule.operand).getType());
      if (source && source.getSpace() && type.getSpace() &&
          *source.getSpace() != *type.getSpace())
        return op->emitOpError()
               << "result space must be operand " << rule.operand << "'s, "
               << stringifyMemorySpace(*source.getSpace()) << ", found "
               << stringifyMemorySpace(*type.getSpace());
    }
    if (storage.getResultStorage(number).kind == ResultStorage::Kind::Fresh) {
      ++fresh;
      bound += bool(storage.getBuffer(number));
    }
  }
  if (bound != 0 && bound != fresh)
    return op->emitOpError() << "'into' must name one buffer for each of the "
                             << fresh << " results, or none; found " << bound;
  return success();
}
