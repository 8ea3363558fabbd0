//===- ResultChecks.cpp - Shapes and element types of results -------------===//
//
// The rules that records of the op table share: what is wrong, what was
// expected and what was found.
//
//===----------------------------------------------------------------------===//

#include "pto/IR/PTOOps.h"
#include "pto/IR/TileFaults.h"

using namespace mlir;
using namespace mlir::pto;

static TileType tileOf(Value value) {
  return dyn_cast<TileType>(value.getType());
}

static std::string shapeText(ArrayRef<int64_t> shape) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printShape(os, shape);
  return text;
}

static LogicalResult expectShape(Operation *op, ArrayRef<int64_t> expected) {
  auto found = tileOf(op->getResult(0));
  if (!found || found.getShape() == expected)
    return success();
  return op->emitOpError() << "result shape must be " << shapeText(expected)
                           << ", found " << shapeText(found.getShape());
}

static LogicalResult expectElement(Operation *op, Type expected) {
  auto found = tileOf(op->getResult(0));
  if (!found || found.getElementType() == expected)
    return success();
  return op->emitOpError() << "result element type must be " << expected
                           << ", found " << found.getElementType();
}

LogicalResult pto::detail::verifySameShapeAsFirst(Operation *op) {
  TileType first = tileOf(op->getOperand(0));
  return first ? expectShape(op, first.getShape()) : success();
}

LogicalResult pto::detail::verifySameAsFirst(Operation *op) {
  TileType first = tileOf(op->getOperand(0));
  if (!first)
    return success();
  if (failed(expectShape(op, first.getShape())))
    return failure();
  return expectElement(op, first.getElementType());
}

/// Any float beats any integer, then the wider wins, then signed over unsigned,
/// then the first.
static Type promote(Type a, Type b) {
  if (a == b)
    return a;
  if (isFloatElement(a) != isFloatElement(b))
    return isFloatElement(a) ? a : b;
  int64_t bitsA = getStorageBits(a), bitsB = getStorageBits(b);
  if (bitsA != bitsB)
    return bitsA > bitsB ? a : b;
  if (a.isUnsignedInteger() != b.isUnsignedInteger())
    return a.isUnsignedInteger() ? b : a;
  return a;
}

/// Broadcasts `other` onto `shape`, aligned at the right; the first extent that
/// does not fit where there is one.
static std::optional<size_t> broadcast(SmallVectorImpl<int64_t> &shape,
                                       ArrayRef<int64_t> other) {
  if (other.size() > shape.size())
    shape.insert(shape.begin(), other.size() - shape.size(), 1);
  size_t skip = shape.size() - other.size();
  for (auto [i, extent] : llvm::enumerate(other)) {
    int64_t &mine = shape[skip + i];
    if (mine == 1)
      mine = extent;
    else if (extent != 1 && extent != mine && !ShapedType::isDynamic(extent) &&
             !ShapedType::isDynamic(mine))
      return i;
  }
  return std::nullopt;
}

LogicalResult pto::detail::verifyElementwise(Operation *op) {
  auto storage = cast<TileStorageOpInterface>(op);
  SmallVector<int64_t> shape;
  Type element;
  for (OpOperand &operand : op->getOpOperands()) {
    TileType tile = tileOf(operand.get());
    if (!tile || storage.isScratchOperand(operand.getOperandNumber()))
      continue;
    element = element ? promote(element, tile.getElementType())
                      : tile.getElementType();
    if (std::optional<size_t> wrong = broadcast(shape, tile.getShape()))
      return op->emitOpError()
             << "operands don't broadcast: extent " << *wrong << " of operand "
             << operand.getOperandNumber() << " is " << tile.getShape()[*wrong]
             << ", expected " << shape[shape.size() - tile.getRank() + *wrong]
             << " or 1";
  }
  if (!element)
    return success();
  if (failed(expectShape(op, shape)))
    return failure();
  return expectElement(op, element);
}

LogicalResult pto::detail::verifyRowReduction(Operation *op) {
  TileType source = tileOf(op->getOperand(0));
  if (!source)
    return success();
  SmallVector<int64_t> shape(source.getShape());
  shape.back() = 1;
  return expectShape(op, shape);
}

LogicalResult pto::detail::verifyColReduction(Operation *op) {
  TileType source = tileOf(op->getOperand(0));
  if (!source)
    return success();
  SmallVector<int64_t> shape(source.getShape());
  shape.front() = 1;
  return expectShape(op, shape);
}

LogicalResult pto::detail::verifyMatmul(Operation *op) {
  TileType lhs = tileOf(op->getOperand(0)), rhs = tileOf(op->getOperand(1));
  if (!lhs || !rhs)
    return success();
  if (lhs.getRank() != 2 || rhs.getRank() != 2)
    return op->emitOpError() << "operands must have rank 2, found "
                             << lhs.getRank() << " and " << rhs.getRank();
  int64_t k = lhs.getShape()[1], other = rhs.getShape()[0];
  if (k != other && !ShapedType::isDynamic(k) && !ShapedType::isDynamic(other))
    return op->emitOpError()
           << "the left operand has " << k << " columns, the right one "
           << other << " rows; they must be equal";
  if (failed(expectShape(op, {lhs.getShape()[0], rhs.getShape()[1]})))
    return failure();
  bool isFloat = isFloatElement(lhs.getElementType()) &&
                 isFloatElement(rhs.getElementType());
  MLIRContext *ctx = op->getContext();
  return expectElement(op, isFloat ? Type(Float32Type::get(ctx))
                                   : IntegerType::get(ctx, 32));
}

//===----------------------------------------------------------------------===//
// Inference
//===----------------------------------------------------------------------===//

/// Adds a result, unless its operands ask for what no tile can be.
static LogicalResult addResult(std::optional<Location> location,
                               SmallVectorImpl<Type> &types, MLIRContext *ctx,
                               ArrayRef<int64_t> shape, Type element,
                               std::optional<MemorySpace> space,
                               ArrayRef<int64_t> valid, LayoutAttr layout,
                               PadKind pad = PadKind::Null,
                               CompactMode compact = CompactMode::Null) {
  if (std::optional<std::string> fault = findTileFault(shape, element, valid))
    return emitOptionalError(location, "no result can be inferred: ", *fault);
  types.push_back(
      TileType::get(ctx, shape, element, space, valid, layout, pad, compact));
  return success();
}

/// The first operand's type with another shape and element type, where the op
/// leaves its result.
static LogicalResult addResultLike(std::optional<Location> location,
                                   SmallVectorImpl<Type> &types, TileType first,
                                   ArrayRef<int64_t> shape, Type element,
                                   const OpMemoryFacts &facts) {
  std::optional<MemorySpace> space = first.getSpace();
  if (facts.spaceRule == ResultSpaceRule::Kind::Fixed)
    space = facts.space;
  bool sameShape = shape == first.getShape();
  // The layout is the operand's as long as it is of the same memory.
  LayoutAttr layout =
      sameShape && space == first.getSpace() ? first.getLayout() : LayoutAttr();
  return addResult(location, types, first.getContext(), shape, element, space,
                   sameShape ? first.getValid() : ArrayRef<int64_t>(), layout,
                   first.getPad(), first.getCompact());
}

static FailureOr<TileType> firstTile(std::optional<Location> location,
                                     ValueRange operands) {
  if (!operands.empty())
    if (TileType tile = tileOf(operands.front()))
      return tile;
  return emitOptionalError(location, "the first operand must be a tile");
}

LogicalResult
pto::detail::inferResultSameAsFirst(std::optional<Location> location,
                                    ValueRange operands,
                                    const OpMemoryFacts &facts, Types &types) {
  FailureOr<TileType> first = firstTile(location, operands);
  if (failed(first))
    return failure();
  return addResultLike(location, types, *first, first->getShape(),
                       first->getElementType(), facts);
}

LogicalResult
pto::detail::inferElementwiseResult(std::optional<Location> location,
                                    ValueRange operands,
                                    const OpMemoryFacts &facts, Types &types) {
  FailureOr<TileType> first = firstTile(location, operands);
  if (failed(first))
    return failure();
  SmallVector<int64_t> shape(first->getShape());
  Type element = first->getElementType();
  for (auto [i, operand] : llvm::enumerate(operands)) {
    TileType tile = tileOf(operand);
    if (!tile || (facts.scratch >> i & 1))
      continue;
    element = promote(element, tile.getElementType());
    if (broadcast(shape, tile.getShape()))
      return emitOptionalError(location, "operands don't broadcast");
  }
  return addResultLike(location, types, *first, shape, element, facts);
}

/// A reduction to one column or one row.
static LogicalResult inferReduction(std::optional<Location> location,
                                    ValueRange operands, bool toColumn,
                                    SmallVectorImpl<Type> &types) {
  FailureOr<TileType> first = firstTile(location, operands);
  if (failed(first))
    return failure();
  SmallVector<int64_t> shape(first->getShape()),
      valid(first->getValidOrShape());
  size_t axis = toColumn ? shape.size() - 1 : 0;
  shape[axis] = valid[axis] = 1;
  MLIRContext *ctx = first->getContext();
  auto layout = LayoutAttr::get(
      ctx, toColumn ? BlockLayout::ColMajor : BlockLayout::RowMajor,
      BlockLayout::NoneBox, 512);
  return addResult(location, types, ctx, shape, first->getElementType(),
                   MemorySpace::Vec, valid, layout);
}

LogicalResult
pto::detail::inferRowReductionResult(std::optional<Location> location,
                                     ValueRange operands, const OpMemoryFacts &,
                                     Types &types) {
  return inferReduction(location, operands, /*toColumn=*/true, types);
}

LogicalResult
pto::detail::inferColReductionResult(std::optional<Location> location,
                                     ValueRange operands, const OpMemoryFacts &,
                                     Types &types) {
  return inferReduction(location, operands, /*toColumn=*/false, types);
}

LogicalResult pto::detail::inferMatmulResult(std::optional<Location> location,
                                             ValueRange operands,
                                             const OpMemoryFacts &facts,
                                             Types &types) {
  FailureOr<TileType> lhs = firstTile(location, operands);
  TileType rhs = operands.size() > 1 ? tileOf(operands[1]) : TileType();
  if (failed(lhs) || !rhs || lhs->getRank() != 2 || rhs.getRank() != 2)
    return emitOptionalError(location, "operands must be tiles of rank 2");
  MLIRContext *ctx = rhs.getContext();
  bool isFloat = isFloatElement(lhs->getElementType()) &&
                 isFloatElement(rhs.getElementType());
  Type element =
      isFloat ? Type(Float32Type::get(ctx)) : IntegerType::get(ctx, 32);
  int64_t validRows = lhs->getValidOrShape()[0];
  // Rows that are not known to be full are packed.
  bool isFull = validRows == lhs->getShape()[0];
  SmallVector<int64_t> shape = {lhs->getShape()[0], rhs.getShape()[1]};
  SmallVector<int64_t> valid = {validRows, rhs.getValidOrShape()[1]};
  return addResult(location, types, ctx, shape, element, facts.space, valid,
                   LayoutAttr(), PadKind::Null,
                   isFull ? CompactMode::Null : CompactMode::Normal);
}

bool pto::detail::haveSameShapeAndElement(TypeRange inferred, TypeRange found) {
  return llvm::equal(inferred, found, [](Type a, Type b) {
    auto expected = dyn_cast<TileType>(a), actual = dyn_cast<TileType>(b);
    if (!expected || !actual)
      return a == b;
    return expected.getShape() == actual.getShape() &&
           expected.getElementType() == actual.getElementType();
  });
}
