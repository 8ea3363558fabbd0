//===- PTOInterfaces.h - What an op answers about memory ----------*- C++
//-*-===//

#ifndef PTO_IR_PTOINTERFACES_H
#define PTO_IR_PTOINTERFACES_H

#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "pto/IR/MemoryFacts.h"

#include "pto/IR/PTOInterfaces.h.inc"

#endif // PTO_IR_PTOINTERFACES_H
