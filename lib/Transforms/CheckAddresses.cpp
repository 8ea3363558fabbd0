//===- CheckAddresses.cpp - Whoever needs an address has the right one ----===//
//
// A window of a tile has no address of its own: whoever reads it finds it from
// the tile that it is a window of. Two kinds of op can't: a view that reads the
// bytes as other elements, and a unit that lays its operand out by the
// operand's extents alone. What they are given must lie as its type says, at an
// address that the hardware can take.
//
//===----------------------------------------------------------------------===//

#include "pto/Analysis/MemRefAnalysis.h"
#include "pto/IR/PTOOps.h"
#include "pto/Transforms/Transforms.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::pto;

/// Addresses in on-chip memory are multiples of this many bytes.
static constexpr int64_t kAlignment = 32;

namespace {
class AddressChecker {
public:
  AddressChecker(func::FuncOp function, const MemRefAnalysis &memrefs,
                 bool aliasesAreMade)
      : function(function), memrefs(memrefs), facts(memrefs.getIndexFacts()),
        aliasesAreMade(aliasesAreMade) {}

  LogicalResult run() {
    SmallVector<TileViewOpInterface> views;
    function.walk([&](Operation *op) {
      if (auto view = dyn_cast<TileViewOpInterface>(op))
        views.push_back(view);
      else if (auto storage = dyn_cast<TileStorageOpInterface>(op))
        checkOperands(storage);
    });
    findConsumers(views);
    for (TileViewOpInterface view : views) {
      checkPacked(view);
      if (isa<TileType>(view->getResult(0).getType()))
        checkView(view);
    }
    return failure(hasFailed);
  }

private:
  InFlightDiagnostic emitError(Operation *op) {
    hasFailed = true;
    return op->emitOpError();
  }

  /// Who reads or writes the bytes of a view in the end: the first op that is
  /// no view. Views are visited last to first, so that users come before.
  void findConsumers(ArrayRef<TileViewOpInterface> views) {
    for (TileViewOpInterface view : llvm::reverse(views))
      for (OpOperand &use : view->getResult(0).getUses()) {
        Operation *consumer = use.getOwner();
        if (isa<TileViewOpInterface>(consumer))
          consumer = consumers.lookup(consumer);
        if (consumer)
          consumers.try_emplace(view, consumer);
      }
  }

  /// Until aliases are made, tiles that come together are not in one buffer
  /// yet, and may get one of their own.
  bool isSettled(const TileMemRef &memref) const {
    return memref.root && (aliasesAreMade || !memref.isMerged);
  }

  /// Rule tm-r9.
  void checkPacked(TileViewOpInterface view) {
    Value source = view.getViewSource();
    Type element = getElementTypeOrSelf(source);
    if (auto tile = dyn_cast<TileType>(source.getType()))
      element = tile.getElementType();
    SmallVector<OpFoldResult> offsets = view.getViewOffsets();
    if (getStorageBits(element) % 8 == 0 || offsets.empty())
      return;
    for (auto [i, offset] : llvm::enumerate(offsets))
      if (!getConstantIntValue(offset)) {
        emitError(view) << "offset " << i
                        << " of a window of packed 4-bit elements must be "
                           "known at compile time: "
                        << describe(source) << " [tm-r9]";
        return;
      }
    // The extents of a window tell nothing about its start.
    TileGeometry geometry = memrefs.lookup(source).geometry;
    WindowStart start;
    SmallVector<int64_t> constants = llvm::map_to_vector(
        offsets, [](OpFoldResult i) { return *getConstantIntValue(i); });
    if (geometry.isKnown() &&
        geometry.getWindow(constants, view.getViewExtents(), start) &&
        start.constant % 2 != 0)
      emitError(view) << "Packed 4-bit slice origins must be byte-aligned: the "
                         "window of "
                      << describe(source) << " starts at element "
                      << start.constant << ", in the middle of a byte [tm-r9]";
  }

  void checkView(TileViewOpInterface view) {
    Value result = view->getResult(0);
    TileMemRef memref = memrefs.lookup(result);
    if (!isSettled(memref))
      return;
    checkInside(view, memref);
    Operation *consumer = consumers.lookup(view);
    if (!consumer)
      return;
    if (memref.misreading == view.getOperation()) {
      explainMisreading(view, consumer);
      return;
    }
    if (getViewKind(view) == ViewKind::Reread)
      checkAligned(view, memref, consumer);
    else if (Operation *reader = findReader(result))
      checkAligned(view, memref, reader);
  }

  /// An op that accesses a tile as a whole, as it stands.
  static Operation *findReader(Value tile) {
    for (OpOperand &use : tile.getUses()) {
      Operation *user = use.getOwner();
      if (isa<TileViewOpInterface>(user) ||
          user->hasTrait<OpTrait::IsTerminator>())
        continue;
      auto storage = dyn_cast<TileStorageOpInterface>(user);
      if (!storage)
        return user;
      unsigned operand = use.getOperandNumber();
      if (storage.getTileAccess(operand) != TileAccess::None &&
          storage.getTileAddressing(operand) != TileAddressing::Element)
        return user;
    }
    return nullptr;
  }

  /// Rule tm-r6.
  void checkInside(TileViewOpInterface view, const TileMemRef &memref) {
    auto alloc = dyn_cast_or_null<AllocOp>(getBufferRoot(memref.buffer));
    if (!alloc || !memref.hasAddress())
      return;
    int64_t first = memref.hasConstantOffset()
                        ? memref.getConstantOffset()
                        : facts.getExactMinimum(memref.offset);
    if (first <= alloc.getSize() - memref.size)
      return;
    int64_t end;
    if (llvm::AddOverflow(first, memref.size, end))
      end = std::numeric_limits<int64_t>::max();
    InFlightDiagnostic error = emitError(view);
    error << describe(view->getResult(0)) << " ends at byte " << end
          << " of a buffer of " << alloc.getSize() << " bytes [tm-r6]";
    error.attachNote(alloc.getLoc()) << "the buffer is here";
  }

  /// Rule tm-r7, for views.
  void explainMisreading(TileViewOpInterface view, Operation *consumer) {
    Value source = view.getViewSource();
    TileMemRef from = memrefs.lookup(source);
    InFlightDiagnostic error = emitError(view);
    error << "can't read " << describe(source) << " as "
          << view->getResult(0).getType() << ": ";
    if (!from.hasAddress())
      error << "the window has no address of its own";
    else if (from.isDense)
      error << "the layout of the result is not that of the bytes";
    else
      error << "the window is not one run of bytes";
    error << " [tm-r7]";
    error.attachNote(consumer->getLoc()) << "its bytes are needed here";
    noteRoot(error, from);
  }

  static void noteRoot(InFlightDiagnostic &error, const TileMemRef &memref) {
    error.attachNote(memref.root.getLoc())
        << "it is a part of " << describe(memref.root);
  }

  /// Rule tm-r8. What can't be proved is an error too: the hardware hangs.
  void checkAligned(TileViewOpInterface view, const TileMemRef &memref,
                    Operation *consumer) {
    // Accumulators are addressed box by box, device memory byte by byte.
    MemorySpace space = cast<TileType>(view->getResult(0).getType())
                            .getSpace()
                            .value_or(MemorySpace::DDR);
    if (!memref.hasAddress() || space == MemorySpace::Acc ||
        space == MemorySpace::DDR)
      return;
    std::optional<int64_t> constant = memref.offset.getConstant();
    int64_t divisor = constant ? *constant : facts.getDivisor(memref.offset);
    if (divisor % kAlignment == 0)
      return;
    InFlightDiagnostic error = emitError(view);
    error << describe(view->getResult(0)) << " starts ";
    if (constant)
      error << "at byte " << *constant;
    else
      error << "at a byte that is known at run time only, and is not provably "
               "a multiple of "
            << kAlignment;
    error << "; on-chip addresses are multiples of " << kAlignment
          << " [tm-r8]";
    error.attachNote(consumer->getLoc()) << "its bytes are needed here";
    noteRoot(error, memref);
  }

  /// Rule tm-r7, for units that know no pitch.
  void checkOperands(TileStorageOpInterface op) {
    for (OpOperand &operand : op->getOpOperands()) {
      auto type = dyn_cast<TileType>(operand.get().getType());
      if (!type || op.getTileAddressing(operand.getOperandNumber()) !=
                       TileAddressing::Dense)
        continue;
      TileMemRef memref = memrefs.lookup(operand.get());
      if (!isSettled(memref))
        continue;
      if (!memref.isDense || startsInsideBoxOfRows(memref, type))
        explainPitch(op, operand, memref);
      else
        warnOfAssumptions(op, operand, memref);
    }
  }

  /// A window may start at any of the elements that lie side by side in a box,
  /// but not at another line of the box.
  static bool startsInsideBoxOfRows(const TileMemRef &memref, TileType type) {
    TileGeometry own = TileGeometry::of(type);
    return own.getAxes().size() == memref.geometry.getAxes().size() &&
           !llvm::all_of_zip(memref.geometry.getAxes(), own.getAxes(),
                             [](const TileAxis &axis, const TileAxis &whole) {
                               return !axis.startsInsideBox || whole.inner == 1;
                             });
  }

  void explainPitch(Operation *op, OpOperand &operand,
                    const TileMemRef &memref) {
    InFlightDiagnostic error = emitError(op);
    error << "operand " << operand.getOperandNumber()
          << " is laid out by its own extents, but " << describe(operand.get())
          << " is a window of a tile with another "
          << "pitch; take whole columns of boxes, or a window within one column"
          << " [tm-r7]";
    noteRoot(error, memref);
  }

  void warnOfAssumptions(Operation *op, OpOperand &operand,
                         const TileMemRef &memref) {
    for (const TileMemRef::Assumption &assumption : memref.assumptions)
      if (facts.getDivisor(assumption.index) % assumption.box != 0)
        op->emitWarning()
            << "operand " << operand.getOperandNumber()
            << " is a window whose run-time offset is taken to be a multiple "
               "of "
            << assumption.box << ", which nobody can prove";
  }

  func::FuncOp function;
  const MemRefAnalysis &memrefs;
  const IndexFacts &facts;
  bool aliasesAreMade;
  bool hasFailed = false;
  DenseMap<Operation *, Operation *> consumers;
};
} // namespace

LogicalResult pto::checkAddresses(func::FuncOp function,
                                  const MemRefAnalysis &memrefs,
                                  bool aliasesAreMade) {
  return AddressChecker(function, memrefs, aliasesAreMade).run();
}
