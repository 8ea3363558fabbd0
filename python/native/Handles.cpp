//===- Handles.cpp - How handles find what they stand for -----------------===//

#include "Operations.h"

#include <stdexcept>

using namespace ptopy;

OperationRef Module::getHandle(MlirOperation op) {
  std::weak_ptr<Operation> &known = handles[op.ptr];
  if (OperationRef handle = known.lock())
    return handle;
  auto handle = std::make_shared<Operation>(shared_from_this(), op);
  known = handle;
  return handle;
}

Operation::~Operation() {
  if (!isValid())
    return;
  // A new handle of the same op may have taken the place already.
  auto it = module->handles.find(op.ptr);
  if (it != module->handles.end() && it->second.expired())
    module->handles.erase(it);
}

MlirOperation Operation::get() const {
  if (!isValid())
    throw std::runtime_error("the operation was erased");
  return op;
}

void Module::invalidate(MlirOperation op) {
  mlirOperationWalk(
      op,
      [](MlirOperation inner, void *userData) {
        auto &handles = static_cast<Module *>(userData)->handles;
        auto it = handles.find(inner.ptr);
        if (it != handles.end()) {
          if (OperationRef handle = it->second.lock())
            handle->op = {nullptr};
          handles.erase(it);
        }
        return MlirWalkResultAdvance;
      },
      this, MlirWalkPostOrder);
}

MlirRegion Region::get() const {
  MlirOperation parent = op->get();
  if (number >= mlirOperationGetNumRegions(parent))
    throw std::runtime_error("the region does not exist any more");
  return mlirOperationGetRegion(parent, number);
}

MlirBlock Block::get() const {
  MlirBlock block = mlirRegionGetFirstBlock(region.get());
  for (intptr_t i = 0; i != number && !mlirBlockIsNull(block); ++i)
    block = mlirBlockGetNextInRegion(block);
  if (mlirBlockIsNull(block))
    throw std::runtime_error("the block does not exist any more");
  return block;
}

MlirValue Value::get() const {
  if (!isArgument()) {
    MlirOperation owner = op->get();
    if (number >= mlirOperationGetNumResults(owner))
      throw std::runtime_error("the result does not exist any more");
    return mlirOperationGetResult(owner, number);
  }
  MlirBlock owner = getBlock().get();
  if (number >= mlirBlockGetNumArguments(owner))
    throw std::runtime_error("the argument does not exist any more");
  return mlirBlockGetArgument(owner, number);
}

Block ptopy::toBlock(const ModuleRef &module, MlirBlock block) {
  MlirOperation parent = mlirBlockGetParentOperation(block);
  MlirRegion home = mlirBlockGetParentRegion(block);
  intptr_t region = 0, number = 0;
  while (!mlirRegionEqual(mlirOperationGetRegion(parent, region), home))
    ++region;
  for (MlirBlock b = mlirRegionGetFirstBlock(home); !mlirBlockEqual(b, block);
       b = mlirBlockGetNextInRegion(b))
    ++number;
  return {{module->getHandle(parent), region}, number};
}

Value ptopy::toValue(const ModuleRef &module, MlirValue value) {
  if (mlirValueIsAOpResult(value))
    return {module->getHandle(mlirOpResultGetOwner(value)),
            mlirOpResultGetResultNumber(value)};
  Block block = toBlock(module, mlirBlockArgumentGetOwner(value));
  return {block.owner(), mlirBlockArgumentGetArgNumber(value),
          block.region.number, block.number};
}
