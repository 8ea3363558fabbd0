//===- CsvFormat.cpp - Problems as tables ---------------------------------===//

#include "pto/Allocation/Formats.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"

#include <array>

using namespace llvm;
using namespace mlir::pto;
using namespace mlir::pto::alloc;

char FormatError::ID = 0;

void FormatError::log(raw_ostream &os) const {
  os << line << ':';
  if (column)
    os << column << ':';
  os << ' ' << message;
}

std::error_code FormatError::convertToErrorCode() const {
  return inconvertibleErrorCode();
}

namespace {
constexpr StringLiteral kColumns[] = {"id", "lower", "upper", "size"};
enum Column { Id, Lower, Upper, Size };
constexpr size_t kNumColumns = std::size(kColumns);

class CsvReader {
public:
  CsvReader(StringRef text, int64_t capacity) : text(text) {
    this->text.consume_front("\xef\xbb\xbf");
    table.document.problem.pools.emplace_back();
    table.document.problem.pools[0].capacity = capacity;
    table.document.poolNames.push_back("memory");
    // With a capacity the question is whether all fit.
    table.document.objective =
        capacity == kUnbounded ? Objective::Peak : Objective::Fit;
  }

  Expected<Table> run() {
    std::optional<StringRef> header = nextLine();
    if (!header)
      return fail(1, "the table is empty; its header should name the columns "
                     "id, lower, upper and size");
    if (Error error = readHeader(*header))
      return Expected<Table>(std::move(error));
    size_t numRows = text.count('\n') + 1;
    table.document.problem.buffers.reserve(numRows);
    table.document.bufferNames.reserve(numRows);
    table.rows.reserve(numRows);
    while (std::optional<StringRef> row = nextLine())
      if (Error error = readRow(*row))
        return Expected<Table>(std::move(error));
    return Expected<Table>(std::move(table));
  }

private:
  template <typename... Args>
  Error fail(unsigned column, const char *format, Args &&...args) const {
    return make_error<FormatError>(
        line, column, formatv(format, std::forward<Args>(args)...).str());
  }

  /// The next line that is not blank.
  std::optional<StringRef> nextLine() {
    while (!text.empty()) {
      StringRef next;
      std::tie(next, text) = text.split('\n');
      ++line;
      next.consume_back("\r");
      if (!next.trim().empty())
        return next;
    }
    line = std::max(line, 1u);
    return std::nullopt;
  }

  /// Where a field begins in its line; blanks before it do not count.
  static unsigned columnOf(StringRef row, StringRef field) {
    return field.data() - row.data() + 1;
  }

  Error readHeader(StringRef header) {
    table.header = header.str();
    header.split(fields, ',');
    places.fill(~size_t(0));
    for (size_t i = 0; i != fields.size(); ++i) {
      StringRef name = fields[i].trim();
      if (name == "offset")
        return fail(columnOf(header, name),
                    "the table has a column 'offset' already");
      for (size_t c = 0; c != kNumColumns; ++c) {
        if (name != kColumns[c])
          continue;
        if (places[c] != ~size_t(0))
          return fail(columnOf(header, name), "column '{0}' is there twice",
                      name);
        places[c] = i;
      }
    }
    for (size_t c = 0; c != kNumColumns; ++c)
      if (places[c] == ~size_t(0))
        return fail(1, "the header has no column '{0}'", kColumns[c]);
    numFields = fields.size();
    return Error::success();
  }

  Error readNumber(StringRef row, Column which, int64_t &value) {
    StringRef field = fields[places[which]].trim();
    if (!field.getAsInteger(10, value))
      return Error::success();
    StringRef digits = field;
    digits.consume_front("-");
    bool isNumber = !digits.empty() && all_of(digits, isDigit);
    return fail(columnOf(row, field),
                isNumber ? "{0} '{1}' is out of range"
                         : "{0} '{1}' is not an integer",
                kColumns[which], field.take_front(40));
  }

  Error readRow(StringRef row) {
    fields.clear();
    row.split(fields, ',');
    if (fields.size() != numFields)
      return fail(1, "{0} fields; the header has {1}", fields.size(),
                  numFields);
    StringRef id = fields[places[Id]].trim();
    if (id.empty())
      return fail(columnOf(row, id), "the id is empty");
    if (!ids.insert(id).second)
      return fail(columnOf(row, id), "id '{0}' is there twice",
                  id.take_front(40));
    Buffer buffer;
    Range life;
    if (Error error = readNumber(row, Lower, life.begin))
      return error;
    if (Error error = readNumber(row, Upper, life.end))
      return error;
    if (Error error = readNumber(row, Size, buffer.size))
      return error;
    if (life.begin >= life.end)
      return fail(columnOf(row, fields[places[Upper]].trim()),
                  "the lifetime [{0}, {1}) is empty", life.begin, life.end);
    unsigned sizeColumn = columnOf(row, fields[places[Size]].trim());
    if (buffer.size <= 0)
      return fail(sizeColumn, "size {0} is not positive", buffer.size);
    if (buffer.size > kLargest - total - buffer.alignment)
      return fail(sizeColumn, "the sizes add up to more than 2^60");
    total += buffer.size + buffer.alignment;
    buffer.live.push_back(life);
    table.document.problem.buffers.push_back(std::move(buffer));
    table.document.bufferNames.push_back(id.str());
    table.rows.push_back(row.str());
    return Error::success();
  }

  StringRef text;
  Table table;
  unsigned line = 0;
  std::array<size_t, kNumColumns> places;
  size_t numFields = 0;
  SmallVector<StringRef, 8> fields;
  StringSet<> ids;
  int64_t total = 0;
};
} // namespace

Expected<Table> alloc::readCsv(StringRef text, int64_t capacity) {
  return CsvReader(text, capacity).run();
}

void alloc::writeCsv(raw_ostream &os, const Table &table,
                     ArrayRef<int64_t> offsets) {
  os << table.header << ",offset\n";
  for (size_t i = 0; i != table.rows.size(); ++i)
    os << table.rows[i] << ',' << offsets[i] << '\n';
}
