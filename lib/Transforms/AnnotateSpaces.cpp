//===- AnnotateSpaces.cpp - What the analyses of spaces found -------------===//
//
// For people and tests: the classes of tiles that share a space, the space of
// each and what is asked of each tile, as attributes. Nothing reads them.
//
//===----------------------------------------------------------------------===//

#include "pto/Analysis/DemandAnalysis.h"
#include "pto/Analysis/DeviceFunctions.h"
#include "pto/Analysis/SpaceAssignment.h"
#include "pto/Transforms/Passes.h"
#include "pto/Transforms/Transforms.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::pto {
#define GEN_PASS_DEF_ANNOTATESPACES
#include "pto/Transforms/Passes.h.inc"
} // namespace mlir::pto

using namespace mlir;
using namespace mlir::pto;

namespace {
/// Attributes for the results of an op, and for the arguments of its regions.
struct AnnotationNames {
  StringLiteral spaceClass, space, demand;
};
constexpr AnnotationNames resultNames = {AttrNames::spaceClass,
                                         AttrNames::space, AttrNames::demand};
constexpr AnnotationNames argumentNames = {AttrNames::argumentSpaceClass,
                                           AttrNames::argumentSpace,
                                           AttrNames::argumentDemand};

struct AnnotateSpaces : pto::impl::AnnotateSpacesBase<AnnotateSpaces> {
  using AnnotateSpacesBase::AnnotateSpacesBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isExternal() || !isDeviceFunction(function))
      return;
    FailureOr<const TargetModel *> model = getTargetModel(function, target);
    if (failed(model))
      return signalPassFailure();
    FailureOr<SpaceAssignment> spaces =
        SpaceAssignment::compute(function, **model);
    FailureOr<SpaceDemand> demand = SpaceDemand::compute(function);
    if (failed(spaces) || failed(demand)) {
      function.emitError() << "memory spaces could not be analysed";
      return signalPassFailure();
    }
    // Classes count from 0, in program order.
    DenseMap<unsigned, int64_t> numbers;
    auto annotate = [&](Operation *op, ValueRange values,
                        const AnnotationNames &names) {
      SmallVector<int64_t> classes;
      SmallVector<StringRef> homes;
      SmallVector<std::string> demands;
      for (Value value : values) {
        if (!isa<TileType>(value.getType()))
          continue;
        classes.push_back(
            numbers.try_emplace(spaces->getClass(value), numbers.size())
                .first->second);
        homes.push_back(stringifyMemorySpace(spaces->lookup(value)));
        demands.push_back(describe(*demand, value));
      }
      Builder builder(op->getContext());
      for (StringRef name : {names.spaceClass, names.space, names.demand})
        op->removeAttr(name);
      if (classes.empty())
        return;
      op->setAttr(names.spaceClass, builder.getDenseI64ArrayAttr(classes));
      op->setAttr(names.space, builder.getStrArrayAttr(homes));
      op->setAttr(names.demand, builder.getStrArrayAttr(
                                    llvm::to_vector_of<StringRef>(demands)));
    };
    function->walk<WalkOrder::PreOrder>([&](Operation *op) {
      annotate(op, op->getResults(), resultNames);
      SmallVector<Value> arguments;
      for (Region &region : op->getRegions())
        for (Block &block : region)
          llvm::append_range(arguments, block.getArguments());
      annotate(op, arguments, argumentNames);
    });
    markAllAnalysesPreserved();
  }

  /// The spaces that are asked of a tile, in the order of their numbers.
  static std::string describe(const SpaceDemand &demand, Value tile) {
    std::string text;
    llvm::raw_string_ostream os(text);
    llvm::ListSeparator separator(" ");
    for (unsigned i = 0; i < kNumSpaces; ++i)
      if (demand.asksFor(tile, MemorySpace(i)))
        os << separator << stringifyMemorySpace(MemorySpace(i));
    return text;
  }
};
} // namespace
