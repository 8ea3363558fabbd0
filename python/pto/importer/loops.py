"""Loops: scf.for and scf.while, and the values that they carry."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Optional

from . import statements as st
from .attributes import discardable
from .changes import changed_names
from .context import Region
from .errors import DumpError, Where
from .ir import Block, Cell, Op, Value, refs, text_of, texts_of, types
from .regions import Regions
from .syntax import integer
from .types import BOOL, INDEX, ScalarType, TileType, Type, entry


@dataclass
class Carry:
    """A value that a loop hands from one iteration to the next."""

    init: Value
    type: Type
    name: Optional[str]  # bound in the body
    cell: Optional[Cell]  # changed in place in the body


class Loops(Regions):
    def loop(self, loop: st.Loop) -> None:
        """`for` over a range: scf.for."""
        ctx = self.ctx
        low, high, step = self._bounds(loop)
        attributes = self._loop_attributes(loop)
        last = _final_yield(loop.body, loop.carries, loop.node)
        carries = self._carries(loop.carries, loop.inits, last, loop.body, loop.node)
        with ctx.enter() as region:
            variable = ctx.value(ScalarType(INDEX), loop.variable)
            variable.nonneg = low.nonneg and step.nonneg
            ctx.bind(loop.variable, variable)
            arguments = self._start(carries)
            self.body.run(loop.body[:-1] if last else loop.body)
            values = self._end(carries, last, len(loop.carries))
        head = f"scf.for {variable.ref} = {low.ref} to {high.ref} step {step.ref}"
        if carries:
            pairs = ", ".join(f"{a.ref} = {c.init.ref}" for a, c in zip(arguments, carries))
            head += f" iter_args({pairs}) -> ({texts_of(c.type for c in carries)})"
            region.append(f"scf.yield {refs(values)} : {types(values)}", loop.node)
        closer = f"}} {{{', '.join(attributes)}}}" if attributes else "}"
        results = self._finish(head, carries, last, loop.node, [region.block], [" {"], closer)
        self._leave(carries, last, results, region, loop.node)

    def _bounds(self, loop: st.Loop) -> "tuple[Value, Value, Value]":
        scalars, constant = self.body.scalars, self.ctx.constant
        values = [scalars.value(node, INDEX) for node in loop.bounds]
        if len(values) == 1:
            values = [constant(0, INDEX), *values]
        if len(values) == 2:
            values.append(constant(1, INDEX))
        if values[2].literal is not None and values[2].literal <= 0:
            raise DumpError(loop.bounds[2], "the step of a loop must be positive")
        return values[0], values[1], values[2]

    def _loop_attributes(self, loop: st.Loop) -> "list[str]":
        words = dict(loop.attributes)
        found: "list[str]" = []
        stage = words.pop("stage", None)
        if loop.kind == "pipeline" and stage is not None:
            if integer(stage) is None:
                raise DumpError(stage, "the number of stages must be a constant")
            found.append(f"pto.loop = #pto.loop<pipeline, stages = {integer(stage)}>")
        elif loop.kind != "sequential":
            found.append(f"pto.loop = #pto.loop<{loop.kind}>")
        if "attrs" in words:
            attrs = discardable(words.pop("attrs"))
            found.extend(entry(key, text) for key, text in attrs.items())
        for word, value in words.items():
            raise DumpError(value, f"a loop has no keyword '{word}' that is known")
        return found

    def while_loop(self, loop: st.While) -> None:
        """`while`: scf.while, whose first region computes the condition."""
        ctx = self.ctx
        last = _final_yield(loop.body, loop.carries, loop.node)
        carries = self._carries(loop.carries, loop.inits, last, loop.body, loop.node)
        with ctx.enter() as before:
            first = self._start(carries)
            condition = self.body.scalars.value(loop.condition, BOOL)
        forwarded = f" {refs(first)} : {types(first)}" if carries else ""
        before.append(f"scf.condition({condition.ref}){forwarded}", loop.condition)
        with ctx.enter() as after:
            second = self._start(carries)
            if carries:
                listed = ", ".join(f"{v.ref}: {text_of(v.type)}" for v in second)
                ctx.emit(Op(f"^bb0({listed}):"))
            self.body.run(loop.body[:-1] if last else loop.body)
            values = self._end(carries, last, len(loop.carries))
        after.append(f"scf.yield {refs(values)} : {types(values)}" if values else "scf.yield",
                     loop.node)
        pairs = ", ".join(f"{a.ref} = {c.init.ref}" for a, c in zip(first, carries))
        carried = texts_of(c.type for c in carries)
        head = f"scf.while ({pairs}) : ({carried}) -> ({carried})" if carries else (
            "scf.while : () -> ()"
        )
        blocks = [before.block, after.block]
        results = self._finish(head, carries, last, loop.node, blocks, [" {", "} do {"], "}")
        self._leave(carries, last, results, after, loop.node)

    def _carries(
        self,
        names: "list[str]",
        inits: "list[ast.expr]",
        last: Optional[st.Yield],
        statements: "list[st.Statement]",
        node: Where,
    ) -> "list[Carry]":
        ctx = self.ctx
        carries = []
        for name, init in zip(names, inits):
            value = self.body.cells(init)[0].value
            type_ = ctx.tile(value.type)
            if last is not None and last.annotation is not None and len(names) == 1:
                type_ = ctx.tile(ctx.annotation(last.annotation).type)
            value = self.body.joins.convert(value, type_, init)
            carries.append(Carry(value, type_, name, None))
        changed, bound = changed_names(statements[:-1] if last else statements)
        for name in bound:
            found = ctx.find(name)
            if isinstance(found, Cell) and name not in names and not found.stale:
                carries.append(Carry(found.value, found.value.type, name, None))
        seen: "set[int]" = set()
        for name in changed:
            found = ctx.find(name)
            if not isinstance(found, Cell) or name in bound or name in names:
                continue
            # A tensor is memory of the device: it keeps its value.
            if isinstance(found.value.type, TileType) and id(found) not in seen:
                seen.add(id(found))
                carries.append(Carry(found.value, found.value.type, None, found))
        return carries

    def _start(self, carries: "list[Carry]") -> "list[Value]":
        """Gives the carried values their names in a body: its arguments."""
        arguments = []
        for carry in carries:
            argument = self.ctx.value(carry.type, carry.name or carry.init.ref[1:])
            self.body.memrefs.copy(argument, carry.init)
            arguments.append(argument)
            if carry.cell is not None:
                self.ctx.change(carry.cell, argument)
            else:
                assert carry.name is not None
                self.ctx.bind(carry.name, argument)
        return arguments

    def _end(
        self, carries: "list[Carry]", last: Optional[st.Yield], explicit: int
    ) -> "list[Value]":
        """The values that a body hands on."""
        values = []
        for i, carry in enumerate(carries):
            if i < explicit:
                assert last is not None
                node = last.values[i]
                value = self.body.cells(node, carry.type)[0].value
                values.append(self.body.joins.convert(value, carry.type, node))
                continue
            if carry.cell is not None:
                cell = carry.cell
            else:
                assert carry.name is not None
                found = self.ctx.find(carry.name)
                assert isinstance(found, Cell)
                cell = found
            values.append(self.body.joins.convert(cell.value, carry.type, self.ctx.here))
        return values

    def _finish(
        self,
        head: str,
        carries: "list[Carry]",
        last: Optional[st.Yield],
        node: Where,
        blocks: "list[Block]",
        openers: "list[str]",
        closer: str,
    ) -> "list[Value]":
        names: "list[Optional[str]]" = list(last.targets) if last else []
        names += [c.name or c.init.ref[1:] for c in carries[len(names) :]]
        return self.emit(head, [c.type for c in carries], names, node, blocks, openers, closer)

    def _leave(
        self,
        carries: "list[Carry]",
        last: Optional[st.Yield],
        results: "list[Value]",
        region: Region,
        node: Where,
    ) -> None:
        """Gives the results their names behind a loop."""
        ctx = self.ctx
        for cell in region.changed:
            if not any(c.cell is cell for c in carries):
                raise DumpError(node, "a tile is changed in this loop under a name that is unclear")
        explicit = len(last.values) if last else 0
        taken = set(last.targets) if last else set()
        for name, result in zip(last.targets if last else [], results):
            self.name_result(name, result, last)
        for carry, result in list(zip(carries, results))[explicit:]:
            if carry.cell is not None:
                ctx.change(carry.cell, result)
            else:
                assert carry.name is not None
                ctx.bind(carry.name, result)
                taken.add(carry.name)
        for name, binding in region.scope.names.items():
            if name not in taken and self.used_after(name, node):
                ctx.scope.names.setdefault(name, self.same_storage(name, binding, region, "loop"))


def _final_yield(
    statements: "list[st.Statement]", carries: "list[str]", node: Where
) -> Optional[st.Yield]:
    """The yield at the end of a loop's body."""
    last = statements[-1] if statements else None
    if not isinstance(last, st.Yield):
        if carries:
            raise DumpError(node, f"the loop carries {len(carries)} values and yields none")
        return None
    if len(last.values) != len(carries) or len(last.targets) not in (0, len(carries)):
        raise DumpError(
            last.node,
            f"the loop carries {len(carries)} values, yields {len(last.values)} and names "
            f"{len(last.targets)}",
        )
    return last
