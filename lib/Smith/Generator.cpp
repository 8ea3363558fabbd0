//===- Generator.cpp - Random kernels that are legal ----------------------===//

#include "pto/Smith/Generator.h"

#include "Catalogue.h"
#include "KernelBuilder.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "pto/IR/PTODialect.h"

using namespace mlir;
using namespace mlir::pto;
using namespace mlir::pto::smith;

static constexpr StringRef featureNames[kNumFeatures] = {
    "loops",    "whiles",  "branches", "switches",  "rotations", "shared-inits",
    "views",    "offsets", "in-place", "slots",     "pipelines", "reservations",
    "sub-byte", "tight",   "pinned",   "functions", "products",  "splits",
    "pipes",    "valid",   "scopes",   "requests",  "scales",    "batches",
    "ranks",    "tensors", "syncs"};

StringRef pto::smith::stringOf(Feature feature) {
  return featureNames[unsigned(feature)];
}

std::optional<Feature> pto::smith::findFeature(StringRef name) {
  const auto *it = llvm::find(featureNames, name);
  if (it == std::end(featureNames))
    return std::nullopt;
  return Feature(it - std::begin(featureNames));
}

Generator::Generator(MLIRContext *context)
    : catalogue(std::make_unique<Catalogue>(context)) {}
Generator::~Generator() = default;

SmallVector<std::pair<std::string, StringRef>> Generator::listOmitted() {
  return catalogue->listOmitted();
}

OwningOpRef<ModuleOp> Generator::generate(uint64_t seed,
                                          const GeneratorOptions &options) {
  Random random(seed);
  // A kernel with few features has each of them more often.
  FeatureSet features = 0;
  unsigned share = random.pick<unsigned>({20, 40, 60});
  for (unsigned i = 0; i != kNumFeatures; ++i)
    if (random.chance(share))
      features |= FeatureSet(1) << i;
  // What is rare, or makes all else fail.
  if (!random.chance(30))
    features &= ~bit(Feature::Tight);
  features = (features | options.with) & ~options.without;
  unsigned ops = options.ops ? options.ops : random.between(4, 20);
  if ((features & bit(Feature::Tight)) && !options.ops)
    ops = std::min(ops, 14u);
  Target target =
      options.target.value_or(random.chance(50) ? Target::A2A3 : Target::A5);
  // Chips without memories for scales have no such products.
  if ((options.with & bit(Feature::Scales)) && !options.target)
    target = Target::A5;

  MLIRContext *context = catalogue->getContext();
  OpBuilder builder(context);
  OwningOpRef<ModuleOp> module = ModuleOp::create(builder.getUnknownLoc());
  (*module)->setAttr(AttrNames::target, TargetAttr::get(context, target));
  unsigned functions =
      features & bit(Feature::Functions) ? random.between(2, 3) : 1;
  SmallVector<func::FuncOp> made;
  for (unsigned i = 0; i != functions; ++i) {
    FunctionKind kind =
        random.pick({FunctionKind::AIV, FunctionKind::AIV, FunctionKind::InCore,
                     FunctionKind::InCore, FunctionKind::AIC});
    // What was asked for must be possible.
    if (options.with != 0 && i == 0) {
      kind = FunctionKind::AIV;
      if (options.with & (bit(Feature::Products) | bit(Feature::Scales) |
                          bit(Feature::Batches)))
        kind = FunctionKind::InCore;
    }
    KernelBuilder kernel(*catalogue, random, features, options.with,
                         TargetModel::get(target), options.depth);
    made.push_back(kernel.build(*module, "kernel" + std::to_string(i), kind,
                                std::max(ops / functions, 2u)));
  }
  if (functions > 1) {
    // One that calls them all.
    builder.setInsertionPointToEnd(module->getBody());
    SmallVector<Type> types;
    for (func::FuncOp function : made)
      llvm::append_range(types, function.getArgumentTypes());
    auto caller =
        func::FuncOp::create(builder, builder.getUnknownLoc(), "caller",
                             builder.getFunctionType(types, {}));
    caller->setAttr(AttrNames::kind, FunctionKindAttr::get(
                                         context, FunctionKind::Orchestration));
    Block *entry = caller.addEntryBlock();
    builder.setInsertionPointToStart(entry);
    ValueRange rest = entry->getArguments();
    for (func::FuncOp function : made) {
      unsigned count = function.getNumArguments();
      func::CallOp::create(builder, builder.getUnknownLoc(), function,
                           rest.take_front(count));
      rest = rest.drop_front(count);
    }
    func::ReturnOp::create(builder, builder.getUnknownLoc());
  }
  return module;
}

void pto::smith::registerKernelDialects(DialectRegistry &registry) {
  registry.insert<affine::AffineDialect, arith::ArithDialect, func::FuncDialect,
                  PTODialect, scf::SCFDialect, tensor::TensorDialect>();
}
