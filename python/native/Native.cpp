//===- Native.cpp - The native part of the package pto --------------------===//
//
// Sees MLIR through the C API alone. What Python programs use is in ir.py and
// passes.py, which add contexts and defaults to what is here.
//
//===----------------------------------------------------------------------===//

#include "Operations.h"

PYBIND11_MODULE(_pto, m) {
  m.doc() = "Native part of the package pto; use pto.ir and pto.passes.";
  ptopy::bindContext(m);
  ptopy::bindTypes(m);
  ptopy::bindAttributes(m);
  ptopy::bindOperation(m);
  ptopy::bindModule(m);
  ptopy::bindStructure(m);
  ptopy::bindCreation(m);
  ptopy::bindPasses(m);
}
