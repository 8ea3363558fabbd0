//===- MemoryFacts.h - What an op says about memory ---------------*- C++
//-*-===//
//
// The vocabulary of the four op interfaces, and the compact constant in which
// an op of this dialect states its facts in ODS. Operand numbers in facts are
// the numbers of ODS operands (an index list counts as one operand).
//
//===----------------------------------------------------------------------===//

#ifndef PTO_IR_MEMORYFACTS_H
#define PTO_IR_MEMORYFACTS_H

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "pto/IR/PTOTypes.h"

#include <array>
#include <cstdint>

namespace mlir::pto {

/// An ordered list of at most two spaces; the first is the canonical one. An
/// empty list means that any space will do.
class SpaceList {
public:
  constexpr SpaceList() = default;
  constexpr SpaceList(MemorySpace a) : spaces{a, a}, count(1) {}
  constexpr SpaceList(MemorySpace a, MemorySpace b) : spaces{a, b}, count(2) {}
  constexpr bool empty() const { return count == 0; }
  constexpr MemorySpace front() const { return spaces[0]; }
  constexpr bool contains(MemorySpace space) const {
    for (unsigned i = 0; i < count; ++i)
      if (spaces[i] == space)
        return true;
    return false;
  }
  const MemorySpace *begin() const { return spaces.data(); }
  const MemorySpace *end() const { return spaces.data() + count; }

private:
  std::array<MemorySpace, 2> spaces{MemorySpace::DDR, MemorySpace::DDR};
  unsigned count = 0;
};

/// How the space of a result is found.
struct ResultSpaceRule {
  enum class Kind {
    None,      ///< The result is not a tile.
    Fixed,     ///< Always `space`.
    Requested, ///< The author's `to`; `space` where there is none.
    Deferred,  ///< No request was written: any of `choices` may be taken.
    SameAs,    ///< The space of operand `operand`.
    Declared,  ///< What the result's type says; `space` where it is silent.
  };
  Kind kind = Kind::None;
  MemorySpace space = MemorySpace::Vec;
  /// Operand number (of the operation, not of ODS) for SameAs.
  unsigned operand = 0;
  /// True where nobody loses data if the result is put elsewhere in spite of a
  /// request, because it holds no data yet.
  bool uninitialised = false;
};

/// Where the bytes of a result live.
struct ResultStorage {
  enum class Kind {
    None,    ///< No buffer of its own (popped from a pipe), or not a tile.
    Fresh,   ///< A buffer of its own, named by `into`.
    View,    ///< Bytes of operand `operand`; nothing is written.
    InPlace, ///< Overwrites operand `operand`.
  };
  Kind kind = Kind::None;
  unsigned operand = 0;
};

/// What an op does to the bytes of a tile operand.
enum class TileAccess { None, Read, Write, ReadWrite };

/// Constant facts of an op class, written in ODS as a chain of calls:
///   .in(0, MemorySpace::Vec).in(1, MemorySpace::Vec).fixed(MemorySpace::Vec)
struct OpMemoryFacts {
  static constexpr unsigned maxOperands = 6;

  struct Input {
    uint8_t operand = 0;
    SpaceList allowed;
  };

  std::array<Input, maxOperands> inputs{};
  unsigned numInputs = 0;
  ResultSpaceRule::Kind spaceRule = ResultSpaceRule::Kind::None;
  MemorySpace space = MemorySpace::Vec;
  unsigned spaceOperand = 0;
  bool uninitialised = false;
  ResultStorage::Kind storage = ResultStorage::Kind::None;
  unsigned storageOperand = 0;
  /// Bit k: the result may share no byte with ODS operand k.
  unsigned noAlias = 0;
  /// The same, on a5, where it differs.
  unsigned noAliasA5 = 0;
  bool noAliasDiffersOnA5 = false;
  /// The result may share no byte with operand 0 where it is wider.
  bool wideningNoAlias = false;
  /// Bit k: ODS operand k is a temporary: its bytes are clobbered.
  unsigned scratch = 0;
  /// Bit k: the result may take over temporary k, which is dead by then.
  unsigned reusableScratch = 0;
  /// Bit k: the bytes of ODS operand k are not read (declarations, views).
  unsigned unread = 0;
  /// The result repeats operand 0 unchanged, in other bytes.
  bool copiesFirst = false;
  /// Tile operands must be plain row-major on targets that ask for it.
  bool rowMajorInputs = false;
  bool readsGlobal = false;
  /// Bit k: device memory of ODS operand k is overwritten, other than in place.
  unsigned writtenGlobals = 0;
  bool synchronises = false;
  bool crossCore = false;
  bool crossRank = false;

  constexpr OpMemoryFacts in(uint8_t operand, SpaceList allowed) const {
    OpMemoryFacts f = *this;
    f.inputs[f.numInputs].operand = operand;
    f.inputs[f.numInputs++].allowed = allowed;
    return f;
  }
  constexpr OpMemoryFacts vec(uint8_t operand) const {
    return in(operand, MemorySpace::Vec);
  }
  constexpr OpMemoryFacts rule(ResultSpaceRule::Kind kind, MemorySpace s,
                               unsigned operand = 0) const {
    OpMemoryFacts f = *this;
    f.spaceRule = kind;
    f.space = s;
    f.spaceOperand = operand;
    return f;
  }
  constexpr OpMemoryFacts fixed(MemorySpace s) const {
    return rule(ResultSpaceRule::Kind::Fixed, s);
  }
  constexpr OpMemoryFacts requested(MemorySpace byDefault) const {
    return rule(ResultSpaceRule::Kind::Requested, byDefault);
  }
  constexpr OpMemoryFacts deferred() const {
    return rule(ResultSpaceRule::Kind::Deferred, MemorySpace::Vec);
  }
  constexpr OpMemoryFacts sameAs(unsigned operand) const {
    return rule(ResultSpaceRule::Kind::SameAs, MemorySpace::Vec, operand);
  }
  constexpr OpMemoryFacts declared() const {
    return rule(ResultSpaceRule::Kind::Declared, MemorySpace::Vec);
  }
  constexpr OpMemoryFacts relocatable() const {
    OpMemoryFacts f = *this;
    f.uninitialised = true;
    return f;
  }
  constexpr OpMemoryFacts stored(ResultStorage::Kind kind,
                                 unsigned operand = 0) const {
    OpMemoryFacts f = *this;
    f.storage = kind;
    f.storageOperand = operand;
    return f;
  }
  constexpr OpMemoryFacts fresh() const {
    return stored(ResultStorage::Kind::Fresh);
  }
  constexpr OpMemoryFacts viewOf(unsigned operand) const {
    OpMemoryFacts f = stored(ResultStorage::Kind::View, operand);
    f.unread |= 1u << operand;
    return f;
  }
  constexpr OpMemoryFacts inPlace(unsigned operand) const {
    return stored(ResultStorage::Kind::InPlace, operand);
  }
  constexpr OpMemoryFacts noAliasWith(unsigned mask) const {
    OpMemoryFacts f = *this;
    f.noAlias |= mask;
    return f;
  }
  /// The result may share bytes with no operand at all.
  constexpr OpMemoryFacts notInPlace() const { return noAliasWith(~0u); }
  constexpr OpMemoryFacts onA5NoAliasWith(unsigned mask) const {
    OpMemoryFacts f = *this;
    f.noAliasA5 = mask;
    f.noAliasDiffersOnA5 = true;
    return f;
  }
  constexpr OpMemoryFacts widening() const {
    OpMemoryFacts f = *this;
    f.wideningNoAlias = true;
    return f;
  }
  constexpr OpMemoryFacts tmp(unsigned operand) const {
    OpMemoryFacts f = *this;
    f.scratch |= 1u << operand;
    return f;
  }
  constexpr OpMemoryFacts reusable(unsigned operand) const {
    OpMemoryFacts f = *this;
    f.reusableScratch |= 1u << operand;
    return f;
  }
  constexpr OpMemoryFacts notRead(unsigned operand) const {
    OpMemoryFacts f = *this;
    f.unread |= 1u << operand;
    return f;
  }
  constexpr OpMemoryFacts copy() const {
    OpMemoryFacts f = *this;
    f.copiesFirst = true;
    return f;
  }
  constexpr OpMemoryFacts rowMajor(bool needed = true) const {
    OpMemoryFacts f = *this;
    f.rowMajorInputs = needed;
    return f;
  }
  constexpr OpMemoryFacts readsGM() const {
    OpMemoryFacts f = *this;
    f.readsGlobal = true;
    return f;
  }
  constexpr OpMemoryFacts writesGM(unsigned operand) const {
    OpMemoryFacts f = *this;
    f.writtenGlobals |= 1u << operand;
    return f;
  }
  constexpr OpMemoryFacts syncs() const {
    OpMemoryFacts f = *this;
    f.synchronises = true;
    return f;
  }
  constexpr OpMemoryFacts crossesCores() const {
    OpMemoryFacts f = *this;
    f.crossCore = true;
    return f;
  }
  constexpr OpMemoryFacts crossesRanks() const {
    OpMemoryFacts f = *this;
    f.crossRank = true;
    return f;
  }
};

/// Which temporaries the compiler itself must provide: a decision of the
/// target and of who plans memory downstream.
struct ScratchPolicy {
  std::optional<Target> target;
  /// False where the downstream assembler plans memory and brings its own
  /// temporaries.
  bool explicitAddresses = true;
};

/// A temporary that an op needs and does not have.
struct ScratchRequirement {
  SmallVector<int64_t> shape;
  Type elementType;
};

/// One axis of memory that effects are told about.
struct DeviceMemoryResource
    : public SideEffects::Resource::Base<DeviceMemoryResource> {
  StringRef getName() final { return "pto.device_memory"; }
};
struct OnChipMemoryResource
    : public SideEffects::Resource::Base<OnChipMemoryResource> {
  StringRef getName() final { return "pto.on_chip_memory"; }
};
struct SynchronisationResource
    : public SideEffects::Resource::Base<SynchronisationResource> {
  StringRef getName() final { return "pto.synchronisation"; }
};
struct CrossCorePipeResource
    : public SideEffects::Resource::Base<CrossCorePipeResource> {
  StringRef getName() final { return "pto.cross_core_pipe"; }
};
struct PeerRankResource : public SideEffects::Resource::Base<PeerRankResource> {
  StringRef getName() final { return "pto.peer_rank"; }
};

} // namespace mlir::pto

#endif // PTO_IR_MEMORYFACTS_H
