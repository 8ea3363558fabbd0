//===- OutOfMemory.cpp - Why a plan failed, and what would help -----------===//

#include "OutOfMemory.h"

#include "pto/Transforms/Transforms.h"

using namespace mlir;
using namespace mlir::pto;

/// Tiles that are shown one by one.
static constexpr size_t kShownTiles = 8;
/// Tiles without which the rest is tried.
static constexpr size_t kTriedTiles = 8;
/// Steps of each try.
static constexpr int64_t kTrySteps = 20000;

/// The ring between two cores is as deep as somebody asked for.
static StringRef getPipeAdvice(func::FuncOp function,
                               SystemReserveBufferOp reserve) {
  StringRef kernel = function.getName();
  if (!kernel.consume_back("_aic") && !kernel.consume_back("_aiv"))
    return {};
  StringRef name = reserve.getName();
  if (!name.consume_front(kernel) ||
      (name != "_c2v_slot_buffer" && name != "_v2c_slot_buffer"))
    return {};
  return ", the ring of the cross-core pipe: lower its depth (slot_num), or "
         "shrink the tile that crosses";
}

/// Bytes that are not to be had, and whose they are.
static void noteFixed(const PlacementContext &context, const TakenRange &taken,
                      InFlightDiagnostic &error) {
  Diagnostic &note = error.attachNote(taken.owner->getLoc());
  note << "bytes " << taken.begin << " to " << taken.end;
  if (auto reserve = dyn_cast<SystemReserveBufferOp>(taken.owner))
    note << " are reserved by system.reserve_buffer for '" << reserve.getName()
         << "'" << getPipeAdvice(context.function, reserve);
  else
    note << " are pinned by the author";
}

namespace {
/// Answers what-if questions about one pool.
class Trial {
public:
  Trial(const LifetimeProblem &lifetimes, unsigned pool)
      : lifetimes(lifetimes), pool(pool) {}

  /// True where a placement is found if `resize` says how many bytes each
  /// buffer has: 0 takes it out.
  bool fits(llvm::function_ref<int64_t(unsigned)> resize,
            bool hasReserved = true) const {
    const alloc::Problem &all = lifetimes.problem;
    alloc::Problem part;
    part.pools.push_back(all.pools[pool]);
    if (!hasReserved)
      part.pools.front().reserved.clear();
    std::vector<int64_t> numbers(all.buffers.size(), -1);
    for (auto [i, buffer] : llvm::enumerate(all.buffers)) {
      int64_t size = buffer.pool == pool ? resize(i) : 0;
      if (size == 0)
        continue;
      numbers[i] = part.buffers.size();
      part.buffers.push_back(buffer);
      part.buffers.back().size = size;
      part.buffers.back().pool = 0;
    }
    auto copyPairs = [&](const std::vector<alloc::Pair> &from,
                         std::vector<alloc::Pair> &to) {
      for (const alloc::Pair &pair : from)
        if (numbers[pair.first] >= 0 && numbers[pair.second] >= 0)
          to.push_back(
              {unsigned(numbers[pair.first]), unsigned(numbers[pair.second])});
    };
    copyPairs(all.separations, part.separations);
    copyPairs(all.equalStarts, part.equalStarts);
    alloc::Options options;
    options.objective = alloc::Objective::Fit;
    options.nodeLimit = kTrySteps;
    llvm::Expected<alloc::Result> result = alloc::solve(part, options);
    if (!result) {
      llvm::consumeError(result.takeError());
      return false;
    }
    return result->isPlaced();
  }

private:
  const LifetimeProblem &lifetimes;
  unsigned pool;
};

class Explainer {
public:
  Explainer(const PlacementContext &context, const SpaceProblem &gathered,
            const LifetimeProblem &lifetimes, unsigned pool,
            InFlightDiagnostic &error)
      : context(context), gathered(gathered), lifetimes(lifetimes), pool(pool),
        error(error) {}

  void noteReserved() {
    for (const TakenRange &taken : gathered.fixed)
      noteFixed(context, taken, error);
  }

  /// Buffers that can't be placed together, largest first.
  void noteTiles(ArrayRef<unsigned> buffers, bool isMoment, int64_t time) {
    if (isMoment && buffers.size() > 1)
      error.attachNote(lifetimes.getOpAt(time)->getLoc())
          << buffers.size() << " tiles are needed at this point";
    SmallVector<unsigned> sorted = sortBySize(buffers);
    for (unsigned buffer : ArrayRef(sorted).take_front(kShownTiles))
      noteTile(buffer);
    func::FuncOp function = context.function;
    if (sorted.size() > kShownTiles)
      error.attachNote(function.getLoc())
          << "and " << sorted.size() - kShownTiles << " smaller ones";
  }

  void noteAdvice(ArrayRef<unsigned> buffers) {
    Trial trial(lifetimes, pool);
    auto sizeOf = [&](unsigned i) { return lifetimes.problem.buffers[i].size; };
    unsigned numTold = 0;
    if (!lifetimes.problem.pools[pool].reserved.empty() &&
        trial.fits(sizeOf, /*hasReserved=*/false)) {
      error.attachNote(gathered.fixed.front().owner->getLoc())
          << "the tiles would fit without the bytes that are taken from here";
      ++numTold;
    }
    numTold += adviseStages(trial, buffers);
    SmallVector<unsigned> sorted = sortBySize(buffers);
    for (unsigned candidate : ArrayRef(sorted).take_front(kTriedTiles)) {
      if (numTold >= 3)
        break;
      Operation *maker = lifetimes.getMaker(candidate);
      auto without = [&](int64_t left) {
        return
            [&, left](unsigned i) { return i == candidate ? left : sizeOf(i); };
      };
      if (trial.fits(without((sizeOf(candidate) + 1) / 2)))
        error.attachNote(maker->getLoc())
            << "the tiles would fit if " << getName(candidate)
            << " had half as many bytes";
      else if (trial.fits(without(0)))
        error.attachNote(maker->getLoc())
            << "the tiles would fit without " << getName(candidate);
      else
        continue;
      ++numTold;
    }
  }

private:
  SmallVector<unsigned> sortBySize(ArrayRef<unsigned> buffers) const {
    SmallVector<unsigned> sorted(buffers);
    llvm::sort(sorted, [&](unsigned a, unsigned b) {
      return std::pair(-lifetimes.problem.buffers[a].size, a) <
             std::pair(-lifetimes.problem.buffers[b].size, b);
    });
    return sorted;
  }

  std::string getName(unsigned buffer) const {
    Operation *maker = lifetimes.getMaker(buffer);
    for (OpResult result : maker->getResults())
      if (isa<TileType>(result.getType()))
        return describe(result);
    return "the buffer";
  }

  void noteTile(unsigned buffer) {
    AllocOp alloc = lifetimes.buffers[buffer];
    Operation *maker = lifetimes.getMaker(buffer);
    Operation *last = lifetimes.getLastUser(buffer);
    Diagnostic &note = error.attachNote(maker->getLoc());
    note << alloc.getSize() << " bytes for " << getName(buffer);
    for (const PipelineStage &stage : lifetimes.stages[buffer])
      note << ", copy " << stage.stage << " of pipelined loop " << stage.group;
    if (alloc.getPinned()) {
      note << ", which the author declared: nobody shares with it";
      return;
    }
    if (last == maker)
      return;
    if (last->hasTrait<OpTrait::IsTerminator>()) {
      note << ", needed for the next turn of a loop";
      return;
    }
    note << ", needed by others up to the op below";
    error.attachNote(last->getLoc()) << "this one";
  }

  unsigned adviseStages(const Trial &trial, ArrayRef<unsigned> buffers) {
    unsigned numTold = 0;
    // The copies that occur, whatever numbers they have.
    std::map<int64_t, std::set<int64_t>> copies;
    for (unsigned buffer : buffers)
      for (const PipelineStage &stage : lifetimes.stages[buffer])
        copies[stage.group].insert(stage.stage);
    for (const auto &[group, stages] : copies) {
      size_t fewer = stages.size();
      // Without the last copies, one after the other.
      for (int64_t first : llvm::drop_end(llvm::reverse(stages))) {
        --fewer;
        auto resize = [&, group = group](unsigned i) {
          for (const PipelineStage &stage : lifetimes.stages[i])
            if (stage.group == group && stage.stage >= first)
              return int64_t(0);
          return lifetimes.problem.buffers[i].size;
        };
        if (!trial.fits(resize))
          continue;
        func::FuncOp function = context.function;
        error.attachNote(function.getLoc())
            << "the tiles would fit with " << fewer << " instead of "
            << stages.size() << " copies of pipelined loop " << group;
        ++numTold;
        break;
      }
    }
    return numTold;
  }

  const PlacementContext &context;
  const SpaceProblem &gathered;
  const LifetimeProblem &lifetimes;
  unsigned pool;
  InFlightDiagnostic &error;
};
} // namespace

/// The sentence that all such errors begin with.
static InFlightDiagnostic emitOverflow(const PlacementContext &context,
                                       MemorySpace space, int64_t used,
                                       int64_t capacity) {
  func::FuncOp function = context.function;
  InFlightDiagnostic error = function.emitError();
  error << getTitle(space) << " buffer usage (" << used
        << " bytes) exceeds platform limit (" << capacity
        << " bytes) of target " << context.model.getName() << " in function '"
        << function.getName() << "': ";
  return error;
}

LogicalResult pto::checkFixedRanges(const PlacementContext &context,
                                    const SpaceProblems &spaces) {
  for (const auto &[space, problem] : spaces) {
    std::optional<int64_t> capacity = context.model.getCapacity(space);
    for (const TakenRange &taken : problem.fixed) {
      if (!capacity || taken.end <= *capacity)
        continue;
      InFlightDiagnostic error =
          emitOverflow(context, space, taken.end, *capacity);
      error << "what can't move ends there";
      noteFixed(context, taken, error);
      return failure();
    }
  }
  return success();
}

LogicalResult pto::explainLifetimeOverflow(const PlacementContext &context,
                                           const SpaceProblems &spaces,
                                           const LifetimeProblem &lifetimes,
                                           unsigned pool,
                                           const alloc::PoolResult &answer) {
  MemorySpace space = lifetimes.spaces[pool];
  int64_t capacity = lifetimes.problem.pools[pool].capacity;
  const alloc::Certificate &certificate = answer.certificate;
  using Kind = alloc::Certificate::Kind;
  bool isProven = answer.status == alloc::Status::Infeasible;
  bool isBound = isProven && certificate.kind == Kind::Bound;
  InFlightDiagnostic error = emitOverflow(
      context, space, isBound ? certificate.bytes : answer.peak, capacity);
  bool isMoment = isBound && certificate.bound != alloc::BoundKind::Clique;
  if (isMoment)
    error << "that much is needed at one time, so that no placement can exist";
  else if (isBound)
    error << "no two of these tiles may share bytes, so that no placement can "
             "exist";
  else if (isProven)
    error << "no placement exists, although at no time more than "
          << answer.peakBound << " bytes are needed";
  else
    error << "the search ended without a placement; none needs less than "
          << answer.peakBound << " bytes";
  Explainer explainer(context, spaces.at(space), lifetimes, pool, error);
  explainer.noteReserved();
  ArrayRef<unsigned> culprits =
      certificate.buffers.empty() ? answer.proof.buffers : certificate.buffers;
  explainer.noteTiles(culprits, isMoment, certificate.time);
  explainer.noteAdvice(culprits);
  return failure();
}

LogicalResult pto::explainSequenceOverflow(const PlacementContext &context,
                                           const SpaceProblems &spaces,
                                           MemorySpace space, int64_t used,
                                           int64_t capacity) {
  const SpaceProblem &gathered = spaces.at(space);
  size_t count = gathered.buffers.size();
  InFlightDiagnostic error = emitOverflow(context, space, used, capacity);
  error << used - capacity << " bytes too many in " << count
        << (count == 1 ? " buffer" : " buffers");
  // Would they fit if they shared?
  LifetimeRules rules;
  rules.stages = LifetimeRules::Stages::Free;
  rules.handoffs = std::nullopt;
  SpaceProblems only{{space, gathered}};
  LifetimeProblem lifetimes(context, only, rules);
  alloc::Options options;
  options.objective = alloc::Objective::Fit;
  llvm::Expected<alloc::Result> result =
      alloc::solve(lifetimes.problem, options);
  func::FuncOp function = context.function;
  Explainer explainer(context, gathered, lifetimes, 0, error);
  explainer.noteReserved();
  if (!result) {
    llvm::consumeError(result.takeError());
    return failure();
  }
  const alloc::PoolResult &answer = result->pools.front();
  if (result->isPlaced()) {
    error.attachNote(function.getLoc())
        << "buffers that are not needed at the same time could share: "
           "--memory-reuse lets them, and with planner=optimal they fit, in "
        << answer.peak << " bytes";
    return failure();
  }
  bool isMoment = answer.status == alloc::Status::Infeasible &&
                  answer.certificate.kind == alloc::Certificate::Kind::Bound &&
                  answer.certificate.bound != alloc::BoundKind::Clique;
  if (isMoment)
    error.attachNote(function.getLoc())
        << answer.certificate.bytes
        << " bytes are needed at one time, so that no placement can exist";
  ArrayRef<unsigned> culprits = answer.certificate.buffers.empty()
                                    ? answer.proof.buffers
                                    : answer.certificate.buffers;
  explainer.noteTiles(culprits, isMoment, answer.certificate.time);
  explainer.noteAdvice(culprits);
  return failure();
}
