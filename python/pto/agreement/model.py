"""What a comparison knows of a function, whichever side it comes from.

A function is a list of steps in program order: ops on tiles, and the markers
of loops and branches. Values are tiles and everything else that regions carry,
so that places in a list of carried values mean the same on both sides.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Iterator, List, Optional, Tuple

Dims = Tuple[Optional[int], ...]  # None: known at run time only
Layout = Tuple[str, str, int]  # outer, inner, bytes of a box


@dataclass(frozen=True)
class Tile:
    """The type of a tile."""

    shape: Dims
    dtype: str
    space: str = "none"
    layout: Layout = ("row_major", "none_box", 512)
    valid: Dims = ()
    pad: str = "null"
    compact: str = "null"


@dataclass(frozen=True)
class MemRef:
    """Where a tile lies: in a buffer, at an offset that is None where it is
    known at run time only (`dynamic`) or does not exist."""

    base: str
    offset: Optional[int]
    size: int
    dynamic: bool = False


@dataclass(eq=False)
class Value:
    """A tile, or something else that flows through regions."""

    name: str
    tile: Optional[Tile] = None
    maker: "Optional[Step]" = None
    memref: Optional[MemRef] = None

    @property
    def space(self) -> str:
        """The memory of a tile; empty for what is no tile."""
        return self.tile.space if self.tile else ""

    def __repr__(self) -> str:
        return self.name


# Ops that make a new tile on one side and change their operand on the other.
MUTATIONS = ("write",)

OP, FOR, WHILE, IF, ELSE, END = "op", "for", "while", "if", "else", "end"


@dataclass(eq=False)
class Step:
    """An op on tiles, or a marker of a region.

    `for`, `while` and `if` begin one, `else` its second arm, `end` ends it.
    The marker at the beginning holds what the region takes and gives.
    """

    kind: str
    name: str
    operands: List[Value] = field(default_factory=list)  # tiles; of a loop: inits
    results: List[Value] = field(default_factory=list)  # tiles; of a region: all
    carried: List[Value] = field(default_factory=list)  # a loop's arguments
    yielded: List[List[Value]] = field(default_factory=list)  # of each arm
    parent: "Optional[Step]" = None
    offsets: Optional[Tuple[Optional[int], ...]] = None  # of a window
    words: str = ""  # whatever else is told of it
    binds: bool = False  # ours: names the buffer that its result begins in

    @property
    def token(self) -> Tuple[str, str]:
        """What must be equal on both sides: the op and the space of what it
        makes, which is empty where it makes no tile."""
        if self.kind != OP:
            return (self.kind, "")
        makes_tile = self.results and self.name not in MUTATIONS
        return (self.name, self.results[0].space if makes_tile else "")

    def __repr__(self) -> str:
        name, space = self.token
        return f"{name} {space}".rstrip()


@dataclass(eq=False)
class Function:
    """One function of a program."""

    name: str
    kind: str  # incore, aic, aiv, orchestration, ...
    params: List[Value] = field(default_factory=list)
    steps: List[Step] = field(default_factory=list)
    sizes: "dict[str, int]" = field(default_factory=dict)  # of buffers, by base
    addresses: "dict[str, int]" = field(default_factory=dict)  # likewise
    aliases: List[Tuple[Value, Value]] = field(default_factory=list)  # name, source

    def tiles(self) -> Iterator[Value]:
        """Every tile of the function, in program order."""
        for step in self.steps:
            if step.kind == OP:
                yield from step.results
            elif step.kind in (FOR, WHILE):
                yield from (v for v in step.carried if v.tile)
            elif step.kind == END and step.parent is not None:
                yield from (v for v in step.parent.results if v.tile)


class StepWriter:
    """Adds steps to a function, region by region."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self._parent: Optional[Step] = None

    def _step(self, step: Step) -> Step:
        step.parent = self._parent
        self.function.steps.append(step)
        return step

    def _open(self, kind: str) -> Step:
        """The marker of a region that begins."""
        step = self._step(Step(kind, kind))
        self._parent = step
        return step

    def _end(self, step: Step, results: List[Value]) -> None:
        """Ends the region that `step` began, which gives `results`."""
        for value in results:
            value.maker = step
            step.results.append(value)
        self._step(Step(END, END))
        self._parent = step.parent


def made_by(step: Step, other: Step) -> List[Tuple[Value, Value]]:
    """Values that two steps make and that stand for each other: results of ops,
    what loops carry, and at the end of a region what it gives."""
    if step.kind == OP:
        return list(zip(step.results, other.results))
    if step.kind in (FOR, WHILE):
        return list(zip(step.carried, other.carried))
    if step.kind == END and step.parent and other.parent:
        return list(zip(step.parent.results, other.parent.results))
    return []


DEVICE_KINDS = ("incore", "aic", "aiv")
