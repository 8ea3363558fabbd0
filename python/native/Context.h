//===- Context.h - Contexts, diagnostics, locations -------------*- C++ -*-===//
//
// Whoever holds anything of a context holds the context: nothing is freed while
// somebody can still reach it, in whatever order Python lets go.
//
// Diagnostics may come from MLIR's threads, which hold no lock of Python's. So
// they are collected as plain data, and become Python objects, or an exception,
// once the call into MLIR is over.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_PYTHON_CONTEXT_H
#define PTO_PYTHON_CONTEXT_H

#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace ptopy {
namespace py = pybind11;

/// Nothing that Python builds is nested deeper: MLIR recurses.
constexpr unsigned kMaxDepth = 500;

/// A diagnostic as data.
struct Report {
  MlirDiagnosticSeverity severity = MlirDiagnosticError;
  MlirLocation location = {nullptr};
  std::string message;
  std::vector<Report> notes;
};

class Context : public std::enable_shared_from_this<Context> {
public:
  Context();
  ~Context();
  Context(const Context &) = delete;
  Context &operator=(const Context &) = delete;

  MlirContext get() const { return context; }
  /// What has been reported since the last call.
  std::vector<Report> takeReports();

  /// Called with each diagnostic that does not become an exception, or none.
  py::object listener;

private:
  static MlirLogicalResult collect(MlirDiagnostic diagnostic, void *userData);

  MlirContext context;
  std::mutex mutex;
  std::vector<Report> reports;
};
using ContextRef = std::shared_ptr<Context>;

struct Location {
  ContextRef context;
  MlirLocation location;
  unsigned depth = 0;
};

/// What a person sees.
struct Diagnostic {
  ContextRef context;
  Report report;
};

/// Around one call into MLIR: what it reports is the exception, or goes to the
/// listener.
class Capture {
public:
  explicit Capture(ContextRef context);
  /// Throws MLIRError where `succeeded` is false; `otherwise` is the message
  /// where nothing was reported.
  void check(bool succeeded, const std::string &otherwise);

private:
  ContextRef context;
};

/// Appends pieces of text to the std::string that `userData` is.
void appendPiece(MlirStringRef piece, void *userData);
/// Text that MLIR made as a Python string, whatever its bytes are.
py::str toPython(const std::string &text);
py::str toPython(MlirStringRef text);
inline MlirStringRef toMlir(const std::string &text) {
  return mlirStringRefCreate(text.data(), text.size());
}
/// Throws ValueError for text that nests brackets too deep for a parser that
/// recurses.
void checkDepth(const std::string &text);
void checkDepth(unsigned depth);

void bindContext(py::module_ &m);
} // namespace ptopy

#endif // PTO_PYTHON_CONTEXT_H
