//===- Mutation.cpp - Planted faults, and who finds them ------------------===//

#include "pto/Smith/Mutation.h"

#include "Capture.h"
#include "Workers.h"

#include "mlir/IR/Verifier.h"
#include "pto/Smith/Oracle.h"
#include "pto/Verify/MemoryPlan.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::pto;
using namespace mlir::pto::smith;

namespace {
/// What became of the faults of one kind.
struct Row {
  uint64_t planted = 0;
  /// Refused by the plan verifier; of these, shown to be wrong by the oracle.
  uint64_t caught = 0, confirmed = 0;
  /// Accepted by both; accepted, and the oracle does not know; accepted, and
  /// the oracle shows a wrong byte.
  uint64_t harmless = 0, unknown = 0, escaped = 0;

  void add(const Row &other) {
    planted += other.planted;
    caught += other.caught;
    confirmed += other.confirmed;
    harmless += other.harmless;
    unknown += other.unknown;
    escaped += other.escaped;
  }
};

struct Escape {
  uint64_t seed;
  std::string what, program;
};

struct Share {
  std::array<Row, kNumFaults> rows;
  uint64_t kernels = 0, refused = 0;
  std::vector<Escape> failures;
};

std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os);
  return text;
}

/// Is the plan right, by the verifier, and if so, why may it be?
bool isAccepted(func::FuncOp function, const TargetModel &model) {
  PlanVerifierOptions options;
  options.warnings = false;
  options.limit = 1;
  return judgeMemoryPlan(function, model, options).holds();
}

void runSeed(uint64_t seed, Bench &bench, Share &share,
             const MutationOptions &options) {
  Random random(Random::mix(seed) ^ 0xfa017);
  OwningOpRef<ModuleOp> module =
      bench.generator.generate(seed, options.kernels);
  PlannerChoice planner = PlannerChoice(random.below(kNumPlannerChoices));
  OwningOpRef<ModuleOp> placed = bench.checker.place(*module, Setup(), planner);
  ++share.kernels;
  if (!placed) {
    ++share.refused;
    return;
  }
  SmallVector<std::string> names;
  for (auto function : (*placed).getOps<func::FuncOp>()) {
    auto kind = function->getAttrOfType<FunctionKindAttr>(AttrNames::kind);
    if (!kind || kind.getValue() != FunctionKind::Orchestration)
      names.push_back(function.getName().str());
  }
  std::string name = random.pick(ArrayRef(names));
  const TargetModel &model = TargetModel::getFor(*placed);
  for (unsigned i = 0; i != kNumFaults; ++i) {
    Fault fault = Fault(i);
    OwningOpRef<ModuleOp> copy = (*placed).clone();
    auto function = (*copy).lookupSymbol<func::FuncOp>(name);
    Capture capture(&bench.context);
    if (!plant(function, fault, model, random) || failed(verify(*copy)))
      continue;
    Row &row = share.rows[i];
    ++row.planted;
    bool accepted = isAccepted(function, model);
    // What is refused is refused; how often rightly is worth a few executions.
    Judgement judgement =
        judge(function, model, accepted ? options.executions : 4);
    if (!accepted) {
      ++row.caught;
      row.confirmed += judgement.verdict == Verdict::Wrong;
      continue;
    }
    switch (judgement.verdict) {
    case Verdict::Right:
      ++row.harmless;
      break;
    case Verdict::Unknown:
      ++row.unknown;
      break;
    case Verdict::Wrong:
      ++row.escaped;
      share.failures.push_back(
          {seed, (stringOf(fault) + ": " + judgement.reason).str(),
           print(*copy)});
    }
  }
}
} // namespace

bool pto::smith::runMutation(const MutationOptions &options, raw_ostream &os) {
  std::vector<Share> shares = runSeeds<Share>(
      options.first, options.last, options.threads, /*seconds=*/0,
      [&](uint64_t seed, Bench &bench, Share &share) {
        runSeed(seed, bench, share, options);
      });
  Share total;
  for (Share &share : shares) {
    for (unsigned i = 0; i != kNumFaults; ++i)
      total.rows[i].add(share.rows[i]);
    total.kernels += share.kernels;
    total.refused += share.refused;
    llvm::append_range(total.failures, share.failures);
  }
  llvm::sort(total.failures, [](const Escape &a, const Escape &b) {
    return std::tie(a.seed, a.what) < std::tie(b.seed, b.what);
  });
  os << llvm::formatv("seeds {0} to {1}: {2} kernels, {3} of them not placed\n",
                      options.first, options.last, total.kernels,
                      total.refused);
  auto print = [&](StringRef name, const Row &row) {
    os << llvm::formatv("{0,-24}{1,9}{2,9}{3,11}{4,10}{5,9}{6,9}\n", name,
                        row.planted, row.caught, row.confirmed, row.harmless,
                        row.unknown, row.escaped);
  };
  os << llvm::formatv("{0,-24}{1,9}{2,9}{3,11}{4,10}{5,9}{6,9}\n", "fault",
                      "planted", "caught", "confirmed", "harmless", "unknown",
                      "escaped");
  Row sum;
  for (unsigned i = 0; i != kNumFaults; ++i) {
    print(stringOf(Fault(i)), total.rows[i]);
    sum.add(total.rows[i]);
  }
  print("all", sum);
  unsigned written = 0;
  for (const Escape &escape : total.failures) {
    os << "escaped: seed " << escape.seed << ": " << escape.what << '\n';
    if (options.folder.empty() || written == 10)
      continue;
    (void)llvm::sys::fs::create_directories(options.folder);
    std::string path = llvm::formatv("{0}/escape-{1}-{2}.mlir", options.folder,
                                     escape.seed, written++);
    std::error_code error;
    llvm::raw_fd_ostream file(path, error, llvm::sys::fs::OF_Text);
    if (!error)
      file << "// " << escape.what << "\n// pto-opt --verify-memory-plan\n\n"
           << escape.program << '\n';
  }
  return total.failures.empty();
}
