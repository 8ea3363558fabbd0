//===- Types.cpp - C API of types -----------------------------------------===//

#include "pto-c/Types.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Diagnostics.h"
#include "pto/Target/TargetModel.h"

using namespace mlir;
using namespace mlir::pto;

static TileType tile(MlirType type) { return cast<TileType>(unwrap(type)); }

template <typename Type>
static bool isAType(MlirType type) {
  return isa_and_present<Type>(unwrap(type));
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

bool ptoTypeIsATile(MlirType type) { return isAType<TileType>(type); }

MlirType ptoTileTypeGet(MlirLocation location,
                        const PtoTileParameters *parameters) {
  Location loc = unwrap(location);
  auto fail = [&] { return emitError(loc); };
  std::optional<MemorySpace> space;
  if (Attribute attr = unwrap(parameters->space)) {
    auto known = dyn_cast<MemorySpaceAttr>(attr);
    if (!known) {
      fail() << attr << " is no #pto.memory_space";
      return wrap(Type());
    }
    space = known.getValue();
  }
  LayoutAttr layout;
  if (Attribute attr = unwrap(parameters->layout)) {
    layout = dyn_cast<LayoutAttr>(attr);
    if (!layout) {
      fail() << attr << " is no #pto.layout";
      return wrap(Type());
    }
  }
  std::optional<PadKind> pad = symbolizePadKind(parameters->pad);
  Type element = unwrap(parameters->elementType);
  if (!pad || !element || parameters->rank <= 0 || !parameters->shape) {
    fail() << "a tile needs extents, an element type and a padding";
    return wrap(Type());
  }
  ArrayRef<int64_t> shape(parameters->shape, parameters->rank);
  ArrayRef<int64_t> valid;
  if (parameters->valid)
    valid = ArrayRef(parameters->valid, parameters->rank);
  return wrap(Type(TileType::getChecked(fail, loc.getContext(), shape, element,
                                        space, valid, layout, *pad)));
}

intptr_t ptoTileTypeGetRank(MlirType type) { return tile(type).getRank(); }
int64_t ptoTileTypeGetDimSize(MlirType type, intptr_t dim) {
  return tile(type).getShape()[dim];
}
int64_t ptoTileTypeGetValidSize(MlirType type, intptr_t dim) {
  return tile(type).getValidOrShape()[dim];
}
MlirType ptoTileTypeGetElementType(MlirType type) {
  return wrap(tile(type).getElementType());
}
MlirAttribute ptoTileTypeGetSpace(MlirType type) {
  std::optional<MemorySpace> space = tile(type).getSpace();
  return wrap(
      space ? Attribute(MemorySpaceAttr::get(tile(type).getContext(), *space))
            : Attribute());
}
MlirAttribute ptoTileTypeGetLayout(MlirType type) {
  return wrap(Attribute(tile(type).getLayout()));
}
PtoPadKind ptoTileTypeGetPad(MlirType type) {
  return PtoPadKind(tile(type).getPad());
}
MlirType ptoTileTypeWithSpace(MlirType type, PtoMemorySpace space) {
  std::optional<MemorySpace> known = symbolizeMemorySpace(space);
  return wrap(known ? Type(tile(type).withSpace(*known)) : Type());
}
int64_t ptoTileTypeGetStorageBytes(MlirType type, MlirStringRef target) {
  const TargetModel *model = &TargetModel::get(std::nullopt);
  if (target.length != 0)
    model = TargetModel::lookup(tile(type).getContext(), unwrap(target));
  return model ? model->getStorageBytes(tile(type)).value_or(-1) : -1;
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

bool ptoTypeIsABuffer(MlirType type) { return isAType<BufferType>(type); }
MlirType ptoBufferTypeGet(MlirContext context) {
  return wrap(Type(BufferType::get(unwrap(context))));
}

bool ptoTypeIsAnArray(MlirType type) { return isAType<pto::ArrayType>(type); }
MlirType ptoArrayTypeGet(MlirLocation location, int64_t extent,
                         MlirType elementType) {
  Location loc = unwrap(location);
  auto fail = [&] { return emitError(loc); };
  if (!unwrap(elementType)) {
    fail() << "an array needs an element type";
    return wrap(Type());
  }
  return wrap(Type(pto::ArrayType::getChecked(fail, loc.getContext(), extent,
                                              unwrap(elementType))));
}
int64_t ptoArrayTypeGetExtent(MlirType type) {
  return cast<pto::ArrayType>(unwrap(type)).getExtent();
}
MlirType ptoArrayTypeGetElementType(MlirType type) {
  return wrap(cast<pto::ArrayType>(unwrap(type)).getElementType());
}

bool ptoTypeIsAHandle(MlirType type) { return isAType<HandleType>(type); }
MlirType ptoHandleTypeGet(MlirContext context, MlirStringRef kind) {
  return wrap(Type(HandleType::get(unwrap(context), unwrap(kind))));
}
MlirStringRef ptoHandleTypeGetKind(MlirType type) {
  return wrap(cast<HandleType>(unwrap(type)).getKind());
}
