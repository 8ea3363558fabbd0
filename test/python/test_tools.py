"""The small tools that are written in Python."""

import importlib.util
import json
import re
import sys
import tempfile
import types
import unittest
from pathlib import Path

TOOLS = Path(__file__).resolve().parents[2] / "tools"


def load_tool(name: str) -> types.ModuleType:
    """Tools have dashes in their names, so `import` does not find them."""
    spec = importlib.util.spec_from_file_location(
        name.replace("-", "_"), TOOLS / f"{name}.py"
    )
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


class TestSummaryTest(unittest.TestCase):
    tool = load_tool("test-summary")

    def counts(self, kind: str, text: str, status: int = 0) -> tuple[int, int, int]:
        with tempfile.NamedTemporaryFile("w") as file:
            file.write(text)
            file.flush()
            _, counts = self.tool.read_suite(f"{kind}:{status}:{file.name}")
        return counts.passed, counts.failed, counts.skipped

    def test_lit(self) -> None:
        codes = ["PASS", "FLAKYPASS", "FAIL", "XPASS", "UNRESOLVED", "TIMEOUT"]
        codes += ["XF" "AIL", "UNSUPPORTED"]
        text = json.dumps({"tests": [{"code": code} for code in codes]})
        self.assertEqual(self.counts("lit", text, 1), (3, 4, 1))

    def test_ctest(self) -> None:
        text = """<testsuite>
          <testcase name="a" status="run"/>
          <testcase name="b" status="fail"><failure message=""/></testcase>
          <testcase name="c" status="notrun">
            <skipped message="Unable to find executable"/></testcase>
          <testcase name="d" status="notrun">
            <skipped message="SKIP_RETURN_CODE=77"/></testcase>
          <testcase name="e" status="disabled"/>
        </testsuite>"""
        self.assertEqual(self.counts("ctest", text, 8), (1, 2, 2))

    def test_unittest(self) -> None:
        head = "noise\nRan 12 tests in 0.1s\n\n"
        self.assertEqual(self.counts("unittest", head + "OK\n"), (12, 0, 0))
        text = head + "OK (skipped=2)\n"
        self.assertEqual(self.counts("unittest", text), (10, 0, 2))
        text = head + "FAILED (failures=1, errors=2, skipped=3)\n"
        self.assertEqual(self.counts("unittest", text, 1), (6, 3, 3))
        text = head + "FAILED (unexpected successes=1, expected failures=1)\n"
        self.assertEqual(self.counts("unittest", text, 1), (11, 1, 0))

    def test_a_runner_that_fails_counts(self) -> None:
        self.assertEqual(self.counts("unittest", "crash", 1), (0, 1, 0))
        self.assertEqual(self.counts("unittest", "Ran 2 tests in 1s\nOK\n", 3)[1], 1)


class GenKernelTest(unittest.TestCase):
    tool = load_tool("gen-kernel")

    def lines(self, shape: str, ops: int, functions: int, depth: int = 3) -> list[str]:
        return list(self.tool.module(shape, ops, functions, depth, "a2a3"))

    def test_number_of_ops(self) -> None:
        group = {"straight": 4, "loops": 10, "matmul": 7}
        for shape, size in group.items():
            with self.subTest(shape):
                lines = self.lines(shape, 10 * size, 2)
                self.assertEqual(self.tool.tile_ops(lines), 10 * size)
                self.assertEqual(sum("func.func" in line for line in lines), 2)

    def test_every_value_is_defined_once_before_its_use(self) -> None:
        for shape in ("straight", "loops", "matmul"):
            with self.subTest(shape):
                defined: set[str] = set()
                for line in self.lines(shape, 100, 1):
                    # What stands before `=`, or names a parameter or a carry.
                    new = re.findall(r"(%\w+)(?::2)?(?= = |: tensor)", line)
                    used = set(re.findall(r"%\w+", line)) - set(new)
                    self.assertLessEqual(used, defined, line)
                    self.assertFalse(defined & set(new), line)
                    defined |= set(new)

    def test_depth_of_nests(self) -> None:
        lines = self.lines("loops", 10, 1, depth=5)
        self.assertEqual(sum("scf.for" in line for line in lines), 5)


class BenchTest(unittest.TestCase):
    tool = load_tool("bench")

    def test_timing_rows(self) -> None:
        rows = self.tool.timing_rows(
            "  Total Execution Time: 0.0049 seconds\n"
            "  ----Wall Time----  ----Name----\n"
            "    0.0021 ( 44.2%)  InferTileMemorySpace\n"
            "    0.0003 (  6.9%)  Output\n"
            "    0.0001 (  1.1%)  'func.func' Pipeline\n"
            "    0.0049 (100.0%)  Total\n"
        )
        self.assertEqual(rows["infertilememoryspace"], 0.0021)
        self.assertEqual(rows["output"], 0.0003)

    def test_user_and_wall_time(self) -> None:
        row = "    0.0030 ( 44.2%)  0.0021 ( 30.0%)  InitMemRefPass\n"
        self.assertEqual(self.tool.timing_rows(row), {"initmemref": 0.0021})

    def test_flags_match_classes(self) -> None:
        for name in ("init-memref", "InitMemRef", "InitMemRefPass"):
            self.assertEqual(self.tool.normalized(name), "initmemref")


if __name__ == "__main__":
    unittest.main()
