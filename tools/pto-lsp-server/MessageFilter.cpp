//===- MessageFilter.cpp - Between an editor and the server ---------------===//

#include "MessageFilter.h"

#include "HoverText.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/LSP/Protocol.h"
#include "llvm/Support/LSP/Transport.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::pto;
namespace json = llvm::json;

static std::string getText(const json::Value &value) {
  std::string text;
  llvm::raw_string_ostream(text) << value;
  return text;
}

static StringRef getUri(const json::Object &params) {
  const json::Object *document = params.getObject("textDocument");
  return document ? document->getString("uri").value_or("") : "";
}

void MessageFilter::see(const json::Value &message) {
  const json::Object *object = message.getAsObject();
  const json::Object *params = object ? object->getObject("params") : nullptr;
  if (!params)
    return;
  StringRef method = object->getString("method").value_or("");
  std::lock_guard<std::mutex> lock(mutex);
  if (method == "textDocument/didOpen") {
    if (const json::Object *document = params->getObject("textDocument"))
      documents[getUri(*params)] = document->getString("text").value_or("");
  } else if (method == "textDocument/didChange") {
    change(*params);
  } else if (method == "textDocument/didClose") {
    documents.erase(getUri(*params));
  } else if (method == "textDocument/hover") {
    const json::Object *position = params->getObject("position");
    const json::Value *id = object->get("id");
    auto it = documents.find(getUri(*params));
    if (!position || !id || it == documents.end())
      return;
    hovers[getText(*id)] = {
        it->second, unsigned(position->getInteger("line").value_or(0)),
        unsigned(position->getInteger("character").value_or(0))};
  }
}

void MessageFilter::change(const json::Object &params) {
  auto it = documents.find(getUri(params));
  const json::Array *list = params.getArray("contentChanges");
  if (it == documents.end() || !list)
    return;
  for (const json::Value &entry : *list) {
    llvm::lsp::TextDocumentContentChangeEvent event;
    json::Path::Root root;
    if (!fromJSON(entry, event, root) || failed(event.applyTo(it->second))) {
      // What is not known any more is not told.
      documents.erase(it);
      return;
    }
  }
}

void MessageFilter::complete(json::Value &message) {
  json::Object *object = message.getAsObject();
  const json::Value *id = object ? object->get("id") : nullptr;
  if (!id || object->get("method"))
    return;
  // The server introduces itself.
  if (json::Object *result = object->getObject("result"))
    if (json::Object *info = result->getObject("serverInfo"))
      (*info)["name"] = "pto-lsp-server";
  Hover hover;
  {
    std::lock_guard<std::mutex> lock(mutex);
    auto it = hovers.find(getText(*id));
    if (it == hovers.end())
      return;
    hover = std::move(it->second);
    hovers.erase(it);
  }
  std::string text =
      getHoverText(hover.document, hover.line, hover.character, registry);
  if (text.empty())
    return;
  json::Object *result = object->getObject("result");
  if (!result) {
    (*object)["result"] = json::Object{
        {"contents", json::Object{{"kind", "markdown"}, {"value", text}}}};
    return;
  }
  // What we know comes first: the server's text may be long.
  if (json::Object *contents = result->getObject("contents"))
    (*contents)["value"] =
        text + "\n---\n" + contents->getString("value").value_or("").str();
}

/// Writes all of `text`, or gives up where nobody reads any more.
static void writeAll(int file, StringRef text) {
  llvm::raw_fd_ostream os(file, /*shouldClose=*/false, /*unbuffered=*/true);
  os << text;
  os.clear_error();
}

void pto::passMessages(std::FILE *input, bool isDelimited, int output,
                       bool isPretty,
                       llvm::function_ref<void(json::Value &)> visit) {
  llvm::lsp::JSONTransportInputOverFile in(
      input, isDelimited ? llvm::lsp::Delimited : llvm::lsp::Standard);
  std::string text;
  while (!in.isEndOfInput() && !in.hasError()) {
    if (failed(in.readMessage(text)))
      continue;
    llvm::Expected<json::Value> message = json::parse(text);
    if (message) {
      visit(*message);
      text = llvm::formatv(isPretty ? "{0:2}\n" : "{0}", *message);
    } else {
      // The one behind us says what is wrong.
      llvm::consumeError(message.takeError());
    }
    writeAll(output,
             ("Content-Length: " + llvm::Twine(text.size()) + "\r\n\r\n" + text)
                 .str());
  }
}
