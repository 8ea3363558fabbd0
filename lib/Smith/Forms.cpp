//===- Forms.cpp - Modules as text and as bytes ---------------------------===//

#include "Forms.h"

#include "Capture.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::pto::smith;

static std::string textOf(ModuleOp module, OpPrintingFlags flags) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os, flags);
  return text;
}

std::string pto::smith::textOf(ModuleOp module) {
  return ::textOf(module, OpPrintingFlags());
}

OwningOpRef<ModuleOp> pto::smith::parse(StringRef text, MLIRContext *context) {
  Capture capture(context);
  return parseSourceString<ModuleOp>(text, context);
}

std::string pto::smith::firstDifference(StringRef a, StringRef b) {
  while (!a.empty() || !b.empty()) {
    auto [lineA, restA] = a.split('\n');
    auto [lineB, restB] = b.split('\n');
    if (lineA != lineB)
      return ("first: " + lineA.trim() + "\n  then: " + lineB.trim()).str();
    a = restA;
    b = restB;
  }
  return "no difference";
}

std::string pto::smith::findRoundTripProblem(ModuleOp module) {
  MLIRContext *context = module.getContext();
  std::string text = textOf(module);
  auto compare = [&](StringRef form, StringRef written) -> std::string {
    Capture capture(context);
    OwningOpRef<ModuleOp> read = parseSourceString<ModuleOp>(written, context);
    if (!read)
      return (form + " is not read: " + capture.getFirstError()).str();
    std::string again = textOf(*read);
    if (again == text)
      return {};
    return (form + " changes it: " + firstDifference(text, again)).str();
  };
  std::string problem = compare("text", text);
  if (!problem.empty())
    return problem;
  OpPrintingFlags generic;
  generic.printGenericOpForm();
  problem = compare("generic text", ::textOf(module, generic));
  if (!problem.empty())
    return problem;
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  if (failed(writeBytecodeToFile(module, os)))
    return "bytecode is not written";
  return compare("bytecode", bytes);
}
