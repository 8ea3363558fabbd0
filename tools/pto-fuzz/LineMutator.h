//===- LineMutator.h - Changes that a parser lives to see -------*- C++ -*-===//
//
// Bytes changed at random end in the lexer. These changes keep the form of a
// text in lines with names and numbers: a line goes, comes twice, or changes
// places; a name or a number stands where another one stood.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_TOOLS_PTO_FUZZ_LINEMUTATOR_H
#define PTO_TOOLS_PTO_FUZZ_LINEMUTATOR_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>

namespace mlir::pto::fuzz {

/// A text like `text`, which depends on nothing but `seed`.
std::string mutateLines(llvm::StringRef text, uint64_t seed);

/// The first lines of one text, and then the last of the other.
std::string crossLines(llvm::StringRef first, llvm::StringRef second,
                       uint64_t seed);

} // namespace mlir::pto::fuzz

#endif // PTO_TOOLS_PTO_FUZZ_LINEMUTATOR_H
