//===- TileWords.cpp - What is known of a tile, in words ------------------===//

#include "pto/Analysis/TileWords.h"

#include "mlir/IR/AsmState.h"
#include "pto/Analysis/MemRefText.h"

using namespace mlir;
using namespace mlir::pto;

std::string TileWords::nameOf(Value value) const {
  return getValueName(value, state);
}

std::string TileWords::nameOf(Operation *op) const {
  std::string text = op->getName().getStringRef().str();
  if (unsigned line = getLine(op->getLoc()))
    return text + " (line " + std::to_string(line) + ")";
  return text + " (op " + std::to_string(map.getPoints().getNumber(op)) + ")";
}

Operation *TileWords::getMaker(Value tile) {
  if (Operation *op = tile.getDefiningOp())
    return op;
  return cast<BlockArgument>(tile).getOwner()->getParentOp();
}

std::string TileWords::textOf(SpaceList spaces) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(
      spaces, os, [&](MemorySpace space) { os << stringifyMemorySpace(space); },
      " or ");
  return text;
}

std::string TileWords::textOf(ArrayRef<Section> sections) {
  if (sections.empty())
    return "never needed";
  std::string text = "ops ";
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(sections, os, [&](const Section &section) {
    os << section.begin / 2 << " to " << (section.end - 1) / 2;
  });
  return text;
}

std::string TileWords::textOf(int64_t bytes) {
  return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

std::string TileWords::getPlace(const MappedBuffer &buffer,
                                const MappedTile &tile) const {
  AllocOp alloc = buffer.alloc;
  std::string text;
  llvm::raw_string_ostream os(text);
  if (alloc.isPlaced() && tile.memref.hasConstantOffset()) {
    int64_t begin = alloc.getAddr() + tile.memref.getConstantOffset();
    os << "bytes " << begin << " to " << begin + tile.memref.size << ", ";
  } else if (alloc.isPlaced()) {
    os << "somewhere in bytes " << alloc.getAddr() << " to "
       << alloc.getAddr() + alloc.getSize() << ", ";
    if (tile.memref.hasAddress())
      os << "at " << alloc.getAddr() << " + "
         << getText(tile.memref.offset, state) << ", ";
  }
  os << "buffer " << nameOf(alloc.getResult());
  if (alloc.getPinned())
    os << ", pinned by the author";
  return text;
}

std::string TileWords::getSpaceRule(Value tile, MemorySpace space) const {
  Operation *maker = getMaker(tile);
  std::string name = maker->getName().getStringRef().str();
  std::string memory = stringifyMemorySpace(space).str();
  auto op = dyn_cast<MemorySpaceOpInterface>(maker);
  if (!op || isa<BlockArgument>(tile))
    return "handed on by " + name + ", which keeps it in one place";
  ResultSpaceRule rule =
      op.getResultSpaceRule(cast<OpResult>(tile).getResultNumber());
  switch (rule.kind) {
  case ResultSpaceRule::Kind::None:
    return "its op says nothing of memory";
  case ResultSpaceRule::Kind::Fixed:
    return name + " always leaves it in " + memory;
  case ResultSpaceRule::Kind::Requested:
    return "its op says so (to " + memory + ")";
  case ResultSpaceRule::Kind::Deferred:
    return "its op leaves the choice";
  case ResultSpaceRule::Kind::SameAs:
    return "it is where " + nameOf(maker->getOperand(rule.operand)) + " is";
  case ResultSpaceRule::Kind::Declared:
    return "its type says so";
  }
  llvm_unreachable("all rules");
}

std::string TileWords::getConsumers(Value tile, size_t most) const {
  SmallVector<SpaceConsumer> consumers = findSpaceConsumers(tile, most + 1);
  bool isMore = consumers.size() > most;
  if (isMore)
    consumers.pop_back();
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(
      consumers, os,
      [&](const SpaceConsumer &consumer) {
        os << nameOf(consumer.operand->getOwner()) << " takes "
           << textOf(consumer.allowed);
      },
      "; ");
  if (isMore)
    os << "; and others";
  return text;
}

std::string TileWords::getLastUse(const LifeReason &reason) const {
  if (!reason.lastUser)
    return "";
  std::string text = (reason.isHandedOn ? "handed on by " : "needed up to ") +
                     nameOf(reason.lastUser);
  if (reason.loop)
    text += ", in each turn of " + nameOf(reason.loop);
  return text;
}
