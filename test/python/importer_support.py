"""What the tests of the importer share: small dumps and pto-opt."""

import os
import re
import subprocess
import sys
import textwrap
import unittest
from pathlib import Path
from typing import Optional

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))

from pto.importer import DumpError, import_text  # noqa: E402

T = "pl.Tensor[[16, 64], pl.FP32]"
V = "pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec]"
VEC = "!pto.tile<16x64xf32, vec>"
TENSOR = "tensor<16x64xf32>"


def find_opt() -> Optional[str]:
    """The pto-opt to check results with, if there is one."""
    build = os.environ.get("PTO_BUILD_DIR", str(ROOT / "build"))
    place = os.environ.get("PTO_OPT", f"{build}/bin/pto-opt")
    return place if os.access(place, os.X_OK) else None


def run_opt(tool: str, text: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([tool, "-"], input=text, capture_output=True, text=True, check=False)


def program(*functions: str) -> str:
    """A dump of some functions."""
    text = "import pypto.language as pl\n\nN = pl.dynamic('N')\n\n@pl.program\nclass Small:\n"
    return text + textwrap.indent("\n".join(functions), "    ")


def function(
    body: str,
    params: str = f"a: {T}, out: pl.Out[{T}]",
    returns: str = "",
    mark: str = "pl.function(type=pl.FunctionType.InCore)",
    name: str = "main",
) -> str:
    """One function of a dump."""
    arrow = f" -> {returns}" if returns else ""
    body = textwrap.indent(textwrap.dedent(body).strip("\n") or "pass", "    ")
    return f"@{mark}\ndef {name}({params}){arrow}:\n{body}\n"


def load(name: str = "t", source: str = "a") -> str:
    """A line that loads a whole tensor."""
    return (
        f"{name}: {V} = pl.tile.load({source}, [0, 0], [16, 64], [16, 64], "
        "target_memory=pl.Mem.Vec)\n"
    )


class ImporterTest(unittest.TestCase):
    """Imports small dumps. Whatever imports must satisfy pto-opt, too."""

    def imported(self, *functions: str, **options: str) -> str:
        """The module of a dump, without locations."""
        text = import_text(program(*functions), "small.py", **options)
        self.verify(text)
        return re.sub(r" loc\((?:[^()]|\([^()]*\))*\)", "", text)

    def body(self, text: str, **options: str) -> str:
        """The module of a function with this body."""
        return self.imported(function(text, **options))

    def verify(self, text: str) -> None:
        """Puts a module on the list of those that pto-opt shall accept."""
        self.modules.append(text)

    @classmethod
    def setUpClass(cls) -> None:
        cls.modules: "list[str]" = []

    @classmethod
    def tearDownClass(cls) -> None:
        tool = find_opt()
        if tool is not None and run_opt(tool, "".join(cls.modules)).returncode:
            for text in cls.modules:
                done = run_opt(tool, text)
                assert done.returncode == 0, f"{done.stderr}\n{text}"

    def assertLines(self, text: str, *lines: str) -> None:
        """Each line is a line of the text, in this order."""
        found = [line.strip() for line in text.splitlines()]
        for line in lines:
            self.assertIn(line, found)
            found = found[found.index(line) + 1 :]

    def fails(self, body: str, message: str, **options: str) -> None:
        """The dump can't be imported; the message contains this."""
        self.rejects(program(function(body, **options)), message)

    def rejects(self, dump: "str | bytes", message: str) -> DumpError:
        with self.assertRaises(DumpError) as caught:
            import_text(dump, "small.py")
        self.assertRegex(caught.exception.render("small.py"), r"^small\.py:\d+:\d+: error: ")
        self.assertIn(message, caught.exception.message)
        return caught.exception
