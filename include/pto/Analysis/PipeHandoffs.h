//===- PipeHandoffs.h - Reuse that makes a pipe wait ------------*- C++ -*-===//
//
// A core runs several pipes at once: one loads, one computes, one stores. Where
// a buffer is written over the bytes of another that a different pipe used
// last, the writer waits for that pipe, and the two no longer overlap in time.
// Such a pair of buffers had better not share bytes.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_PIPEHANDOFFS_H
#define PTO_ANALYSIS_PIPEHANDOFFS_H

#include "pto/Analysis/TileLiveness.h"

namespace mlir::pto {

/// Two buffers of one memory that had better not share bytes.
struct PipeHandoff {
  Value first, second;
  /// How often the second one's first write would wait, in runs of the
  /// function, at least 1.
  int64_t weight;
};

/// Which pairs count.
enum class HandoffRule {
  /// The document's: the last access of the first buffer on any pipe but the
  /// writer's; buffers of which some access is partial, or on a pipe that is
  /// not known, count for nothing; all pairs weigh one.
  Documented,
  /// Those that make the writer wait for something that it does not wait for
  /// anyway, because of what it reads, or what its pipe did before; weighed by
  /// how often it runs. Buffers that lie far apart in the program don't count:
  /// the first is done when the second begins.
  Waits,
};

/// The pipe that an op with tiles runs on, by the memories that it reads and
/// writes; none where they don't tell.
std::optional<Pipe> inferPipe(Operation *op, const TargetModel &model);

/// All pairs, each once, in program order of the first and the second. Only
/// buffers all of whose accesses are in one block are looked at. Whether the
/// lives of two overlap is not.
SmallVector<PipeHandoff> findPipeHandoffs(FunctionOpInterface function,
                                          const TileLiveness &liveness,
                                          const MemRefAnalysis &memrefs,
                                          const TargetModel &model,
                                          HandoffRule rule);

} // namespace mlir::pto

#endif // PTO_ANALYSIS_PIPEHANDOFFS_H
