//===- Attributes.cpp - C API of attributes -------------------------------===//

#include "pto-c/Attributes.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Diagnostics.h"
#include "pto/IR/PTOTypes.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::pto;

/// The value of ours that a caller's number stands for; none, with a
/// diagnostic, where it stands for nothing.
template <typename Enum>
static std::optional<Enum> getKnown(MlirContext context, uint32_t number,
                                    std::optional<Enum> (*symbolize)(uint32_t),
                                    StringRef what) {
  std::optional<Enum> known = symbolize(number);
  if (!known)
    emitError(UnknownLoc::get(unwrap(context))) << number << " is no " << what;
  return known;
}

template <typename Attr, typename Enum>
static MlirAttribute getAttr(MlirContext context, uint32_t number,
                             std::optional<Enum> (*symbolize)(uint32_t),
                             StringRef what) {
  std::optional<Enum> known = getKnown(context, number, symbolize, what);
  return wrap(known ? Attribute(Attr::get(unwrap(context), *known))
                    : Attribute());
}

template <typename Attr>
static bool isAnAttr(MlirAttribute attr) {
  return isa_and_present<Attr>(unwrap(attr));
}

//===----------------------------------------------------------------------===//
// One keyword
//===----------------------------------------------------------------------===//

bool ptoAttributeIsAMemorySpace(MlirAttribute attr) {
  return isAnAttr<MemorySpaceAttr>(attr);
}
MlirAttribute ptoMemorySpaceAttrGet(MlirContext context, PtoMemorySpace space) {
  return getAttr<MemorySpaceAttr>(context, space, symbolizeMemorySpace,
                                  "memory space");
}
PtoMemorySpace ptoMemorySpaceAttrGetValue(MlirAttribute attr) {
  return PtoMemorySpace(cast<MemorySpaceAttr>(unwrap(attr)).getValue());
}

bool ptoAttributeIsADirection(MlirAttribute attr) {
  return isAnAttr<DirectionAttr>(attr);
}
MlirAttribute ptoDirectionAttrGet(MlirContext context, PtoDirection direction) {
  return getAttr<DirectionAttr>(context, direction, symbolizeDirection,
                                "direction");
}
PtoDirection ptoDirectionAttrGetValue(MlirAttribute attr) {
  return PtoDirection(cast<DirectionAttr>(unwrap(attr)).getValue());
}

bool ptoAttributeIsAFunctionKind(MlirAttribute attr) {
  return isAnAttr<FunctionKindAttr>(attr);
}
MlirAttribute ptoFunctionKindAttrGet(MlirContext context,
                                     PtoFunctionKind kind) {
  return getAttr<FunctionKindAttr>(context, kind, symbolizeFunctionKind,
                                   "kind of function");
}
PtoFunctionKind ptoFunctionKindAttrGetValue(MlirAttribute attr) {
  return PtoFunctionKind(cast<FunctionKindAttr>(unwrap(attr)).getValue());
}

bool ptoAttributeIsATarget(MlirAttribute attr) {
  return isAnAttr<TargetAttr>(attr);
}
MlirAttribute ptoTargetAttrGet(MlirContext context, PtoTarget target) {
  return getAttr<TargetAttr>(context, target, symbolizeTarget, "target");
}
PtoTarget ptoTargetAttrGetValue(MlirAttribute attr) {
  return PtoTarget(cast<TargetAttr>(unwrap(attr)).getValue());
}

MlirAttribute ptoKeywordAttrGet(MlirContext context, MlirStringRef name,
                                MlirStringRef keyword) {
  // The text is put together: it must hold nothing but the two words.
  for (StringRef word : {unwrap(name), unwrap(keyword)})
    if (word.empty() || !llvm::all_of(word, [](char c) {
          return llvm::isAlnum(c) || c == '_';
        })) {
      emitError(UnknownLoc::get(unwrap(context)))
          << "'" << word << "' is no keyword";
      return wrap(Attribute());
    }
  std::string text =
      ("#pto." + unwrap(name) + "<" + unwrap(keyword) + ">").str();
  return wrap(parseAttribute(text, unwrap(context)));
}

//===----------------------------------------------------------------------===//
// Several parts
//===----------------------------------------------------------------------===//

bool ptoAttributeIsALoop(MlirAttribute attr) {
  return isAnAttr<LoopAttr>(attr);
}
MlirAttribute ptoLoopAttrGet(MlirContext context, PtoLoopKind kind,
                             int64_t stages) {
  auto known = getKnown(context, kind, symbolizeLoopKind, "kind of loop");
  if (!known)
    return wrap(Attribute());
  Location loc = UnknownLoc::get(unwrap(context));
  return wrap(Attribute(LoopAttr::getChecked([&] { return emitError(loc); },
                                             unwrap(context), *known, stages)));
}
PtoLoopKind ptoLoopAttrGetKind(MlirAttribute attr) {
  return PtoLoopKind(cast<LoopAttr>(unwrap(attr)).getKind());
}
int64_t ptoLoopAttrGetStages(MlirAttribute attr) {
  return cast<LoopAttr>(unwrap(attr)).getStages();
}

bool ptoAttributeIsALayout(MlirAttribute attr) {
  return isAnAttr<LayoutAttr>(attr);
}
MlirAttribute ptoLayoutAttrGet(MlirContext context, PtoBlockLayout blayout,
                               PtoBlockLayout slayout, int64_t fractal) {
  auto outer = getKnown(context, blayout, symbolizeBlockLayout, "block layout");
  auto inner = getKnown(context, slayout, symbolizeBlockLayout, "block layout");
  if (!outer || !inner)
    return wrap(Attribute());
  Location loc = UnknownLoc::get(unwrap(context));
  return wrap(Attribute(LayoutAttr::getChecked([&] { return emitError(loc); },
                                               unwrap(context), *outer, *inner,
                                               fractal)));
}
PtoBlockLayout ptoLayoutAttrGetBlayout(MlirAttribute attr) {
  return PtoBlockLayout(cast<LayoutAttr>(unwrap(attr)).getBlayout());
}
PtoBlockLayout ptoLayoutAttrGetSlayout(MlirAttribute attr) {
  return PtoBlockLayout(cast<LayoutAttr>(unwrap(attr)).getSlayout());
}
int64_t ptoLayoutAttrGetFractal(MlirAttribute attr) {
  return cast<LayoutAttr>(unwrap(attr)).getFractal();
}

bool ptoAttributeIsAMemRef(MlirAttribute attr) {
  return isAnAttr<MemRefAttr>(attr);
}
MlirAttribute ptoMemRefAttrGet(MlirContext context, PtoMemorySpace space,
                               int64_t addr, int64_t id) {
  auto known = getKnown(context, space, symbolizeMemorySpace, "memory space");
  return wrap(
      known ? Attribute(MemRefAttr::get(unwrap(context), *known, addr, id))
            : Attribute());
}
PtoMemorySpace ptoMemRefAttrGetSpace(MlirAttribute attr) {
  return PtoMemorySpace(cast<MemRefAttr>(unwrap(attr)).getSpace());
}
int64_t ptoMemRefAttrGetAddr(MlirAttribute attr) {
  return cast<MemRefAttr>(unwrap(attr)).getAddr();
}
int64_t ptoMemRefAttrGetId(MlirAttribute attr) {
  return cast<MemRefAttr>(unwrap(attr)).getId();
}
