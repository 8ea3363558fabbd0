"""Types of a dump and their MLIR text."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, Optional, Union

Dims = "tuple[Optional[int], ...]"


def quote(text: str) -> str:
    """A string literal of MLIR."""
    if text.isascii() and text.isidentifier():
        return f'"{text}"'
    out = []
    for byte in text.encode("utf-8"):
        char = chr(byte)
        out.append(char if 32 <= byte < 127 and char not in '"\\' else f"\\{byte:02X}")
    return '"' + "".join(out) + '"'


# Names in Python may have letters of any script.
_BARE = re.compile(r"[A-Za-z_][A-Za-z0-9_$.]*", re.ASCII)


def entry(key: str, value: str) -> str:
    """An entry of an attribute dictionary; without a value, a unit attribute."""
    name = key if _BARE.fullmatch(key) else quote(key)
    return f"{name} = {value}" if value else name


def symbol(name: str) -> str:
    """A reference to a function."""
    return "@" + (name if _BARE.fullmatch(name) else quote(name))


@dataclass(frozen=True)
class Dtype:
    """An element type. `element` is its MLIR text in tiles and tensors,
    `scalar` the text as an SSA value, where integers have no sign."""

    name: str
    element: str
    scalar: str
    kind: str  # "int", "uint", "index", "bool", "float" or "handle"
    bits: int

    @property
    def is_integer(self) -> bool:
        """True for signed and unsigned integers and indices."""
        return self.kind in ("int", "uint", "index")

    @property
    def is_unsigned(self) -> bool:
        return self.kind in ("uint", "bool")


def _dtypes() -> dict[str, Dtype]:
    table = {}

    def add(names: str, element: str, scalar: str, kind: str, bits: int) -> None:
        first = names.split()[0]
        for name in names.split():
            table[name] = Dtype(first, element, scalar, kind, bits)

    add("BOOL", "i1", "i1", "bool", 1)
    add("INDEX", "index", "index", "index", 64)
    for bits in (4, 8, 16, 32, 64):
        add(f"INT{bits}", f"i{bits}", f"i{bits}", "int", bits)
        add(f"UINT{bits}", f"ui{bits}", f"i{bits}", "uint", bits)
    for names, text, bits in (
        ("FP16 FLOAT16", "f16", 16),
        ("FP32 FLOAT32 FLOAT", "f32", 32),
        ("FP64 FLOAT64", "f64", 64),
        ("BF16 BFLOAT16", "bf16", 16),
        ("FP4", "f4E2M1FN", 4),
        ("FP8E4M3FN FP8", "f8E4M3FN", 8),
        ("FP8E5M2", "f8E5M2", 8),
        ("FP8E8M0", "f8E8M0FNU", 8),
        ("HF4", "!pto.hf4", 4),
        ("HF8", "!pto.hf8", 8),
    ):
        add(names, text, text, "float", bits)
    add("TASK_ID", "!pto.task_id", "!pto.task_id", "handle", 64)
    return table


DTYPES = _dtypes()
INDEX = DTYPES["INDEX"]
BOOL = DTYPES["BOOL"]
INT32 = DTYPES["INT32"]
INT64 = DTYPES["INT64"]
FP32 = DTYPES["FP32"]
TASK_ID = DTYPES["TASK_ID"]

# Names of memory spaces in a dump, and the keywords of the dialect.
SPACES = {
    "DDR": "ddr",
    "Vec": "vec",
    "Mat": "mat",
    "Left": "left",
    "Right": "right",
    "Acc": "acc",
    "Bias": "bias",
    "LeftScale": "left_scale",
    "RightScale": "right_scale",
}

Layout = "tuple[str, str, int]"
PLAIN = ("row_major", "none_box", 512)
_BOXED = {
    "mat": ("col_major", "row_major", 512),
    "left": ("col_major", "row_major", 512),
    "acc": ("col_major", "row_major", 1024),
    "left_scale": ("row_major", "row_major", 32),
    "right_scale": ("col_major", "col_major", 32),
}


def implicit_layout(shape: Dims, space: Optional[str]) -> Layout:
    """The layout that shape and space alone imply."""
    if space in _BOXED:
        return _BOXED[space]
    column = len(shape) == 2 and None not in shape and shape[1] == 1 and shape[0] > 1
    blayout = "col_major" if column else "row_major"
    return (blayout, "col_major" if space == "right" else "none_box", 512)


def dims_text(dims: Dims, separator: str = "x") -> str:
    """Extents as MLIR writes them, `?` where one is known at run time only."""
    return separator.join("?" if d is None else str(d) for d in dims)


def _shaped(dims: Dims, element: str) -> str:
    return f"{dims_text(dims)}x{element}" if dims else element


@dataclass(frozen=True)
class ScalarType:
    dtype: Dtype

    @property
    def text(self) -> str:
        return self.dtype.scalar


@dataclass(frozen=True)
class TileType:
    shape: Dims
    dtype: Dtype
    space: Optional[str] = None
    valid: Optional[Dims] = None
    layout: Optional[Layout] = None  # None: the implicit one
    pad: str = "null"
    compact: str = "null"
    stride: Dims = ()
    start_offset: Optional[int] = None

    @staticmethod
    def make(shape: Dims, dtype: Dtype, space: Optional[str], **parts: Any) -> "TileType":
        """A type with everything left out that shape and space imply."""
        tile = TileType(shape, dtype, space, **parts)
        if tile.valid == shape:
            tile = replace(tile, valid=None)
        if tile.layout == implicit_layout(shape, space):
            tile = replace(tile, layout=None)
        return tile

    @property
    def text(self) -> str:
        parts = [_shaped(self.shape, self.dtype.element)]
        if self.space:
            parts.append(self.space)
        if self.valid is not None:
            parts.append(f"valid = {dims_text(self.valid)}")
        if self.layout is not None:
            parts.append(f"layout = {layout_text(self.layout)}")
        if self.pad != "null":
            parts.append(f"pad = {self.pad}")
        if self.compact != "null":
            parts.append(f"compact = {self.compact}")
        if self.stride:
            parts.append(f"stride = [{dims_text(self.stride, ', ')}]")
        if self.start_offset is not None:
            parts.append(f"start_offset = {self.start_offset}")
        return f"!pto.tile<{', '.join(parts)}>"

    def without_space(self) -> "TileType":
        """The type before anybody decided where the tile lives."""
        if self.space is None:
            return self
        layout = self.layout
        if layout == implicit_layout(self.shape, None):
            layout = None
        return replace(self, space=None, layout=layout)


def layout_text(layout: Layout) -> str:
    names = ("blayout", "slayout", "fractal")
    parts = [f"{n} = {v}" for n, v, plain in zip(names, layout, PLAIN) if v != plain]
    return f"#pto.layout<{', '.join(parts)}>"


@dataclass(frozen=True)
class TensorView:
    """How a tensor lies in device memory, where that is not the plain way."""

    layout: str = "nd"
    stride: Dims = ()
    valid: Dims = ()
    pad: str = "null"
    distributed: bool = False
    window: Optional[str] = None

    @property
    def text(self) -> str:
        parts = []
        if self.layout != "nd":
            parts.append(f"layout = {self.layout}")
        if self.stride:
            parts.append(f"stride = [{dims_text(self.stride, ', ')}]")
        if self.valid:
            parts.append(f"valid = [{dims_text(self.valid, ', ')}]")
        if self.pad != "null":
            parts.append(f"pad = {self.pad}")
        if self.distributed:
            parts.append("distributed")
        if self.window is not None:
            parts.append(f"window = {quote(self.window)}")
        return f"#pto.tensor_view<{', '.join(parts)}>"


@dataclass(frozen=True)
class TensorType:
    shape: Dims
    dtype: Dtype
    view: Optional[TensorView] = None

    @property
    def text(self) -> str:
        view = f", {self.view.text}" if self.view else ""
        return f"tensor<{_shaped(self.shape, self.dtype.element)}{view}>"


@dataclass(frozen=True)
class ArrayType:
    extent: int
    dtype: Dtype

    @property
    def text(self) -> str:
        return f"!pto.array<{self.extent}x{self.dtype.scalar}>"


@dataclass(frozen=True)
class OpaqueType:
    """A type of the runtime, by its text."""

    text: str


@dataclass(frozen=True)
class TupleType:
    """Several values; never a type of the dialect."""

    elements: "tuple[Type, ...]"


@dataclass(frozen=True)
class NoType:
    """What an op has that makes no value."""


Type = Union[ScalarType, TileType, TensorType, ArrayType, OpaqueType, TupleType, NoType]

BUFFER = OpaqueType("!pto.memref")


def handle(kind: str) -> OpaqueType:
    return OpaqueType(f"!pto.handle<{quote(kind)}>")


OPAQUE = {
    "Ptr": handle("Ptr"),
    "CommCtx": handle("CommCtx"),
    "CommCtxType": handle("CommCtx"),
    "WindowBuffer": handle("WindowBuffer"),
    "AsyncEvent": handle("AsyncEvent"),
    "AsyncSession": OpaqueType("!pto.prefetch_session"),
    "PrefetchAsyncContext": OpaqueType("!pto.prefetch_context"),
    "PrefetchAsyncContextType": OpaqueType("!pto.prefetch_context"),
}


def compatible(a: Type, b: Type) -> bool:
    """True where a value of one type can be given the other by a cast."""
    if isinstance(a, ScalarType) or isinstance(b, ScalarType):
        return isinstance(a, ScalarType) and isinstance(b, ScalarType)
    for kind in (TensorType, TileType):
        if isinstance(a, kind) and isinstance(b, kind):
            return a.dtype == b.dtype and len(a.shape) == len(b.shape) and all(
                x == y or x is None or y is None for x, y in zip(a.shape, b.shape)
            )
    return a == b
