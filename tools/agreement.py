#!/usr/bin/env python3
"""Compares what the passes decide with a reference's decisions on a corpus.

    agreement.py spaces --corpus DIR --pto-opt PATH [--imported DIR] [-j N]
    agreement.py plan   --corpus DIR --pto-opt PATH [--imported DIR] [-j N]

`spaces` runs --infer-tile-memory-space over every `1_pre_infer` dump and
compares, op by op in program order, the space of each result and the moves
that were inserted with `2_post_infer.json.gz`. A dump agrees, differs, or is
explained: every difference in it has a rule in docs/divergences.md, which is
printed with its count.

`plan` runs the main job (spaces, buffers, addresses) over every dump and counts
how it ends: with addresses, with which error, or otherwise (a crash).

The corpus is a directory that holds `kernels/<program>/<910B|950>/...`; it is
not part of the project. --imported names a directory of modules that
`corpus.py import --out` wrote, which saves importing again.
"""

import argparse
import gzip
import json
import multiprocessing
import os
import re
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path
from typing import Dict, Iterator, List, Optional, Tuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "python"))

from pto.importer import import_file  # noqa: E402

TARGETS = {"910B": "a2a3", "950": "a5"}
DEVICE_KINDS = ("InCore", "AIC", "AIV")
SPACES = {"Vec": "vec", "Mat": "mat", "Left": "left", "Right": "right", "Acc": "acc",
          "Bias": "bias", "DDR": "ddr", "LeftScale": "left_scale", "RightScale": "right_scale"}
# Ops of ours that stand for nothing in a dump: a change of type alone, and
# declarations, which types carry there.
GLUE = ("tile_cast", "declare_memref", "slot")

Entry = Tuple[str, str]  # op, space of its result ("" where it makes no tile)


@dataclass
class Result:
    """How one dump compares."""

    label: str
    ops: int = 0
    differences: List[str] = field(default_factory=list)
    rules: Counter = field(default_factory=Counter)
    failure: str = ""


# The reference's side -------------------------------------------------------

def reference_entries(function: dict) -> List[Entry]:
    """Tile ops of a function of the graph, in program order."""
    entries: List[Entry] = []

    def op_name(call: str) -> Optional[str]:
        if call.startswith("pld.tile."):
            return "pld." + call[len("pld.tile."):].lstrip("_")
        if call.startswith("tile."):
            return call[len("tile."):].rstrip("_")
        return None

    def space_of(type_: Optional[dict]) -> str:
        if not type_ or type_.get("k") != "tile":
            return ""
        return SPACES.get(type_.get("mem") or "", "none")

    def visit(body: List[dict]) -> None:
        for stmt in body:
            kind = stmt["s"]
            if kind in ("assign", "eval"):
                value = stmt["value"] if kind == "assign" else stmt["expr"]
                if isinstance(value, dict) and "call" in value and not value.get("func"):
                    name = op_name(value["call"])
                    if name:
                        entries.append((name, space_of(stmt.get("type"))))
            elif kind in ("for", "while", "scope"):
                visit(stmt.get("body") or [])
            elif kind == "if":
                visit(stmt["then"])
                visit(stmt.get("else") or [])

    visit(function["body"])
    return entries


# Our side -------------------------------------------------------------------

OP = re.compile(r"^\s*(?:%[^=]*= )?pto\.([a-z_0-9.]+)")
FUNCTION = re.compile(r"^\s*func\.func (?:private )?@([\w$.\-]+)")
RESULT_SPACE = re.compile(r"-> !pto\.tile<[^,>]*(?:, ([a-z_]+)(?=[,>]))?")


def our_entries(text: str) -> Dict[str, List[Entry]]:
    """Tile ops of every function of a module, in program order."""
    functions: Dict[str, List[Entry]] = {}
    current: List[Entry] = []
    for line in text.splitlines():
        start = FUNCTION.match(line)
        if start:
            current = functions.setdefault(start.group(1), [])
            continue
        op = OP.match(line)
        if not op or op.group(1) in GLUE:
            continue
        name = op.group(1)
        if name.startswith(("tensor.", "system.", "array.", "prefetch.")) or name in (
                "scope", "yield", "builtin", "submit", "spmd_call", "alloc"):
            continue
        space = RESULT_SPACE.search(line)
        current.append((name, (space.group(1) or "none") if space else ""))
    return functions


def mutation(name: str) -> bool:
    """Ops that make a new tile here and change their operand there."""
    return name == "write"


def normal(entries: List[Entry]) -> List[Entry]:
    return [(name, "" if mutation(name) else space) for name, space in entries]


# Comparison -----------------------------------------------------------------

def explain(ours: List[Entry], theirs: List[Entry]) -> Optional[str]:
    """The rule of docs/divergences.md that a difference falls under."""
    if not theirs and all(name == "move" for name, _ in ours):
        # They leave an operand or a branch result where it is not allowed.
        return "move-where-missing"
    if len(ours) == len(theirs) and all(
            a == b or (a[0] == "create" and b == ("move", a[1])) for a, b in zip(ours, theirs)):
        return "room-made-anew"
    if len(ours) == len(theirs) and all(
            a[0] == b[0] and b[1] == "none" for a, b in zip(ours, theirs)):
        return "space-for-every-tile"
    return None


def compare(label: str, text: str, graph: dict) -> Result:
    result = Result(label)
    mine = our_entries(text)
    for function in graph["functions"]:
        if function["func_type"] not in DEVICE_KINDS:
            continue
        theirs = normal(reference_entries(function))
        ours = normal(mine.get(function["name"], []))
        result.ops += len(theirs)
        if ours == theirs:
            continue
        matcher = SequenceMatcher(None, ours, theirs, autojunk=False)
        for tag, a, b, c, d in matcher.get_opcodes():
            if tag == "equal":
                continue
            rule = explain(ours[a:b], theirs[c:d])
            if rule:
                result.rules[rule] += 1
            else:
                result.differences.append(
                    f"{function['name']} op {a}: ours {ours[a:b][:4]} theirs {theirs[c:d][:4]}")
    return result


# Driver ---------------------------------------------------------------------

def module_of(path: Path, imported: Optional[Path]) -> str:
    """The imported module of a dump."""
    program, folder = path.parts[-3:-1]
    if imported is not None:
        place = imported / program / folder / "1_pre_infer.mlir"
        if place.exists():
            return place.read_text(encoding="utf-8")
    return import_file(path, TARGETS[folder], "auto")


def dumps(corpus: Path, only: str) -> Iterator[Path]:
    for path in sorted(corpus.glob("kernels/*/*/1_pre_infer.py.gz")):
        if only in str(path):
            yield path


def run_opt(tool: Path, text: str, *passes: str) -> Tuple[int, str, str]:
    done = subprocess.run([str(tool), "-", *passes], input=text, capture_output=True,
                          text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def compare_one(job: Tuple[Path, argparse.Namespace]) -> Result:
    path, options = job
    label = "/".join(path.parts[-3:-1])
    module = module_of(path, options.imported)
    code, out, err = run_opt(options.pto_opt, module,
                             "--infer-tile-memory-space=verify-data-path=off",
                             "--verify-tile-memory")
    if code != 0:
        lines = [line for line in err.splitlines() if "error:" in line] or err.splitlines()
        return Result(label, failure=lines[0] if lines else f"exit code {code}")
    with gzip.open(path.parent / "2_post_infer.json.gz", "rt", encoding="utf-8") as file:
        return compare(label, out, json.load(file))


def run_spaces(options: argparse.Namespace) -> int:
    jobs = [(path, options) for path in dumps(options.corpus, options.only)]
    with multiprocessing.Pool(options.jobs) as pool:
        results = list(pool.imap_unordered(compare_one, jobs, chunksize=8))
    results.sort(key=lambda result: result.label)
    failed = [r for r in results if r.failure]
    differ = [r for r in results if r.differences]
    explained = [r for r in results if r.rules and not r.differences and not r.failure]
    agree = len(results) - len(failed) - len(differ) - len(explained)
    rules = Counter()
    for result in results:
        rules.update(result.rules)
    print(f"spaces: {agree} agree, {len(differ)} differ, {len(explained)} explained, "
          f"{len(failed)} fail, of {len(results)} dumps; "
          f"{sum(r.ops for r in results)} tile ops compared")
    for rule, count in sorted(rules.items()):
        print(f"  {rule}: {count} differences in "
              f"{sum(1 for r in results if r.rules[rule])} dumps")
    for result in failed[:options.show]:
        print(f"  {result.label}: fails: {result.failure}")
    for result in differ[:options.show]:
        print(f"  {result.label}: {len(result.differences)} differences, the first: "
              f"{result.differences[0]}")
    return 0 if not failed and not differ else 1


def plan_one(job: Tuple[Path, argparse.Namespace]) -> Tuple[str, str, str]:
    path, options = job
    label = "/".join(path.parts[-3:-1])
    code, _, err = run_opt(options.pto_opt, module_of(path, options.imported),
                           "--infer-tile-memory-space=verify-data-path=off", "--init-memref",
                           "--allocate-memory-addr", "--verify-tile-memory=buffers=true")
    if code == 0:
        return label, "addresses", ""
    lines = [line for line in err.splitlines() if "error:" in line]
    if code < 0 or not lines:
        return label, "crash", err.splitlines()[0] if err else f"exit code {code}"
    message = lines[0].split("error:", 1)[1].strip()
    if "exceeds platform limit" in message:
        return label, "too large without reuse", lines[0]
    # Errors of one kind differ in names and numbers.
    kind = re.sub(r"'[^']*'|\([^)]*\)|\d+|!pto\.tile<.*", "_", message)
    return label, "error: " + kind[:100], lines[0]


def run_plan(options: argparse.Namespace) -> int:
    jobs = [(path, options) for path in dumps(options.corpus, options.only)]
    with multiprocessing.Pool(options.jobs) as pool:
        results = list(pool.imap_unordered(plan_one, jobs, chunksize=8))
    counts = Counter(kind for _, kind, _ in results)
    print(f"plan: {counts['addresses']} with addresses, of {len(results)} dumps")
    for kind, count in counts.most_common():
        if kind == "addresses":
            continue
        print(f"  {count} {kind}")
        examples = sorted((label, text) for label, k, text in results if k == kind)
        for label, text in examples[:options.show]:
            print(f"      {label}: {text}")
    return 0 if counts["crash"] == 0 else 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    for name, run, text in (("spaces", run_spaces, "compare spaces and moves"),
                            ("plan", run_plan, "count how the main job ends")):
        command = commands.add_parser(name, help=text)
        command.add_argument("--corpus", type=Path, default=os.environ.get("PTO_CORPUS"))
        command.add_argument("--pto-opt", type=Path, required=True)
        command.add_argument("--imported", type=Path)
        command.add_argument("--only", default="", metavar="TEXT")
        command.add_argument("--show", type=int, default=3)
        command.add_argument("-j", dest="jobs", type=int, default=os.cpu_count())
        command.set_defaults(run=run)
    options = parser.parse_args()
    if options.corpus is None:
        parser.error("say where the corpus is: --corpus DIR or PTO_CORPUS")
    options.corpus = Path(options.corpus)
    return options.run(options)


if __name__ == "__main__":
    sys.exit(main())
