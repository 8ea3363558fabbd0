"""Keyword arguments and attributes of a dump as MLIR attributes."""

from __future__ import annotations

import ast
from typing import Optional

from .errors import DumpError
from .annotations import BLOCK_LAYOUTS, PADS, keyword_of
from .ir import number_text
from .syntax import dictionary, dotted, integer, literal, shown
from .types import DTYPES, entry, quote

ROUND_MODES = ("none", "rint", "round", "floor", "ceil", "trunc", "odd")
COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")
PIPES = ("mte1", "mte2", "mte3", "m", "v", "s", "fix", "all")
ATOMICS = ("none", "add")
SPLITS = ("none", "up_down", "left_right")


def from_table(node: ast.expr, owner: str, table: "tuple[str, ...]") -> str:
    """A keyword of an enum, given by number, by text or as a member."""
    value = literal(node)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(table):
        return table[value]
    if isinstance(value, str) and value.lower() in table:
        return value.lower()
    if value is not None:
        raise DumpError(node, f"unknown {owner}: {shown(node)}")
    return keyword_of(node, owner, table)


def attribute(kind: str, node: ast.expr) -> Optional[str]:
    """The text of a keyword argument: None where it says nothing, an empty
    text for a flag that is set."""
    if kind == "unit":
        value = literal(node)
        if not isinstance(value, bool):
            raise DumpError(node, f"expected True or False, found '{shown(node)}'")
        return "" if value else None
    if kind in ("i64", "i32"):
        number = integer(node)
        if number is None:
            raise DumpError(node, f"expected an integer, found '{shown(node)}'")
        return f"{number} : {kind}"
    if kind == "str":
        value = literal(node)
        if not isinstance(value, str):
            raise DumpError(node, f"expected a string, found '{shown(node)}'")
        return quote(value)
    if kind == "pad":
        return f"#pto.pad<{from_table(node, 'PadValue', PADS)}>"
    if kind == "round":
        return f"#pto.round_mode<{from_table(node, 'RoundMode', ROUND_MODES)}>"
    if kind == "cmp":
        return f"#pto.cmp<{from_table(node, 'CmpType', COMPARISONS)}>"
    if kind == "pipe":
        return f"#pto.pipe<{from_table(node, 'PipeType', PIPES)}>"
    if kind == "atomic":
        atomic = from_table(node, "AtomicType", ATOMICS)
        return None if atomic == "none" else f"#pto.atomic<{atomic}>"
    if kind == "block_layout":
        return f"#pto.block_layout<{from_table(node, 'TileLayout', BLOCK_LAYOUTS)}>"
    if kind == "any":
        return free(node)
    assert kind == "implied", kind
    return None


def free(node: ast.expr) -> str:
    """Any constant as an attribute."""
    value = literal(node)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return f"{value} : i64"
    if isinstance(value, float):
        return f"{number_text(value, DTYPES['FP64'])} : f64"
    if isinstance(value, str):
        return quote(value)
    if isinstance(node, (ast.List, ast.Tuple)):
        return f"[{', '.join(free(e) for e in node.elts)}]"
    name = dotted(node)
    if name is not None and "." in name:
        owner, last = name.split(".")[-2:]
        if owner == "SplitMode":
            return split_mode(node)
        if owner == "pl" and last in DTYPES:
            return DTYPES[last].element
        return quote(last)
    if isinstance(node, ast.Name):
        return quote(node.id)
    raise DumpError(node, f"can't keep '{shown(node)}' as an attribute")


def split_mode(node: ast.expr) -> str:
    return f"#pto.split_mode<{from_table(node, 'SplitMode', SPLITS)}>"


# What the dialect has attributes of its own for, which the importer derives.
_DERIVED = ("kind", "loop", "mat_bridge", "target")


def noted(given: "dict[str, ast.expr]") -> "dict[str, str]":
    """What a dump notes beside the operands of an op, a loop or a function: by
    name of the attribute."""
    found: "dict[str, str]" = {}
    for key, value in given.items():
        if key == "__compiler_tensor_to_tile_mat_bridge":
            if literal(value) is True:
                found["pto.mat_bridge"] = ""
            continue
        if key in _DERIVED:
            raise DumpError(value, f"'{key}' can't be noted: it is said in another way")
        if key == "pipeline_membership" and not isinstance(literal(value), str):
            raise DumpError(value, f"'{key}' must be a string")
        found[f"pto.{key}"] = split_mode(value) if key == "split" else free(value)
    return found


def discardable(node: ast.expr) -> "dict[str, str]":
    """The dictionary `attrs={...}` of any call."""
    return noted(dictionary(node))


def attr_dict(attributes: "dict[str, str]") -> str:
    """An attribute dictionary, with the space before it, or nothing."""
    if not attributes:
        return ""
    parts = ", ".join(entry(key, value) for key, value in attributes.items())
    return f" {{{parts}}}"
