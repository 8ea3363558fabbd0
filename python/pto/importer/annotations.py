"""Type annotations of a dump."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any, Optional

from .errors import DumpError
from .source import Source
from .syntax import call_of, callee, constant, dotted, elements, integer, member, shown
from .types import (
    DTYPES,
    OPAQUE,
    SPACES,
    ArrayType,
    Dims,
    Dtype,
    NoType,
    ScalarType,
    TensorType,
    TensorView,
    TileType,
    TupleType,
    Type,
)

DIRECTIONS = {"pl.Out": "out", "pl.InOut": "inout", "pl.In": "in"}
PADS = ("null", "zero", "max", "min")
COMPACTS = ("null", "normal", "row_plus_one")
TENSOR_LAYOUTS = ("nd", "dn", "nz", "mx_a_zz", "mx_b_nn")
BLOCK_LAYOUTS = ("none_box", "row_major", "col_major")


@dataclass(frozen=True)
class Annotation:
    """A type, with the buffer that the dump binds the value to."""

    type: Type
    memref: Optional[ast.expr] = None
    # The valid extents as written: operands of ops that take them from here.
    valid: "tuple[ast.expr, ...]" = ()
    # The extents as written, by which run-time extents are known.
    dims: "tuple[ast.expr, ...]" = ()
    direction: str = "in"


def dtype_of(node: ast.AST) -> Dtype:
    """The element type that `pl.FP32` and the like name."""
    name = (dotted(node) or "").split(".")
    if len(name) == 2 and name[1] in DTYPES:
        return DTYPES[name[1]]
    raise DumpError(node, f"unknown element type '{shown(node)}'")


def keyword_of(node: ast.AST, owner: str, allowed: "tuple[str, ...]") -> str:
    """A member of an enum of the dump as the dialect's keyword."""
    name = member(node, owner)
    word = name.lower().rstrip("_")
    if word == "none" and "null" in allowed:
        word = "null"
    if word not in allowed:
        raise DumpError(node, f"unknown {owner} '{name}'")
    return word


def space_of(node: ast.AST) -> str:
    """The memory space that `pl.Mem.Vec` and the like name."""
    name = dotted(node) or ""
    last = name.split(".")[-1]
    if name.split(".")[-2:-1] not in (["Mem"], ["MemorySpace"]):
        raise DumpError(node, f"expected a memory space, found '{shown(node)}'")
    if last not in SPACES:
        raise DumpError(node, f"no tile lives in the memory space '{last}'")
    return SPACES[last]


def extents(nodes: "list[ast.expr]") -> Dims:
    """Constant extents as they are, None for those known at run time only."""
    found = tuple(integer(node) for node in nodes)
    for node, extent in zip(nodes, found):
        if extent is not None and extent < 0:
            raise DumpError(node, f"{extent} is no extent")
    return found


class AnnotationReader:
    """Reads annotations; equal texts are read once."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._seen: "dict[bytes, Annotation]" = {}

    def read(self, node: ast.expr) -> Annotation:
        key = self._source.segment(node)
        if key is None:
            return self._read(node)
        found = self._seen.get(key)
        if found is None:
            found = self._seen[key] = self._read(node)
        return found

    def _read(self, node: ast.expr) -> Annotation:
        if isinstance(node, ast.Constant) and node.value is None:
            return Annotation(NoType())
        if not isinstance(node, ast.Subscript):
            return Annotation(self._plain(node))
        name = dotted(node.value) or ""
        if name in DIRECTIONS:
            inner = self._read(node.slice)
            return Annotation(
                inner.type, inner.memref, inner.valid, inner.dims, DIRECTIONS[name]
            )
        parts = list(node.slice.elts) if isinstance(node.slice, ast.Tuple) else [node.slice]
        if name == "pl.Tile":
            return self._tile(node, parts)
        if name in ("pl.Tensor", "pld.DistributedTensor", "pl.DistributedTensor"):
            return self._tensor(node, parts, name != "pl.Tensor")
        if name == "pl.Scalar":
            return Annotation(ScalarType(dtype_of(parts[0])))
        if name == "pl.Array":
            if len(parts) == 2 and integer(parts[0]) is not None:
                return Annotation(ArrayType(integer(parts[0]) or 0, dtype_of(parts[1])))
            raise DumpError(node, "an array needs a constant extent and an element type")
        if name in ("pl.Tuple", "tuple"):
            if len(parts) == 1 and isinstance(parts[0], ast.List):
                parts = parts[0].elts
            types = tuple(self.read(part).type for part in parts)
            if any(isinstance(t, (NoType, TupleType)) for t in types):
                raise DumpError(node, f"a tuple holds plain values: '{shown(node)}'")
            return Annotation(TupleType(types))
        raise DumpError(node, f"unknown type '{shown(node)}'")

    def _plain(self, node: ast.expr) -> Type:
        name = (dotted(node) or "").split(".")[-1]
        if name == "UnknownType":
            return NoType()
        if name in OPAQUE:
            return OPAQUE[name]
        if name in DTYPES:
            return ScalarType(DTYPES[name])
        raise DumpError(node, f"unknown type '{shown(node)}'")

    def _tile(self, node: ast.expr, parts: "list[ast.expr]") -> Annotation:
        if len(parts) < 2:
            raise DumpError(node, "a tile needs a shape and an element type")
        shape = extents(elements(parts[0], "extents"))
        dtype = dtype_of(parts[1])
        space: Optional[str] = None
        view: Optional[ast.Call] = None
        memref: Optional[ast.expr] = None
        for part in parts[2:]:
            if call_of(part, "pl.TileView"):
                view = call_of(part, "pl.TileView")
            elif _is_memref(part):
                memref = part
            elif isinstance(part, ast.Attribute):
                space = space_of(part)
            else:
                raise DumpError(part, f"unknown part of a tile's type: '{shown(part)}'")
        fields, valid = _tile_view(view) if view is not None else ({}, ())
        return Annotation(TileType.make(shape, dtype, space, **fields), memref, valid)

    def _tensor(
        self, node: ast.expr, parts: "list[ast.expr]", distributed: bool
    ) -> Annotation:
        if len(parts) < 2:
            raise DumpError(node, "a tensor needs a shape and an element type")
        dims = elements(parts[0], "extents")
        dtype = dtype_of(parts[1])
        view = TensorView(distributed=True) if distributed else None
        memref: Optional[ast.expr] = None
        for part in parts[2:]:
            called = call_of(part, "pl.TensorView")
            if called:
                view = _tensor_view(called, distributed)
            elif _is_memref(part):
                memref = part
            elif isinstance(part, ast.Attribute) and part.attr.lower() in TENSOR_LAYOUTS:
                layout = part.attr.lower()
                if layout != "nd":
                    view = TensorView(layout=layout, distributed=distributed)
            else:
                raise DumpError(part, f"unknown part of a tensor's type: '{shown(part)}'")
        return Annotation(
            TensorType(extents(dims), dtype, view), memref, dims=tuple(dims)
        )


def _is_memref(node: ast.AST) -> bool:
    if isinstance(node, ast.Subscript):
        node = node.value
    return callee(node) == "pl.MemRef" or isinstance(node, ast.Name)


def _tile_view(view: ast.Call) -> "tuple[dict[str, Any], tuple[ast.expr, ...]]":
    """The parts of a tile's type that a `pl.TileView` gives."""
    fields: "dict[str, Any]" = {}
    valid: "tuple[ast.expr, ...]" = ()
    layout: "dict[str, object]" = {}
    if view.args:
        raise DumpError(view, "pl.TileView takes keywords only")
    for word in view.keywords:
        value = word.value
        if word.arg == "valid_shape":
            valid = tuple(elements(value, "valid extents"))
            fields["valid"] = extents(list(valid)) if valid else None
        elif word.arg in ("blayout", "slayout"):
            layout[word.arg] = keyword_of(value, "TileLayout", BLOCK_LAYOUTS)
        elif word.arg == "fractal":
            layout["fractal"] = constant(value, "a fractal size")
        elif word.arg == "pad":
            fields["pad"] = keyword_of(value, "PadValue", PADS)
        elif word.arg == "compact":
            fields["compact"] = keyword_of(value, "CompactMode", COMPACTS)
        elif word.arg == "stride":
            fields["stride"] = extents(elements(value, "strides"))
        elif word.arg == "start_offset":
            fields["start_offset"] = constant(value, "a start offset")
        else:
            raise DumpError(word.value, f"unknown part of a tile view: '{word.arg}'")
    if layout:
        fields["layout"] = (
            layout.get("blayout", "row_major"),
            layout.get("slayout", "none_box"),
            layout.get("fractal", 512),
        )
    return fields, valid


def _tensor_view(view: ast.Call, distributed: bool) -> Optional[TensorView]:
    fields: "dict[str, Any]" = {"distributed": distributed}
    if view.args:
        raise DumpError(view, "pl.TensorView takes keywords only")
    for word in view.keywords:
        if word.arg == "stride":
            fields["stride"] = extents(elements(word.value, "strides"))
        elif word.arg == "layout":
            fields["layout"] = keyword_of(word.value, "TensorLayout", TENSOR_LAYOUTS)
        elif word.arg == "valid_shape":
            fields["valid"] = extents(elements(word.value, "valid extents"))
        elif word.arg == "pad":
            fields["pad"] = keyword_of(word.value, "PadValue", PADS)
        else:
            raise DumpError(word.value, f"unknown part of a tensor view: '{word.arg}'")
    made = TensorView(**fields)
    return None if made == TensorView() else made
