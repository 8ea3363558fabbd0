"""How the main job ends on each program: with addresses, or with an error."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Iterable, List

from .corpus import Item, run_opt

PASSES = ("--infer-tile-memory-space=verify-data-path=off", "--init-memref",
          "--allocate-memory-addr", "--verify-tile-memory=buffers=true")
ADDRESSES, CRASH, TOO_LARGE = "addresses", "crash", "too large without reuse"


@dataclass(frozen=True)
class End:
    """How the job ended on one program."""

    label: str
    kind: str
    text: str = ""


def plan(item: Item, tool: Path) -> End:
    run = run_opt(tool, item.module(), *PASSES)
    if run.code == 0:
        return End(item.label, ADDRESSES)
    if run.crashed:
        return End(item.label, CRASH, run.err.splitlines()[0] if run.err else run.message)
    message = run.message.split("error:", 1)[1].strip()
    if "exceeds platform limit" in message:
        return End(item.label, TOO_LARGE, run.message)
    # Errors of one kind differ in names and numbers.
    kind = re.sub(r"'[^']*'|\([^)]*\)|\d+|!pto\.tile<.*", "_", message)
    return End(item.label, "error: " + kind[:100], run.message)


def lines(ends: List[End], show: int) -> "Iterable[str]":
    """What is printed of all ends."""
    counts = Counter(end.kind for end in ends)
    yield f"plan: {counts[ADDRESSES]} with addresses, of {len(ends)} dumps"
    for kind, count in counts.most_common():
        if kind == ADDRESSES:
            continue
        yield f"  {count} {kind}"
        for end in sorted((e for e in ends if e.kind == kind), key=lambda e: e.label)[:show]:
            yield f"      {end.label}: {end.text}"


def good(ends: List[End]) -> bool:
    return all(end.kind != CRASH for end in ends)
