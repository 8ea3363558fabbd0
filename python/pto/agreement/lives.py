"""When tiles of ours are needed by the reference's reckoning: from where the first
of all that flows together is made to the last use, as one stretch, and through a
loop where it comes from outside."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, List, Optional, Tuple

from .align import root
from .model import END, FOR, IF, OP, WHILE, Function, Step, Value


@dataclass
class Life:
    """A stretch of steps, by their numbers."""

    begin: int
    end: int
    written: int  # the same as `begin`, but for tiles that are empty at first
    space: str

    def meets(self, other: "Life") -> bool:
        """Both are needed behind one step and in front of another; where one
        ends as the other begins the reference lets them share."""
        return max(self.begin, other.begin) < min(self.end, other.end)

    def meets_written(self, other: "Life") -> bool:
        """The same, if empty tiles were needed from their first write only."""
        return max(self.written, other.written) < min(self.end, other.end)


def lives_by_buffer(function: Function) -> "Dict[str, List[Life]]":
    """The lives of all that flows together, by the buffers of ours."""
    return _Reckoning(function).run()


class _Reckoning:
    def __init__(self, function: Function) -> None:
        self._function = function
        self._leader: "Dict[Value, Value]" = {}
        self._made: "Dict[Value, Tuple[int, Step]]" = {}
        self._used: "Dict[Value, List[int]]" = {}
        self._loops: "List[Tuple[int, int]]" = []

    def run(self) -> "Dict[str, List[Life]]":
        for number, step in enumerate(self._function.steps):
            self._visit(number, step)
        classes: "Dict[Value, List[Value]]" = {}
        for value in self._made:
            if value.tile and value.memref:
                classes.setdefault(self._find(value), []).append(value)
        found: "Dict[str, List[Life]]" = {}
        for members in classes.values():
            memref = members[0].memref
            assert memref is not None
            found.setdefault(memref.base, []).append(self._life(members))
        return found

    def _visit(self, number: int, step: Step) -> None:
        for value in step.operands:
            self._used.setdefault(value, []).append(number)
        if step.kind == OP:
            for value in step.results:
                self._made[value] = (number, step)
            self._join(step.results[:0] if step.binds else _taken_over(step))
            return
        if step.kind in (FOR, WHILE):
            for value in step.carried:
                self._made[value] = (number, step)
        if step.kind == END and step.parent is not None:
            region = step.parent
            for value in region.results:
                self._made[value] = (number, step)
            for arm in region.yielded:
                for value in arm:
                    self._used.setdefault(value, []).append(number)
            if region.kind != IF:
                self._loops.append((self._function.steps.index(region), number))
            places = [region.operands, region.carried, region.results, *region.yielded]
            for i in range(max(len(p) for p in places)):
                self._join([p[i] for p in places if i < len(p) and p[i].tile])

    def _life(self, members: "List[Value]") -> Life:
        stretches = [self._stretch(value) for value in members]
        first = min(stretches)
        step = next(self._made[v][1] for v in members if self._made[v][0] == first[0])
        end = max(s[1] for s in stretches)
        written = first[0]
        if step.kind == OP and step.name == "create":
            events = [self._made[v][0] for v in members]
            events += [u for v in members for u in self._used.get(v, ())]
            written = min((e for e in events if e > first[0]), default=first[0])
        return Life(first[0], end, written, members[0].space)

    def _stretch(self, value: Value) -> "Tuple[int, int]":
        begin = self._made[value][0]
        end = max([begin, *self._used.get(value, ())])
        # Inner loops end first.
        for start, stop in self._loops:
            if begin < start <= end:
                end = max(end, stop)
        return begin, end

    def _find(self, value: Value) -> Value:
        while self._leader.get(value, value) is not value:
            value = self._leader[value]
        return value

    def _join(self, group: "List[Value]") -> None:
        for value in group[1:]:
            self._leader[self._find(value)] = self._find(group[0])


def _taken_over(step: Step) -> "List[Value]":
    """A view, or what is updated in place, with its operand."""
    for result in step.results:
        for operand in step.operands:
            if result.memref and operand.memref and result.memref.base == operand.memref.base:
                return [operand, result]
    return []


def is_loaded(value: Optional[Value]) -> bool:
    """A tile that was loaded, or a view of one."""
    while value is not None and value.maker is not None and value.maker.kind == OP:
        if value.maker.name == "load":
            return True
        if value.maker.name not in _REPACKS or not value.maker.operands:
            return False
        value = value.maker.operands[0]
    return False


_REPACKS = ("reshape", "extract", "slice", "fillpad", "fillpad_inplace", "transpose_view",
            "reinterpret_view")


def is_popped(value: Value) -> bool:
    """A tile that another core pushed into a pipe."""
    maker = root(value).maker
    return maker is not None and maker.name.startswith("tpop")
