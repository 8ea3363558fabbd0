//===- pto-fuzz-json.cpp - Allocation problems as documents ---------------===//
//
// Reads a document, places the buffers, writes the answer; the answer must be
// JSON.
//
//===----------------------------------------------------------------------===//

#include "Allocation.h"
#include "FuzzTarget.h"

#include "pto/Allocation/Formats.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::pto;
using namespace mlir::pto::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::Expected<alloc::Document> document =
      alloc::readJson(textOf(data, size));
  if (!document) {
    llvm::consumeError(document.takeError());
    return 0;
  }
  std::optional<alloc::Result> result =
      solveAndCheck(document->problem, document->objective);
  if (!result)
    return 0;
  std::string written;
  llvm::raw_string_ostream os(written);
  alloc::writeJson(os, *document, *result);
  llvm::Expected<llvm::json::Value> answer = llvm::json::parse(written);
  if (!answer)
    breakPromise("the answer is no JSON: " +
                 llvm::toString(answer.takeError()));
  return 0;
}
