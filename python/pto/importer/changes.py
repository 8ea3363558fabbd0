"""Which names a list of statements changes, found before it is imported."""

from __future__ import annotations

import ast
from typing import Optional

from . import statements as st
from .op_table import OPS, Spec
from .syntax import callee


def changed_names(statements: "list[st.Statement]") -> "tuple[list[str], list[str]]":
    """Names of tiles that ops change in place, and names that are bound."""
    changed: "dict[str, None]" = {}
    bound: "dict[str, None]" = {}
    _collect(statements, {}, changed, bound)
    return list(changed), list(bound)


def _collect(
    statements: "list[st.Statement]",
    aliases: "dict[str, str]",
    changed: "dict[str, None]",
    bound: "dict[str, None]",
) -> None:
    for statement in statements:
        if isinstance(statement, st.Let):
            for target in statement.targets:
                bound[target] = None
                aliases.pop(target, None)
            if isinstance(statement.value, ast.Name) and len(statement.targets) == 1:
                source = statement.value.id
                aliases[statement.targets[0]] = aliases.get(source, source)
        elif isinstance(statement, st.Effect):
            name = in_place_target(statement.call)
            if name is not None:
                changed[aliases.get(name, name)] = None
        elif isinstance(statement, st.Yield):
            for target in statement.targets:
                bound[target] = None
        elif isinstance(statement, st.Branch):
            _collect(statement.then, aliases, changed, bound)
            _collect(statement.otherwise, aliases, changed, bound)
        elif isinstance(statement, (st.Loop, st.While, st.Scope)):
            _collect(statement.body, aliases, changed, bound)


def in_place_target(call: ast.Call) -> Optional[str]:
    """The name that an op changes which stands on a line of its own."""
    spec = _spec(call)
    if spec is None or spec.in_place is None:
        return None
    place = [p.name for p in spec.params].index(spec.in_place)
    target = call.args[place] if place < len(call.args) else None
    return target.id if isinstance(target, ast.Name) else None


def in_place_space(call: ast.Call) -> Optional[str]:
    """The memory space in which the op can change a tile, if there is one."""
    spec = _spec(call)
    return spec.in_space if spec is not None else None


def _spec(call: ast.Call) -> Optional[Spec]:
    name = callee(call) or ""
    return OPS.get(name[3:]) if name.startswith("pl.") else None
