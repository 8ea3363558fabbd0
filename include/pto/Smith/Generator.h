//===- Generator.h - Random kernels that are legal ----------------*- C++
//-*-===//

#ifndef PTO_SMITH_GENERATOR_H
#define PTO_SMITH_GENERATOR_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/OwningOpRef.h"
#include "pto/IR/PTOTypes.h"

#include <memory>

namespace mlir::pto::smith {

/// What a kernel may hold. The numbers are bits of a FeatureSet.
enum class Feature : unsigned {
  Loops,        ///< scf.for that carries tiles
  Whiles,       ///< scf.while
  Branches,     ///< scf.if
  Switches,     ///< scf.index_switch
  Rotations,    ///< carries that change places
  SharedInits,  ///< several carries with one init
  Views,        ///< slices, reshapes and the like, of views too
  Offsets,      ///< slices whose place is known at run time only
  InPlace,      ///< chains of ops that overwrite their operand
  Slots,        ///< declared buffers with slots
  Pipelines,    ///< loops with stages, and what becomes of them
  Reservations, ///< ranges kept for the pipes
  SubByte,      ///< elements of four bits
  Tight,        ///< tiles so large that memory is short
  Pinned,       ///< buffers with an address that the author chose
  Functions,    ///< several functions, and one that calls them
  Products,     ///< chains of products through left, right and acc
  Splits,       ///< functions that two vector cores share
  Pipes,        ///< tiles from and to another core
  Valid,        ///< tiles that are valid in part, known at run time
  Scopes,       ///< pto.scope and scf.execute_region
  Requests,     ///< tiles whose memory the author chose
  Scales,       ///< products with a scale for each block, where chips have them
  Batches,      ///< products of several matrices at once
  Ranks,        ///< loads and stores of other ranks' memory
  Tensors,      ///< ops on tensors, which loops and branches hand on as well
  Syncs,        ///< barriers, events and the like
};
constexpr unsigned kNumFeatures = unsigned(Feature::Syncs) + 1;
using FeatureSet = uint32_t;
constexpr FeatureSet kAllFeatures = (FeatureSet(1) << kNumFeatures) - 1;
constexpr FeatureSet bit(Feature feature) {
  return FeatureSet(1) << unsigned(feature);
}
/// "shared-inits"; what the command line calls a feature.
StringRef stringOf(Feature feature);
std::optional<Feature> findFeature(StringRef name);

struct GeneratorOptions {
  /// About how many ops a kernel has; 0: chosen by the seed, 4 to 20, besides
  /// loads and what its ops need.
  unsigned ops = 0;
  /// Loops and branches inside of each other.
  unsigned depth = 5;
  /// Chosen by the seed where there is none.
  std::optional<Target> target;
  /// Features that every kernel has, and those that none has. The seed chooses
  /// for each of the others: a kernel with few features has each more often.
  FeatureSet with = 0, without = 0;
};

/// Makes kernels in one context. Learns from the registered ops, once, which
/// operands each of them takes; see lib/Smith/Catalogue.h.
class Generator {
public:
  explicit Generator(MLIRContext *context);
  ~Generator();

  /// The kernel of a seed: the same on every machine, in every context.
  OwningOpRef<ModuleOp> generate(uint64_t seed,
                                 const GeneratorOptions &options);

  /// Names of the tile ops of the dialect that are never made, with the reason.
  SmallVector<std::pair<std::string, StringRef>> listOmitted();

private:
  std::unique_ptr<class Catalogue> catalogue;
};

/// All dialects that a kernel is made of.
void registerKernelDialects(DialectRegistry &registry);

} // namespace mlir::pto::smith

#endif // PTO_SMITH_GENERATOR_H
