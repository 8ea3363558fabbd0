//===- LineMutator.cpp - Changes that a parser lives to see ---------------===//

#include "LineMutator.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <random>

using namespace llvm;

namespace {
using Generator = std::minstd_rand;
using Lines = SmallVector<std::string, 32>;

/// Some number below `count`, which is not 0.
size_t pick(Generator &generator, size_t count) { return generator() % count; }

Lines split(StringRef text) {
  SmallVector<StringRef, 32> parts;
  text.split(parts, '\n');
  return Lines(parts.begin(), parts.end());
}

/// A run of characters of one kind: a word (with '%', '.', '_' and '!' in it)
/// or any other character alone.
struct Token {
  size_t begin, size;
};

bool isWordCharacter(char c) {
  return isAlnum(c) || c == '%' || c == '_' || c == '.' || c == '!' || c == '#';
}

SmallVector<Token> tokensOf(StringRef line) {
  SmallVector<Token> tokens;
  for (size_t i = 0; i < line.size();) {
    size_t end = i + 1;
    if (isWordCharacter(line[i]))
      while (end < line.size() && isWordCharacter(line[end]))
        ++end;
    if (!isSpace(line[i]))
      tokens.push_back({i, end - i});
    i = end;
  }
  return tokens;
}

/// What kind of word it is: words are exchanged for words of their kind.
int kindOf(StringRef word) {
  if (word.starts_with("%"))
    return 0;
  if (isDigit(word.front()))
    return 1;
  if (word.starts_with("pto.") || word.starts_with("scf."))
    return 2;
  return isWordCharacter(word.front()) ? 3 : 4;
}

std::string someNumber(Generator &generator) {
  static constexpr StringLiteral numbers[] = {
      "0",
      "1",
      "2",
      "3",
      "7",
      "8",
      "15",
      "16",
      "31",
      "32",
      "33",
      "64",
      "128",
      "255",
      "256",
      "4096",
      "-1",
      "-32",
      "8192",
      "65536",
      "262144",
      "4294967296",
      "9223372036854775807",
  };
  return numbers[pick(generator, std::size(numbers))].str();
}

/// Puts another word of its kind, from anywhere in the text, in a word's place.
void exchangeWord(Lines &lines, Generator &generator) {
  std::string &line = lines[pick(generator, lines.size())];
  SmallVector<Token> tokens = tokensOf(line);
  if (tokens.empty())
    return;
  Token token = tokens[pick(generator, tokens.size())];
  int kind = kindOf(StringRef(line).substr(token.begin, token.size));
  if (kind == 1 && pick(generator, 2)) {
    line.replace(token.begin, token.size, someNumber(generator));
    return;
  }
  for (unsigned attempt = 0; attempt != 8; ++attempt) {
    StringRef other = lines[pick(generator, lines.size())];
    SmallVector<Token> words = tokensOf(other);
    if (words.empty())
      continue;
    Token word = words[pick(generator, words.size())];
    std::string text = other.substr(word.begin, word.size).str();
    if (kindOf(text) != kind)
      continue;
    line.replace(token.begin, token.size, text);
    return;
  }
}
} // namespace

std::string mlir::pto::fuzz::mutateLines(StringRef text, uint64_t seed) {
  Generator generator(seed);
  Lines lines = split(text);
  for (size_t changes = 1 + pick(generator, 3); changes; --changes) {
    size_t at = pick(generator, lines.size());
    switch (pick(generator, 8)) {
    case 0:
      if (lines.size() > 1)
        lines.erase(lines.begin() + at);
      break;
    case 1: {
      std::string copy = lines[at];
      lines.insert(lines.begin() + pick(generator, lines.size() + 1), copy);
      break;
    }
    case 2:
      std::swap(lines[at], lines[pick(generator, lines.size())]);
      break;
    default:
      exchangeWord(lines, generator);
    }
  }
  return join(lines, "\n");
}

std::string mlir::pto::fuzz::crossLines(StringRef first, StringRef second,
                                        uint64_t seed) {
  Generator generator(seed);
  Lines a = split(first), b = split(second);
  a.resize(pick(generator, a.size() + 1));
  a.append(b.begin() + pick(generator, b.size()), b.end());
  return join(a, "\n");
}
