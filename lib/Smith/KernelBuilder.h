//===- KernelBuilder.h - One function at random -------------------*- C++
//-*-===//
//
// Statement after statement is added at the insertion point, each with values
// that are there to see. A value is in scope in the region that it is made in
// and in those inside of it. Accumulators can't be copied: one that somebody
// overwrites, or that a loop carries, is never in scope.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_LIB_SMITH_KERNELBUILDER_H
#define PTO_LIB_SMITH_KERNELBUILDER_H

#include "Catalogue.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "pto/Smith/Generator.h"
#include "pto/Smith/Random.h"
#include "pto/Target/TargetModel.h"

namespace mlir::pto::smith {

/// A run-time index that is between 0 and `max`.
struct KnownIndex {
  Value value;
  int64_t max;
};

/// Sizes of the lists of values that are in scope.
struct ScopeMark {
  size_t tiles, indices, accumulators, versions;
};

/// An operand of a product: where it must be, and what it is.
struct Matrix {
  MemorySpace space;
  SmallVector<int64_t, 3> shape;
  Type element;

  bool isScale() const {
    return space == MemorySpace::LeftScale || space == MemorySpace::RightScale;
  }
};

enum class ProductFamily { Plain, Row, Scaled, Batched };

/// Ops that multiply alike: into a new accumulator, the same with a bias (empty
/// where there is no such op), and onto an accumulator.
struct Product {
  StringRef fresh, withBias, onto;
  SmallVector<Matrix, 4> operands;
  TileType result;
};

class KernelBuilder {
public:
  KernelBuilder(Catalogue &catalogue, Random &random, FeatureSet features,
                FeatureSet forced, const TargetModel &model, unsigned depth)
      : catalogue(catalogue), random(random), features(features),
        forced(forced), model(model), maxDepth(depth),
        builder(catalogue.getContext()),
        loc(UnknownLoc::get(catalogue.getContext())) {}

  /// A function of about `ops` ops at the end of `module`.
  func::FuncOp build(ModuleOp module, StringRef name, FunctionKind kind,
                     unsigned ops);

private:
  bool has(Feature feature) const { return features & bit(feature); }

  // KernelBuilder.cpp: functions, statements, values.
  void addStatement();
  void addStatements(int64_t count);
  void addForced();
  Operation *make(StringRef name, ValueRange operands, TypeRange results,
                  ArrayRef<NamedAttribute> attributes = {});
  ScopeMark markScope() const;
  /// Hands out of scope what came behind `mark`.
  void leaveScope(const ScopeMark &mark);
  Value constant(int64_t value);
  Value parameter(Type type, StringRef direction = "");
  /// The tensor parameter of a type, made where there is none; of outputs, one
  /// that somebody has stored into, where kernels have such.
  Value tensorOf(RankedTensorType type, bool isOutput);
  Value tensorFor(Type element, bool isOutput, int64_t rank = 2);
  /// A tensor in scope of this type; null where there is none.
  Value findVersion(Type type);
  void addTile(Value tile) { tiles.push_back(tile); }
  /// Tiles, and tensors that others may go on with.
  void addValues(ValueRange values);
  /// A tile in scope of exactly this type; null where there is none.
  Value findExact(Type type);
  /// A tile of this shape and element type, loaded where there is none.
  Value findTile(TileType type);
  /// Any tile in scope, the newer the likelier; null where there is none.
  Value anyTile();
  Value scalar(Type type);
  Value condition();
  /// An index below `bound`, at run time where the kernel may have such.
  OpFoldResult indexBelow(int64_t bound);
  void choosePalettes();

  // TileOps.cpp: ops on tiles in vector memory.
  void addRecipe();
  void addLoad();
  void addStore();
  void addRead();
  void addView();
  void addInPlace();
  void addMove();
  /// A load's tile with a number of valid rows that is known at run time; adds
  /// the number and the list that has it.
  TileType leaveRowsOpen(TileType type, SmallVectorImpl<Value> &operands,
                         SmallVectorImpl<NamedAttribute> &attributes);
  Value load(TileType type, Value into = {}, bool mayBeRequested = true);
  void store(Value tile);
  void storeSome();
  Value apply(const Recipe &recipe, const Palette &palette, Value first);
  Value slice(Value source);

  // ControlFlow.cpp.
  void addLoop();
  void addWhile();
  void addBranch();
  void addSwitch();
  void addScope();
  SmallVector<Value> chooseCarried(unsigned count);
  SmallVector<Value> chooseYields(TypeRange types, ArrayRef<Value> own,
                                  ArrayRef<Value> fallback);
  void addBody(Block *block, int64_t count);

  // Cube.cpp: products.
  void addProduct();
  void addProductLoop();
  Product chooseProduct();
  Product describe(ProductFamily family);
  Value multiply(const Product &product);
  Value accumulate(const Product &product, Value accumulator);
  SmallVector<Value> operandsOf(const Product &product);
  Value matrix(const Matrix &wanted);
  Value loadMatrix(Value tensor, TileType type, ArrayRef<NamedAttribute> more);
  Value moveTo(Value tile, MemorySpace space);
  Value windowOf(Value accumulator);
  void useAccumulator();

  // Scales.cpp: products with scales.
  bool mayScale() const;
  Product describeScaled();
  Value scales(const Matrix &wanted);
  Value lookUpScales(Value scale, Value data);

  // Surroundings.cpp: what stands between ops on tiles.
  Value tensorView(Value tensor);
  Value makeTensor(Type element);
  Value overwrite(Value tensor, int64_t columns);
  void addTensorUse();
  void addSync();
  void addRemote();

  struct Slots {
    Value buffer;
    int64_t count;
    TileType type;
  };

  // Author.cpp: what an author said about memory, and pipes between cores.
  Value slotOf(const Slots &declared, Value index, int64_t number);
  void declareBuffers();
  void addSlotUse();
  void addPinnedUse();
  void addStages();
  void addPipeUse();
  void addCrossing();

  Catalogue &catalogue;
  Random &random;
  FeatureSet features, forced;
  const TargetModel &model;
  unsigned maxDepth;
  OpBuilder builder;
  Location loc;

  func::FuncOp function;
  FunctionKind kind = FunctionKind::InCore;
  SmallVector<Palette, 2> palettes;
  /// Ops that are still to be made.
  int64_t budget = 0;
  unsigned depth = 0;

  SmallVector<Value> tiles;
  SmallVector<KnownIndex> indices;
  SmallVector<Value> accumulators;
  /// Tensors that somebody has stored into.
  SmallVector<Value> versions;
  SmallVector<Value> inputs, outputs;
  SmallVector<std::pair<Type, Value>> scalars;
  SmallVector<StringRef> directions;
  DenseMap<int64_t, Value> constants;
  int64_t stageGroups = 0;
  SmallVector<Slots, 2> slots;
  /// Pinned buffers with the type of their tiles.
  SmallVector<std::pair<Value, TileType>, 2> pinned;
};

} // namespace mlir::pto::smith

#endif // PTO_LIB_SMITH_KERNELBUILDER_H
