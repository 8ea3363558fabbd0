"""Ops whose form no table entry gives."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Callable

from .attributes import attr_dict, attribute
from .errors import DumpError
from .ir import Value, refs, text_of, texts_of, types
from .syntax import elements, integer, shown
from .types import INDEX, INT32, TASK_ID, NoType, ScalarType, Type

if TYPE_CHECKING:
    from .call import Call
    from .ops import Ops

Lowering = Callable[["Ops", "Call"], "list[Value]"]


def _take(call: "Call", word: str) -> ast.expr:
    if word not in call.words:
        raise DumpError(call.node, f"{call.name} needs '{word}'")
    return call.words.pop(word)


def _unknown_words(call: "Call") -> None:
    for word, node in call.words.items():
        raise DumpError(node, f"{call.name} has no keyword '{word}' that is known")


def _attributes(call: "Call", **kinds: str) -> str:
    for word, kind in kinds.items():
        if word in call.words:
            text = attribute(kind, call.words.pop(word))
            if text is not None:
                call.attributes[word] = text
    _unknown_words(call)
    return attr_dict(call.attributes)


def _define(ops: "Ops", call: "Call", text: str, type_: Type) -> "list[Value]":
    target = call.targets[0] if call.targets else None
    return [ops.ctx.define(text, type_, target, call.node)]


def _no_result(ops: "Ops", call: "Call", text: str) -> "list[Value]":
    if call.annotation is not None and not isinstance(call.annotation.type, NoType):
        raise DumpError(call.node, f"{call.name} has no result")
    ops.ctx.effect(text, call.node)
    return []


def mrgsort_format2(ops: "Ops", call: "Call") -> "list[Value]":
    *sources, tmp = [ops.operand(arg) for arg in call.node.args]
    if call.annotation is None:
        raise DumpError(call.node, f"the result of {call.name} has no type here")
    type_ = ops.ctx.tile(call.annotation.type)
    into = ""
    if call.memref is not None:
        into = f" into {ops.memrefs.into(call.memref).ref}"
    attrs = _attributes(call, exhausted="unit")
    text = f"pto.mrgsort_format2 {refs(sources)} tmp {tmp.ref}{into}{attrs} : "
    text += f"({types(sources)} tmp {text_of(tmp.type)}) -> {text_of(type_)}"
    results = _define(ops, call, text, type_)
    ops.memrefs.record(results[0], call.memref)
    return results


def reserve_buffer(ops: "Ops", call: "Call") -> "list[Value]":
    name = attribute("str", _take(call, "name"))
    size = integer(_take(call, "size"))
    base = integer(call.words.pop("base")) if "base" in call.words else -1
    if size is None or base is None:
        raise DumpError(call.node, "the size and base of a reserved buffer are constants")
    text = f"pto.system.reserve_buffer {name} size = {size}, base = {base}"
    return _define(ops, call, text + _attributes(call), ScalarType(INT32))


def import_peer_buffer(ops: "Ops", call: "Call") -> "list[Value]":
    name = attribute("str", _take(call, "name"))
    peer = attribute("str", _take(call, "peer_func"))
    text = f"pto.system.import_peer_buffer {name} of {peer}"
    return _define(ops, call, text + _attributes(call), ScalarType(INT32))


def syncall(ops: "Ops", call: "Call") -> "list[Value]":
    given = dict(zip(("gm_workspace", "used_cores"), call.node.args))
    text = "pto.system.syncall"
    for word, keyword in (("gm_workspace", "workspace"), ("used_cores", "cores")):
        node = given.get(word) or call.words.pop(word, None)
        if node is not None and not (isinstance(node, ast.Constant) and node.value is None):
            value = ops.operand(node, INT32)
            text += f" {keyword} {value.ref} : {text_of(value.type)}"
    return _no_result(ops, call, text + _attributes(call, mode="str", core_type="str"))


def cacheinvalid(ops: "Ops", call: "Call") -> "list[Value]":
    text = "pto.system.cacheinvalid"
    args = call.node.args
    if args:
        if len(args) != 3:
            raise DumpError(call.node, f"{call.name} takes a tensor, a shape and offsets")
        value = ops.operand(args[0])
        sizes = ops.scalars.indices(elements(args[1], "extents"))
        offsets = ops.scalars.indices(elements(args[2], "offsets"))
        text += f" {value.ref}{offsets} sizes {sizes} : ({text_of(value.type)})"
    else:
        text += " all"
    return _no_result(ops, call, text + _attributes(call))


def task_dummy(ops: "Ops", call: "Call") -> "list[Value]":
    nodes = elements(_take(call, "deps"), "tasks")
    deps = [ops.operand(node) for node in nodes]
    text = "pto.system.task_dummy"
    if deps:
        text += f" deps({refs(deps)} : {types(deps)})"
    return _define(ops, call, text + _attributes(call), ScalarType(TASK_ID))


def _transfer(ops: "Ops", call: "Call") -> "list[Value]":
    """pld.tile.put and pld.tile.get: (dst, peer, src, stage[, stage2], lists)."""
    values = [a for a in call.node.args if not isinstance(a, (ast.List, ast.Tuple))]
    lists = [elements(a, "integers") for a in call.node.args if a not in values]
    if len(values) not in (4, 5) or len(lists) not in (0, 3):
        raise DumpError(call.node, f"unknown form of {call.name}: '{shown(call.node)}'")
    dst, peer, src, *stages = [ops.operand(v, INDEX) for v in values]
    offsets, source_offsets, sizes = [ops.scalars.indices(x) for x in lists] or ["[]", "[]", ""]
    second = f" stage2 {stages[1].ref}" if len(stages) == 2 else ""
    sized = f" sizes {sizes}" if sizes else ""
    attrs = _attributes(call, atomic="atomic")
    name = call.name.split(".")[-1]
    text = f"pto.pld.{name} {dst.ref}{offsets}, {src.ref}{source_offsets} peer {peer.ref} "
    text += f"stage {stages[0].ref}{second}{sized}{attrs} : "
    text += f"({texts_of(v.type for v in (dst, src, peer, *stages))})"
    return _no_result(ops, call, text)


SPECIAL: "dict[str, Lowering]" = {
    "tile.mrgsort_format2": mrgsort_format2,
    "system.reserve_buffer": reserve_buffer,
    "system.import_peer_buffer": import_peer_buffer,
    "system.syncall": syncall,
    "system.cacheinvalid": cacheinvalid,
    "system.task_dummy": task_dummy,
    "pld.tile.put": _transfer,
    "pld.tile.get": _transfer,
}
