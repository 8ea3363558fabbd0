"""The importer of dumps: what can't be imported, and the command line."""

import gzip
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from importer_support import (
    ROOT, T, V, ImporterTest, find_opt, function, import_text, load, program, run_opt,
)

TOOL = str(ROOT / "tools" / "pto-import")


class ErrorTest(ImporterTest):
    def test_place(self) -> None:
        error = self.rejects(program(function(load() + f"x: {V} = pl.tile.frob(t)")), "pl.tile.frob")
        line = program(function(load() + f"x: {V} = pl.tile.frob(t)")).splitlines()[error.position()[0] - 1]
        self.assertTrue(line[error.position()[1] - 1 :].startswith("pl.tile.frob"))

    def test_programs(self) -> None:
        for dump, message in (
            ("x = 1", "unknown construct outside of a program: 'x = 1'"),
            ("import os", "no program"),
            ("class A:\n    pass", "class A is not marked @pl.program"),
            ("@pl.program\nclass A:\n    x = 1", "unknown construct in a program"),
            (program(function("return")) + "\n@pl.program\nclass B:\n    pass", "a second one"),
            (program(function("return"), function("return")), "'main' is defined twice"),
            (program("def f():\n    pass"), "'f' is not marked @pl.function"),
            (program("@other\ndef f():\n    pass"), "unknown mark of a function: 'other'"),
        ):
            with self.subTest(message):
                self.rejects(dump, message)

    def test_functions(self) -> None:
        for params, mark, message in (
            ("x", "pl.function", "parameter 'x' has no type"),
            ("x: pl.Scalar[pl.INDEX] = 1", "pl.function", "plain parameters only"),
            ("x: pl.Tuple[pl.Scalar[pl.INDEX]]", "pl.function", "parameter 'x' can't be"),
            ("x: pl.Out[pl.Scalar[pl.INDEX]]", "pl.function", "only a tensor can be an output"),
            ("", "pl.function(type=pl.FunctionType.Odd)", "unknown type of function: 'Odd'"),
            ("", "pl.function(colour=1)", "no keyword 'colour'"),
            (f"x: {T[:-1]}, pl.MemRef('mem_vec_0', 0, 64)]", "pl.function", "can't be bound to a buffer"),
        ):
            with self.subTest(message):
                self.fails("return", message, params=params, mark=mark)

    def test_extents(self) -> None:
        for extent, message in (("16 - 64", "is no extent"), ("-1", "is no extent"),
                                (str(1 << 63), "does not fit in 64 bits")):
            for kind in (f"pl.Tensor[[{extent}], pl.FP32]", f"pl.Tile[[16, {extent}], pl.FP32]"):
                with self.subTest(kind):
                    self.fails("return", message, params=f"x: {kind}", mark="pl.function")

    def test_window_of_unknown_extents(self) -> None:
        tile = "pl.Tile[[n, 64], pl.FP32, pl.Mem.Vec]"
        self.fails(
            f"t: {tile} = pl.tile.load(x, [0, 0], [n, 64], [n, 64], target_memory=pl.Mem.Vec)\n"
            "y: pl.Tensor[[4, 16, 64], pl.FP32] = pl.tile.store(t, [0, 0, 0], z)",
            "needs a window",
            params=f"x: {T}, n: pl.Scalar[pl.INDEX], z: pl.Out[pl.Tensor[[4, 16, 64], pl.FP32]]",
            mark="pl.function",
        )

    def test_foreign_line_ends(self) -> None:
        dump = program(function("return")).replace("\n", "\r")
        self.assertEqual(import_text(dump), import_text(dump.replace("\r", "\r\n")))

    def test_numbers_of_a_view(self) -> None:
        for part, message in (("fractal=f", "a fractal size must be a constant"),
                              ("fractal=1.5", "a fractal size must be a constant"),
                              ("start_offset=n", "a start offset must be a constant")):
            with self.subTest(part):
                kind = f"pl.Tile[[16, 16], pl.FP32, pl.Mem.Acc, pl.TileView({part})]"
                self.fails(f"t: {kind} = pl.tile.create([16, 16])", message, mark="pl.function")

    def test_types(self) -> None:
        for type_, message in (
            ("pl.Tile[[4]]", "a tile needs a shape and an element type"),
            ("pl.Tile[4, pl.FP32]", "expected a list of extents"),
            ("pl.Tile[[4], pl.FP31]", "unknown element type 'pl.FP31'"),
            ("pl.Tile[[4], pl.FP32, pl.Mem.Moon]", "no tile lives in the memory space 'Moon'"),
            ("pl.Tile[[4], pl.FP32, pl.TileView(tint=1)]", "unknown part of a tile view: 'tint'"),
            ("pl.Tile[[4], pl.FP32, 3]", "unknown part of a tile's type: '3'"),
            ("pl.Tensor[[4], pl.FP32, 3]", "unknown part of a tensor's type: '3'"),
            ("pl.Array[n, pl.INT32]", "an array needs a constant extent"),
            ("pl.Moon", "unknown type 'pl.Moon'"),
        ):
            with self.subTest(type_):
                self.fails("return", message, params=f"x: {type_}")

    def test_statements(self) -> None:
        for body, message in (
            ("for i in range(4):\n    pass", "unknown kind of loop"),
            ("for i in pl.range():\n    pass", "one, two or three bounds"),
            ("for i in pl.range(4, 0, -1):\n    pass", "the step of a loop must be positive"),
            ("for i in pl.range(4):\n    break", "'break' has no form"),
            ("for i in pl.range(4):\n    if i < 2:\n        if i < 1:\n            continue",
             "'continue' has a form only"),
            ("for i, (c,) in pl.range(4):\n    pass", "carries 1 values and starts with 0"),
            ("for i, (c,) in pl.range(4, init_values=(out,)):\n    pass", "yields none"),
            ("for (c,) in pl.while_(init_values=(1,)):\n    x = pl.yield_(c)", "must be pl.cond"),
            ("for i in pl.range(4, colour=1):\n    pass", "no keyword 'colour'"),
            ("for i in pl.range(4):\n    return", "a return must end the function"),
            ("with open('x'):\n    pass", "unknown kind of scope"),
            ("return\nreturn", "nothing can follow the end of a block"),
            ("pl.yield_(1)", "outside of a loop or branch"),
            ("x = y", "unknown name 'y'"),
            ("out[0] = out", "can't assign to a part"),
            ("del out", "unknown statement"),
            ("x, y = out", "2 names for 1 values"),
            ("return nothing", "declares no type for 'nothing'"),
        ):
            with self.subTest(message):
                self.fails(body, message)

    def test_branches(self) -> None:
        test = "i: pl.Scalar[pl.INDEX] = 0\nif i < 1:\n"
        for body, message in (
            ("    x = pl.yield_(i)", "yield 1 and 0 values"),
            ("    x = pl.yield_(i)\nelse:\n    y = pl.yield_(i)", "name the same results"),
            ("    k: pl.Scalar[pl.INDEX] = i + 1\npl.tensor.write(out, [k, 0], 1.0)",
             "'k' is defined in a branch and used after it"),
        ):
            with self.subTest(message):
                self.fails(test + body, message)
        self.fails("for i in pl.range(4):\n    k: pl.Scalar[pl.INDEX] = i + 1\n"
                   "pl.tensor.write(out, [k, 0], 1.0)", "'k' is defined in a loop and used after it")

    def test_scalars(self) -> None:
        for text, message in (
            ("x @ 2", "no such op on integers"), ("f // 2.0", "no such op on floats"),
            ("1 // 0", "can't compute '1 // 0'"), ("[x]", "unknown scalar expression"),
            ("pl.const(300, pl.INT8)", "300 does not fit in INT8"), ("pl.cast(x)", "takes 2 arguments"),
            ("x < 1 < 2", "unknown comparison"), ("x < 1 and 4 // x < 2", "where Python might not"),
            ("out + 1", "expected a scalar"), ("pl.cast(t_id, pl.INDEX)", "no conversion"),
        ):
            with self.subTest(text):
                self.fails(f"r: pl.Scalar[pl.INDEX] = {text}", message,
                           params=f"x: pl.Scalar[pl.INDEX], f: pl.Scalar[pl.FP32], "
                                  f"t_id: pl.Scalar[pl.TASK_ID], out: {T}")

    def test_ops(self) -> None:
        for line, message in (
            (f"x: {V} = pl.tile.exp(t, t)", "tile.exp takes 1 arguments, found 2"),
            (f"x: {V} = pl.tile.add(t)", "tile.add needs an argument for 'rhs'"),
            (f"x: {V} = pl.tile.exp(t, colour=1)", "tile.exp has no keyword 'colour'"),
            ("pl.tile.exp(t)", "the result of tile.exp has no type here"),
            (f"x: {V} = pl.tile.tpush_to_aic(t)", "tile.tpush_to_aic has no result"),
            (f"x: {V} = pl.tile.reshape(t, [8, 64])", "tile.reshape makes [8, 64], its type says [16, 64]"),
            (f"x: {V} = pl.tile.cast(t, mode='odd ly')", "unknown RoundMode"),
            (f"x: {V} = pl.tile.fillpad(t, pad_value=pl.PadValue.pink)", "unknown PadValue 'pink'"),
            (f"x: {V} = pl.tile.exp(t, attrs=4)", "expected a dictionary"),
            (f"x: {V} = pl.tile.exp(t, attrs={{'kind': 4}})", "'kind' can't be noted"),
            (f"x: {V} = pl.tile.exp(t, attrs={{'split': 4}})", "SplitMode"),
            (f"x: {V} = pl.tile.exp(t, attrs={{'pipeline_membership': 4}})", "must be a string"),
            (f"x: {V} = self.f(t)", "no function of this program: 'self.f'"),
            ("x: pl.Tile[[8, 64], pl.FP32, pl.Mem.Vec] = t", "can't be used as"),
        ):
            with self.subTest(line):
                self.fails(load() + line, message)

    def test_notes_of_functions(self) -> None:
        self.fails("pl.func_attr({'kind': 4})", "'kind' can't be noted")

    def test_calls(self) -> None:
        callee = function("return out", name="f", returns=T)
        for line, message in (
            ("self.f(a)", "'f' takes 2 arguments, found 1"),
            ("self.f(a, out, colour=1)", "no keyword 'colour'"),
            ("pl.submit(self.f)", "only trailing Out arguments"),
            ("pl.submit(self.f, a, dumps=[out])", "'out' is not an argument"),
            ("x: pl.Tuple[pl.Scalar[pl.INDEX], pl.Scalar[pl.INDEX]] = self.f(a, out)", "the call has 1 results"),
            ("self.f(a, 1)", "can't be used as"),
        ):
            with self.subTest(line):
                self.rejects(program(callee, function(line)), message)

    def test_texts(self) -> None:
        self.rejects("x = (", "not Python syntax")
        self.rejects(b"# \xff\n", "not UTF-8")
        self.rejects("x = 1\x00", "not Python syntax")

    def test_depth(self) -> None:
        self.fails("r: pl.Scalar[pl.INDEX] = " + " + ".join(["i"] * 3000), "nested too deeply",
                   params="i: pl.Scalar[pl.INDEX]")
        self.fails("r: pl.Scalar[pl.INDEX] = " + "-" * 5000 + "i", "nested too deeply",
                   params="i: pl.Scalar[pl.INDEX]")


class CommandTest(unittest.TestCase):
    good = program(function(load() + f"o: {T} = pl.tile.store(t, [0, 0], out)\nreturn o", returns=T))

    def setUp(self) -> None:
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = Path(directory.name)

    def run_tool(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, TOOL, *arguments], capture_output=True, text=True, check=False
        )

    def write(self, data: "str | bytes", name: str = "small.py") -> str:
        path = self.directory / name
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return str(path)

    def test_output(self) -> None:
        plain = self.run_tool(self.write(self.good), "--target", "a2a3")
        self.assertEqual((plain.returncode, plain.stderr), (0, ""))
        packed = self.write(gzip.compress(self.good.encode()), "small.py.gz")
        out = self.directory / "small.mlir"
        done = self.run_tool(packed, "-o", str(out), "--target=a2a3", "--spaces=keep")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        self.assertEqual(out.read_text().replace("small.py.gz", "small.py"), plain.stdout)

    def test_help(self) -> None:
        done = self.run_tool("--help")
        self.assertEqual(done.returncode, 0)
        for option in ("-o", "--target", "--spaces"):
            self.assertIn(option, done.stdout)

    def test_errors(self) -> None:
        dump = self.write("x = 1\n")
        out = self.directory / "small.mlir"
        done = self.run_tool(dump, "-o", str(out))
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr, f"{dump}:1:1: error: unknown construct outside of a program: 'x = 1'\n")
        self.assertFalse(out.exists())

    def test_files(self) -> None:
        packed = gzip.compress(self.good.encode())
        for path, message in (
            (self.write(packed[: len(packed) // 2], "half.py.gz"), "not a whole gzip file"),
            (self.write(packed[:6] + b"\0" * 40, "broken.py.gz"), "not a whole gzip file"),
            (str(self.directory / "missing.py"), "No such file"),
            (str(self.directory), "Is a directory"),
        ):
            with self.subTest(path):
                done = self.run_tool(path)
                self.assertEqual((done.returncode, done.stdout), (1, ""))
                self.assertEqual(len(done.stderr.splitlines()), 1)
                self.assertIn("error: ", done.stderr)
                self.assertIn(message, done.stderr)
        done = self.run_tool(self.write(self.good), "-o", str(self.directory / "no" / "x.mlir"))
        self.assertEqual(done.returncode, 1)

    @unittest.skipUnless(find_opt(), "there is no pto-opt")
    def test_pto_opt_reads_the_result(self) -> None:
        text = self.run_tool(self.write(self.good), "--target", "a2a3").stdout
        first = run_opt(str(find_opt()), text)
        self.assertEqual(first.returncode, 0, first.stderr)
        self.assertIn("%t = pto.load %a[0, 0] to vec : ", first.stdout)
        self.assertEqual(run_opt(str(find_opt()), first.stdout).stdout, first.stdout)


if __name__ == "__main__":
    unittest.main()
