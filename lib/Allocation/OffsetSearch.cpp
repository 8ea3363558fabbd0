//===- OffsetSearch.cpp - Every offset that matters, by penalty -----------===//

#include "OffsetSearch.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <set>

using namespace llvm;
using namespace mlir::pto;
using namespace mlir::pto::alloc;

/// Offsets that are looked at in one step.
static constexpr size_t kOffsetsPerStep = 64;

//===----------------------------------------------------------------------===//
// Facts of the instance
//===----------------------------------------------------------------------===//

OffsetSearch::OffsetSearch(const Instance &instance, ArrayRef<unsigned> order)
    : instance(instance), order(order.begin(), order.end()) {
  prepareNeighbours();
}

void OffsetSearch::prepareNeighbours() {
  std::vector<unsigned> depths(instance.size());
  for (auto [depth, buffer] : enumerate(order))
    depths[buffer] = depth;
  neighbours.resize(order.size());
  // A pair may be in several lists: each buffer has its rules gathered first.
  std::vector<Neighbour> rules(instance.size(), {0, false, false, 0});
  std::vector<unsigned> touched;
  for (auto [depth, buffer] : enumerate(order)) {
    auto ruleOf = [&, depth = depth](unsigned other) -> Neighbour * {
      if (depths[other] <= depth)
        return nullptr;
      Neighbour &rule = rules[other];
      if (!rule.isHard && !rule.mayStartAlike && !rule.weight)
        touched.push_back(other);
      return &rule;
    };
    touched.clear();
    for (unsigned other : instance.conflicts[buffer])
      if (Neighbour *rule = ruleOf(other))
        rule->isHard = true;
    for (unsigned other : instance.equalStarts[buffer])
      if (Neighbour *rule = ruleOf(other))
        rule->mayStartAlike = true;
    for (const SoftEdge &edge : instance.penalties[buffer])
      if (Neighbour *rule = ruleOf(edge.other))
        rule->weight = edge.weight;
    llvm::sort(touched);
    for (unsigned other : touched) {
      Neighbour rule = std::exchange(rules[other], {0, false, false, 0});
      rule.other = depths[other];
      neighbours[depth].push_back(rule);
    }
  }
}

//===----------------------------------------------------------------------===//
// Offsets
//===----------------------------------------------------------------------===//

bool OffsetSearch::collectOffsets(size_t most,
                                  std::vector<int64_t> &all) const {
  std::set<int64_t> alignments(instance.alignments.begin(),
                               instance.alignments.end());
  std::set<std::pair<int64_t, int64_t>> shapes;
  for (unsigned i = 0; i != instance.size(); ++i)
    shapes.insert({instance.alignments[i], instance.sizes[i]});
  // Tops of buffers, each with the offsets that stand on it.
  std::set<int64_t> tops, offsets;
  std::vector<int64_t> work;
  auto addTop = [&](int64_t top) {
    if (top < height && tops.insert(top).second)
      work.push_back(top);
  };
  addTop(0);
  for (const Range &range : instance.reserved)
    addTop(range.end);
  for (unsigned i = 0; i != instance.size(); ++i)
    if (instance.isFixed(i)) {
      offsets.insert(instance.fixed[i]);
      addTop(instance.fixed[i] + instance.sizes[i]);
    }
  // A group of equal starts may start where a fixed member does.
  std::vector<int64_t> given(offsets.begin(), offsets.end());
  auto stack = [&](int64_t offset) {
    for (auto [alignment, size] : shapes)
      if (!(offset & (alignment - 1)) && size <= height - offset)
        addTop(offset + size);
  };
  for (int64_t offset : given)
    stack(offset);
  while (!work.empty()) {
    int64_t top = work.back();
    work.pop_back();
    for (int64_t alignment : alignments) {
      int64_t offset = alignUp(top, alignment);
      if (offset >= height || !offsets.insert(offset).second)
        continue;
      if (offsets.size() > most)
        return false;
      stack(offset);
    }
  }
  all.assign(offsets.begin(), offsets.end());
  return true;
}

bool OffsetSearch::areSlots() const {
  size_t count = starts[1];
  for (unsigned depth = 0; depth != order.size(); ++depth) {
    if (instance.isFixed(order[depth]) ||
        instance.sizes[order[depth]] != instance.sizes[order[0]] ||
        starts[depth + 1] - starts[depth] != count)
      return false;
    for (size_t i = 0; i != count; ++i)
      if (places[starts[depth] + i] != places[i])
        return false;
  }
  for (size_t i = 1; i < count; ++i)
    if (places[i] - places[i - 1] < instance.sizes[order[0]])
      return false;
  return true;
}

bool OffsetSearch::setHeight(int64_t newHeight, size_t most) {
  height = newHeight;
  std::vector<int64_t> all;
  if (!collectOffsets(most, all))
    return false;
  starts.assign(1, 0);
  places.clear();
  for (unsigned buffer : order) {
    int64_t size = instance.sizes[buffer];
    for (int64_t offset : all) {
      if (size > height - offset)
        break;
      if ((offset & (instance.alignments[buffer] - 1)) ||
          (instance.isFixed(buffer) && instance.fixed[buffer] != offset) ||
          instance.skipReserved(offset, size, 1) != offset)
        continue;
      places.push_back(offset);
    }
    starts.push_back(places.size());
  }
  slotsAreAlike = areSlots();
  return true;
}

//===----------------------------------------------------------------------===//
// Search
//===----------------------------------------------------------------------===//

OffsetSearch::Outcome OffsetSearch::run(int64_t below, int64_t enough,
                                        int64_t limit) {
  steps = 0;
  bound = 0;
  best.clear();
  unsigned count = order.size();
  suffixes.assign(count + 1, 0);
  for (unsigned begin = count; begin-- != 0;) {
    bool isDone = solveSuffix(begin, below, begin ? 0 : enough, limit);
    if (!begin && !suffixChosen.empty()) {
      best.assign(instance.size(), 0);
      for (unsigned depth = 0; depth != count; ++depth)
        best[order[depth]] = places[suffixChosen[depth]];
      bestPenalty = suffixBest;
    }
    if (!isDone)
      return Outcome::Limit;
    bound = suffixBest;
    if (suffixChosen.empty())
      return Outcome::Exhausted;
    suffixes[begin] = suffixBest;
  }
  return Outcome::Found;
}

void OffsetSearch::restart() {
  costs.assign(places.size(), 0);
  minimums.assign(order.size(), 0);
  chosen.assign(order.size(), 0);
  frames.clear();
  choices.clear();
  costTrail.clear();
  minimumTrail.clear();
  paid = cheapest = 0;
}

bool OffsetSearch::solveSuffix(unsigned begin, int64_t below, int64_t enough,
                               int64_t limit) {
  restart();
  suffixChosen.clear();
  suffixBest = below;
  enter(begin, below);
  while (!frames.empty()) {
    Frame &frame = frames.back();
    undo(frame);
    unsigned depth = begin + frames.size() - 1;
    if (frame.nextChoice == frame.numChoices) {
      choices.resize(frame.firstChoice);
      frames.pop_back();
      continue;
    }
    if (++steps > limit)
      return false;
    Choice choice = choices[frame.firstChoice + frame.nextChoice++];
    if (!place(depth, choice, suffixBest))
      continue;
    if (depth + 1 != order.size()) {
      enter(depth + 1, suffixBest);
      continue;
    }
    suffixBest = paid;
    suffixChosen = chosen;
    // The buffers that follow pay that much without this one.
    if (suffixBest <= std::max(suffixes[begin + 1], enough))
      break;
  }
  return true;
}

void OffsetSearch::enter(unsigned depth, int64_t below) {
  Frame frame;
  frame.firstChoice = choices.size();
  frame.nextChoice = 0;
  frame.costMark = costTrail.size();
  frame.minimumMark = minimumTrail.size();
  frame.paid = paid;
  frame.cheapest = cheapest;
  frame.slots = 0;
  if (!frames.empty()) {
    const Frame &last = frames.back();
    unsigned slot = chosen[depth - 1] - starts[depth - 1];
    frame.slots = std::max(last.slots, slot + 1);
  }
  int64_t rest = paid + cheapest - minimums[depth] + suffixes[depth + 1];
  for (size_t i = starts[depth]; i != starts[depth + 1]; ++i) {
    if (slotsAreAlike && i - starts[depth] > frame.slots)
      break;
    if (costs[i] < kBarred && rest + costs[i] < below)
      choices.push_back({costs[i], i});
  }
  std::sort(choices.begin() + frame.firstChoice, choices.end());
  frame.numChoices = choices.size() - frame.firstChoice;
  frames.push_back(frame);
}

bool OffsetSearch::place(unsigned depth, const Choice &choice, int64_t below) {
  chosen[depth] = choice.index;
  paid += choice.cost;
  cheapest -= minimums[depth];
  int64_t rest = paid + suffixes[depth + 1];
  if (rest + cheapest >= below)
    return false;
  int64_t offset = places[choice.index];
  int64_t top = offset + instance.sizes[order[depth]];
  size_t looked = 0;
  for (const Neighbour &neighbour : neighbours[depth]) {
    unsigned other = neighbour.other;
    auto first = places.begin() + starts[other];
    auto last = places.begin() + starts[other + 1];
    int64_t size = instance.sizes[order[other]];
    auto from = std::upper_bound(first, last, offset - size);
    bool changed = false;
    size_t i = from - places.begin();
    for (; i != starts[other + 1] && places[i] < top; ++i) {
      int64_t cost = costs[i];
      if (cost >= kBarred)
        continue;
      if (neighbour.isHard || (neighbour.mayStartAlike && places[i] != offset))
        cost = kBarred;
      else
        cost += neighbour.weight;
      if (cost == costs[i])
        continue;
      changed |= costs[i] == minimums[other];
      costTrail.push_back({i, costs[i]});
      costs[i] = cost;
    }
    if (!changed)
      continue;
    looked += starts[other + 1] - starts[other];
    updateMinimum(other);
    if (minimums[other] >= kBarred || rest + cheapest >= below) {
      steps += looked / kOffsetsPerStep;
      return false;
    }
  }
  steps += looked / kOffsetsPerStep;
  return true;
}

void OffsetSearch::updateMinimum(unsigned depth) {
  int64_t minimum = kBarred;
  for (size_t i = starts[depth]; i != starts[depth + 1]; ++i)
    minimum = std::min(minimum, costs[i]);
  if (minimum == minimums[depth])
    return;
  minimumTrail.push_back({depth, minimums[depth]});
  cheapest += minimum - minimums[depth];
  minimums[depth] = minimum;
}

void OffsetSearch::undo(const Frame &frame) {
  for (; costTrail.size() > frame.costMark; costTrail.pop_back())
    costs[costTrail.back().first] = costTrail.back().second;
  for (; minimumTrail.size() > frame.minimumMark; minimumTrail.pop_back())
    minimums[minimumTrail.back().first] = minimumTrail.back().second;
  paid = frame.paid;
  cheapest = frame.cheapest;
}
