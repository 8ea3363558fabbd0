//===- PTOAttrs.cpp - Attributes ------------------------------------------===//

#include "Parsing.h"
#include "pto/IR/PTOTypes.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::pto;

#include "pto/IR/PTOEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "pto/IR/PTOAttrs.cpp.inc"

void PTODialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "pto/IR/PTOAttrs.cpp.inc"
      >();
}

/// Parses `key = value` pairs between `<` and `>`; `value` is called with each
/// key, after its `=`, and fails where it does not know it.
static ParseResult
parseFields(AsmParser &parser,
            function_ref<ParseResult(StringRef key, SMLoc loc)> field) {
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::LessGreater, [&]() -> ParseResult {
        SMLoc loc = parser.getCurrentLocation();
        StringRef key;
        if (parser.parseKeyword(&key))
          return failure();
        return field(key, loc);
      });
}

//===----------------------------------------------------------------------===//
// LayoutAttr
//===----------------------------------------------------------------------===//

LogicalResult LayoutAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 BlockLayout blayout, BlockLayout slayout,
                                 int64_t fractal) {
  if (fractal <= 0)
    return emitError()
           << "the size of a fractal is in bytes and positive, found "
           << fractal;
  return success();
}

Attribute LayoutAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  BlockLayout blayout = BlockLayout::RowMajor, slayout = BlockLayout::NoneBox;
  int64_t fractal = 512;
  auto field = [&](StringRef key, SMLoc keyLoc) -> ParseResult {
    if (parser.parseEqual())
      return failure();
    if (key == "blayout")
      return parseEnum<BlockLayout>(parser, blayout, symbolizeBlockLayout,
                                    "layout");
    if (key == "slayout")
      return parseEnum<BlockLayout>(parser, slayout, symbolizeBlockLayout,
                                    "layout");
    if (key == "fractal")
      return parser.parseInteger(fractal);
    return parser.emitError(keyLoc)
           << "unknown part '" << key
           << "' of a layout; there are blayout, slayout and fractal";
  };
  if (parseFields(parser, field))
    return {};
  return parser.getChecked<LayoutAttr>(loc, parser.getContext(), blayout,
                                       slayout, fractal);
}

void LayoutAttr::print(AsmPrinter &printer) const {
  SmallVector<std::string, 3> parts;
  if (getBlayout() != BlockLayout::RowMajor)
    parts.push_back(("blayout = " + stringifyBlockLayout(getBlayout())).str());
  if (getSlayout() != BlockLayout::NoneBox)
    parts.push_back(("slayout = " + stringifyBlockLayout(getSlayout())).str());
  if (getFractal() != 512)
    parts.push_back("fractal = " + std::to_string(getFractal()));
  printer << '<' << llvm::join(parts, ", ") << '>';
}

//===----------------------------------------------------------------------===//
// LoopAttr
//===----------------------------------------------------------------------===//

LogicalResult LoopAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               LoopKind kind, int64_t stages) {
  if (kind != LoopKind::Pipeline && stages != 0)
    return emitError() << "only a pipeline loop has stages";
  if (stages < 0)
    return emitError() << "the number of stages must not be negative, found "
                       << stages;
  return success();
}

Attribute LoopAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  LoopKind kind = LoopKind::Sequential;
  int64_t stages = 0;
  if (parser.parseLess() ||
      parseEnum<LoopKind>(parser, kind, symbolizeLoopKind, "loop kind"))
    return {};
  if (succeeded(parser.parseOptionalComma()))
    if (parser.parseKeyword("stages") || parser.parseEqual() ||
        parser.parseInteger(stages))
      return {};
  if (parser.parseGreater())
    return {};
  return parser.getChecked<LoopAttr>(loc, parser.getContext(), kind, stages);
}

void LoopAttr::print(AsmPrinter &printer) const {
  printer << '<' << stringifyLoopKind(getKind());
  if (getStages() != 0)
    printer << ", stages = " << getStages();
  printer << '>';
}

//===----------------------------------------------------------------------===//
// TensorViewAttr
//===----------------------------------------------------------------------===//

LogicalResult TensorViewAttr::verifyEncoding(
    ArrayRef<int64_t> shape, Type elementType,
    function_ref<InFlightDiagnostic()> emitError) const {
  if (!getStride().empty() && getStride().size() != shape.size())
    return emitError() << "a tensor of rank " << shape.size() << " has "
                       << getStride().size() << " strides";
  if (!getValid().empty() && getValid().size() != shape.size())
    return emitError() << "the valid region has rank " << getValid().size()
                       << ", the tensor has rank " << shape.size();
  return success();
}

Attribute TensorViewAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  TensorLayout layout = TensorLayout::ND;
  SmallVector<int64_t> stride, valid;
  PadKind pad = PadKind::Null;
  bool distributed = false;
  StringAttr window;
  auto field = [&](StringRef key, SMLoc keyLoc) -> ParseResult {
    if (key == "distributed") {
      distributed = true;
      return success();
    }
    if (parser.parseEqual())
      return failure();
    if (key == "layout")
      return parseEnum<TensorLayout>(parser, layout, symbolizeTensorLayout,
                                     "tensor layout");
    if (key == "stride")
      return parseExtents(parser, stride);
    if (key == "valid")
      return parseExtents(parser, valid);
    if (key == "pad")
      return parseEnum<PadKind>(parser, pad, symbolizePadKind, "padding");
    if (key == "window")
      return parser.parseAttribute(window);
    return parser.emitError(keyLoc)
           << "unknown part '" << key
           << "' of a tensor view; there are layout, stride, valid, pad, "
              "distributed and window";
  };
  if (parseFields(parser, field))
    return {};
  return parser.getChecked<TensorViewAttr>(loc, parser.getContext(), layout,
                                           stride, valid, pad, distributed,
                                           window);
}

void TensorViewAttr::print(AsmPrinter &printer) const {
  bool first = true;
  auto sep = [&]() -> AsmPrinter & {
    if (!first)
      printer << ", ";
    first = false;
    return printer;
  };
  printer << '<';
  if (getLayout() != TensorLayout::ND)
    sep() << "layout = " << stringifyTensorLayout(getLayout());
  if (!getStride().empty()) {
    sep() << "stride = ";
    printExtents(printer, getStride());
  }
  if (!getValid().empty()) {
    sep() << "valid = ";
    printExtents(printer, getValid());
  }
  if (getPad() != PadKind::Null)
    sep() << "pad = " << stringifyPadKind(getPad());
  if (getDistributed())
    sep() << "distributed";
  if (getWindow())
    sep() << "window = " << getWindow();
  printer << '>';
}
