//===- MatResidency.cpp - Stationary operands stay in mat -----------------===//
//
// Gather: one walk over a function finds its loops, what orders memory in them,
// and the loads in question. Plan: each loop's body is scanned once, in order;
// every op in it is decided on its own. Apply: what was selected moves in front
// of the loop, in its order, with the scalars that it needs.
//
// The document moves a load out of one loop; loops are visited from the
// outside, so that what an inner loop gives is not looked at again. In extended
// scope they are visited from the inside, and a load goes on as far as it may.
//
//===----------------------------------------------------------------------===//

#include "pto/Transforms/MatResidency.h"

#include "MatResidencyCapacity.h"
#include "MatResidencyInventory.h"
#include "mlir/IR/Remarks.h"
#include "pto/Analysis/CallerEvidence.h"
#include "pto/Analysis/DeviceFunctions.h"
#include "pto/Analysis/MemoryOrder.h"
#include "pto/Analysis/Places.h"
#include "pto/IR/PTOOps.h"

using namespace mlir;
using namespace mlir::pto;

namespace {
/// What became of an op that might move.
struct Fate {
  unsigned loopsLeft = 0;
  /// Why it stays where it is now.
  std::optional<Objection> objection;
};

/// What callers tell, found out when somebody asks.
class LazyEvidence {
public:
  explicit LazyEvidence(ModuleOp module) : module(module) {}
  CallerEvidence &get() {
    if (!evidence)
      evidence.emplace(module);
    return *evidence;
  }

private:
  ModuleOp module;
  std::optional<CallerEvidence> evidence;
};

/// Residency in one function.
class FunctionResidency {
public:
  FunctionResidency(func::FuncOp function, const TargetModel &model,
                    LazyEvidence &evidence, ResidencyScope scope)
      : function(function), model(model), evidence(evidence), scope(scope),
        inventory(function, scope) {}

  void run();

private:
  bool isExtended() const { return scope == ResidencyScope::Extended; }

  void visitLoop(unsigned number);
  void scan(LoopFacts &loop);
  void move(LoopFacts &loop, const SetVector<Operation *> &selected,
            const DenseSet<Operation *> &scalars);
  void report();

  std::optional<Objection> checkLoad(const MatCandidate &candidate);
  std::optional<Objection> checkCallers(unsigned parameter);
  bool closesPrefix(Operation *op) const;

  func::FuncOp function;
  const TargetModel &model;
  LazyEvidence &evidence;
  ResidencyScope scope;

  ResidencyInventory inventory;
  std::optional<ResidencyCapacity> capacity;
  DenseMap<Operation *, Fate> fates;
};
} // namespace

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

/// Whether an op ends what may move in front of the loop.
bool FunctionResidency::closesPrefix(Operation *op) const {
  // What flows through regions, and comes out of them behind, does not keep
  // the next op from running.
  if (isExtended())
    return op->getNumRegions() != 0 && !isa<RegionBranchOpInterface>(op);
  return op->getNumRegions() != 0 || op->hasTrait<OpTrait::IsTerminator>() ||
         overwritesDeviceMemory(op);
}

std::optional<Objection> FunctionResidency::checkCallers(unsigned parameter) {
  // A promise of the author stands for the callers', as long as none of them
  // breaks it.
  if (isExtended() && function.getArgAttr(parameter, AttrNames::noAlias))
    return evidence.get().findOverlap(function, parameter);
  return evidence.get().checkParameter(function, parameter);
}

/// What does not depend on the loop.
std::optional<Objection>
FunctionResidency::checkLoad(const MatCandidate &candidate) {
  Operation *load = candidate.load;
  // res-r9
  auto source = llvm::find_if(load->getOperands(), [](Value operand) {
    return isa<TensorType>(operand.getType());
  });
  auto parameter = dyn_cast<BlockArgument>(*source);
  if (!parameter || parameter.getOwner() != &function.getBody().front())
    return Objection{"res-r9", "it does not load from a parameter itself",
                     (*source).getDefiningOp()};
  unsigned number = parameter.getArgNumber();
  auto direction =
      function.getArgAttrOfType<DirectionAttr>(number, AttrNames::direction);
  if (!direction || direction.getValue() != Direction::In)
    return Objection{"res-r9", "the parameter is not one that is only read",
                     function};
  auto type = dyn_cast<RankedTensorType>(parameter.getType());
  auto view =
      type ? dyn_cast_or_null<TensorViewAttr>(type.getEncoding()) : nullptr;
  if (!type || (view && view.getDistributed()))
    return Objection{"res-r9", "other ranks can write the parameter", function};
  // res-r11
  if (Operation *writer = evidence.get().getLocalWriter(function, number))
    return Objection{"res-r11", "its function writes what it loads", writer};
  // res-r10, res-r16 to res-r19
  if (std::optional<Objection> objection = checkCallers(number))
    return objection;
  // res-r15
  if (inventory.reservation)
    return Objection{"res-r15",
                     "its function keeps room of its own in a memory",
                     inventory.reservation};
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Plan
//===----------------------------------------------------------------------===//

void FunctionResidency::visitLoop(unsigned number) {
  LoopFacts &loop = inventory.loops[number];
  if (loop.loads.empty())
    return;
  std::optional<Objection> objection = checkLoop(loop);
  bool isOpen = false;
  for (Operation *load : loop.loads) {
    const MatCandidate &candidate = inventory.candidates.find(load)->second;
    auto &fate = fates[load];
    // res-r8
    if (!candidate.isMarked)
      fate.objection =
          Objection{"res-r8", "an author wrote it, not a lowering", load};
    else if (!isPlainLoad(load) ||
             cast<TileType>(load->getResult(0).getType()).getSpace() !=
                 MemorySpace::Mat)
      fate.objection =
          Objection{"res-r8", "it is not a plain load into mat", load};
    // res-r5
    else if (load->getParentOp() != loop.op)
      fate.objection = Objection{"res-r5", "it does not run in every iteration",
                                 load->getParentOp()};
    else if (objection)
      fate.objection = objection;
    // res-r7, res-r20
    else if (candidate.objection)
      fate.objection = candidate.objection;
    else {
      fate.objection = std::nullopt;
      isOpen = true;
    }
  }
  if (isOpen)
    scan(loop);
}

void FunctionResidency::scan(LoopFacts &loop) {
  SetVector<Operation *> selected;
  DenseSet<Operation *> scalars;
  Operation *closedBy = nullptr;

  // What makes an operand of `op` vary with the iteration; null where none
  // does. An op right in the body takes its operands from there or from
  // outside.
  Block &body = loop.op.getLoopRegions().front()->front();
  auto findVariance = [&](Operation *op) -> Value {
    for (Value operand : op->getOperands()) {
      Operation *maker = operand.getDefiningOp();
      if (operand.getParentBlock() == &body &&
          !(maker && (selected.contains(maker) || scalars.contains(maker))))
        return operand;
    }
    return {};
  };
  auto isScalar = [&](Operation *op) {
    return op->getNumRegions() == 0 && op->getNumResults() != 0 &&
           llvm::all_of(op->getResultTypes(), isScalarType) && isPure(op) &&
           !findVariance(op);
  };
  // Whether `op` may leave this place of the body, and its tile live longer.
  auto check = [&](Operation *op) -> std::optional<Objection> {
    // res-r12
    if (Value operand = findVariance(op))
      return Objection{"res-r12", "an operand of it varies in the loop",
                       operand.getDefiningOp() ? operand.getDefiningOp()
                                               : loop.op.getOperation()};
    // res-r6
    if (closedBy)
      return Objection{"res-r6", "an op in front of it has effects or regions",
                       closedBy};
    auto candidate = inventory.candidates.find(op);
    if (candidate != inventory.candidates.end())
      if (std::optional<Objection> objection = checkLoad(candidate->second))
        return objection;
    return capacity->admit(op->getOpResult(0), loop.op);
  };

  for (Operation &op : body) {
    bool isLoad = inventory.candidates.contains(&op) && !fates[&op].objection;
    // res-r13
    bool follows = inventory.followers.contains(&op) &&
                   selected.contains(op.getOperand(0).getDefiningOp());
    if (isLoad || follows) {
      std::optional<Objection> &objection = fates[&op].objection;
      objection = check(&op);
      if (!objection)
        selected.insert(&op);
    } else if (isScalar(&op)) {
      scalars.insert(&op);
    } else if (!closedBy && closesPrefix(&op)) {
      closedBy = &op;
    }
  }
  if (!selected.empty())
    move(loop, selected, scalars);
}

//===----------------------------------------------------------------------===//
// Apply
//===----------------------------------------------------------------------===//

void FunctionResidency::move(LoopFacts &loop,
                             const SetVector<Operation *> &selected,
                             const DenseSet<Operation *> &scalars) {
  // Scalars go along where they are needed.
  DenseSet<Operation *> leaving(selected.begin(), selected.end());
  SmallVector<Operation *> open(selected.begin(), selected.end());
  while (!open.empty())
    for (Value operand : open.pop_back_val()->getOperands())
      if (Operation *maker = operand.getDefiningOp();
          maker && scalars.contains(maker) && leaving.insert(maker).second)
        open.push_back(maker);
  Block &body = loop.op.getLoopRegions().front()->front();
  for (Operation &op : llvm::make_early_inc_range(body))
    if (leaving.contains(&op))
      loop.op.moveOutOfLoop(&op);
  for (Operation *op : selected) {
    ++fates[op].loopsLeft;
    if (isExtended() && loop.parent && inventory.candidates.contains(op))
      inventory.loops[*loop.parent].loads.push_back(op);
  }
}

//===----------------------------------------------------------------------===//
// Report
//===----------------------------------------------------------------------===//

/// Where an op stands, for people.
static std::string placeOf(Operation *op) {
  std::string text = op->getName().getStringRef().str();
  if (auto place = op->getLoc()->findInstanceOf<FileLineColLoc>())
    text += (" at " + place.getFilename().getValue() + ":" +
             Twine(place.getLine()) + ":" + Twine(place.getColumn()))
                .str();
  return text;
}

static void tellMissed(Operation *op, const Objection &objection) {
  auto missed = remark::missed(
      getFileLoc(op->getLoc()),
      remark::RemarkOpts::name("MatNotResident").category("pto-memory"));
  missed << "stays in its loop: " + objection.what
         << remark::metric("Rule", objection.rule);
  if (objection.where && objection.where != op)
    missed << remark::metric("By", placeOf(objection.where));
}

void FunctionResidency::report() {
  if (!function.getContext()->getRemarkEngine())
    return;
  auto tellPassed = [&](Operation *op, unsigned loopsLeft) {
    auto type = cast<TileType>(op->getResult(0).getType());
    remark::passed(
        getFileLoc(op->getLoc()),
        remark::RemarkOpts::name("MatResident").category("pto-memory"))
        << "taken out of its loop: the operand is stationary"
        << remark::metric("Loops", loopsLeft)
        << remark::metric("Bytes", model.getStorageBytes(type).value_or(0));
  };
  // res-r13
  auto tellStaying = [&](Operation *op) {
    for (Operation *user : op->getUsers())
      if (const Fate &fate = fates[user]; !fate.loopsLeft && !fate.objection)
        tellMissed(user, {"res-r13", "it is one of several ways to products"});
  };
  for (auto &[load, candidate] : inventory.candidates) {
    const Fate fate = fates[load];
    if (fate.loopsLeft)
      tellPassed(load, fate.loopsLeft);
    if (fate.objection)
      tellMissed(load, *fate.objection);
    if (!fate.loopsLeft)
      continue;
    for (Operation *follower : candidate.followers)
      if (const std::optional<Objection> &objection = fates[follower].objection)
        tellMissed(follower, *objection);
    if (!candidate.isExactChain)
      tellStaying(load);
    for (Operation *follower : candidate.followers)
      if (!candidate.isExactChain && fates[follower].loopsLeft)
        tellStaying(follower);
  }
}

void FunctionResidency::run() {
  if (inventory.hasMarks)
    capacity.emplace(function, model, scope);
  if (isExtended())
    for (unsigned number : inventory.innerFirst)
      visitLoop(number);
  else
    for (unsigned number = 0; number < inventory.loops.size(); ++number)
      visitLoop(number);
  report();
}

/// Tells about calls that break the promise of a `pto.noalias` parameter.
static void checkPromises(func::FuncOp function, LazyEvidence &evidence) {
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    if (!function.getArgAttr(i, AttrNames::noAlias))
      continue;
    std::optional<Objection> overlap = evidence.get().findOverlap(function, i);
    if (!overlap)
      continue;
    InFlightDiagnostic warning = overlap->where->emitWarning()
                                 << "argument " << i << " is storage that '"
                                 << function.getName() << "' also writes";
    warning.attachNote(function.getLoc())
        << "parameter " << i << " is pto.noalias";
  }
}

void pto::keepOperandsResident(ModuleOp module, const TargetModel &model,
                               ResidencyScope scope) {
  LazyEvidence evidence(module);
  bool tellsRemarks = module.getContext()->getRemarkEngine();
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!isDeviceFunction(function))
      continue;
    if (scope == ResidencyScope::Extended)
      checkPromises(function, evidence);
    // Without a mark there is nothing to do, and little to tell.
    auto hasMark = [](Operation *op) {
      return op->hasAttr(AttrNames::matBridge) ? WalkResult::interrupt()
                                               : WalkResult::advance();
    };
    if (tellsRemarks || function.walk(hasMark).wasInterrupted())
      FunctionResidency(function, model, evidence, scope).run();
  }
}
