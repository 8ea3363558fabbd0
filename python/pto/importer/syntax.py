"""Small questions to ask of syntax trees."""

from __future__ import annotations

import ast
import operator
from typing import Optional

from .errors import DumpError

_FOLDED = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul}


def dotted(node: ast.AST) -> Optional[str]:
    """`pl.tile.load` as text; None where the node is not a chain of names."""
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return None
    parts.append(node.id)
    return ".".join(reversed(parts))


def callee(node: ast.AST) -> Optional[str]:
    """The dotted name that a call calls."""
    return dotted(node.func) if isinstance(node, ast.Call) else None


def call_of(node: Optional[ast.AST], *names: str) -> Optional[ast.Call]:
    """The node, if it is a call of one of these names."""
    if isinstance(node, ast.Call) and dotted(node.func) in names:
        return node
    return None


def literal(node: ast.AST) -> object:
    """The value of a literal number, string or truth value; negative ones,
    `pl.const(...)` and sums of such included. None for anything else."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        value = literal(node.operand)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return -value
    if isinstance(node, ast.BinOp) and type(node.op) in _FOLDED:
        left, right = literal(node.left), literal(node.right)
        if isinstance(left, int) and isinstance(right, int):
            return _FOLDED[type(node.op)](left, right)
    constant = call_of(node, "pl.const")
    return literal(constant.args[0]) if constant and constant.args else None


def integer(node: ast.AST) -> Optional[int]:
    """The value of a literal integer, else None."""
    value = literal(node)
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    if not -(1 << 63) <= value < 1 << 63:
        raise DumpError(node, f"'{shown(node)}' does not fit in 64 bits")
    return value


def constant(node: ast.AST, what: str) -> int:
    """The value of a literal integer, which must be one."""
    value = integer(node)
    if value is None:
        raise DumpError(node, f"{what} must be a constant")
    return value


def elements(node: ast.AST, what: str) -> "list[ast.expr]":
    """The elements of a list or tuple display."""
    if isinstance(node, (ast.List, ast.Tuple)):
        return list(node.elts)
    raise DumpError(node, f"expected a list of {what}, found '{shown(node)}'")


def member(node: ast.AST, owner: str) -> str:
    """`X` of `pl.<owner>.X`."""
    name = dotted(node)
    if name is not None:
        *path, last = name.split(".")
        if path and path[-1] == owner:
            return last
    raise DumpError(node, f"expected pl.{owner}.<name>, found '{shown(node)}'")


def name_of(node: ast.AST) -> str:
    """The identifier that a node is."""
    if isinstance(node, ast.Name):
        return node.id
    raise DumpError(node, f"expected a name, found '{shown(node)}'")


def arguments(node: ast.Call, count: int) -> "list[ast.expr]":
    """The positional arguments of a call that takes `count` of them."""
    if len(node.args) != count:
        raise DumpError(
            node, f"{callee(node)} takes {count} arguments, found {len(node.args)}"
        )
    return list(node.args)


def keywords(node: ast.Call) -> "dict[str, ast.expr]":
    """The keyword arguments of a call."""
    found: "dict[str, ast.expr]" = {}
    for word in node.keywords:
        if word.arg is None:
            raise DumpError(word.value, "a call can't unpack keywords")
        found[word.arg] = word.value
    return found


def dictionary(node: ast.AST) -> "dict[str, ast.expr]":
    """A dictionary display with string keys."""
    if not isinstance(node, ast.Dict):
        raise DumpError(node, f"expected a dictionary, found '{shown(node)}'")
    found: "dict[str, ast.expr]" = {}
    for key, value in zip(node.keys, node.values):
        if not (isinstance(key, ast.Constant) and isinstance(key.value, str)):
            raise DumpError(node, "the keys of attributes are strings")
        found[key.value] = value
    return found


def shown(node: ast.AST) -> str:
    """A construct as it is named in an error, cut to a readable length."""
    try:
        text = ast.unparse(node)
    except (RecursionError, ValueError):
        return type(node).__name__
    text = text.split("\n")[0]
    return text if len(text) <= 60 else text[:57] + "..."
