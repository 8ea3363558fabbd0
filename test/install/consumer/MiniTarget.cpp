//===- MiniTarget.cpp - A chip, and rules for addresses -------------------===//

#include "Mini.h"

#include "pto/Target/TargetModelInterface.h"

using namespace mlir::pto;
using MS = MemorySpace;

/// Four small memories.
static TargetModel makeNano() {
  const MemoryInfo memories[] = {{MS::Vec, 4096, 64},
                                 {MS::Mat, 8192, 64},
                                 {MS::Left, 2048, 64},
                                 {MS::Right, 2048, 64},
                                 {MS::Acc, 2048, 64}};
  const DataPath paths[] = {
      {MS::DDR, MS::Vec, Pipe::MTE2, 4},  {MS::DDR, MS::Mat, Pipe::MTE2, 4},
      {MS::Vec, MS::Left, Pipe::MTE1, 1}, {MS::Vec, MS::Right, Pipe::MTE1, 1},
      {MS::Mat, MS::Left, Pipe::MTE1, 1}, {MS::Mat, MS::Right, Pipe::MTE1, 1},
      {MS::Acc, MS::Vec, Pipe::V, 1},     {MS::Vec, MS::DDR, Pipe::MTE3, 4}};
  TargetDescription nano;
  nano.name = "nano";
  nano.memories = memories;
  nano.paths = paths;
  return TargetModel(nano);
}

namespace {
class MiniTargets : public TargetModelDialectInterface {
public:
  MiniTargets(mlir::Dialect *dialect)
      : TargetModelDialectInterface(dialect), nano(makeNano()) {}
  const TargetModel *lookupTarget(llvm::StringRef name) const override {
    return name == nano.getName() ? &nano : nullptr;
  }
  llvm::SmallVector<llvm::StringRef> getTargetNames() const override {
    return {nano.getName()};
  }

private:
  TargetModel nano;
};
} // namespace

void mini::attachTarget(mlir::MLIRContext *, MiniDialect *dialect) {
  dialect->addInterfaces<MiniTargets>();
}

int64_t mini::MiniPolicy::getAlignment(MemorySpace space) const {
  return space == MS::Vec ? 256 : 64;
}

void mini::MiniPolicy::order(llvm::MutableArrayRef<AllocOp> buffers) const {
  llvm::sort(buffers,
             [](AllocOp a, AllocOp b) { return a.getId() > b.getId(); });
}
