//===- PTODialect.h - The pto dialect -----------------------------*- C++
//-*-===//

#ifndef PTO_IR_PTODIALECT_H
#define PTO_IR_PTODIALECT_H

#include "mlir/IR/Dialect.h"

#include "pto/IR/PTODialect.h.inc"

#endif // PTO_IR_PTODIALECT_H
