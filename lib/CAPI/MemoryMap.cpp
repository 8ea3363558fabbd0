//===- MemoryMap.cpp - C API of the memory map ----------------------------===//

#include "pto-c/MemoryMap.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/CAPI/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "pto/IR/PTOOps.h"
#include "pto/Target/TargetModel.h"
#include "pto/Transforms/Transforms.h"
#include "pto/Translation/MemoryMap.h"

using namespace mlir;
using namespace mlir::pto;

MlirLogicalResult ptoWriteMemoryMap(MlirModule module,
                                    MlirStringCallback callback,
                                    void *userData) {
  mlir::detail::CallbackOstream os(callback, userData);
  return wrap(writeMemoryMap(unwrap(module), os));
}

void ptoForEachBuffer(MlirModule module, PtoBufferCallback callback,
                      void *userData) {
  for (auto function : unwrap(module).getOps<func::FuncOp>())
    function.walk([&](AllocOp alloc) {
      PtoBuffer buffer;
      buffer.function = wrap(function.getName());
      buffer.name = wrap(getLocName(alloc.getLoc()));
      buffer.space = PtoMemorySpace(alloc.getSpace());
      buffer.id = alloc.getId();
      buffer.addr = alloc.getAddr();
      buffer.size = alloc.getSize();
      buffer.slots = alloc.getSlots();
      buffer.pinned = alloc.getPinned();
      callback(&buffer, userData);
    });
}

int64_t ptoTargetGetCapacity(MlirContext context, MlirStringRef target,
                             PtoMemorySpace space) {
  const TargetModel *model =
      TargetModel::lookup(unwrap(context), unwrap(target));
  std::optional<MemorySpace> known = symbolizeMemorySpace(space);
  return model && known ? model->getCapacity(*known).value_or(-1) : -1;
}
