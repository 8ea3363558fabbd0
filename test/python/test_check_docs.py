"""The tool that runs the examples in the documentation."""

import importlib.util
import io
import stat
import sys
import tempfile
import types
import unittest
from contextlib import redirect_stdout
from pathlib import Path
from unittest.mock import patch

TOOLS = Path(__file__).resolve().parents[2] / "tools"

PAGE = """# Title

<!-- run: tool --flag -->
```mlir
in {
}
```

becomes

```mlir
out
```

<!-- check: tool -->

```mlir
fine
```

<!-- fragment -->
```mlir
%x = ...
```

```cpp
int i;
```
"""


def load_tool() -> types.ModuleType:
    spec = importlib.util.spec_from_file_location("check_docs", TOOLS / "check-docs.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


class ExtractionTest(unittest.TestCase):
    tool = load_tool()

    def find(self, text: str) -> list:
        return list(self.tool.find_examples(text))

    def refuse(self, text: str, message: str) -> None:
        with self.assertRaisesRegex(self.tool.PageError, message):
            self.find(text)

    def test_examples(self) -> None:
        run, check = self.find(PAGE)
        self.assertEqual((run.command, run.line), ("tool --flag", 3))
        self.assertEqual(run.source.text, "in {\n}")
        self.assertEqual(run.expected.text, "out")
        self.assertEqual((check.command, check.expected), ("tool", None))
        self.assertEqual(check.source.text, "fine")

    def test_malformed_pages(self) -> None:
        self.refuse("```mlir\nx\n```\n", "not run")
        self.refuse("<!-- fragment -->\ntext\n```mlir\nx\n```\n", "not run")
        self.refuse("<!-- run: tool -->\ntext\n```mlir\nx\n```\n", "must follow")
        self.refuse("<!-- run: tool -->\n```mlir\nx\n```\n", "what the command prints")
        self.refuse("<!-- run: tool -->\n```mlir\nx\n", "not closed")
        second = "<!-- check: tool -->\n```mlir\ny\n```\n"
        self.refuse("<!-- run: tool -->\n```mlir\nx\n```\n" + second,
                    "what the command prints")

    def test_module_is_left_out(self) -> None:
        text = "module {\n  func.func @f() {\n    return\n  }\n}\n\n"
        self.assertEqual(self.tool.without_module(text),
                         "func.func @f() {\n  return\n}")
        kept = "module attributes {a} {\n  b\n}"
        self.assertEqual(self.tool.without_module(kept), kept)

    def test_diagnostics(self) -> None:
        errors = ("<stdin>:3:8: error: 'op' is: wrong\n  %x = op\n  ^\n"
                  "<stdin>:3:8: note: see current operation: %x = op\n"
                  "<stdin>:2:1: note: made here\nerror: bare\n")
        self.assertEqual(self.tool.diagnostics(errors),
                         ["error: 'op' is: wrong", "note: made here", "error: bare"])


class RunTest(unittest.TestCase):
    """Runs pages with small scripts as the programs."""

    tool = load_tool()

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.script("copy", "cat; echo '-:1:1: remark: copied' >&2")
        self.script("upper", "tr a-z A-Z")
        self.script("fails", "echo '-:1:1: error: no good' >&2; exit 1")

    def script(self, name: str, body: str) -> None:
        path = self.folder / name
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def check(self, command: str, language: str, expected: str,
              update: bool = False) -> list:
        self.page = self.folder / "page.md"
        self.page.write_text(f"<!-- run: {command} -->\n```mlir\nab  c\n```\n"
                             f"```{language}\n{expected}\n```\nrest\n")
        count, problems = self.tool.check_page(self.page, self.folder, update)
        self.assertEqual(count, 1)
        return problems

    def test_output(self) -> None:
        self.assertEqual(self.check("copy", "mlir", "ab\n  c"), [])
        self.assertEqual(self.check("copy | upper", "mlir", "AB C"), [])
        (problem,) = self.check("copy", "mlir", "ab d")
        self.assertIn("-ab d\n+ab  c", problem)
        (problem,) = self.check("fails", "mlir", "ab c")
        self.assertIn("exit code 1", problem)

    def test_diagnostics(self) -> None:
        self.assertEqual(self.check("fails", "text", "error: no\n  good"), [])
        self.assertEqual(self.check("copy", "text", "remark: copied"), [])
        (problem,) = self.check("copy", "text", "error: no good")
        self.assertIn("succeeds", problem)
        (problem,) = self.check("fails", "text", "remark: copied")
        self.assertIn("exit code 1", problem)

    def test_update(self) -> None:
        self.assertEqual(self.check("copy", "mlir", "", update=True), [])
        self.assertIn("```mlir\nab  c\n```\nrest", self.page.read_text())
        self.assertEqual(self.check("fails", "text", "", update=True), [])
        self.assertIn("```text\nerror: no good\n```\nrest", self.page.read_text())

    def test_generated_pages_are_skipped(self) -> None:
        page = self.folder / "page.md"
        page.write_text("<!-- generated by a tool -->\n```mlir\nx\n```\n")
        self.assertEqual(self.tool.check_page(page, self.folder, False), (0, []))

    def test_command_line(self) -> None:
        page = self.folder / "page.md"
        page.write_text("<!-- check: fails -->\n```mlir\nx\n```\n")
        out = io.StringIO()
        arguments = ["check-docs", "--bin", str(self.folder), str(self.folder)]
        with patch.object(sys, "argv", arguments), redirect_stdout(out):
            self.assertEqual(self.tool.main(), 1)
        self.assertIn("1 examples, 1 problems", out.getvalue())


if __name__ == "__main__":
    unittest.main()
