//===- CopyInsertion.cpp - From a plan of copies to ops -------------------===//

#include "CopyInsertion.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "pto/Analysis/Places.h"
#include "pto/Analysis/ReloadableTile.h"
#include "pto/IR/PTOOps.h"
#include "pto/Transforms/Transforms.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::pto;

static StringRef suffixOf(MemorySpace space) {
  static constexpr StringLiteral suffixes[kNumSpaces] = {
      "DDR", "Vec",  "Mat", "Left",      "Right",
      "Acc", "Bias", "",    "LeftScale", "RightScale"};
  return suffixes[unsigned(space)];
}

static MemorySpace spaceOf(Value tile) {
  return *cast<TileType>(tile.getType()).getSpace();
}

/// A new empty tile instead of a move.
static Value makeRoom(const PlannedCopy &planned) {
  const RequiredMove &move = planned.users.front();
  OpBuilder builder(planned.before);
  Value source = planned.source;
  Type type = move.into ? move.into.getType()
                        : cast<TileType>(source.getType()).withSpace(move.to);
  return CreateOp::create(builder,
                          withSuffix(source.getLoc(), suffixOf(move.to)), type,
                          MemorySpaceAttr::get(builder.getContext(), move.to),
                          UnitAttr(), UnitAttr(), Value());
}

static Value makeMove(const PlannedCopy &planned, Value source) {
  MemorySpace to = planned.to;
  auto type = cast<TileType>(source.getType());
  MLIRContext *ctx = source.getContext();
  TileType result = MoveOp::inferResultType(type, to);
  BlockLayoutAttr blayout, slayout;
  // A layout that an op asks for is written down even where it is implied; one
  // that a loop or a branch has, only where it isn't.
  bool isUnpacked =
      type.getSpace() == MemorySpace::Acc && to == MemorySpace::Vec;
  bool isAskedFor =
      isUnpacked || llvm::any_of(planned.users, [](const RequiredMove &move) {
        return !move.into;
      });
  if (planned.layout &&
      (isAskedFor || *planned.layout != getBoxLayout(result))) {
    auto [block, scatter] = *planned.layout;
    blayout = BlockLayoutAttr::get(ctx, block);
    slayout = BlockLayoutAttr::get(ctx, scatter);
    result = MoveOp::inferResultType(type, to, block, scatter);
  }
  OpBuilder builder(planned.before);
  return MoveOp::create(builder, withSuffix(source.getLoc(), suffixOf(to)),
                        result, source, MemorySpaceAttr::get(ctx, to), blayout,
                        slayout, Value());
}

namespace {
/// Repeats loads, each once for a memory.
class Reloader {
public:
  Value reload(Value tile, MemorySpace to) {
    Value source;
    for (Operation *op : getReloadChain(tile)) {
      Value &copy = made[{op->getResult(0), to}];
      if (!copy)
        copy = repeat(op, source, to);
      source = copy;
    }
    return source;
  }

private:
  /// `op` once more right behind itself, on `source`, with its result in `to`.
  static Value repeat(Operation *op, Value source, MemorySpace to) {
    OpBuilder builder(op->getContext());
    builder.setInsertionPointAfter(op);
    IRMapping mapping;
    if (auto view = dyn_cast<TileViewOpInterface>(op))
      mapping.map(view.getViewSource(), source);
    Operation *copy = builder.clone(*op, mapping);
    copy->setLoc(withSuffix(op->getLoc(), suffixOf(to)));
    auto spaces = cast<MemorySpaceOpInterface>(copy);
    if (source)
      copy->getResult(0).setType(spaces.getResultTypeIn(0, to));
    else
      spaces.setResultSpace(0, to);
    return copy->getResult(0);
  }

  DenseMap<std::pair<Value, MemorySpace>, Value> made;
};
} // namespace

/// Erases an empty tile that nobody uses, and forgets it as a source.
static void eraseUnusedRoom(Value tile,
                            SmallVectorImpl<InsertedCopy> &inserted) {
  Operation *maker = tile.getDefiningOp();
  if (!maker || !isEmptyTile(tile) || !isOpTriviallyDead(maker))
    return;
  for (InsertedCopy &copy : inserted)
    if (copy.source == tile)
      copy.source = copy.copy;
  maker->erase();
}

SmallVector<InsertedCopy> pto::insertCopies(const CopyPlan &plan) {
  SmallVector<InsertedCopy> inserted;
  SmallVector<Value> results;
  Reloader reloader;
  for (const PlannedCopy &planned : plan) {
    Value source =
        planned.sourceCopy ? results[*planned.sourceCopy] : planned.source;
    Value copy;
    switch (planned.kind) {
    case PlannedCopy::Kind::Own:
      copy = source;
      break;
    case PlannedCopy::Kind::Room:
      copy = makeRoom(planned);
      break;
    case PlannedCopy::Kind::Reload:
      copy = reloader.reload(source, planned.to);
      break;
    case PlannedCopy::Kind::Move:
      copy = makeMove(planned, source);
      break;
    }
    results.push_back(copy);
    Operation *user = planned.before;
    std::optional<unsigned> operand;
    if (!planned.users.empty()) {
      user = planned.users.front().operand->getOwner();
      operand = planned.users.front().operand->getOperandNumber();
    }
    inserted.push_back({planned.kind, spaceOf(source), planned.to, source, copy,
                        user, operand});
    for (const RequiredMove &move : planned.users)
      move.operand->set(copy);
  }
  // An empty tile that was made anew elsewhere may be of no more use.
  llvm::SetVector<Value> replaced;
  for (const PlannedCopy &planned : plan)
    if (planned.kind == PlannedCopy::Kind::Room)
      replaced.insert(planned.source);
  for (Value tile : replaced)
    eraseUnusedRoom(tile, inserted);
  return inserted;
}

//===----------------------------------------------------------------------===//
// Reports
//===----------------------------------------------------------------------===//

/// Says how the data could get there: over several paths, through the pipe
/// between the cores, or out of device memory.
static void noteAlternatives(const InsertedCopy &copy, const TargetModel &model,
                             InFlightDiagnostic &diagnostic) {
  if (model.getRouteCost(copy.from, copy.to)) {
    SmallVector<MemorySpace> stops = {copy.to};
    while (stops.back() != copy.from)
      stops.push_back(model.getRouteStop(copy.from, stops.back()));
    // A crossing alone is what the message says already.
    if (stops.size() == 2)
      return;
    Diagnostic &note = diagnostic.attachNote(copy.user->getLoc());
    note << "the data can go from " << stringifyMemorySpace(copy.from);
    for (unsigned i = stops.size() - 1; i > 0; --i)
      note << (model.getDirectPath(stops[i], stops[i - 1])
                   ? " to "
                   : " through the pipe to ")
           << stringifyMemorySpace(stops[i - 1]);
    return;
  }
  SmallVector<Operation *> chain = getReloadChain(copy.source);
  if (!chain.empty() && model.getRouteCost(MemorySpace::DDR, copy.to))
    diagnostic.attachNote(chain.front()->getLoc())
        << "nothing leads from " << stringifyMemorySpace(copy.from) << " to "
        << stringifyMemorySpace(copy.to) << "; load it a second time, 'to "
        << stringifyMemorySpace(
               model.getDirectPath(MemorySpace::DDR, copy.to)
                   ? copy.to
                   : model.getRouteStop(MemorySpace::DDR, copy.to))
        << "', as mode=min-cost does";
}

/// Tells about a move that the chip can't do as it stands.
static LogicalResult checkPath(const InsertedCopy &copy,
                               const TargetModel &model, DataPathCheck check) {
  if (check == DataPathCheck::Off || model.getDirectPath(copy.from, copy.to))
    return success();
  StringRef from = stringifyMemorySpace(copy.from);
  StringRef to = stringifyMemorySpace(copy.to);
  Operation *user = copy.user;
  InFlightDiagnostic diagnostic =
      check == DataPathCheck::Error ? user->emitError() : user->emitWarning();
  if (copy.operand)
    diagnostic << "operand " << *copy.operand << " must be in " << to
               << " and is in " << from;
  else
    diagnostic << "what this op needs must pass from " << from << " to " << to;
  diagnostic << ": target " << model.getName()
             << " has no direct path between them";
  if (TargetModel::crossesCores(copy.from, copy.to) &&
      model.getRouteCost(copy.from, copy.to))
    diagnostic << "; the crossing runs through the cross-core pipe";
  diagnostic.attachNote(copy.source.getLoc()) << "made here in " << from;
  noteAlternatives(copy, model, diagnostic);
  return failure(check == DataPathCheck::Error);
}

LogicalResult pto::reportCopies(ArrayRef<InsertedCopy> copies,
                                const TargetModel &model, DataPathCheck check) {
  bool hasFailed = false;
  for (const InsertedCopy &copy : copies) {
    StringRef from = stringifyMemorySpace(copy.from);
    StringRef to = stringifyMemorySpace(copy.to);
    auto bytes = remark::metric(
        "Bytes",
        model.getStorageBytes(cast<TileType>(copy.copy.getType())).value_or(0));
    switch (copy.kind) {
    case PlannedCopy::Kind::Move:
      hasFailed |= failed(checkPath(copy, model, check));
      remark::passed(
          getFileLoc(copy.copy.getLoc()),
          remark::RemarkOpts::name("TileMoved").category("pto-memory"))
          << ("moved from " + from + " to " + to).str() << bytes;
      break;
    case PlannedCopy::Kind::Reload:
      remark::passed(
          getFileLoc(copy.copy.getLoc()),
          remark::RemarkOpts::name("TileReloaded").category("pto-memory"))
          << ("loaded once more, into " + to + ": no way leads there from " +
              from)
                 .str()
          << bytes;
      break;
    case PlannedCopy::Kind::Own:
      remark::passed(
          getFileLoc(copy.user->getLoc()),
          remark::RemarkOpts::name("CopyReused").category("pto-memory"))
          << ("takes the copy in " + to + " that the program has").str();
      break;
    case PlannedCopy::Kind::Room:
      break;
    }
  }
  return failure(hasFailed);
}
