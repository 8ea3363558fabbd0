//===- Types.cpp - Types --------------------------------------------------===//

#include "Values.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "pto-c/Types.h"

#include <algorithm>

using namespace ptopy;

void ptopy::checkSame(const ContextRef &mine, const ContextRef &theirs) {
  if (mine != theirs)
    throw py::value_error("the parts belong to different contexts");
}

py::object ptopy::toPython(const ContextRef &context, MlirType type,
                           unsigned depth) {
  Type base{context, type, depth};
  if (ptoTypeIsATile(type))
    return py::cast(TileType{base});
  if (ptoTypeIsABuffer(type))
    return py::cast(BufferType{base});
  if (mlirTypeIsARankedTensor(type))
    return py::cast(RankedTensorType{base});
  if (mlirTypeIsAInteger(type))
    return py::cast(IntegerType{base});
  if (mlirTypeIsAIndex(type))
    return py::cast(IndexType{base});
  if (mlirTypeIsAFloat(type))
    return py::cast(FloatType{base});
  if (mlirTypeIsAFunction(type))
    return py::cast(FunctionType{base});
  return py::cast(base);
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

using Extent = std::optional<int64_t>;

static std::vector<int64_t> toExtents(const std::vector<Extent> &shape) {
  std::vector<int64_t> extents;
  for (Extent extent : shape)
    extents.push_back(extent.value_or(mlirShapedTypeGetDynamicSize()));
  return extents;
}

static Extent toExtent(int64_t size) {
  if (size == mlirShapedTypeGetDynamicSize())
    return std::nullopt;
  return size;
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

/// `#pto.<name><keyword>`; ValueError where there is no such keyword.
static MlirAttribute getKeyword(const ContextRef &context, const char *name,
                                const std::string &keyword) {
  MlirAttribute attribute = ptoKeywordAttrGet(
      context->get(), mlirStringRefCreateFromCString(name), toMlir(keyword));
  context->takeReports();
  if (mlirAttributeIsNull(attribute))
    throw py::value_error("'" + keyword + "' is no " + name);
  return attribute;
}

static const char *const padNames[] = {"null", "zero", "max", "min"};

static py::object
makeTile(const ContextRef &context, const std::vector<Extent> &shape,
         const Type &elementType, const std::optional<std::string> &space,
         const std::optional<std::vector<Extent>> &valid,
         const std::optional<Attribute> &layout, const std::string &pad) {
  checkSame(context, elementType.context);
  PtoTileParameters parameters = {};
  std::vector<int64_t> extents = toExtents(shape), validExtents;
  parameters.rank = extents.size();
  parameters.shape = extents.data();
  parameters.elementType = elementType.type;
  if (space)
    parameters.space = getKeyword(context, "memory_space", *space);
  if (valid) {
    validExtents = toExtents(*valid);
    if (validExtents.size() != extents.size())
      throw py::value_error(
          "the valid region has rank " + std::to_string(validExtents.size()) +
          ", the tile has rank " + std::to_string(extents.size()));
    parameters.valid = validExtents.data();
  }
  if (layout) {
    checkSame(context, layout->context);
    parameters.layout = layout->attribute;
  }
  auto found = std::find(std::begin(padNames), std::end(padNames), pad);
  if (found == std::end(padNames))
    throw py::value_error("'" + pad +
                          "' is no pad; there are null, zero, max "
                          "and min");
  parameters.pad = PtoPadKind(found - std::begin(padNames));
  Capture capture(context);
  MlirType type =
      ptoTileTypeGet(mlirLocationUnknownGet(context->get()), &parameters);
  capture.check(!mlirTypeIsNull(type), "no such tile");
  return toPython(context, type);
}

static py::object getSpace(const TileType &self) {
  MlirAttribute space = ptoTileTypeGetSpace(self.type);
  if (mlirAttributeIsNull(space))
    return py::none();
  std::string text;
  mlirAttributePrint(space, appendPiece, &text);
  size_t begin = text.find('<') + 1;
  return toPython(text.substr(begin, text.size() - begin - 1));
}

static py::list getExtents(const TileType &self,
                           int64_t (*get)(MlirType, intptr_t)) {
  py::list extents;
  for (intptr_t i = 0, e = ptoTileTypeGetRank(self.type); i != e; ++i)
    extents.append(py::cast(toExtent(get(self.type, i))));
  return extents;
}

static void bindTile(py::module_ &m) {
  py::class_<TileType, Type>(m, "TileType")
      .def_static("_get", makeTile)
      .def_property_readonly("shape",
                             [](const TileType &self) {
                               return getExtents(self, ptoTileTypeGetDimSize);
                             })
      .def_property_readonly("valid",
                             [](const TileType &self) {
                               return getExtents(self, ptoTileTypeGetValidSize);
                             })
      .def_property_readonly(
          "element_type",
          [](const TileType &self) {
            return toPython(self.context, ptoTileTypeGetElementType(self.type));
          })
      .def_property_readonly("space", getSpace)
      .def_property_readonly(
          "layout",
          [](const TileType &self) {
            return Attribute{self.context, ptoTileTypeGetLayout(self.type)};
          })
      .def_property_readonly("pad",
                             [](const TileType &self) {
                               return padNames[ptoTileTypeGetPad(self.type)];
                             })
      .def(
          "storage_bytes",
          [](const TileType &self, const std::string &target) -> py::object {
            int64_t bytes =
                ptoTileTypeGetStorageBytes(self.type, toMlir(target));
            return bytes < 0 ? py::object(py::none()) : py::int_(bytes);
          },
          py::arg("target") = "")
      .def("with_space", [](const TileType &self, const std::string &space) {
        MlirAttribute attribute =
            getKeyword(self.context, "memory_space", space);
        return toPython(self.context,
                        ptoTileTypeWithSpace(
                            self.type, ptoMemorySpaceAttrGetValue(attribute)));
      });
}

//===----------------------------------------------------------------------===//
// Builtin types
//===----------------------------------------------------------------------===//

static py::object makeTensor(const ContextRef &context,
                             const std::vector<Extent> &shape,
                             const Type &elementType,
                             const std::optional<Attribute> &encoding) {
  checkSame(context, elementType.context);
  if (encoding)
    checkSame(context, encoding->context);
  std::vector<int64_t> extents = toExtents(shape);
  for (Extent extent : shape)
    if (extent && *extent < 0)
      throw py::value_error("an extent must not be negative");
  Capture capture(context);
  MlirType type = mlirRankedTensorTypeGetChecked(
      mlirLocationUnknownGet(context->get()), extents.size(), extents.data(),
      elementType.type,
      encoding ? encoding->attribute : mlirAttributeGetNull());
  capture.check(!mlirTypeIsNull(type), "no such tensor");
  return toPython(context, type, elementType.depth + 1);
}

static py::object makeFunction(const ContextRef &context,
                               const std::vector<Type> &inputs,
                               const std::vector<Type> &results) {
  unsigned depth = 0;
  auto unpack = [&](const std::vector<Type> &types) {
    std::vector<MlirType> unpacked;
    for (const Type &type : types) {
      checkSame(context, type.context);
      depth = std::max(depth, type.depth + 1);
      unpacked.push_back(type.type);
    }
    return unpacked;
  };
  std::vector<MlirType> in = unpack(inputs), out = unpack(results);
  checkDepth(depth);
  return toPython(context,
                  mlirFunctionTypeGet(context->get(), in.size(), in.data(),
                                      out.size(), out.data()),
                  depth);
}

static void bindBuiltin(py::module_ &m) {
  py::class_<BufferType, Type>(m, "BufferType")
      .def_static("_get", [](const ContextRef &context) {
        return toPython(context, ptoBufferTypeGet(context->get()));
      });
  py::class_<RankedTensorType, Type>(m, "RankedTensorType")
      .def_static("_get", makeTensor)
      .def_property_readonly(
          "shape",
          [](const RankedTensorType &self) {
            py::list extents;
            for (intptr_t i = 0, e = mlirShapedTypeGetRank(self.type); i != e;
                 ++i)
              extents.append(
                  py::cast(toExtent(mlirShapedTypeGetDimSize(self.type, i))));
            return extents;
          })
      .def_property_readonly("element_type",
                             [](const RankedTensorType &self) {
                               return toPython(
                                   self.context,
                                   mlirShapedTypeGetElementType(self.type));
                             })
      .def_property_readonly(
          "encoding", [](const RankedTensorType &self) -> py::object {
            MlirAttribute encoding = mlirRankedTensorTypeGetEncoding(self.type);
            if (mlirAttributeIsNull(encoding))
              return py::none();
            return py::cast(Attribute{self.context, encoding});
          });
  py::class_<IntegerType, Type>(m, "IntegerType")
      .def_static("_get",
                  [](const ContextRef &context, unsigned width) {
                    if (width == 0 || width > 64)
                      throw py::value_error("an integer has 1 to 64 bits");
                    return toPython(context,
                                    mlirIntegerTypeGet(context->get(), width));
                  })
      .def_property_readonly("width", [](const IntegerType &self) {
        return mlirIntegerTypeGetWidth(self.type);
      });
  py::class_<IndexType, Type>(m, "IndexType")
      .def_static("_get", [](const ContextRef &context) {
        return toPython(context, mlirIndexTypeGet(context->get()));
      });
  py::class_<FloatType, Type>(m, "FloatType")
      .def_property_readonly("width", [](const FloatType &self) {
        return mlirFloatTypeGetWidth(self.type);
      });
  py::class_<FunctionType, Type>(m, "FunctionType")
      .def_static("_get", makeFunction)
      .def_property_readonly(
          "inputs",
          [](const FunctionType &self) {
            py::list types;
            for (intptr_t i = 0, e = mlirFunctionTypeGetNumInputs(self.type);
                 i != e; ++i)
              types.append(toPython(self.context,
                                    mlirFunctionTypeGetInput(self.type, i)));
            return types;
          })
      .def_property_readonly("results", [](const FunctionType &self) {
        py::list types;
        for (intptr_t i = 0, e = mlirFunctionTypeGetNumResults(self.type);
             i != e; ++i)
          types.append(
              toPython(self.context, mlirFunctionTypeGetResult(self.type, i)));
        return types;
      });
}

void ptopy::bindTypes(py::module_ &m) {
  py::class_<Type>(m, "Type")
      .def_static("_parse",
                  [](const ContextRef &context, const std::string &text) {
                    checkDepth(text);
                    Capture capture(context);
                    MlirType type =
                        mlirTypeParseGet(context->get(), toMlir(text));
                    capture.check(!mlirTypeIsNull(type), "no such type");
                    return toPython(context, type);
                  })
      .def_readonly("context", &Type::context)
      .def("__eq__",
           [](const Type &self, const Type &other) {
             return mlirTypeEqual(self.type, other.type);
           })
      .def("__eq__", [](const Type &, py::object) { return false; })
      .def("__hash__", [](const Type &self) { return size_t(self.type.ptr); })
      .def("__str__",
           [](const Type &self) {
             std::string text;
             mlirTypePrint(self.type, appendPiece, &text);
             return toPython(text);
           })
      .def("__repr__", [](const Type &self) {
        std::string text;
        mlirTypePrint(self.type, appendPiece, &text);
        return toPython("Type(" + text + ")");
      });
  bindTile(m);
  bindBuiltin(m);
}
