"""Values, ops and blocks of the module that is being made, and its text."""

from __future__ import annotations

import math
import re
import struct
from dataclasses import dataclass, field
from typing import Any, Iterable, Optional, Union

from .types import Dtype, ScalarType, Type

Number = Union[int, float, bool]


class Value:
    """An SSA value, and what is known of it."""

    __slots__ = ("ref", "type", "depth", "literal", "nonneg", "root")

    def __init__(self, ref: str, type: Type, depth: int) -> None:
        self.ref = ref
        self.type = type
        # Number of the region in which it is defined.
        self.depth = depth
        # The number that a constant holds.
        self.literal: Optional[Number] = None
        self.nonneg = isinstance(type, ScalarType) and type.dtype.is_unsigned
        # The tensor whose storage this tensor is.
        self.root: "Optional[Value]" = None


class Cell:
    """What a name stands for now. Two names of one value share the cell, so
    that an op that changes a tile in place changes it for both."""

    __slots__ = ("value", "region", "stale", "views")

    def __init__(self, value: Value, region: int) -> None:
        self.value = value
        # Number of the region in which the name is bound.
        self.region = region
        # Why the value can't be used any more.
        self.stale: Optional[str] = None
        # Tiles that read the bytes of this one, and the one that it reads.
        self.views: "list[Cell]" = []


@dataclass
class Op:
    """One op: its text up to the location, and its regions. `openers[i]` is
    printed before region i, `closer` after the last one."""

    text: str
    location: str = ""
    regions: "list[Block]" = field(default_factory=list)
    openers: "list[str]" = field(default_factory=list)
    closer: str = "}"


@dataclass
class Block:
    ops: "list[Op]" = field(default_factory=list)


_BAD = re.compile(r"[^A-Za-z0-9_$.\-]")


class Names:
    """SSA names of one function: those of the dump, made legal and unique."""

    def __init__(self) -> None:
        self._taken: "set[str]" = set()
        self._next: "dict[str, int]" = {}
        self._numbers = 0

    def named(self, wish: str) -> str:
        """A free name like `wish`."""
        base = _BAD.sub("_", wish)
        if not base or base[0].isdigit():
            base = "v" + base
        name = base
        while name in self._taken:
            self._next[base] = self._next.get(base, 0) + 1
            name = f"{base}_{self._next[base]}"
        self._taken.add(name)
        return "%" + name

    def number(self) -> str:
        """A name for a value that has none in the dump."""
        self._numbers += 1
        return f"%{self._numbers - 1}"


def print_block(block: Block, out: "list[str]", indent: int) -> None:
    """Appends the lines of a block."""
    pad = "  " * indent
    for op in block.ops:
        location = f" loc({op.location})" if op.location else ""
        if not op.regions:
            out.append(f"{pad}{op.text}{location}")
            continue
        text = op.text
        for opener, region in zip(op.openers, op.regions):
            out.append(f"{pad}{text}{opener}")
            print_block(region, out, indent + 1)
            text = ""
        out.append(f"{pad}{op.closer}{location}")


def refs(values: "Iterable[Value]") -> str:
    """Values as an operand list."""
    return ", ".join(v.ref for v in values)


def types(values: "Iterable[Value]") -> str:
    """Their types, in the same order."""
    return ", ".join(text_of(v.type) for v in values)


def text_of(type: Any) -> str:
    """The MLIR text of a type that a value can have."""
    return type.text


def texts_of(types_: "Iterable[Type]") -> str:
    return ", ".join(text_of(t) for t in types_)


def number_text(number: Number, dtype: Dtype) -> str:
    """A number as a literal of the type."""
    if dtype.kind == "bool":
        return "true" if number else "false"
    if dtype.kind != "float":
        return str(int(number))
    number = float(number)
    if math.isfinite(number):
        text = repr(number)
        if "e" in text and "." not in text:
            text = text.replace("e", ".0e")
        return text
    formats = {"f16": "<e", "f32": "<f", "f64": "<d"}
    if dtype.scalar == "bf16":
        bits = struct.unpack("<I", struct.pack("<f", number))[0] >> 16
        return f"0x{bits:04X}"
    packed = struct.pack(formats.get(dtype.scalar, "<f"), number)
    return "0x" + packed[::-1].hex().upper()
