#!/usr/bin/env python3
"""Measures the project against a corpus of kernels.

    corpus.py import --corpus DIR [--stage STAGE] [--out DIR] [--pto-opt PATH] [-j N]

The corpus is a directory that holds `kernels/<program>/<910B|950>/<stage>.py.gz`
and `unit/<pass>/<test>/<n>/before.py.gz`. It is not part of the project: say
where it is by option or in PTO_CORPUS.

`import` imports every dump. With --pto-opt it also checks that the result
verifies, that its text is printed again unchanged, and that its generic form
is printed as the same text.
"""

import argparse
import multiprocessing
import os
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Iterator, List, Optional, Tuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "python"))

from pto.importer import DumpError, import_file  # noqa: E402

STAGES = ("1_pre_infer", "3_pre_initmemref")
TARGETS = {"910B": "a2a3", "950": "a5"}
STEPS = ("imported", "verified", "round-tripped", "generic round-tripped")


@dataclass
class Dump:
    """One dump of the corpus."""

    path: Path
    label: str  # short and unique
    target: Optional[str]


@dataclass
class Outcome:
    """How far a dump came, and what stopped it."""

    label: str
    passed: List[str] = field(default_factory=list)
    failure: str = ""
    seconds: float = 0.0


def find_dumps(corpus: Path, stage: str) -> Iterator[Dump]:
    """The dumps of one stage, or of all."""
    for name in STAGES:
        if stage not in (name, "all"):
            continue
        for path in sorted(corpus.glob(f"kernels/*/*/{name}.py.gz")):
            program, folder = path.parts[-3:-1]
            yield Dump(path, f"{program}/{folder}/{name}", TARGETS[folder])
    if stage in ("unit", "all"):
        for path in sorted(corpus.glob("unit/*/*/*/before.py.gz")):
            yield Dump(path, "unit/" + "/".join(path.parts[-4:-1]), None)


BATCH = 24  # modules that one process of pto-opt reads, within one module


def run_opt(tool: Path, text: str, *options: str) -> Tuple[str, str]:
    """What pto-opt prints, and what it says is wrong."""
    done = subprocess.run(
        [str(tool), *options, "-"], input=text, capture_output=True, text=True, check=False
    )
    if done.returncode == 0:
        return done.stdout, ""
    lines = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
    wrong = [line for line in lines if "error:" in line] or lines
    return "", wrong[0]


def difference(a: str, b: str) -> str:
    """Where two printings differ; empty where they do not."""
    if a == b:
        return ""
    for number, (x, y) in enumerate(zip(a.splitlines(), b.splitlines()), 1):
        if x != y:
            return f"line {number}: '{x.strip()}' became '{y.strip()}'"
    return "one text is longer than the other"


def check(text: str, tool: Path) -> Tuple[List[str], str]:
    """Runs pto-opt over a module: the steps that it passes, and what stops it."""
    printed, wrong = run_opt(tool, text)
    if wrong:
        return [], f"does not verify: {wrong}"
    again, wrong = run_opt(tool, printed)
    wrong = wrong or difference(printed, again)
    if wrong:
        return [STEPS[1]], f"round trip: {wrong}"
    generic, wrong = run_opt(tool, text, "--mlir-print-op-generic")
    # Names are made unique in another way there: compare without them.
    printed, wrong = ("", wrong) if wrong else run_opt(tool, text, "--strip-debuginfo")
    again, wrong = ("", wrong) if wrong else run_opt(tool, generic, "--strip-debuginfo")
    wrong = wrong or difference(printed, again)
    if wrong:
        return [STEPS[1], STEPS[2]], f"generic round trip: {wrong}"
    return list(STEPS[1:]), ""


def check_batch(job: Tuple[List[Tuple[Outcome, str]], Path]) -> List[Outcome]:
    """Checks many modules at once; where that fails, one by one."""
    batch, tool = job
    passed, failure = check("".join(text for _, text in batch), tool)
    if not failure:
        for outcome, _ in batch:
            outcome.passed += passed
    elif len(batch) == 1:
        outcome = batch[0][0]
        outcome.passed += passed
        outcome.failure = failure
    else:
        middle = len(batch) // 2
        check_batch((batch[:middle], tool))
        check_batch((batch[middle:], tool))
    return [outcome for outcome, _ in batch]


def import_one(job: Tuple[Dump, argparse.Namespace]) -> Tuple[Outcome, str]:
    """Imports one dump."""
    dump, options = job
    outcome = Outcome(dump.label)
    start = time.perf_counter()
    try:
        text = import_file(dump.path, dump.target, options.spaces)
    except DumpError as error:
        outcome.failure = "does not import: " + error.render(dump.path.name)
        return outcome, ""
    outcome.seconds = time.perf_counter() - start
    outcome.passed.append(STEPS[0])
    if options.out is not None:
        place = options.out / f"{dump.label}.mlir"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    return outcome, text


def report(outcomes: List[Outcome], steps: Tuple[str, ...], limit: int) -> bool:
    """Prints counts and the first failures; true where there are none."""
    counts = Counter(step for outcome in outcomes for step in outcome.passed)
    print(", ".join(f"{counts[step]} {step}" for step in steps) + f", of {len(outcomes)}")
    seconds = sum(outcome.seconds for outcome in outcomes)
    slowest = max(outcomes, key=lambda outcome: outcome.seconds)
    print(f"{seconds:.0f} s of importing; longest {slowest.seconds:.1f} s: {slowest.label}")
    failed = [outcome for outcome in outcomes if outcome.failure]
    for outcome in failed[:limit]:
        print(f"{outcome.label}: {outcome.failure}")
    if len(failed) > limit:
        print(f"... and {len(failed) - limit} more")
    return not failed


def batched(pairs: List[Tuple[Outcome, str]]) -> Iterator[List[Tuple[Outcome, str]]]:
    """Modules in groups that are neither many nor long."""
    group: List[Tuple[Outcome, str]] = []
    length = 0
    for pair in pairs:
        if group and (len(group) == BATCH or length + len(pair[1]) > 2_000_000):
            yield group
            group, length = [], 0
        group.append(pair)
        length += len(pair[1])
    if group:
        yield group


def run_import(options: argparse.Namespace) -> int:
    dumps = [d for d in find_dumps(options.corpus, options.stage) if options.only in d.label]
    if not dumps:
        print(f"corpus.py: no dumps in {options.corpus}", file=sys.stderr)
        return 1
    jobs = [(dump, options) for dump in dumps]
    with multiprocessing.Pool(options.jobs) as pool:
        imported = list(pool.imap(import_one, jobs, chunksize=4))
        outcomes = [outcome for outcome, _ in imported]
        if options.pto_opt is not None:
            good = [pair for pair in imported if not pair[0].failure]
            batches = [(b, options.pto_opt) for b in batched(good)]
            done = [o for part in pool.imap(check_batch, batches) for o in part]
            outcomes = [o for o in outcomes if o.failure] + done
    steps = STEPS if options.pto_opt is not None else STEPS[:1]
    return 0 if report(outcomes, steps, options.show) else 1


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("import", help="imports all dumps and checks the results")
    command.add_argument("--corpus", type=Path, default=os.environ.get("PTO_CORPUS"),
                         help="directory of the corpus; default: $PTO_CORPUS")
    command.add_argument("--stage", choices=[*STAGES, "unit", "all"], default="all")
    command.add_argument("--only", default="", metavar="TEXT",
                         help="only the dumps that have TEXT in their names")
    command.add_argument("--out", type=Path, help="where to write the modules")
    command.add_argument("--pto-opt", type=Path, help="check the modules with this pto-opt")
    command.add_argument("--spaces", choices=["auto", "keep", "requests"], default="auto")
    command.add_argument("--show", type=int, default=20, help="number of failures to list")
    command.add_argument("-j", dest="jobs", type=int, default=os.cpu_count(),
                         help="number of processes")
    command.set_defaults(run=run_import)
    return parser


def main() -> int:
    parser = build_parser()
    options = parser.parse_args()
    if options.corpus is None:
        parser.error("say where the corpus is: --corpus DIR or PTO_CORPUS")
    try:
        return options.run(options)
    except BrokenPipeError:
        # Whoever read the report has seen enough.
        sys.stderr.close()
        return 1


if __name__ == "__main__":
    sys.exit(main())
