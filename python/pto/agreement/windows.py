"""Where the documents put a window of a tile: what a rule compares ours with.

Written after the documents alone, so that it can't repeat a fault of the code
that it judges.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Dict, List, Optional, Tuple

from .model import OP, Step, Tile, Value

BOX = 16  # rows, and columns, of a box in an accumulator
ACCUMULATOR = ("col_major", "row_major", 1024)
# Views that may read bytes as other elements.
REREADS = ("reshape", "reinterpret_view", "transpose_view")


@dataclass(frozen=True)
class Place:
    """Bytes from the start of the source to the window (None: known at run
    time), and from its first byte to its last."""

    offset: Optional[int]
    span: int


def bits(dtype: str) -> int:
    """The storage of an element, by the name of its type."""
    match = re.match(r"[a-z]+(\d+)", dtype)
    width = int(match.group(1)) if match else 8
    return width if width == 4 else max(8, width)


def is_boxed(tile: Tile) -> bool:
    return tile.layout[1] != "none_box"


def accumulator_window(
    parent: Tile, window: Tile, offsets: "Tuple[Optional[int], ...]"
) -> Optional[Place]:
    """A window of whole columns of an accumulator; None for any other."""
    width = bits(window.dtype) // 8
    if parent.layout != ACCUMULATOR or BOX * BOX * width != 1024:
        return None
    if len(parent.shape) != 2 or len(window.shape) != 2 or len(offsets) != 2:
        return None
    rows, columns = parent.shape
    if not rows or not columns or rows % BOX or columns % BOX or window.shape[1] is None:
        return None
    if window.shape[0] != rows or offsets[0] != 0:
        return None
    if offsets[1] is not None and (offsets[1] < 0 or offsets[1] % BOX):
        return None
    taken = min(-(-window.shape[1] // BOX) * BOX, columns)
    offset = None if offsets[1] is None else rows * offsets[1] * width
    return Place(offset, rows * taken * width)


def boxed_window(
    parent: Tile, window: Tile, offsets: "Tuple[Optional[int], ...]"
) -> Optional[Place]:
    """Any window of an accumulator in whole boxes that starts with a box: from
    its first box to the end of its last one, never beyond the parent."""
    width = bits(window.dtype) // 8
    if parent.layout != ACCUMULATOR or BOX * BOX * width != 1024:
        return None
    if len(parent.shape) != 2 or len(window.shape) != 2 or len(offsets) != 2:
        return None
    rows, columns = parent.shape
    if not rows or not columns or rows % BOX or columns % BOX or None in window.shape:
        return None
    if any(offset is not None and offset % BOX for offset in offsets):
        return None
    box, column = 1024, rows // BOX * 1024
    down, across = (-(-(extent or 0) // BOX) for extent in window.shape)
    span = (down - 1) * box + (across - 1) * column + box
    if offsets[0] is None or offsets[1] is None:
        return Place(None, span)
    offset = offsets[0] // BOX * box + offsets[1] // BOX * column
    return Place(offset, min(span, rows * columns * width - offset))


class Strides:
    """Distances between neighbours of tiles in plain rows, in elements: those
    of the tile that a window is cut out of, however many windows lie between."""

    def __init__(self) -> None:
        self._known: "Dict[Value, Tuple[int, ...]]" = {}

    def of(self, value: Value) -> "Optional[Tuple[int, ...]]":
        chain: "List[Value]" = [value]
        while chain[-1] not in self._known:
            source = cut_from(chain[-1])
            if source is None or _rank(source) != _rank(chain[-1]):
                dense = _dense(chain[-1])
                if dense is None:
                    return None
                self._known[chain[-1]] = dense
            else:
                chain.append(source)
        for link in chain:
            self._known[link] = self._known[chain[-1]]
        return self._known[value]


def cut_from(value: Value) -> Optional[Value]:
    """The tile that a window is cut from; None for what is no window."""
    maker = value.maker
    if maker is None or maker.kind != OP or maker.name != "slice" or not maker.operands:
        return None
    return maker.operands[0]


def row_window(strides: "Tuple[int, ...]", window: Value, maker: Step) -> Optional[Place]:
    """A window of a tile in plain rows, by the strides of that."""
    assert window.tile is not None
    shape, width = window.tile.shape, bits(window.tile.dtype)
    if None in shape or maker.offsets is None or len(maker.offsets) != len(strides):
        return None
    extents = [extent for extent in shape if extent is not None]
    last = sum((extent - 1) * stride for extent, stride in zip(extents, strides))
    span = -(-(last + 1) * width // 8)
    first = [offset for offset in maker.offsets if offset is not None]
    if len(first) != len(strides):
        return Place(None, span)
    start = sum(offset * stride for offset, stride in zip(first, strides))
    return Place(start * width // 8, span)


def _rank(value: Value) -> int:
    return len(value.tile.shape) if value.tile else 0


def _dense(value: Value) -> "Optional[Tuple[int, ...]]":
    if value.tile is None or None in value.tile.shape:
        return None
    strides: "List[int]" = []
    step = 1
    for extent in reversed(value.tile.shape):
        strides.append(step)
        step *= extent or 1
    return tuple(reversed(strides))
