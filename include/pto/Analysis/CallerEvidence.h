//===- CallerEvidence.h - What callers tell of tensor parameters --*- C++
//-*-===//
//
// A device function may rely on the contents of a tensor that it only reads if
// nothing that it writes can be the same storage. Nothing in the function says
// so; its callers may. Evidence comes from host functions that nobody calls:
// what they allocate themselves is theirs alone.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_CALLEREVIDENCE_H
#define PTO_ANALYSIS_CALLEREVIDENCE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "pto/Analysis/Objection.h"
#include "pto/Analysis/StorageRoots.h"
#include "llvm/ADT/MapVector.h"

namespace mlir {
class CallGraph;
class ModuleOp;
} // namespace mlir

namespace mlir::pto {

/// Facts of all functions of a module, and of every use of their symbols.
/// Linear in the module; the answers are linear in the call sites of one
/// function, once.
class CallerEvidence {
public:
  explicit CallerEvidence(ModuleOp module);

  /// Why the storage of parameter `parameter` of `function` might be written
  /// while the function runs; none where it can't be. Rules:
  ///   res-r10  the function is entered from calls in the module alone;
  ///   res-r16  each of them is a plain call in a root orchestration function;
  ///   res-r17  each hands over storage that its own function made;
  ///   res-r18  and knows whose storage the written arguments are;
  ///   res-r19  which is not that storage.
  std::optional<Objection> checkParameter(func::FuncOp function,
                                          unsigned parameter);

  /// A call that hands over one storage as `parameter` and as an argument that
  /// is written (res-r19), as far as it is known; for parameters that promise
  /// the opposite.
  std::optional<Objection> findOverlap(func::FuncOp function,
                                       unsigned parameter);

  /// The first op of `function` that writes the storage of one of its own
  /// parameters, or storage that may be; null where there is none.
  Operation *getLocalWriter(func::FuncOp function, unsigned parameter) const;

private:
  struct FunctionFacts {
    StorageRoots roots;
    /// For each result: the parameter that it hands back.
    SmallVector<std::optional<unsigned>> returned;
    /// Writers of each parameter, and of storage that is not known.
    DenseMap<unsigned, Operation *> writers;
    Operation *unknownWriter = nullptr;
    /// The ops that name the function.
    SmallVector<SymbolTable::SymbolUse> uses;
  };
  /// What all call sites of a function say together.
  struct Verdict {
    std::optional<Objection> function;
    SmallVector<std::optional<Objection>> parameters;
  };

  void collectUses(ModuleOp module);
  void collectFacts(func::FuncOp function);
  void noteWriters(func::FuncOp function, FunctionFacts &functionFacts);
  func::FuncOp calleeOf(CallOpInterface call);
  bool mayWrite(func::FuncOp callee, unsigned parameter) const;
  bool isRoot(func::FuncOp function) const;
  std::optional<Objection> checkUses(func::FuncOp function) const;
  void checkSite(func::FuncOp function, CallOpInterface call,
                 Verdict &verdict) const;
  /// Whose storage an argument of a call is; null where that is not known.
  Value rootOf(CallOpInterface call, Value argument) const;

  SymbolTableCollection symbols;
  DenseMap<Operation *, FunctionFacts> facts;
  DenseMap<Operation *, Verdict> verdicts;
  /// False where some op of the module may name functions in its own way.
  bool allUsesKnown = true;
};

} // namespace mlir::pto

#endif // PTO_ANALYSIS_CALLEREVIDENCE_H
