//===- Campaign.h - Many kernels through all checks ---------------*- C++
//-*-===//

#ifndef PTO_SMITH_CAMPAIGN_H
#define PTO_SMITH_CAMPAIGN_H

#include "pto/Smith/Checks.h"
#include "pto/Smith/Generator.h"

namespace mlir::pto::smith {

struct CampaignOptions {
  /// Seeds first to last, both included.
  uint64_t first = 1, last = 100;
  unsigned threads = 1;
  /// After so many seconds no more seeds are begun; 0 for no limit.
  unsigned seconds = 0;
  GeneratorOptions kernels;
  /// Failing kernels are written to files in this folder.
  std::string folder = ".";
  /// More are counted, but neither shrunk nor written.
  unsigned maxReproducers = 10;
};

/// Runs all seeds and prints a summary, the same for any number of threads.
/// Progress goes to standard error where that is a terminal. True where nothing
/// is wrong.
bool runCampaign(const CampaignOptions &options, raw_ostream &os);

} // namespace mlir::pto::smith

#endif // PTO_SMITH_CAMPAIGN_H
