//===- pto-lsp-server.cpp - The language server ---------------------------===//
//
// MLIR's server for our dialects, behind a filter that adds to hovers what is
// known of tiles. Both are in this process, joined by pipes.
//
//===----------------------------------------------------------------------===//

#include "MessageFilter.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "pto/IR/PTODialect.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <thread>
#include <unistd.h>

using namespace mlir;

namespace {
/// How messages look outside; inside they are always as the protocol says.
struct Style {
  bool isDelimited = false;
  bool isPretty = false;
  /// The server only prints something about itself.
  bool isQuestion = false;
};
} // namespace

/// Takes the options on style out of `arguments`.
static Style takeStyle(SmallVectorImpl<char *> &arguments) {
  Style style;
  llvm::erase_if(arguments, [&](const char *argument) {
    StringRef text = StringRef(argument).ltrim('-');
    bool isOption = StringRef(argument).starts_with("-");
    bool isTest = isOption && text == "lit-test";
    bool isDelimited = isOption && text == "input-style=delimited";
    bool isPretty = isOption && text == "pretty";
    style.isDelimited |= isTest || isDelimited;
    style.isPretty |= isTest || isPretty;
    style.isQuestion |= isOption && (text.starts_with("help") ||
                                     text == "version" || text == "h");
    return isTest || isDelimited || isPretty;
  });
  return style;
}

/// Serves until the editor says goodbye, through `filter`.
static LogicalResult serve(SmallVectorImpl<char *> &arguments,
                           const Style &style, DialectRegistry &registry) {
  int toServer[2], fromServer[2];
  int editorIn = dup(STDIN_FILENO), editorOut = dup(STDOUT_FILENO);
  if (editorIn < 0 || editorOut < 0 || pipe(toServer) || pipe(fromServer)) {
    llvm::errs() << "pto-lsp-server: no pipes to be had\n";
    return failure();
  }
  // What the server takes for its standard input and output are pipes.
  dup2(toServer[0], STDIN_FILENO);
  dup2(fromServer[1], STDOUT_FILENO);
  close(toServer[0]);
  close(fromServer[1]);
  // An editor that is gone is seen as the end of the input.
  std::signal(SIGPIPE, SIG_IGN);
  pto::MessageFilter filter(registry);
  std::thread toServerThread([&] {
    if (std::FILE *input = fdopen(editorIn, "rb"))
      pto::passMessages(
          input, style.isDelimited, toServer[1], /*isPretty=*/false,
          [&](llvm::json::Value &message) { filter.see(message); });
    close(toServer[1]);
  });
  std::thread fromServerThread([&] {
    if (std::FILE *input = fdopen(fromServer[0], "rb"))
      pto::passMessages(
          input, /*isDelimited=*/false, editorOut, style.isPretty,
          [&](llvm::json::Value &message) { filter.complete(message); });
  });
  LogicalResult result =
      MlirLspServerMain(arguments.size(), arguments.data(), registry);
  llvm::outs().flush();
  close(STDOUT_FILENO);
  fromServerThread.join();
  // The editor may never close its end.
  std::fflush(stderr);
  _exit(failed(result));
}

int main(int argc, char **argv) {
  llvm::setBugReportMsg(
      "Please report this, with the document, to the PTO project.\n");
  llvm::InitLLVM init(argc, argv);
  DialectRegistry registry;
  registry.insert<affine::AffineDialect, arith::ArithDialect,
                  cf::ControlFlowDialect, func::FuncDialect, pto::PTODialect,
                  scf::SCFDialect, tensor::TensorDialect>();
  SmallVector<char *> arguments(argv, argv + argc);
  Style style = takeStyle(arguments);
  if (style.isQuestion)
    return failed(MlirLspServerMain(argc, argv, registry));
  return failed(serve(arguments, style, registry));
}
