"""Large programs of awkward shapes go through --infer-tile-memory-space, at a cost
of the order of reading them.

    cost.py PTO_OPT GEN_KERNEL

Prints a line for each program: `ok`, or what is wrong. The pass may take FACTOR
times what the parser takes in the same run, which no pass that is quadratic or
worse in the size of these programs does; times on the clock say nothing.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Dict, List

FACTOR = 10
PASS = "--infer-tile-memory-space=verify-data-path=off"
TILE = "!pto.tile<16x16xf32>"
TENSOR = "tensor<16x16xf32>"


def function(body: List[str], result: str) -> str:
    return "\n".join([
        f"func.func @f(%x: {TENSOR}, %p: i1, %n: index, %out: {TENSOR}) {{",
        "%c0 = arith.constant 0 : index",
        "%c1 = arith.constant 1 : index",
        *body,
        f"pto.store {result}, %out[0, 0] : ({TILE}, {TENSOR}) -> {TENSOR}",
        "return",
        "}",
    ])


def load(name: str) -> str:
    return f"{name} = pto.load %x[0, 0] : ({TENSOR}) -> {TILE}"


def branch(name: str, first: str, second: str) -> str:
    return (f"{name} = scf.if %p -> ({TILE}) {{ scf.yield {first} : {TILE} }}"
            f" else {{ scf.yield {second} : {TILE} }}")


def merged_empty_tiles(n: int) -> str:
    """Both arms of each branch pass on what the one before merged."""
    body = [f"%b0 = pto.create : () -> {TILE}"]
    body += [branch(f"%b{i + 1}", f"%b{i}", f"%b{i}") for i in range(n)]
    return function(body, f"%b{n}")


def merged_carried_tiles(n: int) -> str:
    """The same in a loop that yields the last of them."""
    body = [load("%t"), "%r = scf.for %i = %c0 to %n step %c1 "
            f"iter_args(%b0 = %t) -> ({TILE}) {{"]
    body += [branch(f"%b{i + 1}", f"%b{i}", f"%b{i}") for i in range(n)]
    body += [f"scf.yield %b{n} : {TILE}", "}"]
    return function(body, "%r")


def computed_in_arms(n: int) -> str:
    """A chain of branches, each of which computes in one arm."""
    body = [load("%t"), "%r = scf.for %i = %c0 to %n step %c1 "
            f"iter_args(%b0 = %t) -> ({TILE}) {{"]
    for i in range(n):
        body += [f"%b{i + 1} = scf.if %p -> ({TILE}) {{ scf.yield %b{i} : {TILE} }} else {{",
                 f"%e = pto.exp %b{i} : ({TILE}) -> {TILE}", f"scf.yield %e : {TILE}", "}"]
    body += [f"scf.yield %b{n} : {TILE}", "}"]
    return function(body, "%r")


def swaps(depth: int) -> str:
    """Loops in loops, each of which swaps two tiles."""
    types = f"{TILE}, {TILE}"
    body = [load("%a0"), load("%b0")]
    for i in range(depth):
        body.append(f"%r{i}:2 = scf.for %i{i} = %c0 to %n step %c1 iter_args("
                    f"%a{i + 1} = %a{i}, %b{i + 1} = %b{i}) -> ({types}) {{")
    last = (f"%b{depth}", f"%a{depth}")
    for i in reversed(range(depth)):
        body += [f"scf.yield {last[0]}, {last[1]} : {types}", "}"]
        last = (f"%r{i}#1", f"%r{i}#0")
    return function(body, "%r0#0")


def carried_tiles(n: int) -> str:
    """One loop that rotates many tiles."""
    types = ", ".join([TILE] * n)
    inits = ", ".join(f"%a{i} = %t" for i in range(n))
    rotated = ", ".join(f"%a{(i + 1) % n}" for i in range(n))
    return function([load("%t"), f"%r:{n} = scf.for %i = %c0 to %n step %c1 "
                     f"iter_args({inits}) -> ({types}) {{",
                     f"scf.yield {rotated} : {types}", "}"], "%r#0")


def cases(n: int) -> str:
    """A switch with many cases."""
    body = [load("%t"), f"%r = scf.index_switch %n -> {TILE}"]
    for i in range(n):
        body.append(f"case {i} {{ scf.yield %t : {TILE} }}")
    body.append(f"default {{ scf.yield %t : {TILE} }}")
    return function(body, "%r")


def users_of_one(n: int) -> str:
    """One tile that is moved for its first user and used by many."""
    body = [f"%t = pto.load %x[0, 0] to mat : ({TENSOR}) -> {TILE}"]
    body += [f"%e{i} = pto.exp %t : ({TILE}) -> {TILE}" for i in range(n)]
    return function(body, "%e0")


def measure(pto_opt: str, path: Path) -> str:
    """`ok`, or what is wrong."""
    run = subprocess.run(
        [pto_opt, str(path), PASS, "--verify-tile-memory", "--mlir-timing",
         "--mlir-timing-display=list", "--mlir-disable-threading", "-o", "/dev/null"],
        capture_output=True, text=True, check=False)
    if run.returncode != 0:
        return f"fails: {run.stderr[:300]}"
    times: Dict[str, float] = {}
    for line in run.stderr.splitlines():
        row = re.match(r" +([\d.]+) \( *[\d.]+%\) +(?:[\d.]+ \( *[\d.]+%\) +)?(\w.*)", line)
        if row:
            times[row.group(2).strip()] = float(row.group(1))
    own, parser = times["InferTileMemorySpace"], times["Parser"]
    if own > FACTOR * max(parser, 0.01):
        return f"slow: {own} s beside {parser} s"
    return "ok"


def main() -> int:
    pto_opt, gen_kernel = sys.argv[1:]
    programs: Dict[str, str] = {}
    for shape, ops, depth in (("straight", 10000, 1), ("matmul", 10000, 1),
                              ("loops", 10000, 3), ("loops", 10000, 12), ("loops", 50, 500)):
        programs[f"{shape} {ops} depth {depth}"] = subprocess.run(
            [sys.executable, gen_kernel, "--shape", shape, "--ops", str(ops), "--depth",
             str(depth)], capture_output=True, text=True, check=True).stdout
    for make, n in ((merged_empty_tiles, 10000), (merged_carried_tiles, 10000),
                    (computed_in_arms, 10000), (computed_in_arms, 100000), (swaps, 500),
                    (carried_tiles, 10000), (cases, 10000), (users_of_one, 10000)):
        programs[f"{make.__name__} {n}"] = make(n)
    with tempfile.TemporaryDirectory() as folder:
        for name, text in programs.items():
            path = Path(folder) / "program.mlir"
            path.write_text(text, encoding="utf-8")
            print(f"{name}: {measure(pto_opt, path)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
