"""How high each memory is used by a planner, beside what the reference uses and
what no placement could do without."""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Dict, Iterable, List, Optional, Tuple

from .corpus import Item, Run, run_opt
from .verdict import NotComparable, verdict

# The memories that the reference names, by our names.
SPACES = {"Vec": "vec", "Mat": "mat", "Left": "left", "Right": "right", "Acc": "acc",
          "Bias": "bias", "LeftScale": "left_scale", "RightScale": "right_scale"}
REMARKS = ("--remark-format=emitRemark", "--remarks-filter=pto-memory")
_PLACED = re.compile(
    r"(PlacementOptimal|PlacementGap) \| .*Bytes=(\d+), LowerBound=(\d+), "
    r'Remark="(\w+) memory of \'([^\']*)\' [^"]*", Waits=(\d+), WaitsBound=(\d+)')
_USED = re.compile(r'MemoryUsed \| .*Bytes=(\d+), Remark="(\w+) memory of \'([^\']*)\'"')
PROVED = re.compile(r"no placement can exist|no placement exists")
_PLATFORM = re.compile(r"exceeds platform limit")

Place = Tuple[str, str]  # function and memory


@dataclass(frozen=True)
class Peak:
    """One memory of one function."""

    used: int
    bound: int = 0
    optimal: bool = False
    waits: int = 0
    waits_bound: int = 0


@dataclass
class Program:
    """What a planner made of one program."""

    label: str
    peaks: "Dict[Place, Peak]" = field(default_factory=dict)
    error: str = ""
    reference: "Dict[Place, int]" = field(default_factory=dict)
    reference_error: str = ""
    # Where ours is higher: why it may be.
    reasons: "Dict[Place, str]" = field(default_factory=dict)

    def worse(self) -> "List[Place]":
        """Where ours is higher than the reference."""
        if self.error:
            return []
        return [where for where, used in sorted(self.reference.items())
                if where in self.peaks and self.peaks[where].used > used]


def read_manifest(corpus: Path) -> "Dict[str, dict]":
    """The reference's results, by program and folder."""
    found: "Dict[str, dict]" = {}
    for path in sorted(corpus.glob("**/manifest.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as file:
            for line in file:
                entry = json.loads(line)
                found[f"{entry['case']}/{entry['target']}"] = entry
    return found


def measure(item: Item, tool: Path, passes: "Tuple[str, ...]",
            manifest: "Dict[str, dict]") -> Program:
    """Runs the planner on a program."""
    program = Program(item.label)
    entry = manifest.get(item.label, {})
    program.reference_error = entry.get("error") or ""
    for function, spaces in (entry.get("peaks") or {}).items():
        for space, used in spaces.items():
            program.reference[function, SPACES.get(space, space)] = used
    run = run_opt(tool, item.module(), *passes, *REMARKS)
    if run.code != 0:
        program.error = run.message if not run.crashed else f"crash: {run.message}"
        return program
    program.peaks = _read_remarks(run)
    if program.worse():
        _explain(program, item, tool, passes)
    return program


def _explain(program: Program, item: Item, tool: Path, passes: "Tuple[str, ...]") -> None:
    """Why the reference takes less: it lacks temporaries that its own documents ask
    for, or its plan is refused by --verify-memory-plan."""
    bare = [text.replace("--init-memref=planner=optimal", "--init-memref=planner=ptoas")
            for text in passes]
    without = _read_remarks(run_opt(tool, item.module(), *bare, *REMARKS))
    graph = item.before.with_name("7_post_alloc.json.gz")
    for where in program.worse():
        if where in without and without[where].used <= program.reference[where]:
            program.reasons[where] = "level3-scratch"
            continue
        try:
            wrong = verdict(item, graph, tool, where[0])
        except NotComparable:
            continue
        if wrong:
            program.reasons[where] = "theirs is refused: " + wrong


def _read_remarks(run: Run) -> "Dict[Place, Peak]":
    peaks: "Dict[Place, Peak]" = {}
    for line in run.err.splitlines():
        if used := _USED.search(line):
            peaks[used[3], used[2]] = Peak(int(used[1]))
        if placed := _PLACED.search(line):
            where = placed[5], placed[4]
            at = peaks.get(where, Peak(int(placed[2]))).used
            peaks[where] = Peak(at, int(placed[3]), placed[1] == "PlacementOptimal",
                                int(placed[6]), int(placed[7]))
    return peaks


def lines(programs: "List[Program]", show: int) -> "Iterable[str]":
    """The table."""
    placed = [p for p in programs if not p.error]
    failed = [p for p in programs if p.error]
    yield f"peaks: {len(placed)} programs placed, {len(failed)} not, of {len(programs)}"
    theirs = [p for p in failed if not p.reference_error]
    proved = [p for p in failed if PROVED.search(p.error)]
    yield (f"  not placed although the reference places them: {len(theirs)}, "
           f"proved impossible: {sum(1 for p in theirs if PROVED.search(p.error))}")
    yield f"  not placed, proved impossible: {len(proved)} of {len(failed)}"
    for program in sorted(failed, key=lambda p: (bool(p.reference_error), p.label))[:show]:
        yield f"      {program.label}: {program.error[:160]}"
    yield from _comparison(placed, show)
    yield from _bounds(placed)


def _comparison(placed: "List[Program]", show: int) -> "Iterable[str]":
    counts: "Counter[str]" = Counter()
    worse: "List[str]" = []
    for program in placed:
        for where, reference in sorted(program.reference.items()):
            ours = program.peaks.get(where)
            used = ours.used if ours else 0
            reason = program.reasons.get(where, "")
            if used > reference:
                kind = "explained" if reason else "worse"
                worse.append(f"      {program.label}: {where[1]} of {where[0]}: {used}, "
                             f"theirs {reference} {reason}")
            else:
                kind = "equal" if used == reference else "better"
            counts[kind] += 1
    yield (f"  against the reference, by function and memory: {counts['better']} better, "
           f"{counts['equal']} equal, {counts['worse']} worse, "
           f"{counts['explained']} higher with a reason")
    for reason in ("level3-scratch", "theirs is refused"):
        number = sum(reason in line for line in worse)
        if number:
            yield f"      {number} {reason}"
    yield from worse[:show]


def _bounds(placed: "List[Program]") -> "Iterable[str]":
    used: "Dict[str, List[int]]" = defaultdict(lambda: [0, 0, 0, 0, 0, 0, 0])
    for program in placed:
        for where, peak in program.peaks.items():
            row = used[where[1]]
            row[0] += 1
            row[1] += peak.optimal
            row[2] += peak.used
            row[3] += peak.bound
            row[4] += program.reference.get(where, peak.used)
            row[5] += peak.waits
            row[6] += peak.waits_bound
    yield ("  memory        functions  proved optimal          bytes    lower bound  ratio"
           "  reference  ratio   waits  at least")
    for space, (count, optimal, total, bound, theirs, waits, least) in sorted(used.items()):
        yield (f"  {space:12}  {count:9}  {optimal:14}  {total:13}  {bound:13}  "
               f"{_ratio(total, bound)}  {theirs:9}  {_ratio(theirs, bound)}  {waits:6}  "
               f"{least:8}")


def _ratio(value: int, base: int) -> str:
    return f"{value / base:5.3f}" if base else "    -"


def good(programs: "List[Program]") -> bool:
    """No crash, nothing lost, nothing worse."""
    return all(
        not p.error.startswith("crash")
        and (not p.error or bool(p.reference_error) or bool(PROVED.search(p.error)))
        and all(where in p.reasons for where in p.worse())
        for p in programs)
