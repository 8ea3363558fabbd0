"""The plan of a module as plain objects.

    plan = pto.memory_map(module)          # or memory_map.of(module)
    for space in plan.function("main").spaces:
        print(space.space, space.peak, "of", space.capacity, "bytes")

Sizes, offsets and addresses are in bytes. Lives count the ops of the function's
body in program order, nested ones included; both ends belong to them. What is
not known is None.
"""

import json
import sys
import types
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Optional

from . import ir


@dataclass(frozen=True)
class Tile:
    """A tile, or a view of one, in a buffer."""

    name: str
    op: str
    #: From the start of the buffer; None where only known at run time.
    offset: Optional[int]
    size: int
    type: str
    #: The number of the op that makes it.
    definition: int
    live: tuple[tuple[int, int], ...]
    #: The offset as text over values, such as "i * 1024".
    offset_expr: Optional[str] = None


@dataclass(frozen=True)
class Buffer:
    """A range of bytes in one memory."""

    name: str
    id: int
    #: None where it is not placed.
    addr: Optional[int]
    #: Covers all slots.
    size: int
    pinned: bool
    slots: int
    tiles: tuple[Tile, ...] = field(repr=False)

    @property
    def end(self) -> Optional[int]:
        """The address behind the last byte."""
        return None if self.addr is None else self.addr + self.size


@dataclass(frozen=True)
class Space:
    """One memory of a function: what there is, and what is used of it."""

    space: str
    capacity: Optional[int]
    #: Bytes up to the end of the ranges that others use.
    reserved: int
    #: The end of the last buffer.
    peak: Optional[int]
    #: No plan has a lower peak.
    lower_bound: int
    #: unplaced, optimal or feasible.
    status: str
    buffers: tuple[Buffer, ...] = field(repr=False)


@dataclass(frozen=True)
class Function:
    name: str
    kind: str
    spaces: tuple[Space, ...]

    def space(self, name: str) -> Space:
        """The memory of that name; KeyError where the function uses none of it."""
        for space in self.spaces:
            if space.space == name:
                return space
        raise KeyError(name)

    @property
    def buffers(self) -> Iterator[Buffer]:
        return (buffer for space in self.spaces for buffer in space.buffers)


@dataclass(frozen=True)
class MemoryMap:
    version: int
    target: Optional[str]
    functions: tuple[Function, ...]

    def function(self, name: str) -> Function:
        """The device function of that name; KeyError where there is none."""
        for function in self.functions:
            if function.name == name:
                return function
        raise KeyError(name)


def _tile(data: dict[str, Any]) -> Tile:
    return Tile(data["name"], data["op"], data["offset"], data["size"], data["type"], data["def"],
                tuple((begin, end) for begin, end in data["live"]), data.get("offset_expr"))


def _buffer(data: dict[str, Any]) -> Buffer:
    return Buffer(data["name"], data["id"], data["addr"], data["size"], data["pinned"],
                  data["slots"], tuple(map(_tile, data["tiles"])))


def _space(data: dict[str, Any]) -> Space:
    return Space(data["space"], data["capacity"], data["reserved"], data["peak"],
                 data["lower_bound"], data["status"], tuple(map(_buffer, data["buffers"])))


def from_json(text: str) -> MemoryMap:
    """The map that pto-translate --mlir-to-memory-map wrote. ValueError where the
    text is none."""
    try:
        data = json.loads(text)
        functions = tuple(
            Function(f["name"], f["kind"], tuple(map(_space, f["spaces"])))
            for f in data["functions"])
        return MemoryMap(data["version"], data["target"], functions)
    except (KeyError, TypeError) as error:
        raise ValueError(f"this is no memory map: {error!r}") from error


def of(module: ir.Module) -> MemoryMap:
    """The map of all device functions of a module, placed or not."""
    return from_json(to_json(module))


def to_json(module: ir.Module) -> str:
    """The same as text."""
    if not isinstance(module, ir.Module):
        raise TypeError(f"a memory map is of a module, not of {type(module).__name__}")
    return module._memory_map()


class _Callable(types.ModuleType):
    """pto.memory_map(module) is memory_map.of(module)."""

    def __call__(self, module: ir.Module) -> MemoryMap:
        return of(module)


sys.modules[__name__].__class__ = _Callable
