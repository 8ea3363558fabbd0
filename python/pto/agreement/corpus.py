"""The items of a corpus, and how the tools run on them."""

from __future__ import annotations

import glob
import gzip
import json
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, Iterator, Optional, Tuple

from ..importer import import_file

TARGETS = {"910B": "a2a3", "950": "a5"}
BACKENDS = {"BackendType.Ascend910B": "a2a3", "BackendType.Ascend950": "a5"}
PLANNERS = {"MemoryPlanner.PYPTO": "pypto", "MemoryPlanner.DSA_RP": "dsa-rp",
            "MemoryPlanner.PTOAS": "ptoas"}


@dataclass(frozen=True)
class Item:
    """One program before a pass, and what the reference makes of it."""

    label: str
    before: Path
    after: Path  # the graph
    error: Optional[Path]  # the reference's error instead of a graph
    target: Optional[str]
    planner: str = "pypto"
    imported: Optional[Path] = None  # a module that was imported before

    def module(self) -> str:
        """The text of the program's module."""
        if self.imported is not None and self.imported.exists():
            return self.imported.read_text(encoding="utf-8")
        return import_file(self.before, self.target, "auto")

    def refused_later(self) -> bool:
        """The reference refuses the program of a unit test in a later pass."""
        test = self.before.parent.parent.name
        return any(self.before.parents[3].glob(f"*/{glob.escape(test)}/*/error.txt"))

    def graph(self) -> "Dict[str, Any]":
        with gzip.open(self.after, "rt", encoding="utf-8") as file:
            graph: "Dict[str, Any]" = json.load(file)
            return graph


def kernels(
    corpus: Path, before: str, after: str, only: str, imported: Optional[Path]
) -> "Iterator[Item]":
    """Real kernels at two stages of the reference's pipeline."""
    for path in sorted(corpus.glob(f"kernels/*/*/{before}.py.gz")):
        program, folder = path.parts[-3:-1]
        graph = path.parent / f"{after}.json.gz"
        if only not in str(path) or not graph.exists():
            continue
        place = imported / program / folder / f"{before}.mlir" if imported else None
        yield Item(f"{program}/{folder}", path, graph, None, TARGETS[folder], imported=place)


def unit_tests(corpus: Path, name: str, only: str) -> "Iterator[Item]":
    """The reference's own tests of one pass."""
    for path in sorted(corpus.glob(f"unit/{name}/*/*/before.py.gz")):
        if only not in str(path):
            continue
        meta = json.loads((path.parent / "meta.json").read_text(encoding="utf-8"))
        error = path.parent / "error.txt"
        yield Item("/".join(path.parts[-3:-1]), path, path.parent / "after.json.gz",
                   error if error.exists() else None, BACKENDS.get(meta["backend"]),
                   PLANNERS[meta["planner"]])


@dataclass(frozen=True)
class Run:
    """What a tool made of a program."""

    code: int
    out: str
    err: str

    @property
    def crashed(self) -> bool:
        """It ended in another way than by an error of its own."""
        return self.code < 0 or (self.code != 0 and "error:" not in self.err)

    @property
    def unknown(self) -> str:
        """What the tool does not know: a pass, or a value of an option."""
        lines = [line for line in self.err.splitlines()
                 if "Unknown command line argument" in line or "Cannot find option" in line]
        return lines[0] if lines else ""

    @property
    def message(self) -> str:
        """The first error, or what else there is to say."""
        lines = self.err.strip().splitlines()
        wrong = [line for line in lines if "error:" in line] or lines
        return wrong[0] if wrong and not self.crashed else f"exit code {self.code}"

    @property
    def located(self) -> bool:
        """The error says where."""
        place = self.message.partition(" error:")[0].rstrip(":")
        return place.count(":") >= 2 and place.rsplit(":", 1)[1].isdigit()


def run_opt(tool: Path, text: str, *passes: str) -> Run:
    """Runs pto-opt on a module."""
    done = subprocess.run([str(tool), "-", *passes], input=text, capture_output=True,
                          text=True, check=False)
    return Run(done.returncode, done.stdout, done.stderr)


def first_line(path: Path) -> Tuple[str, str]:
    """Kind and first line of an error of the reference."""
    kind, _, rest = path.read_text(encoding="utf-8").partition("\n")
    return kind, rest.strip().partition("\n")[0]
