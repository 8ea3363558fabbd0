//===- TileLiveness.cpp - When the bytes of buffers are needed ------------===//

#include "pto/Analysis/TileLiveness.h"

#include "pto/Analysis/LoadHazard.h"
#include "pto/Analysis/Takeover.h"
#include "pto/IR/PTOOps.h"

using namespace mlir;
using namespace mlir::pto;

/// The value that stands for a buffer and all of its slots.
static Value getRoot(Value buffer) {
  Operation *root = getBufferRoot(buffer);
  return root ? root->getResult(0) : buffer;
}

TileLiveness::TileLiveness(FunctionOpInterface function,
                           BoundAnalyses &analyses, const TargetModel &model)
    : memrefs(analyses.memrefs), contents(analyses.contents) {
  // In the order of the allocs.
  function->walk([&](Operation *op) {
    if (isa<AllocOp, DeclareMemRefOp>(op))
      lives[op->getResult(0)];
  });
  for (auto [i, content] :
       llvm::enumerate(contents.getContents().getContents()))
    if (Value buffer = getRoot(memrefs.getBuffer(content.tile))) {
      BufferLife &life = lives[buffer];
      life.contents.push_back(i);
      llvm::append_range(life.sections, contents.getSections(i));
    }
  for (auto &[buffer, life] : lives)
    normalizeSections(life.sections);
  collectTakeovers(function, model);
}

ArrayRef<Section> TileLiveness::getSections(Value buffer) const {
  auto it = lives.find(buffer);
  return it == lives.end() ? ArrayRef<Section>() : it->second.sections;
}

void TileLiveness::collectTakeovers(FunctionOpInterface function,
                                    const TargetModel &model) {
  LoadHazard hazard(function, contents.getContents(), model);
  auto endsAt = [&](Value buffer, ProgramPoint point) {
    ArrayRef<Section> sections = getSections(buffer);
    const Section *it = llvm::partition_point(
        sections, [&](const Section &s) { return s.end < point; });
    return it != sections.end() && it->end == point;
  };
  auto getOffset = [&](Value tile) -> std::optional<int64_t> {
    const TileMemRef &memref = memrefs.lookup(tile);
    if (!memref.hasConstantOffset())
      return std::nullopt;
    return memref.getConstantOffset();
  };
  for (Operation *op : getPoints().getOps()) {
    auto storage = dyn_cast<TileStorageOpInterface>(op);
    if (!storage)
      continue;
    for (OpResult result : op->getResults()) {
      unsigned number = result.getResultNumber();
      if (!isa<TileType>(result.getType()) ||
          storage.getResultStorage(number).kind != ResultStorage::Kind::Fresh)
        continue;
      Value to = getRoot(memrefs.getBuffer(result));
      if (!to)
        continue;
      for (OpOperand &operand : op->getOpOperands()) {
        if (!isa<TileType>(operand.get().getType()) ||
            storage.getTileAccess(operand.getOperandNumber()) ==
                TileAccess::None)
          continue;
        Value from = getRoot(memrefs.getBuffer(operand.get()));
        if (!from || from == to || !endsAt(from, getPoints().getWrite(op)))
          continue;
        std::optional<int64_t> fromOffset = getOffset(operand.get()),
                               toOffset = getOffset(result);
        Takeover::Rule rule = Takeover::Rule::Allowed;
        if (!fromOffset || !toOffset ||
            !mayTakeOver(storage, number, operand, model.getTarget()))
          rule = Takeover::Rule::ForbiddenByOp;
        else if (hazard.forbids(op, operand.get()))
          rule = Takeover::Rule::ForbiddenByChip;
        takeovers.push_back({op, operand.getOperandNumber(), number, from, to,
                             fromOffset.value_or(0), toOffset.value_or(0),
                             rule});
      }
    }
  }
}

//===----------------------------------------------------------------------===//
// By byte ranges
//===----------------------------------------------------------------------===//

/// More cuts than this in one buffer are not worth their time: the buffer then
/// counts as one part.
static constexpr unsigned kMaxCuts = 64;

TileLiveness::ByteRange TileLiveness::getRange(Value tile, Value buffer) const {
  auto alloc = buffer.getDefiningOp<AllocOp>();
  ByteRange whole(0, alloc ? alloc.getSize()
                           : std::numeric_limits<int64_t>::max());
  const TileMemRef &memref = memrefs.lookup(tile);
  if (!memref.hasConstantOffset() || memref.size <= 0 ||
      getRoot(memref.buffer) != buffer)
    return whole;
  int64_t begin = std::max<int64_t>(memref.getConstantOffset(), 0);
  int64_t end =
      std::min(memref.getConstantOffset() + memref.size, whole.second);
  return begin < end ? ByteRange(begin, end) : whole;
}

SmallVector<LivePart> TileLiveness::getParts(Value buffer) {
  auto it = lives.find(buffer);
  if (it == lives.end() || it->second.sections.empty())
    return {};
  return getParts(buffer, it->second.contents);
}

SmallVector<LivePart> TileLiveness::getContentParts(unsigned content) {
  Value buffer = getRoot(
      memrefs.getBuffer(contents.getContents().getContents()[content].tile));
  return buffer ? getParts(buffer, content) : SmallVector<LivePart>();
}

SmallVector<LivePart> TileLiveness::getParts(Value buffer,
                                             ArrayRef<unsigned> some) {
  // Each content, once for each range of it that somebody needs.
  llvm::MapVector<ByteRange, SmallVector<Section>> ranges;
  for (unsigned number : some) {
    Value tile = contents.getContents().getContents()[number].tile;
    ByteRange whole = getRange(tile, buffer);
    llvm::MapVector<ByteRange, SmallVector<TileUse>> byRange;
    byRange[whole];
    bool isFilled =
        contents.getContents().getContents()[number].isFilledByParts;
    for (const TileUse &use : contents.getUses(number))
      byRange[isFilled ? whole : getRange(use.tile, buffer)].push_back(use);
    for (auto &[range, uses] : byRange)
      llvm::append_range(ranges[range], contents.computeSections(number, uses));
  }
  SmallVector<int64_t> cuts;
  for (auto &[range, sections] : ranges) {
    cuts.push_back(range.first);
    cuts.push_back(range.second);
  }
  llvm::sort(cuts);
  cuts.erase(llvm::unique(cuts), cuts.end());
  if (cuts.size() > kMaxCuts)
    cuts = {cuts.front(), cuts.back()};
  SmallVector<LivePart> parts;
  for (unsigned i = 0; i + 1 < cuts.size(); ++i) {
    LivePart part{cuts[i], cuts[i + 1], {}};
    for (auto &[range, sections] : ranges)
      if (range.first < part.end && part.begin < range.second)
        llvm::append_range(part.sections, sections);
    normalizeSections(part.sections);
    if (part.sections.empty())
      continue;
    if (!parts.empty() && parts.back().end == part.begin &&
        parts.back().sections == part.sections)
      parts.back().end = part.end;
    else
      parts.push_back(std::move(part));
  }
  return parts;
}
