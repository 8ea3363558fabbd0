//===- ForwardUses.cpp - Programs that MLIR's parser trips over -----------===//

#include "ForwardUses.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

#include <algorithm>

using namespace llvm;

static bool isNameCharacter(char c) {
  return isAlnum(c) || c == '_' || c == '$' || c == '.' || c == '-';
}

/// True where the name in front of `rest` is a result (`%a = `, `%a:2 = `, `%a,
/// %b = `), an argument (`%a: type`), what a loop carries (`%a = %init`) or
/// counts by (`(%a, %b) = (`).
static bool isDefinition(StringRef rest, bool hasArguments) {
  if (hasArguments && rest.starts_with(":"))
    return true;
  // Other names may stand between a result and its equals sign.
  while (true) {
    rest = rest.ltrim(" \t");
    if (!rest.consume_front(",")) {
      if (rest.consume_front(")"))
        rest = rest.ltrim(" \t");
      return rest.starts_with("=") && !rest.starts_with("==");
    }
    rest = rest.ltrim(" \t");
    if (!rest.consume_front("%"))
      return false;
    rest = rest.drop_while(isNameCharacter);
    if (rest.consume_front(":"))
      rest = rest.drop_while(isDigit);
  }
}

namespace {
/// Reads a text word by word and knows which values can be seen.
class Reader {
public:
  explicit Reader(StringRef text) : text(text), scopes(1) {}

  bool findForwardUse() {
    while (!text.empty()) {
      char c = text.front();
      text = text.drop_front();
      if (c == '%') {
        if (!readName())
          return true;
        continue;
      }
      readOther(c);
    }
    return false;
  }

private:
  /// False where it is a use of what nobody has defined.
  bool readName() {
    StringRef name = text.take_while(isNameCharacter);
    text = text.drop_front(name.size());
    bool isResult = isAtStart || isInResults;
    isInResults = isResult && text.ltrim(" \t").starts_with(",");
    isAtStart = false;
    if (!isDefinition(text, isBlock || isFunction || isResult))
      return llvm::any_of(scopes, [&](const StringSet<> &scope) {
        return scope.contains(name);
      });
    // What a header defines is seen in the regions behind it alone.
    if (isBlock || (isResult && !isFunction))
      scopes.back().insert(name);
    else
      header.insert(name);
    return true;
  }

  void readOther(char c) {
    if (c == '/' && text.starts_with("/")) {
      text = text.drop_while([](char other) { return other != '\n'; });
      return;
    }
    if (c == '"') {
      while (!text.empty() && text.front() != '"')
        text = text.drop_front(
            std::min<size_t>(text.size(), text.front() == '\\' ? 2 : 1));
      text = text.drop_front(!text.empty());
    } else if (c == '{') {
      scopes.push_back(header);
      depths.push_back(depth);
      depth = 0;
      // A region ends the header, attributes may be in the middle of it.
      StringRef rest = text.ltrim(" \t");
      if (rest.starts_with("\n") || rest.starts_with("//")) {
        header.clear();
        startStatement();
      }
    } else if (c == '}') {
      scopes.pop_back();
      if (scopes.empty())
        scopes.emplace_back();
      depth = depths.empty() ? 0 : depths.pop_back_val();
    } else if (c == '(') {
      ++depth;
    } else if (c == ')') {
      depth -= depth != 0;
    } else if (c == '\n') {
      // What is in parentheses goes on.
      if (depth == 0)
        startStatement();
      return;
    } else if (c == 'f') {
      isFunction |= isAtStart && text.starts_with("unc.func");
    } else if (c == '^') {
      isBlock |= isAtStart;
    }
    if (c != ' ' && c != '\t') {
      isAtStart = false;
      isInResults &= c == ',' || c == ':' || isDigit(c);
    }
  }

  void startStatement() {
    isAtStart = true;
    isBlock = isFunction = isInResults = false;
  }

  StringRef text;
  /// What each pair of braces around here has defined.
  SmallVector<StringSet<>> scopes;
  /// What the header defines that is being read.
  StringSet<> header;
  /// How many parentheses are open, here and in front of each brace.
  unsigned depth = 0;
  SmallVector<unsigned> depths;
  /// Whether nothing of the statement has been read, or results alone.
  bool isAtStart = true, isInResults = false;
  /// What the statement begins with.
  bool isBlock = false, isFunction = false;
};
} // namespace

bool mlir::pto::fuzz::hasForwardUses(StringRef text) {
  return Reader(text).findForwardUse();
}
