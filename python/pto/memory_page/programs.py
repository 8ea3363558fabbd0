"""Plans from programs: runs the compiler's tools."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from .plan import Json, Plan, PlanError, Text, read_map

REPOSITORY = Path(__file__).resolve().parents[3]


@dataclass(frozen=True)
class Tools:
    """Where the programs are, and how an unplaced kernel is placed."""

    folder: Path | None = None
    planner: str | None = None
    target: str | None = None

    def find(self, name: str) -> str:
        build = Path(os.environ.get("PTO_BUILD_DIR", REPOSITORY / "build"))
        beside = Path(sys.argv[0]).resolve().parent
        for folder in [self.folder] if self.folder else [build / "bin", beside]:
            if os.access(folder / name, os.X_OK):
                return str(folder / name)
        found = None if self.folder else shutil.which(name)
        if found is None:
            raise PlanError(f"{name} was not found: build it, or say where it is with --bin")
        return found

    def run(self, name: str, arguments: Sequence[str], source: bytes) -> bytes:
        done = subprocess.run(
            [self.find(name), *arguments], input=source, capture_output=True, check=False
        )
        if done.returncode != 0:
            sys.stderr.write(done.stderr.decode(errors="replace"))
            raise PlanError(f"{name} {' '.join(arguments)} failed")
        return done.stdout

    def place(self, source: bytes) -> bytes:
        """The placed program, in a form that keeps what its lines were."""
        options = [
            f"{name}={value}"
            for name, value in (("planner", self.planner), ("target", self.target))
            if value
        ]
        pipeline = "--pto-memory-pipeline"
        if options:
            pipeline += "=" + " ".join(options)
        return self.run("pto-opt", [pipeline, "--emit-bytecode"], source)

    def map_of(self, source: bytes, label: str) -> Json:
        arguments = ["--mlir-to-memory-map"]
        if self.target:
            arguments.append(f"--memory-map-target={self.target}")
        return read_map(self.run("pto-translate", arguments, source).decode(), label)


def is_placed(map_: Json) -> bool:
    return all(
        function.get("unbound", 0) == 0
        and all(space["peak"] is not None for space in function["spaces"])
        for function in map_["functions"]
    )


def lines_of(map_: Json) -> list[list[int | None]]:
    return [[op["line"] for op in function.get("ops", [])] for function in map_["functions"]]


def plan_of_program(source: bytes, label: str, tools: Tools) -> Plan:
    """The plan of a program; one that is not placed yet is placed first."""
    map_ = tools.map_of(source, label)
    asked = tools.planner or tools.target
    if is_placed(map_) and not asked:
        plan = Plan(label, map_, is_judged=True)
        if not source.startswith(b"ML\xefR"):
            plan.texts.append(Text("program", source.decode(errors="replace"), lines_of(map_)))
        return plan
    placed = tools.place(source)
    # The text of the placed program has lines of its own; the other form has
    # those of the kernel.
    text = tools.run("pto-opt", ["-"], placed)
    plan = Plan(label, tools.map_of(text, label), is_judged=True)
    plan.texts.append(Text("placed program", text.decode(errors="replace"), lines_of(plan.map)))
    if not source.startswith(b"ML\xefR"):
        lines = lines_of(tools.map_of(placed, label))
        plan.texts.append(Text("kernel", source.decode(errors="replace"), lines))
    return plan


def load_plan(path: str, tools: Tools) -> Plan:
    """The plan in a file, or on standard input for `-`: a map, or a program."""
    try:
        source = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise PlanError(f"{path}: {error.strerror}") from None
    label = "standard input" if path == "-" else Path(path).name
    if path.endswith(".json") or source.lstrip()[:1] == b"{":
        return Plan(label, read_map(source.decode(errors="replace"), label))
    return plan_of_program(source, label, tools)
