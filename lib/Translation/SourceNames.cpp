//===- SourceNames.cpp - Names that a person gave in the text -------------===//
//
// The parser leaves the place of every op and block argument in its location.
// The name stands right there: `%t = ` in front of an op, `%arg` at an
// argument.
//
//===----------------------------------------------------------------------===//

#include "pto/Translation/SourceNames.h"

#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::pto;

namespace {
/// Offsets of the lines of a text.
class SourceLines {
public:
  explicit SourceLines(StringRef source) : source(source) {
    starts.push_back(0);
    for (size_t i = 0; i < source.size(); ++i)
      if (source[i] == '\n')
        starts.push_back(i + 1);
  }
  /// The offset of a location in the text; none where it is not a place in it.
  std::optional<size_t> offsetOf(Location loc) const {
    auto file = dyn_cast<FileLineColLoc>(loc);
    if (!file || file.getLine() == 0 || file.getLine() > starts.size() ||
        file.getColumn() == 0)
      return std::nullopt;
    size_t offset = starts[file.getLine() - 1] + file.getColumn() - 1;
    return offset < source.size() ? std::optional(offset) : std::nullopt;
  }

private:
  StringRef source;
  std::vector<size_t> starts;
};
} // namespace

static bool isNameChar(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '$' || c == '.' || c == '-';
}

/// The name that starts at `%` at the front of `text`; empty where there is
/// none, or where it is a number that a printer made up.
static StringRef nameAt(StringRef text) {
  if (!text.consume_front("%"))
    return {};
  StringRef name = text.take_while(isNameChar);
  if (name.empty() || llvm::isDigit(name.front()))
    return {};
  return name;
}

/// The names in front of an op at the end of `text`: `%a, %b:2 = `. One entry
/// for each name, with the number of results that it stands for.
static SmallVector<std::pair<StringRef, unsigned>, 1>
namesBefore(StringRef text) {
  SmallVector<std::pair<StringRef, unsigned>, 1> names;
  text = text.rtrim();
  if (!text.consume_back("="))
    return names;
  do {
    text = text.rtrim();
    StringRef token = text.take_back(text.size() - text.find_last_of('%'));
    if (text.find_last_of('%') == StringRef::npos)
      return {};
    unsigned count = 1;
    auto [name, number] = token.rsplit(':');
    if (!number.empty() && number.trim().getAsInteger(10, count))
      return {};
    name = name.trim().drop_front();
    if (name.empty() || !llvm::all_of(name, isNameChar))
      return {};
    names.insert(names.begin(), {name, count});
    text = text.drop_back(token.size()).rtrim();
  } while (text.consume_back(","));
  return names;
}

static Location named(Location loc, StringRef name) {
  return NameLoc::get(StringAttr::get(loc.getContext(), name), loc);
}

/// True where the text at `at` begins with the name of `op`.
static bool standsAt(Operation *op, StringRef source, size_t at) {
  StringRef there = source.substr(at);
  there.consume_front("\"");
  return there.starts_with(op->getName().getStringRef()) ||
         there.starts_with(op->getName().stripDialect());
}

bool pto::isSourceOf(Operation *root, StringRef source) {
  SourceLines lines(source);
  return !root->walk([&](Operation *op) {
                if (op == root || !isa<FileLineColLoc>(op->getLoc()))
                  return WalkResult::advance();
                std::optional<size_t> at = lines.offsetOf(op->getLoc());
                return at && standsAt(op, source, *at)
                           ? WalkResult::advance()
                           : WalkResult::interrupt();
              })
              .wasInterrupted();
}

void pto::keepSourceNames(Operation *root, StringRef source) {
  SourceLines lines(source);
  root->walk([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          if (std::optional<size_t> at = lines.offsetOf(argument.getLoc()))
            if (StringRef name = nameAt(source.substr(*at)); !name.empty())
              argument.setLoc(named(argument.getLoc(), name));
    std::optional<size_t> at = lines.offsetOf(op->getLoc());
    if (!at || op->getNumResults() == 0)
      return;
    // Another tool may have written locations of another file.
    if (!standsAt(op, source, *at))
      return;
    auto names = namesBefore(source.take_front(*at));
    // One location serves all results: the first name.
    if (!names.empty() && !llvm::isDigit(names.front().first.front()))
      op->setLoc(named(op->getLoc(), names.front().first));
  });
}

std::optional<std::pair<unsigned, unsigned>>
pto::findDeepNesting(StringRef source, unsigned limit) {
  unsigned depth = 0, line = 1, column = 0;
  bool inString = false, inComment = false;
  for (size_t i = 0; i < source.size(); ++i) {
    char c = source[i];
    ++column;
    if (c == '\n') {
      ++line;
      column = 0;
      inComment = false;
      inString = false;
      continue;
    }
    if (inComment)
      continue;
    if (inString) {
      if (c == '\\')
        ++i, ++column;
      else if (c == '"')
        inString = false;
      continue;
    }
    if (c == '"')
      inString = true;
    else if (c == '/' && i + 1 < source.size() && source[i + 1] == '/')
      inComment = true;
    else if (c == '{' || c == '(' || c == '[' || c == '<') {
      if (++depth > limit)
        return std::pair(line, column);
    } else if (c == '}' || c == ')' || c == ']' || c == '>') {
      // The arrow of a function type closes nothing.
      bool isArrow = c == '>' && i != 0 && source[i - 1] == '-';
      if (depth != 0 && !isArrow)
        --depth;
    }
  }
  return std::nullopt;
}
