//===- Execution.cpp - Running a program on shadow memory -----------------===//
//
// Ops without regions, and the order in which all is run.
//
//===----------------------------------------------------------------------===//

#include "Execution.h"

using namespace mlir;
using namespace mlir::pto;
using namespace mlir::pto::verify;

using Kind = Contents::Info::Kind;

void Execution::run(Block &body) {
  SmallVector<Frame, 8> stack(1);
  stack.back().at = body.begin();
  stack.back().end = body.end();
  while (true) {
    Frame &frame = stack.back();
    if (frame.at != frame.end) {
      Operation *op = &*frame.at++;
      ControlGraph *graph = map.getGraph(op);
      if (!graph) {
        visit(op);
        continue;
      }
      Frame inner;
      inner.op = op;
      inner.graph = graph;
      enter(inner);
      if (graph->getOrder().empty())
        leave(inner);
      else
        stack.push_back(std::move(inner));
      continue;
    }
    if (!frame.op)
      return;
    endRegion(frame);
    if (++frame.position < frame.graph->getOrder().size()) {
      startRegion(frame);
      continue;
    }
    leave(frame);
    stack.pop_back();
  }
}

void Execution::report(PlanRule rule, Operation *reader, const Tile &tile,
                       const Twine &what, Interval bytes, Content found) {
  if (!told.insert(tile.content).second)
    return;
  Explanation explanation(map, contents);
  explanation.explain(reader, tile, bytes, found);
  PlanViolation *violation = findings.add(
      rule, reader->getLoc(),
      what + ", but bytes " + textOf(bytes) + " hold " + explanation.holder,
      std::move(explanation.notes));
  if (!violation)
    return;
  violation->tile = tile.value;
  violation->holder = contents.get(found).value;
  violation->begin = bytes.begin;
  violation->end = bytes.end;
}

/// False where an operand has no place that an op could read or write.
bool Execution::checkAccess(OpOperand &operand) {
  const Tile &tile = map.get(operand.get());
  if (!tile.site.isInMemory())
    return false;
  if (tile.site.isScattered && toldOperands.insert(&operand).second)
    findings.add(PlanRule::View, operand.getOwner()->getLoc(),
                 nameOf(operand.getOwner()) + " accesses " +
                     nameOf(operand.get()) +
                     ", which has no address: it is another shape of a window "
                     "whose bytes are not one run",
                 {{operand.get().getLoc(), "the shape is changed here"}});
  return true;
}

void Execution::checkRead(OpOperand &operand) {
  if (!checkAccess(operand))
    return;
  const Tile &tile = map.get(operand.get());
  memory.findForeign(
      tile.site,
      [&](Content found) { return contents.accepts(tile.content, found); },
      [&](Interval bytes, Content found) {
        report(PlanRule::OwnBytes, operand.getOwner(), tile,
               nameOf(operand.getOwner()) + " reads " + nameOf(tile.value) +
                   " at " + map.sites.describe(tile.site),
               bytes, found);
      });
}

void Execution::visitTileOp(TileStorageOpInterface op) {
  Accesses accesses = Accesses::get(op);
  for (OpOperand *operand : accesses.reads)
    checkRead(*operand);
  rules.check(op, accesses);
  for (OpOperand *operand : accesses.clobbers)
    if (checkAccess(*operand))
      memory.write(map.get(operand->get()).site,
                   contents.getFor(op, Kind::Clobbered));
  for (auto [operand, result] : accesses.inPlace) {
    Tile &tile = map.get(result);
    tile.content = contents.addTile(result);
    memory.write(map.get(operand->get()).site, tile.content);
  }
  for (OpResult result : accesses.fresh) {
    Tile &tile = map.get(result);
    tile.content = contents.addTile(result);
    memory.write(tile.site, tile.content);
  }
  for (OpResult result : accesses.empty)
    map.get(result).content = contents.addEmpty(result);
  for (OpResult result : accesses.popped)
    map.get(result).content = contents.addTile(result);
  for (OpResult result : accesses.views)
    map.get(result).content =
        map.get(op->getOperand(
                    op.getResultStorage(result.getResultNumber()).operand))
            .content;
}

void Execution::visit(Operation *op) {
  if (auto storage = dyn_cast<TileStorageOpInterface>(op))
    return visitTileOp(storage);
  // What a way hands on was looked at with the way.
  if (op->hasTrait<OpTrait::IsTerminator>() && map.getGraph(op->getParentOp()))
    return;
  if (op->getNumRegions() == 0)
    for (Value operand : op->getOperands())
      if (isTile(operand))
        findings.add(PlanRule::NotModelled, op->getLoc(),
                     nameOf(op) +
                         " does not say what it does to the bytes of " +
                         nameOf(operand));
  ByteSet writes;
  map.addWrites(op, writes);
  memory.fill(writes, contents.getFor(op, Kind::Called));
}
