//===- Catalogue.cpp - Which operands each op takes -----------------------===//

#include "Catalogue.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "pto/IR/PTOOps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::pto;
using namespace mlir::pto::smith;

//===----------------------------------------------------------------------===//
// What is told, since no verifier says it
//===----------------------------------------------------------------------===//

namespace {
/// Operands of an op with optional ones: how many there are of each.
struct Segmented {
  StringRef name, recipe;
  std::array<int32_t, 8> segments;
  unsigned count;
};
} // namespace

// Operands and results that are tried; any number of them may pass.
static constexpr StringRef candidates[] = {
    "t>t",  "tt>t", "ts>t",   "ttt>t",  "tts>t",  "tst>t", "tc>t",
    "tw>t", "tt>c", "tt>w",   "t>c",    "t>w",    "tt>j",  "tt>k",
    "tn>t", "tt>d", "th>t",   "ti>t",   "tit>t",  "tti>t", "t>b",
    "t>h",  "tt>m", "ts>m",   "mttt>t", "mtts>t", "s>t",   "tn>i",
    "ii>t", "ti>i", "tst>ij", "tnt>ij", "tig>g",  ">",
};

// Ops whose operands come in groups.
static constexpr Segmented segmented[] = {
    {"pto.rsqrt", "t>t", {1, 0, 0}, 3},
    {"pto.rsqrt", "tt>t", {1, 1, 0}, 3},
    {"pto.cast", "t>i", {1, 0, 0}, 3},
    {"pto.cast", "i>t", {1, 0, 0}, 3},
    {"pto.cast", "tt>i", {1, 1, 0}, 3},
    {"pto.col_sum", "t>w", {1, 0, 0}, 3},
    {"pto.col_sum", "tt>w", {1, 1, 0}, 3},
    {"pto.row_expand_add", "tc>t", {1, 1, 0, 0}, 4},
    {"pto.row_expand_add", "tct>t", {1, 1, 1, 0}, 4},
    {"pto.sort32", "ti>d", {1, 1, 0, 0}, 4},
    {"pto.sort32", "tit>d", {1, 1, 1, 0}, 4},
    {"pto.mrgsort_format2", "ttd>d", {2, 1, 0}, 3},
    {"pto.mrgsort_format2", "tttt>t", {3, 1, 0}, 3},
    {"pto.transpose", "t>x", {1, 0, 0}, 3},
    {"pto.transpose", "tx>x", {1, 1, 0}, 3},
    {"pto.ci", "n>i", {1, 0, 0}, 3},
    {"pto.ci", "n>k", {1, 0, 0}, 3},
    {"pto.tri", "n>t", {1, 0, 0}, 3},
    {"pto.random", "nnnnnn>i", {1, 1, 1, 1, 1, 1, 0, 0}, 8},
    {"pto.mgather", "gi>t", {1, 1, 0, 0, 0}, 5},
};

// Ops that lib/Smith/TileOps.cpp and its neighbours make, with index lists, in
// other memories, or in an order that matters.
static constexpr StringRef madeByHand[] = {
    "pto.load",
    "pto.store",
    "pto.create",
    "pto.move",
    "pto.extract",
    "pto.slice",
    "pto.assemble",
    "pto.read",
    "pto.write",
    "pto.gather_row",
    "pto.reshape",
    "pto.reinterpret_view",
    "pto.transpose_view",
    "pto.set_validshape",
    "pto.concat",
    "pto.matmul",
    "pto.matmul_acc",
    "pto.matmul_bias",
    "pto.gemv",
    "pto.gemv_acc",
    "pto.gemv_bias",
    "pto.tpop_from_aic",
    "pto.tpop_from_aiv",
    "pto.tpush_to_aic",
    "pto.tpush_to_aiv",
    "pto.system.tfree_to_aic",
    "pto.system.tfree_to_aiv",
    "pto.system.aic_initialize_pipe",
    "pto.system.aiv_initialize_pipe",
    "pto.aic_gather",
    "pto.aiv_shard",
    "pto.batch_matmul",
    "pto.batch_matmul_acc",
    "pto.matmul_mx",
    "pto.matmul_mx_acc",
    "pto.matmul_mx_bias",
    "pto.tget_scale_addr",
    "pto.pld.get",
    "pto.pld.put",
    "pto.pld.remote_load",
    "pto.pld.remote_store",
    "pto.system.cacheinvalid",
    "pto.system.set_ffts",
    "pto.system.sync_set",
    "pto.system.sync_wait",
    "pto.system.syncall",
    "pto.tensor.aic_gather",
    "pto.tensor.aiv_shard",
    "pto.tensor.assemble",
    "pto.tensor.create",
    "pto.tensor.create_l1",
    "pto.tensor.gather_row",
    "pto.tensor.paged_gather",
    "pto.tensor.read",
    "pto.tensor.reshape",
    "pto.tensor.slice",
    "pto.tensor.view",
    "pto.tensor.write",
};

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

Type Palette::getType(char letter) const {
  MLIRContext *context = element.getContext();
  Type i32 = IntegerType::get(context, 32);
  auto tile = [&](int64_t r, int64_t c, Type e) -> Type {
    // Packed elements fill whole bytes in every row.
    if (r <= 0 || c <= 0 || (getStorageBits(e) == 4 && c % 2 != 0))
      return {};
    return TileType::get(context, {r, c}, e);
  };
  switch (letter) {
  case 't':
    return tile(rows, columns, element);
  case 'i':
    return tile(rows, columns, i32);
  case 'c':
    return tile(rows, 1, element);
  case 'j':
    return tile(rows, 1, i32);
  case 'w':
    return tile(1, columns, element);
  case 'k':
    return tile(1, columns, i32);
  case 'd':
    return tile(rows, 2 * columns, element);
  case 'h':
    return columns % 2 == 0 ? tile(rows, columns / 2, element) : Type();
  case 'x':
    return tile(columns, rows, element);
  case 'b':
    return tile(2 * rows, 2 * columns, element);
  case 'm':
    return tile(rows, ((columns + 7) / 8 + 31) / 32 * 32,
                IntegerType::get(context, 8, IntegerType::Unsigned));
  case 's':
    return isScalarType(element) ? element : Type();
  case 'n':
    return i32;
  case 'g':
    return RankedTensorType::get({4096, 4096}, element);
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Recipes
//===----------------------------------------------------------------------===//

Catalogue::Catalogue(MLIRContext *context) : context(context) {}

static SmallVector<RegisteredOperationName> opsWithStorage(MLIRContext *ctx) {
  SmallVector<RegisteredOperationName> names;
  for (RegisteredOperationName name :
       ctx->getRegisteredOperationsByDialect(PTODialect::getDialectNamespace()))
    if (name.hasInterface<TileStorageOpInterface>())
      names.push_back(name);
  llvm::sort(names, [](RegisteredOperationName a, RegisteredOperationName b) {
    return a.getStringRef() < b.getStringRef();
  });
  return names;
}

ArrayRef<Recipe> Catalogue::get(Type element) {
  auto &known = recipes[element];
  if (!known) {
    known = std::make_unique<SmallVector<Recipe, 0>>();
    // Extents that no two letters share.
    Palette palette{16, 64, element};
    ScopedDiagnosticHandler silence(context, [](Diagnostic &) {});
    for (RegisteredOperationName name : opsWithStorage(context))
      probe(name, palette, *known);
  }
  return *known;
}

void Catalogue::probe(RegisteredOperationName name, const Palette &palette,
                      SmallVectorImpl<Recipe> &found) {
  StringRef text = name.getStringRef();
  if (llvm::is_contained(madeByHand, text))
    return;
  bool isSegmented = false;
  for (const Segmented &entry : segmented)
    if (entry.name == text) {
      isSegmented = true;
      tryOne(name, palette, entry.recipe,
             ArrayRef(entry.segments).take_front(entry.count), found);
    }
  if (!isSegmented &&
      !llvm::any_of(name.getAttributeNames(), [](StringAttr attribute) {
        return attribute.getValue() == "operandSegmentSizes";
      }))
    for (StringRef recipe : candidates)
      tryOne(name, palette, recipe, {}, found);
}

/// Values for attributes that have no default.
static Attribute attributeFor(StringRef name, MLIRContext *context) {
  if (name == "cmp_type" || name == "cmp_mode")
    return CmpModeAttr::get(context, CmpMode::LT);
  if (name == "mask_pattern")
    return IntegerAttr::get(IntegerType::get(context, 64), 3);
  return {};
}

bool Catalogue::tryOne(RegisteredOperationName name, const Palette &palette,
                       StringRef text, ArrayRef<int32_t> segments,
                       SmallVectorImpl<Recipe> &found) {
  auto [operands, results] = text.split('>');
  Recipe recipe{name, operands, results, {}};
  OpBuilder builder(context);
  OperationState state(builder.getUnknownLoc(), name);
  Block block;
  for (char letter : operands) {
    Type type = palette.getType(letter);
    if (!type)
      return false;
    state.addOperands(block.addArgument(type, builder.getUnknownLoc()));
  }
  for (char letter : results) {
    Type type = palette.getType(letter);
    if (!type)
      return false;
    state.addTypes(type);
  }
  for (StringAttr attribute : name.getAttributeNames())
    if (Attribute value = attributeFor(attribute.getValue(), context))
      recipe.attributes.emplace_back(attribute, value);
  if (!segments.empty())
    recipe.attributes.emplace_back(builder.getStringAttr("operandSegmentSizes"),
                                   builder.getDenseI32ArrayAttr(segments));
  state.addAttributes(recipe.attributes);
  Operation *op = Operation::create(state);
  bool passes = succeeded(verify(op, /*verifyRecursively=*/false));
  if (passes) {
    auto storage = cast<TileStorageOpInterface>(op);
    auto spaces = dyn_cast<MemorySpaceOpInterface>(op);
    for (unsigned i = 0; i != op->getNumOperands(); ++i) {
      recipe.scratch |= uint32_t(storage.isScratchOperand(i)) << i;
      if (!spaces)
        continue;
      recipe.rowMajor |= uint32_t(spaces.needsRowMajor(i)) << i;
      // Tiles of the cube unit are made by hand, in the order that it needs.
      SpaceList allowed = spaces.getAllowedSpaces(i);
      passes &= allowed.empty() || allowed.contains(MemorySpace::Vec);
    }
    if (op->getNumResults() != 0) {
      ResultStorage where = storage.getResultStorage(0);
      if (where.kind == ResultStorage::Kind::InPlace)
        recipe.inPlace = where.operand;
    }
  }
  op->destroy();
  if (passes)
    found.push_back(std::move(recipe));
  return passes;
}

SmallVector<std::pair<std::string, StringRef>> Catalogue::listOmitted() {
  llvm::StringSet<llvm::MallocAllocator> made;
  Builder builder(context);
  for (Type element : {Type(builder.getF32Type()), Type(builder.getI32Type()),
                       Type(builder.getF16Type())})
    for (const Recipe &recipe : get(element))
      made.insert(recipe.name.getStringRef());
  SmallVector<std::pair<std::string, StringRef>> list;
  for (RegisteredOperationName name : opsWithStorage(context)) {
    StringRef text = name.getStringRef();
    if (made.contains(text) || llvm::is_contained(madeByHand, text))
      continue;
    list.emplace_back(text, "nobody knows how to make it");
  }
  return list;
}
