//===- FuzzTarget.cpp - What a fuzzer throws bytes at ---------------------===//

#include "FuzzTarget.h"

#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

void mlir::pto::fuzz::breakPromise(const llvm::Twine &what) {
  llvm::errs() << "broken promise: " << what << '\n';
  std::abort();
}
