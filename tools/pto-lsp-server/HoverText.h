//===- HoverText.h - What an editor shows of a tile -------------*- C++ -*-===//

#ifndef PTO_TOOLS_LSP_HOVERTEXT_H
#define PTO_TOOLS_LSP_HOVERTEXT_H

#include "mlir/IR/DialectRegistry.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::pto {

/// Markdown on the tile at a place of a document; empty where there is none.
/// Lines and characters count from 0. A program whose tiles have no addresses
/// yet is placed first, on a copy.
std::string getHoverText(llvm::StringRef document, unsigned line,
                         unsigned character, const DialectRegistry &registry);

} // namespace mlir::pto

#endif // PTO_TOOLS_LSP_HOVERTEXT_H
