//===- MemoryReuse.cpp - Buffers that are not needed at once share --------===//

#include "MadeAliases.h"
#include "StageGate.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Remarks.h"
#include "pto/Analysis/DeviceFunctions.h"
#include "pto/Analysis/LoadHazard.h"
#include "pto/Analysis/Places.h"
#include "pto/Analysis/ReservedRanges.h"
#include "pto/Analysis/TileLiveness.h"
#include "pto/IR/PTOOps.h"
#include "pto/Transforms/Passes.h"
#include "pto/Transforms/Transforms.h"
#include "llvm/Support/MathExtras.h"

#include <map>

namespace mlir::pto {
#define GEN_PASS_DEF_MEMORYREUSE
#include "pto/Transforms/Passes.h.inc"
} // namespace mlir::pto

using namespace mlir;
using namespace mlir::pto;

static constexpr StringLiteral kCategory = "pto-memory";

namespace {
/// The buffers of one memory.
struct SpaceItems {
  SmallVector<AllocOp> allocs;
  SmallVector<SlotItem> items;
};

class Reuser {
public:
  Reuser(func::FuncOp function, const TargetModel &model,
         BoundAnalyses &analyses)
      : function(function), model(model), memrefs(analyses.memrefs),
        liveness(function, analyses, model) {}

  void run() {
    gather();
    gatherStages();
    for (const Takeover &takeover : liveness.getTakeovers())
      if (takeover.rule != Takeover::Rule::Allowed ||
          takeover.fromOffset != takeover.toOffset)
        keepApart(takeover.from, takeover.to);
    for (auto &[space, problem] : spaces) {
      StageRoom room{space, model.getCapacity(space),
                     getReservedBytes(function, space)};
      StagePlan plan = packStages(problem.items, room);
      tell(problem, room, plan);
      apply(problem, plan.slots);
    }
    // Buffers that hold nothing.
    for (AllocOp alloc : unused)
      alloc.erase();
  }

private:
  struct Place {
    MemorySpace space;
    unsigned number;
  };

  void gather() {
    function.walk([&](AllocOp alloc) {
      bool isClosed = alloc.getPinned() || alloc.getSlots() != 1 ||
                      alloc.isPlaced() ||
                      alloc->getBlock() != &function.getBody().front();
      std::optional<unsigned> first;
      for (Operation *user : alloc->getUsers()) {
        unsigned number = liveness.getPoints().getNumber(user);
        first = std::min(first.value_or(number), number);
        isClosed |= !isa<TileStorageOpInterface>(user);
      }
      if (!first && !isClosed) {
        unused.push_back(alloc);
        return;
      }
      SpaceItems &problem = spaces[alloc.getSpace()];
      places[alloc] = {alloc.getSpace(), unsigned(problem.items.size())};
      problem.allocs.push_back(alloc);
      SlotItem item;
      item.size = alloc.getSize();
      item.order = first.value_or(0);
      item.sections = liveness.getSections(alloc);
      item.isClosed = isClosed;
      problem.items.push_back(std::move(item));
    });
  }

  void gatherStages() {
    for (auto &[buffer, found] :
         pto::gatherStages(liveness.getPoints(), memrefs)) {
      auto it = places.find(buffer);
      if (it == places.end())
        continue;
      SlotItem &item = spaces[it->second.space].items[it->second.number];
      item.stages = std::move(found.stages);
      item.isLoad = found.isLoad;
    }
  }

  void keepApart(Value a, Value b) {
    auto first = places.find(a), second = places.find(b);
    if (first == places.end() || second == places.end() ||
        first->second.space != second->second.space)
      return;
    auto &items = spaces[first->second.space].items;
    items[first->second.number].apart.push_back(second->second.number);
    items[second->second.number].apart.push_back(first->second.number);
  }

  /// Everybody is bound to the leader of their slot.
  void apply(SpaceItems &problem, const SlotPlan &plan) {
    for (auto [number, alloc] : llvm::enumerate(problem.allocs)) {
      AllocOp leader = problem.allocs[plan.leaders[plan.slotOf[number]]];
      if (leader == alloc)
        continue;
      // A leader that stands behind its first user moves up.
      if (liveness.getPoints().getNumber(leader) > problem.items[number].order)
        leader->moveBefore(alloc);
      alloc.getResult().replaceAllUsesWith(leader.getResult());
      unused.push_back(alloc);
    }
  }

  void tell(SpaceItems &problem, const StageRoom &room, const StagePlan &plan);

  func::FuncOp function;
  const TargetModel &model;
  const MemRefAnalysis &memrefs;
  TileLiveness liveness;
  std::map<MemorySpace, SpaceItems> spaces;
  DenseMap<Value, Place> places;
  SmallVector<AllocOp> unused;
};

/// Remarks on what shares, and on what had to.
void Reuser::tell(SpaceItems &problem, const StageRoom &room,
                  const StagePlan &plan) {
  StringRef space = stringifyMemorySpace(room.space);
  if (plan.gaveUp) {
    bool isHopeless = llvm::any_of(problem.items, [&](const SlotItem &item) {
      return item.size > *room.capacity;
    });
    // One buffer that is too large is told by --allocate-memory-addr.
    if (!isHopeless)
      function.emitWarning()
          << "the copies of pipelined loops in function '" << function.getName()
          << "' do not fit the " << space << " memory, " << *room.capacity
          << " bytes, even if all of them share: they are kept apart by the "
             "rule for unknown capacities instead";
  }
  if (!function.getContext()->getRemarkEngine())
    return;
  for (auto [number, alloc] : llvm::enumerate(problem.allocs)) {
    AllocOp leader =
        problem.allocs[plan.slots.leaders[plan.slots.slotOf[number]]];
    if (leader != alloc)
      remark::passed(
          getFileLoc(alloc.getLoc()),
          remark::RemarkOpts::name("BufferShared").category(kCategory))
          << (getLocName(alloc.getLoc()) + " lies in " +
              getLocName(leader.getLoc()))
                 .str()
          << remark::metric("Bytes", alloc.getSize());
  }
  int64_t available = room.capacity.value_or(0) - room.reserved;
  for (const StageReduction &reduction : plan.reductions) {
    std::string advice =
        reduction.slotSize * reduction.requested > available
            ? "shrink the tile of one copy to " +
                  std::to_string(available / reduction.requested) +
                  " bytes, or ask for fewer stages"
            : "other tiles that are needed at the same time take the room: "
              "shrink them, or ask for fewer stages";
    remark::missed(function.getLoc(),
                   remark::RemarkOpts::name("StagesShared").category(kCategory))
        << ("pipelined loop " + Twine(reduction.group) + " of '" +
            function.getName() + "' asks for " + Twine(reduction.requested) +
            " buffers in " + space + " and gets " + Twine(reduction.achieved) +
            ": each has " + Twine(reduction.slotSize) + " bytes, and " +
            Twine(available) + " are there; " + advice)
               .str()
        << remark::metric("Requested", reduction.requested)
        << remark::metric("Achieved", reduction.achieved)
        << remark::metric("Bytes", reduction.slotSize)
        << remark::metric("Available", available);
  }
}

struct MemoryReuse : pto::impl::MemoryReuseBase<MemoryReuse> {
  using MemoryReuseBase::MemoryReuseBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (mode == ReuseMode::None || function.isExternal() ||
        getFunctionKind(function) == FunctionKind::Orchestration)
      return;
    FailureOr<const TargetModel *> model = getTargetModel(function, target);
    std::unique_ptr<BoundAnalyses> analyses;
    if (failed(model) || failed(checkTilesAreBound(function)))
      return signalPassFailure();
    if (!MadeAliases::holds(getCachedAnalysis<MadeAliases>(), **model) &&
        failed(materializeAliases(function, **model, &analyses)))
      return signalPassFailure();
    if (!analyses)
      analyses = std::make_unique<BoundAnalyses>(function, **model);
    // Not for the next pass to rely on: tiles that nobody writes may come to
    // share here, which asks for copies where loops carry them.
    Reuser(function, **model, *analyses).run();
  }
};
} // namespace
