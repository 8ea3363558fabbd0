//===- MessageFilter.h - Between an editor and the server -------*- C++ -*-===//
//
// MLIR's language server has no place where a dialect could say more about a
// value. So its messages pass through here: hovers are answered by it, and what
// we know of the tile is added to its answer. All else is passed on unchanged.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_TOOLS_LSP_MESSAGEFILTER_H
#define PTO_TOOLS_LSP_MESSAGEFILTER_H

#include "mlir/IR/DialectRegistry.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"

#include <mutex>

namespace mlir::pto {

class MessageFilter {
public:
  explicit MessageFilter(const DialectRegistry &registry)
      : registry(registry) {}

  /// Looks at a message of the editor.
  void see(const llvm::json::Value &message);
  /// Adds to a message of the server.
  void complete(llvm::json::Value &message);

private:
  /// A hover that was asked for.
  struct Hover {
    std::string document;
    unsigned line, character;
  };

  void change(const llvm::json::Object &params);

  const DialectRegistry &registry;
  /// Messages go both ways at the same time.
  std::mutex mutex;
  llvm::StringMap<std::string> documents;
  /// By the ids of the requests.
  llvm::StringMap<Hover> hovers;
};

/// Passes messages from `input` on to `output`, each of which `visit` sees
/// first, to the end of the input. `isDelimited`: messages are split by lines,
/// as in tests, instead of by their lengths; `isPretty` writes them for people.
void passMessages(std::FILE *input, bool isDelimited, int output, bool isPretty,
                  llvm::function_ref<void(llvm::json::Value &)> visit);

} // namespace mlir::pto

#endif // PTO_TOOLS_LSP_MESSAGEFILTER_H
