//===- Contents.cpp - What bytes can hold, and why ------------------------===//

#include "Contents.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::pto;
using namespace mlir::pto::verify;

Content Contents::getCommon(ArrayRef<Content> all) const {
  if (all.empty())
    return kNothing;
  // What is as good as the first, best first, without what is not as good as
  // another.
  SmallVector<Content> chain;
  for (Content content = all.front(); content != kNothing;
       content = infos[content].same)
    chain.push_back(content);
  for (Content other : all.drop_front()) {
    DenseSet<Content> good;
    for (Content content = other; content != kNothing;
         content = infos[content].same)
      good.insert(content);
    auto *first = llvm::find_if(
        chain, [&](Content content) { return good.contains(content); });
    chain.erase(chain.begin(), first);
  }
  return chain.empty() ? kNothing : chain.front();
}

void Explanation::explain(Operation *reader, const Tile &tile, Interval bytes,
                          Content found) {
  const Contents::Info &wanted = contents.get(tile.content);
  if (wanted.value) {
    std::string made = nameOf(wanted.value) + " is made here";
    if (wanted.value != tile.value)
      made += ", with the bytes of " + nameOf(tile.value);
    notes.push_back({wanted.value.getLoc(), std::move(made)});
  }
  const Contents::Info &info = contents.get(found);
  switch (info.kind) {
  case Contents::Info::Kind::Nothing:
  case Contents::Info::Kind::Empty:
    holder = "nothing that is known";
    return;
  case Contents::Info::Kind::Tile: {
    holder = nameOf(info.value);
    const Site &site = map.get(info.value).site;
    notes.push_back({info.value.getLoc(),
                     holder + " is put here, at " + map.sites.describe(site)});
    return;
  }
  case Contents::Info::Kind::Lost:
    return explainWriter(reader, info.op, tile.site.area, bytes);
  case Contents::Info::Kind::Clobbered:
    return addWriter(info.op, tile.site.area, bytes);
  case Contents::Info::Kind::Called:
    holder = "what the callee of " + nameOf(info.op) + " may put there";
    notes.push_back({info.op->getLoc(), "called here"});
    return;
  }
}

/// The writer that somebody inside of `around` is, and how control comes from
/// it to the reader.
void Explanation::explainWriter(Operation *reader, Operation *around,
                                unsigned area, Interval bytes) {
  Operation *writer = nullptr;
  around->walk([&](Operation *op) {
    if (op == around)
      return;
    ByteSet writes;
    map.addWrites(op, writes);
    normalize(writes);
    if (haveCommonByte(writes, area, bytes))
      writer = op;
  });
  if (!writer) {
    holder = "nothing that is known";
    return;
  }
  addWriter(writer, area, bytes);
  addPath(writer, reader, around);
}

void Explanation::addWriter(Operation *writer, unsigned area, Interval bytes) {
  auto isHit = [&](const Site &site) {
    return site.isInMemory() && site.area == area &&
           haveCommonByte(map.sites.getReach(site), bytes);
  };
  auto storage = dyn_cast<TileStorageOpInterface>(writer);
  if (!storage) {
    holder = "what the callee of " + nameOf(writer) + " may put there";
    notes.push_back({writer->getLoc(), "called here"});
    return;
  }
  Accesses accesses = Accesses::get(storage);
  SmallVector<Value> results(accesses.fresh.begin(), accesses.fresh.end());
  for (auto [operand, result] : accesses.inPlace)
    results.push_back(result);
  for (Value result : results) {
    const Site &site = map.get(result).site;
    if (!isHit(site))
      continue;
    holder = nameOf(result);
    notes.push_back({writer->getLoc(),
                     holder + " is put here, at " + map.sites.describe(site)});
    return;
  }
  holder = "a temporary of " + nameOf(writer);
  for (OpOperand *operand : accesses.clobbers) {
    const Site &site = map.get(operand->get()).site;
    if (!isHit(site))
      continue;
    notes.push_back({writer->getLoc(),
                     "the temporary " + nameOf(operand->get()) +
                         " is used here, at " + map.sites.describe(site)});
    return;
  }
}

/// What a region is to a reader of the program.
static std::string describeRegion(Region &region) {
  Operation *op = region.getParentOp();
  unsigned number = region.getRegionNumber();
  if (isa<scf::IfOp>(op))
    return number == 0 ? "the then-branch of this 'scf.if'"
                       : "the else-branch of this 'scf.if'";
  if (op->getNumRegions() == 1)
    return "the body of this " + nameOf(op);
  return "region " + std::to_string(number) + " of this " + nameOf(op);
}

void Explanation::addPath(Operation *writer, Operation *reader,
                          Operation *outermost) {
  for (Operation *inner = writer; inner != outermost;
       inner = inner->getParentOp()) {
    Region &region = *inner->getParentRegion();
    Operation *op = region.getParentOp();
    ControlGraph *graph = map.getGraph(op);
    bool isLoop = graph && llvm::any_of(graph->getWays(), [](const Way &way) {
                    return way.isBack;
                  });
    if (isLoop && op->isProperAncestor(reader))
      notes.push_back({op->getLoc(), "on the path through an earlier iteration "
                                     "of this " +
                                         nameOf(op)});
    else if (graph && !graph->isStraight())
      notes.push_back(
          {op->getLoc(), "on the path through " + describeRegion(region)});
  }
}
