"""Index lists, windows, valid extents and keywords of an op's text."""

from __future__ import annotations

import ast
from typing import Optional

from .annotations import space_of
from .attributes import attribute
from .call import Call, literal_none
from .errors import DumpError
from .ir import number_text
from .op_table import Parameter, Spec
from .scalars import Scalars
from .syntax import elements, integer, literal, shown
from .types import Dims, TensorType, Type


class Clauses:
    """Fills in the parts of an op's text that are not values."""

    def __init__(self, scalars: Scalars) -> None:
        self._scalars = scalars

    def clause(
        self,
        call: Call,
        spec: Spec,
        param: Parameter,
        node: Optional[ast.expr],
        shape: Dims,
    ) -> None:
        text = ""
        if node is None or literal_none(node):
            if spec.sized_by is not None and param.kind == "sizes":
                text = self._window_of_rank(call, spec, shape)
        elif param.kind == "index":
            text = self._scalars.index(node)
        elif param.kind == "i64":
            call.attributes[param.name] = attribute("i64", node) or ""
        elif param.kind == "shape":
            self._check_shape(call, node, shape)
        else:
            nodes = elements(node, "integers")
            constants = tuple(integer(n) for n in nodes)
            if param.kind == "list":
                text = self._scalars.indices(nodes)
            elif param.kind == "ints":
                if nodes:
                    call.attributes[param.name] = _array(constants, node)
            elif param.kind == "extents":
                if None in shape:
                    text = f" sizes {self._scalars.indices(nodes)}"
                else:
                    self._check_shape(call, node, shape)
            elif param.kind == "sizes":
                if None in constants or constants != shape:
                    text = f" sizes {self._scalars.indices(nodes)}"
            elif param.kind == "valid" and nodes:
                text = self._valid(call, node, nodes, shape)
            if param.kind == "sizes":
                call.pieces["%window"] = repr(constants)
        call.pieces[param.name] = text

    def _window_of_rank(self, call: Call, spec: Spec, shape: Dims) -> str:
        """The window of a store that gives none, into a tensor of higher rank."""
        dest = call.values[spec.in_place or ""].type
        missing = len(dest.shape) - len(shape) if isinstance(dest, TensorType) else 0
        if missing <= 0:
            return ""
        if None in shape:
            raise DumpError(
                call.node, f"{call.name} needs a window: a tile of {list(shape)} has none"
            )
        return f" sizes [{', '.join(str(d) for d in (1,) * missing + shape)}]"

    def _valid(
        self, call: Call, node: ast.expr, nodes: "list[ast.expr]", shape: Dims
    ) -> str:
        """Valid extents, where they are not the whole shape. A window of a
        higher rank starts with extents of one."""
        constants = tuple(integer(n) for n in nodes)
        if constants == shape or (
            None not in constants and call.pieces.get("%window") == repr(constants)
        ):
            return ""
        extra = len(nodes) - len(shape)
        if extra > 0 and constants[:extra] != (1,) * extra:
            raise DumpError(
                node, f"can't give '{shown(node)}' as valid extents of {list(shape)}"
            )
        return f" valid {self._scalars.indices(nodes[max(extra, 0):])}"

    def _check_shape(self, call: Call, node: ast.expr, shape: Dims) -> None:
        nodes = elements(node, "extents") if not isinstance(node, ast.Constant) else [node]
        constants = tuple(integer(n) for n in nodes)
        if shape and len(constants) == len(shape):
            if all(a == b or a is None or b is None for a, b in zip(constants, shape)):
                return
        # Some stages flatten a tile's shape in its type alone.
        flattened = _size(constants) == _size(shape) is not None
        if shape and not flattened:
            raise DumpError(node, f"{call.name} makes {shown(node)}, its type says {list(shape)}")

    def valid_of_type(self, call: Call) -> None:
        """Valid extents that only the annotation gives."""
        nodes = list(call.annotation.valid) if call.annotation else []
        if any(integer(n) is None for n in nodes):
            call.pieces["valid"] = f"valid {self._scalars.indices(nodes)}"

    def keywords(self, call: Call, spec: Spec, types: "list[Type]") -> None:
        for word, node in call.words.items():
            if word == "target_memory" and spec.to:
                call.pieces["to"] = f" to {space_of(node)}"
                continue
            kind = spec.attrs.get(word)
            if kind is None:
                raise DumpError(node, f"{call.name} has no keyword '{word}' that is known")
            if literal_none(node):
                continue
            if kind == "number":
                text: Optional[str] = _number(node, types[0])
            else:
                text = attribute(kind, node)
            if text is not None:
                call.attributes["saturation_mode" if word == "sat_mode" else word] = text
        if call.name == "pld.tile._remote_load_with_physical_tail_padding":
            call.attributes["allow_physical_tail_padding"] = ""


def _size(dims: Dims) -> Optional[int]:
    """The number of elements, where that is known."""
    size = 1
    for extent in dims:
        if extent is None:
            return None
        size *= extent
    return size


def _array(constants: Dims, node: ast.expr) -> str:
    if None in constants:
        raise DumpError(node, f"expected constants, found '{shown(node)}'")
    return f"array<i64: {', '.join(str(c) for c in constants)}>"


def _number(node: ast.expr, type_: Type) -> str:
    """A number as an attribute of a tensor's element type."""
    value = literal(node)
    dtype = getattr(type_, "dtype", None)
    if not isinstance(value, (int, float)) or dtype is None:
        raise DumpError(node, f"expected a number, found '{shown(node)}'")
    suffix = "" if dtype.kind == "bool" else f" : {dtype.element}"
    return number_text(value, dtype) + suffix
