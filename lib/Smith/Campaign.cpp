//===- Campaign.cpp - Many kernels through all checks ---------------------===//

#include "pto/Smith/Campaign.h"

#include "Workers.h"
#include "pto/Smith/Shrink.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

using namespace mlir;
using namespace mlir::pto;
using namespace mlir::pto::smith;

namespace {
struct Failure {
  uint64_t seed;
  Outcome outcome;
};

/// One thread's part.
struct Share {
  Tally tally;
  uint64_t refused = 0;
  std::vector<Failure> failures;
};

class Campaign {
public:
  explicit Campaign(const CampaignOptions &options) : options(options) {}

  void run() {
    std::vector<Share> shares = runSeeds<Share>(
        options.first, options.last, options.threads, options.seconds,
        [this](uint64_t seed, Bench &bench, Share &share) {
          runSeed(seed, bench, share);
        });
    for (Share &share : shares) {
      total.tally.add(share.tally);
      total.refused += share.refused;
      llvm::append_range(total.failures, share.failures);
    }
    llvm::sort(total.failures, [](const Failure &a, const Failure &b) {
      return a.seed < b.seed;
    });
  }

  void print(raw_ostream &os) const;
  /// The first failures, shrunk, as files.
  void writeReproducers(raw_ostream &os) const;
  bool isRight() const { return total.failures.empty(); }

private:
  void runSeed(uint64_t seed, Bench &bench, Share &share) {
    OwningOpRef<ModuleOp> module =
        bench.generator.generate(seed, options.kernels);
    Outcome outcome =
        bench.checker.check(*module, Setup::forSeed(seed), share.tally);
    if (outcome.kind == Outcome::Kind::Refused) {
      ++share.refused;
      if (!outcome.planner)
        ++share.tally.refusals[outcome.what];
    } else if (outcome.kind == Outcome::Kind::Wrong) {
      share.failures.push_back({seed, std::move(outcome)});
    }
  }

  const CampaignOptions &options;
  Share total;
};
} // namespace

void Campaign::print(raw_ostream &os) const {
  const Tally &tally = total.tally;
  auto row = [&](StringRef what, uint64_t count) {
    os << llvm::formatv("  {0,-44} {1,12}\n", what, count);
  };
  os << llvm::formatv("seeds {0} to {1}\n", options.first,
                      options.first + tally.kernels - 1);
  row("kernels", tally.kernels);
  row("ops", tally.ops);
  row("placed by every planner", tally.placed);
  row("refused by some", total.refused);
  row("wrong", total.failures.size());
  os << "checks\n";
  row("round trips (text, generic, bytecode)", tally.roundTrips);
  row("runs repeated, passes run twice", tally.repeats);
  row("runs with several threads", tally.threaded);
  row("plans held against lower bounds", tally.bounded);
  row("runs of the whole pipeline", tally.pipelines);
  row("plans executed on bytes", tally.executed);
  row("plans that can't be executed", tally.unexecuted);
  os << "planners                                             plans   "
        "bytes at the peak\n";
  for (unsigned i = 0; i != kNumPlannerChoices; ++i)
    os << llvm::formatv("  {0,-44} {1,12} {2,19}\n", stringOf(PlannerChoice(i)),
                        tally.plans[i], tally.peaks[i]);
  if (!tally.refusals.empty()) {
    os << "refusals\n";
    std::vector<std::pair<std::string, uint64_t>> sorted(tally.refusals.begin(),
                                                         tally.refusals.end());
    llvm::sort(sorted);
    for (const auto &[what, count] : sorted)
      row(what, count);
  }
  if (total.failures.empty())
    return;
  os << "wrong\n";
  std::map<std::string, std::pair<uint64_t, uint64_t>> kinds;
  for (const Failure &failure : total.failures) {
    auto &[count, first] = kinds[failure.outcome.what];
    if (count++ == 0)
      first = failure.seed;
  }
  for (const auto &[what, found] : kinds)
    os << llvm::formatv("  {0} x {1} (first: seed {2})\n", found.first, what,
                        found.second);
  for (const Failure &failure :
       ArrayRef(total.failures).take_front(options.maxReproducers))
    os << "seed " << failure.seed << ": " << failure.outcome.what << "\n  "
       << failure.outcome.detail << '\n';
}

/// "wrong plan: mp-r1" as a part of a file's name.
static std::string slugOf(StringRef text) {
  std::string slug;
  for (char c : text.take_front(48)) {
    if (llvm::isAlnum(c))
      slug += llvm::toLower(c);
    else if (!slug.empty() && slug.back() != '-')
      slug += '-';
  }
  return StringRef(slug).rtrim('-').str();
}

void Campaign::writeReproducers(raw_ostream &os) const {
  if (options.folder.empty())
    return;
  (void)llvm::sys::fs::create_directories(options.folder);
  // One of a kind is enough.
  std::set<std::string> written;
  for (const Failure &failure : total.failures) {
    if (written.size() == options.maxReproducers)
      return;
    if (!written.insert(failure.outcome.what).second)
      continue;
    Bench bench;
    Setup setup = Setup::forSeed(failure.seed);
    OwningOpRef<ModuleOp> module =
        bench.generator.generate(failure.seed, options.kernels);
    OwningOpRef<ModuleOp> small = shrink(*module, [&](ModuleOp candidate) {
      Tally tally;
      return bench.checker.check(candidate, setup, tally).what ==
             failure.outcome.what;
    });
    std::string path =
        llvm::formatv("{0}/seed-{1}-{2}.mlir", options.folder, failure.seed,
                      slugOf(failure.outcome.what));
    std::error_code error;
    llvm::raw_fd_ostream file(path, error, llvm::sys::fs::OF_Text);
    if (error) {
      os << path << ": " << error.message() << '\n';
      return;
    }
    file << "// " << failure.outcome.what
         << "\n// pto-smith --seed=" << failure.seed << "\n// pto-opt "
         << setup.getPipeline(
                failure.outcome.planner.value_or(PlannerChoice::PyPTO))
         << "\n\n";
    small->print(file);
    file << '\n';
    os << "written: " << llvm::sys::path::filename(path) << '\n';
  }
}

bool pto::smith::runCampaign(const CampaignOptions &options, raw_ostream &os) {
  Campaign campaign(options);
  campaign.run();
  campaign.print(os);
  campaign.writeReproducers(os);
  return campaign.isRight();
}
