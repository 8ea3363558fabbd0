"""Rules about buffers that share, and about addresses that follow from it.

Buffers are shared first fit, so one that is shared on one side alone moves others
of its memory. What is tested is the cause: a place in ours that the reference's
lives forbid, one in theirs that our rules forbid, or room for tiles that theirs
does not have. Without a cause in its memory no difference is explained.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Dict, List, Optional, Set, Tuple

from . import windows
from .alias_rules import Merged
from .align import Pairing, markers
from .buffer_rules import is_copied_window, is_scratch
from .lives import is_loaded, is_popped, lives_by_buffer
from .model import END, FOR, IF, OP, WHILE, Function, MemRef, Step, Value
from .report import Result


@dataclass
class Causes:
    """Why buffers of one memory are shared otherwise."""

    less: "List[str]" = field(default_factory=list)  # ours may take less room
    more: "List[str]" = field(default_factory=list)  # ours may take more

    def add(self, rule: str, more: bool) -> None:
        rules = self.more if more else self.less
        if rule not in rules:
            rules.append(rule)

    @property
    def first(self) -> Optional[str]:
        return next(iter(self.more + self.less), None)


def compare_ops(result: Result, sharing: "Sharing") -> None:
    """Ops without a counterpart, one by one."""
    rules = sharing.explain_steps()
    for mine, other in sharing.pairing.unequal:
        for step in mine + other:
            if not markers(step):
                side = "ours" if step in mine else "theirs"
                result.add("ops", f"{sharing.ours.name}: {side} alone has {step} "
                           f"{step.results}", rules.get(id(step)))


class Sharing:
    """Two functions whose buffers were shared."""

    def __init__(self, ours: Function, theirs: Function, pairing: Pairing) -> None:
        self.ours, self._theirs, self.pairing = ours, theirs, pairing
        self._merged = Merged(ours, theirs)
        self._handed_on = {id(f): _handed_on(f) for f in (ours, theirs)}
        self._causes: "Dict[str, Causes]" = {}
        self._find_exact_lives()
        self._find_forbidden()

    def causes(self, space: str) -> Causes:
        return self._causes.setdefault(space, Causes())

    # Ops ------------------------------------------------------------------

    def explain_steps(self) -> "Dict[int, str]":
        """Ops that one side alone has for the sake of buffers: the rule by the
        identity of the step."""
        found: "Dict[int, str]" = {}
        mine = [s for a, _ in self.pairing.unequal for s in a if s.results]
        other = [s for _, b in self.pairing.unequal for s in b if s.results]
        for step in mine:
            if is_scratch(self.pairing, step):
                self._note(found, step, "level3-scratch", more=True)
        self._explain_moves(found, [s for s in mine if s.name == "move"],
                            [s for s in other if s.name == "move"])
        return found

    def _explain_moves(
        self, found: "Dict[int, str]", mine: "List[Step]", other: "List[Step]"
    ) -> None:
        for step in mine:
            rule = self._merged.explain_copies(self.pairing, [step])
            # No later pass of theirs joins what is apart by now.
            if rule in (None, "aliases-in-one-pass"):
                rule = "arms-copied" if self._is_lost(step) else None
            if rule is None and is_copied_window(self.pairing, step):
                rule = "windows-copied"
            if rule is not None:
                self._note(found, step, rule, more=True)
        for step in other:
            rule = self._merged.explain_their_copies([step])
            if rule is not None:
                self._note(found, step, rule, more=False)
        left = [s for s in mine if id(s) not in found and self._is_handed_on(self.ours, s)]
        spare = [s for s in other if self._is_handed_on(self._theirs, s)]
        # Ours makes fewer, or as many elsewhere, and loses nothing by it.
        if spare and len(left) <= len(spare) and self._merged.is_whole:
            for step in left:
                self._note(found, step, "fewest-copies", more=True)
            for step in spare:
                self._note(found, step, "fewest-copies", more=False)

    def _note(self, found: "Dict[int, str]", step: Step, rule: str, more: bool) -> None:
        found[id(step)] = rule
        self.causes(step.results[0].space).add(rule, more)

    def _is_handed_on(self, function: Function, step: Step) -> bool:
        """A copy whose only purpose is to be in the right buffer."""
        copy = step.results[0]
        read = any(copy in s.operands for s in function.steps if s.kind == OP)
        return copy in self._handed_on[id(function)] and not read

    def _is_lost(self, step: Step) -> bool:
        """A tile that an arm of theirs yields from another buffer than that of
        the branch's result, and nobody copies there."""
        copy = step.results[0]
        for mine, other in self.pairing.pairs:
            region, branch = mine.parent, other.parent
            if mine.kind != END or region is None or branch is None or region.kind != IF:
                continue
            for arm, arm_theirs in zip(region.yielded, branch.yielded):
                for i, value in enumerate(arm):
                    if value is copy and i < len(arm_theirs) and i < len(branch.results):
                        a, b = arm_theirs[i].memref, branch.results[i].memref
                        return a is not None and b is not None and a.base != b.base
        return False

    def explain_tile(self, ours: Value, theirs: Value) -> Optional[str]:
        """A tile in another buffer."""
        rule = self._merged.explain_tile(ours, theirs)
        return self.causes(ours.space).first if rule in (None, "aliases-in-one-pass") else rule

    # Causes ---------------------------------------------------------------

    def _find_exact_lives(self) -> None:
        for lives in lives_by_buffer(self.ours).values():
            for i, life in enumerate(lives):
                for other in lives[:i]:
                    if life.meets(other):
                        exact = life.meets_written(other)
                        self.causes(life.space).add(
                            "exact-lives" if exact else "empty-is-no-write", more=False)

    def _find_forbidden(self) -> None:
        """Results that theirs writes over an operand, and ours must not."""
        for step, other in self.pairing.pairs:
            if step.kind != OP or not step.binds:
                continue
            for result, their_result in zip(step.results, other.results):
                for operand, their_operand in zip(step.operands, other.operands):
                    rule = _forbidden(step, result, operand)
                    if (rule and _overlap(their_result.memref, their_operand.memref)
                            and not _overlap(result.memref, operand.memref)):
                        self.causes(result.space).add(rule, more=True)


def span_of_buffer(function: Function, ours: Value, theirs: Value) -> Optional[str]:
    """Theirs says how large the buffer is, ours how large the tile is."""
    if ours.memref is None or theirs.memref is None or ours.tile is None:
        return None
    tile = ours.tile
    if None in tile.shape or theirs.memref.size != function.sizes.get(theirs.memref.base):
        return None
    own = _count(tile.shape) * windows.bits(tile.dtype) // 8
    return "span-of-tile" if ours.memref.size == own < theirs.memref.size else None


def _forbidden(step: Step, result: Value, operand: Value) -> Optional[str]:
    """The rule by which a result must not take an operand's place."""
    a, b = operand.tile, result.tile
    if a is None or b is None or a.space != b.space or None in a.shape or None in b.shape:
        return None
    if any(is_popped(o) for o in step.operands) and is_loaded(operand):
        return "hazard-any-order"
    if operand.maker is not None and operand.maker.name == "create":
        return "scratch-no-alias" if operand is step.operands[-1] else None
    if operand.memref and operand.memref.offset != 0:
        return "same-start"
    bits = windows.bits(a.dtype), windows.bits(b.dtype)
    if bits[1] > bits[0] or bits[1] * _count(b.shape) > bits[0] * _count(a.shape):
        return "no-overtaking"
    if a.shape == b.shape and (a.layout, a.compact) != (b.layout, b.compact):
        return "no-overtaking"
    return None


def _count(shape: "Tuple[Optional[int], ...]") -> int:
    count = 1
    for extent in shape:
        count *= extent or 1
    return count


def _overlap(a: Optional[MemRef], b: Optional[MemRef]) -> bool:
    if a is None or b is None or a.base != b.base:
        return False
    if a.offset is None or b.offset is None:
        return True
    return a.offset < b.offset + b.size and b.offset < a.offset + a.size


def _handed_on(function: Function) -> "Set[Value]":
    found: "Set[Value]" = set()
    for step in function.steps:
        if step.kind in (FOR, WHILE, IF):
            found.update(step.operands)
            for arm in step.yielded:
                found.update(arm)
    return found
