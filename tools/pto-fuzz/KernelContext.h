//===- KernelContext.h - A context for many programs ------------*- C++ -*-===//

#ifndef PTO_TOOLS_PTO_FUZZ_KERNELCONTEXT_H
#define PTO_TOOLS_PTO_FUZZ_KERNELCONTEXT_H

#include "mlir/IR/MLIRContext.h"

namespace mlir::pto::fuzz {

/// A context with the dialects of kernels. It keeps every type and attribute
/// that it has ever seen, so now and then it is a new one: nothing of an
/// earlier call may be used after the next.
MLIRContext &getKernelContext();

} // namespace mlir::pto::fuzz

#endif // PTO_TOOLS_PTO_FUZZ_KERNELCONTEXT_H
