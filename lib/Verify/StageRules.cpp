//===- StageRules.cpp - Stages of a pipeline are apart --------------------===//
//
// Copies of one tile in several stages of a pipeline may share bytes without
// any harm to values; the stages then wait for each other, which is what they
// were made to avoid. So this is a warning.
//
//===----------------------------------------------------------------------===//

#include "BufferRules.h"

#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::pto;
using namespace mlir::pto::verify;

namespace {
struct Member {
  int64_t stage;
  Interval bytes;
  Value tile;
  unsigned number;
};
} // namespace

/// The (group, stage) pairs of "0:1;3:0"; what is not one is passed over.
static SmallVector<std::pair<int64_t, int64_t>> parse(StringRef text) {
  SmallVector<std::pair<int64_t, int64_t>> pairs;
  SmallVector<StringRef> tokens;
  text.split(tokens, ';', -1, /*KeepEmpty=*/false);
  for (StringRef token : tokens) {
    auto [group, stage] = token.split(':');
    int64_t g, s;
    if (!group.trim().getAsInteger(10, g) && !stage.trim().getAsInteger(10, s))
      pairs.push_back({g, s});
  }
  return pairs;
}

void pto::verify::checkStages(TileMap &map, Findings &findings) {
  // By group and area.
  llvm::MapVector<std::pair<int64_t, unsigned>, SmallVector<Member>> groups;
  for (const auto &[i, tile] : llvm::enumerate(map.getTiles())) {
    Operation *op = tile.value ? tile.value.getDefiningOp() : nullptr;
    if (!op || !tile.site.isInMemory())
      continue;
    auto text = op->getAttrOfType<StringAttr>(AttrNames::pipelineMembership);
    if (!text)
      continue;
    for (auto [group, stage] : parse(text))
      groups[{group, tile.site.area}].push_back(
          {stage, map.sites.getHull(tile.site), tile.value, unsigned(i)});
  }
  for (auto &[key, members] : groups) {
    unsigned area = key.second;
    llvm::sort(members, [](const Member &a, const Member &b) {
      return std::tie(a.bytes.begin, a.number) <
             std::tie(b.bytes.begin, b.number);
    });
    // One warning for each pair of stages.
    llvm::DenseSet<std::pair<int64_t, int64_t>> told;
    SmallVector<const Member *> open;
    for (const Member &member : members) {
      llvm::erase_if(open, [&](const Member *other) {
        return other->bytes.end <= member.bytes.begin;
      });
      for (const Member *other : open) {
        auto stages = std::minmax(member.stage, other->stage);
        if (member.stage == other->stage || !told.insert(stages).second)
          continue;
        auto describe = [&](const Member &one) -> PlanViolation::Note {
          return {one.tile.getLoc(), nameOf(one.tile) + " of stage " +
                                         std::to_string(one.stage) + " is at " +
                                         map.sites.describe(area, one.bytes)};
        };
        findings.add(PlanRule::Stages, member.tile.getLoc(),
                     "stages " + Twine(stages.first) + " and " +
                         Twine(stages.second) + " of pipeline group " +
                         Twine(key.first) +
                         " share bytes, so that one waits for the other",
                     {describe(*other), describe(member)}, /*isWarning=*/true);
      }
      // One open member for each stage and end is enough.
      bool isCovered = llvm::any_of(open, [&](const Member *other) {
        return other->stage == member.stage &&
               other->bytes.end >= member.bytes.end;
      });
      if (!isCovered)
        open.push_back(&member);
    }
  }
}
