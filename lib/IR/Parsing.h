//===- Parsing.h - Small parsers shared by types and attributes ---*- C++
//-*-===//

#ifndef PTO_LIB_IR_PARSING_H
#define PTO_LIB_IR_PARSING_H

#include "mlir/IR/DialectImplementation.h"

namespace mlir::pto {

/// The keyword of an enum, or an error that says what it should have been.
template <typename Enum>
ParseResult parseEnum(AsmParser &parser, Enum &value,
                      std::optional<Enum> (*symbolize)(StringRef),
                      StringRef what) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<Enum> parsed = symbolize(keyword);
  if (!parsed)
    return parser.emitError(loc)
           << "unknown " << what << " '" << keyword << "'";
  value = *parsed;
  return success();
}

/// `[16, ?]`
inline ParseResult parseExtents(AsmParser &parser,
                                SmallVectorImpl<int64_t> &list) {
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Square, [&]() -> ParseResult {
        if (succeeded(parser.parseOptionalQuestion())) {
          list.push_back(ShapedType::kDynamic);
          return success();
        }
        return parser.parseInteger(list.emplace_back());
      });
}

inline void printExtents(AsmPrinter &printer, ArrayRef<int64_t> list) {
  printer << '[';
  llvm::interleaveComma(list, printer, [&](int64_t extent) {
    if (ShapedType::isDynamic(extent))
      printer << '?';
    else
      printer << extent;
  });
  printer << ']';
}

} // namespace mlir::pto

#endif // PTO_LIB_IR_PARSING_H
