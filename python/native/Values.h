//===- Values.h - Types and attributes --------------------------*- C++ -*-===//
//
// Both live as long as their context, which each handle keeps.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_PYTHON_VALUES_H
#define PTO_PYTHON_VALUES_H

#include "Context.h"

namespace ptopy {

struct Type {
  ContextRef context;
  MlirType type;
  unsigned depth = 0;
};
// What Python sees of them; they hold no more than the type itself.
struct TileType : Type {};
struct BufferType : Type {};
struct RankedTensorType : Type {};
struct IntegerType : Type {};
struct IndexType : Type {};
struct FloatType : Type {};
struct FunctionType : Type {};

struct Attribute {
  ContextRef context;
  MlirAttribute attribute;
  unsigned depth = 0;
};

/// A type as the class that describes it best.
py::object toPython(const ContextRef &context, MlirType type,
                    unsigned depth = 0);

/// A Python value as an attribute: attributes and types as they are, booleans,
/// integers (64 bits), floats (f64), strings, sequences and dictionaries.
Attribute toAttribute(const ContextRef &context, py::handle value);

void checkSame(const ContextRef &mine, const ContextRef &theirs);

void bindTypes(py::module_ &m);
void bindAttributes(py::module_ &m);
} // namespace ptopy

#endif // PTO_PYTHON_VALUES_H
