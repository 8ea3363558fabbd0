//===- MemRefText.h - Memrefs as people write them ----------------*- C++
//-*-===//

#ifndef PTO_ANALYSIS_MEMREFTEXT_H
#define PTO_ANALYSIS_MEMREFTEXT_H

#include "pto/Analysis/MemRefAnalysis.h"

namespace mlir {
class AsmState;
}

namespace mlir::pto {

/// The name that a value has in the source, or else in print.
std::string getValueName(Value value, AsmState &state);

/// An expression over the names of its symbols: `i * 256 + 128`.
std::string getText(const IndexExpr &expr, AsmState &state);

/// Base, offset and span: `mem_vec_2 + i * 256 [128 bytes]`; `none` for what
/// has no storage of ours.
std::string getText(const TileMemRef &memref, AsmState &state);

} // namespace mlir::pto

#endif // PTO_ANALYSIS_MEMREFTEXT_H
