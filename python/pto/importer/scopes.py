"""Scopes: pto.scope, and the values that outlive it."""

from __future__ import annotations

from typing import Optional

from . import statements as st
from .attributes import split_mode
from .context import Binding
from .errors import DumpError
from .ir import Cell, refs, types
from .regions import Regions
from .syntax import dotted, integer, literal
from .types import INDEX, ScalarType, entry, quote


class Scopes(Regions):
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
                if self.used_after(name, node, scope.end)
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
        results = self.emit(head, types_, names, node, [region.block], [" {"], "}" + attributes)
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
                found.append(entry(word, quote(str(literal(node)))))
            else:
                raise DumpError(node, f"a scope has no keyword '{word}' that is known")
        return f" {{{', '.join(found)}}}" if found else ""


def _replaced(binding: Binding, outside: "dict[int, Cell]") -> Binding:
    if isinstance(binding, list):
        return [outside.get(id(cell), cell) for cell in binding]
    return outside.get(id(binding), binding) if isinstance(binding, Cell) else binding
