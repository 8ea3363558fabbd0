//===- Peaks.cpp - How high the buffers of a plan reach -------------------===//

#include "Peaks.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "pto/IR/PTOOps.h"
#include "pto/Translation/MemoryMap.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::pto;
using namespace mlir::pto::smith;

Peaks Peaks::of(ModuleOp module) {
  Peaks peaks;
  for (auto function : module.getOps<func::FuncOp>())
    function.walk([&](AllocOp alloc) {
      if (!alloc.isPlaced())
        return;
      int64_t &end = peaks.ends[{function.getName().str(), alloc.getSpace()}];
      end = std::max<int64_t>(end, alloc.getAddr() + alloc.getSize());
    });
  return peaks;
}

std::string Peaks::findExcess(const Peaks &other) const {
  for (const auto &[key, end] : ends) {
    auto it = other.ends.find(key);
    int64_t theirs = it == other.ends.end() ? 0 : it->second;
    if (end > theirs)
      return llvm::formatv("{0} {1}: {2} bytes, {3} are enough", key.first,
                           stringifyMemorySpace(key.second), end, theirs);
  }
  return {};
}

std::string Peaks::findBoundProblem(ModuleOp module) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (failed(writeMemoryMap(module, os)))
    return "the memory map is not written";
  llvm::Expected<llvm::json::Value> map = llvm::json::parse(text);
  if (!map)
    return "the memory map is no JSON: " + llvm::toString(map.takeError());
  const llvm::json::Array *functions =
      map->getAsObject() ? map->getAsObject()->getArray("functions") : nullptr;
  if (!functions)
    return "the memory map has no functions";
  for (const llvm::json::Value &entry : *functions) {
    const llvm::json::Object *function = entry.getAsObject();
    const llvm::json::Array *spaces = function->getArray("spaces");
    for (const llvm::json::Value &space : *spaces) {
      const llvm::json::Object &object = *space.getAsObject();
      std::optional<MemorySpace> where =
          symbolizeMemorySpace(*object.getString("space"));
      std::optional<int64_t> peak = object.getInteger("peak"),
                             bound = object.getInteger("lower_bound");
      if (!where || !peak || !bound || *where == MemorySpace::DDR)
        continue;
      auto it = ends.find({function->getString("name")->str(), *where});
      int64_t mine = it == ends.end() ? 0 : it->second;
      if (mine != 0 && mine < *bound)
        return llvm::formatv("{0} {1}: ends at {2}, lower bound {3}",
                             *function->getString("name"),
                             *object.getString("space"), mine, *bound);
    }
  }
  return {};
}

int64_t Peaks::getSum() const {
  int64_t sum = 0;
  for (const auto &[key, end] : ends)
    sum += end;
  return sum;
}
