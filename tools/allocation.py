#!/usr/bin/env python3
"""Runs pto-solve on a directory of allocation problems and counts.

    allocation.py --problems DIR --pto-solve build/bin/pto-solve [--random N]

DIR may hold minimalloc/*.csv, to be placed in the bytes that their names end with
(A.1048576.csv), and pypto-kernels/kernels.jsonl, one problem a line, with
dsa-rp-best-known.csv beside it. With --random N so many random buffers are placed.
Exits with 1 where something is not placed, or an answer is no answer.
"""

import argparse
import csv
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

STATS = re.compile(r"^(?P<name>\S+): (?P<status>\w+) buffers=\d+ peak=(?P<peak>\d+) "
                   r"bound=(?P<bound>\d+) penalty=(?P<penalty>\d+) "
                   r"penalty-bound=(?P<least>\d+) nodes=\d+(?: us=(?P<us>\d+))?", re.MULTILINE)


def solve(tool, *arguments):
    """What pto-solve says of each problem, and its user time in seconds."""
    command = [str(tool), *map(str, arguments), "--stats", "--time", "-o", os.devnull]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        report = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    found = list(STATS.finditer(report))
    if process.returncode < 0 or not found:
        raise SystemExit(f"pto-solve fails: {report.strip()[:300]}")
    return found, usage.ru_utime


def run_tables(tool, directory):
    """Hard instances with a capacity; how many are not placed."""
    placed, seconds, files = 0, 0.0, sorted(directory.glob("*.csv"))
    for file in files:
        capacity = file.stem.rsplit(".", 1)[-1]
        found, time = solve(tool, f"--capacity={capacity}", file)
        placed += found[0]["status"] in ("optimal", "feasible")
        seconds += time
    print(f"{directory.name}: {placed} of {len(files)} placed, {seconds:.2f} s of user time")
    return len(files) - placed


def run_kernels(tool, directory):
    """Captured problems; how many have no answer."""
    found, _ = solve(tool, directory / "kernels.jsonl")
    counts = Counter(match["status"] for match in found)
    times = sorted(int(match["us"]) for match in found)
    late = times[min(len(times) - 1, len(times) * 99 // 100)]
    answers = ", ".join(f"{counts[status]} {status}"
                        for status in ("optimal", "feasible", "infeasible", "unknown"))
    print(f"{directory.name}: {len(found)} problems: {answers}; "
          f"99th percentile {late / 1000:.2f} ms")
    best = directory / "dsa-rp-best-known.csv"
    if best.exists():
        compare_penalties(directory / "kernels.jsonl", best, found)
    return counts["unknown"]


def compare_penalties(problems, best, found):
    """What the penalty problems cost, beside the best that was published. One
    problem may be captured several times."""
    with open(best, newline="", encoding="utf-8") as file:
        known = {row["source_fingerprint"]: int(row["best_known_cost"] or 0)
                 for row in csv.DictReader(file)}
    total = proved = published = 0
    seen = set()
    with open(problems, encoding="utf-8") as file:
        problems_found = zip((line for line in file if line.strip()), found)
        for line, match in problems_found:
            metadata = json.loads(line)["metadata"]
            source = metadata.get("corpus_source_fingerprint_fnv1a64")
            if (metadata.get("dsa_rp_edge_policy") != "soft_v1" or source in seen
                    or source not in known or match["status"] not in ("optimal", "feasible")):
                continue
            seen.add(source)
            total += int(match["penalty"])
            proved += match["penalty"] == match["least"]
            published += known[source]
    print(f"  {len(seen)} penalty problems: {total} in all, best published {published}; "
          f"{proved} proved the least")


def run_random(tool, count, longest):
    """Random buffers without a capacity; lives of `longest` at most, or with both ends anywhere."""
    dice = random.Random(1)
    with tempfile.TemporaryDirectory() as place:
        table = Path(place) / "random.csv"
        with open(table, "w", encoding="utf-8") as file:
            file.write("id,lower,upper,size\n")
            for i in range(count):
                begin = dice.randrange(count)
                end = dice.randrange(count) if longest is None else begin + dice.randrange(longest)
                begin, end = min(begin, end), max(begin, end) + 1
                file.write(f"{i},{begin},{end},{32 * dice.randrange(1, 1024)}\n")
        # The exact search is for small problems.
        found, time = solve(tool, "--node-limit=100000", table)
    peak, bound = int(found[0]["peak"]), int(found[0]["bound"])
    lives = "lives of any length" if longest is None else f"lives of {longest} at most"
    print(f"random: {count} buffers, {lives}: {time:.2f} s of user time, "
          f"{100 * (peak / bound - 1):.1f} % above the bound")
    return 0


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--problems", type=Path, metavar="DIR")
    parser.add_argument("--pto-solve", type=Path, default="build/bin/pto-solve")
    parser.add_argument("--random", type=int, metavar="N", default=0)
    options = parser.parse_args()
    if options.problems is None and options.random == 0:
        parser.error("say --problems DIR or --random N")
    bad = 0
    if options.problems is not None:
        if (options.problems / "minimalloc").is_dir():
            bad += run_tables(options.pto_solve, options.problems / "minimalloc")
        if (options.problems / "pypto-kernels" / "kernels.jsonl").exists():
            bad += run_kernels(options.pto_solve, options.problems / "pypto-kernels")
    if options.random:
        for longest in (None, 200):
            bad += run_random(options.pto_solve, options.random, longest)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
