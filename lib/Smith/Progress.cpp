//===- Progress.cpp - How far a long run is, for a person -----------------===//

#include "Progress.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::pto::smith;
using Clock = std::chrono::steady_clock;

Progress::Progress(uint64_t total)
    : total(total), isShown(llvm::sys::Process::StandardErrIsDisplayed()),
      begin(Clock::now()), last(begin) {}

void Progress::add(uint64_t count, uint64_t failures) {
  if (!isShown)
    return;
  std::lock_guard<std::mutex> lock(mutex);
  done += count;
  Clock::time_point now = Clock::now();
  if (now - last < std::chrono::milliseconds(200) && done != total)
    return;
  last = now;
  double seconds = std::chrono::duration<double>(now - begin).count();
  double rate = seconds > 0 ? done / seconds : 0;
  llvm::errs() << llvm::formatv(
      "\r{0}/{1} seeds, {2:F0} a second, {3:F0} s left{4}\x1b[K", done, total,
      rate, rate > 0 ? (total - done) / rate : 0,
      failures ? ", some are wrong" : "");
}

void Progress::clear() {
  if (isShown)
    llvm::errs() << "\r\x1b[K";
}
