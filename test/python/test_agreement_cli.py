"""The commands that compare with a corpus, on a small one with a tool that
prints what the test wants."""

import gzip
import io
import json
import re
import stat
import tempfile
import unittest
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any, Dict, List, Tuple

from agreement_support import ROOT
from importer_support import find_opt, function, load, program

from pto.agreement import cli
from pto.agreement.corpus import Run
from pto.agreement.report import Report, Result

TILE = {"k": "tile", "shape": [{"i": 16}, {"i": 64}], "dtype": "fp32", "mem": "Vec",
        "view": None, "memref": None,
        "eff_view": {"valid_shape": [{"i": 16}, {"i": 64}], "blayout": "row_major",
                     "slayout": "none_box", "fractal": 512, "pad": "null", "compact": "null"}}
FUNCTION = """  "func.func"() <{sym_name = "main", function_type = () -> ()}> ({
%s    "func.return"() : () -> ()
  }) {pto.kind = #pto.function_kind<incore>} : () -> ()
"""
LOAD = '    %t = "pto.load"(%a) : (tensor<16x64xf32>) -> !pto.tile<16x64xf32, vec>\n'


def module(body: str) -> str:
    return '"builtin.module"() ({\n' + FUNCTION % body + "}) : () -> ()\n"


def graph(*calls: str) -> Dict[str, Any]:
    body = [{"s": "assign", "id": i, "n": "t", "type": TILE, "value": {"call": call, "args": []}}
            for i, call in enumerate(calls)]
    return {"functions": [{"name": "main", "func_type": "InCore", "params": [], "body": body}]}


class CommandTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def add(self, place: str, dump: str, after: Any, error: str = "", stage: str = "before",
            result: str = "after") -> None:
        """Adds an item to the corpus."""
        folder = self.folder / "corpus" / place
        folder.mkdir(parents=True)
        with gzip.open(folder / f"{stage}.py.gz", "wt") as file:
            file.write(dump)
        if error:
            (folder / "error.txt").write_text(error)
        else:
            with gzip.open(folder / f"{result}.json.gz", "wt") as file:
                json.dump(after, file)
        meta = {"backend": None, "planner": "MemoryPlanner.DSA_RP"}
        (folder / "meta.json").write_text(json.dumps(meta))

    def tool(self, out: str = "", err: str = "", code: int = 0) -> Path:
        """A tool that says the same of every module."""
        path = self.folder / "pto-opt"
        (self.folder / "out").write_text(out)
        (self.folder / "err").write_text(err + "\n")
        path.write_text(f"#!/bin/sh\ncd '{self.folder}'\ncat > text\necho \"$@\" >> seen\n"
                        f"cat out\ncat err >&2\nexit {code}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return path

    def run_command(self, name: str, tool: Path, *options: str) -> Tuple[int, List[str]]:
        text = io.StringIO()
        with redirect_stdout(text):
            code = cli.main([name, "--corpus", str(self.folder / "corpus"), "--pto-opt",
                             str(tool), "-j", "1", "--items", *options])
        return code, text.getvalue().splitlines()


DUMP = program(function(load()))


class Verdicts(CommandTest):
    def verdict(self, tool: Path, **case: Any) -> Tuple[int, str]:
        self.add("unit/InferTileMemorySpace/case/01", DUMP, case.get("after", graph("tile.load")),
                 case.get("error", ""))
        code, lines = self.run_command("unit-spaces", tool)
        return code, lines[0].partition(": ")[2]

    def test_agree(self) -> None:
        self.assertEqual(self.verdict(self.tool(module(LOAD))), (0, "agree"))

    def test_differ(self) -> None:
        code, text = self.verdict(self.tool(module(LOAD + LOAD.replace("%t", "%u"))))
        self.assertEqual(code, 1)
        self.assertTrue(text.startswith("differ: main op 1"), text)

    def test_explained(self) -> None:
        move = LOAD.replace("%t", "%m").replace("load", "move").replace("(%a)", "(%t)")
        self.assertEqual(self.verdict(self.tool(module(LOAD + move))),
                         (0, "explained (move-where-missing)"))

    def test_both_refuse(self) -> None:
        tool = self.tool(err="a.mlir:1:2: error: no", code=1)
        self.assertEqual(self.verdict(tool, error="ValueError\nno\n"),
                         (0, "refused: a.mlir:1:2: error: no"))

    def test_an_error_without_a_place(self) -> None:
        code, text = self.verdict(self.tool(err="error: no", code=1), error="ValueError\nno\n")
        self.assertEqual((code, text.partition(":")[0]), (1, "differ"))

    def test_only_they_refuse(self) -> None:
        code, text = self.verdict(self.tool(module(LOAD)), error="ValueError\nno\n")
        self.assertEqual((code, text), (1, "differ: accepted, theirs: ValueError: no"))

    def test_only_we_refuse(self) -> None:
        self.assertEqual(self.verdict(self.tool(err="a:1:2: error: no", code=1)),
                         (1, "fail: a:1:2: error: no"))

    def test_a_rule_for_what_we_refuse(self) -> None:
        message = "a:1:2: error: a parameter can't be bound to a buffer"
        self.assertEqual(self.verdict(self.tool(err=message, code=1)),
                         (0, "explained (device-function-signature)"))

    def test_a_rule_that_needs_a_later_refusal(self) -> None:
        message = "a:1:2: error: 't1' overwrites the buffer of 't0'"
        self.assertEqual(self.verdict(self.tool(err=message, code=1))[0], 1)
        self.add("unit/MemoryReuse/case/02", DUMP, None, "ValueError\n")
        self.assertEqual(self.run_command("unit-spaces", self.folder / "pto-opt")[1][0],
                         "case/01: explained (bound-tiles-checked)")

    def test_a_host_function_that_they_judge(self) -> None:
        host = module(LOAD).replace("<incore>", "<opaque>")
        self.assertEqual(self.verdict(self.tool(host), error="Error\n"),
                         (0, "explained (host-functions-not-judged)"))

    def test_crash(self) -> None:
        self.assertEqual(self.verdict(self.tool(err="Stack dump", code=3)),
                         (1, "fail: exit code 3"))

    def test_a_pass_that_is_not_there(self) -> None:
        message = "pto-opt: Unknown command line argument '--memory-reuse'."
        self.assertEqual(self.verdict(self.tool(err=message, code=1)), (1, f"skipped: {message}"))

    def test_text_that_is_no_module(self) -> None:
        self.assertEqual(self.verdict(self.tool("nonsense"))[0], 1)

    def test_a_dump_that_does_not_import(self) -> None:
        self.add("unit/InferTileMemorySpace/case/01", "not (Python", graph())
        code, lines = self.run_command("unit-spaces", self.tool(module("")))
        self.assertEqual(code, 1)
        self.assertTrue(lines[0].startswith("case/01: fail: import: before.py.gz:1:"), lines[0])


class Commands(CommandTest):
    def test_planner_of_the_item(self) -> None:
        self.add("unit/InitMemRef/case/01", DUMP, graph())
        self.run_command("unit-buffers", self.tool(err="a:1:2: error: no", code=1))
        self.assertIn("--init-memref=planner=dsa-rp", (self.folder / "seen").read_text())

    def test_other_passes(self) -> None:
        self.add("unit/InferTileMemorySpace/case/01", DUMP, graph("tile.load"))
        self.run_command("unit-spaces", self.tool(module(LOAD)), "--passes", "--a '--b=c d'")
        self.assertIn("- --a --b=c d --mlir-print-op-generic", (self.folder / "seen").read_text())

    def test_kernels(self) -> None:
        self.add("kernels/small/910B", DUMP, graph("tile.load"), stage="1_pre_infer",
                 result="2_post_infer")
        code, lines = self.run_command("spaces", self.tool(module(LOAD)))
        self.assertEqual((code, lines[0]), (0, "small/910B: agree"))
        self.assertIn("spaces: 1 agree, 0 differ, 0 explained, 0 fail, of 1 dumps; "
                      "1 tile ops compared", lines)
        self.assertEqual(self.run_command("spaces", self.tool(module("")))[0], 1)
        self.assertEqual(self.run_command("spaces", self.tool(module("")), "--only", "other")[0], 0)

    def test_plan(self) -> None:
        self.add("kernels/small/910B", DUMP, graph(), stage="1_pre_infer", result="2_post_infer")
        for says, code, told in (({}, 0, "plan: 1 with addresses, of 1 dumps"),
                                 ({"err": "x", "code": 7}, 1, "  1 crash"),
                                 ({"err": "a:1:2: error: 'x' no 5", "code": 1}, 0,
                                  "  1 error: _ no _")):
            text = io.StringIO()
            with redirect_stdout(text):
                found = cli.main(["plan", "--corpus", str(self.folder / "corpus"), "--pto-opt",
                                  str(self.tool(**says)), "-j", "1"])
            self.assertEqual(found, code)
            self.assertIn(told, text.getvalue().splitlines())

    @unittest.skipUnless(find_opt(), "needs pto-opt")
    def test_with_the_real_tool(self) -> None:
        self.add("unit/InferTileMemorySpace/case/01", DUMP, graph("tile.load"))
        self.add("unit/InferTileMemorySpace/other/01", DUMP, graph("tile.load", "tile.exp"))
        code, lines = self.run_command("unit-spaces", Path(find_opt() or ""))
        self.assertEqual(code, 1)
        self.assertEqual(lines[0], "case/01: agree")
        self.assertTrue(lines[1].startswith("other/01: differ"), lines[1])


class Runs(unittest.TestCase):
    def test_located(self) -> None:
        for text, located in (("a.mlir:1:2: error: x", True), ("<stdin>:1:2: error: x", True),
                              ("error: x", False), ("a.mlir: error: x", False)):
            self.assertIs(Run(1, "", text).located, located, text)

    def test_message(self) -> None:
        self.assertEqual(Run(1, "", "a:1:2: warning: w\na:1:3: error: e\n").message,
                         "a:1:3: error: e")
        self.assertTrue(Run(-11, "", "a:1:3: error: e").crashed)


class Reports(unittest.TestCase):
    def test_counts(self) -> None:
        good, bad, told, refused = (Result(label) for label in "abcd")
        bad.compared["ops"] = 3
        bad.add("ops", "wrong", None)
        told.add("ops", "right", "some-rule")
        told.add_function("f", 0)
        refused.refused = "no"
        report = Report("spaces", [good, bad, told, refused], aspects={"ops": "tile ops"})
        self.assertEqual(list(report.lines()), [
            "spaces: 1 agree, 1 differ, 1 explained, 1 refused, 0 fail, of 4 dumps; "
            "3 tile ops compared",
            "  some-rule: 1 differences in 1 dumps",
            "  functions: 0 agree, 0 differ, 1 explained",
            "  tile ops: 3 compared, 1 differ, 1 explained",
            "  b: 1 differences, the first: wrong",
        ])
        self.assertFalse(report.good)
        self.assertTrue(Report("x", [good, told, refused]).good)


class Documentation(unittest.TestCase):
    def test_rules_are_rows(self) -> None:
        """Every rule that the comparisons give is explained to readers."""
        text = (ROOT / "docs" / "divergences.md").read_text(encoding="utf-8")
        rows = set(re.findall(r"^\| `([\w-]+)` \|", text, re.M))
        used = set()
        for path in (ROOT / "python" / "pto" / "agreement").glob("*.py"):
            source = path.read_text(encoding="utf-8")
            used |= set(re.findall(r'"([a-z0-9]+(?:-[a-z0-9]+)+)"', source))
        used -= {command.name for command in cli.COMMANDS} | {"pto-translate", "dsa-rp", "utf-8"}
        self.assertLessEqual(used, rows)
        self.assertIn("loop-result-from-init", used)


if __name__ == "__main__":
    unittest.main()
