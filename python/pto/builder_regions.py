"""Loops and branches of the builder."""

from collections.abc import Sequence
from typing import Any, Optional

from . import ir

_LOOP_KINDS = ["sequential", "parallel", "unroll", "pipeline"]


def single(op: ir.Operation) -> Any:
    """What a call hands back: the result, all results, or the op."""
    results = op.results
    return results[0] if len(results) == 1 else results or op


def close(block: ir.Block, terminator: str, expected: Sequence[Any],
          location: ir.Location) -> None:
    """A block that hands nothing on ends by itself."""
    if block.terminator is not None:
        return
    if expected:
        raise ValueError(f"{location.file}:{location.line}: the block must hand on "
                         f"{len(expected)} values")
    ir.Operation.create(terminator, [], [], loc=location, ip=block)


def make_loop_attribute(context: ir.Context, stages: Optional[int],
                        kind: Optional[str]) -> Optional[ir.Attribute]:
    if stages is None and kind is None:
        return None
    word = kind or "pipeline"
    if word not in _LOOP_KINDS:
        raise ValueError(f"a loop is one of {', '.join(_LOOP_KINDS)}, not {word!r}")
    return ir.Attribute._loop(context, _LOOP_KINDS.index(word), stages or 0)


class Loop:
    """A loop under construction: its index, what it carries, what comes out."""

    def __init__(self, bounds: list[ir.Value], carry: list[ir.Value],
                 attribute: Optional[ir.Attribute], location: ir.Location) -> None:
        types = [value.type for value in carry]
        self.op = ir.Operation.create(
            "scf.for", types, [*bounds, *carry],
            {} if attribute is None else {"pto.loop": attribute}, 1, location)
        self.body = self.op.regions[0].append_block([bounds[0].type, *types])
        self._location = location

    @property
    def index(self) -> ir.Value:
        return self.body.arguments[0]

    @property
    def carried(self) -> tuple[ir.Value, ...]:
        """What the body finds, one value each."""
        return self.body.arguments[1:]

    @property
    def results(self) -> tuple[ir.Value, ...]:
        """What is there after the loop."""
        return self.op.results

    def yield_(self, *values: ir.Value) -> None:
        """Ends the body: what the next round finds."""
        if len(values) != len(self.carried):
            raise ValueError(f"the loop carries {len(self.carried)} values, "
                             f"{len(values)} are handed on")
        ir.Operation.create("scf.yield", [], values, loc=self._location, ip=self.body)


class _Arm:
    """One side of a branch, as a `with` block."""

    def __init__(self, branch: "Branch", number: int) -> None:
        self._branch, self._number = branch, number
        self._point: Optional[ir.InsertionPoint] = None

    def __enter__(self) -> None:
        region = self._branch.op.regions[self._number]
        if region.blocks:
            raise RuntimeError("this side of the branch is there already")
        self._point = ir.InsertionPoint(region.append_block())
        self._point.__enter__()

    def __exit__(self, kind: Any, *_: Any) -> None:
        assert self._point is not None
        self._point.__exit__()
        if kind is None:
            close(self._point.block, "scf.yield", self._branch.results, self._branch._location)


class Branch:
    """A branch under construction."""

    def __init__(self, condition: ir.Value, types: list[ir.Type],
                 location: ir.Location) -> None:
        self.op = ir.Operation.create("scf.if", types, [condition], {}, 2, location)
        self._location = location

    @property
    def then(self) -> _Arm:
        return _Arm(self, 0)

    @property
    def otherwise(self) -> _Arm:
        return _Arm(self, 1)

    def yield_(self, *values: ir.Value) -> None:
        """Ends the side that is being made."""
        ir.Operation.create("scf.yield", [], values, loc=self._location)

    @property
    def results(self) -> tuple[ir.Value, ...]:
        return self.op.results
