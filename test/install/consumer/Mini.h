//===- Mini.h - A compiler that embeds PTO's passes -------------*- C++ -*-===//

#ifndef MINI_H
#define MINI_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "pto/IR/PTOTypes.h"
#include "pto/Transforms/AllocationPolicy.h"

#include "MiniDialect.h.inc"
#define GET_OP_CLASSES
#include "MiniOps.h.inc"

namespace mini {
/// Makes the chip `nano` and the models of PTO's interfaces part of the
/// dialect.
void attachToPTO(mlir::DialectRegistry &registry);
void attachTarget(mlir::MLIRContext *context, MiniDialect *dialect);

/// Addresses in vector memory are multiples of 256, and the buffer with the
/// highest number comes first.
class MiniPolicy : public mlir::pto::AllocationPolicy {
public:
  int64_t getAlignment(mlir::pto::MemorySpace space) const override;
  void order(llvm::MutableArrayRef<mlir::pto::AllocOp> buffers) const override;
};
} // namespace mini

#endif // MINI_H
