//===- Explain.cpp - A report on memory, as a pass ------------------------===//

#include "mlir/Support/FileUtilities.h"
#include "pto/Transforms/Passes.h"
#include "pto/Transforms/Transforms.h"
#include "llvm/Support/ToolOutputFile.h"

namespace mlir::pto {
#define GEN_PASS_DEF_EXPLAIN
#include "pto/Transforms/Passes.h.inc"
} // namespace mlir::pto

using namespace mlir;
using namespace mlir::pto;

namespace {
struct Explain : pto::impl::ExplainBase<Explain> {
  using ExplainBase::ExplainBase;

  void runOnOperation() override {
    // In one piece, so that nothing else that is written stands in between.
    std::string text;
    llvm::raw_string_ostream os(text);
    if (failed(explainMemory(getOperation(), target, os)))
      return signalPassFailure();
    markAllAnalysesPreserved();
    if (output == "-") {
      llvm::errs() << text;
      return;
    }
    std::string message;
    std::unique_ptr<llvm::ToolOutputFile> file =
        openOutputFile(output, &message);
    if (!file) {
      getOperation().emitError() << message;
      return signalPassFailure();
    }
    file->os() << text;
    file->keep();
  }
};
} // namespace
