"""Compares buffers: which tiles lie in one buffer, how large it is, where in it
each tile begins and what it spans."""

from __future__ import annotations

from typing import Dict, Iterator, List, Optional, Tuple

from . import buffer_rules as rules
from .alias_rules import Merged
from .align import Pairing, markers, pair
from .model import OP, Function, MemRef, Step, Value, made_by
from .report import Result
from .sharing_rules import Sharing, compare_ops, span_of_buffer

ASPECTS = {"tiles": "tiles", "ops": "tile ops", "sizes": "buffers", "offsets": "offsets",
           "spans": "spans"}


class Matching:
    """Buffers of both sides that stand for each other, as tiles show it."""

    def __init__(self) -> None:
        self.theirs: "Dict[str, str]" = {}  # by ours
        self.ours: "Dict[str, str]" = {}  # by theirs

    def fits(self, a: MemRef, b: MemRef) -> bool:
        """True where two tiles can lie in the same buffer of a pair."""
        return (self.theirs.get(a.base, b.base) == b.base
                and self.ours.get(b.base, a.base) == a.base)

    def add(self, a: MemRef, b: MemRef) -> bool:
        """Pairs the buffers of two tiles; true where that is new."""
        new = a.base not in self.theirs
        self.theirs[a.base], self.ours[b.base] = b.base, a.base
        return new


def compare_buffers(
    label: str, ours: List[Function], theirs: List[Function], before: str = "",
    merged: bool = False, shared: bool = False,
) -> Result:
    """Compares every function that holds tiles. `merged`: after what flows
    together was given one buffer; `shared`: after buffers were shared."""
    result = Result(label)
    mine = {function.name: function for function in ours}
    for function in theirs:
        if not any(True for _ in function.tiles()):
            continue
        before = len(result.findings)
        if function.name in mine:
            compare_function(result, mine[function.name], function, merged, shared)
        else:
            result.add("ops", f"{function.name} is missing", None)
        result.add_function(function.name, before)
    return result


def compare_aliases(
    label: str, ours: List[Function], theirs: List[Function], before: str = ""
) -> Result:
    """The same, where what flows together shall share a buffer."""
    return compare_buffers(label, ours, theirs, before, merged=True)


def compare_reuse(
    label: str, ours: List[Function], theirs: List[Function], before: str = ""
) -> Result:
    """The same, where buffers may be shared."""
    return compare_buffers(label, ours, theirs, before, shared=True)


def compare_function(
    result: Result, ours: Function, theirs: Function, merged: bool, shared: bool = False
) -> None:
    result.compared["ops"] += sum(1 for step in theirs.steps if step.kind == OP)
    pairing = pair(ours, theirs, lambda step: (step.kind, step.name))
    if shared:
        sharing = Sharing(ours, theirs, pairing)
        compare_ops(result, sharing)
        compare_memrefs(result, rules.Context(ours, theirs, pairing), sharing)
        return
    context = rules.Context(ours, theirs, pairing, Merged(ours, theirs) if merged else None)
    for mine, other in pairing.unequal:
        mine = [step for step in mine if not markers(step)]
        other = [step for step in other if not markers(step)]
        rule = rules.explain_ops(context, mine, other)
        for step in (mine or other) if rule else (mine or other)[:1]:
            result.add("ops", f"{ours.name}: ours {mine[:4]} theirs {other[:4]} at {step}", rule)
    compare_memrefs(result, context)


def compare_memrefs(
    result: Result, context: rules.Context, sharing: Optional[Sharing] = None
) -> None:
    ours, theirs, pairing = context.ours, context.theirs, context.pairing
    matching = Matching()
    for step, a, b in paired_tiles(pairing, theirs):
        result.compared["tiles"] += 1
        where = f"{ours.name} {step}: {a}"
        if a.memref is None or b.memref is None:
            if a.memref is not b.memref:
                result.add("tiles", f"{where} is in {told(a.memref)}, theirs {b} in "
                           f"{told(b.memref)}", rules.explain_missing(context, a, b))
            continue
        place: Optional[MemRef] = b.memref
        if not matching.fits(a.memref, b.memref):
            rule, place = rules.explain_base(context, matching, a, b)
            if sharing is not None:
                rule, place = sharing.explain_tile(a, b), None
            result.add("tiles", f"{where} is in {told(a.memref)}, theirs {b} in "
                       f"{told(b.memref)}", rule)
        elif matching.add(a.memref, b.memref):
            _compare_sizes(result, ours, theirs, a.memref, b.memref)
        if place is not None:
            _compare_places(result, context, where, a, b, place, sharing is not None)


def paired_tiles(
    pairing: Pairing, theirs: Function
) -> "Iterator[Tuple[Step, Value, Value]]":
    """Tiles that stand for each other, in program order."""
    by_source: "Dict[Value, Value]" = {}
    for step, other in pairing.pairs:
        for a, b in made_by(step, other):
            if a.tile and b.tile:
                by_source[b] = a
                yield step, a, b
    # Other names of a tile lie where it does.
    for alias, source in theirs.aliases:
        if source in by_source and alias.memref != source.memref:
            yield Step(OP, "alias"), by_source[source], alias


def told(memref: Optional[MemRef]) -> str:
    if memref is None:
        return "no buffer"
    offset = "?" if memref.offset is None else memref.offset
    return f"{memref.base} [{offset}, +{memref.size}]"


def _compare_sizes(
    result: Result, ours: Function, theirs: Function, a: MemRef, b: MemRef
) -> None:
    # A buffer without an allocation is as large as the tile that it is for.
    mine, reference = ours.sizes.get(a.base), theirs.sizes.get(b.base, b.size)
    result.compared["sizes"] += 1
    if mine != reference:
        result.add("sizes", f"{ours.name}: {a.base} has {mine} bytes, theirs {b.base} "
                   f"{reference}", None)


def _compare_places(
    result: Result, context: rules.Context, where: str, a: Value, b: Value, place: MemRef,
    shared: bool,
) -> None:
    """Where in its buffer a tile is; `place` is where theirs puts it."""
    assert a.memref is not None
    text = f"{where} is at {told(a.memref)}, theirs at {told(place)}"
    result.compared["offsets"] += 1
    if (a.memref.offset, a.memref.dynamic) != (place.offset, place.dynamic):
        result.add("offsets", text, rules.explain_offset(context, a, b))
    result.compared["spans"] += 1
    if a.memref.size != place.size:
        rule = span_of_buffer(context.theirs, a, b) if shared else None
        result.add("spans", text, rule or rules.explain_span(context, a, b))
