//===- MemRefText.cpp - Memrefs as people write them ----------------------===//

#include "pto/Analysis/MemRefText.h"

#include "mlir/IR/AsmState.h"
#include "pto/IR/PTOOps.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::pto;

std::string pto::getValueName(Value value, AsmState &state) {
  if (auto name = dyn_cast<NameLoc>(value.getLoc())) {
    auto result = dyn_cast<OpResult>(value);
    // One location serves all results: tell them apart as MLIR prints them.
    if (result && result.getOwner()->getNumResults() > 1)
      return (name.getName().getValue() + "#" + Twine(result.getResultNumber()))
          .str();
    return name.getName().str();
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  value.printAsOperand(os, state);
  return StringRef(text).ltrim('%').str();
}

std::string pto::getText(const IndexExpr &expr, AsmState &state) {
  std::string text, named;
  llvm::raw_string_ostream(text) << expr.expr;
  // Symbols are printed as s0, s1, ...
  for (size_t i = 0; i < text.size();) {
    bool isSymbol = text[i] == 's' && i + 1 < text.size() &&
                    llvm::isDigit(text[i + 1]) &&
                    (i == 0 || !llvm::isAlnum(text[i - 1]));
    if (!isSymbol) {
      named += text[i++];
      continue;
    }
    unsigned index = 0;
    for (++i; i < text.size() && llvm::isDigit(text[i]); ++i)
      index = index * 10 + (text[i] - '0');
    named += getValueName(expr.symbols[index], state);
  }
  return named;
}

/// The base of a memref: the buffer, or the number of a tensor parameter.
static std::string getBase(const TileMemRef &memref, AsmState &state) {
  if (Operation *buffer = getBufferRoot(memref.buffer))
    return getValueName(buffer->getResult(0), state);
  if (!isa_and_nonnull<RankedTensorType>(memref.root ? memref.root.getType()
                                                     : Type()))
    return {};
  if (auto argument = dyn_cast<BlockArgument>(memref.root))
    if (auto function =
            dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp()))
      if (auto number = function.getArgAttrOfType<MemRefAttr>(
              argument.getArgNumber(), AttrNames::memref))
        return ("mem_" + stringifyMemorySpace(number.getSpace()) + "_" +
                Twine(number.getId()))
            .str();
  return getValueName(memref.root, state);
}

std::string pto::getText(const TileMemRef &memref, AsmState &state) {
  std::string text = getBase(memref, state);
  if (text.empty())
    return "none";
  if (!memref.hasAddress())
    text += " + ?";
  else if (memref.offset.getConstant() != 0)
    text += " + " + getText(memref.offset, state);
  if (memref.size != 0)
    text += " [" + std::to_string(memref.size) + " bytes]";
  return text;
}
