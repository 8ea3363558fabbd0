//===- MemoryOps.cpp - Buffers, loads, stores, moves ----------------------===//

#include "Assembly.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::pto;

#define GET_OP_CLASSES
#include "pto/IR/PTOMemoryOps.cpp.inc"

void PTODialect::registerMemoryOps() {
  addOperations<
#define GET_OP_LIST
#include "pto/IR/PTOMemoryOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// AllocOp
//===----------------------------------------------------------------------===//

ParseResult AllocOp::parse(OpAsmParser &parser, OperationState &result) {
  auto &properties = result.getOrAddProperties<Properties>();
  MemorySpaceAttr space;
  auto number = [&](StringRef key, int64_t &value) -> ParseResult {
    return failure(parser.parseComma() || parser.parseKeyword(key) ||
                   parser.parseEqual() || parser.parseInteger(value));
  };
  int64_t addr, size, id;
  if (parseSpace(parser, space) || number("addr", addr) ||
      number("size", size) || number("id", id))
    return failure();
  properties.setSpace(space.getValue());
  properties.setAddr(addr);
  properties.setSize(size);
  properties.setId(id);
  for (;;) {
    if (succeeded(parser.parseOptionalKeyword("pinned"))) {
      properties.setPinned(true);
    } else if (succeeded(parser.parseOptionalKeyword("slots"))) {
      int64_t slots;
      if (parser.parseEqual() || parser.parseInteger(slots))
        return failure();
      properties.setSlots(slots);
    } else {
      break;
    }
  }
  if (parser.parseOptionalAttrDict(result.attributes))
    return failure();
  result.addTypes(BufferType::get(parser.getContext()));
  return success();
}

void AllocOp::print(OpAsmPrinter &printer) {
  printer << ' ' << stringifyMemorySpace(getSpace()) << ", addr = " << getAddr()
          << ", size = " << getSize() << ", id = " << getId();
  if (getPinned())
    printer << " pinned";
  if (getSlots() != 1)
    printer << " slots = " << getSlots();
  printer.printOptionalAttrDict(
      llvm::to_vector(getOperation()->getDiscardableAttrs()));
}

LogicalResult AllocOp::verify() {
  if (getSize() <= 0)
    return emitOpError() << "size in bytes must be positive, found "
                         << getSize();
  if (getAddr() < kNotPlaced)
    return emitOpError() << "address must be -1 (not placed) or more, found "
                         << getAddr();
  if (getId() < 0)
    return emitOpError() << "id must not be negative, found " << getId();
  if (getSlots() < 1)
    return emitOpError() << "a buffer has at least one slot, found "
                         << getSlots();
  if (getSize() % getSlots() != 0)
    return emitOpError() << "size " << getSize() << " is no multiple of its "
                         << getSlots() << " slots";
  return success();
}

void AllocOp::getAsmResultNames(function_ref<void(Value, StringRef)> setName) {
  setName(
      getResult(),
      ("mem_" + stringifyMemorySpace(getSpace()) + "_" + Twine(getId())).str());
}

// On its own result: a buffer that nobody is bound to dies.
void AllocOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  effects.emplace_back(MemoryEffects::Allocate::get(),
                       getOperation()->getOpResult(0),
                       OnChipMemoryResource::get());
}

//===----------------------------------------------------------------------===//
// DeclareMemRefOp, SlotOp
//===----------------------------------------------------------------------===//

LogicalResult DeclareMemRefOp::verify() {
  if (getName().empty())
    return emitOpError() << "a declaration needs a name";
  if (getSlots() < 1)
    return emitOpError() << "a declaration has at least one slot, found "
                         << getSlots();
  return success();
}

void DeclareMemRefOp::getAsmResultNames(
    function_ref<void(Value, StringRef)> setName) {
  setName(getResult(), getName());
}

void DeclareMemRefOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  effects.emplace_back(MemoryEffects::Allocate::get(),
                       getOperation()->getOpResult(0),
                       OnChipMemoryResource::get());
}

OpFoldResult SlotOp::getIndex() {
  return mixed(getStaticOffsets(), getOffsets(), getContext()).front();
}

LogicalResult SlotOp::verify() {
  if (failed(verifyIndexList(*this, "the slot index", getStaticOffsets().size(),
                             1)))
    return failure();
  int64_t slots = 0;
  if (auto declaration = getBuffer().getDefiningOp<DeclareMemRefOp>())
    slots = declaration.getSlots();
  else if (auto alloc = getBuffer().getDefiningOp<AllocOp>())
    slots = alloc.getSlots();
  else
    return emitOpError()
           << "the buffer must come from pto.declare_memref or pto.alloc";
  if (slots == 1)
    return emitOpError() << "the buffer has a single slot and takes no index: "
                            "bind the tile to the buffer itself";
  int64_t index = getStaticOffsets().front();
  if (!ShapedType::isDynamic(index) && (index < 0 || index >= slots))
    return emitOpError() << "slot " << index
                         << " is out of range: the buffer has " << slots
                         << " slots";
  return success();
}

//===----------------------------------------------------------------------===//
// CreateOp
//===----------------------------------------------------------------------===//

LogicalResult CreateOp::verify() {
  if (getTargetMemory() == MemorySpace::DDR)
    return emitOpError()
           << "a tile is created in on-chip memory, found a request for ddr";
  return success();
}

TileType CreateOp::getResultTypeIn(unsigned, MemorySpace space) {
  TileType type = getResult().getType();
  if (type.getSpace() == space)
    return type;
  TileType moved = type.withSpace(space);
  if (getTranspose())
    return moved.withLayout(LayoutAttr::get(getContext(), BlockLayout::RowMajor,
                                            BlockLayout::ColMajor, 512));
  if (getFlatLayout())
    return moved.withLayout(LayoutAttr::get(getContext(), BlockLayout::RowMajor,
                                            BlockLayout::NoneBox, 512));
  return moved;
}

//===----------------------------------------------------------------------===//
// LoadOp, StoreOp
//===----------------------------------------------------------------------===//

/// Window and tensor of a load or a store fit together.
static LogicalResult verifyWindow(Operation *op, RankedTensorType tensor,
                                  TileType tile, ArrayRef<int64_t> offsets,
                                  ArrayRef<int64_t> sizes) {
  if (failed(verifyIndexList(op, "the offset list", offsets.size(),
                             tensor.getRank())))
    return failure();
  if (!sizes.empty() && failed(verifyIndexList(op, "the 'sizes' list",
                                               sizes.size(), tensor.getRank())))
    return failure();
  if (sizes.empty() && tensor.getRank() != tile.getRank())
    return op->emitOpError() << "the tensor has rank " << tensor.getRank()
                             << " and the tile rank " << tile.getRank()
                             << ": 'sizes' must give the window";
  for (auto [i, offset] : llvm::enumerate(offsets))
    if (!ShapedType::isDynamic(offset) && offset < 0)
      return op->emitOpError()
             << "offset " << i << " must not be negative, found " << offset;
  return success();
}

/// The valid part of a window is told in the tile's dimensions, or, where
/// 'sizes' gives the window in the tensor's, in those.
static LogicalResult verifyValidWindow(Operation *op, ArrayRef<int64_t> valid,
                                       ArrayRef<int64_t> sizes, TileType tile) {
  if (!sizes.empty() && valid.size() == sizes.size())
    return success();
  return verifyValidList(op, valid, tile);
}

LogicalResult LoadOp::verify() {
  RankedTensorType tensor = getSource().getType();
  TileType tile = getResult().getType();
  if (failed(verifyWindow(*this, tensor, tile, getStaticOffsets(),
                          getStaticSizes())) ||
      failed(
          verifyValidWindow(*this, getStaticValid(), getStaticSizes(), tile)))
    return failure();
  if (tensor.getElementType() != tile.getElementType())
    return emitOpError() << "result element type must be the tensor's, "
                         << tensor.getElementType() << ", found "
                         << tile.getElementType();
  // A type without a request says as much.
  std::optional<MemorySpace> space = getTargetMemory();
  if (!space && tile.getSpace() != MemorySpace::DDR)
    space = tile.getSpace();
  if (space && *space != MemorySpace::Vec && *space != MemorySpace::Mat)
    return emitOpError()
           << "can't load into " << stringifyMemorySpace(*space)
           << ": device memory is reachable from vec and mat only; load into "
              "mat and move";
  return success();
}

TileType LoadOp::getResultTypeIn(unsigned, MemorySpace space) {
  TileType type = getResult().getType();
  if (type.getSpace() == space)
    return type;
  TileType moved = type.withSpace(space);
  auto view =
      dyn_cast_or_null<TensorViewAttr>(getSource().getType().getEncoding());
  TensorLayout source = view ? view.getLayout() : TensorLayout::ND;
  auto layout = [&](BlockLayout blayout, BlockLayout slayout, int64_t fractal) {
    return moved.withLayout(
        LayoutAttr::get(getContext(), blayout, slayout, fractal));
  };
  if (source == TensorLayout::MXAZZ)
    return layout(BlockLayout::RowMajor, BlockLayout::RowMajor, 32);
  if (source == TensorLayout::MXBNN)
    return layout(BlockLayout::ColMajor, BlockLayout::ColMajor, 32);
  if (space == MemorySpace::Mat) {
    if (type.getRank() == 2 && type.getShape()[0] == 1)
      return layout(BlockLayout::RowMajor, BlockLayout::NoneBox, 512);
    if (source == TensorLayout::DN)
      return layout(BlockLayout::RowMajor, BlockLayout::ColMajor, 512);
  }
  return moved;
}

void LoadOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                         MLIRContext *context) {
  patterns.add<FoldList<LoadOp, Offsets>, FoldList<LoadOp, Sizes>,
               FoldList<LoadOp, Valid>>(context);
}

LogicalResult StoreOp::verify() {
  RankedTensorType tensor = getDest().getType();
  if (failed(verifyWindow(*this, tensor, getSource().getType(),
                          getStaticOffsets(), getStaticSizes())))
    return failure();
  auto result = cast<RankedTensorType>(getResult().getType());
  if (result.getElementType() != tensor.getElementType() ||
      failed(verifyCompatibleShape(result, tensor)))
    return emitOpError()
           << "the result is the tensor stored into: its type must be "
           << tensor << " but for the valid region, found " << result;
  return success();
}

void StoreOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                          MLIRContext *context) {
  patterns.add<FoldList<StoreOp, Offsets>, FoldList<StoreOp, Sizes>>(context);
}

//===----------------------------------------------------------------------===//
// MoveOp, ExtractOp
//===----------------------------------------------------------------------===//

TileType MoveOp::inferResultType(TileType source, MemorySpace space,
                                 std::optional<BlockLayout> blayout,
                                 std::optional<BlockLayout> slayout) {
  MLIRContext *ctx = source.getContext();
  ArrayRef<int64_t> shape = source.getShape();
  LayoutAttr implied = TileType::getImplicitLayout(ctx, shape, space);
  LayoutAttr plain = TileType::getImplicitLayout(ctx, shape, std::nullopt);
  // A destination with a layout of its own dictates it; vector memory and the
  // bias table take what comes, and out of the accumulator come plain rows.
  bool unpacks =
      source.getSpace() == MemorySpace::Acc && space == MemorySpace::Vec;
  LayoutAttr base = implied != plain || unpacks ? implied : source.getLayout();
  BlockLayout block = base.getBlayout(), scatter = base.getSlayout();
  if (space == MemorySpace::Right)
    block = BlockLayout::RowMajor;
  block = blayout.value_or(block);
  scatter = slayout.value_or(scatter);
  bool isScale =
      space == MemorySpace::LeftScale || space == MemorySpace::RightScale;
  Type element = source.getElementType();
  if (isScale && element.isUnsignedInteger(8))
    element = Float8E8M0FNUType::get(ctx);
  return TileType::get(
      ctx, shape, element, space, source.getValid(),
      LayoutAttr::get(ctx, block, scatter, implied.getFractal()),
      source.getPad());
}

TileType MoveOp::getResultTypeIn(unsigned, MemorySpace space) {
  return inferResultType(getSource().getType(), space, getBlayout(),
                         getSlayout());
}

LogicalResult MoveOp::verify() {
  if (!getTargetMemory())
    return emitOpError() << "needs a destination: 'to <space>'";
  if (getTargetMemory() == MemorySpace::DDR)
    return emitOpError()
           << "can't move into ddr: device memory is written by pto.store";
  TileType from = getSource().getType(), to = getResult().getType();
  if (from.getShape() != to.getShape())
    return emitOpError() << "result shape must be the source's";
  bool isScale = getTargetMemory() == MemorySpace::LeftScale ||
                 getTargetMemory() == MemorySpace::RightScale;
  if (from.getElementType() != to.getElementType() && !isScale)
    return emitOpError() << "result element type must be the source's, "
                         << from.getElementType() << ", found "
                         << to.getElementType();
  return success();
}

LogicalResult ExtractOp::verify() {
  TileType from = getSource().getType(), to = getResult().getType();
  if (failed(verifyIndexList(*this, "the offset list",
                             getStaticOffsets().size(), from.getRank())) ||
      failed(verifyValidList(*this, getStaticValid(), to)))
    return failure();
  if (from.getElementType() != to.getElementType())
    return emitOpError() << "result element type must be the source's, "
                         << from.getElementType() << ", found "
                         << to.getElementType();
  return success();
}

void ExtractOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *context) {
  patterns.add<FoldList<ExtractOp, Offsets>, FoldList<ExtractOp, Valid>>(
      context);
}

//===----------------------------------------------------------------------===//
// CiOp, RandomOp
//===----------------------------------------------------------------------===//

LogicalResult CiOp::verify() {
  Type element = getResult().getType().getElementType();
  if (!element.isInteger(16) && !element.isInteger(32))
    return emitOpError()
           << "result element type must be a 16-bit or 32-bit integer, found "
           << element;
  return success();
}

FailureOr<std::optional<ScratchRequirement>>
CiOp::getScratchRequirement(const ScratchPolicy &policy) {
  if (!policy.explicitAddresses || policy.target != Target::A2A3)
    return std::optional<ScratchRequirement>();
  int64_t columns =
      getResult().getType().getElementType().isInteger(32) ? 192 : 448;
  return std::optional(
      ScratchRequirement{{1, columns}, Float32Type::get(getContext())});
}

LogicalResult RandomOp::verify() {
  if (getRounds() != 7 && getRounds() != 10)
    return emitOpError() << "rounds must be 7 or 10, found " << getRounds();
  return verifyValidList(*this, getStaticValid(), getResult().getType());
}

//===----------------------------------------------------------------------===//
// ReadOp, WriteOp
//===----------------------------------------------------------------------===//

LogicalResult ReadOp::verify() {
  return verifyIndexList(*this, "the index list", getStaticOffsets().size(),
                         getSource().getType().getRank());
}

void ReadOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                         MLIRContext *context) {
  patterns.add<FoldList<ReadOp, Offsets>>(context);
}

LogicalResult WriteOp::verify() {
  return verifyIndexList(*this, "the index list", getStaticOffsets().size(),
                         getDest().getType().getRank());
}

void WriteOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                          MLIRContext *context) {
  patterns.add<FoldList<WriteOp, Offsets>>(context);
}
