"""Runs random kernels through inference in both modes, and compares.

    random_spaces.py PTO_OPT FIRST COUNT

Inference may add copies, empty tiles and repeated loads, and nothing else: with
those looked through, every op must take what it took before. The result must
verify, a second run must change nothing, and moving data must not cost more in
mode=min-cost than by the documented rules.
"""

import re
import subprocess
import sys
from pathlib import Path
from typing import Dict, List

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "Inputs"))

from kernel_writer import SEPARATOR, KernelWriter  # noqa: E402

TILE = "!pto.tile<16x16xf32>"
TENSOR = "tensor<64x64xf32>"
SPACES = ["vec", "mat", "left", "right", "acc"]
MODES = ["documented", "min-cost"]


class Generator(KernelWriter):
    """Writes one kernel."""

    def op(self, name: str, text: str, *operands: str) -> None:
        types = ", ".join(TILE if o.startswith("%v") else TENSOR for o in operands)
        self.lines.append(f"{name} = pto.{text} : ({types}) -> {TILE}")

    def request(self, spaces: List[str], chance: float) -> str:
        return f" to {self.random.choice(spaces)}" if self.random.random() < chance else ""

    def statements(self, scope: List[str], depth: int, count: int) -> List[str]:
        scope = list(scope)
        for _ in range(count):
            name, pick = self.fresh(), self.random.choice
            kind = self.random.random()
            if kind < 0.14 or not scope:
                row = self.random.randrange(48)
                self.op(name, f"load %in[{row}, 0]{self.request(['vec', 'mat'], 0.5)}", "%in")
            elif kind < 0.18:
                self.op(name, f"create{self.request(SPACES, 0.5)}")
            elif kind < 0.28:
                x = pick(scope)
                self.op(name, f"{pick(['exp', 'neg'])} {x}", x)
            elif kind < 0.34:
                x, y = pick(scope), pick(scope)
                self.op(name, f"add {x}, {y}", x, y)
            elif kind < 0.46:
                x, y = pick(scope), pick(scope)
                self.op(name, f"matmul {x}, {y}", x, y)
            elif kind < 0.54:
                x, y, z = pick(scope), pick(scope), pick(scope)
                self.op(name, f"matmul_acc {x}, {y}, {z}", x, y, z)
            elif kind < 0.62:
                x = pick(scope)
                self.op(name, f"move {x} to {pick(SPACES)}", x)
            elif kind < 0.66:
                x = pick(scope)
                self.op(name, f"extract {x}[0, 0] to {pick(['left', 'right', 'mat'])}", x)
            elif kind < 0.70:
                x = pick(scope)
                self.op(name, f"slice {x}[0, 0]", x)
            elif kind < 0.74:
                x, y = pick(scope), pick(scope)
                self.op(name, f"assemble {x}[0, 0], {y}", x, y)
            elif kind < 0.82 or depth == 3:
                self.lines.append(f"{self.fresh()} = pto.store {pick(scope)}, %out[{self.count}, 0]"
                                  f" : ({TILE}, {TENSOR}) -> {TENSOR}")
                continue
            elif kind < 0.90:
                scope += self.loop(scope, depth)
                continue
            elif kind < 0.97:
                scope += self.branch(scope, depth)
                continue
            else:
                scope += self.while_loop(scope, depth)
                continue
            scope.append(name)
        return scope

    def results(self, count: int) -> List[str]:
        return [self.fresh() for _ in range(count)]

    def yields(self, op: str, values: List[str]) -> None:
        self.lines.append(f"{op} {', '.join(values)} : {', '.join([TILE] * len(values))}")

    def body(self, scope: List[str], depth: int, count: int) -> List[str]:
        scope = self.statements(scope, depth + 1, self.random.randint(1, 5))
        return [self.random.choice(scope) for _ in range(count)]

    def loop(self, scope: List[str], depth: int) -> List[str]:
        count = self.random.randint(1, 2)
        results, arguments = self.results(count), self.results(count)
        carries = ", ".join(f"{a} = {self.random.choice(scope)}" for a in arguments)
        types = ", ".join([TILE] * count)
        bound = self.random.choice(["%n", "%c0", "%c4"])
        self.lines.append(f"{', '.join(results)} = scf.for %i{self.count} = %c0 to {bound} step %c1 "
                          f"iter_args({carries}) -> ({types}) {{")
        self.yields("scf.yield", self.body(scope + arguments, depth, count))
        self.lines.append("}")
        return results

    def while_loop(self, scope: List[str], depth: int) -> List[str]:
        result, before, after = self.results(3)
        self.lines.append(f"{result} = scf.while ({before} = {self.random.choice(scope)}) : "
                          f"({TILE}) -> {TILE} {{")
        handed = self.body(scope + [before], depth, 1)[0]
        self.lines.append(f"scf.condition(%p) {handed} : {TILE}")
        self.lines.append("} do {")
        self.lines.append(f"^bb0({after}: {TILE}):")
        self.yields("scf.yield", self.body(scope + [after], depth, 1))
        self.lines.append("}")
        return [result]

    def branch(self, scope: List[str], depth: int) -> List[str]:
        count = self.random.randint(1, 2)
        results = self.results(count)
        self.lines.append(f"{', '.join(results)} = scf.if %p -> ({', '.join([TILE] * count)}) {{")
        self.yields("scf.yield", self.body(scope, depth, count))
        self.lines.append("} else {")
        self.yields("scf.yield", self.body(scope, depth, count))
        self.lines.append("}")
        return results

    def kernel(self) -> str:
        self.statements([], 0, self.random.randint(4, 16))
        body = "\n".join("  " + line for line in self.lines)
        return (f"func.func @f(%in: {TENSOR}, %out: {TENSOR}, %n: index, %p: i1)\n"
                "    attributes {pto.kind = #pto.function_kind<incore>} {\n"
                "  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n"
                f"  %c4 = arith.constant 4 : index\n{body}\n  return\n}}\n")


# What makes a tile of nothing but its operands, wherever it stands.
PURE = re.compile(r"^(%\w+) = pto\.(load|create|slice|move|tile_cast)\b(.*)$")
REQUEST = re.compile(r" to (vec|mat|left|right|acc|bias)\b")
NAME = re.compile(r"%\w+")


def meaning(text: str) -> List[str]:
    """The lines of a kernel that do something, in terms of what they take:
    copies stand for their source, loads, views and empty tiles for what they
    are made of; other values are numbered."""
    terms: Dict[str, str] = {}
    lines: List[str] = []
    count = 0

    def term(match: re.Match) -> str:
        return terms.get(match[0], match[0])

    for line in text.splitlines():
        line = line.strip()
        if not line or line.startswith(("module", "func.func", "attributes")):
            continue
        pure = PURE.match(line)
        # Types and attributes say where and how, not what.
        line = re.sub(r"!pto\.tile<(?:[^<>]|<[^<>]*>)*>", "tile", line)
        if pure:
            name, op = pure[1], pure[2]
            operands = pure[3].split(" : ")[0].split(" {")[0]
            operands = NAME.sub(term, REQUEST.sub("", operands)).strip()
            terms[name] = operands if op in ("move", "tile_cast") else f"({op} {operands})"
            continue
        line = REQUEST.sub("", line)
        for name in re.findall(r"%v\w+(?=(?::\d+)? =|: tile)", line):
            count += 1
            terms[name] = f"<{count}>"
        lines.append(NAME.sub(term, line))
    # Numbers depend on how many copies there were: count anew.
    numbers: Dict[str, str] = {}
    result = []
    for line in lines:
        line = re.sub(r"<\d+>", lambda m: numbers.setdefault(m[0], f"<{len(numbers)}>"), line)
        result.append(line)
    return result


def run(pto_opt: str, text: str, options: List[str]) -> subprocess.CompletedProcess:
    return subprocess.run([pto_opt, "-", f"--split-input-file={SEPARATOR}"] + options,
                          input=text, capture_output=True, text=True)


def inference(mode: str) -> List[str]:
    return [f"--infer-tile-memory-space=target=a2a3 mode={mode} verify-data-path=off",
            "--verify-tile-memory"]


def main() -> int:
    pto_opt, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    kernels = [Generator(seed).kernel() for seed in range(first, first + count)]
    # Printed once, so that both sides name values in the same way.
    text = run(pto_opt, f"\n{SEPARATOR}\n".join(kernels), []).stdout
    kernels = text.split(SEPARATOR)
    wrong = cheaper = 0
    for mode in MODES:
        done = run(pto_opt, text, inference(mode))
        if done.returncode != 0:
            print(done.stderr[:2000])
            return 1
        outputs = done.stdout.split(SEPARATOR)
        again = run(pto_opt, done.stdout, inference(mode))
        for seed, once, twice in zip(range(first, first + count), outputs,
                                     again.stdout.split(SEPARATOR)):
            if once != twice:
                print(f"{mode}: a second run changes seed {seed}")
                wrong += 1
        for seed, before, after in zip(range(first, first + count), kernels, outputs):
            if meaning(before) != meaning(after):
                wrong += 1
                print(f"{mode}: seed {seed} differs")
                for a, b in zip(meaning(before), meaning(after)):
                    if a != b:
                        print(f"  {a}\n  {b}")
                        break
    costs = run(pto_opt, text, inference("min-cost") +
                ["--remarks-filter=pto-memory", "-o", "/dev/null"])
    found = re.findall(r"CostAfter=(\S+), CostBefore=(\S+),", costs.stderr)
    for after, before in found:
        wrong += float(after) > float(before)
        cheaper += float(after) < float(before)
    print(f"{count} kernels, {wrong} wrong, {cheaper} of {len(found)} cheaper")
    return 0


if __name__ == "__main__":
    sys.exit(main())
