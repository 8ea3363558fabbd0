//===- AnnotateMemRefs.cpp - Derived memrefs, written down ----------------===//

#include "pto/Analysis/MemRefText.h"
#include "pto/Transforms/Passes.h"
#include "pto/Transforms/Transforms.h"

#include "mlir/IR/AsmState.h"

namespace mlir::pto {
#define GEN_PASS_DEF_ANNOTATEMEMREFS
#include "pto/Transforms/Passes.h.inc"
} // namespace mlir::pto

using namespace mlir;
using namespace mlir::pto;

namespace {
struct AnnotateMemRefs : pto::impl::AnnotateMemRefsBase<AnnotateMemRefs> {
  using AnnotateMemRefsBase::AnnotateMemRefsBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isExternal())
      return;
    FailureOr<const TargetModel *> model = getTargetModel(function, target);
    if (failed(model))
      return signalPassFailure();
    MemRefAnalysis memrefs(function, **model);
    AsmState state(function);
    function->walk([&](Operation *op) { annotate(op, memrefs, state); });
    markAllAnalysesPreserved();
  }

  static bool hasBytes(Value value) {
    return isa<TileType, RankedTensorType>(value.getType());
  }

  void annotate(Operation *op, const MemRefAnalysis &memrefs, AsmState &state) {
    Builder builder(op->getContext());
    auto attach = [&](StringRef name, ArrayRef<std::string> texts) {
      op->removeAttr(name);
      if (!texts.empty())
        op->setAttr(name, builder.getStrArrayAttr(
                              llvm::to_vector_of<StringRef>(texts)));
    };
    SmallVector<std::string> results, arguments;
    for (Value result : op->getResults())
      if (hasBytes(result))
        results.push_back(getText(memrefs.lookup(result), state));
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Value argument : block.getArguments())
          if (hasBytes(argument))
            arguments.push_back(getValueName(argument, state) + " = " +
                                getText(memrefs.lookup(argument), state));
    attach(AttrNames::memrefs, results);
    attach(AttrNames::argumentMemrefs, arguments);
  }
};
} // namespace
