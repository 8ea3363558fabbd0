//===- Progress.h - How far a long run is, for a person -----------*- C++
//-*-===//

#ifndef PTO_LIB_SMITH_PROGRESS_H
#define PTO_LIB_SMITH_PROGRESS_H

#include <chrono>
#include <cstdint>
#include <mutex>

namespace mlir::pto::smith {

/// One line on standard error, rewritten now and then; nothing where that is no
/// terminal. Any thread may report.
class Progress {
public:
  explicit Progress(uint64_t total);

  void add(uint64_t count, uint64_t failures);
  void clear();

private:
  uint64_t total, done = 0;
  bool isShown;
  std::chrono::steady_clock::time_point begin, last;
  std::mutex mutex;
};

} // namespace mlir::pto::smith

#endif // PTO_LIB_SMITH_PROGRESS_H
