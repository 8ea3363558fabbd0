"""Every program under every planner, each plan before `--verify-memory-plan`."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Dict, Iterable, List, Tuple

from .corpus import Item, Run, run_opt

SHARING = ("--materialize-semantic-aliases", "--memory-reuse")
PLANNERS: "Dict[str, Tuple[str, ...]]" = {
    "pypto": ("--init-memref=planner=pypto", *SHARING, "--allocate-memory-addr=planner=pypto"),
    "dsa-rp": ("--init-memref=planner=dsa-rp", "--materialize-semantic-aliases",
               "--allocate-memory-addr=planner=dsa-rp"),
    "optimal": ("--init-memref=planner=optimal", "--allocate-memory-addr=planner=optimal"),
    "optimal, lowest peak": ("--init-memref=planner=optimal",
                             "--allocate-memory-addr=planner=optimal objective=peak"),
}
# Placement proves its own plans, too; this is what a user would run behind it.
JUDGES = ("--verify-memory-plan", "--verify-tile-memory=buffers=true")
PROVED, NO_ROOM, WRONG, CRASH = "proved", "no room", "wrong", "crash"

# How placement says that a memory is too small; any other error is a fault.
_ROOM = re.compile(r"exceeds platform limit|no placement (can exist|exists)")


@dataclass
class Program:
    """How each planner ended on one program: kind and message."""

    label: str
    ends: "Dict[str, Tuple[str, str]]" = field(default_factory=dict)


def end_of(run: Run) -> "Tuple[str, str]":
    """What a run says of its plan."""
    if run.code == 0:
        return PROVED, ""
    if run.crashed:
        return CRASH, run.message
    return NO_ROOM if _ROOM.search(run.message) else WRONG, run.message


def prove(item: Item, tool: Path) -> Program:
    """Places a program with each planner."""
    program = Program(item.label)
    text = item.module()
    for planner, passes in PLANNERS.items():
        program.ends[planner] = end_of(run_opt(tool, text, *passes, *JUDGES))
    return program


def lines(programs: "List[Program]", show: int) -> "Iterable[str]":
    """The counts of each planner, and examples of what is not proved."""
    for planner in PLANNERS:
        counts = Counter(program.ends[planner][0] for program in programs)
        yield (f"proofs: {planner}: {counts[PROVED]} proved, {counts[NO_ROOM]} without room, "
               f"{counts[WRONG]} wrong, {counts[CRASH]} crashes, of {len(programs)} programs")
        for kind in (WRONG, CRASH, NO_ROOM):
            examples = [program for program in programs if program.ends[planner][0] == kind]
            for program in examples[:show]:
                yield f"      {program.label}: {kind}: {program.ends[planner][1][:200]}"


def good(programs: "List[Program]") -> bool:
    """A planner may find no room; it may not be wrong, nor crash."""
    return not any(kind in (WRONG, CRASH)
                   for program in programs for kind, _ in program.ends.values())
