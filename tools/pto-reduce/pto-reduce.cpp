//===- pto-reduce.cpp - Smaller programs that still fail ------------------===//
//
// MLIR's own reducer with our dialects and passes, and one way to reduce more:
// MLIR's tree of reductions erases what it can, terminators and definitions
// included, and gives up, or crashes, on programs whose functions are all that
// matters. --pto-shrink replaces values and enters regions instead, so that
// what it tries is nearly always a program.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Reducer/Tester.h"
#include "mlir/Tools/mlir-reduce/MlirReduceMain.h"
#include "mlir/Transforms/Passes.h"
#include "pto/Smith/Generator.h"
#include "pto/Smith/Shrink.h"
#include "pto/Transforms/Passes.h"

using namespace mlir;

namespace {
class ShrinkPass : public PassWrapper<ShrinkPass, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ShrinkPass)
  ShrinkPass() = default;
  ShrinkPass(const ShrinkPass &other) : PassWrapper(other) {}

  StringRef getArgument() const override { return "pto-shrink"; }
  StringRef getDescription() const override {
    return "find a small program of which a script says that it is interesting";
  }

  void runOnOperation() override {
    SmallVector<std::string> arguments(testerArguments.begin(),
                                       testerArguments.end());
    Tester tester(testerName, arguments);
    auto isInteresting = [&](ModuleOp module) {
      return tester.isInteresting(module).first ==
             Tester::Interestingness::True;
    };
    ModuleOp module = getOperation();
    if (!isInteresting(module)) {
      module.emitError() << "the script does not find the whole program "
                            "interesting: it must exit with 1";
      return signalPassFailure();
    }
    OwningOpRef<ModuleOp> small = pto::smith::shrink(module, isInteresting);
    module.getBodyRegion().takeBody(small->getBodyRegion());
  }

private:
  Option<std::string> testerName{
      *this, "test",
      llvm::cl::desc("script that exits with 1 where the file that it is given "
                     "is interesting")};
  ListOption<std::string> testerArguments{
      *this, "test-arg", llvm::cl::desc("arguments of the script")};
};
} // namespace

int main(int argc, char **argv) {
  DialectRegistry registry;
  pto::smith::registerKernelDialects(registry);
  pto::registerPTOPasses();
  registerTransformsPasses();
  PassRegistration<ShrinkPass>();
  MLIRContext context(registry);
  return failed(mlirReduceMain(argc, argv, context));
}
