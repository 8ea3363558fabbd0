"""Loops, branches and scopes: what flows into and out of their regions.

Names of a dump have one value each, with two exceptions that make a region
carry more than the dump says: a tile that an op changes in place, and a name
that is given a new value inside (dumps from before SSA conversion).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Optional

from . import statements as st
from .attributes import discardable, split_mode
from .changes import changed_names
from .context import Binding, Context, MemRefDeclaration, Region, Scope
from .errors import DumpError, Where
from .ir import Block, Cell, Op, Value, refs, text_of, texts_of, types
from .syntax import dotted, integer, literal
from .types import BOOL, INDEX, ScalarType, TensorType, TileType, Type, quote

if TYPE_CHECKING:
    import ast

    from .body import Body


@dataclass
class Carry:
    """A value that a loop hands from one iteration to the next."""

    init: Value
    type: Type
    name: Optional[str]  # bound in the body
    cell: Optional[Cell]  # changed in place in the body


class Regions:
    def __init__(self, body: "Body") -> None:
        self.body = body
        self.ctx: Context = body.ctx

    # Loops -----------------------------------------------------------------

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
            found.extend(f"{k} = {v}" if v else k for k, v in attrs.items())
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
        return self._emit(head, [c.type for c in carries], names, node, blocks, openers, closer)

    def _emit(
        self,
        head: str,
        types_: "list[Type]",
        names: "list[Optional[str]]",
        node: Where,
        blocks: "list[Block]",
        openers: "list[str]",
        closer: str,
    ) -> "list[Value]":
        ctx = self.ctx
        values = [ctx.value(t, n) for t, n in zip(types_, names)]
        text = f"{refs(values)} = {head}" if values else head
        ctx.emit(Op(text, ctx.location(list(names), node), blocks, openers, closer))
        return values

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
            self._name_result(name, result, last)
        for carry, result in list(zip(carries, results))[explicit:]:
            if carry.cell is not None:
                ctx.change(carry.cell, result)
            else:
                assert carry.name is not None
                ctx.bind(carry.name, result)
                taken.add(carry.name)
        for name, binding in region.scope.names.items():
            if name not in taken and self._used_after(name, node):
                ctx.scope.names.setdefault(name, self._same_storage(name, binding, region, "loop"))

    def _name_result(self, name: str, result: Value, last: Optional[st.Yield]) -> None:
        if last is not None and last.annotation is not None:
            self.body.memrefs.record(result, self.ctx.annotation(last.annotation).memref)
        self.ctx.bind(name, result)

    # Branches --------------------------------------------------------------

    def branch(self, branch: st.Branch) -> None:
        """`if`: scf.if."""
        ctx, node = self.ctx, branch.node
        condition = self.body.scalars.value(branch.condition, BOOL)
        arms: "list[tuple[Region, list[Value], Optional[st.Yield]]]" = []
        for statements in (branch.then, branch.otherwise):
            last = statements[-1] if statements else None
            ends = last if isinstance(last, st.Yield) else None
            with ctx.enter() as region:
                self.body.run(statements[:-1] if ends else statements)
                values = [self.body.cells(v)[0].value for v in ends.values] if ends else []
            arms.append((region, values, ends))
        (then, values, ends), (other, other_values, other_ends) = arms
        if len(values) != len(other_values):
            raise DumpError(
                node, f"the arms of this branch yield {len(values)} and {len(other_values)} values"
            )
        names: "list[Optional[str]]" = []
        if ends is not None and ends.targets:
            names = list(ends.targets)
            if other_ends is not None and other_ends.targets != ends.targets:
                raise DumpError(other_ends.node, "both arms of a branch must name the same results")
        if len(names) != len(values):
            raise DumpError(node, f"{len(names)} names for {len(values)} results of a branch")
        wanted = [self._result_type(v, ends) for v in values]
        explicit = len(names)
        cells = list(dict.fromkeys([*then.changed, *other.changed]))
        for cell in cells:
            values.append(then.changed.get(cell, cell.value))
            other_values.append(other.changed.get(cell, cell.value))
            wanted.append(cell.value.type)
            names.append(cell.value.ref[1:])
        exported = self._exported(then, other, set(names[:explicit]), node)
        for name, (a, b) in exported.items():
            values.append(a)
            other_values.append(b)
            wanted.append(a.type)
            names.append(name)
        self._join_arm(then, values, wanted, node)
        self._join_arm(other, other_values, wanted, node)
        head = f"scf.if {condition.ref}"
        if wanted:
            head += f" -> ({texts_of(wanted)})"
        blocks, openers = [then.block], [" {"]
        if wanted or other.block.ops:
            blocks.append(other.block)
            openers.append("} else {")
        results = self._emit(head, wanted, names, node, blocks, openers, "}")
        for name, result in zip(names[:explicit], results):
            assert name is not None
            self._name_result(name, result, ends)
        for cell, result in zip(cells, results[explicit:]):
            ctx.change(cell, result)
        for name, result in zip(exported, results[explicit + len(cells) :]):
            ctx.bind(name, result)

    def _result_type(self, value: Value, ends: Optional[st.Yield]) -> Type:
        if ends is not None and ends.annotation is not None:
            return self.ctx.tile(self.ctx.annotation(ends.annotation).type)
        return self.ctx.tile(value.type)

    def _join_arm(
        self, region: Region, values: "list[Value]", wanted: "list[Type]", node: Where
    ) -> None:
        """Ends an arm with its values, under the types of the results."""
        if not wanted:
            return
        ctx = self.ctx
        block, scope = ctx.block, ctx.scope
        ctx.block, ctx.scope = region.block, Scope(scope, {}, region.number)
        try:
            joined = [self.body.joins.convert(v, w, node) for v, w in zip(values, wanted)]
        finally:
            ctx.block, ctx.scope = block, scope
        region.append(f"scf.yield {refs(joined)} : {types(joined)}", node)

    def _exported(
        self, then: Region, other: Region, taken: "set[Optional[str]]", node: Where
    ) -> "dict[str, tuple[Value, Value]]":
        """Names that the arms bind and that are used after the branch."""
        ctx = self.ctx
        found: "dict[str, tuple[Value, Value]]" = {}
        for name in dict.fromkeys([*then.scope.names, *other.scope.names]):
            if name in taken or not self._used_after(name, node):
                continue
            before = ctx.find(name)
            a = then.scope.names.get(name, before)
            b = other.scope.names.get(name, before)
            if isinstance(a, Cell) and isinstance(b, Cell) and not (a.stale or b.stale):
                found[name] = (a.value, b.value)
                continue
            region = then if name in then.scope.names else other
            binding = region.scope.names[name]
            ctx.scope.names[name] = self._same_storage(name, binding, region, "branch")
        return found

    def returning_branch(self, branch: st.Branch) -> None:
        """The last statement of a function, with a return in each arm."""
        values = self._returning(branch)
        text = f"return {refs(values)} : {types(values)}" if values else "return"
        self.ctx.effect(text, branch.node)

    def _returning(self, branch: st.Branch) -> "list[Value]":
        ctx = self.ctx
        condition = self.body.scalars.value(branch.condition, BOOL)
        blocks = []
        for statements in (branch.then, branch.otherwise):
            with ctx.enter() as region:
                self.body.run(statements[:-1])
                last = statements[-1]
                if isinstance(last, st.Branch):
                    values = self._returning(last)
                else:
                    assert isinstance(last, st.Return)
                    values = self.body.returned(last)
                if values:
                    ctx.effect(f"scf.yield {refs(values)} : {types(values)}", last.node)
            blocks.append(region.block)
        wanted = list(self.body.results)
        head = f"scf.if {condition.ref}" + (f" -> ({texts_of(wanted)})" if wanted else "")
        names: "list[Optional[str]]" = [None] * len(wanted)
        return self._emit(head, wanted, names, branch.node, blocks, [" {", "} else {"], "}")

    # Scopes ----------------------------------------------------------------

    def scope(self, scope: st.Scope) -> None:
        """`with pl.scope()` and `for lane in pl.split_aiv()`: pto.scope."""
        ctx, node = self.ctx, scope.node
        attributes = self._scope_attributes(scope)
        with ctx.enter() as region:
            if scope.lane is not None:
                lane = ctx.define(
                    "pto.get_subblock_idx : () -> index", ScalarType(INDEX), scope.lane, node
                )
                lane.nonneg = True
                ctx.bind(scope.lane, lane)
            self.body.run(scope.body)
            kept = [
                (name, binding)
                for name, binding in region.scope.names.items()
                if self._used_after(name, node, scope.end)
            ]
        cells = list(region.changed)
        values = [region.changed[cell] for cell in cells]
        names: "list[Optional[str]]" = [cell.value.ref[1:] for cell in cells]
        inner: "list[Cell]" = []
        for name, binding in kept:
            for cell in binding if isinstance(binding, list) else [binding]:
                if isinstance(cell, Cell) and cell.region >= region.number and cell not in inner:
                    inner.append(cell)
                    values.append(cell.value)
                    names.append(name)
        head = f"pto.scope {quote(scope.kind)}"
        if values:
            head += f" -> ({types(values)})"
            region.append(f"pto.yield {refs(values)} : {types(values)}", node)
        types_ = [v.type for v in values]
        results = self._emit(head, types_, names, node, [region.block], [" {"], "}" + attributes)
        for cell, result in zip(cells, results):
            ctx.change(cell, result)
        outside = {id(c): Cell(r, ctx.scope.region) for c, r in zip(inner, results[len(cells) :])}
        for cell, value in zip(inner, values[len(cells) :]):
            outside[id(cell)].value.root = value.root
        for name, binding in kept:
            ctx.bind(name, _replaced(binding, outside))

    def _scope_attributes(self, scope: st.Scope) -> str:
        found = []
        for word, node in scope.attributes.items():
            if word == "lanes" and integer(node) is not None:
                found.append(f"lanes = {integer(node)} : i64")
            elif word == "mode" and scope.kind == "SplitAiv":
                found.append(f"mode = {split_mode(node)}")
            elif word == "mode":
                found.append(f"mode = {quote((dotted(node) or '').split('.')[-1])}")
            elif isinstance(literal(node), str):
                found.append(f"{word} = {quote(str(literal(node)))}")
            else:
                raise DumpError(node, f"a scope has no keyword '{word}' that is known")
        return f" {{{', '.join(found)}}}" if found else ""

    # Names behind a region -------------------------------------------------

    def _used_after(
        self, name: str, node: Where, end: "Optional[tuple[int, int]]" = None
    ) -> bool:
        """True where a name is read behind a statement."""
        if end is None:
            end = (getattr(node, "end_lineno"), getattr(node, "end_col_offset"))
        return self.ctx.function.last_use.get(name, (0, 0)) > end

    def _same_storage(self, name: str, binding: Binding, region: Region, what: str) -> Binding:
        """What a name of a region stands for behind it: the tensor from
        outside that it is another name of, else nothing."""
        if isinstance(binding, MemRefDeclaration):
            return binding
        if isinstance(binding, Cell):
            if binding.region < region.number:
                return binding
            if region.outer(binding.value):
                return Cell(binding.value, self.ctx.scope.region)
            root = binding.value.root
            if root is not None and region.outer(root) and isinstance(root.type, TensorType):
                value = self.body.joins.convert(root, binding.value.type, self.ctx.here)
                return Cell(value, self.ctx.scope.region)
            gone = Cell(binding.value, self.ctx.scope.region)
        else:
            gone = Cell(binding[0].value, self.ctx.scope.region)
        gone.stale = f"'{name}' is defined in a {what} and used after it"
        return gone


def _replaced(binding: Binding, outside: "dict[int, Cell]") -> Binding:
    if isinstance(binding, list):
        return [outside.get(id(cell), cell) for cell in binding]
    return outside.get(id(binding), binding) if isinstance(binding, Cell) else binding


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
