//===- Capture.cpp - Diagnostics, kept instead of printed -----------------===//

#include "Capture.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::pto::smith;

Capture::Capture(MLIRContext *context)
    : handler(context, [this](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
          return success();
        std::lock_guard<std::mutex> lock(mutex);
        if (!firstError.empty())
          return success();
        llvm::raw_string_ostream os(firstError);
        os << diagnostic.str();
        for (Diagnostic &note : diagnostic.getNotes())
          // Ops that MLIR attaches are long.
          if (std::string text = note.str();
              !StringRef(text).starts_with("see current operation"))
            os << "\n  " << text;
        return success();
      }) {}

namespace {
/// A part of a message, and the kind of refusal that it stands for.
struct KnownRefusal {
  StringRef part, kind;
};
} // namespace

static constexpr KnownRefusal knownRefusals[] = {
    {"exceeds platform limit", "out of memory"},
    {"not provably a multiple", "window at a run-time address"},
    {"on-chip addresses are multiples of", "window at an odd address"},
    {"must be known at compile time", "packed window at a run-time place"},
    {"the window is not one run of bytes", "window in another shape"},
    {"cannot reconcile divergent accumulator", "accumulator to be copied"},
};

std::string Capture::getRefusal() const {
  StringRef message = StringRef(firstError).split('\n').first;
  for (const KnownRefusal &known : knownRefusals)
    if (message.contains(known.part))
      return known.kind.str();
  return {};
}

std::string pto::smith::generalise(StringRef message) {
  message = message.split('\n').first;
  std::string text;
  bool isQuoted = false;
  for (size_t i = 0; i != message.size(); ++i) {
    char c = message[i];
    if (c == '\'') {
      isQuoted = !isQuoted;
      if (isQuoted)
        text += "'.'";
      continue;
    }
    if (isQuoted)
      continue;
    if (llvm::isDigit(c)) {
      if (text.empty() || text.back() != '#')
        text += '#';
      continue;
    }
    text += c;
  }
  return text.substr(0, 160);
}
