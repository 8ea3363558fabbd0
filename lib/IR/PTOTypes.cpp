//===- PTOTypes.cpp - Types -----------------------------------------------===//

#include "pto/IR/PTOTypes.h"
#include "Parsing.h"
#include "pto/IR/TileFaults.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::pto;

#define GET_TYPEDEF_CLASSES
#include "pto/IR/PTOTypes.cpp.inc"

void PTODialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "pto/IR/PTOTypes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

bool pto::isScalarType(Type type) {
  return type.isIntOrIndexOrFloat() || isa<HF4Type, HF8Type>(type);
}

bool pto::isFloatElement(Type type) {
  return isa<FloatType, HF4Type, HF8Type>(type);
}
bool pto::isIntegerElement(Type type) {
  return isa<IntegerType, IndexType>(type);
}
bool pto::isF32Element(Type type) { return type.isF32(); }
bool pto::isF16OrF32Element(Type type) { return type.isF16() || type.isF32(); }
bool pto::isInt32Element(Type type) { return type.isInteger(32); }

bool pto::isTileElementType(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return llvm::is_contained({1u, 4u, 8u, 16u, 32u, 64u}, integer.getWidth());
  return isa<IndexType, Float16Type, BFloat16Type, Float32Type,
             Float4E2M1FNType, Float8E4M3FNType, Float8E5M2Type,
             Float8E8M0FNUType, HF4Type, HF8Type>(type);
}

int64_t pto::getStorageBits(Type type) {
  int64_t bits = 64;
  if (isa<HF4Type>(type))
    bits = 4;
  else if (isa<HF8Type>(type))
    bits = 8;
  else if (type.isIntOrFloat())
    bits = type.getIntOrFloatBitWidth();
  return bits == 4 ? 4 : (bits + 7) / 8 * 8;
}

void pto::printShape(raw_ostream &os, ArrayRef<int64_t> shape) {
  llvm::interleave(
      shape, os,
      [&](int64_t extent) {
        if (ShapedType::isDynamic(extent))
          os << '?';
        else
          os << extent;
      },
      "x");
}

//===----------------------------------------------------------------------===//
// TileType
//===----------------------------------------------------------------------===//

LayoutAttr TileType::getImplicitLayout(MLIRContext *context,
                                       ArrayRef<int64_t> shape,
                                       std::optional<MemorySpace> space) {
  // A static column vector is stored column by column, anything else by rows.
  bool isColumn = shape.size() == 2 && shape[1] == 1 && shape[0] > 1;
  BlockLayout byShape =
      isColumn ? BlockLayout::ColMajor : BlockLayout::RowMajor;
  switch (space.value_or(MemorySpace::Vec)) {
  case MemorySpace::DDR:
  case MemorySpace::Vec:
  case MemorySpace::Bias:
    return LayoutAttr::get(context, byShape, BlockLayout::NoneBox, 512);
  case MemorySpace::Mat:
  case MemorySpace::Left:
    return LayoutAttr::get(context, BlockLayout::ColMajor,
                           BlockLayout::RowMajor, 512);
  case MemorySpace::Right:
    return LayoutAttr::get(context, byShape, BlockLayout::ColMajor, 512);
  case MemorySpace::Acc:
    return LayoutAttr::get(context, BlockLayout::ColMajor,
                           BlockLayout::RowMajor, 1024);
  case MemorySpace::LeftScale:
    return LayoutAttr::get(context, BlockLayout::RowMajor,
                           BlockLayout::RowMajor, 32);
  case MemorySpace::RightScale:
    return LayoutAttr::get(context, BlockLayout::ColMajor,
                           BlockLayout::ColMajor, 32);
  }
  llvm_unreachable("unknown memory space");
}

bool TileType::hasImplicitLayout() const {
  return getLayout() == getImplicitLayout(getContext(), getShape(), getSpace());
}

bool TileType::hasStaticShape() const {
  return llvm::none_of(getShape(), ShapedType::isDynamic);
}

ArrayRef<int64_t> TileType::getValidOrShape() const {
  return getValid().empty() ? getShape() : getValid();
}

TileType TileType::withSpace(MemorySpace newSpace) const {
  if (getSpace() == newSpace)
    return *this;
  // A layout that was asked for before the space was decided is kept.
  LayoutAttr layout;
  if (!getSpace() && !hasImplicitLayout())
    layout = getLayout();
  return get(getContext(), getShape(), getElementType(), newSpace, getValid(),
             layout, getPad(), getCompact(), getStride(), getStartOffset());
}

TileType TileType::withLayout(LayoutAttr newLayout) const {
  return get(getContext(), getShape(), getElementType(), getSpace(), getValid(),
             newLayout, getPad(), getCompact(), getStride(), getStartOffset());
}

TileType TileType::withValid(ArrayRef<int64_t> newValid) const {
  return get(getContext(), getShape(), getElementType(), getSpace(), newValid,
             getLayout(), getPad(), getCompact(), getStride(),
             getStartOffset());
}

TileType TileType::withElementType(Type newElementType) const {
  return get(getContext(), getShape(), newElementType, getSpace(), getValid(),
             getLayout(), getPad(), getCompact(), getStride(),
             getStartOffset());
}

std::optional<std::string> pto::findTileFault(ArrayRef<int64_t> shape,
                                              Type elementType,
                                              ArrayRef<int64_t> valid,
                                              ArrayRef<int64_t> stride) {
  std::string fault;
  llvm::raw_string_ostream os(fault);
  if (shape.empty())
    return "a tile needs at least one dimension";
  if (!isTileElementType(elementType)) {
    os << "a tile can't hold elements of type " << elementType;
    return fault;
  }
  int64_t elements = 1;
  for (auto [i, extent] : llvm::enumerate(shape)) {
    if (ShapedType::isDynamic(extent))
      continue;
    if (extent <= 0) {
      os << "extent " << i << " of a tile must be positive, found " << extent;
      return fault;
    }
    // Sizes are counted in bits further on.
    if (llvm::MulOverflow(elements, extent, elements) ||
        elements > (int64_t(1) << 56))
      return "a tile with so many elements has no size in 64 bits";
  }
  if (getStorageBits(elementType) == 4 &&
      !ShapedType::isDynamic(shape.back()) && shape.back() % 2 != 0 &&
      isFloatElement(elementType)) {
    os << "the last extent of a tile of packed 4-bit floats must be even, "
          "found "
       << shape.back();
    return fault;
  }
  if (!valid.empty() && valid.size() != shape.size()) {
    os << "the valid region has rank " << valid.size() << ", the tile has rank "
       << shape.size();
    return fault;
  }
  for (auto [i, extent] : llvm::enumerate(valid)) {
    if (ShapedType::isDynamic(extent))
      continue;
    if (extent < 0) {
      os << "valid extent " << i << " must not be negative, found " << extent;
      return fault;
    }
    if (!ShapedType::isDynamic(shape[i]) && extent > shape[i]) {
      os << "valid extent " << i << " is " << extent
         << ", more than the tile's " << shape[i];
      return fault;
    }
  }
  if (!stride.empty() && stride.size() != shape.size()) {
    os << "a tile of rank " << shape.size() << " has " << stride.size()
       << " strides";
    return fault;
  }
  return std::nullopt;
}

LogicalResult TileType::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<int64_t> shape, Type elementType,
                               std::optional<MemorySpace> space,
                               ArrayRef<int64_t> valid, LayoutAttr layout,
                               PadKind pad, CompactMode compact,
                               ArrayRef<int64_t> stride,
                               std::optional<int64_t> startOffset) {
  if (std::optional<std::string> fault =
          findTileFault(shape, elementType, valid, stride))
    return emitError() << *fault;
  return success();
}

Type TileType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> shape, valid, stride;
  Type elementType;
  std::optional<MemorySpace> space;
  LayoutAttr layout;
  PadKind pad = PadKind::Null;
  CompactMode compact = CompactMode::Null;
  std::optional<int64_t> startOffset;
  if (parser.parseLess())
    return {};
  // The parser of dimensions would call it a bad type.
  SMLoc shapeLoc = parser.getCurrentLocation();
  if (*shapeLoc.getPointer() == '-') {
    parser.emitError(shapeLoc, "an extent of a tile must be positive");
    return {};
  }
  if (parser.parseDimensionList(shape) || parser.parseType(elementType))
    return {};
  while (succeeded(parser.parseOptionalComma())) {
    SMLoc keyLoc = parser.getCurrentLocation();
    StringRef key;
    if (parser.parseKeyword(&key))
      return {};
    if (failed(parser.parseOptionalEqual())) {
      std::optional<MemorySpace> parsed = symbolizeMemorySpace(key);
      if (!parsed) {
        parser.emitError(keyLoc)
            << "unknown memory space '" << key
            << "'; there are ddr, vec, mat, left, right, acc, bias, "
               "left_scale and right_scale";
        return {};
      }
      if (space) {
        parser.emitError(keyLoc) << "a tile has one memory space";
        return {};
      }
      space = parsed;
      continue;
    }
    ParseResult result = success();
    if (key == "valid")
      result = parser.parseDimensionList(valid, /*allowDynamic=*/true,
                                         /*withTrailingX=*/false);
    else if (key == "layout")
      result = parser.parseAttribute(layout);
    else if (key == "pad")
      result = parseEnum<PadKind>(parser, pad, symbolizePadKind, "padding");
    else if (key == "compact")
      result = parseEnum<CompactMode>(parser, compact, symbolizeCompactMode,
                                      "compact mode");
    else if (key == "stride")
      result = parseExtents(parser, stride);
    else if (key == "start_offset")
      result = parser.parseInteger(startOffset.emplace());
    else
      result = parser.emitError(keyLoc) << "unknown part '" << key
                                        << "' of a tile type; there are valid, "
                                           "layout, pad, compact, stride and "
                                           "start_offset";
    if (result)
      return {};
  }
  if (parser.parseGreater())
    return {};
  // Exact argument types, so that the builder that canonicalises is chosen.
  return parser.getChecked<TileType>(
      loc, parser.getContext(), ArrayRef<int64_t>(shape), elementType, space,
      ArrayRef<int64_t>(valid), layout, pad, compact, ArrayRef<int64_t>(stride),
      startOffset);
}

void TileType::print(AsmPrinter &printer) const {
  raw_ostream &os = printer.getStream();
  os << '<';
  printShape(os, getShape());
  os << 'x';
  printer.printType(getElementType());
  if (getSpace())
    os << ", " << stringifyMemorySpace(*getSpace());
  if (!getValid().empty()) {
    os << ", valid = ";
    printShape(os, getValid());
  }
  if (!hasImplicitLayout()) {
    os << ", layout = ";
    printer.printAttribute(getLayout());
  }
  if (getPad() != PadKind::Null)
    os << ", pad = " << stringifyPadKind(getPad());
  if (getCompact() != CompactMode::Null)
    os << ", compact = " << stringifyCompactMode(getCompact());
  if (!getStride().empty()) {
    os << ", stride = ";
    printExtents(printer, getStride());
  }
  if (getStartOffset())
    os << ", start_offset = " << *getStartOffset();
  os << '>';
}

//===----------------------------------------------------------------------===//
// ArrayType
//===----------------------------------------------------------------------===//

LogicalResult ArrayType::verify(function_ref<InFlightDiagnostic()> emitError,
                                int64_t extent, Type elementType) {
  if (extent <= 0)
    return emitError() << "the extent of an array must be positive, found "
                       << extent;
  if (!isa<IntegerType, IndexType, TaskIdType>(elementType))
    return emitError() << "an array holds integers or task ids, not "
                       << elementType;
  return success();
}

Type ArrayType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> shape;
  Type elementType;
  if (parser.parseLess() ||
      parser.parseDimensionList(shape, /*allowDynamic=*/false) ||
      parser.parseType(elementType) || parser.parseGreater())
    return {};
  if (shape.size() != 1) {
    parser.emitError(loc) << "an array has one extent, found " << shape.size();
    return {};
  }
  return parser.getChecked<ArrayType>(loc, parser.getContext(), shape.front(),
                                      elementType);
}

void ArrayType::print(AsmPrinter &printer) const {
  printer << '<' << getExtent() << 'x';
  printer.printType(getElementType());
  printer << '>';
}
