//===- TargetModelInterface.h - Chips of other dialects ---------*- C++ -*-===//
//
// A compiler that embeds the passes adds chips of its own: it attaches this
// interface to a dialect that it loads. Every pass and the memory map find the
// chip then by its name, in the option `target` and in `pto.target = "name"`.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_TARGET_TARGETMODELINTERFACE_H
#define PTO_TARGET_TARGETMODELINTERFACE_H

#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectInterface.h"
#include "pto/Target/TargetModel.h"

namespace mlir::pto {

/// The chips that a dialect brings. Asked by many threads at a time.
class TargetModelDialectInterface
    : public DialectInterface::Base<TargetModelDialectInterface> {
public:
  TargetModelDialectInterface(Dialect *dialect) : Base(dialect) {}

  /// The chip of that name, which lives as long as the context; null where the
  /// dialect has none.
  virtual const TargetModel *lookupTarget(StringRef name) const = 0;

  /// The names of all of them, for messages.
  virtual SmallVector<StringRef> getTargetNames() const = 0;
};

} // namespace mlir::pto

#endif // PTO_TARGET_TARGETMODELINTERFACE_H
