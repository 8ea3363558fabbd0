//===- Formats.h - Problems and placements as text ------------------------===//
//
// Two formats. A table of comma-separated values, as the benchmarks of static
// allocation have it: one pool, a row for each buffer, half-open lifetimes.
// And JSON documents of schema 1, as allocation problems of kernels are
// published: pools, holes in lives, separations, given offsets and penalties.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ALLOCATION_FORMATS_H
#define PTO_ALLOCATION_FORMATS_H

#include "pto/Allocation/Solver.h"

#include "llvm/Support/raw_ostream.h"

#include <string>

namespace mlir::pto::alloc {

/// What is wrong with a text, and where: line and column count from 1. The
/// column is 0 where the message says which member of a document is meant.
class FormatError : public llvm::ErrorInfo<FormatError> {
public:
  static char ID;
  FormatError(unsigned line, unsigned column, std::string message)
      : line(line), column(column), message(std::move(message)) {}

  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;

  unsigned line;
  unsigned column;
  std::string message;
};

/// A problem with the names that its text has for things.
struct Document {
  std::string name;
  Problem problem;
  Objective objective = Objective::Peak;
  std::vector<std::string> bufferNames;
  /// In JSON documents alone.
  std::vector<int64_t> bufferIds;
  std::vector<std::string> poolNames;
};

/// A table, and its lines as they were, without ends of lines.
struct Table {
  Document document;
  std::string header;
  std::vector<std::string> rows;
};

/// Reads `id,lower,upper,size`; the header says in which order they come, and
/// other columns are kept. The one pool has the given capacity.
llvm::Expected<Table> readCsv(llvm::StringRef text, int64_t capacity);

/// Writes the table with a column `offset` more.
void writeCsv(llvm::raw_ostream &os, const Table &table,
              llvm::ArrayRef<int64_t> offsets);

/// Reads one JSON document, whose text begins in line `firstLine`.
llvm::Expected<Document> readJson(llvm::StringRef text, unsigned firstLine = 1);

/// Writes status, bounds, and offsets where there is a placement, as one line
/// of JSON.
void writeJson(llvm::raw_ostream &os, const Document &document,
               const Result &result);

/// Why a pool has no placement, as a sentence.
std::string explain(const Document &document, unsigned pool,
                    const Certificate &certificate);

} // namespace mlir::pto::alloc

#endif // PTO_ALLOCATION_FORMATS_H
