//===- LifetimeProblem.cpp - A function as a placement problem ------------===//

#include "LifetimeProblem.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::pto;

/// What it costs to give up a copy of a pipelined loop: more than any one wait
/// in an ordinary loop.
static constexpr int64_t kStageWeight = 1000;
/// Copies of one loop that begin further apart than this many buffers are not
/// kept apart: it bounds the work on functions larger than any kernel.
static constexpr unsigned kStageWindow = 512;

LifetimeProblem::LifetimeProblem(const PlacementContext &context,
                                 const SpaceProblems &gathered,
                                 const LifetimeRules &rules)
    : context(context), rules(rules), memrefs(context.analyses.memrefs),
      liveness(context.function, context.analyses, context.model) {
  programEnd = 2 * int64_t(liveness.getPoints().getOps().size()) + 1;
  forever = programEnd + 1;
  for (const auto &[space, problem] : gathered)
    forever += 2 * int64_t(problem.buffers.size());
  for (const auto &[space, problem] : gathered)
    addPool(space, problem);
  addTakeovers();
  gatherStages();
  if (rules.stages != LifetimeRules::Stages::Free)
    addStagePairs();
  if (rules.handoffs)
    addHandoffs();
}

void LifetimeProblem::addPool(MemorySpace space, const SpaceProblem &gathered) {
  unsigned number = problem.pools.size();
  alloc::Pool pool;
  pool.capacity = context.model.getCapacity(space).value_or(alloc::kUnbounded);
  pool.alignment = context.policy.getAlignment(space);
  if (!rules.usesGaps && gathered.reservedEnd != 0)
    pool.reserved.push_back({0, gathered.reservedEnd});
  for (const TakenRange &taken : gathered.fixed)
    if (rules.usesGaps || taken.begin >= gathered.reservedEnd)
      pool.reserved.push_back({taken.begin, taken.end});
  problem.pools.push_back(std::move(pool));
  spaces.push_back(space);
  for (AllocOp alloc : gathered.buffers)
    addBuffer(alloc, number);
}

void LifetimeProblem::addBuffer(AllocOp alloc, unsigned pool) {
  // What the author declared is shared with nobody, ever; nor is a buffer that
  // somebody uses who doesn't say what for.
  bool isClosed = alloc.getPinned() || alloc.getSlots() != 1 ||
                  llvm::any_of(alloc->getUsers(), [](Operation *user) {
                    return !isa<TileStorageOpInterface>(user);
                  });
  if (alloc->use_empty() && !isClosed) {
    unused.push_back(alloc);
    return;
  }
  alloc::Buffer entry;
  entry.size = alloc.getSize();
  entry.pool = pool;
  ArrayRef<Section> sections = liveness.getSections(alloc);
  if (isClosed)
    entry.live.push_back({0, forever});
  else if (!rules.hasHoles && !sections.empty())
    entry.live.push_back({sections.front().begin, sections.back().end});
  else
    for (const Section &section : sections)
      entry.live.push_back({section.begin, section.end});
  // Tiles that nobody writes or reads have an address, too, at a time of their
  // own.
  if (entry.live.empty()) {
    int64_t alone = programEnd + 1 + 2 * int64_t(buffers.size());
    entry.live.push_back({alone, alone + 1});
  }
  numbers[alloc] = buffers.size();
  buffers.push_back(alloc);
  problem.buffers.push_back(std::move(entry));
}

/// Where a result begins as an operand ends: the same start or nothing in
/// common, or nothing in common at all.
void LifetimeProblem::addTakeovers() {
  llvm::MapVector<std::pair<unsigned, unsigned>, bool> mayShare;
  for (const Takeover &takeover : liveness.getTakeovers()) {
    auto from = numbers.find(takeover.from), to = numbers.find(takeover.to);
    if (from == numbers.end() || to == numbers.end())
      continue;
    std::pair<unsigned, unsigned> key = std::minmax(from->second, to->second);
    const alloc::Buffer &a = problem.buffers[key.first];
    const alloc::Buffer &b = problem.buffers[key.second];
    if (key.first == key.second || a.pool != b.pool || livesOverlap(a, b))
      continue;
    bool isAllowed = takeover.rule == Takeover::Rule::Allowed &&
                     takeover.fromOffset == takeover.toOffset;
    auto [it, isNew] = mayShare.try_emplace(key, isAllowed);
    if (!isNew)
      it->second &= isAllowed;
  }
  for (auto [pair, allowed] : mayShare) {
    if (allowed) {
      problem.equalStarts.push_back({pair.first, pair.second});
      continue;
    }
    problem.separations.push_back({pair.first, pair.second});
    separated.insert(pair);
  }
}

bool LifetimeProblem::isApart(unsigned a, unsigned b) const {
  return problem.buffers[a].pool != problem.buffers[b].pool ||
         separated.contains(std::minmax(a, b)) ||
         livesOverlap(problem.buffers[a], problem.buffers[b]);
}

void LifetimeProblem::gatherStages() {
  stages.resize(buffers.size());
  for (auto &[buffer, found] :
       pto::gatherStages(liveness.getPoints(), memrefs)) {
    auto it = numbers.find(buffer);
    if (it != numbers.end())
      stages[it->second] = std::move(found.stages);
  }
}

void LifetimeProblem::addStagePairs() {
  // By pool and loop: the copies of its tiles.
  std::map<std::pair<unsigned, int64_t>,
           SmallVector<std::pair<unsigned, int64_t>>>
      copies;
  for (auto [i, list] : llvm::enumerate(stages))
    for (const PipelineStage &stage : list)
      copies[{problem.buffers[i].pool, stage.group}].push_back(
          {i, stage.stage});
  DenseSet<std::pair<unsigned, unsigned>> done;
  for (auto &[where, list] : copies)
    for (unsigned i = 0; i < list.size(); ++i)
      for (unsigned j = i + 1;
           j < std::min<size_t>(list.size(), i + kStageWindow); ++j) {
        auto [a, first] = list[i];
        auto [b, second] = list[j];
        if (first == second || isApart(a, b) || !done.insert({a, b}).second)
          continue;
        stagePairs.push_back({a, b});
      }
  if (rules.stages == LifetimeRules::Stages::Soft)
    for (const alloc::Pair &pair : stagePairs)
      problem.penalties.push_back({pair.first, pair.second, kStageWeight});
  else
    llvm::append_range(problem.separations, stagePairs);
  for (const alloc::Pair &pair : stagePairs)
    separated.insert({pair.first, pair.second});
}

void LifetimeProblem::addHandoffs() {
  for (const PipeHandoff &pair :
       findPipeHandoffs(context.function, liveness, memrefs, context.model,
                        *rules.handoffs)) {
    auto first = numbers.find(pair.first), second = numbers.find(pair.second);
    if (first != numbers.end() && second != numbers.end() &&
        !isApart(first->second, second->second))
      problem.penalties.push_back({first->second, second->second, pair.weight});
  }
}

Operation *LifetimeProblem::getMaker(unsigned buffer) const {
  AllocOp alloc = buffers[buffer];
  Operation *maker = nullptr;
  const ProgramPoints &points = liveness.getPoints();
  for (Operation *user : alloc->getUsers())
    if (!maker || points.getNumber(user) < points.getNumber(maker))
      maker = user;
  return maker ? maker : alloc.getOperation();
}

Operation *LifetimeProblem::getOpAt(int64_t point) const {
  ArrayRef<Operation *> ops = liveness.getPoints().getOps();
  return ops[std::min<size_t>(point / 2, ops.size() - 1)];
}

Operation *LifetimeProblem::getLastUser(unsigned buffer) const {
  int64_t last = problem.buffers[buffer].live.back().end - 1;
  bool isNeeded = last / 2 < int64_t(liveness.getPoints().getOps().size());
  return isNeeded ? getOpAt(last) : getMaker(buffer);
}
