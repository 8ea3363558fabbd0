//===- BufferRules.cpp - What addresses must keep -------------------------===//

#include "BufferRules.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pto;
using namespace mlir::pto::verify;

namespace {
/// Bytes that somebody has for good.
struct Claim {
  MemorySpace space;
  Interval bytes;
  Operation *owner;
  std::string name;
  bool isReserved, isPinned;
  /// Order of addition.
  size_t number;
};

class Checker {
public:
  Checker(const TargetModel &model, const PlanVerifierOptions &options,
          Findings &findings)
      : model(model), options(options), findings(findings) {}

  void addBuffer(AllocOp alloc) {
    // Nobody can see a buffer that no tile is in. Device memory is placed by
    // somebody else.
    if (alloc->use_empty() || alloc.getSpace() == MemorySpace::DDR)
      return;
    std::string name = nameOfBuffer(alloc);
    if (!alloc.isPlaced()) {
      if (options.stage == PlanStage::Placed)
        findings.add(PlanRule::Bound, alloc.getLoc(),
                     "buffer " + name +
                         " has no address; run --allocate-memory-addr");
      return;
    }
    Claim claim{alloc.getSpace(),
                {},
                alloc,
                name,
                /*isReserved=*/false,
                /*isPinned=*/alloc.getPinned(),
                claims.size()};
    if (!setBytes(claim, alloc.getAddr(), alloc.getSize()))
      return;
    int64_t alignment = options.targetAlignment
                            ? model.getAssemblerAlignment(alloc.getSpace())
                            : 32;
    if (alloc.getAddr() % alignment != 0)
      findings.add(PlanRule::Alignment, alloc.getLoc(),
                   "buffer " + name + " starts at " + hex(alloc.getAddr()) +
                       ", which is no multiple of " + Twine(alignment));
    claims.push_back(std::move(claim));
  }

  void addReservation(SystemReserveBufferOp reserve, MemorySpace space) {
    std::string name = "'" + reserve.getName().str() + "'";
    if (reserve.getBase() < 0) {
      if (options.stage == PlanStage::Placed)
        findings.add(PlanRule::Reserved, reserve.getLoc(),
                     "the reserved range " + name +
                         " has no base; run --allocate-memory-addr");
      return;
    }
    Claim claim{space,
                {},
                reserve,
                "the reserved range " + name,
                /*isReserved=*/true,
                /*isPinned=*/false,
                claims.size()};
    if (setBytes(claim, reserve.getBase(), reserve.getSize()))
      claims.push_back(std::move(claim));
  }

  /// Finds overlaps that are wrong whatever the program does.
  void compare() {
    llvm::sort(claims, [](const Claim &a, const Claim &b) {
      auto key = [](const Claim &claim) {
        return std::tuple(unsigned(claim.space), claim.bytes.begin,
                          claim.bytes.end, claim.number);
      };
      return key(a) < key(b);
    });
    // Of all before, those that reach furthest: any, and one that nobody may
    // touch.
    const Claim *furthest = nullptr, *guarded = nullptr;
    for (const Claim &claim : claims) {
      if (furthest && furthest->space != claim.space)
        furthest = guarded = nullptr;
      bool isGuarded = claim.isReserved || claim.isPinned;
      const Claim *other = isGuarded ? furthest : guarded;
      if (other && other->bytes.overlaps(claim.bytes))
        reportOverlap(*other, claim);
      if (!furthest || claim.bytes.end > furthest->bytes.end)
        furthest = &claim;
      if (isGuarded && (!guarded || claim.bytes.end > guarded->bytes.end))
        guarded = &claim;
    }
  }

private:
  /// Rule mp-r6; false where the end of the range is no address.
  bool setBytes(Claim &claim, int64_t begin, int64_t size) {
    int64_t end;
    std::string what = claim.isReserved ? claim.name : "buffer " + claim.name;
    if (llvm::AddOverflow(begin, size, end)) {
      findings.add(PlanRule::Capacity, claim.owner->getLoc(),
                   what + " at " + hex(begin) + " with " + Twine(size) +
                       " bytes leaves 64 bits");
      return false;
    }
    claim.bytes = {begin, end};
    StringRef space = stringifyMemorySpace(claim.space);
    std::optional<int64_t> capacity = model.getCapacity(claim.space);
    if (!model.isNeutral() && !capacity)
      findings.add(PlanRule::Capacity, claim.owner->getLoc(),
                   what + " is in " + space + ", which target " +
                       model.getName() + " does not have");
    else if (capacity && end > *capacity)
      findings.add(PlanRule::Capacity, claim.owner->getLoc(),
                   what + " ends at " + hex(end) + ", but the " + space +
                       " memory of target " + model.getName() + " ends at " +
                       hex(*capacity));
    return true;
  }

  void reportOverlap(const Claim &a, const Claim &b) {
    // Who came later, of two that nobody may touch.
    auto isGuarded = [](const Claim &claim) {
      return claim.isReserved || claim.isPinned;
    };
    bool bothGuarded = isGuarded(a) && isGuarded(b);
    bool isFirst = bothGuarded ? a.number < b.number : isGuarded(a);
    const Claim &guarded = isFirst ? a : b, &other = isFirst ? b : a;
    Interval common{std::max(a.bytes.begin, b.bytes.begin),
                    std::min(a.bytes.end, b.bytes.end)};
    bool isReserved = guarded.isReserved || other.isReserved;
    StringRef space = stringifyMemorySpace(a.space);
    auto describe = [&](const Claim &claim) {
      return (claim.name + " is at " + space + " " + textOf(claim.bytes)).str();
    };
    std::string text =
        other.name + " takes " + (space + " " + textOf(common)).str() + " of " +
        (guarded.isReserved ? "" : "the pinned buffer ") + guarded.name;
    findings.add(isReserved ? PlanRule::Reserved : PlanRule::Pinned,
                 other.owner->getLoc(), text,
                 {{other.owner->getLoc(), describe(other)},
                  {guarded.owner->getLoc(), describe(guarded)}});
  }

  const TargetModel &model;
  const PlanVerifierOptions &options;
  Findings &findings;
  SmallVector<Claim> claims;
};
} // namespace

void pto::verify::checkBuffers(const TileMap &map, const TargetModel &model,
                               const PlanVerifierOptions &options,
                               FunctionOpInterface function,
                               Findings &findings) {
  Checker checker(model, options, findings);
  for (AllocOp alloc : map.buffers)
    checker.addBuffer(alloc);
  auto kind = function->getAttrOfType<FunctionKindAttr>(AttrNames::kind);
  MemorySpace space = kind && kind.getValue() == FunctionKind::AIC
                          ? MemorySpace::Mat
                          : MemorySpace::Vec;
  for (SystemReserveBufferOp reserve : map.reservations)
    checker.addReservation(reserve, space);
  checker.compare();
}
