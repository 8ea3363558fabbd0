//===- Attributes.cpp - Attributes ----------------------------------------===//

#include "Values.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "pto-c/Attributes.h"

#include <algorithm>

using namespace ptopy;

static std::string print(MlirAttribute attribute) {
  std::string text;
  mlirAttributePrint(attribute, appendPiece, &text);
  return text;
}

//===----------------------------------------------------------------------===//
// From Python
//===----------------------------------------------------------------------===//

namespace {
class Converter {
public:
  explicit Converter(const ContextRef &context) : context(context) {}

  Attribute convert(py::handle value, unsigned level = 0) {
    checkDepth(level);
    if (py::isinstance<Attribute>(value)) {
      auto attribute = value.cast<Attribute>();
      checkSame(context, attribute.context);
      return attribute;
    }
    if (py::isinstance<Type>(value)) {
      auto type = value.cast<Type>();
      checkSame(context, type.context);
      return made(mlirTypeAttrGet(type.type), type.depth + 1);
    }
    if (PyBool_Check(value.ptr()))
      return made(mlirBoolAttrGet(context->get(), value.ptr() == Py_True));
    if (PyLong_Check(value.ptr()))
      return made(mlirIntegerAttrGet(mlirIntegerTypeGet(context->get(), 64),
                                     value.cast<int64_t>()));
    if (PyFloat_Check(value.ptr()))
      return made(mlirFloatAttrDoubleGet(context->get(),
                                         mlirF64TypeGet(context->get()),
                                         value.cast<double>()));
    if (py::isinstance<py::str>(value)) {
      auto text = value.cast<std::string>();
      return made(mlirStringAttrGet(context->get(), toMlir(text)));
    }
    if (py::isinstance<py::dict>(value))
      return convertDict(value.cast<py::dict>(), level);
    if (py::isinstance<py::list>(value) || py::isinstance<py::tuple>(value))
      return convertList(value, level);
    throw py::type_error(
        "no attribute can be made of a " +
        std::string(py::str(value.get_type().attr("__name__"))));
  }

private:
  Attribute made(MlirAttribute attribute, unsigned depth = 0) {
    return {context, attribute, depth};
  }

  Attribute convertList(py::handle value, unsigned level) {
    std::vector<MlirAttribute> elements;
    unsigned depth = 0;
    for (py::handle element : value) {
      Attribute converted = convert(element, level + 1);
      depth = std::max(depth, converted.depth + 1);
      elements.push_back(converted.attribute);
    }
    checkDepth(depth);
    return made(
        mlirArrayAttrGet(context->get(), elements.size(), elements.data()),
        depth);
  }

  Attribute convertDict(py::dict value, unsigned level) {
    std::vector<MlirNamedAttribute> entries;
    unsigned depth = 0;
    for (auto [name, element] : value) {
      Attribute converted = convert(element, level + 1);
      depth = std::max(depth, converted.depth + 1);
      auto text = name.cast<std::string>();
      if (text.empty())
        throw py::value_error("an attribute's name must not be empty");
      entries.push_back(
          mlirNamedAttributeGet(mlirIdentifierGet(context->get(), toMlir(text)),
                                converted.attribute));
    }
    checkDepth(depth);
    return made(
        mlirDictionaryAttrGet(context->get(), entries.size(), entries.data()),
        depth);
  }

  const ContextRef &context;
};
} // namespace

Attribute ptopy::toAttribute(const ContextRef &context, py::handle value) {
  return Converter(context).convert(value);
}

static Attribute makeInteger(const Type &type, py::int_ value) {
  bool isIndex = mlirTypeIsAIndex(type.type);
  if (!isIndex && !mlirTypeIsAInteger(type.type))
    throw py::type_error("an integer needs an integer or index type");
  unsigned width = isIndex ? 64 : mlirIntegerTypeGetWidth(type.type);
  int overflow = 0;
  int64_t number = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
  bool fits = !overflow && width <= 64;
  if (fits && width < 64)
    fits = number >= -(int64_t(1) << (width - 1)) &&
           number < (int64_t(1) << width);
  if (!fits)
    throw py::value_error(std::string(py::str(value)) + " does not fit into " +
                          std::to_string(width) + " bits");
  // i1 holds -1 where it is true.
  return {type.context,
          width == 1 ? mlirIntegerAttrGet(type.type, number != 0 ? -1 : 0)
                     : mlirIntegerAttrGet(type.type, number)};
}

static Attribute makeFloat(const Type &type, double value) {
  if (!mlirTypeIsAFloat(type.type))
    throw py::type_error("a float needs a float type");
  return {type.context,
          mlirFloatAttrDoubleGet(type.context->get(), type.type, value)};
}

//===----------------------------------------------------------------------===//
// To Python
//===----------------------------------------------------------------------===//

static py::object getInteger(MlirAttribute attribute) {
  MlirType type = mlirAttributeGetType(attribute);
  if (!mlirTypeIsAIndex(type) && mlirIntegerTypeGetWidth(type) > 64) {
    std::string text = print(attribute);
    return py::int_(py::str(text.substr(0, text.find(' '))));
  }
  if (mlirTypeIsAInteger(type) && mlirIntegerTypeIsUnsigned(type))
    return py::int_(mlirIntegerAttrGetValueUInt(attribute));
  if (mlirTypeIsAInteger(type) && mlirIntegerTypeIsSigned(type))
    return py::int_(mlirIntegerAttrGetValueSInt(attribute));
  return py::int_(mlirIntegerAttrGetValueInt(attribute));
}

static py::object getValue(const Attribute &self) {
  MlirAttribute attribute = self.attribute;
  auto nested = [&](MlirAttribute element) {
    return getValue({self.context, element});
  };
  if (mlirAttributeIsABool(attribute))
    return py::bool_(mlirBoolAttrGetValue(attribute));
  if (mlirAttributeIsAInteger(attribute))
    return getInteger(attribute);
  if (mlirAttributeIsAFloat(attribute))
    return py::float_(mlirFloatAttrGetValueDouble(attribute));
  if (mlirAttributeIsAString(attribute))
    return toPython(mlirStringAttrGetValue(attribute));
  if (mlirAttributeIsAFlatSymbolRef(attribute))
    return toPython(mlirFlatSymbolRefAttrGetValue(attribute));
  if (mlirAttributeIsAUnit(attribute))
    return py::bool_(true);
  if (mlirAttributeIsAType(attribute))
    return toPython(self.context, mlirTypeAttrGetValue(attribute));
  if (mlirAttributeIsAArray(attribute)) {
    py::list elements;
    for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(attribute); i != e;
         ++i)
      elements.append(nested(mlirArrayAttrGetElement(attribute, i)));
    return std::move(elements);
  }
  if (mlirAttributeIsADictionary(attribute)) {
    py::dict entries;
    for (intptr_t i = 0, e = mlirDictionaryAttrGetNumElements(attribute);
         i != e; ++i) {
      MlirNamedAttribute entry = mlirDictionaryAttrGetElement(attribute, i);
      entries[toPython(mlirIdentifierStr(entry.name))] =
          nested(entry.attribute);
    }
    return std::move(entries);
  }
  if (mlirAttributeIsADenseI64Array(attribute) ||
      mlirAttributeIsADenseI32Array(attribute)) {
    bool isWide = mlirAttributeIsADenseI64Array(attribute);
    py::list elements;
    for (intptr_t i = 0, e = mlirDenseArrayGetNumElements(attribute); i != e;
         ++i)
      elements.append(isWide ? mlirDenseI64ArrayGetElement(attribute, i)
                             : mlirDenseI32ArrayGetElement(attribute, i));
    return std::move(elements);
  }
  // A keyword of the dialect, or whatever else there is, as text.
  std::string text = print(attribute);
  size_t begin = text.find('<');
  bool isKeyword = text.rfind("#pto.", 0) == 0 && begin != std::string::npos &&
                   text.find_first_of(", =<\"", begin + 1) == std::string::npos;
  if (!isKeyword)
    throw py::type_error("no plain value stands for " + text);
  return toPython(text.substr(begin + 1, text.size() - begin - 2));
}

template <typename Element, typename Make>
static Attribute makeArray(const ContextRef &context,
                           const std::vector<Element> &values, Make make) {
  return {context, make(context->get(), values.size(), values.data())};
}

void ptopy::bindAttributes(py::module_ &m) {
  py::class_<Attribute>(m, "Attribute")
      .def_static("_parse",
                  [](const ContextRef &context, const std::string &text) {
                    checkDepth(text);
                    Capture capture(context);
                    MlirAttribute attribute =
                        mlirAttributeParseGet(context->get(), toMlir(text));
                    capture.check(!mlirAttributeIsNull(attribute),
                                  "no such attribute");
                    return Attribute{context, attribute};
                  })
      .def_static("_of", toAttribute)
      .def_static("_keyword",
                  [](const ContextRef &context, const std::string &name,
                     const std::string &keyword) {
                    Capture capture(context);
                    MlirAttribute attribute = ptoKeywordAttrGet(
                        context->get(), toMlir(name), toMlir(keyword));
                    capture.check(!mlirAttributeIsNull(attribute),
                                  "no such keyword");
                    return Attribute{context, attribute};
                  })
      .def_static(
          "_loop",
          [](const ContextRef &context, int kind, int64_t stages) {
            Capture capture(context);
            MlirAttribute attribute =
                ptoLoopAttrGet(context->get(), PtoLoopKind(kind), stages);
            capture.check(!mlirAttributeIsNull(attribute), "no such loop");
            return Attribute{context, attribute};
          })
      .def_static("_unit",
                  [](const ContextRef &context) {
                    return Attribute{context, mlirUnitAttrGet(context->get())};
                  })
      .def_static("integer", makeInteger, py::arg("type"), py::arg("value"))
      .def_static("float", makeFloat, py::arg("type"), py::arg("value"))
      .def_static(
          "_i64_array",
          [](const ContextRef &context, const std::vector<int64_t> &values) {
            return makeArray(context, values, mlirDenseI64ArrayGet);
          })
      .def_static(
          "_i32_array",
          [](const ContextRef &context, const std::vector<int32_t> &values) {
            return makeArray(context, values, mlirDenseI32ArrayGet);
          })
      .def_static("_symbol",
                  [](const ContextRef &context, const std::string &name) {
                    if (name.empty())
                      throw py::value_error("a symbol must not be empty");
                    return Attribute{
                        context,
                        mlirFlatSymbolRefAttrGet(context->get(), toMlir(name))};
                  })
      .def_readonly("context", &Attribute::context)
      .def_property_readonly("value", getValue)
      .def("__eq__",
           [](const Attribute &self, const Attribute &other) {
             return mlirAttributeEqual(self.attribute, other.attribute);
           })
      .def("__eq__", [](const Attribute &, py::object) { return false; })
      .def("__hash__",
           [](const Attribute &self) { return size_t(self.attribute.ptr); })
      .def(
          "__str__",
          [](const Attribute &self) { return toPython(print(self.attribute)); })
      .def("__repr__", [](const Attribute &self) {
        return toPython("Attribute(" + print(self.attribute) + ")");
      });
}
