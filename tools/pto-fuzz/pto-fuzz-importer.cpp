//===- pto-fuzz-importer.cpp - Pass dumps ---------------------------------===//
//
// The importer is written in Python, so this holds an interpreter. Whatever the
// bytes are, the importer answers with a module, which must have the form of
// one, or with a DumpError. A trace function counts which lines run, in
// counters that libFuzzer takes for coverage.
//
//===----------------------------------------------------------------------===//

// Python's header wants to be first.
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <frameobject.h>

#include "FuzzTarget.h"
#include "KernelContext.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"

#include <cstdlib>
#include <string>

using namespace mlir;
using namespace mlir::pto::fuzz;

#ifdef PTO_FUZZERS
static constexpr size_t kCounters = 1 << 14;
__attribute__((
    section("__libfuzzer_extra_counters"))) static uint8_t counters[kCounters];

/// Counts a line of code by where it is.
static int countLine(PyObject *, PyFrameObject *frame, int what, PyObject *) {
  if (what != PyTrace_LINE)
    return 0;
  PyCodeObject *code = PyFrame_GetCode(frame);
  size_t place = reinterpret_cast<size_t>(code) / 16 * 31 +
                 size_t(PyFrame_GetLineNumber(frame));
  Py_DECREF(code);
  ++counters[place % kCounters];
  return 0;
}
#endif

/// The importer's entry, once.
static PyObject *getImporter() {
  static PyObject *importer = [] {
    Py_InitializeEx(/*initsigs=*/0);
    const char *root = std::getenv("PTO_PYTHON_ROOT");
    PyObject *path = PySys_GetObject("path");
    PyObject *place = PyUnicode_FromString(root ? root : PTO_PYTHON_ROOT);
    PyList_Insert(path, 0, place);
    Py_DECREF(place);
    PyObject *module = PyImport_ImportModule("pto.importer");
    if (!module) {
      PyErr_Print();
      breakPromise("the importer can't be loaded");
    }
    return module;
  }();
  return importer;
}

/// The text that the importer makes; empty where it refuses the dump.
static std::string import(llvm::StringRef dump) {
  PyObject *module = getImporter();
  PyObject *text =
      PyBytes_FromStringAndSize(dump.data(), Py_ssize_t(dump.size()));
#ifdef PTO_FUZZERS
  PyEval_SetTrace(countLine, nullptr);
#endif
  PyObject *result = PyObject_CallMethod(module, "import_text", "O", text);
#ifdef PTO_FUZZERS
  PyEval_SetTrace(nullptr, nullptr);
#endif
  Py_DECREF(text);
  if (result) {
    Py_ssize_t size = 0;
    const char *data = PyUnicode_AsUTF8AndSize(result, &size);
    if (!data)
      breakPromise("the importer's answer is no text");
    std::string answer(data, size_t(size));
    Py_DECREF(result);
    return answer;
  }
  PyObject *kind = nullptr, *value = nullptr, *trace = nullptr;
  PyErr_Fetch(&kind, &value, &trace);
  PyObject *refusal = PyObject_GetAttrString(module, "DumpError");
  bool isRefusal = PyErr_GivenExceptionMatches(kind, refusal);
  Py_DECREF(refusal);
  PyErr_Restore(kind, value, trace);
  if (!isRefusal) {
    PyErr_Print();
    PyRun_SimpleString("import sys; sys.stderr.flush()");
    breakPromise("the importer raises something else than DumpError");
  }
  PyErr_Clear();
  return "";
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string text = import(textOf(data, size));
  if (text.empty())
    return 0;
  MLIRContext &context = getKernelContext();
  std::string why;
  ScopedDiagnosticHandler listen(&context, [&](Diagnostic &diagnostic) {
    why += diagnostic.str() + '\n';
    return success();
  });
  ParserConfig config(&context, /*verifyAfterParse=*/false);
  bool isModule = bool(parseSourceString<ModuleOp>(text, config));
  // A type or an op may be wrong in the dump; the form of the text is ours.
  if (!isModule && llvm::StringRef(why).contains("expected"))
    breakPromise("what was imported does not parse: " + why + text);
  return 0;
}
