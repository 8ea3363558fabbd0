"""What `--verify-memory-plan` says of the reference's own plan: our program, with
the reference's addresses."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Dict, List, Tuple

from .align import pair
from .buffers import paired_tiles
from .corpus import Item, run_opt
from .memory_map import MemoryMap
from .model import Function
from .ours import read_module
from .reference import read_graph

# No temporaries: the reference has none.
BIND = ("--init-memref=planner=ptoas", "--materialize-semantic-aliases")
_FUNCTION = re.compile(r'sym_name = "([^"]*)"')
_ALLOC = re.compile(r'(%[\w$.-]+) = "pto\.alloc"\(\) <\{addr = (-?\d+)')

_ERROR = re.compile(r":(\d+):\d+: error: (.*)")
_RESERVE = re.compile(r'"pto\.system\.reserve_buffer"\(\) <\{base = (-?\d+).*size = (\d+)')


class NotComparable(RuntimeError):
    """The reference's addresses say nothing about our program."""


class Plans:
    """The reference's plans of all functions of a program."""

    def __init__(self, item: Item, graph: Path, tool: Path) -> None:
        bound = run_opt(tool, item.module(), *BIND, "--mlir-print-op-generic")
        if bound.code:
            raise NotComparable(bound.message)
        module = read_module(bound.out)
        MemoryMap(tool.with_name("pto-translate"))(bound.out, module)
        self._tool = tool
        self._text = bound.out
        self._ours = {each.name: each for each in module.functions}
        self._theirs = {each.name: each
                        for each in read_graph(Item("", graph, graph, None, None).graph())}

        self._allocs: "Dict[str, List[str]]" = {}
        inside = ""
        for line in bound.out.splitlines():
            if '"func.func"' in line and (name := _FUNCTION.search(line)):
                inside = name[1]
            elif alloc := _ALLOC.search(line):
                self._allocs.setdefault(inside, []).append(alloc[1])

    @property
    def functions(self) -> "List[str]":
        """Those in which both have buffers."""
        return [name for name in self._ours if name in self._theirs and self._allocs.get(name)]

    def addresses(self, function: str) -> "Dict[str, int]":
        """Where the reference puts each buffer of a function."""
        found = _addresses(self._ours[function], self._theirs[function])
        for name in self._allocs[function]:
            if name not in found:
                raise NotComparable(f"{name} has no counterpart")
        return found

    def judge(self, plans: "Dict[str, Dict[str, int]]") -> "Dict[str, str]":
        """The first thing that is wrong with each plan that is not right."""
        text, starts = _place(self._text, plans)
        judged = run_opt(self._tool, text, "--verify-memory-plan")
        found: "Dict[str, str]" = {}
        for line in judged.err.splitlines():
            if error := _ERROR.search(line):
                where = max(start for start in starts if start <= int(error[1]))
                found.setdefault(starts[where], error[2])
        if judged.code and not found:
            raise NotComparable(judged.message)
        return found


def verdict(item: Item, graph: Path, tool: Path, function: str) -> str:
    """The first thing that is wrong with the reference's plan of a function, or
    nothing."""
    plans = Plans(item, graph, tool)
    return plans.judge({function: plans.addresses(function)}).get(function, "")


def _addresses(ours: Function, theirs: Function) -> "Dict[str, int]":
    """Where the reference puts each of our buffers."""
    found: "Dict[str, int]" = {}
    pairing = pair(ours, theirs, lambda step: (step.kind, step.name))
    if pairing.unequal:
        raise NotComparable("other ops")
    for _, mine, other in paired_tiles(pairing, theirs):
        if mine.memref is None or other.memref is None:
            continue
        # Where a window is, theirs may leave to whoever reads it.
        if mine.memref.offset != 0 or other.memref.offset is None:
            continue
        start = other.memref.offset
        if found.setdefault(mine.memref.base, start) != start:
            raise NotComparable(f"{mine} is at {start}, others in {mine.memref.base} at "
                                f"{found[mine.memref.base]}")
    return found


def _place(text: str, plans: "Dict[str, Dict[str, int]]") -> "Tuple[str, Dict[int, str]]":
    """The module with the addresses of some functions written, and the lines in
    which functions begin; other functions keep what they have, and are not judged."""
    lines: "List[str]" = []
    starts: "Dict[int, str]" = {}
    inside = ""
    next_base = 0
    for number, line in enumerate(text.splitlines(), 1):
        if '"func.func"' in line and (name := _FUNCTION.search(line)):
            inside = name[1]
            starts[number] = inside
            next_base = 0
        # What a function is stands behind its body.
        if inside not in plans:
            line = re.sub(r"function_kind<\w+>", "function_kind<orchestration>", line)
        elif reserve := _RESERVE.search(line):
            base = next_base if int(reserve[1]) < 0 else int(reserve[1])
            line = line.replace(f"base = {reserve[1]}", f"base = {base}", 1)
            next_base = max(next_base, base + int(reserve[2]))
        elif alloc := _ALLOC.search(line):
            address = plans[inside][alloc[1]]
            line = line.replace(f"addr = {alloc[2]}", f"addr = {address}", 1)
        lines.append(line)
    return "\n".join(lines) + "\n", starts
