//===- SlotPacker.cpp - Whole buffers that share --------------------------===//
//
// A tree over the slots holds, for each, up to which point it is known to be
// taken without a gap. Items of one size come in the order of their begins, so
// what is taken beyond the begin of an item is skipped in logarithmic time, and
// few slots are ever looked at.
//
//===----------------------------------------------------------------------===//

#include "SlotPacker.h"

#include "llvm/ADT/IntervalMap.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pto;

namespace {
/// The points at which a slot is taken; neighbours join.
using TakenMap = llvm::IntervalMap<ProgramPoint, char, 8,
                                   llvm::IntervalMapHalfOpenInfo<ProgramPoint>>;

struct Slot {
  explicit Slot(TakenMap::Allocator &allocator) : taken(allocator) {}
  TakenMap taken;
  /// The copies of pipelined loops that are in it; true where one is a load.
  std::map<int64_t, SmallVector<std::pair<int64_t, bool>, 1>> stages;
};

/// Least values over ranges of slots.
class MinTree {
public:
  void push(ProgramPoint value) {
    if (count == width) {
      std::vector<ProgramPoint> leaves(nodes.end() - count, nodes.end());
      width = std::max<unsigned>(2 * width, 64);
      nodes.assign(2 * width, kNever);
      llvm::copy(leaves, nodes.begin() + width);
      for (unsigned i = width - 1; i != 0; --i)
        nodes[i] = std::min(nodes[2 * i], nodes[2 * i + 1]);
    }
    set(count++, value);
  }
  void set(unsigned slot, ProgramPoint value) {
    unsigned i = width + slot;
    for (nodes[i] = value, i /= 2; i != 0; i /= 2)
      nodes[i] = std::min(nodes[2 * i], nodes[2 * i + 1]);
  }
  /// All slots count as free again, but for those that never are.
  void reset() {
    for (unsigned i = 0; i < count; ++i)
      if (nodes[width + i] != kNever)
        nodes[width + i] = 0;
    for (unsigned i = width; i-- > 1;)
      nodes[i] = std::min(nodes[2 * i], nodes[2 * i + 1]);
  }
  /// The first slot from `from` on whose value is at most `limit`; the number
  /// of slots where there is none.
  unsigned find(unsigned from, ProgramPoint limit) const {
    if (from >= count)
      return count;
    unsigned i = width + from;
    // Up and to the right, until a subtree holds one; then down to its first.
    while (nodes[i] > limit) {
      for (; i & 1; i /= 2)
        if (i == 1)
          return count;
      ++i;
    }
    while (i < width)
      i = nodes[2 * i] <= limit ? 2 * i : 2 * i + 1;
    return i - width;
  }

  static constexpr ProgramPoint kNever =
      std::numeric_limits<ProgramPoint>::max();

private:
  unsigned count = 0, width = 0;
  std::vector<ProgramPoint> nodes;
};

class Packer {
public:
  Packer(ArrayRef<SlotItem> items, const StageRule &rule)
      : items(items), rule(rule) {}

  SlotPlan run() {
    plan.slotOf.assign(items.size(), 0);
    isPlaced.resize(items.size());
    auto order = llvm::to_vector(llvm::seq<unsigned>(0, items.size()));
    llvm::sort(order, [&](unsigned a, unsigned b) {
      return std::tuple(-items[a].size, items[a].order, a) <
             std::tuple(-items[b].size, items[b].order, b);
    });
    int64_t size = 0;
    for (unsigned number : order) {
      ProgramPoint begin = beginOf(number);
      if (items[number].size != size || begin < lastBegin)
        free.reset();
      size = items[number].size;
      lastBegin = begin;
      place(number, findSlot(number, begin));
    }
    return std::move(plan);
  }

private:
  ProgramPoint beginOf(unsigned number) const {
    ArrayRef<Section> sections = items[number].sections;
    return sections.empty() ? 0 : sections.front().begin;
  }

  unsigned findSlot(unsigned number, ProgramPoint begin) {
    const SlotItem &item = items[number];
    if (item.isClosed)
      return slots.size();
    for (unsigned other : item.apart)
      if (isPlaced[other])
        barredFor[plan.slotOf[other]] = number + 1;
    // An item that is never needed is in nobody's way.
    ProgramPoint limit = item.sections.empty() ? MinTree::kNever - 1 : begin;
    for (unsigned i = free.find(0, limit); i < slots.size();
         i = free.find(i + 1, limit)) {
      Slot &slot = *slots[i];
      if (barredFor[i] == number + 1 || !stagesAgree(slot, item))
        continue;
      if (item.sections.empty())
        return i;
      auto taken = slot.taken.find(begin);
      if (taken.valid() && taken.start() <= begin) {
        free.set(i, taken.stop());
        continue;
      }
      bool isFree = llvm::all_of(item.sections, [&](const Section &section) {
        if (taken.valid())
          taken.advanceTo(section.begin);
        return !taken.valid() || taken.start() >= section.end;
      });
      if (isFree)
        return i;
    }
    return slots.size();
  }

  void place(unsigned number, unsigned i) {
    const SlotItem &item = items[number];
    if (i == slots.size()) {
      slots.push_back(std::make_unique<Slot>(allocator));
      free.push(item.isClosed ? MinTree::kNever : 0);
      barredFor.push_back(0);
      plan.leaders.push_back(number);
    }
    Slot &slot = *slots[i];
    for (const Section &section : item.sections)
      slot.taken.insert(section.begin, section.end, 0);
    for (const PipelineStage &stage : item.stages) {
      auto &list = slot.stages[stage.group];
      std::pair<int64_t, bool> entry(residueOf(stage), item.isLoad);
      if (!llvm::is_contained(list, entry))
        list.push_back(entry);
    }
    plan.slotOf[number] = i;
    isPlaced.set(number);
  }

  /// The number that must agree within a slot.
  int64_t residueOf(const PipelineStage &stage) const {
    auto it = rule.depths.find(stage.group);
    if (!rule.isGated || it == rule.depths.end())
      return stage.stage;
    ArrayRef<int64_t> stages = it->second.stages;
    return (llvm::lower_bound(stages, stage.stage) - stages.begin()) %
           it->second.depth;
  }

  bool stagesAgree(const Slot &slot, const SlotItem &item) const {
    if (!rule.isGated && !rule.separatesLoads)
      return true;
    return llvm::none_of(item.stages, [&](const PipelineStage &stage) {
      auto it = slot.stages.find(stage.group);
      if (it == slot.stages.end())
        return false;
      int64_t mine = residueOf(stage);
      return llvm::any_of(it->second, [&](std::pair<int64_t, bool> other) {
        return other.first != mine &&
               (rule.isGated || item.isLoad || other.second);
      });
    });
  }

  ArrayRef<SlotItem> items;
  const StageRule &rule;
  SlotPlan plan;
  BitVector isPlaced;
  TakenMap::Allocator allocator;
  std::vector<std::unique_ptr<Slot>> slots;
  MinTree free;
  /// The item, plus one, that last asked not to be in a slot.
  SmallVector<unsigned> barredFor;
  ProgramPoint lastBegin = 0;
};
} // namespace

SlotPlan pto::packSlots(ArrayRef<SlotItem> items, const StageRule &rule) {
  return Packer(items, rule).run();
}
