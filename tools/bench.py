#!/usr/bin/env python3
"""Measures what each pass costs beside parsing, verifying and printing.

For generated kernels of several shapes and sizes, pto-opt runs with no pass,
then with each pass added in turn. Every number is the least of several runs:

  own    the pass's own time, as --mlir-timing reports it; in the first row,
         that of parsing, verifying and printing
  added  user CPU time of the run, less that of the run without the pass. It
         takes in the verification after the pass, and noise; the first row
         takes in the start of the program
  ratio  own time over the own time of the first row; of added times where
         pto-opt reports no own time

Passes run in one thread, so that time on the wall and of the CPU agree.
"""

import argparse
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

SIZES = [1000, 10000, 100000]
SHAPES = ["straight", "loops"]
# Device functions of real programs have at most a few hundred tile ops.
OPS_PER_FUNCTION = 200



def passes_of(mode: str, planner: str) -> list[str]:
    """The main job. Only where buffers follow one another they share first."""
    reuse = ["memory-reuse"] if planner == "pypto" else []
    return [f"infer-tile-memory-space=mode={mode}", f"init-memref=planner={planner}",
            *reuse, f"allocate-memory-addr=planner={planner}"]


TIMING_ROW = re.compile(r"^ +(?:[\d.]+ \( *[\d.]+%\) +)?([\d.]+) \( *[\d.]+%\)  (.+)$")


@dataclass
class Case:
    shape: str
    ops: int
    functions: int
    passes: list[str]


class PtoOptError(Exception):
    """pto-opt failed; carries the first error that it printed."""


def normalized(name: str) -> str:
    """Makes a flag (init-memref) and a class (InitMemRef) comparable."""
    return re.sub(r"[^a-z0-9]|pass$", "", name.lower())


def timing_rows(report: str) -> dict[str, float]:
    """Seconds per row of an --mlir-timing list; rows of one name add up."""
    rows: dict[str, float] = {}
    for line in report.splitlines():
        if match := TIMING_ROW.match(line):
            name = normalized(match[2])
            rows[name] = rows.get(name, 0.0) + float(match[1])
    return rows


def run_once(command: list[str]) -> tuple[float, dict[str, float]]:
    """User CPU seconds and timing rows of one run."""
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        report = process.stderr.read()
        # wait4 tells the usage of this one process, which run() would not.
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        errors = [line for line in report.splitlines() if "error:" in line]
        raise PtoOptError(errors[0] if errors else f"exit {process.returncode}")
    return usage.ru_utime, timing_rows(report)


def measure(
    pto_opt: str, kernel: Path, passes: list[str], runs: int
) -> tuple[float, dict[str, float]]:
    """The least of several runs, per number."""
    command = [pto_opt, str(kernel), "-o", os.devnull]
    command += [f"--{name}" for name in passes]
    command += ["--mlir-disable-threading"]
    command += ["--mlir-timing", "--mlir-timing-display=list"]
    results = [run_once(command) for _ in range(runs)]
    rows = results[0][1]
    for _, other in results[1:]:
        rows = {name: min(time, other.get(name, time)) for name, time in rows.items()}
    return min(user for user, _ in results), rows


def generate(case: Case, work_dir: Path) -> Path:
    kernel = work_dir / f"{case.shape}-{case.ops}-{case.functions}.mlir"
    generator = Path(__file__).with_name("gen-kernel.py")
    subprocess.run(
        [sys.executable, str(generator), "--shape", case.shape]
        + ["--ops", str(case.ops), "--functions", str(case.functions)]
        + ["-o", str(kernel)],
        check=True,
    )
    return kernel


def row(name: str, *cells: str) -> str:
    return f"  {name:<32}" + "".join(f"{cell:>10}" for cell in cells)


def milliseconds(seconds: float | None) -> str:
    return "-" if seconds is None else f"{1000 * seconds:.1f}"


def report_case(case: Case, kernel: Path, pto_opt: str, runs: int) -> bool:
    """Prints the table of one case; false when a pass failed."""
    print(
        f"\n{case.shape}: {case.ops} tile ops in {case.functions} function"
        f"{'s' if case.functions > 1 else ''}",
        flush=True,
    )
    print(row("", "own ms", "added ms", "ratio"))
    done = "parse, verify, print"
    try:
        base, rows = measure(pto_opt, kernel, [], runs)
        # Two rows make up the whole; without both there is no own time.
        parts = [rows[name] for name in ("parser", "output") if name in rows]
        base_own = sum(parts) if len(parts) == 2 else None
        print(row(done, milliseconds(base_own), milliseconds(base), "1.00"), flush=True)
        before, owns = base, 0.0
        for i, name in enumerate(case.passes):
            done = name
            user, rows = measure(pto_opt, kernel, case.passes[: i + 1], runs)
            own, added = rows.get(normalized(name.split("=")[0])), user - before
            has_own = own is not None and base_own
            ratio = own / base_own if has_own else added / base
            print(
                row(name, milliseconds(own), milliseconds(added), f"{ratio:.2f}"),
                flush=True,
            )
            before = user
            owns += own or 0.0
        ratio = owns / base_own if base_own else before / base - 1
        print(row("all passes", milliseconds(owns), milliseconds(before - base),
                  f"{ratio:.2f}"))
    except PtoOptError as error:
        print(row(done, "failed"))
        print(f"    {error}")
        return False
    return True


def cases(shapes: list[str], sizes: list[int], passes: list[str]) -> list[Case]:
    """Every shape in every size as many functions, and the largest size of
    each shape as one function."""
    result = [
        Case(shape, ops, max(1, ops // OPS_PER_FUNCTION), passes)
        for shape in shapes
        for ops in sizes
    ]
    return result + [Case(shape, max(sizes), 1, passes) for shape in shapes]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pto-opt", default="build/bin/pto-opt")
    parser.add_argument("--work-dir", type=Path, default=Path("build/bench"))
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument(
        "--shapes",
        nargs="+",
        default=SHAPES,
        choices=["straight", "loops", "matmul", "side", "views"],
    )
    parser.add_argument("--sizes", nargs="+", type=int, default=SIZES)
    parser.add_argument(
        "--infer-mode", default="documented", choices=["documented", "min-cost"]
    )
    parser.add_argument(
        "--planner", default="pypto", choices=["pypto", "dsa-rp", "optimal"]
    )
    args = parser.parse_args()

    args.work_dir.mkdir(parents=True, exist_ok=True)
    print(f"least of {args.runs} runs, one thread, milliseconds")
    good = True
    passes = passes_of(args.infer_mode, args.planner)
    for case in cases(args.shapes, args.sizes, passes):
        kernel = generate(case, args.work_dir)
        good &= report_case(case, kernel, args.pto_opt, args.runs)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
