//===- Oracle.cpp - A second opinion on memory plans ----------------------===//

#include "pto/Smith/Oracle.h"

#include "Machine.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::pto;
using namespace mlir::pto::smith;

Judgement pto::smith::judgeAddresses(func::FuncOp function,
                                     const TargetModel &model) {
  struct Range {
    MemorySpace space;
    int64_t begin, end;
    /// Nobody else may be here.
    bool isExclusive;
  };
  SmallVector<Range> ranges;
  Judgement judgement;
  auto wrong = [&](const Twine &reason) {
    if (judgement.verdict == Verdict::Right)
      judgement = {Verdict::Wrong, reason.str()};
  };
  auto kind = function->getAttrOfType<FunctionKindAttr>(AttrNames::kind);
  bool isCube = kind && kind.getValue() == FunctionKind::AIC;
  function.walk([&](Operation *op) {
    if (auto reserve = dyn_cast<SystemReserveBufferOp>(op)) {
      ranges.push_back({isCube ? MemorySpace::Mat : MemorySpace::Vec,
                        int64_t(reserve.getBase()),
                        int64_t(reserve.getBase() + reserve.getSize()), true});
      return;
    }
    if (auto alloc = dyn_cast<AllocOp>(op)) {
      if (alloc->use_empty())
        return;
      int64_t begin = alloc.getAddr(), end = begin + alloc.getSize();
      std::optional<int64_t> capacity = model.getCapacity(alloc.getSpace());
      if (!alloc.isPlaced())
        return wrong("a buffer has no address");
      if (begin % 32 != 0)
        wrong(llvm::formatv("a buffer starts at {0}", begin));
      if (!capacity || end > *capacity)
        wrong(llvm::formatv("a buffer ends at {0}", end));
      ranges.push_back({alloc.getSpace(), begin, end, alloc.getPinned()});
      return;
    }
    auto storage = dyn_cast<TileStorageOpInterface>(op);
    if (!storage)
      return;
    for (OpResult result : op->getResults()) {
      auto type = dyn_cast<TileType>(result.getType());
      unsigned number = result.getResultNumber();
      if (!type ||
          storage.getResultStorage(number).kind != ResultStorage::Kind::Fresh)
        continue;
      Value buffer = storage.getBuffer(number);
      auto slot = buffer ? buffer.getDefiningOp<SlotOp>() : SlotOp();
      if (slot)
        buffer = slot.getBuffer();
      auto alloc = buffer ? buffer.getDefiningOp<AllocOp>() : AllocOp();
      if (!alloc || alloc.getSpace() != type.getSpace())
        return wrong("a tile has no buffer in its memory");
      int64_t size = slot ? alloc.getSlotSize() : int64_t(alloc.getSize());
      if (model.getStorageBytes(type).value_or(0) > size)
        wrong("a buffer is too small for its tile");
    }
  });
  for (size_t i = 0; i != ranges.size(); ++i)
    for (size_t j = i + 1; j != ranges.size(); ++j) {
      const Range &a = ranges[i], &b = ranges[j];
      if ((a.isExclusive || b.isExclusive) && a.space == b.space &&
          a.begin < b.end && b.begin < a.end)
        wrong("somebody is in a range that is another's alone");
    }
  return judgement;
}

Judgement pto::smith::execute(func::FuncOp function, const TargetModel &model,
                              uint64_t choices) {
  return Machine(model, choices).run(function);
}

Judgement pto::smith::judge(func::FuncOp function, const TargetModel &model,
                            unsigned executions) {
  Judgement judgement = judgeAddresses(function, model);
  for (unsigned i = 0; i != executions && judgement.verdict == Verdict::Right;
       ++i)
    judgement = execute(function, model, i);
  return judgement;
}
