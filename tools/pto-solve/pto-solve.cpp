//===- pto-solve.cpp - Allocation problems from files ---------------------===//
//
// Reads a problem, solves it, lets the independent checker judge the placement
// and writes it. What it knows about problems is in lib/Allocation.
//
//===----------------------------------------------------------------------===//

#include "pto/Allocation/Checker.h"
#include "pto/Allocation/Formats.h"
#include "pto/Allocation/Solver.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"

#include <ctime>
#ifdef __GLIBC__
#include <malloc.h>
#endif

using namespace llvm;
using namespace mlir::pto::alloc;

namespace {
enum class Format { Auto, Csv, Json, JsonLines };

/// What the program says with its exit code; the largest of all problems.
enum ExitCode { Placed = 0, BadInput = 1, NoPlacement = 2, DontKnow = 3 };

struct CommandLine {
  cl::OptionCategory category{"Options of pto-solve"};
  cl::opt<std::string> input{cl::Positional, cl::desc("<input>"), cl::init("-"),
                             cl::cat(category)};
  cl::opt<std::string> output{"o", cl::desc("Where placements go"),
                              cl::value_desc("file"), cl::init("-"),
                              cl::cat(category)};
  cl::opt<int64_t> capacity{
      "capacity", cl::desc("Bytes of the memory; of every pool, for JSON"),
      cl::value_desc("bytes"), cl::init(0), cl::cat(category)};
  cl::opt<Format> format{
      "format", cl::desc("Format of the input"), cl::init(Format::Auto),
      cl::values(
          clEnumValN(Format::Auto, "auto",
                     "by the name of the file: .csv, .json, .jsonl"),
          clEnumValN(Format::Csv, "csv", "a table with a header"),
          clEnumValN(Format::Json, "json", "one document"),
          clEnumValN(Format::JsonLines, "jsonl", "a document in each line")),
      cl::cat(category)};
  cl::opt<std::string> objective{
      "objective",
      cl::desc("What is wanted once all buffers fit: fit, peak, penalty or "
               "penalty-then-peak. Without it: what a JSON document says; for "
               "a table, fit where there is a capacity, else peak"),
      cl::value_desc("name"), cl::cat(category)};
  // Descriptions are not copied.
  std::string strategyText = listStrategies();
  cl::opt<std::string> strategy{"strategy", cl::desc(strategyText),
                                cl::value_desc("name"), cl::cat(category)};
  cl::opt<int64_t> nodeLimit{
      "node-limit",
      cl::desc("Steps that all searches of a problem may take (default "
               "3000000)"),
      cl::value_desc("n"), cl::init(3000000), cl::cat(category)};
  cl::opt<bool> stats{"stats",
                      cl::desc("Write a line about each problem to standard "
                               "error, and one about each pool without a "
                               "placement"),
                      cl::cat(category)};
  cl::opt<bool> time{"time",
                     cl::desc("With --stats: the microseconds of CPU time too"),
                     cl::cat(category)};

  static std::string listStrategies() {
    std::string text = "Run one strategy alone, of:";
    for (const Strategy &strategy : allStrategies())
      text += formatv("\n  {0}: {1}", strategy.name, strategy.summary);
    return text;
  }
};

class Driver {
public:
  explicit Driver(const CommandLine &line) : line(line) {
    options.nodeLimit = std::max<int64_t>(line.nodeLimit, 0);
  }

  int run() {
    if (!readOptions())
      return BadInput;
    ErrorOr<std::unique_ptr<MemoryBuffer>> buffer =
        MemoryBuffer::getFileOrSTDIN(line.input, /*IsText=*/true);
    if (!buffer)
      return fail(Twine(line.input) + ": " + buffer.getError().message());
    StringRef text = (*buffer)->getBuffer();
    std::error_code error;
    ToolOutputFile output(line.output, error, sys::fs::OF_Text);
    if (error)
      return fail(Twine(line.output) + ": " + error.message());
    os = &output.os();
    switch (formatOf(line.input)) {
    case Format::Auto:
      return fail(Twine(line.input) + ": --format says how to read it");
    case Format::Csv:
      solveTable(text);
      break;
    case Format::Json:
      solveJson(text, 1);
      break;
    case Format::JsonLines:
      solveLines(text);
      break;
    }
    if (exitCode != BadInput)
      output.keep();
    return exitCode;
  }

private:
  int fail(const Twine &message) {
    WithColor::error(errs(), "pto-solve") << message << '\n';
    exitCode = BadInput;
    return BadInput;
  }

  bool readOptions() {
    if (line.capacity.getNumOccurrences() &&
        (line.capacity <= 0 || line.capacity > kLargest)) {
      fail("--capacity is not between 1 and 2^60");
      return false;
    }
    if (!line.objective.empty()) {
      objective = StringSwitch<std::optional<Objective>>(line.objective)
                      .Case("fit", Objective::Fit)
                      .Case("peak", Objective::Peak)
                      .Case("penalty", Objective::Penalty)
                      .Case("penalty-then-peak", Objective::PenaltyThenPeak)
                      .Default(std::nullopt);
      if (!objective) {
        fail("there is no objective '" + line.objective + "'");
        return false;
      }
    }
    if (!line.strategy.empty()) {
      options.only = findStrategy(line.strategy);
      if (!options.only) {
        fail("there is no strategy '" + line.strategy + "'");
        return false;
      }
    }
    return true;
  }

  Format formatOf(StringRef name) const {
    if (line.format != Format::Auto)
      return line.format;
    return StringSwitch<Format>(name)
        .EndsWith(".csv", Format::Csv)
        .EndsWith(".json", Format::Json)
        .EndsWith(".jsonl", Format::JsonLines)
        .Default(Format::Auto);
  }

  void failAt(Error error) {
    handleAllErrors(
        std::move(error),
        [&](const FormatError &fault) {
          errs() << line.input << ':' << fault.line << ':';
          if (fault.column)
            errs() << fault.column << ':';
          errs() << ' ';
          WithColor::error(errs()) << fault.message << '\n';
        },
        [&](const ErrorInfoBase &fault) {
          errs() << line.input << ": ";
          WithColor::error(errs()) << fault.message() << '\n';
        });
    exitCode = BadInput;
  }

  void solveTable(StringRef text) {
    Expected<Table> table =
        readCsv(text, line.capacity ? line.capacity : kUnbounded);
    if (!table)
      return failAt(table.takeError());
    table->document.name = line.input;
    std::optional<Result> result = solveOne(table->document);
    if (result && result->isPlaced())
      writeCsv(*os, *table, result->offsets);
  }

  void solveJson(StringRef text, unsigned lineNumber) {
    Expected<Document> document = readJson(text, lineNumber);
    if (!document)
      return failAt(document.takeError());
    if (line.capacity)
      for (Pool &pool : document->problem.pools)
        pool.capacity = line.capacity;
    if (document->name.empty())
      document->name = line.input;
    std::optional<Result> result = solveOne(*document);
    if (result)
      writeJson(*os, *document, *result);
  }

  void solveLines(StringRef text) {
    unsigned lineNumber = 0;
    while (!text.empty() && exitCode != BadInput) {
      StringRef one;
      std::tie(one, text) = text.split('\n');
      ++lineNumber;
      if (!one.trim().empty())
        solveJson(one, lineNumber);
    }
  }

  /// Solves and checks; nothing where something is wrong with the input.
  std::optional<Result> solveOne(const Document &document) {
    options.objective = objective.value_or(document.objective);
    std::clock_t begin = std::clock();
    Expected<Result> result = solve(document.problem, options);
    int64_t ticks = std::clock() - begin;
    if (!result) {
      failAt(result.takeError());
      return std::nullopt;
    }
    if (result->isPlaced() && !isConfirmed(document, *result))
      return std::nullopt;
    if (result->status == Status::Infeasible)
      exitCode = std::max(exitCode, NoPlacement);
    if (result->status == Status::Unknown)
      exitCode = std::max(exitCode, DontKnow);
    report(document, *result, ticks);
    return std::move(*result);
  }

  /// What the checker says about a placement and about its worth.
  bool isConfirmed(const Document &document, const Result &result) {
    Verdict verdict = check(document.problem, result.offsets);
    if (!verdict.isValid()) {
      fail(document.name + ": wrong placement: " +
           describe(verdict.violations.front(), document.problem,
                    result.offsets,
                    [&](unsigned i) { return document.bufferNames[i]; }));
      return false;
    }
    int64_t penalty = 0;
    bool peaksAgree = true;
    for (size_t i = 0; i != result.pools.size(); ++i) {
      penalty += result.pools[i].penalty;
      peaksAgree &= result.pools[i].peak == verdict.peaks[i];
    }
    if (peaksAgree && penalty == verdict.penalty)
      return true;
    fail(document.name + ": the placement is not worth what was said");
    return false;
  }

  void report(const Document &document, const Result &result, int64_t ticks) {
    if (line.stats) {
      int64_t peak = 0, peakBound = 0, penalty = 0, penaltyBound = 0;
      for (const PoolResult &pool : result.pools) {
        peak += pool.peak;
        peakBound += pool.peakBound;
        penalty += pool.penalty;
        penaltyBound += pool.penaltyBound;
      }
      errs() << formatv("{0}: {1} buffers={2} peak={3} bound={4} penalty={5} "
                        "penalty-bound={6} nodes={7}",
                        document.name, stringOf(result.status),
                        document.problem.buffers.size(), peak, peakBound,
                        penalty, penaltyBound, result.nodes);
      if (line.time)
        errs() << formatv(" us={0}", ticks * 1000000 / CLOCKS_PER_SEC);
      errs() << '\n';
    }
    // A table has no place for an answer without offsets.
    bool isTable = formatOf(line.input) == Format::Csv;
    if (result.isPlaced() || (!line.stats && !isTable))
      return;
    for (size_t i = 0; i != result.pools.size(); ++i) {
      const PoolResult &pool = result.pools[i];
      if (pool.status == Status::Infeasible)
        errs() << document.name << ": no placement exists: "
               << explain(document, i, pool.certificate) << '\n';
      else if (pool.status == Status::Unknown)
        errs() << document.name << ": no placement was found within "
               << line.nodeLimit << " steps: " << document.poolNames[i]
               << ": best peak " << pool.peak << ", bound " << pool.peakBound
               << '\n';
    }
  }

  const CommandLine &line;
  Options options;
  std::optional<Objective> objective;
  raw_ostream *os = nullptr;
  ExitCode exitCode = Placed;
};
} // namespace

/// Keeps memory that is given back for the next problem of a file: to get it
/// from the system again, page by page, takes longer than most problems do.
static void keepMemory() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  keepMemory();
  // LLVM's own option of this name counts what LLVM's passes do.
  if (cl::Option *stats = cl::getRegisteredOptions().lookup("stats"))
    stats->removeArgument();
  CommandLine line;
  cl::HideUnrelatedOptions(line.category);
  cl::ParseCommandLineOptions(
      argc, argv,
      "Places buffers with known lifetimes in memory.\n\n"
      "Input is a table with the columns id, lower, upper and size (a buffer "
      "lives in\n[lower, upper)), or a JSON document of schema 1, or one such "
      "document in each line.\nA table comes back with a column 'offset'; a "
      "document becomes a line of JSON with\nstatus, bounds and offsets. Every "
      "placement is checked before it is written.\n\n"
      "Answers: optimal, feasible (the bounds leave a gap), infeasible (with "
      "the reason)\nand unknown (the limit of steps was reached).\n"
      "Exit code: 0 all placed, 1 bad input, 2 no placement exists, 3 "
      "unknown.\n");
  return Driver(line).run();
}
