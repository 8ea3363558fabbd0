"""The command line: `agreement.py <what> --corpus DIR --pto-opt PATH ...`."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import shlex
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Callable, Dict, Iterable, List, Optional, Sequence, Tuple

from . import addresses, buffers, peaks, plan, proofs, spaces, verdicts
from .corpus import Item, kernels, unit_tests
from .judge import Compare, Setting, judge
from .memory_map import MemoryMap
from .report import Report

DESCRIPTION = """
Compares what the passes decide with a reference's decisions on a corpus, which
is a directory with `kernels/<program>/<910B|950>/...` and `unit/<pass>/...`; it
is not part of the project. Exits with 1 where something differs or fails that
no rule of docs/divergences.md explains.
"""


@dataclass(frozen=True)
class Command:
    """One comparison: of which items, after which passes."""

    name: str
    help: str
    passes: Tuple[str, ...]  # PLANNER: the planner of the item
    compare: Compare
    aspects: "Dict[str, str]"
    stages: Tuple[str, str] = ("", "")  # of kernels: before and after
    unit: str = ""  # or the reference's tests of this pass
    derived: bool = False  # needs buffers that the text does not show

    @property
    def errors(self) -> "Dict[str, str]":
        return {"errors": "expected errors"} if self.unit else {}

    def items(self, options: argparse.Namespace) -> "Iterable[Item]":
        if self.unit:
            return unit_tests(options.corpus, self.unit, options.only)
        before, after = self.stages
        return kernels(options.corpus, before, after, options.only, options.imported)


INFER = ("--infer-tile-memory-space=verify-data-path=off", "--verify-tile-memory")
INIT = ("--init-memref=planner=PLANNER",)
ALIASES = ("--materialize-semantic-aliases",)
REUSE = ("--memory-reuse",)
ALLOCATE = ("--allocate-memory-addr=planner=PLANNER order=name",)

COMMANDS = (
    Command("spaces", "memory spaces, operands and layouts of kernels", INFER,
            spaces.compare_spaces, spaces.ASPECTS, ("1_pre_infer", "2_post_infer")),
    Command("unit-spaces", "the same for the reference's own tests", INFER,
            spaces.compare_spaces, spaces.ASPECTS, unit="InferTileMemorySpace"),
    Command("buffers", "buffers, offsets and sizes of kernels", INIT,
            buffers.compare_buffers, buffers.ASPECTS,
            ("3_pre_initmemref", "4_post_initmemref"), derived=True),
    Command("unit-buffers", "the same for the reference's own tests", INIT,
            buffers.compare_buffers, buffers.ASPECTS, unit="InitMemRef", derived=True),
    Command("unit-aliases", "tests of what must share a buffer", ALIASES,
            buffers.compare_aliases, buffers.ASPECTS, unit="MaterializeSemanticAliases",
            derived=True),
    Command("unit-reuse", "tests of what may share a buffer", REUSE,
            buffers.compare_reuse, buffers.ASPECTS, unit="MemoryReuse", derived=True),
    Command("addresses", "addresses of kernels", INIT + ALIASES + REUSE + ALLOCATE,
            addresses.compare_addresses, addresses.ASPECTS,
            ("3_pre_initmemref", "7_post_alloc"), derived=True),
    Command("unit-addresses", "tests of addresses", ALLOCATE, addresses.compare_addresses,
            addresses.ASPECTS, unit="AllocateMemoryAddr", derived=True),
)


# The lowest peak is not what planner=optimal asks for first: see its page.
PEAKS = ("--init-memref=planner=optimal",
         "'--allocate-memory-addr=planner=optimal objective=peak'")


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="agreement.py", description=DESCRIPTION)
    commands = parser.add_subparsers(dest="command", required=True)
    for command in COMMANDS:
        words = _add(commands, command.name, command.help)
        words.add_argument("--passes", metavar="PASSES",
                           help="passes to run instead of " + " ".join(command.passes))
        words.add_argument("--items", action="store_true", help="print a line for each item")
        if command.derived:
            words.add_argument("--pto-translate", type=Path, metavar="PATH",
                               help="default: beside pto-opt")
        words.set_defaults(run=partial(run_comparison, command))
    words = _add(commands, "plan", "count how the main job ends")
    words.set_defaults(run=run_plan)
    words = _add(commands, "peaks", "how high each memory is used, beside the reference")
    words.add_argument("--passes", metavar="PASSES", default=" ".join(PEAKS),
                       help="passes to run instead of " + " ".join(PEAKS))
    words.set_defaults(run=run_peaks)
    words = _add(commands, "proofs", "what --verify-memory-plan says of every planner's plans")
    words.set_defaults(run=run_proofs)
    words = _add(commands, "verdicts", "what --verify-memory-plan says of the reference's plans")
    words.set_defaults(run=run_verdicts)
    return parser


def _add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", name: str,
         text: str) -> argparse.ArgumentParser:
    command = commands.add_parser(name, help=text)
    command.add_argument("--corpus", type=Path, default=os.environ.get("PTO_CORPUS"),
                         help="directory of the corpus; default: $PTO_CORPUS")
    command.add_argument("--pto-opt", type=Path, required=True)
    command.add_argument("--imported", type=Path, metavar="DIR",
                         help="modules that `corpus.py import --out` wrote")
    command.add_argument("--only", default="", metavar="TEXT",
                         help="only items with TEXT in their paths")
    command.add_argument("--show", type=int, default=3, help="number of examples to print")
    command.add_argument("-j", dest="jobs", type=int, default=os.cpu_count(),
                         help="number of processes")
    return command


def run_comparison(command: Command, options: argparse.Namespace) -> int:
    passes = tuple(shlex.split(options.passes)) if options.passes else command.passes
    source = None
    if command.derived:
        beside = options.pto_opt.with_name("pto-translate")
        source = MemoryMap(options.pto_translate or beside)
    setting = Setting(options.pto_opt, passes, command.compare, source)
    results = _all(partial(judge, setting=setting), command.items(options), options.jobs)
    results.sort(key=lambda result: result.label)
    report = Report(command.name, results, "tests" if command.unit else "dumps",
                    options.show, {**command.aspects, **command.errors})
    if options.items:
        print("\n".join(report.items()))
    print("\n".join(report.lines()))
    return 0 if report.good else 1


def run_plan(options: argparse.Namespace) -> int:
    items = kernels(options.corpus, "1_pre_infer", "2_post_infer", options.only,
                    options.imported)
    ends = _all(partial(plan.plan, tool=options.pto_opt), items, options.jobs)
    print("\n".join(plan.lines(ends, options.show)))
    return 0 if plan.good(ends) else 1


def _of_programs(options: argparse.Namespace, work: Callable) -> List:
    """What `work` makes of every program before buffers are bound, by name."""
    items = kernels(options.corpus, "3_pre_initmemref", "4_post_initmemref", options.only,
                    options.imported)
    programs = _all(partial(work, tool=options.pto_opt), items, options.jobs)
    return sorted(programs, key=lambda program: program.label)


def run_peaks(options: argparse.Namespace) -> int:
    programs = _of_programs(options, partial(peaks.measure,
                                           passes=tuple(shlex.split(options.passes)),
                                           manifest=peaks.read_manifest(options.corpus)))
    print("\n".join(peaks.lines(programs, options.show)))
    return 0 if peaks.good(programs) else 1


def run_proofs(options: argparse.Namespace) -> int:
    programs = _of_programs(options, proofs.prove)
    print("\n".join(proofs.lines(programs, options.show)))
    return 0 if proofs.good(programs) else 1


def run_verdicts(options: argparse.Namespace) -> int:
    programs = _of_programs(options, verdicts.judge)
    print("\n".join(verdicts.lines(programs, options.show)))
    return 0


def _all(work: Callable, items: "Iterable[Item]", jobs: int) -> List:
    """Does the work for all items, in several processes."""
    if jobs == 1:
        return [work(item) for item in items]
    with multiprocessing.Pool(jobs) as pool:
        return list(pool.imap_unordered(work, list(items), chunksize=8))


def main(argv: Optional[Sequence[str]] = None) -> int:
    """Runs a command; the exit code of the process."""
    parser = build_parser()
    options = parser.parse_args(argv)
    if options.corpus is None:
        parser.error("say where the corpus is: --corpus DIR or PTO_CORPUS")
    options.corpus = Path(options.corpus)
    result: int = options.run(options)
    return result
