"""Branches: scf.if, and what its arms give."""

from __future__ import annotations

from typing import Optional

from . import statements as st
from .context import Region, Scope
from .errors import DumpError, Where
from .ir import Cell, Value, refs, texts_of, types
from .regions import Regions
from .types import BOOL, Type


class Branches(Regions):
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
        results = self.emit(head, wanted, names, node, blocks, openers, "}")
        for name, result in zip(names[:explicit], results):
            assert name is not None
            self.name_result(name, result, ends)
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
            if name in taken or not self.used_after(name, node):
                continue
            before = ctx.find(name)
            a = then.scope.names.get(name, before)
            b = other.scope.names.get(name, before)
            if isinstance(a, Cell) and isinstance(b, Cell) and not (a.stale or b.stale):
                found[name] = (a.value, b.value)
                continue
            region = then if name in then.scope.names else other
            binding = region.scope.names[name]
            ctx.scope.names[name] = self.same_storage(name, binding, region, "branch")
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
        return self.emit(head, wanted, names, branch.node, blocks, [" {", "} else {"], "}")
