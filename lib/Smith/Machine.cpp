//===- Machine.cpp - Values, places and ops of an execution ---------------===//

#include "Machine.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::pto;
using namespace mlir::pto::smith;

Judgement Machine::run(func::FuncOp function) {
  runBlock(function.front());
  return judgement;
}

bool Machine::runBlock(Block &block) {
  for (Operation &op : block.without_terminator())
    if (!runOp(&op))
      return false;
  return true;
}

bool Machine::runOp(Operation *op) {
  if (--steps < 0)
    return unknown("it takes too long");
  if (auto storage = dyn_cast<TileStorageOpInterface>(op))
    return runTileOp(storage);
  // One loop in each other is a handful; a pathological program is not run.
  if (depth > 64)
    return unknown("too many regions in each other");
  if (isa<scf::ForOp>(op))
    return runFor(op);
  if (isa<scf::WhileOp>(op))
    return runWhile(op);
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    std::optional<int64_t> condition = integer(branch.getCondition());
    if (*condition & 1)
      return runChoice(op, 0);
    return branch.getElseRegion().empty() || runChoice(op, 1);
  }
  if (auto choice = dyn_cast<scf::IndexSwitchOp>(op)) {
    int64_t selector = *integer(choice.getArg());
    unsigned region = 0;
    for (auto [i, value] : llvm::enumerate(choice.getCases()))
      if (value == selector)
        region = i + 1;
    return runChoice(op, region);
  }
  if (isa<ScopeOp, scf::ExecuteRegionOp>(op))
    return runChoice(op, 0);
  if (op->getNumRegions() != 0 || llvm::any_of(op->getOperands(), isTile) ||
      llvm::any_of(op->getResults(), isTile))
    return unknown("what " + op->getName().getStringRef() + " does");
  // What is computed anew is not what it was.
  for (Value result : op->getResults())
    integers.erase(result);
  if (std::optional<int64_t> value = evaluate(op))
    integers[op->getResult(0)] = *value;
  return true;
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

std::optional<int64_t> Machine::integer(Value value) {
  APInt known;
  if (matchPattern(value, m_ConstantInt(&known)))
    return known.getSExtValue();
  auto it = integers.find(value);
  if (it != integers.end())
    return it->second;
  // Nobody says; whatever it is, it stays so until it is computed anew.
  int64_t chosen = value.getType().isInteger(1) ? int64_t(random.below(2))
                                                : int64_t(random.below(4));
  integers[value] = chosen;
  return chosen;
}

std::optional<int64_t> Machine::evaluate(Operation *op) {
  if (op->getNumResults() != 1 || op->getNumOperands() != 2 ||
      !op->getResult(0).getType().isIntOrIndex() ||
      !op->getOperand(0).getType().isIntOrIndex())
    return std::nullopt;
  int64_t a = *integer(op->getOperand(0)), b = *integer(op->getOperand(1));
  if (isa<arith::AddIOp>(op))
    return a + b;
  if (isa<arith::SubIOp>(op))
    return a - b;
  if (isa<arith::MulIOp>(op))
    return a * b;
  if (isa<arith::RemUIOp>(op) && b != 0)
    return int64_t(uint64_t(a) % uint64_t(b));
  if (isa<arith::DivUIOp>(op) && b != 0)
    return int64_t(uint64_t(a) / uint64_t(b));
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    return arith::applyCmpPredicate(compare.getPredicate(), APInt(64, a, true),
                                    APInt(64, b, true));
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

std::vector<uint64_t> &Machine::memoryFor(MemorySpace space, int64_t end) {
  std::vector<uint64_t> &memory = memories[unsigned(space)];
  if (int64_t(memory.size()) < end)
    memory.resize(end);
  return memory;
}

std::optional<Place> Machine::placeFresh(OpResult result) {
  auto op = cast<TileStorageOpInterface>(result.getOwner());
  auto type = cast<TileType>(result.getType());
  Place place;
  unsigned number = result.getResultNumber();
  auto &layout = layouts[type];
  if (!layout)
    layout = ByteLayout::get(type, model);
  place.layout = layout;
  if (!layout)
    return std::nullopt;
  if (op.getResultStorage(number).kind == ResultStorage::Kind::None) {
    place.isPopped = true;
    return place;
  }
  Value buffer = op.getBuffer(number);
  int64_t slot = 0;
  if (auto one = buffer ? buffer.getDefiningOp<SlotOp>() : SlotOp()) {
    OpFoldResult index = one.getIndex();
    slot = isa<Value>(index)
               ? *integer(cast<Value>(index))
               : cast<IntegerAttr>(cast<Attribute>(index)).getInt();
    buffer = one.getBuffer();
  }
  auto alloc = buffer ? buffer.getDefiningOp<AllocOp>() : AllocOp();
  if (!alloc || !alloc.isPlaced() || slot < 0 ||
      slot >= int64_t(alloc.getSlots()))
    return std::nullopt;
  place.space = alloc.getSpace();
  place.base = alloc.getAddr() + slot * alloc.getSlotSize();
  return place;
}

/// Where a tile is when nobody has made it in this execution: what the arms of
/// a branch hand on is where the first of them leaves it.
std::optional<Place> Machine::findPlace(Value tile) {
  for (unsigned guard = 0; guard != 1000; ++guard) {
    auto result = dyn_cast<OpResult>(tile);
    if (!result)
      break;
    Operation *op = result.getOwner();
    if (auto storage = dyn_cast<TileStorageOpInterface>(op)) {
      ResultStorage where = storage.getResultStorage(result.getResultNumber());
      if (where.kind == ResultStorage::Kind::Fresh)
        return placeFresh(result);
      if (where.kind == ResultStorage::Kind::InPlace) {
        tile = op->getOperand(where.operand);
        continue;
      }
      break;
    }
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      tile = loop.getInitArgs()[result.getResultNumber()];
      continue;
    }
    if (isa<scf::IfOp, scf::IndexSwitchOp, ScopeOp>(op)) {
      tile = op->getRegion(0).front().getTerminator()->getOperand(
          result.getResultNumber());
      continue;
    }
    break;
  }
  auto it = tiles.find(tile);
  if (it == tiles.end())
    return std::nullopt;
  return it->second.place;
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// The same bytes, column by column.
static std::optional<TileState> transpose(TileType type,
                                          const TileState &source) {
  std::optional<int64_t> element = wholeBytes(type.getElementType(), 1);
  int64_t rows = type.getShape()[0], columns = type.getShape()[1];
  if (!element ||
      source.place.layout->offsets.size() != size_t(rows * columns * *element))
    return std::nullopt;
  auto layout = std::make_shared<ByteLayout>();
  auto bytes = std::make_shared<std::vector<uint64_t>>();
  for (int64_t c = 0; c != columns; ++c)
    for (int64_t r = 0; r != rows; ++r)
      for (int64_t b = 0; b != *element; ++b) {
        int64_t at = (r * columns + c) * *element + b;
        layout->offsets.push_back(source.place.layout->offsets[at]);
        bytes->push_back((*source.bytes)[at]);
      }
  TileState result = source;
  result.place.layout = layout;
  result.bytes = bytes;
  return result;
}

std::optional<TileState> Machine::view(Operation *op, const TileState &source) {
  auto from = cast<TileType>(op->getOperand(0).getType());
  auto to = cast<TileType>(op->getResult(0).getType());
  if (isa<SetValidshapeOp, TileCastOp>(op))
    return source;
  auto viewer = dyn_cast<TileViewOpInterface>(op);
  bool isTransposed = viewer && viewer.swapsDimensions() && from.getRank() == 2;
  // All of one block is all of it, in whatever order.
  if (source.place.layout->isOpaque)
    return isTransposed ? std::optional(source) : std::nullopt;
  if (isa<ReshapeOp, ReinterpretViewOp>(op)) {
    // Other boxes, in another order.
    if (from.getLayout().getSlayout() != BlockLayout::NoneBox)
      return std::nullopt;
    return source.bytes->size() ==
                   size_t(wholeBytes(to.getElementType(),
                                     ShapedType::getNumElements(to.getShape()))
                              .value_or(-1))
               ? std::optional(source)
               : std::nullopt;
  }
  if (isTransposed)
    return transpose(from, source);
  auto slice = dyn_cast<SliceOp>(op);
  if (!slice || from.getRank() != 2)
    return std::nullopt;
  SmallVector<int64_t> offsets;
  for (OpFoldResult offset : slice.getViewOffsets())
    offsets.push_back(
        isa<Value>(offset)
            ? *integer(cast<Value>(offset))
            : cast<IntegerAttr>(cast<Attribute>(offset)).getInt());
  SmallVector<int64_t> window = slice.getViewExtents();
  std::optional<int64_t> pitch = wholeBytes(from.getElementType(),
                                            from.getShape()[1]),
                         first = wholeBytes(from.getElementType(), offsets[1]),
                         width = wholeBytes(from.getElementType(), window[1]);
  if (!pitch || !first || !width || offsets[0] < 0 || offsets[1] < 0 ||
      offsets[0] + window[0] > from.getShape()[0] ||
      offsets[1] + window[1] > from.getShape()[1])
    return std::nullopt;
  auto layout = std::make_shared<ByteLayout>();
  auto bytes = std::make_shared<std::vector<uint64_t>>();
  for (int64_t r = offsets[0]; r != offsets[0] + window[0]; ++r)
    for (int64_t b = *first; b != *first + *width; ++b) {
      int64_t at = r * *pitch + b;
      layout->offsets.push_back(source.place.layout->offsets[at]);
      bytes->push_back((*source.bytes)[at]);
    }
  TileState part;
  part.place = source.place;
  part.place.layout = layout;
  part.bytes = bytes;
  return part;
}

//===----------------------------------------------------------------------===//
// Ops on tiles
//===----------------------------------------------------------------------===//

void Machine::write(const Place &place, ArrayRef<uint64_t> bytes) {
  if (place.isPopped)
    return;
  int64_t end = 0;
  for (int64_t offset : place.layout->offsets)
    end = std::max(end, place.base + offset + 1);
  std::vector<uint64_t> &memory = memoryFor(place.space, end);
  for (auto [i, byte] : llvm::enumerate(bytes))
    memory[place.getAddress(i)] = byte;
}

Bytes Machine::fresh(size_t count) {
  auto bytes = std::make_shared<std::vector<uint64_t>>(count);
  for (uint64_t &byte : *bytes)
    byte = ++lastByte;
  return bytes;
}

bool Machine::readTiles(TileStorageOpInterface op) {
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isTile(operand.get()))
      continue;
    auto it = tiles.find(operand.get());
    if (it == tiles.end())
      return unknown("where an operand of " + op->getName().getStringRef() +
                     " is");
    TileAccess access = op.getTileAccess(operand.getOperandNumber());
    const TileState &tile = it->second;
    if ((access != TileAccess::Read && access != TileAccess::ReadWrite) ||
        tile.place.isPopped)
      continue;
    const std::vector<uint64_t> &memory = memories[unsigned(tile.place.space)];
    for (size_t i = 0; i != tile.bytes->size(); ++i) {
      uint64_t expected = (*tile.bytes)[i];
      int64_t address = tile.place.getAddress(i);
      uint64_t found = address < int64_t(memory.size()) ? memory[address] : 0;
      if (expected != 0 && expected != found)
        return wrong(op->getName().getStringRef() + " reads operand " +
                     Twine(operand.getOperandNumber()) + " at " +
                     stringifyMemorySpace(tile.place.space) + " byte " +
                     Twine(address) + " and finds something else");
    }
  }
  return true;
}

/// First and last address of a place; none of a popped tile.
static std::optional<std::pair<int64_t, int64_t>> spanOf(const Place &place) {
  if (place.isPopped || place.layout->offsets.empty())
    return std::nullopt;
  auto [low, high] = std::minmax_element(place.layout->offsets.begin(),
                                         place.layout->offsets.end());
  return std::pair(place.base + *low, place.base + *high);
}

static bool overlap(const Place &a, const Place &b) {
  auto first = spanOf(a), second = spanOf(b);
  if (!first || !second || a.space != b.space ||
      first->first > second->second || second->first > first->second)
    return false;
  // Windows may lie between each other's rows.
  std::vector<int64_t> addresses;
  for (size_t i = 0; i != a.layout->offsets.size(); ++i)
    addresses.push_back(a.getAddress(i));
  llvm::sort(addresses);
  for (size_t i = 0; i != b.layout->offsets.size(); ++i)
    if (std::binary_search(addresses.begin(), addresses.end(), b.getAddress(i)))
      return true;
  return false;
}

/// What a result must not share with an operand.
bool Machine::checkPair(TileStorageOpInterface op, OpResult result,
                        OpOperand &operand) {
  const Place &to = tiles[result].place, &from = tiles[operand.get()].place;
  if (!overlap(to, from))
    return true;
  unsigned number = operand.getOperandNumber();
  if (op.forbidsSharing(result.getResultNumber(), number, model.getTarget()))
    return wrong(op->getName().getStringRef() + " may not share bytes with " +
                 "operand " + Twine(number));
  TileAccess access = op.getTileAccess(number);
  bool isRead = access == TileAccess::Read || access == TileAccess::ReadWrite;
  if (isRead && spanOf(to)->first != spanOf(from)->first)
    return wrong(op->getName().getStringRef() +
                 " overwrites a part of operand " + Twine(number) +
                 " before it is read");
  return true;
}

bool Machine::checkSharing(TileStorageOpInterface op) {
  for (OpResult result : op->getResults()) {
    if (!isTile(result))
      continue;
    ResultStorage where = op.getResultStorage(result.getResultNumber());
    bool isWritten = where.kind == ResultStorage::Kind::Fresh ||
                     where.kind == ResultStorage::Kind::InPlace;
    for (OpOperand &operand : op->getOpOperands()) {
      bool isOwn = where.kind == ResultStorage::Kind::InPlace &&
                   operand.getOperandNumber() == where.operand;
      if (isWritten && !isOwn && isTile(operand.get()) &&
          !checkPair(op, result, operand))
        return false;
    }
  }
  for (OpOperand &scratch : op->getOpOperands())
    for (OpOperand &other : op->getOpOperands())
      if (&scratch != &other && isTile(scratch.get()) && isTile(other.get()) &&
          op.isScratchOperand(scratch.getOperandNumber()) &&
          op.getTileAccess(other.getOperandNumber()) != TileAccess::None &&
          overlap(tiles[scratch.get()].place, tiles[other.get()].place))
        return wrong(op->getName().getStringRef() +
                     " has a temporary in bytes of another operand");
  return true;
}

bool Machine::runTileOp(TileStorageOpInterface op) {
  if (!readTiles(op))
    return false;
  // Where the results are.
  SmallVector<OpResult, 2> written;
  for (OpResult result : op->getResults()) {
    integers.erase(result);
    if (!isTile(result))
      continue;
    ResultStorage where = op.getResultStorage(result.getResultNumber());
    TileState state;
    switch (where.kind) {
    case ResultStorage::Kind::View: {
      std::optional<TileState> part =
          view(op, tiles[op->getOperand(where.operand)]);
      if (!part)
        return unknown("what " + op->getName().getStringRef() + " looks at");
      state = *part;
      break;
    }
    case ResultStorage::Kind::InPlace:
      state.place = tiles[op->getOperand(where.operand)].place;
      written.push_back(result);
      break;
    case ResultStorage::Kind::Fresh:
    case ResultStorage::Kind::None: {
      std::optional<Place> place = placeFresh(result);
      if (!place)
        return unknown("where " + op->getName().getStringRef() +
                       " leaves its result");
      state.place = *place;
      auto spaces = dyn_cast<MemorySpaceOpInterface>(op.getOperation());
      bool isEmpty =
          spaces &&
          spaces.getResultSpaceRule(result.getResultNumber()).uninitialised;
      if (isEmpty)
        state.bytes = std::make_shared<std::vector<uint64_t>>(
            place->layout->offsets.size());
      else
        written.push_back(result);
      break;
    }
    }
    tiles[result] = std::move(state);
  }
  if (!checkSharing(op))
    return false;
  for (OpOperand &operand : op->getOpOperands())
    if (isTile(operand.get()) &&
        op.isScratchOperand(operand.getOperandNumber())) {
      const Place &place = tiles[operand.get()].place;
      write(place, *fresh(place.layout->offsets.size()));
    }
  for (OpResult result : written) {
    TileState &state = tiles[result];
    size_t count = state.place.layout->offsets.size();
    std::optional<unsigned> copied =
        op.getCopiedOperand(result.getResultNumber());
    // A copy is as good as what it is a copy of, where bytes can be compared.
    const TileState *source =
        copied ? &tiles[op->getOperand(*copied)] : nullptr;
    if (source && source->bytes->size() == count &&
        !source->place.layout->isOpaque && !state.place.layout->isOpaque)
      state.bytes = source->bytes;
    else
      state.bytes = fresh(count);
    write(state.place, *state.bytes);
  }
  return true;
}
