//===- AllocateMemoryAddr.cpp - An address for every buffer ---------------===//

#include "mlir/IR/Remarks.h"
#include "pto/Analysis/DeviceFunctions.h"
#include "pto/Analysis/MemRefAnalysis.h"
#include "pto/IR/PTOOps.h"
#include "pto/Transforms/Passes.h"
#include "pto/Transforms/Transforms.h"
#include "llvm/Support/MathExtras.h"

#include <map>

namespace mlir::pto {
#define GEN_PASS_DEF_ALLOCATEMEMORYADDR
#include "pto/Transforms/Passes.h.inc"
} // namespace mlir::pto

using namespace mlir;
using namespace mlir::pto;

namespace {
/// Bytes that are taken: [begin, end).
struct Range {
  int64_t begin, end;
  Operation *owner;
};

/// Everything that is to be placed in one memory.
struct SpaceProblem {
  SmallVector<AllocOp> buffers;
  /// Ranges that stay where they are: reserved, or pinned with an address.
  SmallVector<Range> fixed;
  /// Where the first buffer may start.
  int64_t reservedEnd = 0;
};

/// A decision, not yet written.
struct Placement {
  SmallVector<std::pair<AllocOp, int64_t>> addresses;
  SmallVector<std::pair<SystemReserveBufferOp, int64_t>> bases;
};

class Placer {
public:
  Placer(func::FuncOp function, const TargetModel &model,
         AlignmentRule alignment, PlacementOrder order)
      : function(function), model(model), alignment(alignment), order(order) {}

  LogicalResult run() {
    if (failed(gatherReserved()) || failed(gatherBuffers()))
      return failure();
    for (auto &[space, problem] : spaces)
      if (failed(place(space, problem)))
        return failure();
    for (auto [alloc, address] : plan.addresses)
      alloc.setAddr(address);
    for (auto [reserve, base] : plan.bases)
      reserve.setBase(base);
    return success();
  }

private:
  int64_t align(int64_t address, MemorySpace space) const {
    int64_t step = alignment == AlignmentRule::Target
                       ? model.getAssemblerAlignment(space)
                       : 32;
    return llvm::alignTo(address, step);
  }

  /// Reserved ranges come first, in program order.
  LogicalResult gatherReserved() {
    MemorySpace space = getFunctionKind(function) == FunctionKind::AIC
                            ? MemorySpace::Mat
                            : MemorySpace::Vec;
    int64_t next = 0;
    SmallVector<Range> ranges;
    WalkResult result = function.walk([&](SystemReserveBufferOp reserve) {
      int64_t base = reserve.getBase() < 0 ? next : reserve.getBase();
      int64_t end = align(base + reserve.getSize(), space);
      for (const Range &other : ranges)
        if (base < other.end && other.begin < end) {
          InFlightDiagnostic error = reserve.emitError();
          error << "overlapping reserve_buffer ranges: '" << reserve.getName()
                << "' takes [" << base << ", " << end << ")";
          error.attachNote(other.owner->getLoc())
              << "'" << cast<SystemReserveBufferOp>(other.owner).getName()
              << "' takes [" << other.begin << ", " << other.end << ")";
          return WalkResult::interrupt();
        }
      ranges.push_back({base, end, reserve});
      plan.bases.emplace_back(reserve, base);
      next = std::max(next, end);
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      return failure();
    if (!ranges.empty()) {
      spaces[space].reservedEnd = next;
      spaces[space].fixed = std::move(ranges);
    }
    return success();
  }

  LogicalResult gatherBuffers() {
    WalkResult result = function.walk([&](AllocOp alloc) {
      // Device memory is placed by somebody else.
      if (alloc.getSpace() == MemorySpace::DDR)
        return WalkResult::advance();
      SpaceProblem &problem = spaces[alloc.getSpace()];
      if (!alloc.getPinned() || !alloc.isPlaced()) {
        problem.buffers.push_back(alloc);
        return WalkResult::advance();
      }
      Range mine{alloc.getAddr(), alloc.getAddr() + alloc.getSize(), alloc};
      if (mine.begin != align(mine.begin, alloc.getSpace())) {
        alloc.emitError() << "the pinned address " << mine.begin
                          << " is no multiple of the alignment, "
                          << align(1, alloc.getSpace()) << " bytes";
        return WalkResult::interrupt();
      }
      for (const Range &other : problem.fixed)
        if (mine.begin < other.end && other.begin < mine.end) {
          InFlightDiagnostic error = alloc.emitError();
          error << "the pinned buffer at [" << mine.begin << ", " << mine.end
                << ") lies on another that can't move";
          error.attachNote(other.owner->getLoc())
              << "which takes [" << other.begin << ", " << other.end << ")";
          return WalkResult::interrupt();
        }
      problem.fixed.push_back(mine);
      return WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }

  LogicalResult place(MemorySpace space, SpaceProblem &problem) {
    // Ids are unique unless an author repeats one; program order breaks the
    // tie.
    SmallVector<std::pair<AllocOp, size_t>> ordered;
    for (auto [i, alloc] : llvm::enumerate(problem.buffers))
      ordered.emplace_back(alloc, i);
    llvm::sort(ordered, [&](auto &a, auto &b) {
      AllocOp first = a.first, second = b.first;
      if (first.getId() == second.getId())
        return a.second < b.second;
      if (order == PlacementOrder::Name)
        return std::to_string(first.getId()) < std::to_string(second.getId());
      return first.getId() < second.getId();
    });
    problem.buffers = llvm::map_to_vector(
        ordered, [](auto &entry) { return AllocOp(entry.first); });
    llvm::sort(problem.fixed, [](const Range &a, const Range &b) {
      return a.begin < b.begin;
    });
    int64_t cursor = problem.reservedEnd, highest = cursor;
    for (AllocOp alloc : problem.buffers) {
      int64_t base = align(cursor, space);
      int64_t end;
      // Around what can't move.
      for (const Range &taken : problem.fixed)
        if (base < taken.end && taken.begin < base + alloc.getSize())
          base = align(taken.end, space);
      if (llvm::AddOverflow(base, alloc.getSize(), end) ||
          end > std::numeric_limits<int64_t>::max() - 4096)
        return alloc.emitError()
               << "addresses in " << stringifyMemorySpace(space)
               << " leave 64 bits";
      plan.addresses.emplace_back(alloc, base);
      cursor = align(end, space);
      highest = std::max(highest, end);
    }
    for (const Range &taken : problem.fixed)
      highest = std::max(highest, taken.end);
    return checkCapacity(space, problem, highest);
  }

  LogicalResult checkCapacity(MemorySpace space, const SpaceProblem &problem,
                              int64_t used) {
    std::optional<int64_t> capacity = model.getCapacity(space);
    if (capacity && used > *capacity)
      return explainOverflow(space, problem, used, *capacity);
    // Without a target sums are not judged, but what fits no chip is an error.
    if (!model.getTarget())
      for (AllocOp alloc : problem.buffers)
        if (alloc.getSize() > TargetModel::getLargestCapacity(space)) {
          return alloc.emitError()
                 << "a buffer of " << alloc.getSize() << " bytes fits the "
                 << stringifyMemorySpace(space)
                 << " memory of no known target; the largest has "
                 << TargetModel::getLargestCapacity(space) << " bytes";
        }
    for (const Range &taken : problem.fixed)
      if (!model.getTarget() &&
          taken.end > TargetModel::getLargestCapacity(space))
        return taken.owner->emitError()
               << "bytes up to " << taken.end << " leave the "
               << stringifyMemorySpace(space)
               << " memory of every known target; the largest has "
               << TargetModel::getLargestCapacity(space) << " bytes";
    // Some chips lack a memory altogether.
    if (model.getTarget() && !capacity && used != 0)
      return function.emitError()
             << "target " << model.getName() << " has no "
             << stringifyMemorySpace(space) << " memory, and function '"
             << function.getName() << "' needs " << used << " bytes of it";
    remark::analysis(
        function.getLoc(),
        remark::RemarkOpts::name("MemoryUsed").category("pto-memory"))
        << (stringifyMemorySpace(space) + " memory of '" + function.getName() +
            "'")
               .str()
        << remark::metric("Bytes", used)
        << remark::metric("Buffers", int64_t(problem.buffers.size()));
    return success();
  }

  LogicalResult explainOverflow(MemorySpace space, const SpaceProblem &problem,
                                int64_t used, int64_t capacity) {
    std::string title = stringifyMemorySpace(space).str();
    title[0] = llvm::toUpper(title[0]);
    InFlightDiagnostic error = function.emitError();
    error << title << " buffer usage (" << used
          << " bytes) exceeds platform limit (" << capacity
          << " bytes) of target " << model.getName() << " in function '"
          << function.getName() << "': " << used - capacity
          << " bytes too many in " << problem.buffers.size()
          << (problem.buffers.size() == 1 ? " buffer" : " buffers");
    if (problem.reservedEnd != 0)
      error.attachNote(problem.fixed.front().owner->getLoc())
          << "the first " << problem.reservedEnd
          << " bytes are reserved by system.reserve_buffer; tiles start above "
             "them";
    SmallVector<AllocOp> largest(problem.buffers);
    llvm::sort(largest, [](AllocOp a, AllocOp b) {
      return std::pair(-a.getSize(), a.getId()) <
             std::pair(-b.getSize(), b.getId());
    });
    constexpr unsigned shown = 5;
    for (AllocOp alloc : ArrayRef(largest).take_front(shown)) {
      // The compiler's are known by their tiles, the author's by themselves.
      Operation *user = alloc->use_empty() || alloc.getPinned()
                            ? nullptr
                            : *llvm::to_vector(alloc->getUsers()).rbegin();
      Diagnostic &note =
          error.attachNote((user ? user : alloc.getOperation())->getLoc());
      note << alloc.getSize() << " bytes";
      if (user && user->getNumResults() != 0)
        note << " for " << describe(user->getResult(0));
      if (alloc.getSlots() != 1)
        note << " in " << alloc.getSlots() << " slots";
    }
    if (largest.size() > shown)
      error.attachNote(function.getLoc())
          << "and " << largest.size() - shown << " smaller ones";
    return failure();
  }

  func::FuncOp function;
  const TargetModel &model;
  AlignmentRule alignment;
  PlacementOrder order;
  std::map<MemorySpace, SpaceProblem> spaces;
  Placement plan;
};

struct AllocateMemoryAddr
    : pto::impl::AllocateMemoryAddrBase<AllocateMemoryAddr> {
  using AllocateMemoryAddrBase::AllocateMemoryAddrBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isExternal() || !isDeviceFunction(function))
      return;
    FailureOr<const TargetModel *> model = getTargetModel(function, target);
    if (failed(model) || failed(checkBound(function)))
      return signalPassFailure();
    // On a copy, so that a failure leaves the function as it was.
    func::FuncOp copy = function.clone();
    bool fits = succeeded(materializeAliases(copy, **model)) &&
                succeeded(checkAddresses(copy, MemRefAnalysis(copy, **model),
                                         /*aliasesAreMade=*/true)) &&
                succeeded(Placer(copy, **model, align, order).run()) &&
                (!verify || succeeded(prove(copy, **model)));
    if (fits)
      function.getBody().takeBody(copy.getBody());
    copy.erase();
    if (!fits)
      signalPassFailure();
  }

  /// A plan that is not proved is not written.
  LogicalResult prove(func::FuncOp function, const TargetModel &model) {
    PlanVerifierOptions options;
    options.targetAlignment = align == AlignmentRule::Target;
    options.warnings = false;
    return verifyMemoryPlan(function, model, options);
  }

  /// Every tile with storage of its own must be bound.
  LogicalResult checkBound(func::FuncOp function) {
    WalkResult result = function.walk([](TileStorageOpInterface op) {
      for (OpResult value : op->getResults()) {
        unsigned number = value.getResultNumber();
        if (isa<TileType>(value.getType()) &&
            op.getResultStorage(number).kind == ResultStorage::Kind::Fresh &&
            !op.getBuffer(number)) {
          op->emitOpError() << "tile " << describe(value)
                            << " has no buffer; run --init-memref first";
          return WalkResult::interrupt();
        }
      }
      return WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }
};
} // namespace
