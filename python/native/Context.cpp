//===- Context.cpp - Contexts, diagnostics, locations ---------------------===//

#include "Context.h"

#include "pto-c/Dialect.h"
#include "pto-c/MemoryMap.h"

#include <algorithm>

using namespace ptopy;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

void ptopy::appendPiece(MlirStringRef piece, void *userData) {
  static_cast<std::string *>(userData)->append(piece.data, piece.length);
}

py::str ptopy::toPython(const std::string &text) {
  return py::reinterpret_steal<py::str>(
      PyUnicode_DecodeUTF8(text.data(), text.size(), "replace"));
}

py::str ptopy::toPython(MlirStringRef text) {
  return toPython(std::string(text.data, text.length));
}

void ptopy::checkDepth(unsigned depth) {
  if (depth > kMaxDepth)
    throw py::value_error("nested more than " + std::to_string(kMaxDepth) +
                          " levels deep");
}

void ptopy::checkDepth(const std::string &text) {
  unsigned depth = 0, deepest = 0;
  for (char c : text) {
    if (c == '<' || c == '[' || c == '{' || c == '(')
      deepest = std::max(deepest, ++depth);
    else if ((c == '>' || c == ']' || c == '}' || c == ')') && depth)
      --depth;
  }
  checkDepth(deepest);
}

//===----------------------------------------------------------------------===//
// Contexts
//===----------------------------------------------------------------------===//

static Report toReport(MlirDiagnostic diagnostic) {
  Report report;
  report.severity = mlirDiagnosticGetSeverity(diagnostic);
  report.location = mlirDiagnosticGetLocation(diagnostic);
  mlirDiagnosticPrint(diagnostic, appendPiece, &report.message);
  for (intptr_t i = 0, e = mlirDiagnosticGetNumNotes(diagnostic); i != e; ++i)
    report.notes.push_back(toReport(mlirDiagnosticGetNote(diagnostic, i)));
  return report;
}

Context::Context() : listener(py::none()), context(ptoContextCreate()) {
  mlirContextAttachDiagnosticHandler(context, collect, this, nullptr);
}

Context::~Context() { mlirContextDestroy(context); }

MlirLogicalResult Context::collect(MlirDiagnostic diagnostic, void *userData) {
  auto *self = static_cast<Context *>(userData);
  Report report = toReport(diagnostic);
  std::lock_guard<std::mutex> lock(self->mutex);
  self->reports.push_back(std::move(report));
  return mlirLogicalResultSuccess();
}

std::vector<Report> Context::takeReports() {
  std::lock_guard<std::mutex> lock(mutex);
  return std::move(reports);
}

//===----------------------------------------------------------------------===//
// Locations
//===----------------------------------------------------------------------===//

/// The first location with a file in a chain of names and groups; null where
/// there is none.
static MlirLocation findFile(MlirLocation location) {
  std::vector<MlirLocation> open = {location};
  for (unsigned steps = 0; !open.empty() && steps < 10000; ++steps) {
    MlirLocation next = open.back();
    open.pop_back();
    if (mlirLocationIsAFileLineColRange(next))
      return next;
    if (mlirLocationIsAName(next)) {
      open.push_back(mlirLocationNameGetChildLoc(next));
    } else if (mlirLocationIsAFused(next)) {
      std::vector<MlirLocation> parts(mlirLocationFusedGetNumLocations(next));
      mlirLocationFusedGetLocations(next, parts.data());
      open.insert(open.end(), parts.rbegin(), parts.rend());
    } else if (mlirLocationIsACallSite(next)) {
      open.push_back(mlirLocationCallSiteGetCallee(next));
    }
  }
  return {nullptr};
}

static py::object getName(const Location &self) {
  if (!mlirLocationIsAName(self.location))
    return py::none();
  return toPython(mlirIdentifierStr(mlirLocationNameGetName(self.location)));
}

static std::string describePlace(MlirLocation location) {
  MlirLocation file = findFile(location);
  if (!file.ptr)
    return "";
  MlirStringRef name =
      mlirIdentifierStr(mlirLocationFileLineColRangeGetFilename(file));
  return std::string(name.data, name.length) + ":" +
         std::to_string(mlirLocationFileLineColRangeGetStartLine(file)) + ":" +
         std::to_string(mlirLocationFileLineColRangeGetStartColumn(file)) +
         ": ";
}

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

static const char *nameOf(MlirDiagnosticSeverity severity) {
  switch (severity) {
  case MlirDiagnosticError:
    return "error";
  case MlirDiagnosticWarning:
    return "warning";
  case MlirDiagnosticNote:
    return "note";
  case MlirDiagnosticRemark:
    return "remark";
  }
  return "error";
}

static std::string describe(const Report &report) {
  std::string text = describePlace(report.location) + nameOf(report.severity) +
                     ": " + report.message;
  for (const Report &note : report.notes)
    text += "\n  " + describe(note);
  return text;
}

Capture::Capture(ContextRef context) : context(std::move(context)) {
  this->context->takeReports();
}

void Capture::check(bool succeeded, const std::string &otherwise) {
  std::vector<Report> reports = context->takeReports();
  if (succeeded) {
    if (!context->listener.is_none())
      for (Report &report : reports)
        context->listener(Diagnostic{context, std::move(report)});
    return;
  }
  auto first =
      std::find_if(reports.begin(), reports.end(), [](const Report &r) {
        return r.severity == MlirDiagnosticError;
      });
  std::string text, message = otherwise;
  py::object location = py::none();
  if (first != reports.end()) {
    message = first->message;
    location = py::cast(Location{context, first->location});
  }
  py::list diagnostics;
  for (Report &report : reports) {
    text += (text.empty() ? "" : "\n") + describe(report);
    diagnostics.append(Diagnostic{context, std::move(report)});
  }
  py::object type = py::module_::import("pto._pto").attr("MLIRError");
  py::object error = type(toPython(text.empty() ? otherwise : text));
  error.attr("message") = toPython(message);
  error.attr("location") = location;
  error.attr("diagnostics") = diagnostics;
  PyErr_SetObject(type.ptr(), error.ptr());
  throw py::error_already_set();
}

//===----------------------------------------------------------------------===//
// Bindings
//===----------------------------------------------------------------------===//

static Location makeFile(const ContextRef &context, const std::string &file,
                         unsigned line, unsigned column) {
  return {context, mlirLocationFileLineColGet(context->get(), toMlir(file),
                                              line, column)};
}

static Location makeName(const ContextRef &context, const std::string &name,
                         const Location *child) {
  if (child && child->context != context)
    throw py::value_error("the location belongs to another context");
  // MLIR has no names without letters.
  if (name.empty())
    throw py::value_error("a name must not be empty");
  unsigned depth = child ? child->depth + 1 : 1;
  checkDepth(depth);
  return {context,
          mlirLocationNameGet(context->get(), toMlir(name),
                              child ? child->location
                                    : mlirLocationUnknownGet(context->get())),
          depth};
}

void ptopy::bindContext(py::module_ &m) {
  // All of MLIR's exceptions.
  py::object error =
      py::reinterpret_steal<py::object>(PyErr_NewExceptionWithDoc(
          "pto.ir.MLIRError",
          "What MLIR reported: `message` and `location` of the first error, "
          "`diagnostics` with their notes.",
          nullptr, nullptr));
  error.attr("message") = "";
  error.attr("location") = py::none();
  error.attr("diagnostics") = py::tuple();
  m.attr("MLIRError") = error;

  py::class_<Context, ContextRef>(m, "Context")
      .def(py::init<>())
      .def_property(
          "_listener", [](Context &self) { return self.listener; },
          [](Context &self, py::object listener) {
            self.listener = std::move(listener);
          })
      .def("is_registered_operation",
           [](Context &self, const std::string &name) {
             return mlirContextIsRegisteredOperation(self.get(), toMlir(name));
           })
      .def("capacity",
           [](Context &self, const std::string &target,
              unsigned space) -> py::object {
             int64_t bytes = ptoTargetGetCapacity(self.get(), toMlir(target),
                                                  PtoMemorySpace(space));
             return bytes < 0 ? py::object(py::none()) : py::int_(bytes);
           });

  py::class_<Location>(m, "Location")
      .def_static("_unknown",
                  [](const ContextRef &context) {
                    return Location{context,
                                    mlirLocationUnknownGet(context->get())};
                  })
      .def_static("_file", makeFile)
      .def_static("_name", makeName)
      .def_readonly("context", &Location::context)
      .def_property_readonly("name_str", getName)
      .def_property_readonly(
          "file",
          [](const Location &self) -> py::object {
            MlirLocation file = findFile(self.location);
            if (!file.ptr)
              return py::none();
            return toPython(mlirIdentifierStr(
                mlirLocationFileLineColRangeGetFilename(file)));
          })
      .def_property_readonly(
          "line",
          [](const Location &self) -> py::object {
            MlirLocation file = findFile(self.location);
            if (!file.ptr)
              return py::none();
            return py::int_(mlirLocationFileLineColRangeGetStartLine(file));
          })
      .def_property_readonly(
          "column",
          [](const Location &self) -> py::object {
            MlirLocation file = findFile(self.location);
            if (!file.ptr)
              return py::none();
            return py::int_(mlirLocationFileLineColRangeGetStartColumn(file));
          })
      .def("__eq__",
           [](const Location &self, const Location &other) {
             return mlirLocationEqual(self.location, other.location);
           })
      .def("__eq__", [](const Location &, py::object) { return false; })
      .def("__hash__",
           [](const Location &self) { return size_t(self.location.ptr); })
      .def("__str__", [](const Location &self) {
        std::string text;
        mlirLocationPrint(self.location, appendPiece, &text);
        return toPython(text);
      });

  py::class_<Diagnostic>(m, "Diagnostic")
      .def_property_readonly(
          "severity",
          [](const Diagnostic &self) { return nameOf(self.report.severity); })
      .def_property_readonly(
          "message",
          [](const Diagnostic &self) { return toPython(self.report.message); })
      .def_property_readonly("location",
                             [](const Diagnostic &self) {
                               return Location{self.context,
                                               self.report.location};
                             })
      .def_property_readonly("notes",
                             [](const Diagnostic &self) {
                               py::list notes;
                               for (const Report &note : self.report.notes)
                                 notes.append(Diagnostic{self.context, note});
                               return py::tuple(notes);
                             })
      .def("__str__",
           [](const Diagnostic &self) {
             return toPython(describe(self.report));
           })
      .def("__repr__", [](const Diagnostic &self) {
        return toPython("<" + describe(self.report) + ">");
      });
}
