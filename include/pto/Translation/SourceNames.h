//===- SourceNames.h - Names that a person gave in the text -------*- C++
//-*-===//

#ifndef PTO_TRANSLATION_SOURCENAMES_H
#define PTO_TRANSLATION_SOURCENAMES_H

#include "mlir/IR/Operation.h"

namespace mlir::pto {

/// Gives every value under `root` that `source` names (`%t = ...`, `%arg:
/// type`) a location with that name. Locations that carry a name already are
/// kept, as are values whose location does not point at a name in `source`.
void keepSourceNames(Operation *root, StringRef source);

/// True where the locations under `root` point at their ops in `source`.
bool isSourceOf(Operation *root, StringRef source);

/// Regions nested deeper than this are refused by our tools: the parser and
/// every recursive walk of a toolchain take stack for each level.
constexpr unsigned kMaxNesting = 1000;

/// The line and column of the first region that is nested more than `limit`
/// deep in `source`; none where there is none.
std::optional<std::pair<unsigned, unsigned>> findDeepNesting(StringRef source,
                                                             unsigned limit);

} // namespace mlir::pto

#endif // PTO_TRANSLATION_SOURCENAMES_H
