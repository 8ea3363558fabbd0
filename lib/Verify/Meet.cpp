//===- Meet.cpp - Memory where several ways meet --------------------------===//
//
// All states differ from memory in front of the op in bytes of their own only.
// While they are compared memory is as in front of the op; only at the end is
// it made what all ways agree on. The work is linear in what the states hold.
//
//===----------------------------------------------------------------------===//

#include "Execution.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::pto;
using namespace mlir::pto::verify;

using Cells = SmallVector<Cell, 0>;

static bool isBefore(const AreaBytes &a, const AreaBytes &b) {
  return a.area < b.area || (a.area == b.area && a.bytes.end <= b.bytes.begin);
}

/// The cells of a state that differ from memory.
static Cells getChanges(const Excerpt &state, const ShadowMemory &memory) {
  Cells changes;
  for (const Cell &cell : state.cells)
    memory.forEachCell(
        cell.where.area, cell.where.bytes, [&](Interval bytes, Content now) {
          if (now != cell.content)
            changes.push_back({{cell.where.area, bytes}, cell.content});
        });
  return changes;
}

/// Splits sorted `a` and `b` into pieces in both with equal contents, which
/// remain, and all other bytes of either, which are lost.
static Cells intersect(ArrayRef<Cell> a, ArrayRef<Cell> b, ByteSet &lost) {
  Cells both;
  auto *left = a.begin(), *right = b.begin();
  // Where the rest of the first cell begins.
  int64_t leftBegin = 0, rightBegin = 0;
  auto restOf = [](const Cell &cell, int64_t begin) {
    Cell rest = cell;
    rest.where.bytes.begin = std::max(rest.where.bytes.begin, begin);
    return rest;
  };
  while (left != a.end() && right != b.end()) {
    Cell x = restOf(*left, leftBegin), y = restOf(*right, rightBegin);
    if (isBefore(x.where, y.where)) {
      lost.push_back(x.where);
      leftBegin = 0;
      ++left;
      continue;
    }
    if (isBefore(y.where, x.where)) {
      lost.push_back(y.where);
      rightBegin = 0;
      ++right;
      continue;
    }
    Interval &xs = x.where.bytes, &ys = y.where.bytes;
    int64_t begin = std::max(xs.begin, ys.begin);
    int64_t end = std::min(xs.end, ys.end);
    if (xs.begin != ys.begin)
      lost.push_back({x.where.area, {std::min(xs.begin, ys.begin), begin}});
    if (x.content == y.content)
      both.push_back({{x.where.area, {begin, end}}, x.content});
    else
      lost.push_back({x.where.area, {begin, end}});
    leftBegin = rightBegin = end;
    if (xs.end == end) {
      ++left;
      leftBegin = 0;
    }
    if (ys.end == end) {
      ++right;
      rightBegin = 0;
    }
  }
  for (; left != a.end(); ++left, leftBegin = 0)
    lost.push_back(restOf(*left, leftBegin).where);
  for (; right != b.end(); ++right, rightBegin = 0)
    lost.push_back(restOf(*right, rightBegin).where);
  return both;
}

void Execution::meet(Operation *op, ArrayRef<const Arrival *> arrivals) {
  if (arrivals.empty())
    return;
  if (arrivals.size() == 1) {
    if (arrivals.front()->state)
      memory.restore(*arrivals.front()->cover, *arrivals.front()->state);
    return;
  }
  ByteSet lost;
  Cells agreed;
  for (auto [i, arrival] : llvm::enumerate(arrivals)) {
    Cells changes;
    if (arrival->state)
      changes = getChanges(*arrival->state, memory);
    agreed = i == 0 ? std::move(changes) : intersect(agreed, changes, lost);
  }
  KeptSlots slots = meetSlots(arrivals);
  memory.fill(lost, contents.getFor(op, Contents::Info::Kind::Lost));
  for (const Cell &cell : agreed)
    memory.write(cell.where.area, cell.where.bytes, cell.content);
  // That is no change of what slots hold: what they lost is known.
  for (auto &[area, cells] : slots)
    memory.getSlots(area) = std::move(cells);
}

/// What run-time slots hold at the end of every way.
Execution::KeptSlots Execution::meetSlots(ArrayRef<const Arrival *> arrivals) {
  KeptSlots kept;
  if (!map.sites.hasRuntimeSlots())
    return kept;
  llvm::SetVector<unsigned> areas;
  for (const Arrival *arrival : arrivals)
    if (arrival->cover)
      for (const AreaBytes &part : *arrival->cover)
        areas.insert(part.area);
  for (unsigned area : areas) {
    auto slotsOf = [&](const Arrival &arrival) -> ArrayRef<SlotCell> {
      if (!arrival.cover || llvm::none_of(*arrival.cover, [&](auto &part) {
            return part.area == area;
          }))
        return memory.getSlots(area);
      for (const auto &[other, cells] : arrival.state->slots)
        if (other == area)
          return cells;
      return {};
    };
    SmallVector<SlotCell> common(slotsOf(*arrivals.front()));
    for (const Arrival *arrival : arrivals.drop_front())
      llvm::erase_if(common, [&](const SlotCell &cell) {
        return !llvm::is_contained(slotsOf(*arrival), cell);
      });
    kept.push_back({area, std::move(common)});
  }
  return kept;
}
