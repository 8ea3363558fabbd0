//===- Operations.h - Modules and what is in them ---------------*- C++ -*-===//
//
// A module owns its ops. An op that Python holds keeps the module, and there is
// one handle an op, which the module knows: when the op is erased, the handle
// turns invalid, and whatever was reached through it too. Regions, blocks and
// values are an op and numbers, looked up at each use. So nothing that Python
// does leads to memory that was freed.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_PYTHON_OPERATIONS_H
#define PTO_PYTHON_OPERATIONS_H

#include "Values.h"

#include <unordered_map>

namespace ptopy {

class Operation;
using OperationRef = std::shared_ptr<Operation>;

class Module : public std::enable_shared_from_this<Module> {
public:
  /// Takes the module over.
  Module(ContextRef context, MlirModule module)
      : context(std::move(context)), module(module) {}
  ~Module() { mlirModuleDestroy(module); }
  Module(const Module &) = delete;
  Module &operator=(const Module &) = delete;

  const ContextRef &getContext() const { return context; }
  MlirModule get() const { return module; }
  /// The handle of an op in this module.
  OperationRef getHandle(MlirOperation op);
  /// Ends the handles of `op` and of all that is in it.
  void invalidate(MlirOperation op);

private:
  friend class Operation;
  ContextRef context;
  MlirModule module;
  std::unordered_map<void *, std::weak_ptr<Operation>> handles;
};
using ModuleRef = std::shared_ptr<Module>;

class Operation : public std::enable_shared_from_this<Operation> {
public:
  Operation(ModuleRef module, MlirOperation op)
      : module(std::move(module)), op(op) {}
  ~Operation();
  Operation(const Operation &) = delete;
  Operation &operator=(const Operation &) = delete;

  const ModuleRef &getModule() const { return module; }
  const ContextRef &getContext() const { return module->getContext(); }
  bool isValid() const { return op.ptr != nullptr; }
  /// Throws where the op was erased.
  MlirOperation get() const;

private:
  friend class Module;
  ModuleRef module;
  MlirOperation op;
};

struct Region {
  OperationRef op;
  intptr_t number;
  MlirRegion get() const;
};

struct Block {
  Region region;
  intptr_t number;
  MlirBlock get() const;
  const OperationRef &owner() const { return region.op; }
};

/// A result of `op`, or an argument of one of its blocks.
struct Value {
  OperationRef op;
  intptr_t number;
  /// -1 for a result.
  intptr_t region = -1, block = -1;
  MlirValue get() const;
  bool isArgument() const { return region >= 0; }
  Block getBlock() const { return {{op, region}, block}; }
};

/// Handles of what is in a module.
Value toValue(const ModuleRef &module, MlirValue value);
Block toBlock(const ModuleRef &module, MlirBlock block);

/// The text of an op.
struct PrintOptions {
  bool useNames = true, isGeneric = false, showsLocations = false;
};
std::string print(MlirOperation op, const PrintOptions &options);

void bindModule(py::module_ &m);
void bindOperation(py::module_ &m);
void bindStructure(py::module_ &m);
void bindCreation(py::module_ &m);
void bindPasses(py::module_ &m);
} // namespace ptopy

#endif // PTO_PYTHON_OPERATIONS_H
