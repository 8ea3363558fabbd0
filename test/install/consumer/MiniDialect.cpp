//===- MiniDialect.cpp - The dialect, and what its ops say about memory ---===//

#include "Mini.h"

#include "mlir/IR/Builders.h"
#include "pto/IR/PTOOps.h"

#include "MiniDialect.cpp.inc"
#define GET_OP_CLASSES
#include "MiniOps.cpp.inc"

using namespace mini;
using mlir::Operation;
using mlir::Value;
using namespace mlir::pto;

void MiniDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "MiniOps.cpp.inc"
      >();
}

namespace {
/// In which memories the ops take and leave tiles.
template <typename Op>
struct Spaces : MemorySpaceOpInterface::ExternalModel<Spaces<Op>, Op> {
  static constexpr bool isFetch = std::is_same_v<Op, FetchOp>;

  SpaceList getAllowedSpaces(Operation *, unsigned) const {
    return isFetch ? SpaceList() : SpaceList(MemorySpace::Vec);
  }
  bool needsRowMajor(Operation *, unsigned) const { return false; }
  ResultSpaceRule getResultSpaceRule(Operation *op, unsigned) const {
    ResultSpaceRule rule;
    TileType type = mlir::cast<Op>(op).getResult().getType();
    // Where a fetched tile goes is open until somebody has decided.
    rule.kind = !isFetch          ? ResultSpaceRule::Kind::Fixed
                : type.getSpace() ? ResultSpaceRule::Kind::Declared
                                  : ResultSpaceRule::Kind::Deferred;
    return rule;
  }
  TileType getResultTypeIn(Operation *op, unsigned, MemorySpace space) const {
    return mlir::cast<Op>(op).getResult().getType().withSpace(space);
  }
  void setResultSpace(Operation *op, unsigned, MemorySpace space) const {
    op->getResult(0).setType(getResultTypeIn(op, 0, space));
  }
};

/// Which buffers hold them.
template <typename Op>
struct Storage : TileStorageOpInterface::ExternalModel<Storage<Op>, Op> {
  ResultStorage getResultStorage(Operation *, unsigned) const {
    ResultStorage storage;
    storage.kind = ResultStorage::Kind::Fresh;
    return storage;
  }
  Value getBuffer(Operation *op, unsigned) const {
    return mlir::cast<Op>(op).getInto();
  }
  void setBuffers(Operation *op, mlir::ValueRange buffers) const {
    mlir::cast<Op>(op).getIntoMutable().assign(buffers);
  }
  bool forbidsSharing(Operation *, unsigned, unsigned,
                      std::optional<Target>) const {
    return true;
  }
  bool isScratchOperand(Operation *, unsigned) const { return false; }
  std::optional<unsigned> getCopiedOperand(Operation *, unsigned) const {
    return std::nullopt;
  }
  TileAccess getTileAccess(Operation *op, unsigned operand) const {
    return isTile(op->getOperand(operand)) ? TileAccess::Read
                                           : TileAccess::None;
  }
  TileAddressing getTileAddressing(Operation *, unsigned) const {
    return TileAddressing::Window;
  }
};

/// An op that is bound writes its buffer: MLIR's own passes keep it then.
template <typename Op>
struct Effects : mlir::MemoryEffectOpInterface::ExternalModel<Effects<Op>, Op> {
  void getEffects(Operation *op,
                  llvm::SmallVectorImpl<mlir::MemoryEffects::EffectInstance>
                      &effects) const {
    for (mlir::OpOperand &into : mlir::cast<Op>(op).getIntoMutable())
      effects.emplace_back(mlir::MemoryEffects::Write::get(), &into,
                           OnChipMemoryResource::get());
  }
};
} // namespace

template <typename Op>
static void attachModels(mlir::MLIRContext *context) {
  Op::template attachInterface<Spaces<Op>, Storage<Op>, Effects<Op>>(*context);
}

void mini::attachToPTO(mlir::DialectRegistry &registry) {
  registry.insert<MiniDialect>();
  registry.addExtension(+[](mlir::MLIRContext *context, MiniDialect *dialect) {
    attachModels<FetchOp>(context);
    attachModels<BlendOp>(context);
    attachTarget(context, dialect);
  });
}
