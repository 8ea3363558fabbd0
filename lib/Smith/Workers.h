//===- Workers.h - Seeds over threads -----------------------------*- C++
//-*-===//

#ifndef PTO_LIB_SMITH_WORKERS_H
#define PTO_LIB_SMITH_WORKERS_H

#include "Bench.h"
#include "Progress.h"

#include "llvm/Support/PrettyStackTrace.h"

#include <atomic>
#include <thread>
#include <vector>

namespace mlir::pto::smith {

/// Runs `work(seed, bench, share)` for all seeds from `first` to `last`, each
/// thread with a bench and a share of its own. Shares add up to the same for
/// any number of threads as long as adding does not mind the order. A share
/// says how many `failures` it has. After `seconds`, where that is not 0, no
/// more seeds are begun.
template <typename Share, typename Work>
std::vector<Share> runSeeds(uint64_t first, uint64_t last, unsigned threads,
                            unsigned seconds, Work work) {
  // A context keeps every type and attribute that it has ever seen.
  constexpr unsigned seedsPerContext = 5000;
  constexpr uint64_t seedsPerBlock = 20;
  std::atomic<uint64_t> next(first);
  Progress progress(last - first + 1);
  const auto begun = std::chrono::steady_clock::now();
  auto run = [&](Share &share) {
    std::unique_ptr<Bench> bench;
    for (;;) {
      // Blocks that were begun are ended, so that what was run is one range.
      if (seconds != 0 && std::chrono::steady_clock::now() - begun >
                              std::chrono::seconds(seconds))
        return;
      uint64_t begin = next.fetch_add(seedsPerBlock);
      if (begin > last)
        return;
      uint64_t end = std::min(begin + seedsPerBlock - 1, last);
      for (uint64_t seed = begin; seed <= end; ++seed) {
        if (!bench || bench->seeds == seedsPerContext)
          bench = std::make_unique<Bench>();
        ++bench->seeds;
        llvm::PrettyStackTraceFormat trace("seed %llu of pto-smith",
                                           (unsigned long long)seed);
        work(seed, *bench, share);
      }
      progress.add(end - begin + 1, share.failures.size());
    }
  };
  std::vector<Share> shares(std::max(threads, 1u));
  std::vector<std::thread> others;
  for (size_t i = 1; i < shares.size(); ++i)
    others.emplace_back([&, i] { run(shares[i]); });
  run(shares[0]);
  for (std::thread &thread : others)
    thread.join();
  progress.clear();
  return shares;
}

} // namespace mlir::pto::smith

#endif // PTO_LIB_SMITH_WORKERS_H
