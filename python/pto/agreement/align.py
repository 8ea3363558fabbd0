"""Which steps and which values of two functions stand for each other."""

from __future__ import annotations

from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Callable, Dict, Hashable, List, Optional, Tuple

from .model import ELSE, END, FOR, IF, OP, WHILE, Function, Step, Value

# Ops that copy a tile or change its type alone: looked through where the
# question is which tile an operand is.
COPIES = ("move", "tile_cast")


@dataclass
class Pairing:
    """Two functions side by side."""

    pairs: List[Tuple[Step, Step]] = field(default_factory=list)
    # Stretches that have no counterpart: ours, theirs.
    unequal: List[Tuple[List[Step], List[Step]]] = field(default_factory=list)
    origins: "Dict[Value, Value]" = field(default_factory=dict)

    def origin(self, value: Value) -> Optional[Value]:
        """The reference's tile that a tile of ours is or copies; None where
        it comes from a step without a counterpart."""
        seen = value
        while seen not in self.origins:
            maker = seen.maker
            if maker is None or maker.name not in COPIES or not maker.operands:
                return None
            seen = maker.operands[0]
        return root(self.origins[seen])

    def matched(self, value: Value) -> Optional[Value]:
        """The reference's tile that stands exactly where this one does."""
        return self.origins.get(value)


def root(value: Value) -> Value:
    """What a tile is a copy of, if it is one."""
    while value.maker is not None and value.maker.name in COPIES and value.maker.operands:
        value = value.maker.operands[0]
    return value


def pair(
    ours: Function, theirs: Function, token: "Callable[[Step], Hashable]",
    across: bool = False,
) -> Pairing:
    """Pairs steps with equal tokens, in order, and from them the values. Steps
    in different regions stand for each other only if `across`."""
    pairing = Pairing(origins=dict(zip(ours.params, theirs.params)))
    mine, other = ours.steps, theirs.steps
    regions = [[s.kind for s in steps if markers(s)] for steps in (mine, other)]
    if across or regions[0] != regions[1]:
        _pair_stretch(pairing, mine, other, token)
    else:
        for a, b in zip(_stretches(mine), _stretches(other)):
            _pair_stretch(pairing, a, b, token)
    for step, other in pairing.pairs:
        if step.kind == OP:
            _pair_results(pairing, step, other)
        elif step.kind in (FOR, WHILE):
            _pair_carried(pairing, step, other)
        elif step.kind == END:
            _pair_merged(pairing, step.parent, other.parent)
    return pairing


def _stretches(steps: List[Step]) -> List[List[Step]]:
    """Steps between the places where regions begin or end; each marker ends
    a stretch."""
    found: "List[List[Step]]" = [[]]
    for step in steps:
        found[-1].append(step)
        if markers(step):
            found.append([])
    return found


def _pair_stretch(
    pairing: Pairing, ours: List[Step], theirs: List[Step],
    token: "Callable[[Step], Hashable]",
) -> None:
    a, b = [token(step) for step in ours], [token(step) for step in theirs]
    if a == b:
        pairing.pairs += zip(ours, theirs)
        return
    for tag, i, j, k, m in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if tag == "equal":
            pairing.pairs += zip(ours[i:j], theirs[k:m])
        else:
            pairing.unequal.append((ours[i:j], theirs[k:m]))


def _pair_results(pairing: Pairing, step: Step, other: Step) -> None:
    if other.results:
        pairing.origins.update(zip(step.results, other.results))
    elif step.results and step.operands:
        # Ours makes a new tile where theirs changes its operand.
        changed = pairing.origins.get(step.operands[0])
        if changed is not None:
            pairing.origins[step.results[0]] = changed


def _pair_carried(pairing: Pairing, step: Step, other: Step) -> None:
    pairing.origins.update(zip(step.carried, other.carried))
    # What ours carries besides is a tile that theirs changes in place.
    for value, init in list(zip(step.carried, step.operands))[len(other.carried):]:
        _follow(pairing, value, init)


def _pair_merged(pairing: Pairing, step: Optional[Step], other: Optional[Step]) -> None:
    if step is None or other is None or step.kind != other.kind:
        return
    pairing.origins.update(zip(step.results, other.results))
    sources = step.operands if step.kind != IF else step.yielded[0]
    for value, source in list(zip(step.results, sources))[len(other.results):]:
        _follow(pairing, value, source)


def _follow(pairing: Pairing, value: Value, source: Value) -> None:
    origin = pairing.origin(source)
    if origin is not None:
        pairing.origins[value] = origin


def markers(step: Step) -> bool:
    """True for what only tells where regions begin and end."""
    return step.kind in (FOR, WHILE, IF, ELSE, END)
