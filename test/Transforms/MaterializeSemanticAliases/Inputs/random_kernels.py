"""Runs random kernels before and after passes, and compares.

    random_kernels.py PTO_OPT FIRST COUNT [aliases|planners]

A kernel of loops, branches, swaps and in-place ops is run twice. By values: a
tile is what its op made, whatever happens to buffers. By buffers: a tile is what
its buffer holds when it is read, and what is written to an address is gone from
all buffers that overlap it. Both must store the same, for every choice of
conditions. Values are terms, so nothing is equal by chance.

With `planners` every planner gives addresses, and the one that looks for the
lowest peak must not end above any other.
"""

import re
import subprocess
import sys
from pathlib import Path
from typing import Dict, List, Optional, Tuple

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "Inputs"))

from kernel_writer import SEPARATOR, KernelWriter  # noqa: E402

TILE = "!pto.tile<16x16xf32, vec>"
TENSOR = "tensor<16x16xf32>"
TILE_BYTES = 1024
CONDITIONS = 4
ALLOCATE = "--allocate-memory-addr=target=a5 "
PLANNERS = {
    "pypto": ("--memory-reuse=target=a5", ALLOCATE + "planner=pypto"),
    "dsa-rp": (ALLOCATE + "planner=dsa-rp",),
    "optimal": (ALLOCATE + "planner=optimal",),
    "peak": (ALLOCATE + "planner=optimal objective=peak",),
}


class Generator(KernelWriter):
    """Writes one kernel."""

    def yields(self, values: List[str]) -> None:
        self.line(f"scf.yield {', '.join(values)} : {', '.join([TILE] * len(values))}")

    def statements(self, scope: List[str], depth: int, count: int) -> List[str]:
        """Adds ops on the tiles of `scope`; the tiles that there are then."""
        scope = list(scope)
        pick = self.random.choice
        for _ in range(count):
            kind = self.random.random()
            name = self.fresh()
            if kind < 0.15:
                row = self.random.randrange(9)
                self.line(f"{name} = pto.load %x[{row}, 0] to vec : ({TENSOR}) -> {TILE}")
            elif kind < 0.42:
                op = "exp" if kind < 0.35 else "recip"
                self.line(f"{name} = pto.{op} {pick(scope)} : ({TILE}) -> {TILE}")
            elif kind < 0.57:
                self.line(f"{name} = pto.add {pick(scope)}, {pick(scope)} : "
                          f"({TILE}, {TILE}) -> {TILE}")
            elif kind < 0.70:
                row = self.random.randrange(16)
                self.line(f"{name} = pto.write {pick(scope)}[{row}, 0], %f : "
                          f"({TILE}, f32) -> {TILE}")
            elif kind < 0.78 or depth == 3:
                self.store(pick(scope))
                continue
            elif kind < 0.90:
                scope += self.loop(name, scope, depth)
                continue
            else:
                scope += self.branch(name, scope, depth)
                continue
            scope.append(name)
        return scope

    def store(self, tile: str) -> None:
        column = self.random.randrange(99)
        self.line(f"{self.fresh()} = pto.store {tile}, %out[0, {column}] : "
                  f"({TILE}, {TENSOR}) -> {TENSOR}")

    def loop(self, name: str, scope: List[str], depth: int) -> List[str]:
        count = self.random.randint(1, 3)
        arguments = [self.fresh() for _ in range(count)]
        carried = ", ".join(f"{a} = {self.random.choice(scope)}" for a in arguments)
        self.line(f"{name}:{count} = scf.for %i{name[1:]} = %c0 to "
                  f"%c{self.random.randrange(4)} step %c1 iter_args({carried}) -> "
                  f"({', '.join([TILE] * count)}) {{")
        inner = self.statements(scope + arguments, depth + 1, self.random.randint(0, 4))
        if self.random.random() < 0.3:
            self.yields(self.random.sample(arguments, count))  # a rotation
        else:
            self.yields([self.random.choice(inner) for _ in range(count)])
        self.line("}")
        return [f"{name}#{i}" for i in range(count)]

    def branch(self, name: str, scope: List[str], depth: int) -> List[str]:
        count = self.random.randint(1, 2)
        self.line(f"{name}:{count} = scf.if %p{self.random.randrange(CONDITIONS)} -> "
                  f"({', '.join([TILE] * count)}) {{")
        for closer in ("} else {", "}"):
            inner = self.statements(scope, depth + 1, self.random.randint(0, 3))
            self.yields([self.random.choice(inner) for _ in range(count)])
            self.line(closer)
        return [f"{name}#{i}" for i in range(count)]

    def kernel(self) -> str:
        conditions = "".join(f", %p{i}: i1" for i in range(CONDITIONS))
        self.line(f"func.func @f(%x: {TENSOR}, %out: {TENSOR}, %f: f32{conditions}) "
                  "attributes {pto.kind = #pto.function_kind<aiv>} {")
        for i in range(4):
            self.line(f"%c{i} = arith.constant {i} : index")
        self.line(f"%v0 = pto.load %x[0, 0] to vec : ({TENSOR}) -> {TILE}")
        tiles = self.statements(["%v0"], 0, self.random.randint(4, 14))
        for tile in self.random.sample(tiles, min(3, len(tiles))):
            self.store(tile)
        self.line("return")
        self.line("}")
        return "\n".join(self.lines) + "\n"


OP = re.compile(r"(%\w+) = pto\.(\w+) ([^:]*?)(?: into (%\w+))?(?: \{.*?\})? :")
ALLOC = re.compile(r"(%\w+) = pto\.alloc \w+, addr = (-?\d+), size = (\d+)")
Node = Tuple[str, str, list, list]  # kind, text, body, other arm


def parse(lines: List[str], at: int) -> Tuple[List[Node], int]:
    """The statements from a line up to the brace that closes them."""
    body: List[Node] = []
    while at < len(lines) and not lines[at].startswith("}"):
        text = lines[at]
        if "scf.for" in text:
            inner, end = parse(lines, at + 1)
            body.append(("for", text, inner, []))
            at = end
        elif "scf.if" in text:
            first, end = parse(lines, at + 1)
            second: List[Node] = []
            if lines[end].startswith("} else"):
                second, end = parse(lines, end + 1)
            body.append(("if", text, first, second))
            at = end
        else:
            body.append(("op", text, [], []))
        at += 1
    return body, at


class Machine:
    """Runs a kernel, by values or by buffers."""

    def __init__(self, conditions: Dict[str, bool], by_buffers: bool) -> None:
        self.conditions = conditions
        self.by_buffers = by_buffers
        self.values: Dict[str, object] = {}
        self.homes: Dict[str, Optional[str]] = {}
        self.buffers: Dict[Optional[str], object] = {}
        self.addresses: Dict[Optional[str], int] = {}
        self.constants: Dict[str, int] = {}
        self.stored: List[Tuple[str, object]] = []

    def get(self, name: str) -> object:
        if self.by_buffers:
            return self.buffers.get(self.homes[name])
        return self.values[name]

    def put(self, name: str, value: object, home: Optional[str]) -> None:
        self.values[name] = value
        self.homes[name] = home
        if self.by_buffers:
            self.buffers[home] = value
            for other in [o for o in self.buffers if o != home and self.overlap(o, home)]:
                # The same bytes hold the same; others are lost.
                same = self.addresses[other] == self.addresses[home]
                self.buffers[other] = value if same else None

    def overlap(self, a: Optional[str], b: Optional[str]) -> bool:
        """Two buffers that were placed have bytes in common."""
        if a not in self.addresses or b not in self.addresses:
            return False
        return abs(self.addresses[a] - self.addresses[b]) < TILE_BYTES

    def bind(self, names: List[str], sources: List[Tuple[object, Optional[str]]]) -> None:
        """Names for what flows in; no buffer changes by that."""
        for name, (value, home) in zip(names, sources):
            self.values[name], self.homes[name] = value, home

    def sources(self, names: List[str]) -> List[Tuple[object, Optional[str]]]:
        return [(self.get(name), self.homes.get(name)) for name in names]

    def run(self, body: List[Node]) -> List[str]:
        """Runs statements; what they yield."""
        for kind, text, inner, other in body:
            if kind == "op":
                if text.startswith("scf.yield"):
                    return re.findall(r"%\w+(?:#\d+)?", text.split(" : ")[0])
                self.run_op(text)
                continue
            name, count = re.match(r"(%\w+)(?::(\d+))? = ", text).groups()
            results = [f"{name}#{i}" for i in range(int(count))] if count else [name]
            if kind == "if":
                condition = re.search(r"scf.if (%\w+)", text).group(1)
                arm = self.run(inner if self.conditions[condition] else other)
                self.bind(results, self.sources(arm))
            else:
                self.bind(results, self.run_loop(text, inner))
        return []

    def run_loop(self, text: str, body: List[Node]) -> List[Tuple[object, Optional[str]]]:
        trips = self.constants[re.search(r" to (%\w+) step", text).group(1)]
        pairs = re.findall(r"(%\w+) = (%\w+(?:#\d+)?)", text.split("iter_args", 1)[1])
        current = self.sources([init for _, init in pairs])
        homes = [home for _, home in current]
        for _ in range(trips):
            self.bind([argument for argument, _ in pairs], current)
            current = self.sources(self.run(body))
            if self.by_buffers and homes != [home for _, home in current]:
                raise AssertionError(f"a loop yields in other buffers than it carries: {text}")
        return current

    def run_op(self, text: str) -> None:
        constant = re.match(r"(%\w+) = arith.constant (\d+)", text)
        if constant:
            self.constants[constant.group(1)] = int(constant.group(2))
            return
        alloc = ALLOC.match(text)
        if alloc and int(alloc.group(2)) >= 0:
            self.addresses[alloc.group(1)] = int(alloc.group(2))
        match = OP.match(text)
        if not match or match.group(2) == "alloc":
            return
        name, op, operands, into = match.groups()
        tiles = re.findall(r"%\w+(?:#\d+)?", operands)
        index = re.search(r"\[(\d+), (\d+)\]", operands)
        if op == "store":
            self.stored.append((index.group(2), self.get(tiles[0])))
        elif op == "write":
            self.put(name, (op, self.get(tiles[0]), index.group(1)), self.homes[tiles[0]])
        elif op == "load":
            self.put(name, (op, index.group(1)), into)
        elif op == "move":
            self.put(name, self.get(tiles[0]), into)
        elif op == "create":
            # Room, in which nothing is written.
            self.values[name], self.homes[name] = None, into
        else:
            self.put(name, (op, *[self.get(tile) for tile in tiles]), into)


def run_kernel(text: str, bits: int, by_buffers: bool) -> List[Tuple[str, object]]:
    lines = [line.strip() for line in text.splitlines()]
    start = next(i for i, line in enumerate(lines) if line.startswith("func.func"))
    names = re.findall(r"(%\w+): i1", lines[start])
    machine = Machine({n: bool(bits >> i & 1) for i, n in enumerate(names)}, by_buffers)
    machine.run(parse(lines, start + 1)[0])
    return machine.stored


def run_opt(tool: str, kernels: List[str], *passes: str) -> List[str]:
    done = subprocess.run(
        [tool, "-", "--split-input-file", "--mlir-use-nameloc-as-prefix=false", *passes],
        input=f"{SEPARATOR}\n".join(kernels), capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"pto-opt fails:\n{done.stderr}")
    return done.stdout.split(SEPARATOR)


def count_wrong(first: int, before: List[str], after: List[str], what: str) -> int:
    """Kernels that store something else."""
    wrong = 0
    for seed, plain, placed in zip(range(first, first + len(before)), before, after):
        for bits in range(1 << CONDITIONS):
            if run_kernel(plain, bits, False) != run_kernel(placed, bits, True):
                print(f"{what}: kernel {seed}, conditions {bits:04b}: stores differ")
                wrong += 1
                break
    return wrong


def peak(text: str) -> int:
    return max((int(address) + int(size) for _, address, size in ALLOC.findall(text)), default=0)


def run_planners(tool: str, first: int, kernels: List[str], before: List[str]) -> int:
    """Every planner computes the same; the peak planner needs the least."""
    wrong, peaks = 0, {}
    for name, passes in PLANNERS.items():
        after = run_opt(tool, kernels, "--init-memref", *passes)
        wrong += count_wrong(first, before, after, name)
        peaks[name] = [peak(text) for text in after]
    higher = 0
    for i, best in enumerate(peaks["peak"]):
        for name, list_ in peaks.items():
            if best > list_[i]:
                print(f"kernel {first + i}: {best} bytes, {name} needs {list_[i]}")
                higher += 1
    totals = ", ".join(f"{name} {sum(list_)}" for name, list_ in peaks.items())
    print(f"{len(kernels)} kernels, {wrong} wrong, {higher} higher; bytes: {totals}")
    return wrong + higher


def main() -> int:
    tool, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    what = sys.argv[4] if len(sys.argv) > 4 else "aliases"
    kernels = [Generator(seed).kernel() for seed in range(first, first + count)]
    before = run_opt(tool, kernels)
    if what == "planners":
        return 1 if run_planners(tool, first, kernels, before) else 0
    after = run_opt(tool, kernels, "--init-memref", "--materialize-semantic-aliases")
    wrong = count_wrong(first, before, after, what)
    print(f"{count} kernels, {wrong} wrong, {''.join(after).count('pto.move')} copies")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
