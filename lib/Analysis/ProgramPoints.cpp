//===- ProgramPoints.cpp - The moments of a function ----------------------===//

#include "pto/Analysis/ProgramPoints.h"

#include "mlir/IR/Visitors.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::pto;

ProgramPoints::ProgramPoints(Operation *function) {
  function->walk([&](Operation *op, const WalkStage &stage) {
    if (op == function)
      return;
    if (stage.isBeforeAllRegions()) {
      numbers[op] = ops.size();
      ops.push_back(op);
    }
    if (stage.isAfterAllRegions() && op->getNumRegions() != 0)
      lastInside[op] = ops.size() - 1;
  });
}

ProgramPoint ProgramPoints::getExit(Operation *op) const {
  auto it = lastInside.find(op);
  return 2 * (it == lastInside.end() ? getNumber(op) : it->second) + 2;
}

ProgramPoint ProgramPoints::getBegin(Region *region) const {
  unsigned first = getNumber(&region->front().front());
  // The function itself has no number.
  auto holder = numbers.find(region->getParentOp());
  bool isFirst = holder != numbers.end() && holder->second + 1 == first;
  return 2 * first - isFirst;
}

ProgramPoint ProgramPoints::getEnd(Region *region) const {
  return getExit(&region->back().back());
}

void pto::normalizeSections(SmallVectorImpl<Section> &sections) {
  if (sections.size() < 2)
    return;
  llvm::sort(sections, [](const Section &a, const Section &b) {
    return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
  });
  size_t last = 0;
  for (const Section &section : ArrayRef<Section>(sections).drop_front()) {
    if (section.begin <= sections[last].end)
      sections[last].end = std::max(sections[last].end, section.end);
    else
      sections[++last] = section;
  }
  sections.truncate(last + 1);
}

/// Skips the sections of the longer list that end before each of the shorter.
bool pto::overlap(ArrayRef<Section> a, ArrayRef<Section> b) {
  if (a.size() > b.size())
    std::swap(a, b);
  for (const Section &section : a) {
    b = b.drop_front(llvm::partition_point(b,
                                           [&](const Section &other) {
                                             return other.end <= section.begin;
                                           }) -
                     b.begin());
    if (b.empty())
      return false;
    if (b.front().begin < section.end)
      return true;
  }
  return false;
}
