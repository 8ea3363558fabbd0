"""Rules about tiles that must share a buffer. Each tests the difference itself;
its name is an id of docs/divergences.md."""

from __future__ import annotations

from typing import Dict, List, Optional, Set, Tuple

from .align import Pairing
from .model import FOR, IF, OP, WHILE, Function, Step, Value


class Merging:
    """Tiles of a function that flow into one another, and where they lie."""

    def __init__(self, function: Function) -> None:
        self._leader: "Dict[Value, Value]" = {}
        self._bases: "Dict[Value, Set[str]]" = {}
        for step in function.steps:
            if step.kind in (FOR, WHILE, IF):
                for group in _groups(step):
                    self._join(group)
            elif step.kind == OP:
                for result in step.results:
                    self._join([v for v in (result, *step.operands) if _together(v, result)])
        for value in list(self._leader):
            if value.memref is not None:
                self._bases.setdefault(self._find(value), set()).add(value.memref.base)

    def is_split(self, value: Value) -> bool:
        """The tile flows together with others that lie in other buffers."""
        return value in self._leader and len(self._bases.get(self._find(value), ())) > 1

    @property
    def is_whole(self) -> bool:
        """Whatever flows together lies in one buffer."""
        return all(len(bases) == 1 for bases in self._bases.values())

    def _find(self, value: Value) -> Value:
        while self._leader[value] is not value:
            self._leader[value] = self._leader[self._leader[value]]
            value = self._leader[value]
        return value

    def _join(self, group: List[Value]) -> None:
        for value in group:
            self._leader.setdefault(value, value)
            self._leader[self._find(value)] = self._find(group[0])


def _together(value: Value, other: Value) -> bool:
    """A result lies in the buffer of an operand, which it is a view of or
    overwrites: before anything is reused there is no other reason."""
    return value is other or (value.memref is not None and other.memref is not None
                              and value.memref.base == other.memref.base)


def _groups(region: Step) -> List[List[Value]]:
    """Tiles that a region hands to one another."""
    found: "List[List[Value]]" = []
    for i in range(max(len(region.results), len(region.carried))):
        places = [region.operands, region.carried, region.results, *region.yielded]
        group = [values[i] for values in places if i < len(values) and values[i].tile]
        if len(group) > 1:
            found.append(group)
    return found


class Merged:
    """Two functions, seen from what must share a buffer."""

    def __init__(self, ours: Function, theirs: Function) -> None:
        self._steps, self._params = theirs.steps, theirs.params
        # Tiles that theirs copies into the buffer of a parameter.
        self._put_back: "Set[Value]" = set()
        self._theirs = Merging(theirs)
        self._joined = Merging(ours).is_whole
        self._handed_on = _handed_on(ours)
        # Buffers of copies that we made, and those of what they are copies of.
        self._copied: "Dict[Tuple[str, str], str]" = {}

    @property
    def is_whole(self) -> bool:
        """Whatever flows together lies in one buffer in ours."""
        return self._joined

    def explain_tile(self, ours: Value, theirs: Value) -> Optional[str]:
        """A tile in another buffer."""
        if ours.memref is not None and theirs.memref is not None:
            rule = self._copied.get((ours.memref.base, theirs.memref.base))
            if rule is not None:
                return rule
        if theirs in self._put_back:
            return "tile-parameter"
        # What theirs has not joined yet, we have.
        if self._joined and self._theirs.is_split(theirs):
            return "aliases-in-one-pass"
        return None

    def explain_their_copies(self, theirs: List[Step]) -> Optional[str]:
        """Copies into the buffer of a tile parameter: it is none of ours."""
        bases = {p.memref.base for p in self._params if p.tile and p.memref}
        for step in theirs:
            place = step.results[0].memref if step.results else None
            if step.name != "move" or place is None or place.base not in bases:
                return None
            self._put_back.update(step.operands)
        return "tile-parameter"

    def explain_copies(self, pairing: Pairing, ours: List[Step]) -> Optional[str]:
        """Copies of ours that theirs does not make, or not yet."""
        rules = {self._explain_copy(pairing, step) for step in ours}
        return rules.pop() if len(rules) == 1 else None

    def _explain_copy(self, pairing: Pairing, step: Step) -> Optional[str]:
        origin = pairing.origin(step.results[0]) if step.results else None
        if step.name != "move" or origin is None:
            return None
        copy = step.results[0]
        if origin in self._params:
            return "tile-parameter"
        for reader, other in pairing.pairs:
            if copy not in reader.operands:
                continue
            rule = None
            if reader.kind in (FOR, WHILE):
                rule = "init-copied-when-still-needed"
            elif any(r.memref and r.memref == copy.memref for r in reader.results):
                rule = "in-place-copied-when-still-needed"
            if rule and self._is_read_from(origin, other):
                if copy.memref is not None and origin.memref is not None:
                    self._copied[(copy.memref.base, origin.memref.base)] = rule
                return rule
        if self._joined and self._theirs.is_split(origin) and copy in self._handed_on:
            return "aliases-in-one-pass"
        return None

    def _is_read_from(self, value: Value, step: Step) -> bool:
        """The reference reads a tile behind a step, or inside of it."""
        behind = self._steps[self._steps.index(step) + 1:]
        return any(value in later.operands or any(value in arm for arm in later.yielded)
                   for later in behind)


def _handed_on(function: Function) -> Set[Value]:
    """Values that loops begin with or that regions yield."""
    found: "Set[Value]" = set()
    for step in function.steps:
        if step.kind in (FOR, WHILE, IF):
            found.update(step.operands)
            for arm in step.yielded:
                found.update(arm)
    return found
