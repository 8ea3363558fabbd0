//===- ForwardUses.h - Programs that MLIR's parser trips over ---*- C++ -*-===//
//
// MLIR 22 frees the region of an op whose parser fails while ops outside of it
// may use its values: those that were used before they were defined. The heap
// is broken then, and what fails is a later program.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_TOOLS_PTO_FUZZ_FORWARDUSES_H
#define PTO_TOOLS_PTO_FUZZ_FORWARDUSES_H

#include "llvm/ADT/StringRef.h"

namespace mlir::pto::fuzz {

/// True where a value may be used that the text has not defined before, in a
/// place from where it can be seen. Read by words, so that it works on what
/// does not parse; it may be true of a program that is right, if that is not
/// written as MLIR prints it.
bool hasForwardUses(llvm::StringRef text);

} // namespace mlir::pto::fuzz

#endif // PTO_TOOLS_PTO_FUZZ_FORWARDUSES_H
