"""Rules about programs that one side accepts and the other refuses. Each is an
id of docs/divergences.md."""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, List, Optional

from .corpus import Item, run_opt
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


def explain_binding(tool: Path, module: str, message: str) -> Optional[str]:
    """A program whose tiles were bound before: with its buffers one behind the
    other, the judge of plans, which shares no code with what refuses it, must
    find a tile overwritten."""
    if "overwrites the buffer of" not in message:
        return None
    run = run_opt(tool, placed_apart(module), "--verify-memory-plan")
    return "bound-by-aliases" if run.code and "[mp-r1]" in run.message else None


_ALLOC = re.compile(r"(pto\.alloc (\w+), addr = )-1(, size = (\d+))")
_KIND = re.compile(r"#pto\.function_kind<\w+>")


def placed_apart(module: str) -> str:
    """The module with an address for every buffer, and only device functions."""
    ends: "Dict[str, int]" = {}

    def place(match: "re.Match[str]") -> str:
        start = ends.get(match[2], 0)
        ends[match[2]] = (start + int(match[4]) + 31) // 32 * 32
        return f"{match[1]}{start}{match[3]}"

    return _ALLOC.sub(place, _KIND.sub("#pto.function_kind<incore>", module))


_NO_BUFFER = re.compile(r"no buffer of this function: 'pl\.MemRef\('(\w+)'")


def explain_import(item: Item, message: str) -> Optional[str]:
    """A dump that can't be read: a type names a buffer that nobody allocates."""
    match = _NO_BUFFER.search(message)
    if match is None:
        return None
    with gzip.open(item.before, "rt", encoding="utf-8") as file:
        assigned = re.search(rf"^\s*{match[1]}\b\s*[:=]", file.read(), re.MULTILINE)
    return None if assigned else "buffer-not-allocated"


def explain_accepted(functions: List[Function]) -> Optional[str]:
    """A program that the reference refuses and we accept."""
    holders = [f for f in functions if any(True for _ in f.tiles())]
    if holders and all(f.kind not in DEVICE_KINDS for f in holders):
        # Nobody places their tiles, so nobody judges them.
        return "host-functions-not-judged"
    return None
