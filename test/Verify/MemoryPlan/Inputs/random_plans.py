"""Plants faults in random plans, and compares the judge with plain execution.

    random_plans.py PTO_OPT FIRST COUNT [--show]

A random kernel (loops, while loops, branches, swaps, views by rows and columns,
in-place ops, temporaries) is placed. Then its plan is changed at random: buffers
get each other's addresses or are shifted, tiles are bound to other buffers, moves
are dropped or change places. Each plan is run twice, by values and by bytes, for
many choices of branches and numbers of iterations; whatever an op makes is unlike
all else. A plan in which some op reads something else by bytes is wrong, and the
judge must refuse it. One that the judge refuses because of what memory holds
(mp-r1, mp-r2) should be wrong for some choice.
"""

import random
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Dict, List, Optional, Tuple

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "Inputs"))

from kernel_writer import SEPARATOR, KernelWriter  # noqa: E402

UNIT = 32  # bytes; the execution knows no less
TENSOR = "tensor<64x64xf32>"
SHAPES = {"A": (16, 16), "R": (8, 16), "C": (16, 8), "M": (16, 1)}
TYPES = {key: f"!pto.tile<{r}x{c}xf32, vec>" for key, (r, c) in SHAPES.items()}
KEYS = {text: key for key, text in TYPES.items()}
MUTANTS = 12
ORACLES = 24
MORE_ORACLES = 400


# Kernels ----------------------------------------------------------------------

class Generator(KernelWriter):
    """Writes one kernel; scopes are lists of (name, shape)."""

    def pick(self, scope: List[Tuple[str, str]], key: str = "") -> Optional[str]:
        names = [name for name, shape in scope[-8:] if shape == key]
        return self.random.choice(names) if names else None

    def statements(self, scope, depth: int, count: int):
        scope = list(scope)
        for _ in range(count):
            kind = self.random.random()
            if depth < 4 and kind < 0.12:
                scope += self.loop(scope, depth)
            elif depth < 4 and kind < 0.17:
                scope += self.while_loop(scope, depth)
            elif depth < 4 and kind < 0.27:
                scope += self.branch(scope, depth)
            else:
                scope += self.op(scope)
        return scope

    def op(self, scope):
        name, kind = self.fresh(), self.random.random()
        key = self.random.choice("AAARCM")
        tile, other = self.pick(scope, key), self.pick(scope, key)
        whole = self.pick(scope, "A")
        mine = TYPES[key]
        if kind < 0.2 or whole is None:
            self.lines.append(f"{name} = pto.load %x[0, 0] to vec : ({TENSOR}) -> {TYPES['A']}")
            return [(name, "A")]
        if kind < 0.3:
            row = self.random.choice([0, 4, 8])
            self.lines.append(f"{name} = pto.slice {whole}[{row}, 0] : ({TYPES['A']}) -> {TYPES['R']}")
            return [(name, "R")]
        if kind < 0.38:
            column = self.random.choice([0, 8])
            self.lines.append(f"{name} = pto.slice {whole}[0, {column}] : ({TYPES['A']}) -> {TYPES['C']}")
            return [(name, "C")]
        if kind < 0.45:
            tmp = self.fresh()
            self.lines.append(f"{tmp} = pto.create to vec : () -> {TYPES['A']}")
            self.lines.append(f"{name} = pto.row_max {whole}, {tmp} : ({TYPES['A']}, {TYPES['A']}) "
                              f"-> {TYPES['M']}")
            return [(name, "M")]
        part = self.pick(scope, "R")
        if kind < 0.52 and part is not None:
            self.lines.append(f"{name} = pto.assemble {whole}[{self.random.choice([0, 8])}, 0], {part} : "
                              f"({TYPES['A']}, {TYPES['R']}) -> {TYPES['A']}")
            return [(name, "A")]
        if tile is None:
            return []
        if kind < 0.66:
            self.lines.append(f"{name} = pto.exp {tile} : ({mine}) -> {mine}")
        elif kind < 0.78:
            self.lines.append(f"{name} = pto.add {tile}, {other} : ({mine}, {mine}) -> {mine}")
        elif kind < 0.88:
            self.lines.append(f"{name} = pto.write {tile}[0, 0], %f : ({mine}, f32) -> {mine}")
        else:
            self.lines.append(f"{name} = pto.store {tile}, %out[0, 0] : ({mine}, {TENSOR}) -> {TENSOR}")
            return []
        return [(name, key)]

    def yields(self, scope, keys: List[str], op: str) -> None:
        """Hands on tiles of the given shapes; there is one of each at least."""
        names = []
        for key in keys:
            choice = [name for name, shape in scope if shape == key]
            names.append(self.random.choice(choice[-4:]))
        self.lines.append(f"{op} {', '.join(names)} : {', '.join(TYPES[k] for k in keys)}")

    def carried(self, scope):
        """Shapes and initial tiles of what a loop carries."""
        whole = [name for name, shape in scope if shape == "A"]
        inits = [self.random.choice(whole[-4:]) for _ in range(self.random.randint(1, 3))]
        return ["A"] * len(inits), inits

    def results(self, name: str, keys: List[str]):
        if len(keys) == 1:
            return [(name, keys[0])]
        return [(f"{name}#{i}", key) for i, key in enumerate(keys)]

    def head(self, name: str, keys: List[str]) -> str:
        return f"{name}:{len(keys)}" if len(keys) > 1 else name

    def loop(self, scope, depth: int):
        name = self.fresh()
        keys, inits = self.carried(scope)
        arguments = [self.fresh() for _ in keys]
        pairs = ", ".join(f"{a} = {i}" for a, i in zip(arguments, inits))
        types = ", ".join(TYPES[k] for k in keys)
        self.lines.append(f"{self.head(name, keys)} = scf.for %i{name[2:]} = %c0 to %n step %c1 "
                          f"iter_args({pairs}) -> ({types}) {{")
        inner = self.statements(scope + list(zip(arguments, keys)), depth + 1,
                                self.random.randint(0, 5))
        if self.random.random() < 0.25:
            names = self.random.sample(arguments, len(arguments))
            self.lines.append(f"scf.yield {', '.join(names)} : {types}")
        else:
            self.yields(inner, keys, "scf.yield")
        self.lines.append("}")
        return self.results(name, keys)

    def while_loop(self, scope, depth: int):
        name = self.fresh()
        keys, inits = self.carried(scope)
        before, after = [self.fresh() for _ in keys], [self.fresh() for _ in keys]
        pairs = ", ".join(f"{a} = {i}" for a, i in zip(before, inits))
        types = ", ".join(TYPES[k] for k in keys)
        self.lines.append(f"{self.head(name, keys)} = scf.while ({pairs}) : ({types}) -> ({types}) {{")
        inner = self.statements(scope + list(zip(before, keys)), depth + 1,
                                self.random.randint(0, 3))
        self.yields(inner, keys, "scf.condition(%p)")
        self.lines.append("} do {")
        arguments = ", ".join(f"{a}: {TYPES[k]}" for a, k in zip(after, keys))
        self.lines.append(f"^bb0({arguments}):")
        inner = self.statements(scope + list(zip(after, keys)), depth + 1,
                                self.random.randint(0, 3))
        self.yields(inner, keys, "scf.yield")
        self.lines.append("}")
        return self.results(name, keys)

    def branch(self, scope, depth: int):
        name = self.fresh()
        shapes = sorted({shape for _, shape in scope[-6:]}) or ["A"]
        keys = [self.random.choice(shapes) for _ in range(self.random.randint(1, 2))]
        types = ", ".join(TYPES[k] for k in keys)
        self.lines.append(f"{self.head(name, keys)} = scf.if %p -> ({types}) {{")
        for closer in ("} else {", "}"):
            inner = self.statements(scope, depth + 1, self.random.randint(0, 4))
            self.yields(inner, keys, "scf.yield")
            self.lines.append(closer)
        return self.results(name, keys)

    def kernel(self) -> str:
        self.lines.append(f"func.func @f(%x: {TENSOR}, %out: {TENSOR}, %f: f32, %p: i1, %n: index) "
                          "attributes {pto.kind = #pto.function_kind<aiv>} {")
        self.lines += ["%c0 = arith.constant 0 : index", "%c1 = arith.constant 1 : index"]
        self.lines.append(f"%v0 = pto.load %x[0, 0] to vec : ({TENSOR}) -> {TYPES['A']}")
        tiles = self.statements([("%v0", "A")], 0, self.random.randint(4, 14))
        for name, key in self.random.sample(tiles, min(3, len(tiles))):
            self.lines.append(f"{self.fresh()} = pto.store {name}, %out[0, 0] : "
                              f"({TYPES[key]}, {TENSOR}) -> {TENSOR}")
        self.lines += ["return", "}"]
        return "\n".join(self.lines) + "\n"


# Execution --------------------------------------------------------------------

VALUE = re.compile(r"%(?!arg[0-4]\b)\w+(?:#\d+)?")  # but the parameters of the function


class Node:
    def __init__(self, text: str) -> None:
        self.text = text
        self.bodies: List[List["Node"]] = []


def parse(lines: List[str], at: int) -> Tuple[List[Node], int]:
    """Statements from a line up to the brace that closes them."""
    body: List[Node] = []
    while at < len(lines) and not lines[at].startswith("}"):
        node = Node(lines[at])
        if lines[at].endswith("{") and not lines[at].startswith("^"):
            inner, at = parse(lines, at + 1)
            node.bodies.append(inner)
            while lines[at] in ("} else {", "} do {"):
                inner, at = parse(lines, at + 1)
                node.bodies.append(inner)
        body.append(node)
        at += 1
    return body, at


def units_of(key: str) -> int:
    rows, columns = SHAPES[key]
    return rows * columns * 4 // UNIT


def window(key: str, row: int, column: int) -> List[int]:
    """Units of an A that a window of it is."""
    if key == "R":
        return [2 * row + i for i in range(16)]
    return [2 * r + column // 8 for r in range(16)]


class Wrong(Exception):
    """A tile is not where its user looks for it."""


class Machine:
    """Runs a kernel, by values or by bytes. An oracle answers every condition."""

    def __init__(self, addresses: Dict[str, int], oracle: int, by_bytes: bool) -> None:
        self.addresses = addresses
        self.oracle = random.Random(oracle)
        self.by_bytes = by_bytes
        self.values: Dict[str, List[int]] = {}
        self.sites: Dict[str, Optional[List[int]]] = {}
        self.memory: Dict[int, int] = {}
        self.seen: List[int] = []
        self.count = 0

    def fresh(self) -> int:
        self.count += 1
        return self.count

    def get(self, name: str) -> List[int]:
        """What an op reads."""
        value = self.values[name]
        if self.by_bytes:
            site = self.sites[name]
            if site is None:
                raise Wrong()
            value = [self.memory.get(unit, 0) for unit in site]
        self.seen.append(hash(tuple(value)))
        return value

    def put(self, name: str, value: List[int], site: Optional[List[int]]) -> None:
        self.values[name], self.sites[name] = value, site
        if self.by_bytes:
            if site is None:
                raise Wrong()
            self.memory.update(zip(site, value))

    def bind(self, names: List[str], sources: List[str], homes=None) -> None:
        """Names for what flows in. A tile that is not where it is expected is
        lost to whoever reads it."""
        found = [(self.values.get(s), self.sites.get(s)) for s in sources]
        for i, (name, (value, site)) in enumerate(zip(names, found)):
            if homes is not None and homes[i] is not None and homes[i] != site:
                site = None
            self.values[name], self.sites[name] = value, site

    def run(self, body: List[Node]) -> List[str]:
        """Runs statements; what they hand on."""
        for node in body:
            text = node.text
            if text.startswith(("scf.yield", "scf.condition")):
                return VALUE.findall(text.split(" : ")[0])
            if text.startswith(("return", "^")):
                continue
            if node.bodies:
                self.run_regions(node)
            else:
                self.run_op(text)
        return []

    def run_regions(self, node: Node) -> None:
        text = node.text
        match = re.match(r"(%\w+)(?::(\d+))? = ", text)
        name, count = (match.group(1), match.group(2)) if match else ("", None)
        results = [f"{name}#{i}" for i in range(int(count))] if count else [name] if name else []
        if " scf.if " in " " + text:
            # By convention a result is where the first arm leaves it.
            taken = self.oracle.random() < 0.5
            homes = self.homes_of(node.bodies[0])
            body = node.bodies[0] if taken else (node.bodies[1] if len(node.bodies) > 1 else [])
            names = self.run(body)
            self.bind(results, names, None if taken else homes)
            return
        pairs = re.findall(r"(%\w+) = (%\w+(?:#\d+)?)", text.split(" = scf.", 1)[1])
        if "scf.for" in text:
            pairs = [pair for pair in pairs if pair[1] != "%c0"]
        arguments = [a for a, _ in pairs]
        names = [i for _, i in pairs]
        homes = [self.sites.get(n) for n in names]
        if "scf.for" in text:
            for _ in range(self.oracle.randrange(4)):
                self.bind(arguments, names, homes)
                names = self.run(node.bodies[0])
            self.bind(results, names, homes)
            return
        seconds = VALUE.findall(node.bodies[1][0].text)
        for _ in range(self.oracle.randrange(4)):
            self.bind(arguments, names, homes)
            names = self.run(node.bodies[0])
            self.bind(seconds, names)
            names = self.run(node.bodies[1])
        self.bind(arguments, names, homes)
        names = self.run(node.bodies[0])
        self.bind(results, names)

    def homes_of(self, body: List[Node]) -> list:
        """Where an arm leaves what it yields, found without running it."""
        return [self.static_site(body, name) for name in
                VALUE.findall(body[-1].text.split(" : ")[0])]

    def static_site(self, body: List[Node], name: str) -> Optional[List[int]]:
        for node in body:
            match = re.match(r"(%\w+)(?::\d+)? = ", node.text)
            if not match or match.group(1) != name.split("#")[0]:
                continue
            if not node.bodies:
                into = re.search(r" into (%\w+)", node.text)
                operands = VALUE.findall(node.text.split(" = ", 1)[1])
                if into:
                    key = KEYS[node.text.rsplit("-> ", 1)[1]]
                    start = self.addresses[into.group(1)] // UNIT
                    return [start + i for i in range(units_of(key))]
                source = self.static_site(body, operands[0])
                if source is None or "pto.slice" not in node.text:
                    return source
                row, column = map(int, re.search(r"\[(\d+), (\d+)\]", node.text).groups())
                key = KEYS[node.text.rsplit("-> ", 1)[1]]
                return [source[i] for i in window(key, row, column)]
            number = int(name.split("#")[1]) if "#" in name else 0
            if "scf.if" in node.text:
                inner = VALUE.findall(node.bodies[0][-1].text.split(" : ")[0])[number]
                return self.static_site(node.bodies[0] + body, inner)
            if "scf.while" in node.text:
                handed = VALUE.findall(node.bodies[0][-1].text.split(" : ")[0])[number]
                pairs = re.findall(r"(%\w+) = (%\w+(?:#\d+)?)", node.text.split(" = scf.", 1)[1])
                for argument, init in pairs:
                    if handed == argument:
                        return self.static_site(body, init)
                return self.static_site(node.bodies[0] + body, handed)
            pairs = re.findall(r"(%\w+) = (%\w+(?:#\d+)?)", node.text.split("iter_args", 1)[1])
            return self.static_site(body, pairs[number][1])
        return self.sites.get(name)

    def run_op(self, text: str) -> None:
        match = re.match(r"(%\w+) = pto\.(\w+) (.*)", text)
        if not match or match.group(2) == "alloc":
            return
        name, op, rest = match.groups()
        head = rest.split(" : ")[0]
        into = re.search(r" into (%\w+)", head)
        operands = VALUE.findall(head.split(" into ")[0])
        site = None
        if into:
            key = KEYS[text.rsplit("-> ", 1)[1]]
            start = self.addresses[into.group(1)] // UNIT
            site = [start + i for i in range(units_of(key))]
        if op == "create":
            # Nothing is written; only temporaries are made so.
            self.values[name], self.sites[name] = [0] * 32, site
            return
        if op == "slice":
            row, column = map(int, re.search(r"\[(\d+), (\d+)\]", head).groups())
            key = KEYS[text.rsplit("-> ", 1)[1]]
            source = operands[0]
            part = window(key, row, column)
            value, home = self.values[source], self.sites[source]
            self.values[name] = [value[i] for i in part]
            self.sites[name] = None if home is None else [home[i] for i in part]
            return
        scratch = operands.pop() if op == "row_max" else None
        for operand in operands:
            self.get(operand)
        if op == "store":
            return
        if scratch and self.by_bytes:
            if self.sites[scratch] is None:
                raise Wrong()
            self.memory.update((unit, self.fresh()) for unit in self.sites[scratch])
        elif scratch:
            for _ in range(32):
                self.fresh()
        if op in ("write", "assemble"):
            site = self.sites[operands[0]]
        size = len(self.values[operands[0]]) if site is None else len(site)
        self.put(name, [self.fresh() for _ in range(size)], site)


def addresses_of(lines: List[str]) -> Dict[str, int]:
    found = {}
    for line in lines:
        match = re.match(r"(%\w+) = pto.alloc vec, addr = (\d+)", line)
        if match:
            found[match.group(1)] = int(match.group(2))
    return found


def is_wrong(text: str, oracles: int) -> bool:
    """True where some choice of conditions tells bytes from values."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    start = next(i for i, line in enumerate(lines) if line.startswith("func.func"))
    body, _ = parse(lines, start + 1)
    addresses = addresses_of(lines)
    for oracle in range(oracles):
        plain = Machine(addresses, oracle, False)
        plain.run(body)
        by_bytes = Machine(addresses, oracle, True)
        try:
            by_bytes.run(body)
        except Wrong:
            return True
        if plain.seen != by_bytes.seen:
            return True
    return False


# Faults -----------------------------------------------------------------------

class Mutator:
    """Changes one plan; says how."""

    def __init__(self, text: str, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines = text.splitlines()

    def allocs(self) -> List[int]:
        return [i for i, line in enumerate(self.lines) if "pto.alloc" in line]

    def address(self, i: int) -> int:
        return int(re.search(r"addr = (\d+)", self.lines[i]).group(1))

    def place(self, i: int, address: int) -> None:
        self.lines[i] = re.sub(r"addr = \d+", f"addr = {address}", self.lines[i])

    def share(self) -> None:
        a, b = self.random.choice(self.allocs()), self.random.choice(self.allocs())
        self.place(a, self.address(b))

    def shift(self) -> None:
        i = self.random.choice(self.allocs())
        by = self.random.choice([-512, -64, -32, 32, 64, 512])
        self.place(i, max(0, self.address(i) + by))

    def swap(self) -> None:
        a, b = self.random.choice(self.allocs()), self.random.choice(self.allocs())
        mine, its = self.address(a), self.address(b)
        self.place(a, its)
        self.place(b, mine)

    def pack(self) -> None:
        """All buffers at few addresses."""
        count = self.random.randint(2, max(2, len(self.allocs())))
        for i in self.allocs():
            self.place(i, 1024 * self.random.randrange(count))

    def rebind(self) -> None:
        bound = [i for i, line in enumerate(self.lines) if " into %" in line]
        names = [re.search(r"(%\w+) =", self.lines[i]).group(1) for i in self.allocs()]
        if bound:
            i = self.random.choice(bound)
            self.lines[i] = re.sub(r" into %\w+", f" into {self.random.choice(names)}", self.lines[i])

    def moves(self) -> List[int]:
        return [i for i, line in enumerate(self.lines) if "pto.move" in line]

    def drop_move(self) -> None:
        if not self.moves():
            return
        i = self.random.choice(self.moves())
        name, source = re.match(r"\s*(%\w+) = pto.move (%\w+(?:#\d+)?)", self.lines[i]).groups()
        indentation = len(self.lines[i]) - len(self.lines[i].lstrip())
        del self.lines[i]
        # To the end of the block: other blocks use the name for other tiles.
        while len(self.lines[i]) - len(self.lines[i].lstrip()) >= indentation:
            self.lines[i] = re.sub(re.escape(name) + r"(?![\w#])", source, self.lines[i])
            i += 1

    def reorder_moves(self) -> None:
        pairs = [i for i in self.moves() if i + 1 in self.moves()]
        if not pairs:
            return
        i = self.random.choice(pairs)
        name = re.match(r"\s*(%\w+) =", self.lines[i]).group(1)
        if not re.search(re.escape(name) + r"\b", self.lines[i + 1].split("=", 1)[1]):
            self.lines[i], self.lines[i + 1] = self.lines[i + 1], self.lines[i]

    def mutate(self) -> str:
        kinds = [self.share, self.share, self.share, self.shift, self.swap, self.pack,
                 self.rebind, self.drop_move, self.reorder_moves]
        kind = self.random.choice(kinds)
        for _ in range(self.random.randint(1, 3) if kind == self.share else 1):
            kind()
        return kind.__name__

    def text(self) -> str:
        return "\n".join(self.lines) + "\n"


# Comparison -------------------------------------------------------------------

def run_opt(tool: str, kernels: List[str], *passes: str) -> Tuple[List[str], str]:
    done = subprocess.run(
        [tool, "-", "--split-input-file", "--mlir-use-nameloc-as-prefix=false", *passes],
        input=f"{SEPARATOR}\n".join(kernels), capture_output=True, text=True, check=False)
    chunks = done.stdout.split(SEPARATOR)
    if len(chunks) != len(kernels):
        raise SystemExit(f"pto-opt gives {len(chunks)} modules for {len(kernels)}:\n{done.stderr[-2000:]}")
    return chunks, done.stderr


def main() -> int:
    tool, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    show = "--show" in sys.argv
    seeds = range(first, first + count)
    placed, log = run_opt(tool, [Generator(seed).kernel() for seed in seeds],
                          "--init-memref", "--allocate-memory-addr=verify=false")
    if "error:" in log:
        raise SystemExit(log)
    plans = [(seed, "unchanged", text) for seed, text in zip(seeds, placed)]
    for seed, text in zip(seeds, placed):
        for i in range(MUTANTS):
            mutator = Mutator(text, seed * MUTANTS + i)
            plans.append((seed, mutator.mutate(), mutator.text()))
    verdicts, log = run_opt(tool, [text for _, _, text in plans],
                            "--verify-memory-plan=limit=1", "--mlir-disable-threading")
    rules = iter(re.findall(r"error: .*\[mp-r(\d+)\]", log))
    table: Dict[str, Counter] = {}
    missed = strict = 0
    for (seed, kind, text), verdict in zip(plans, verdicts):
        counts = table.setdefault(kind, Counter())
        counts["plans"] += 1
        if "func.func" in verdict:
            if is_wrong(text, ORACLES):
                counts["missed"] += 1
                missed += 1
                if show:
                    print(f"// missed: seed {seed}, {kind}\n{text}")
            continue
        counts["refused"] += 1
        if next(rules) not in ("1", "2"):
            continue
        if not is_wrong(text, ORACLES) and not is_wrong(text, MORE_ORACLES):
            counts["strict"] += 1
            strict += 1
            if show:
                print(f"// refused without need: seed {seed}, {kind}\n{text}")
    for kind, counts in table.items():
        print(f"{kind}: {counts['plans']} plans, {counts['refused']} refused, "
              f"{counts['missed']} missed, {counts['strict']} refused without need")
    print(f"{len(plans)} plans, {missed} missed, {strict} refused without need")
    return 1 if missed or strict else 0


if __name__ == "__main__":
    sys.exit(main())
