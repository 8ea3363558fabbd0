"""Rules about programs that one side accepts and the other refuses. Each is an
id of docs/divergences.md."""

from __future__ import annotations

from dataclasses import dataclass
from typing import List, Optional

from . import windows
from .corpus import Item
from .model import DEVICE_KINDS, Function


@dataclass(frozen=True)
class _Refusal:
    """We refuse what the reference's pass accepts."""

    text: str  # in our error
    rule: str
    later: bool = False  # a later pass of the reference refuses it, too


_REFUSALS = (
    _Refusal("'pto.declare_memref' op is not supported yet", "declared-buffers-later"),
    _Refusal("a device function stores its tiles to tensors", "device-function-signature"),
    _Refusal("a parameter can't be bound to a buffer", "device-function-signature"),
    _Refusal("has no buffer that a dump can name", "popped-tile-unbound"),
    _Refusal("the result of write lands in its source's allocation", "write-is-a-value"),
    _Refusal("device memory is written by pto.store", "no-move-into-device-memory"),
    _Refusal("overwrites the buffer of", "bound-tiles-checked", later=True),
    _Refusal("cannot reconcile divergent accumulator buffers", "accumulators-checked",
             later=True),
)


def explain_refused(item: Item, message: str) -> Optional[str]:
    """A program that we refuse and the reference's pass accepts."""
    for refusal in _REFUSALS:
        if refusal.text in message and (not refusal.later or item.refused_later()):
            return refusal.rule
    return None


def explain_accepted(functions: List[Function]) -> Optional[str]:
    """A program that the reference refuses and we accept."""
    holders = [f for f in functions if any(True for _ in f.tiles())]
    if holders and all(f.kind not in DEVICE_KINDS for f in holders):
        # Nobody places their tiles, so nobody judges them.
        return "host-functions-not-judged"
    return "nibble-offset" if any(_splits_a_byte(f) for f in functions) else None


def _splits_a_byte(function: Function) -> bool:
    """A window of a packed tile starts inside of a byte, and we say that it
    has no address."""
    for value in function.tiles():
        source = windows.cut_from(value)
        if source is None or source.tile is None or windows.bits(source.tile.dtype) != 4:
            continue
        strides = windows.Strides().of(source)
        if strides is None or value.memref is None or value.maker is None:
            continue
        start = sum((o or 0) * s for o, s in zip(value.maker.offsets or (), strides))
        if start % 2 and value.memref.offset is None and not value.memref.dynamic:
            return True
    return False
