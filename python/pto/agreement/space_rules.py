"""Rules that explain differences in memory spaces. Each tests the difference
itself; its name is an id of docs/divergences.md."""

from __future__ import annotations

from typing import List, Optional

from .align import Pairing, root
from .model import FOR, IF, OP, WHILE, Function, Step, Value


def explain_ops(ours: List[Step], theirs: List[Step]) -> Optional[str]:
    """A stretch of ops that differs."""
    if ours and not theirs and all(step.name == "move" for step in ours):
        # They leave an operand or a branch result where it is not allowed.
        return "move-where-missing"
    if not ours or len(ours) != len(theirs):
        return None
    pairs = [(a.token, b.token) for a, b in zip(ours, theirs)]
    if all(a == b or (a[0] == "create" and b == ("move", a[1])) for a, b in pairs):
        return "room-made-anew"
    if all(a[0] == b[0] and b[1] == "none" for a, b in pairs):
        return "space-for-every-tile"
    return None


def explain_operand(
    pairing: Pairing, theirs: Function, ours: Value, other: Value, same: bool
) -> Optional[str]:
    """An operand that is another tile, or the same one in another memory."""
    if same:
        if ours.maker is not None and ours.maker.name == "move" and other is root(other):
            # Ours is a copy that they have not made.
            return "move-where-missing"
        return explain_space(theirs, ours, other)
    maker, made = ours.maker, root(other).maker
    if maker and made and maker.name == made.name == "create":
        if pairing.matched(ours) is None:
            return "room-made-anew"
    return None


def explain_space(theirs: Function, ours: Value, other: Value) -> Optional[str]:
    """A tile that loops or branches hand on, in another memory."""
    if other.space == "none":
        return "space-for-every-tile"
    if other.maker is None or other.maker.kind != IF:
        return None
    index = other.maker.results.index(other)
    arms = {arm[index].space for arm in other.maker.yielded if index < len(arm)}
    if len(arms) > 1 and ours.space in arms:
        # Theirs has whatever was declared, and no arm moves.
        return "branch-arms-differ"
    if arms == {ours.space} and _starts_loop_in_its_space(theirs, other):
        return "loop-types-agree"
    return None


def _starts_loop_in_its_space(theirs: Function, value: Value) -> bool:
    """A loop begins with the tile, and carries it where the tile is said to be."""
    return any(
        init is value and carried.space == value.space
        for step in theirs.steps if step.kind in (FOR, WHILE)
        for init, carried in zip(step.operands, step.carried)
    )


def explain_type(
    aspect: str, step: Step, other: Step, ours: Value, theirs: Value
) -> Optional[str]:
    """A tile in the same memory with another layout, valid region or padding."""
    mine, said = told(aspect, ours), told(aspect, theirs)
    if step.kind == OP:
        sources = (step.operands[:1], other.operands[:1])
        if aspect == "padding" and all(sources):
            followed = told(aspect, sources[1][0])
            if said == followed == told(aspect, sources[0][0]):
                # Theirs is the operand's once more, ours what was written.
                return "compact-as-written"
        return None
    merged = theirs.maker
    if merged is not None and merged.kind == IF:
        index = merged.results.index(theirs)
        arms = {told(aspect, arm[index]) for arm in merged.yielded if index < len(arm)}
        if arms == {mine}:
            # Theirs has a type that no arm has.
            return "region-types-join"
    return None


def told(aspect: str, value: Value) -> object:
    """One part of the type of a tile."""
    tile = value.tile
    if tile is None:
        return None
    parts = {"layout": tile.layout, "valid": tile.valid, "padding": (tile.pad, tile.compact)}
    return parts[aspect]
