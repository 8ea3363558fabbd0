//===- CopyWindows.cpp - Windows that are read as other elements ----------===//
//
// A view that reads bytes as other elements needs them in one run, at an
// address that is known at compile time: the assembler orders accesses by
// constant addresses. Where vector memory holds a window that is neither, it is
// copied first. Other memories have no such copy; there it is an error.
//
//===----------------------------------------------------------------------===//

#include "pto/Analysis/MemRefAnalysis.h"
#include "pto/Analysis/Places.h"
#include "pto/IR/PTOOps.h"
#include "pto/Transforms/Transforms.h"

#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace mlir::pto;

/// True where `source` can't be read as other elements where it is.
static bool mustCopy(Value source, const MemRefAnalysis &memrefs) {
  auto type = dyn_cast<TileType>(source.getType());
  if (!type || type.getSpace() != MemorySpace::Vec)
    return false;
  TileMemRef memref = memrefs.lookup(source);
  // What is merged gets a buffer of its own, and what was misread before is
  // told there.
  if (!memref.root || memref.isMerged || memref.misreading)
    return false;
  return !memref.isDense || !memref.hasConstantOffset();
}

/// A copy of a window, right behind it.
static Value copyOf(Value window) {
  auto type = cast<TileType>(window.getType());
  OpBuilder builder(window.getContext());
  builder.setInsertionPointAfterValue(window);
  MLIRContext *ctx = builder.getContext();
  return MoveOp::create(
      builder, withSuffix(window.getLoc(), "dense"), type, window,
      MemorySpaceAttr::get(ctx, MemorySpace::Vec),
      BlockLayoutAttr::get(ctx, type.getLayout().getBlayout()),
      BlockLayoutAttr::get(ctx, type.getLayout().getSlayout()), Value());
}

/// Copies the windows that `readers` can't read in place; true where there was
/// one. One copy serves all readers of a window.
static bool copyOnce(ArrayRef<OpOperand *> readers,
                     const MemRefAnalysis &memrefs, const TargetModel &model) {
  DenseMap<Value, Value> copies;
  for (OpOperand *reader : readers) {
    Value window = reader->get();
    if (!mustCopy(window, memrefs))
      continue;
    Value &copy = copies[window];
    if (!copy) {
      copy = copyOf(window);
      auto type = cast<TileType>(copy.getType());
      remark::passed(
          getFileLoc(reader->getOwner()->getLoc()),
          remark::RemarkOpts::name("WindowCopied").category("pto-memory"))
          << ("a window of " + describe(memrefs.lookup(window).root) +
              " is copied, to be read as other elements")
          << remark::metric("Bytes", model.getStorageBytes(type).value_or(0));
    }
    reader->set(copy);
  }
  return !copies.empty();
}

void pto::copyReadWindows(func::FuncOp function, const TargetModel &model) {
  SmallVector<OpOperand *> readers;
  function.walk([&](TileViewOpInterface view) {
    if (getViewKind(view) == ViewKind::Reread)
      for (OpOperand &operand : view->getOpOperands())
        if (operand.get() == view.getViewSource())
          readers.push_back(&operand);
  });
  // What was copied may have windows that are read anew in turn.
  while (!readers.empty() &&
         copyOnce(readers, MemRefAnalysis(function, model), model)) {
  }
}
