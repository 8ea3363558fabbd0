"""Rules about programs that one side accepts and the other refuses. Each is an
id of docs/divergences.md."""

from __future__ import annotations

from dataclasses import dataclass
from typing import List, Optional

from .corpus import Item
from .model import DEVICE_KINDS, Function


@dataclass(frozen=True)
class _Refusal:
    """We refuse what the reference's pass accepts."""

    text: str  # in our error
    rule: str
    later: bool = False  # a later pass of the reference refuses it, too


_REFUSALS = (
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
    return None
