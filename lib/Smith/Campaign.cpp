//===- Campaign.cpp - Many kernels through all checks ---------------------===//

#include "pto/Smith/Campaign.h"

#include "Progress.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/raw_ostream.h"

#include <atomic>
#include <thread>

using namespace mlir;
using namespace mlir::pto;
using namespace mlir::pto::smith;

// A context keeps every type and attribute that it has ever seen.
static constexpr unsigned kSeedsPerContext = 5000;
static constexpr uint64_t kSeedsPerBlock = 50;

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

/// A context with all that is set up for it.
struct Bench {
  Bench() : context(makeRegistry(), MLIRContext::Threading::DISABLED) {
    context.loadAllAvailableDialects();
  }
  static DialectRegistry makeRegistry() {
    DialectRegistry registry;
    registerKernelDialects(registry);
    return registry;
  }

  MLIRContext context;
  Generator generator{&context};
  KernelChecker checker{&context};
  unsigned seeds = 0;
};

class Campaign {
public:
  explicit Campaign(const CampaignOptions &options)
      : options(options), next(options.first),
        progress(options.last - options.first + 1) {}

  void run() {
    unsigned count = std::max(options.threads, 1u);
    std::vector<Share> shares(count);
    std::vector<std::thread> threads;
    for (unsigned i = 1; i < count; ++i)
      threads.emplace_back([this, &shares, i] { work(shares[i]); });
    work(shares[0]);
    for (std::thread &thread : threads)
      thread.join();
    progress.clear();
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
  bool isRight() const { return total.failures.empty(); }

private:
  void work(Share &share) {
    std::unique_ptr<Bench> bench;
    for (;;) {
      uint64_t begin = next.fetch_add(kSeedsPerBlock);
      if (begin > options.last)
        return;
      uint64_t end = std::min(begin + kSeedsPerBlock - 1, options.last);
      for (uint64_t seed = begin; seed <= end; ++seed) {
        if (!bench || bench->seeds == kSeedsPerContext)
          bench = std::make_unique<Bench>();
        ++bench->seeds;
        runSeed(seed, *bench, share);
      }
      progress.add(end - begin + 1, share.failures.size());
    }
  }

  void runSeed(uint64_t seed, Bench &bench, Share &share) {
    llvm::PrettyStackTraceFormat trace("seed %llu of pto-smith",
                                       (unsigned long long)seed);
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
  std::atomic<uint64_t> next;
  Progress progress;
  Share total;
};
} // namespace

void Campaign::print(raw_ostream &os) const {
  const Tally &tally = total.tally;
  auto row = [&](StringRef what, uint64_t count) {
    os << llvm::formatv("  {0,-44} {1,12}\n", what, count);
  };
  os << llvm::formatv("seeds {0} to {1}\n", options.first, options.last);
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

bool pto::smith::runCampaign(const CampaignOptions &options, raw_ostream &os) {
  Campaign campaign(options);
  campaign.run();
  campaign.print(os);
  return campaign.isRight();
}
