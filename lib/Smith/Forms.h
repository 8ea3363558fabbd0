//===- Forms.h - Modules as text and as bytes ---------------------*- C++
//-*-===//

#ifndef PTO_LIB_SMITH_FORMS_H
#define PTO_LIB_SMITH_FORMS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <string>

namespace mlir::pto::smith {

std::string textOf(ModuleOp module);
/// Null where the text is no module; nothing is told.
OwningOpRef<ModuleOp> parse(StringRef text, MLIRContext *context);

/// Writes a module down as text, as generic text and as bytecode, and reads it
/// again. What is wrong with what comes back; empty where it is the same.
std::string findRoundTripProblem(ModuleOp module);

/// The first line in which two texts differ, of both.
std::string firstDifference(StringRef a, StringRef b);

} // namespace mlir::pto::smith

#endif // PTO_LIB_SMITH_FORMS_H
