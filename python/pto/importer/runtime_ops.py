"""Ops of the runtime that have no definition in the dialect."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from .attributes import attr_dict, free
from .call import Call
from .errors import DumpError
from .ir import Value, refs, texts_of, types
from .syntax import dotted
from .types import INDEX, INT64, NoType, ScalarType, TensorType, TupleType, Type, quote

if TYPE_CHECKING:
    from .ops import Ops

# Results of ops without a definition, for where the dump does not say them.
RUNTIME_QUERIES: "dict[str, Type]" = {"pld.system.world_size": ScalarType(INT64)}


def lower_runtime_op(ops: "Ops", call: Call) -> "list[Value]":
    """An op of the runtime: its values, with lists spread out, and its
    keywords as attributes."""
    values: "list[Value]" = []
    for arg in call.node.args:
        nodes = arg.elts if isinstance(arg, (ast.List, ast.Tuple)) else [arg]
        values.extend(ops.operand(node, INDEX) for node in nodes)
    for word, node in call.words.items():
        if word == "dtype" and call.annotation is not None:
            continue
        if isinstance(node, ast.Name) and ops.ctx.find(node.id) is not None:
            call.attributes[f"{word}_operand"] = f"{len(values)} : i64"
            values.append(ops.operand(node))
        else:
            call.attributes[word] = free(node)
    results = _results(call, values)
    text = f"pto.builtin {quote(call.name)}({refs(values)}){attr_dict(call.attributes)} : "
    text += f"({types(values)}) -> ({texts_of(results)})"
    targets = ops.ctx.element_names(call.targets, len(results))
    return ops.ctx.define_all(text, results, targets, call.node)


def _results(call: Call, values: "list[Value]") -> "list[Type]":
    """The types of the results, from the dump as far as it gives them."""
    if call.annotation is None:
        if call.name in RUNTIME_QUERIES:
            return [RUNTIME_QUERIES[call.name]]
        return [_alike(call, values)] if call.targets[:1] != [None] else []
    said = call.annotation.type
    if isinstance(said, TupleType):
        return list(said.elements)
    if isinstance(said, NoType):
        return []
    return [_windowed(said, call.node) if call.name == "pld.tensor.window" else said]


def _alike(call: Call, values: "list[Value]") -> Type:
    """The type of a result that the dump does not give: that of the
    operands, if they agree."""
    found = {v.type for v in values if isinstance(v.type, TensorType)}
    if len(found) != 1:
        raise DumpError(call.node, f"the result of {call.name} has no type here")
    return found.pop()


def _windowed(type_: Type, node: ast.Call) -> Type:
    """The type of a window, which carries the name of its buffer."""
    if isinstance(type_, TensorType) and type_.view and node.args:
        name = dotted(node.args[0])
        return replace(type_, view=replace(type_.view, window=name))
    return type_
