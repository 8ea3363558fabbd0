"""What `--verify-memory-plan` says of the reference's own plan: our program, with
the reference's addresses."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Dict, Optional

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

_RESERVE = re.compile(r'"pto\.system\.reserve_buffer"\(\) <\{base = (-?\d+).*size = (\d+)')


class NotComparable(RuntimeError):
    """The reference's addresses say nothing about our program."""


def verdict(item: Item, graph: Path, tool: Path, function: str) -> str:
    """The first thing that is wrong with the reference's plan of a function, or
    nothing."""
    bound = run_opt(tool, item.module(), *BIND, "--mlir-print-op-generic")
    if bound.code:
        raise NotComparable(bound.message)
    module = read_module(bound.out)
    MemoryMap(tool.with_name("pto-translate"))(bound.out, module)
    ours = {each.name: each for each in module.functions}
    theirs = {each.name: each for each in read_graph(Item("", graph, graph, None, None).graph())}
    addresses = _addresses(ours[function], theirs[function])
    judged = run_opt(tool, _place(bound.out, function, addresses),
                     "--verify-memory-plan")
    wrong = [line for line in judged.err.splitlines() if " error: " in line]
    return wrong[0].split(" error: ", 1)[1] if wrong else ""


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


def _place(text: str, function: str, addresses: "Dict[str, int]") -> str:
    """The module with the function's addresses written; other functions keep
    what they have, and are not judged."""
    lines = []
    inside: Optional[str] = None
    next_base = 0
    for line in text.splitlines():
        if '"func.func"' in line and (name := _FUNCTION.search(line)):
            inside = name[1]
        # What a function is stands behind its body.
        if inside != function:
            line = re.sub(r"function_kind<\w+>", "function_kind<orchestration>", line)
        if inside == function and (reserve := _RESERVE.search(line)):
            base = next_base if int(reserve[1]) < 0 else int(reserve[1])
            line = line.replace(f"base = {reserve[1]}", f"base = {base}", 1)
            next_base = max(next_base, base + int(reserve[2]))
        if inside == function and (alloc := _ALLOC.search(line)):
            if alloc[1] not in addresses:
                raise NotComparable(f"{alloc[1]} has no counterpart")
            line = line.replace(f"addr = {alloc[2]}", f"addr = {addresses[alloc[1]]}", 1)
        lines.append(line)
    return "\n".join(lines) + "\n"
