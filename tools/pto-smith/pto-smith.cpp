//===- pto-smith.cpp - Random kernels, and machines that break them -------===//
//
// The command line. What it does is in lib/Smith.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "pto/Smith/Campaign.h"
#include "pto/Smith/Generator.h"
#include "pto/Smith/Mutation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::pto;
using namespace mlir::pto::smith;
namespace cl = llvm::cl;

namespace {
struct CommandLine {
  cl::OptionCategory general{"What to do"};
  cl::OptionCategory kernels{"What a kernel is like"};

  cl::opt<uint64_t> seed{"seed", cl::desc("Print the kernel of this seed"),
                         cl::value_desc("n"), cl::init(1), cl::cat(general)};
  cl::opt<std::string> output{"o", cl::desc("Where it goes"),
                              cl::value_desc("file"), cl::init("-"),
                              cl::cat(general)};
  cl::opt<bool> campaign{
      "campaign",
      cl::desc("Run every kernel of --seeds through all passes and planners, "
               "and judge what comes out"),
      cl::cat(general)};
  cl::opt<bool> mutate{
      "mutate",
      cl::desc("Plant faults in the placed kernels of --seeds, one at a time, "
               "and count who finds them"),
      cl::cat(general)};
  cl::opt<std::string> seeds{
      "seeds", cl::desc("Seeds of --campaign or --mutate, both ends included"),
      cl::value_desc("a..b"), cl::init("1..1000"), cl::cat(general)};
  cl::opt<unsigned> threads{
      "j", cl::desc("Threads of a campaign; its result is the same for any"),
      cl::value_desc("n"), cl::init(1), cl::cat(general)};
  cl::opt<unsigned> seconds{
      "time-limit",
      cl::desc("Seconds after which a campaign begins no more seeds"),
      cl::value_desc("n"), cl::init(0), cl::cat(general)};
  cl::opt<std::string> folder{
      "reproducers",
      cl::desc("Folder for kernels that fail, each shrunk, with the pipeline "
               "that it fails in (default: none are written)"),
      cl::value_desc("folder"), cl::cat(general)};
  cl::opt<bool> omitted{
      "list-omitted",
      cl::desc("List the ops of the dialect that no kernel has, with reasons"),
      cl::cat(general)};

  cl::opt<unsigned> ops{
      "ops", cl::desc("About how many ops it has (default: 4 to 20, chosen)"),
      cl::value_desc("n"), cl::init(0), cl::cat(kernels)};
  cl::opt<unsigned> depth{
      "depth", cl::desc("Loops and branches in each other (default 5)"),
      cl::value_desc("n"), cl::init(5), cl::cat(kernels)};
  cl::opt<std::string> target{
      "target", cl::desc("Chip: a2a3 or a5 (default: chosen by the seed)"),
      cl::value_desc("chip"), cl::cat(kernels)};
  // Descriptions are not copied.
  std::string withText = "Features that it has for sure, of:" + listFeatures();
  cl::list<std::string> with{"with", cl::desc(withText), cl::CommaSeparated,
                             cl::value_desc("features"), cl::cat(kernels)};
  cl::list<std::string> without{
      "without", cl::desc("Features that it lacks; 'all' for each not named"),
      cl::CommaSeparated, cl::value_desc("features"), cl::cat(kernels)};

  static std::string listFeatures() {
    std::string text;
    for (unsigned i = 0; i != kNumFeatures; ++i)
      text += (i % 6 == 0 ? "\n  " : ", ") + stringOf(Feature(i)).str();
    return text;
  }
};

class Driver {
public:
  explicit Driver(const CommandLine &line) : line(line) {}

  int run() {
    if (!readOptions())
      return 1;
    if (line.campaign)
      return runCampaign(campaign, llvm::outs()) ? 0 : 1;
    if (line.mutate)
      return mutate();
    return printKernel();
  }

private:
  int mutate() {
    MutationOptions options;
    options.first = campaign.first;
    options.last = campaign.last;
    options.threads = campaign.threads;
    options.kernels = campaign.kernels;
    options.folder = campaign.folder;
    return runMutation(options, llvm::outs()) ? 0 : 1;
  }

  bool fail(const Twine &message) {
    llvm::WithColor::error(llvm::errs(), "pto-smith") << message << '\n';
    return false;
  }

  bool readFeatures(const cl::list<std::string> &names, FeatureSet &set) {
    for (StringRef name : names) {
      if (name == "all") {
        set = kAllFeatures;
        continue;
      }
      std::optional<Feature> feature = findFeature(name);
      if (!feature)
        return fail("there is no feature '" + name + "'");
      set |= bit(*feature);
    }
    return true;
  }

  bool readOptions() {
    GeneratorOptions &kernels = campaign.kernels;
    kernels.ops = line.ops;
    kernels.depth = line.depth;
    if (!readFeatures(line.with, kernels.with) ||
        !readFeatures(line.without, kernels.without))
      return false;
    kernels.without &= ~kernels.with;
    if (!line.target.empty()) {
      kernels.target = symbolizeTarget(line.target);
      if (!kernels.target)
        return fail("there is no target '" + line.target + "'");
    }
    auto [first, last] = StringRef(line.seeds).split("..");
    if (first.getAsInteger(10, campaign.first) ||
        last.getAsInteger(10, campaign.last) || campaign.first > campaign.last)
      return fail("--seeds takes two numbers, the smaller first: 1..1000");
    campaign.threads = line.threads;
    campaign.seconds = line.seconds;
    campaign.folder = line.folder;
    return true;
  }

  int printKernel() {
    DialectRegistry registry;
    registerKernelDialects(registry);
    MLIRContext context(registry, MLIRContext::Threading::DISABLED);
    context.loadAllAvailableDialects();
    Generator generator(&context);
    std::error_code error;
    llvm::ToolOutputFile output(line.output, error, llvm::sys::fs::OF_Text);
    if (error)
      return fail(Twine(line.output) + ": " + error.message()), 1;
    if (line.omitted) {
      for (const auto &[name, reason] : generator.listOmitted())
        output.os() << name << ": " << reason << '\n';
    } else {
      OwningOpRef<ModuleOp> module =
          generator.generate(line.seed, campaign.kernels);
      if (failed(verify(*module)))
        return 1;
      module->print(output.os());
    }
    output.keep();
    return 0;
  }

  const CommandLine &line;
  CampaignOptions campaign;
};
} // namespace

int main(int argc, char **argv) {
  llvm::setBugReportMsg("Please report this, with the seed, to the PTO "
                        "project.\n");
  llvm::InitLLVM init(argc, argv);
  CommandLine line;
  cl::HideUnrelatedOptions({&line.general, &line.kernels});
  cl::ParseCommandLineOptions(
      argc, argv,
      "Random kernels that are legal, and what they are good for.\n\n"
      "Without --campaign: prints the kernel of --seed, the same on every "
      "machine.\nWith it: each kernel is written down and read again in three "
      "forms, goes through\nall passes under all planners, and every plan is "
      "judged by the plan verifier and\nheld against the other plans. Prints "
      "a summary.\nWith --mutate: faults are planted in placed kernels, and "
      "the "
      "plan verifier must refuse\neach that the execution on bytes shows to be "
      "wrong. Prints a table.\nExit code: 0 all is right, 1 not.\n");
  return Driver(line).run();
}
