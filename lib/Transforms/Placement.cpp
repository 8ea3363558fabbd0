//===- Placement.cpp - What is to be placed, and where it went ------------===//

#include "Placement.h"

#include "mlir/IR/Remarks.h"
#include "pto/Analysis/DeviceFunctions.h"

using namespace mlir;
using namespace mlir::pto;

void Placement::apply() const {
  for (auto [alloc, address] : addresses) {
    AllocOp op = alloc;
    op.setAddr(address);
  }
  for (auto [reserve, base] : bases) {
    SystemReserveBufferOp op = reserve;
    op.setBase(base);
  }
  for (AllocOp alloc : unused)
    AllocOp(alloc).erase();
}

/// True where a range of `size` bytes from address `begin` on ends so far off
/// that sums of addresses may leave 64 bits; the planners' solvers have the
/// same limit.
static bool endsFarOff(int64_t begin, int64_t size) {
  constexpr int64_t farOff = int64_t(1) << 60;
  int64_t end;
  return llvm::AddOverflow(begin, size, end) || end > farOff;
}

/// Reserved ranges come first, in program order.
static LogicalResult gatherReserved(const PlacementContext &context,
                                    SpaceProblems &spaces, Placement &plan) {
  func::FuncOp function = context.function;
  MemorySpace space = getFunctionKind(function) == FunctionKind::AIC
                          ? MemorySpace::Mat
                          : MemorySpace::Vec;
  int64_t next = 0;
  SmallVector<TakenRange> ranges;
  WalkResult result = function.walk([&](SystemReserveBufferOp reserve) {
    int64_t base = reserve.getBase() < 0 ? next : reserve.getBase();
    if (endsFarOff(base, reserve.getSize())) {
      reserve.emitError() << "the reserved range '" << reserve.getName()
                          << "' ends above 2^60";
      return WalkResult::interrupt();
    }
    int64_t end = context.roundUp(base + reserve.getSize(), space);
    for (const TakenRange &other : ranges)
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

static LogicalResult gatherBuffers(const PlacementContext &context,
                                   SpaceProblems &spaces) {
  func::FuncOp function = context.function;
  WalkResult result = function.walk([&](AllocOp alloc) {
    if (!context.policy.shouldAllocate(alloc.getSpace()))
      return WalkResult::advance();
    SpaceProblem &problem = spaces[alloc.getSpace()];
    if (!alloc.getPinned() || !alloc.isPlaced()) {
      problem.buffers.push_back(alloc);
      return WalkResult::advance();
    }
    if (endsFarOff(alloc.getAddr(), alloc.getSize())) {
      alloc.emitError() << "the pinned buffer ends above 2^60";
      return WalkResult::interrupt();
    }
    TakenRange mine{alloc.getAddr(), alloc.getAddr() + alloc.getSize(), alloc};
    if (mine.begin != context.roundUp(mine.begin, alloc.getSpace())) {
      alloc.emitError() << "the pinned address " << mine.begin
                        << " is no multiple of the alignment, "
                        << context.policy.getAlignment(alloc.getSpace())
                        << " bytes";
      return WalkResult::interrupt();
    }
    for (const TakenRange &other : problem.fixed)
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

FailureOr<SpaceProblems> pto::gatherPlacement(const PlacementContext &context,
                                              Placement &plan) {
  SpaceProblems spaces;
  if (failed(gatherReserved(context, spaces, plan)) ||
      failed(gatherBuffers(context, spaces)))
    return failure();
  for (auto &[space, problem] : spaces)
    llvm::sort(problem.fixed, [](const TakenRange &a, const TakenRange &b) {
      return a.begin < b.begin;
    });
  return spaces;
}

LogicalResult pto::checkLargest(const PlacementContext &context,
                                MemorySpace space,
                                const SpaceProblem &problem) {
  const TargetModel &model = context.model;
  if (!model.isNeutral()) {
    // Some chips lack a memory altogether.
    if (model.getCapacity(space) ||
        (problem.buffers.empty() && problem.fixed.empty()))
      return success();
    int64_t needed = 0;
    for (AllocOp alloc : problem.buffers)
      needed = std::max(needed, alloc.getSize());
    func::FuncOp function = context.function;
    return function.emitError()
           << "target " << model.getName() << " has no "
           << stringifyMemorySpace(space) << " memory, and function '"
           << function.getName() << "' needs at least " << needed
           << " bytes of it";
  }
  // Without a target sums are not judged, but what fits no chip is an error.
  int64_t largest = TargetModel::getLargestCapacity(space);
  for (AllocOp buffer : problem.buffers)
    if (buffer.getSize() > largest)
      return buffer.emitError()
             << "a buffer of " << buffer.getSize() << " bytes fits the "
             << stringifyMemorySpace(space)
             << " memory of no known target; the largest has " << largest
             << " bytes";
  for (const TakenRange &taken : problem.fixed)
    if (taken.end > largest)
      return taken.owner->emitError()
             << "bytes up to " << taken.end << " leave the "
             << stringifyMemorySpace(space)
             << " memory of every known target; the largest has " << largest
             << " bytes";
  return success();
}

std::string pto::getTitle(MemorySpace space) {
  std::string title = stringifyMemorySpace(space).str();
  title[0] = llvm::toUpper(title[0]);
  return title;
}

void pto::tellMemoryUsed(const PlacementContext &context, MemorySpace space,
                         const SpaceProblem &problem, int64_t used) {
  func::FuncOp function = context.function;
  remark::analysis(
      function.getLoc(),
      remark::RemarkOpts::name("MemoryUsed").category("pto-memory"))
      << (stringifyMemorySpace(space) + " memory of '" + function.getName() +
          "'")
             .str()
      << remark::metric("Bytes", used)
      << remark::metric("Buffers", int64_t(problem.buffers.size()));
}
