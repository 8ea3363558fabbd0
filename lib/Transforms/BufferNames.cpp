//===- BufferNames.cpp - Names of buffers that mean the same bytes --------===//

#include "BufferNames.h"

#include "pto/Analysis/MemRefAnalysis.h"
#include "pto/IR/PTOOps.h"

using namespace mlir;
using namespace mlir::pto;

/// With more names than this that are known at run time only, nobody tries to
/// tell them apart.
static constexpr size_t kMaxNames = 64;

Value BufferNames::getCanonical(Value buffer) {
  Operation *root = getBufferRoot(buffer);
  if (!root)
    return buffer;
  auto slot = buffer.getDefiningOp<SlotOp>();
  IndexExpr index;
  if (slot)
    index = facts.getExpr(slot.getIndex());
  std::optional<int64_t> constant = slot ? index.getConstant() : 0;
  Names &own = names[root];
  if (constant) {
    auto [it, isNew] = own.constant.try_emplace(*constant, buffer);
    if (isNew)
      own.all.push_back(buffer);
    return it->second;
  }
  if (own.atRunTime.size() < kMaxNames)
    for (auto &[other, expr] : own.atRunTime) {
      IndexExpr difference = index;
      difference.add(expr, -1);
      if (difference.getConstant() == 0)
        return other;
    }
  own.atRunTime.emplace_back(buffer, std::move(index));
  own.all.push_back(buffer);
  return buffer;
}

SmallVector<Value> BufferNames::getRivals(Value canonical) const {
  SmallVector<Value> rivals;
  auto it = names.find(getBufferRoot(canonical));
  if (it == names.end() || it->second.atRunTime.empty())
    return rivals;
  const Names &own = it->second;
  bool isTooMany = own.atRunTime.size() > kMaxNames;
  for (Value other : own.all)
    if (other != canonical &&
        (isTooMany || ranges.mayShareBytes(canonical, other)))
      rivals.push_back(other);
  return rivals;
}
