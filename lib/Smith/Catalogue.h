//===- Catalogue.h - Which operands each op takes -----------------*- C++
//-*-===//
//
// The generator names few ops. For all others it asks: every registered op with
// storage facts is made with operands of many kinds, and what its own verifier
// lets pass is a recipe. What such an op does to memory is then known from its
// interfaces. A new op of the dialect is in the kernels without a line here, as
// long as its operands are of a known kind.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_LIB_SMITH_CATALOGUE_H
#define PTO_LIB_SMITH_CATALOGUE_H

#include "mlir/IR/Operation.h"
#include "pto/IR/PTOTypes.h"
#include "llvm/ADT/MapVector.h"

#include <memory>

namespace mlir::pto::smith {

/// Tiles of one kernel that fit to each other.
struct Palette {
  int64_t rows = 16, columns = 32;
  Type element;

  /// The type that a letter of a recipe means; null where there is none. All
  /// without a space, but for scalars and tensors:
  ///   t  rows x columns        i  the same, of i32
  ///   c  rows x 1              j  the same, of i32
  ///   w  1 x columns           k  the same, of i32
  ///   d  rows x 2 columns      h  half the columns
  ///   x  columns x rows        m  a mask of one bit for an element
  ///   s  a scalar element      n  an i32
  ///   g  a tensor              b  twice the rows and columns
  Type getType(char letter) const;
};

struct Recipe {
  OperationName name;
  /// Letters of the palette.
  StringRef operands, results;
  SmallVector<NamedAttribute, 2> attributes;
  /// Bit k: operand k is a temporary.
  uint32_t scratch = 0;
  /// Bit k: operand k must be plain row-major.
  uint32_t rowMajor = 0;
  /// The operand that result 0 overwrites; -1 for none.
  int inPlace = -1;
};

class Catalogue {
public:
  explicit Catalogue(MLIRContext *context);

  /// All recipes for tiles of `element`, in the order of names.
  ArrayRef<Recipe> get(Type element);
  MLIRContext *getContext() const { return context; }

  /// Ops with storage facts that nobody makes, with the reason.
  SmallVector<std::pair<std::string, StringRef>> listOmitted();

private:
  void probe(RegisteredOperationName name, const Palette &palette,
             SmallVectorImpl<Recipe> &recipes);
  bool tryOne(RegisteredOperationName name, const Palette &palette,
              StringRef recipe, ArrayRef<int32_t> segments,
              SmallVectorImpl<Recipe> &recipes);

  MLIRContext *context;
  /// By element type.
  llvm::MapVector<Type, std::unique_ptr<SmallVector<Recipe, 0>>> recipes;
};

} // namespace mlir::pto::smith

#endif // PTO_LIB_SMITH_CATALOGUE_H
