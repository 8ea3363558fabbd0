//===- pto-fuzz-csv.cpp - Tables of buffers -------------------------------===//
//
// Reads a table, places the buffers, writes the table with offsets and reads
// that back. The first byte says how large the memory is.
//
//===----------------------------------------------------------------------===//

#include "Allocation.h"
#include "FuzzTarget.h"

#include "pto/Allocation/Formats.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::pto;
using namespace mlir::pto::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0)
    return 0;
  int64_t capacity =
      *data & 0x80 ? alloc::kUnbounded : int64_t(1) << (*data & 0x1f);
  llvm::Expected<alloc::Table> table =
      alloc::readCsv(textOf(data + 1, size - 1), capacity);
  if (!table) {
    llvm::consumeError(table.takeError());
    return 0;
  }
  const alloc::Document &document = table->document;
  std::optional<alloc::Result> result =
      solveAndCheck(document.problem, document.objective);
  if (!result)
    return 0;
  std::string written;
  llvm::raw_string_ostream os(written);
  alloc::writeCsv(os, *table, result->offsets);
  // It has a column of offsets now, which a reader refuses; without it, it is
  // what was read.
  llvm::StringRef text = written;
  if (!text.consume_front(table->header + ",offset\n"))
    breakPromise("the header is lost");
  for (size_t i = 0; i != table->rows.size(); ++i)
    if (!text.consume_front(table->rows[i] + "," +
                            std::to_string(result->offsets[i]) + "\n"))
      breakPromise("a row is lost");
  if (!text.empty())
    breakPromise("rows that were not there");
  return 0;
}
