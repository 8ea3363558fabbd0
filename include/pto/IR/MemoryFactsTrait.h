//===- MemoryFactsTrait.h - Interfaces answered from facts --------*- C++
//-*-===//
//
// The ops of this dialect state their memory facts once, as a constant. This
// trait turns them into answers of the op interfaces.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_IR_MEMORYFACTSTRAIT_H
#define PTO_IR_MEMORYFACTSTRAIT_H

#include "pto/IR/PTOInterfaces.h"

namespace mlir::pto {
namespace detail {

/// First operand and number of operands of an ODS operand.
using OperandSpan = std::pair<unsigned, unsigned>;
using SpanOf = llvm::function_ref<OperandSpan(unsigned)>;

/// Adds the effects that `facts` imply for `op` bound to `buffers`.
void addEffects(Operation *op, const OpMemoryFacts &facts, SpanOf spanOf,
                ValueRange buffers,
                SmallVectorImpl<MemoryEffects::EffectInstance> &effects);
bool forbidsSharing(Operation *op, const OpMemoryFacts &facts, unsigned result,
                    unsigned odsOperand, std::optional<Target> target);
TileAccess tileAccess(const OpMemoryFacts &facts, unsigned odsOperand);

template <typename Op>
using HasInto = decltype(std::declval<Op>().getIntoMutable());
template <typename Op>
using HasRequest = decltype(std::declval<Op>().getTargetMemoryAttr());
template <typename Op>
using HasOdsSegments =
    decltype(std::declval<Op>().getODSOperandIndexAndLength(0));

} // namespace detail

// What a record of the op table says of result shape and element type.
namespace detail {
LogicalResult verifySameAsFirst(Operation *op);
LogicalResult verifySameShapeAsFirst(Operation *op);
LogicalResult verifyElementwise(Operation *op);
LogicalResult verifyRowReduction(Operation *op);
LogicalResult verifyColReduction(Operation *op);
LogicalResult verifyMatmul(Operation *op);

// The result types that the same rules give; valid region and layout come from
// the first operand. Failures are told at `location`, where there is one.
using Types = SmallVectorImpl<Type>;
LogicalResult inferResultSameAsFirst(std::optional<Location> location,
                                     ValueRange operands,
                                     const OpMemoryFacts &facts, Types &types);
LogicalResult inferElementwiseResult(std::optional<Location> location,
                                     ValueRange operands,
                                     const OpMemoryFacts &facts, Types &types);
LogicalResult inferRowReductionResult(std::optional<Location> location,
                                      ValueRange operands,
                                      const OpMemoryFacts &facts, Types &types);
LogicalResult inferColReductionResult(std::optional<Location> location,
                                      ValueRange operands,
                                      const OpMemoryFacts &facts, Types &types);
LogicalResult inferMatmulResult(std::optional<Location> location,
                                ValueRange operands, const OpMemoryFacts &facts,
                                Types &types);
/// Layout, valid region and padding may differ from what a rule gives.
bool haveSameShapeAndElement(TypeRange inferred, TypeRange found);

/// `result`, laid out like the operand that it overwrites, looks at or is made
/// of element by element, where that one is not laid out as its space implies.
TileType followLayout(TileType result, Type operand);

/// Result spaces, and buffers: all fresh results are bound, or none.
LogicalResult verifyMemoryFacts(Operation *op);
} // namespace detail

template <typename ConcreteOp>
struct ResultSameAsFirst;
template <typename ConcreteOp>
struct ResultSameShapeAsFirst;
template <typename ConcreteOp>
struct ElementwiseResult;

template <typename ConcreteOp>
class MemoryFactsTrait
    : public OpTrait::TraitBase<ConcreteOp, MemoryFactsTrait> {
public:
  static LogicalResult verifyTrait(Operation *op) {
    return detail::verifyMemoryFacts(op);
  }

  SpaceList getAllowedSpaces(unsigned operand) {
    constexpr OpMemoryFacts facts = ConcreteOp::getMemoryFacts();
    for (unsigned i = 0; i < facts.numInputs; ++i)
      if (isPartOf(operand, facts.inputs[i].operand))
        return facts.inputs[i].allowed;
    return {};
  }

  bool needsRowMajor(unsigned operand) {
    constexpr OpMemoryFacts facts = ConcreteOp::getMemoryFacts();
    return facts.rowMajorInputs &&
           isa<TileType>(this->getOperation()->getOperand(operand).getType());
  }

  ResultSpaceRule getResultSpaceRule(unsigned result) {
    constexpr OpMemoryFacts facts = ConcreteOp::getMemoryFacts();
    ResultSpaceRule rule;
    rule.kind = facts.spaceRule;
    rule.space = facts.space;
    rule.uninitialised = facts.uninitialised;
    if (facts.spaceRule == ResultSpaceRule::Kind::SameAs)
      rule.operand = span(facts.spaceOperand).first;
    if constexpr (llvm::is_detected<detail::HasRequest, ConcreteOp>::value)
      if (MemorySpaceAttr request = concrete().getTargetMemoryAttr()) {
        rule.kind = ResultSpaceRule::Kind::Requested;
        rule.space = request.getValue();
      }
    return rule;
  }

  TileType getResultTypeIn(unsigned result, MemorySpace space) {
    Operation *op = this->getOperation();
    auto type =
        cast<TileType>(op->getResult(result).getType()).withSpace(space);
    ResultStorage storage = getResultStorage(result);
    if (storage.kind == ResultStorage::Kind::View ||
        storage.kind == ResultStorage::Kind::InPlace)
      return detail::followLayout(type,
                                  op->getOperand(storage.operand).getType());
    if constexpr (ConcreteOp::template hasTrait<ResultSameAsFirst>() ||
                  ConcreteOp::template hasTrait<ResultSameShapeAsFirst>() ||
                  ConcreteOp::template hasTrait<ElementwiseResult>())
      if (auto first = dyn_cast<TileType>(op->getOperand(0).getType());
          first && first.getShape() == type.getShape())
        return detail::followLayout(type, first);
    return type;
  }

  void setResultSpace(unsigned result, MemorySpace space) {
    if constexpr (llvm::is_detected<detail::HasRequest, ConcreteOp>::value)
      concrete().setTargetMemoryAttr(
          MemorySpaceAttr::get(this->getOperation()->getContext(), space));
    this->getOperation()->getResult(result).setType(
        concrete().getResultTypeIn(result, space));
  }

  ResultStorage getResultStorage(unsigned result) {
    constexpr OpMemoryFacts facts = ConcreteOp::getMemoryFacts();
    ResultStorage storage;
    storage.kind = facts.storage;
    if (facts.storage == ResultStorage::Kind::View ||
        facts.storage == ResultStorage::Kind::InPlace)
      storage.operand = span(facts.storageOperand).first;
    return storage;
  }

  Value getBuffer(unsigned result) {
    if constexpr (llvm::is_detected<detail::HasInto, ConcreteOp>::value) {
      MutableOperandRange into = concrete().getIntoMutable();
      if (result < into.size())
        return into[result].get();
    }
    return {};
  }

  void setBuffers(ValueRange buffers) {
    if constexpr (llvm::is_detected<detail::HasInto, ConcreteOp>::value)
      concrete().getIntoMutable().assign(buffers);
  }

  bool forbidsSharing(unsigned result, unsigned operand,
                      std::optional<Target> target) {
    constexpr OpMemoryFacts facts = ConcreteOp::getMemoryFacts();
    return detail::forbidsSharing(this->getOperation(), facts, result,
                                  odsOperandOf(operand), target);
  }

  bool isScratchOperand(unsigned operand) {
    constexpr OpMemoryFacts facts = ConcreteOp::getMemoryFacts();
    return facts.scratch != 0 && (facts.scratch >> odsOperandOf(operand) & 1);
  }

  std::optional<unsigned> getCopiedOperand(unsigned result) {
    constexpr OpMemoryFacts facts = ConcreteOp::getMemoryFacts();
    if (facts.copiesFirst)
      return span(0).first;
    return std::nullopt;
  }

  TileAccess getTileAccess(unsigned operand) {
    if (!isa<TileType>(this->getOperation()->getOperand(operand).getType()))
      return TileAccess::None;
    constexpr OpMemoryFacts facts = ConcreteOp::getMemoryFacts();
    return detail::tileAccess(facts, odsOperandOf(operand));
  }

  void getEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
    constexpr OpMemoryFacts facts = ConcreteOp::getMemoryFacts();
    ValueRange buffers;
    if constexpr (llvm::is_detected<detail::HasInto, ConcreteOp>::value) {
      MutableOperandRange into = concrete().getIntoMutable();
      SmallVector<Value, 2> bound;
      for (OpOperand &operand : into)
        bound.push_back(operand.get());
      detail::addEffects(
          this->getOperation(), facts, [this](unsigned i) { return span(i); },
          bound, effects);
      return;
    }
    detail::addEffects(
        this->getOperation(), facts, [this](unsigned i) { return span(i); },
        buffers, effects);
  }

private:
  ConcreteOp concrete() { return cast<ConcreteOp>(this->getOperation()); }
  detail::OperandSpan span(unsigned odsOperand) {
    if constexpr (llvm::is_detected<detail::HasOdsSegments, ConcreteOp>::value)
      return concrete().getODSOperandIndexAndLength(odsOperand);
    return {odsOperand, 1};
  }
  bool isPartOf(unsigned operand, unsigned odsOperand) {
    auto [first, count] = span(odsOperand);
    return operand >= first && operand < first + count;
  }
  /// The ODS operand that operand number `operand` belongs to.
  unsigned odsOperandOf(unsigned operand) {
    unsigned ods = 0;
    for (;; ++ods) {
      auto [first, count] = span(ods);
      if (operand < first + count)
        return ods;
    }
  }
};

template <typename ConcreteOp>
struct ResultSameAsFirst : OpTrait::TraitBase<ConcreteOp, ResultSameAsFirst> {
  static LogicalResult verifyTrait(Operation *op) {
    return detail::verifySameAsFirst(op);
  }
};
template <typename ConcreteOp>
struct ResultSameShapeAsFirst
    : OpTrait::TraitBase<ConcreteOp, ResultSameShapeAsFirst> {
  static LogicalResult verifyTrait(Operation *op) {
    return detail::verifySameShapeAsFirst(op);
  }
};
template <typename ConcreteOp>
struct ElementwiseResult : OpTrait::TraitBase<ConcreteOp, ElementwiseResult> {
  static LogicalResult verifyTrait(Operation *op) {
    return detail::verifyElementwise(op);
  }
};
template <typename ConcreteOp>
struct RowReductionResult : OpTrait::TraitBase<ConcreteOp, RowReductionResult> {
  static LogicalResult verifyTrait(Operation *op) {
    return detail::verifyRowReduction(op);
  }
};
template <typename ConcreteOp>
struct ColReductionResult : OpTrait::TraitBase<ConcreteOp, ColReductionResult> {
  static LogicalResult verifyTrait(Operation *op) {
    return detail::verifyColReduction(op);
  }
};
template <typename ConcreteOp>
struct MatmulResult : OpTrait::TraitBase<ConcreteOp, MatmulResult> {
  static LogicalResult verifyTrait(Operation *op) {
    return detail::verifyMatmul(op);
  }
};

/// A product of two whole matrices: not of one row, not of batches, not scaled
/// by blocks.
template <typename ConcreteOp>
struct PlainProduct : OpTrait::TraitBase<ConcreteOp, PlainProduct> {};

} // namespace mlir::pto

#endif // PTO_IR_MEMORYFACTSTRAIT_H
