//===- Capture.h - Diagnostics, kept instead of printed -----------*- C++
//-*-===//

#ifndef PTO_LIB_SMITH_CAPTURE_H
#define PTO_LIB_SMITH_CAPTURE_H

#include "mlir/IR/Diagnostics.h"

#include <mutex>
#include <string>

namespace mlir::pto::smith {

/// Keeps the first error of a context while it lives. Threads of one context
/// may report at once.
class Capture {
public:
  explicit Capture(MLIRContext *context);

  bool hasError() const { return !firstError.empty(); }
  /// The text of the first error with its notes.
  StringRef getFirstError() const { return firstError; }
  /// The kind of the refusal, where it is one that a legal kernel can get, such
  /// as "out of memory"; else empty.
  std::string getRefusal() const;

private:
  std::string firstError;
  std::mutex mutex;
  ScopedDiagnosticHandler handler;
};

/// A message without what differs from kernel to kernel: numbers and names.
std::string generalise(StringRef message);

} // namespace mlir::pto::smith

#endif // PTO_LIB_SMITH_CAPTURE_H
