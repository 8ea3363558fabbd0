//===- ForwardUses.cpp - Programs that MLIR's parser trips over -----------===//

#include "ForwardUses.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;

static bool isNameCharacter(char c) {
  return isAlnum(c) || c == '_' || c == '$' || c == '.' || c == '-';
}

/// True where the name in front of `rest` is a result (`%a = `, `%a:2 = `, `%a,
/// %b = `), an argument (`%a: type`) or what a loop carries (`%a = %init`).
static bool isDefinition(StringRef rest) {
  if (rest.starts_with(":"))
    return true;
  // Other names may stand between a result and its equals sign.
  while (true) {
    rest = rest.ltrim(" \t");
    if (!rest.consume_front(","))
      return rest.starts_with("=") && !rest.starts_with("==");
    rest = rest.ltrim(" \t");
    if (!rest.consume_front("%"))
      return false;
    rest = rest.drop_while(isNameCharacter);
    if (rest.consume_front(":"))
      rest = rest.drop_while(isDigit);
  }
}

bool mlir::pto::fuzz::hasForwardUses(StringRef text) {
  // What each pair of braces around here has defined.
  SmallVector<StringSet<>> scopes(1);
  StringSet<> used;
  while (!text.empty()) {
    char c = text.front();
    text = text.drop_front();
    if (c == '/' && text.starts_with("/")) {
      text = text.drop_while([](char other) { return other != '\n'; });
    } else if (c == '{') {
      scopes.emplace_back();
    } else if (c == '}') {
      scopes.pop_back();
      if (scopes.empty())
        scopes.emplace_back();
    } else if (c == '%') {
      StringRef name = text.take_while(isNameCharacter);
      text = text.drop_front(name.size());
      if (isDefinition(text)) {
        if (used.contains(name))
          return true;
        scopes.back().insert(name);
      } else if (llvm::none_of(scopes, [&](const StringSet<> &scope) {
                   return scope.contains(name);
                 })) {
        used.insert(name);
      }
    }
  }
  return false;
}
