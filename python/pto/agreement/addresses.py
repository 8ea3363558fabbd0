"""Compares addresses: where each tile begins in its memory, which tiles share
a buffer, and how much of each memory a function takes."""

from __future__ import annotations

from typing import Dict, List, Optional

from . import buffers
from .alias_rules import Merged
from .align import pair
from .buffer_rules import Context, explain_ops
from .model import DEVICE_KINDS, OP, Function, Value
from .report import Result

ASPECTS = {"addresses": "addresses", "tiles": "tiles by buffer", "ops": "tile ops",
           "peaks": "peaks"}
LOWER, HIGHER = "peaks lower than theirs", "peaks higher than theirs"


def compare_addresses(
    label: str, ours: List[Function], theirs: List[Function], before: str = ""
) -> Result:
    """Compares all device functions of a program."""
    result = Result(label)
    mine = {function.name: function for function in ours}
    for function in theirs:
        if function.kind in DEVICE_KINDS and function.name in mine:
            known = len(result.findings)
            compare_function(result, mine[function.name], function)
            result.add_function(function.name, known)
    return result


def compare_function(result: Result, ours: Function, theirs: Function) -> None:
    result.compared["ops"] += sum(1 for step in theirs.steps if step.kind == OP)
    pairing = pair(ours, theirs, lambda step: (step.kind, step.name))
    context = Context(ours, theirs, pairing, Merged(ours, theirs))
    for mine, other in pairing.unequal:
        result.add("ops", f"{ours.name}: ours {mine[:4]} theirs {other[:4]}",
                   explain_ops(context, mine, other))
    matching = buffers.Matching()
    for step, a, b in buffers.paired_tiles(pairing, theirs):
        result.compared["tiles"] += 1
        where = f"{ours.name} {step}: {a}"
        if (a.memref is None) != (b.memref is None):
            result.add("tiles", f"{where} is in {buffers.told(a.memref)}, theirs {b} in "
                       f"{buffers.told(b.memref)}", None)
        if a.memref is None or b.memref is None:
            continue
        if matching.fits(a.memref, b.memref):
            matching.add(a.memref, b.memref)
        else:
            result.add("tiles", f"{where} is in {buffers.told(a.memref)}, theirs {b} in "
                       f"{buffers.told(b.memref)}", None)
        result.compared["addresses"] += 1
        mine_at, theirs_at = address(ours, a), b.memref.offset
        if mine_at != theirs_at:
            result.add("addresses", f"{where} is at {mine_at}, theirs at {theirs_at}", None)
    _compare_peaks(result, ours, theirs)


def address(ours: Function, value: Value) -> Optional[int]:
    """The address of a tile of ours; None where it is known at run time only."""
    if value.memref is None or value.memref.offset is None:
        return None
    start = ours.addresses.get(value.memref.base)
    return None if start is None else start + value.memref.offset


def _compare_peaks(result: Result, ours: Function, theirs: Function) -> None:
    mine: "Dict[str, int]" = {}
    for value in ours.tiles():
        start = ours.addresses.get(value.memref.base) if value.memref else None
        if start is not None and value.memref is not None:
            end = start + ours.sizes[value.memref.base]
            mine[value.space] = max(end, mine.get(value.space, 0))
    reference: "Dict[str, int]" = {}
    for value in theirs.tiles():
        if value.memref is not None and value.memref.offset is not None:
            end = value.memref.offset + value.memref.size
            reference[value.space] = max(end, reference.get(value.space, 0))
    for space in sorted(set(mine) | set(reference)):
        a, b = mine.get(space, 0), reference.get(space, 0)
        result.compared["peaks"] += 1
        if a != b:
            result.notes[LOWER if a < b else HIGHER] += 1
            result.add("peaks", f"{ours.name}: {space} up to {a}, theirs {b}", None)
