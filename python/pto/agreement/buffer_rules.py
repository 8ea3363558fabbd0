"""Rules that explain differences in buffers. Each tests the difference itself;
its name is an id of docs/divergences.md."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Dict, List, Optional

from .align import Pairing
from .model import END, FOR, IF, OP, WHILE, Function, MemRef, Step, Value

if TYPE_CHECKING:
    from .buffers import Matching


@dataclass
class Context:
    """Two functions whose buffers are compared."""

    ours: Function
    theirs: Function
    pairing: Pairing
    _shown: "Optional[Dict[Value, MemRef]]" = field(default=None)

    @property
    def shown(self) -> "Dict[Value, MemRef]":
        """The reference's buffers as the documents show them."""
        if self._shown is None:
            self._shown = by_yield(self.theirs)
        return self._shown


def explain_ops(pairing: Pairing, ours: List[Step], theirs: List[Step]) -> Optional[str]:
    """Ops without a counterpart."""
    if not theirs and ours and all(_is_scratch(pairing, step) for step in ours):
        return "level3-scratch"
    return None


def _is_scratch(pairing: Pairing, step: Step) -> bool:
    """A created tile that is read once, as an operand too many for theirs."""
    if step.name != "create" or len(step.results) != 1:
        return False
    readers = [(a, b) for a, b in pairing.pairs if step.results[0] in a.operands]
    return len(readers) == 1 and (
        readers[0][0].operands[-1] is step.results[0]
        and len(readers[0][0].operands) == len(readers[0][1].operands) + 1
    )


def explain_missing(ours: Value, theirs: Value) -> Optional[str]:
    """A tile that has a buffer on one side alone."""
    return None


def explain_base(
    context: Context, matching: "Matching", ours: Value, theirs: Value
) -> Optional[str]:
    """A tile in another buffer."""
    shown = context.shown.get(theirs)
    if shown is not None and ours.memref is not None and shown != theirs.memref:
        if matching.fits(ours.memref, shown) and ours.memref.offset == shown.offset:
            return "loop-result-from-init"
    return None


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
    return None


def explain_span(context: Context, ours: Value, theirs: Value) -> Optional[str]:
    """A tile that spans another number of bytes."""
    return None
