"""Rules that explain differences in buffers. Each tests the difference itself;
its name is an id of docs/divergences.md."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Dict, List, Optional, Tuple

from . import windows
from .alias_rules import Merged
from .align import Pairing
from .model import END, FOR, IF, MUTATIONS, OP, WHILE, Function, MemRef, Step, Value

if TYPE_CHECKING:
    from .buffers import Matching


@dataclass
class Context:
    """Two functions whose buffers are compared."""

    ours: Function
    theirs: Function
    pairing: Pairing
    merged: Optional[Merged] = None
    strides: windows.Strides = field(default_factory=windows.Strides)
    _shown: "Optional[Dict[Value, MemRef]]" = field(default=None)

    @property
    def shown(self) -> "Dict[Value, MemRef]":
        """The reference's buffers as the documents show them."""
        if self._shown is None:
            self._shown = by_yield(self.theirs)
        return self._shown


def explain_ops(context: Context, ours: List[Step], theirs: List[Step]) -> Optional[str]:
    """Ops without a counterpart."""
    if context.merged is not None and theirs and not ours:
        return context.merged.explain_their_copies(theirs)
    if theirs or not ours:
        return None
    if all(is_scratch(context.pairing, step) for step in ours):
        return "level3-scratch"
    if all(is_copied_window(context.pairing, step) for step in ours):
        return "windows-copied"
    if context.merged is not None:
        return context.merged.explain_copies(context.pairing, ours)
    return None


def is_scratch(pairing: Pairing, step: Step) -> bool:
    """A created tile that is read once, as an operand too many for theirs."""
    if step.name != "create" or len(step.results) != 1:
        return False
    readers = [(a, b) for a, b in pairing.pairs if step.results[0] in a.operands]
    return len(readers) == 1 and (
        readers[0][0].operands[-1] is step.results[0]
        and len(readers[0][0].operands) == len(readers[0][1].operands) + 1
    )


def is_copied_window(pairing: Pairing, step: Step) -> bool:
    """A copy within vec of a window, for views alone that read it as other
    elements; theirs read the window itself."""
    if step.name != "move" or len(step.operands) != 1 or len(step.results) != 1:
        return False
    window, copy = step.operands[0], step.results[0]
    if windows.cut_from(window) is None or not (window.tile and copy.tile):
        return False
    if (window.tile.space, copy.tile.space) != ("vec", "vec"):
        return False
    readers = [(a, b) for a, b in pairing.pairs if copy in a.operands]
    return bool(readers) and all(
        a.name in windows.REREADS and windows.cut_from(b.operands[0]) is not None
        for a, b in readers
    )


def _copied(value: Value) -> Optional[Value]:
    """What is copied where a view reads a copy of a window."""
    source = value.maker.operands[0] if value.maker and value.maker.operands else None
    maker = source.maker if source is not None else None
    if maker is None or maker.name != "move" or len(maker.operands) != 1:
        return None
    return maker.operands[0] if windows.cut_from(maker.operands[0]) is not None else None


def explain_missing(context: Context, ours: Value, theirs: Value) -> Optional[str]:
    """A tile that has a buffer on one side alone."""
    if ours.memref is None and theirs.memref is not None:
        bases = {p.memref.base for p in context.theirs.params if p.tile and p.memref}
        if theirs.memref.base in bases:
            return "tile-parameter"
    return None


def explain_base(
    context: Context, matching: "Matching", ours: Value, theirs: Value
) -> "Tuple[Optional[str], Optional[MemRef]]":
    """A tile in another buffer: the rule, and where theirs would be by it."""
    if ours.memref is None or theirs.memref is None:
        return None, None
    if ours.maker and ours.maker.name in windows.REREADS and _copied(ours) is not None:
        if ours.memref == ours.maker.operands[0].memref and theirs.maker:
            window = theirs.maker.operands[0]
            if windows.cut_from(window) is not None and window.memref is not None:
                if window.memref.base == theirs.memref.base:
                    return "windows-copied", None
    shown = context.shown.get(theirs)
    if shown is not None and shown != theirs.memref and matching.fits(ours.memref, shown):
        return "loop-result-from-init", shown
    maker, other = ours.maker, theirs.maker
    if maker and other and maker.name in MUTATIONS and maker.operands and other.operands:
        # Theirs is a new buffer that nobody writes; what is changed is elsewhere.
        changed, source = maker.operands[0], other.operands[0]
        if ours.memref == changed.memref and source.memref is not None:
            if matching.fits(ours.memref, source.memref):
                return "write-is-a-value", source.memref
    return context.merged.explain_tile(ours, theirs) if context.merged else None, None


def by_yield(theirs: Function) -> "Dict[Value, MemRef]":
    """The reference's buffers if the result of a loop were the yielded tile's,
    as the documents say, and all that lies in the result with it."""
    shown: "Dict[Value, MemRef]" = {}

    def place(value: Value) -> Optional[MemRef]:
        return shown.get(value, value.memref)

    def derive(value: Value, sources: "List[Value]") -> None:
        """What lies in a source's buffer goes where that goes."""
        for source in sources:
            moved = place(source)
            if value.memref is None or source.memref is None or moved is None:
                continue
            if value.memref.base == source.memref.base and moved != source.memref:
                shown[value] = _shifted(value.memref, source.memref, moved)
                return

    for step in theirs.steps:
        if step.kind == OP:
            for value in step.results:
                derive(value, step.operands)
        elif step.kind in (FOR, WHILE):
            for value, init in zip(step.carried, step.operands):
                derive(value, [init])
        elif step.kind == END and step.parent is not None:
            merged = step.parent
            for i, value in enumerate(merged.results):
                yielded = [arm[i] for arm in merged.yielded if i < len(arm)]
                if merged.kind == IF:
                    derive(value, yielded)
                elif yielded and value.memref and place(yielded[0]) is not None:
                    shown[value] = place(yielded[0])  # type: ignore[assignment]
    return shown


def _shifted(memref: MemRef, source: MemRef, moved: MemRef) -> MemRef:
    """A memref in the buffer of `source`, with that at another place."""
    if None in (memref.offset, source.offset, moved.offset):
        return replace(memref, base=moved.base, offset=None, dynamic=True)
    assert memref.offset is not None and source.offset is not None
    assert moved.offset is not None
    return replace(memref, base=moved.base,
                   offset=memref.offset - source.offset + moved.offset)


def explain_offset(context: Context, ours: Value, theirs: Value) -> Optional[str]:
    """A tile at another place in the same buffer."""
    return _explain_window(context, ours, theirs, "offset")


def explain_span(context: Context, ours: Value, theirs: Value) -> Optional[str]:
    """A tile that spans another number of bytes."""
    if _is_in_declared(context, ours, theirs):
        return "declared-tile-span"
    return _explain_window(context, ours, theirs, "span")


def _is_in_declared(context: Context, ours: Value, theirs: Value) -> bool:
    """Ours spans its own bytes, theirs one of the equal slots of its buffer."""
    if ours.memref is None or theirs.memref is None or ours.tile is None:
        return False
    total = context.ours.sizes.get(ours.memref.base)
    if not total or not theirs.memref.size or None in ours.tile.shape:
        return False
    elements = 1
    for extent in ours.tile.shape:
        elements *= extent or 0
    own = -(-elements * windows.bits(ours.tile.dtype) // 8)
    return ours.memref.size == own < theirs.memref.size and total % theirs.memref.size == 0


def _explain_window(context: Context, ours: Value, theirs: Value, what: str) -> Optional[str]:
    # What lies where its source lies differs as that does.
    while windows.cut_from(theirs) is None:
        pair = _same_place(ours, theirs)
        if pair is None:
            return None
        ours, theirs = pair
    source, other = windows.cut_from(ours), windows.cut_from(theirs)
    if source is None or other is None or ours.tile is None or other.tile is None:
        return None
    if ours.memref is None or source.memref is None or theirs.maker is None:
        return None
    mine = ours.memref.size if what == "span" else _distance(source.memref, ours.memref)
    if windows.is_boxed(other.tile):
        place = windows.accumulator_window(other.tile, ours.tile, theirs.maker.offsets or ())
        if place is not None:
            if mine != (place.span if what == "span" else place.offset):
                return None
            columns = ours.tile.shape[1] or 0
            part = what == "span" and columns % windows.BOX
            return "column-window-span" if part else "accumulator-windows"
        place = windows.boxed_window(other.tile, ours.tile, theirs.maker.offsets or ())
        if place is not None and mine == (place.span if what == "span" else place.offset):
            return "windows-in-boxes"
        # No address of its own: ours says so, and spans what it is cut from.
        if ours.memref.offset is None and not ours.memref.dynamic:
            if what == "offset" or ours.memref.size == source.memref.size:
                return "slice-in-boxes"
        return None
    strides = context.strides.of(other)
    if strides is None or windows.cut_from(other) is None:
        return None
    # A window of a window.
    place = windows.row_window(strides, theirs, theirs.maker)
    if place is not None and mine == (place.span if what == "span" else place.offset):
        return "window-of-window"
    return None


def _same_place(ours: Value, theirs: Value) -> "Optional[Tuple[Value, Value]]":
    """The operands whose place two results take over unchanged."""
    if not (ours.maker and theirs.maker and ours.maker.kind == theirs.maker.kind == OP):
        return None
    for a, b in zip(ours.maker.operands, theirs.maker.operands):
        if a.memref and b.memref and (a.memref, b.memref) == (ours.memref, theirs.memref):
            return a, b
    return None


def _distance(source: MemRef, window: MemRef) -> Optional[int]:
    if source.offset is None or window.offset is None:
        return None
    return window.offset - source.offset
