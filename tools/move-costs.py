#!/usr/bin/env python3
"""Compares the moves of mode=min-cost with those of the document.

    move-costs.py --pto-opt PATH [--table FILE] [-j N] PATH...

Every PATH is a module, or a directory that is searched for modules; --stage
names the files that count there (default 1_pre_infer.mlir). Each module goes
through --infer-tile-memory-space=mode=min-cost and --verify-tile-memory; the
pass tells, function by function, what moving data costs in both modes (remark
MovementCost: relative cost of each copy and load, times how often it runs).

Prints a row for each module whose cost or number of moves differs, or for all
with --all, then the sum. Ends with status 1 if a function costs more than the
document's way, a module fails, or the pass says nothing of a function.
"""

import argparse
import multiprocessing
import re
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import List

REMARK = re.compile(
    r"MovementCost.*?CostAfter=([\d.e+]+), CostBefore=([\d.e+]+), IsExact=(\w+), "
    r"MovesAfter=(\d+), MovesBefore=(\d+)")


@dataclass
class Row:
    """What one module costs."""

    label: str
    functions: int = 0
    cost_before: float = 0
    cost_after: float = 0
    moves_before: int = 0
    moves_after: int = 0
    cheaper: int = 0
    worse: int = 0
    inexact: int = 0
    failure: str = ""


def measure(job) -> Row:
    path, label, pto_opt = job
    row = Row(label)
    run = subprocess.run(
        [pto_opt, str(path), "--infer-tile-memory-space=mode=min-cost verify-data-path=off",
         "--verify-tile-memory", "--remarks-filter=pto-memory", "--remark-policy=all",
         "-o", "/dev/null"],
        capture_output=True, text=True)
    if run.returncode != 0:
        errors = [line for line in run.stderr.splitlines() if "error:" in line]
        row.failure = errors[0] if errors else f"status {run.returncode}"
        return row
    for match in REMARK.finditer(run.stderr):
        after, before = float(match[1]), float(match[2])
        row.functions += 1
        row.cost_before += before
        row.cost_after += after
        row.moves_after += int(match[4])
        row.moves_before += int(match[5])
        row.cheaper += after < before
        row.worse += after > before
        row.inexact += match[3] not in ("true", "1")
    return row


def find_modules(paths: List[Path], stage: str):
    for path in paths:
        if path.is_dir():
            for found in sorted(path.rglob(stage)):
                yield found, str(found.parent.relative_to(path))
        else:
            yield path, path.name


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--pto-opt", required=True)
    parser.add_argument("--stage", default="1_pre_infer.mlir")
    parser.add_argument("--all", action="store_true", help="a row for every module")
    parser.add_argument("-j", type=int, default=multiprocessing.cpu_count())
    args = parser.parse_args()

    jobs = [(path, label, args.pto_opt) for path, label in find_modules(args.paths, args.stage)]
    if not jobs:
        parser.error("no modules found")
    with multiprocessing.Pool(args.j) as pool:
        rows = pool.map(measure, jobs, chunksize=4)

    print(f"{'cost before':>12} {'after':>12} {'moves before':>13} {'after':>6}  module")
    total = Counter()
    for row in rows:
        if row.failure:
            print(f"{'failed':>12} {'':>12} {'':>13} {'':>6}  {row.label}: {row.failure}")
            total["failed"] += 1
            continue
        total["modules"] += 1
        for name in ("functions", "cost_before", "cost_after", "moves_before", "moves_after",
                     "cheaper", "worse", "inexact"):
            total[name] += getattr(row, name)
        differs = (row.cost_before != row.cost_after or row.moves_before != row.moves_after)
        if args.all or differs:
            print(f"{row.cost_before:12g} {row.cost_after:12g} {row.moves_before:13d} "
                  f"{row.moves_after:6d}  {row.label}")
    print(f"{total['cost_before']:12.0f} {total['cost_after']:12.0f} {total['moves_before']:13d} "
          f"{total['moves_after']:6d}  sum of {total['modules']} modules")
    print(f"{total['functions']} functions: {total['cheaper']} cheaper, "
          f"{total['functions'] - total['cheaper'] - total['worse']} equal, "
          f"{total['worse']} worse; {total['inexact']} not proven cheapest; "
          f"{total['failed']} modules failed")
    return 1 if total["worse"] or total["failed"] or not total["functions"] else 0


if __name__ == "__main__":
    sys.exit(main())
