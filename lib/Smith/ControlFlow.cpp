//===- ControlFlow.cpp - Loops and branches that carry tiles --------------===//

#include "KernelBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "pto/IR/PTOOps.h"

using namespace mlir;
using namespace mlir::pto;
using namespace mlir::pto::smith;

SmallVector<Value> KernelBuilder::chooseCarried(unsigned count) {
  SmallVector<Value> carried;
  for (unsigned i = 0; i != count; ++i) {
    if (!carried.empty() && has(Feature::SharedInits) && random.chance(40)) {
      carried.push_back(random.pick(ArrayRef(carried)));
      continue;
    }
    // Carries of one type can change places.
    if (!carried.empty() && has(Feature::Rotations) && random.chance(70))
      if (Value other = findExact(carried.front().getType())) {
        carried.push_back(other);
        continue;
      }
    if (Value tile = anyTile())
      carried.push_back(tile);
  }
  // What is stored into goes along with the tiles.
  if (has(Feature::Tensors) && random.chance(50))
    carried.push_back(tensorFor(palettes.front().element, /*isOutput=*/true));
  return carried;
}

/// What a region hands on: a rotation of its `own` arguments, or any tiles of
/// the right types; `fallback` holds one of each.
SmallVector<Value> KernelBuilder::chooseYields(TypeRange types,
                                               ArrayRef<Value> own,
                                               ArrayRef<Value> fallback) {
  SmallVector<Value> yields;
  SmallVector<Value> turning;
  llvm::copy_if(own, std::back_inserter(turning), isTile);
  bool turns =
      has(Feature::Rotations) && turning.size() > 1 && random.chance(50);
  for (auto [i, type] : llvm::enumerate(types)) {
    bool isTensor = isa<RankedTensorType>(type);
    Value value;
    if (turns && !isTensor)
      value = turning[(i + 1) % turning.size()];
    if (!value || value.getType() != type)
      value = isTensor ? findVersion(type) : findExact(type);
    if (!value)
      for (Value other : fallback)
        if (other.getType() == type)
          value = other;
    yields.push_back(value);
  }
  return yields;
}

/// Statements in a block; the caller ends it.
void KernelBuilder::addBody(Block *block, int64_t count) {
  builder.setInsertionPointToEnd(block);
  ++depth;
  addStatements(count);
  --depth;
}

void KernelBuilder::addLoop() {
  SmallVector<Value> inits = chooseCarried(random.between(0, 3));
  int64_t trips = random.between(0, 4), step = random.pick<int64_t>({1, 1, 2});
  bool isKnown = random.chance(70);
  Value low = constant(0);
  Value high =
      isKnown ? constant(trips * step) : scalar(builder.getIndexType());
  auto loop =
      scf::ForOp::create(builder, loc, low, high, constant(step), inits);
  if (has(Feature::Pipelines) &&
      (random.chance(40) || (forced & bit(Feature::Pipelines))))
    loop->setAttr(AttrNames::loop,
                  LoopAttr::get(builder.getContext(), LoopKind::Pipeline,
                                random.between(2, 3)));
  ScopeMark mark = markScope();
  // Without results the builder has made the end already.
  if (!loop.getBody()->empty())
    loop.getBody()->getTerminator()->erase();
  SmallVector<Value> arguments(loop.getRegionIterArgs());
  addValues(arguments);
  indices.push_back(
      {loop.getInductionVar(),
       isKnown ? std::max<int64_t>((trips - 1) * step, 0) : INT64_MAX});
  addBody(loop.getBody(), random.between(1, 6));
  SmallVector<Value> yields =
      chooseYields(TypeRange(ValueRange(inits)), arguments, arguments);
  scf::YieldOp::create(builder, loc, yields);
  leaveScope(mark);
  builder.setInsertionPointAfter(loop);
  addValues(loop->getResults());
}

void KernelBuilder::addWhile() {
  SmallVector<Value> inits = chooseCarried(random.between(1, 3));
  if (inits.empty())
    return;
  SmallVector<Type> types(TypeRange{ValueRange(inits)});
  SmallVector<Location> locations(types.size(), loc);
  auto loop = scf::WhileOp::create(builder, loc, types, inits);
  ScopeMark mark = markScope();
  Block *before = builder.createBlock(&loop.getBefore(), {}, types, locations);
  SmallVector<Value> arguments(before->getArguments());
  addValues(arguments);
  addBody(before, random.between(0, 3));
  Value again = condition();
  SmallVector<Value> handed = chooseYields(types, arguments, arguments);
  scf::ConditionOp::create(builder, loc, again, handed);
  leaveScope(mark);
  Block *after = builder.createBlock(&loop.getAfter(), {}, types, locations);
  arguments.assign(after->args_begin(), after->args_end());
  addValues(arguments);
  addBody(after, random.between(0, 4));
  SmallVector<Value> yields = chooseYields(types, arguments, arguments);
  scf::YieldOp::create(builder, loc, yields);
  leaveScope(mark);
  builder.setInsertionPointAfter(loop);
  addValues(loop->getResults());
}

void KernelBuilder::addBranch() {
  SmallVector<Value> examples = chooseCarried(random.between(0, 2));
  SmallVector<Type> types(TypeRange{ValueRange(examples)});
  bool hasElse = !types.empty() || random.chance(50);
  auto branch = scf::IfOp::create(builder, loc, types, condition(), hasElse);
  for (Region &region : branch->getRegions()) {
    if (region.empty())
      continue;
    if (!region.front().empty())
      region.front().getTerminator()->erase();
    ScopeMark mark = markScope();
    addBody(&region.front(), random.between(0, 4));
    SmallVector<Value> yields = chooseYields(types, {}, examples);
    scf::YieldOp::create(builder, loc, yields);
    leaveScope(mark);
  }
  builder.setInsertionPointAfter(branch);
  addValues(branch->getResults());
}

void KernelBuilder::addSwitch() {
  SmallVector<Value> examples = chooseCarried(random.between(0, 2));
  SmallVector<Type> types(TypeRange{ValueRange(examples)});
  Value selector = indices.empty() ? scalar(builder.getIndexType())
                                   : random.pick(ArrayRef(indices)).value;
  SmallVector<int64_t> cases = {0, 1};
  if (random.chance(50))
    cases.push_back(3);
  auto choice = scf::IndexSwitchOp::create(builder, loc, types, selector, cases,
                                           cases.size());
  for (Region &region : choice->getRegions()) {
    ScopeMark mark = markScope();
    Block *block = builder.createBlock(&region);
    addBody(block, random.between(0, 3));
    SmallVector<Value> yields = chooseYields(types, {}, examples);
    scf::YieldOp::create(builder, loc, yields);
    leaveScope(mark);
  }
  builder.setInsertionPointAfter(choice);
  addValues(choice->getResults());
}

/// What has no meaning of its own, but holds ops.
void KernelBuilder::addScope() {
  SmallVector<Value> examples = chooseCarried(random.between(0, 1));
  SmallVector<Type> types(TypeRange{ValueRange(examples)});
  bool isOurs = random.chance(50);
  Operation *scope;
  if (isOurs) {
    OperationState state(loc, ScopeOp::getOperationName());
    state.addTypes(types);
    state.addAttribute("kind", builder.getStringAttr("Runtime"));
    state.addRegion();
    scope = builder.create(state);
  } else {
    scope = scf::ExecuteRegionOp::create(builder, loc, types);
  }
  ScopeMark mark = markScope();
  Block *block = builder.createBlock(&scope->getRegion(0));
  addBody(block, random.between(1, 3));
  SmallVector<Value> yields = chooseYields(types, {}, examples);
  if (isOurs)
    make(YieldOp::getOperationName(), yields, TypeRange());
  else
    scf::YieldOp::create(builder, loc, yields);
  leaveScope(mark);
  builder.setInsertionPointAfter(scope);
  addValues(scope->getResults());
}
