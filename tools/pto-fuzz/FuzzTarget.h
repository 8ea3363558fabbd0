//===- FuzzTarget.h - What a fuzzer throws bytes at -------------*- C++ -*-===//
//
// Each program here is one target: it takes any bytes and must neither crash
// nor break a promise. With -DPTO_FUZZERS=ON libFuzzer makes the bytes up;
// without, the program replays the files that it is given.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_TOOLS_PTO_FUZZ_FUZZTARGET_H
#define PTO_TOOLS_PTO_FUZZ_FUZZTARGET_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include <cstddef>
#include <cstdint>

/// Runs the target once. The contract is libFuzzer's: 0, or no return.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

namespace mlir::pto::fuzz {

inline llvm::StringRef textOf(const uint8_t *data, size_t size) {
  return llvm::StringRef(reinterpret_cast<const char *>(data), size);
}

/// Ends the process, as a crash does: something that was promised does not
/// hold.
[[noreturn]] void breakPromise(const llvm::Twine &what);

} // namespace mlir::pto::fuzz

#endif // PTO_TOOLS_PTO_FUZZ_FUZZTARGET_H
