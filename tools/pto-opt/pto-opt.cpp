//===- pto-opt.cpp - The driver -------------------------------------------===//

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"
#include "pto/IR/PTODialect.h"
#include "pto/Transforms/Passes.h"
#include "pto/Translation/SourceNames.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;

static constexpr llvm::StringLiteral kKeepSourceNames = "pto-keep-source-names";

namespace {
/// Keeps the names that the text gives to values, as locations. Runs first, and
/// has a name so that reproducers and pipelines that were printed can be run.
class KeepSourceNames : public PassWrapper<KeepSourceNames, OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(KeepSourceNames)
  KeepSourceNames(StringRef chunk, StringRef source)
      : chunk(chunk), source(source) {}
  StringRef getName() const override { return "KeepSourceNames"; }
  StringRef getArgument() const override { return kKeepSourceNames; }
  StringRef getDescription() const override {
    return "keep the names that the text gives to values; the driver does it";
  }
  void runOnOperation() override {
    // Lines count from the start of the chunk or of the file.
    bool isChunk =
        chunk.size() == source.size() || pto::isSourceOf(getOperation(), chunk);
    pto::keepSourceNames(getOperation(), isChunk ? chunk : source);
    markAllAnalysesPreserved();
  }

private:
  StringRef chunk, source;
};
} // namespace

/// The texts that a file is split into, or the one text that it is.
static SmallVector<StringRef> chunksOf(StringRef source,
                                       const MlirOptMainConfig &config) {
  SmallVector<StringRef> chunks;
  if (config.inputSplitMarker().empty())
    return {source};
  source.split(chunks, config.inputSplitMarker());
  return chunks;
}

/// Puts the pass that keeps names in front of a pipeline that was given as
/// text: it takes the place of what was there before.
static LogicalResult keepNamesFirst(PassManager &pm) {
  std::string text;
  llvm::raw_string_ostream os(text);
  pm.printAsTextualPipeline(os);
  size_t begin = text.find('(');
  StringRef passes = StringRef(text).substr(begin + 1);
  if (begin == std::string::npos || passes.starts_with(kKeepSourceNames))
    return success();
  text.insert(begin + 1, (kKeepSourceNames + (passes == ")" ? "" : ",")).str());
  FailureOr<OpPassManager> parsed = parsePassPipeline(text);
  if (failed(parsed))
    return failure();
  static_cast<OpPassManager &>(pm) = std::move(*parsed);
  return success();
}

int main(int argc, char **argv) {
  llvm::setBugReportMsg(
      "Please report this, with the input and the command line, to the PTO "
      "project.\n");
  DialectRegistry registry;
  registry.insert<affine::AffineDialect, arith::ArithDialect,
                  cf::ControlFlowDialect, func::FuncDialect, pto::PTODialect,
                  scf::SCFDialect, tensor::TensorDialect>();
  pto::registerPTOPasses();
  // The text, the parts that it is split into, and the part that is next.
  std::string source;
  SmallVector<StringRef> chunks;
  size_t next = 0;
  registerPass([&]() -> std::unique_ptr<Pass> {
    return std::make_unique<KeepSourceNames>(
        next != 0 ? chunks[next - 1] : StringRef(), source);
  });
  pto::registerMemoryPipelines();
  registerTransformsPasses();
  registerSCFPasses();
  arith::registerArithPasses();
  affine::registerAffinePasses();

  // Names are printed unless the user says otherwise.
  SmallVector<char *> arguments(argv, argv + argc);
  static char printNames[] = "--mlir-use-nameloc-as-prefix";
  bool says = llvm::any_of(arguments, [](const char *argument) {
    return StringRef(argument).contains("mlir-use-nameloc-as-prefix");
  });
  if (!says)
    arguments.insert(arguments.begin() + 1, printNames);

  llvm::InitLLVM init(argc, argv);
  auto [inputName, outputName] = registerAndParseCLIOptions(
      arguments.size(), arguments.data(),
      "PTO: memory planning for tile kernels\n", registry);
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  std::string message;
  if (config.shouldShowDialects() || config.shouldListPasses())
    return asMainReturnCode(
        MlirOptMain(argc, argv, inputName, outputName, registry));
  std::unique_ptr<llvm::MemoryBuffer> file = openInputFile(inputName, &message);
  if (!file) {
    llvm::WithColor::error(llvm::errs(), "pto-opt") << message << '\n';
    return 1;
  }
  std::unique_ptr<llvm::ToolOutputFile> output =
      openOutputFile(outputName, &message);
  if (!output) {
    llvm::WithColor::error(llvm::errs(), "pto-opt") << message << '\n';
    return 1;
  }
  bool isText = !file->getBuffer().starts_with("ML\xefR");
  if (isText)
    if (auto deep = pto::findDeepNesting(file->getBuffer(), pto::kMaxNesting)) {
      llvm::errs() << file->getBufferIdentifier() << ':' << deep->first << ':'
                   << deep->second << ": error: nested more than "
                   << pto::kMaxNesting << " levels deep\n";
      return 1;
    }

  // The driver parses one chunk after the other, and sets a pipeline up for
  // each.
  if (isText)
    source = file->getBuffer().str();
  chunks = chunksOf(source, config);
  MlirOptMainConfig inner = config;
  config.setPassPipelineSetupFn([&](PassManager &pm) {
    if (next < chunks.size())
      pm.addPass(std::make_unique<KeepSourceNames>(chunks[next++], source));
    if (failed(inner.setupPassPipeline(pm)))
      return failure();
    return isText ? keepNamesFirst(pm) : success();
  });
  if (failed(MlirOptMain(output->os(), std::move(file), registry, config)))
    return 1;
  output->keep();
  return 0;
}
