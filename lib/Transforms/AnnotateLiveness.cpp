//===- AnnotateLiveness.cpp - Liveness, written into the program ----------===//

#include "pto/Analysis/PipeHandoffs.h"
#include "pto/Analysis/TileLiveness.h"
#include "pto/IR/PTOOps.h"
#include "pto/Transforms/Passes.h"
#include "pto/Transforms/Transforms.h"

namespace mlir::pto {
#define GEN_PASS_DEF_ANNOTATELIVENESS
#include "pto/Transforms/Passes.h.inc"
} // namespace mlir::pto

using namespace mlir;
using namespace mlir::pto;

namespace {
constexpr StringLiteral kLive = "pto.live";
constexpr StringLiteral kLiveBytes = "pto.live_bytes";
constexpr StringLiteral kHandoffs = "pto.handoffs";
constexpr StringLiteral kWaits = "pto.waits";
constexpr StringLiteral kNumber = "pto.number";
constexpr StringLiteral kMayTake = "pto.may_take";
constexpr StringLiteral kMustNotTake = "pto.must_not_take";

void append(SmallVectorImpl<int64_t> &list, ArrayRef<Section> sections) {
  for (const Section &section : sections) {
    list.push_back(section.begin);
    list.push_back(section.end);
  }
}

/// On each buffer the numbers of those that had better not lie on it, each with
/// its weight.
void annotateHandoffs(func::FuncOp function, const TileLiveness &liveness,
                      const MemRefAnalysis &memrefs, const TargetModel &model) {
  Builder builder(function.getContext());
  for (auto [rule, name] : {std::pair(HandoffRule::Documented, kHandoffs),
                            std::pair(HandoffRule::Waits, kWaits)}) {
    llvm::MapVector<Value, SmallVector<int64_t>> partners;
    for (const PipeHandoff &pair :
         findPipeHandoffs(function, liveness, memrefs, model, rule)) {
      SmallVector<int64_t> &list = partners[pair.first];
      list.push_back(pair.second.getDefiningOp<AllocOp>().getId());
      if (rule == HandoffRule::Waits)
        list.push_back(pair.weight);
    }
    for (auto &[buffer, list] : partners)
      buffer.getDefiningOp()->setAttr(name, builder.getDenseI64ArrayAttr(list));
  }
}

struct AnnotateLiveness : pto::impl::AnnotateLivenessBase<AnnotateLiveness> {
  using AnnotateLivenessBase::AnnotateLivenessBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    FailureOr<const TargetModel *> model = getTargetModel(function, target);
    if (failed(model))
      return signalPassFailure();
    if (function.isExternal())
      return;
    BoundAnalyses analyses(function, **model);
    TileLiveness liveness(function, analyses, **model);
    Builder builder(function.getContext());
    function.walk([&](AllocOp alloc) {
      SmallVector<int64_t> list;
      append(list, liveness.getSections(alloc));
      alloc->setAttr(kLive, builder.getDenseI64ArrayAttr(list));
      SmallVector<LivePart> parts = liveness.getParts(alloc);
      bool isWhole = parts.size() == 1 && parts.front().begin == 0 &&
                     parts.front().end == alloc.getSize();
      if (parts.empty() || isWhole)
        return;
      SmallVector<Attribute> byPart;
      for (const LivePart &part : parts) {
        list = {part.begin, part.end};
        append(list, part.sections);
        byPart.push_back(builder.getDenseI64ArrayAttr(list));
      }
      alloc->setAttr(kLiveBytes, builder.getArrayAttr(byPart));
    });
    llvm::MapVector<std::pair<Operation *, StringRef>, SmallVector<int64_t>>
        taken;
    for (const Takeover &takeover : liveness.getTakeovers())
      taken[{takeover.op, takeover.rule == Takeover::Rule::Allowed
                              ? kMayTake
                              : kMustNotTake}]
          .push_back(takeover.operand);
    for (auto &[place, operands] : taken)
      place.first->setAttr(place.second,
                           builder.getDenseI64ArrayAttr(operands));
    if (handoffs)
      annotateHandoffs(function, liveness, analyses.memrefs, **model);
    if (numbers)
      for (Operation *op : liveness.getPoints().getOps())
        op->setAttr(kNumber, builder.getI64IntegerAttr(
                                 liveness.getPoints().getNumber(op)));
  }
};
} // namespace
