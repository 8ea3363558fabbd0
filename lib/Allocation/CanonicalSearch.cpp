//===- CanonicalSearch.cpp - Every placement that matters -----------------===//
//
// Depth-first, on flat arrays: a step changes some entries and notes the old
// values on stacks, so that taking it back costs what it cost.
//
//===----------------------------------------------------------------------===//

#include "CanonicalSearch.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace llvm;
using namespace mlir::pto;
using namespace mlir::pto::alloc;

//===----------------------------------------------------------------------===//
// Facts of the instance
//===----------------------------------------------------------------------===//

CanonicalSearch::CanonicalSearch(const Instance &instance)
    : instance(instance) {
  prepareBuffers();
  prepareObstacles();
  findTwins();
}

void CanonicalSearch::prepareBuffers() {
  int64_t unit = instance.unit;
  std::vector<std::pair<unsigned, unsigned>> entries;
  for (unsigned i = 0; i != instance.size(); ++i) {
    // Offsets are multiples of the unit: whatever lies above a buffer starts
    // at a multiple. Only the topmost may end in between.
    bytes.push_back(alignUp(instance.sizes[i], unit));
    slack = std::max(slack, bytes[i] - instance.sizes[i]);
    masks.push_back(instance.alignments[i] - 1);
    hasPairs.push_back(!instance.equalStarts[i].empty() ||
                       !instance.separations[i].empty());
    hulls.push_back(
        {instance.spans[i].front().begin, instance.spans[i].back().end});
    if (!instance.isFixed(i))
      for (Span span : instance.spans[i])
        for (unsigned s = span.begin; s != span.end; ++s)
          entries.push_back({s, i});
  }
  members = Lists<unsigned>(instance.numSections, entries);
  for (unsigned i = 0; i != instance.size(); ++i) {
    Span reach = hulls[i];
    auto include = [&](unsigned other) {
      reach.begin = std::min(reach.begin, hulls[other].begin);
      reach.end = std::max(reach.end, hulls[other].end);
    };
    for (unsigned other : instance.separations[i])
      include(other);
    for (unsigned other : instance.equalStarts[i])
      include(other);
    reaches.push_back(reach);
  }
}

void CanonicalSearch::prepareObstacles() {
  std::vector<std::pair<unsigned, Obstacle>> entries;
  for (unsigned i = 0; i != instance.size(); ++i) {
    for (const Range &range : instance.reserved)
      entries.push_back({i, {range, false}});
    if (!instance.anyFixed)
      continue;
    auto add = [&](unsigned other, bool joinable) {
      if (instance.isFixed(other))
        entries.push_back({i,
                           {{instance.fixed[other],
                             instance.fixed[other] + instance.sizes[other]},
                            joinable}});
    };
    for (unsigned other : instance.conflicts[i])
      add(other, false);
    for (unsigned other : instance.equalStarts[i])
      add(other, true);
  }
  obstacles = Lists<Obstacle>(instance.size(), entries);
  for (unsigned i = 0; i != instance.size(); ++i)
    llvm::sort(obstacles.get(i), [](const Obstacle &a, const Obstacle &b) {
      return std::make_tuple(a.range.begin, a.range.end, a.joinable) <
             std::make_tuple(b.range.begin, b.range.end, b.joinable);
    });
}

/// Numbers the classes of buffers that are alike.
void CanonicalSearch::findTwins() {
  std::vector<unsigned> order;
  for (unsigned i = 0; i != instance.size(); ++i)
    order.push_back(i);
  auto key = [&](unsigned i) {
    return std::make_tuple(instance.isFixed(i) ? i : kNone, hulls[i].begin,
                           hulls[i].end, instance.sizes[i],
                           instance.alignments[i]);
  };
  llvm::sort(order, [&](unsigned a, unsigned b) {
    return std::make_pair(key(a), a) < std::make_pair(key(b), b);
  });
  auto alike = [&](unsigned a, unsigned b) {
    if (key(a) != key(b) || instance.isFixed(a))
      return false;
    if (!llvm::equal(instance.spans[a], instance.spans[b], [](Span x, Span y) {
          return x.begin == y.begin && x.end == y.end;
        }))
      return false;
    return instance.separations[a] == instance.separations[b] &&
           instance.equalStarts[a] == instance.equalStarts[b];
  };
  twinOf.assign(instance.size(), kNone);
  for (unsigned i = 0; i != order.size(); ++i)
    twinOf[order[i]] =
        i && alike(order[i - 1], order[i]) ? twinOf[order[i - 1]] : order[i];
}

//===----------------------------------------------------------------------===//
// Offsets of one buffer
//===----------------------------------------------------------------------===//

/// The lowest offset from `offset` on that is clear of what is in the way.
int64_t CanonicalSearch::clearObstacles(unsigned buffer, int64_t offset,
                                        bool mayJoin) const {
  for (const Obstacle &obstacle : obstacles[buffer]) {
    if (obstacle.range.begin >= offset + instance.sizes[buffer])
      break;
    if (obstacle.range.end <= offset || (mayJoin && obstacle.joinable))
      continue;
    offset = (obstacle.range.end + masks[buffer]) & ~masks[buffer];
  }
  return offset;
}

/// True where some partner starts at `offset` and nothing else is in the way.
bool CanonicalSearch::canJoin(unsigned buffer, int64_t offset) const {
  int64_t end = offset + instance.sizes[buffer];
  if (lows[buffer] > offset || (offset & masks[buffer]) || end > height)
    return false;
  bool found = false;
  for (unsigned other : instance.equalStarts[buffer]) {
    if (offsets[other] < 0)
      continue;
    if (offsets[other] == offset)
      found = true;
    else if (offsets[other] < end &&
             offsets[other] + instance.sizes[other] > offset)
      return false;
  }
  if (!found)
    return false;
  return none_of(obstacles[buffer], [&](const Obstacle &obstacle) {
    return obstacle.range.overlaps({offset, end}) &&
           !(obstacle.joinable && obstacle.range.begin == offset);
  });
}

//===----------------------------------------------------------------------===//
// Search
//===----------------------------------------------------------------------===//

void CanonicalSearch::start(int64_t newHeight, ArrayRef<unsigned> order) {
  height = newHeight;
  room = height + slack;
  steps = 0;
  unsigned count = instance.size();
  offsets = instance.fixed;
  ranks.assign(count, 0);
  twins.assign(count, kNone);
  std::vector<unsigned> lastTwin(count, kNone);
  frames.clear();
  pending.clear();
  candidates.clear();
  lists.clear();
  placedStack.clear();
  floorStack.clear();
  sectionStack.clear();
  for (auto [rank, buffer] : enumerate(order)) {
    ranks[buffer] = rank;
    if (instance.isFixed(buffer))
      continue;
    lists.push_back(buffer);
    unsigned &last = lastTwin[twinOf[buffer]];
    twins[buffer] = last;
    last = buffer;
  }
  floors.assign(count, kNowhere);
  lows.assign(count, kNowhere);
  left.assign(instance.numSections, 0);
  crossings.assign(instance.numSections + 1, 0);
  failures.assign(instance.numSections, 0);
  blame.assign(count, 0);
  for (unsigned buffer : lists) {
    floors[buffer] = clearObstacles(buffer, 0, /*mayJoin=*/false);
    lows[buffer] = clearObstacles(buffer, 0, /*mayJoin=*/true);
    for (Span span : instance.spans[buffer])
      for (unsigned s = span.begin; s != span.end; ++s)
        left[s] += bytes[buffer];
    for (unsigned s = reaches[buffer].begin + 1; s < reaches[buffer].end; ++s)
      ++crossings[s];
  }
  // Wrong on purpose: the first look at each section computes them.
  sectionFloors.assign(instance.numSections, -1);
  lowest.assign(instance.numSections, 0);
}

CanonicalSearch::Outcome CanonicalSearch::run(int64_t newHeight,
                                              ArrayRef<unsigned> order,
                                              int64_t limit) {
  start(newHeight, order);
  for (unsigned buffer : lists)
    if (lows[buffer] + instance.sizes[buffer] > height)
      return Outcome::Exhausted;
  if (!checkSections(0, instance.numSections, 0))
    return Outcome::Exhausted;
  Part whole = {0, lists.size(), 0, instance.numSections, 0, -1, -1};
  split(whole, kNone);
  // Goes on from the topmost frame; parts that are pending come first.
  bool goesOn = true;
  while (true) {
    if (goesOn) {
      if (pending.empty())
        return Outcome::Found;
      Part part = pending.back();
      pending.pop_back();
      enter(part);
    }
    Frame &frame = frames.back();
    undo(frame);
    bool failed =
        frame.nextCandidate == frame.numCandidates || frame.placedBase;
    if (failed) {
      int parent = frame.part.parent;
      if (parent < 0)
        return Outcome::Exhausted;
      candidates.resize(frames[parent + 1].firstCandidate);
      frames.resize(parent + 1);
      goesOn = false;
      continue;
    }
    if (++steps > limit)
      return Outcome::Limit;
    Candidate candidate =
        candidates[frame.firstCandidate + frame.nextCandidate++];
    goesOn = place(frame, candidate);
    if (goesOn) {
      Part rest = frame.part;
      rest.level = candidate.offset;
      // One that comes first anyway takes nothing from the others.
      if (!frame.forced)
        rest.lastRank = candidate.joins ? int64_t(instance.size())
                                        : int64_t(candidate.rank);
      rest.parent = frames.size() - 1;
      split(rest, candidate.buffer);
    }
  }
}

void CanonicalSearch::enter(const Part &part) {
  Frame frame;
  frame.part = part;
  frame.firstCandidate = candidates.size();
  frame.nextCandidate = 0;
  frame.listMark = lists.size();
  frame.pendingMark = pending.size();
  frame.placedMark = placedStack.size();
  frame.floorMark = floorStack.size();
  frame.sectionMark = sectionStack.size();
  frame.placedBase = frame.forced = false;
  collectCandidates(frame);
  frames.push_back(frame);
}

void CanonicalSearch::collectCandidates(Frame &frame) {
  const Part &part = frame.part;
  ArrayRef<unsigned> list = ArrayRef<unsigned>(lists).slice(
      part.listBegin, part.listEnd - part.listBegin);
  // In each section the next buffer must start early enough for the rest.
  int64_t highest = kNowhere;
  for (unsigned s = part.sectionBegin; s != part.sectionEnd; ++s)
    if (left[s])
      highest = std::min(highest, room - left[s]);
  for (unsigned buffer : list) {
    // Dominance: below the lowest end that some buffer could have.
    int64_t floor = floors[buffer];
    highest = std::min(highest, floor + instance.sizes[buffer] - 1);
    if (floor >= part.level && floor <= highest &&
        floor + instance.sizes[buffer] <= height &&
        (floor > part.level || int64_t(ranks[buffer]) > part.lastRank) &&
        isTwinFree(buffer))
      candidates.push_back({floor, ranks[buffer], buffer, false});
  }
  if (instance.equalStarts.numValues() && part.level <= highest)
    for (unsigned buffer : list)
      if (!instance.equalStarts[buffer].empty() && isTwinFree(buffer))
        collectJoins(buffer, part.level);
  candidates.erase(std::remove_if(candidates.begin() + frame.firstCandidate,
                                  candidates.end(),
                                  [&](const Candidate &candidate) {
                                    return candidate.offset > highest;
                                  }),
                   candidates.end());
  std::sort(candidates.begin() + frame.firstCandidate, candidates.end());
  frame.numCandidates = candidates.size() - frame.firstCandidate;
  frame.forced = false;
  for (size_t i = frame.firstCandidate; i != candidates.size(); ++i) {
    Candidate candidate = candidates[i];
    if (candidate.offset != part.level || candidate.joins)
      break;
    if (!isBase(candidate, part.level))
      continue;
    candidates[frame.firstCandidate] = candidate;
    candidates.resize(frame.firstCandidate + 1);
    frame.numCandidates = 1;
    frame.forced = true;
    return;
  }
}

/// A buffer may join partners at the level, and above it only those whose
/// offsets are given.
void CanonicalSearch::collectJoins(unsigned buffer, int64_t level) {
  if (canJoin(buffer, level))
    candidates.push_back({level, ranks[buffer], buffer, true});
  for (const Obstacle &obstacle : obstacles[buffer]) {
    int64_t offset = obstacle.range.begin;
    if (obstacle.joinable && offset > level && canJoin(buffer, offset))
      candidates.push_back({offset, ranks[buffer], buffer, true});
  }
}

/// True where the candidate may come first in every placement.
bool CanonicalSearch::isBase(const Candidate &candidate, int64_t level) const {
  int64_t top = candidate.offset + instance.sizes[candidate.buffer];
  for (unsigned other : instance.conflicts[candidate.buffer])
    if (lows[other] < top && !mayGoAbove(other, candidate, level))
      return false;
  return none_of(instance.equalStarts[candidate.buffer],
                 [&](unsigned other) { return lows[other] < top; });
}

bool CanonicalSearch::mayGoAbove(unsigned buffer, const Candidate &base,
                                 int64_t level) const {
  return hulls[base.buffer].begin <= hulls[buffer].begin &&
         hulls[buffer].end <= hulls[base.buffer].end &&
         std::max(lows[buffer], level) >= base.offset &&
         instance.spans[base.buffer].size() == 1 && !hasPairs[buffer] &&
         (instance.sizes[base.buffer] & masks[buffer]) == 0 &&
         obstacles[buffer].empty();
}

bool CanonicalSearch::place(Frame &frame, const Candidate &candidate) {
  unsigned buffer = candidate.buffer;
  placedStack.push_back(buffer);
  floorStack.push_back({buffer, floors[buffer], lows[buffer]});
  offsets[buffer] = candidate.offset;
  floors[buffer] = lows[buffer] = kNowhere;
  for (Span span : instance.spans[buffer])
    for (unsigned s = span.begin; s != span.end; ++s)
      left[s] -= bytes[buffer];
  for (unsigned s = reaches[buffer].begin + 1; s < reaches[buffer].end; ++s)
    --crossings[s];

  int64_t top = candidate.offset + instance.sizes[buffer];
  Span touched = hulls[buffer];
  frame.placedBase = true;
  bool fits = true;
  for (unsigned other : instance.conflicts[buffer]) {
    if (lows[other] >= top)
      continue;
    frame.placedBase &= mayGoAbove(other, candidate, frame.part.level);
    raise(other, top, /*mayJoin=*/false);
    fits &= lows[other] + instance.sizes[other] <= height;
    touched.begin = std::min(touched.begin, hulls[other].begin);
    touched.end = std::max(touched.end, hulls[other].end);
  }
  for (unsigned other : instance.equalStarts[buffer]) {
    if (lows[other] == kNowhere)
      continue;
    frame.placedBase &= lows[other] >= top;
    if (floors[other] < top)
      raise(other, top, /*mayJoin=*/true);
  }
  return checkSections(touched.begin, touched.end, candidate.offset) && fits;
}

void CanonicalSearch::raise(unsigned buffer, int64_t top, bool mayJoin) {
  floorStack.push_back({buffer, floors[buffer], lows[buffer]});
  int64_t offset = (top + masks[buffer]) & ~masks[buffer];
  bool isClear = obstacles[buffer].empty();
  if (!mayJoin)
    lows[buffer] = isClear ? offset : clearObstacles(buffer, offset, true);
  if (floors[buffer] < offset)
    floors[buffer] = isClear ? offset : clearObstacles(buffer, offset, false);
}

bool CanonicalSearch::checkSections(unsigned begin, unsigned end,
                                    int64_t level) {
  bool fits = true;
  for (unsigned s = begin; s != end; ++s) {
    if (!left[s])
      continue;
    if (lows[lowest[s]] != sectionFloors[s]) {
      sectionStack.push_back({s, lowest[s], sectionFloors[s]});
      int64_t floor = kNowhere;
      for (unsigned buffer : members[s])
        if (lows[buffer] < floor) {
          floor = lows[buffer];
          lowest[s] = buffer;
        }
      sectionFloors[s] = floor;
    }
    if (std::max(sectionFloors[s], level) + left[s] <= room)
      continue;
    fits = false;
    ++failures[s];
    for (unsigned buffer : members[s])
      if (lows[buffer] != kNowhere)
        ++blame[buffer];
    break;
  }
  return fits;
}

void CanonicalSearch::undo(const Frame &frame) {
  for (; sectionStack.size() > frame.sectionMark; sectionStack.pop_back()) {
    const SectionChange &change = sectionStack.back();
    lowest[change.section] = change.lowest;
    sectionFloors[change.section] = change.floor;
  }
  for (; floorStack.size() > frame.floorMark; floorStack.pop_back()) {
    const FloorChange &change = floorStack.back();
    floors[change.buffer] = change.floor;
    lows[change.buffer] = change.low;
  }
  for (; placedStack.size() > frame.placedMark; placedStack.pop_back()) {
    unsigned buffer = placedStack.back();
    offsets[buffer] = -1;
    for (Span span : instance.spans[buffer])
      for (unsigned s = span.begin; s != span.end; ++s)
        left[s] += bytes[buffer];
    for (unsigned s = reaches[buffer].begin + 1; s < reaches[buffer].end; ++s)
      ++crossings[s];
  }
  lists.resize(frame.listMark);
  pending.resize(frame.pendingMark);
}

void CanonicalSearch::split(const Part &part, unsigned placed) {
  cuts.clear();
  for (unsigned s = part.sectionBegin + 1; s < part.sectionEnd; ++s)
    if (!crossings[s])
      cuts.push_back(s);
  cuts.push_back(part.sectionEnd);
  size_t firstPart = pending.size();
  unsigned begin = part.sectionBegin;
  for (unsigned end : cuts) {
    Part piece = part;
    piece.sectionBegin = begin;
    piece.sectionEnd = end;
    piece.listBegin = lists.size();
    for (size_t i = part.listBegin; i != part.listEnd; ++i) {
      unsigned buffer = lists[i];
      if (buffer != placed &&
          (cuts.size() == 1 ||
           (hulls[buffer].begin >= begin && hulls[buffer].begin < end)))
        lists.push_back(buffer);
    }
    piece.listEnd = lists.size();
    if (piece.listEnd != piece.listBegin)
      pending.push_back(piece);
    begin = end;
  }
  if (pending.size() <= firstPart + 1)
    return;
  // The smallest is searched first: if it fails, it fails soon.
  std::sort(pending.begin() + firstPart, pending.end(),
            [](const Part &a, const Part &b) {
              return std::make_pair(b.listEnd - b.listBegin, a.sectionBegin) <
                     std::make_pair(a.listEnd - a.listBegin, b.sectionBegin);
            });
}
