"""Compares addresses: where each tile begins in its memory, which tiles share
a buffer, and how much of each memory a function takes."""

from __future__ import annotations

from typing import Dict, List, Optional, Tuple

from . import buffers, sharing_rules, windows
from .align import pair
from .model import DEVICE_KINDS, OP, Function, Value
from .report import Result
from .sharing_rules import Sharing

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
    sharing = Sharing(ours, theirs, pairing)
    sharing_rules.compare_ops(result, sharing)
    matching = buffers.Matching()
    found: "List[Tuple[str, str, Value, Value]]" = []  # aspect, text, tiles
    for step, a, b in buffers.paired_tiles(pairing, theirs):
        result.compared["tiles"] += 1
        where = f"{ours.name} {step}: {a}"
        text = f"{where} is in {buffers.told(a.memref)}, theirs {b} in {buffers.told(b.memref)}"
        if (a.memref is None) != (b.memref is None):
            result.add("tiles", text, None)
        if a.memref is None or b.memref is None:
            continue
        if matching.fits(a.memref, b.memref):
            matching.add(a.memref, b.memref)
        else:
            found.append(("tiles", text, a, b))
        result.compared["addresses"] += 1
        mine_at, theirs_at = address(ours, a), b.memref.offset
        if mine_at != theirs_at:
            found.append(("addresses", f"{where} is at {mine_at}, theirs at {theirs_at}", a, b))
    split = {a.space for aspect, _, a, _ in found if aspect == "tiles"}
    placed = {space: replay(ours, theirs, matching, space) for space in
              sorted({a.space for _, _, a, _ in found} - split)}
    for aspect, text, a, b in found:
        if aspect == "addresses" and address(ours, a) is None:
            rule = explain_window(ours, theirs, a, b)
        elif explain_lost_window(ours, theirs, a, b):
            rule = "window-offset-lost"
        elif a.space in placed:
            rule = placed[a.space] if _inside(a) == _inside_theirs(theirs, b) else None
        else:
            rule = sharing.causes(a.space).first
        result.add(aspect, text, rule)
    _compare_peaks(result, ours, theirs, sharing)


def replay(
    ours: Function, theirs: Function, matching: "buffers.Matching", space: str
) -> Optional[str]:
    """The rule by which buffers of one memory, shared alike, lie elsewhere: only
    if on both sides they lie one behind the other, and theirs in the order of
    their names."""
    starts = _starts(theirs, space)
    bases = {v.memref.base for v in theirs.tiles() if v.space == space and v.memref}
    order = sorted(bases, key=lambda base: (base.partition("#")[0], base))
    if any(base not in matching.ours or base not in theirs.sizes for base in order):
        return None
    # Slots that are chosen at run time do not tell where their buffer begins.
    ends = _behind([theirs.sizes[base] for base in order])
    first = next((starts[b] - end for b, end in zip(order, ends) if b in starts), 0)
    if any(starts.get(base, first + end) != first + end for base, end in zip(order, ends)):
        return None
    mine = {v.memref.base for v in ours.tiles() if v.space == space and v.memref}
    placed = sorted(mine, key=lambda base: ours.addresses.get(base, 0))
    ends = _behind([ours.sizes[base] for base in placed])
    if any(ours.addresses.get(base) != first + end for base, end in zip(placed, ends)):
        return None
    paired = {matching.ours[base]: base for base in order}
    grown = {m for m, base in paired.items() if ours.sizes[m] != theirs.sizes[base]}
    added = mine - set(paired) | grown
    if added:
        # Room for temporaries that theirs does not have.
        scratch = {v.memref.base for v in ours.tiles() if v.memref and v.maker
                   and v.maker.name == "create"}
        return "level3-scratch" if added <= scratch else None
    if not all(base.startswith("mem_") for base in order):
        return "declared-names"
    return "ids-in-program-order"


def _behind(sizes: "List[int]") -> "List[int]":
    """Where each begins if all lie one behind the other."""
    starts, cursor = [], 0
    for size in sizes:
        starts.append(cursor)
        cursor += (size + 31) // 32 * 32
    return starts


def _starts(theirs: Function, space: str) -> "Dict[str, int]":
    """Where buffers of the reference begin: where the first of their tiles does."""
    starts: "Dict[str, int]" = {}
    for value in theirs.tiles():
        memref = value.memref
        if value.space == space and memref is not None and memref.offset is not None:
            starts[memref.base] = min(memref.offset, starts.get(memref.base, memref.offset))
    return starts


def _inside(value: Value) -> Optional[int]:
    return value.memref.offset if value.memref else None


def _inside_theirs(theirs: Function, value: Value) -> Optional[int]:
    """Where in its buffer a tile of the reference is."""
    if value.memref is None or value.memref.offset is None:
        return None
    return value.memref.offset - _starts(theirs, value.space)[value.memref.base]


def explain_window(
    ours: Function, theirs: Function, a: Value, b: Value
) -> Optional[str]:
    """A window without an address that is a constant."""
    if a.memref is None or b.memref is None or a.memref.offset is not None:
        return None
    if a.memref.dynamic:
        return "run-time-window" if _inside_theirs(theirs, b) == 0 else None
    return "slice-in-boxes" if b.tile is not None and windows.is_boxed(b.tile) else None


def address(ours: Function, value: Value) -> Optional[int]:
    """The address of a tile of ours; None where it is known at run time only."""
    if value.memref is None or value.memref.offset is None:
        return None
    start = ours.addresses.get(value.memref.base)
    return None if start is None else start + value.memref.offset


def explain_lost_window(ours: Function, theirs: Function, a: Value, b: Value) -> bool:
    """Theirs puts a window where its source begins, whatever its offsets are;
    ours is where they say."""
    source, other = windows.cut_from(a), windows.cut_from(b)
    if (source is None or other is None or other.memref is None or b.memref is None
            or source.tile is None or a.tile is None or b.maker is None):
        return False
    start, mine = address(ours, source), address(ours, a)
    if start is None or mine is None or b.memref.offset != other.memref.offset:
        return False
    if windows.is_boxed(source.tile):
        place = windows.boxed_window(source.tile, a.tile, b.maker.offsets or ())
    else:
        strides = windows.Strides().of(other)
        place = windows.row_window(strides, b, b.maker) if strides else None
    return place is not None and place.offset == mine - start != 0


def _compare_peaks(
    result: Result, ours: Function, theirs: Function, sharing: Sharing
) -> None:
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
            # Nothing that needs less room explains that ours needs more.
            causes = sharing.causes(space)
            rule = next(iter(causes.more), None) if a > b else causes.first
            result.add("peaks", f"{ours.name}: {space} up to {a}, theirs {b}", rule)
