# RUN: %bindings %s
"""Kernels written in Python are those of test/Kernels; mistakes are told."""

import os
import unittest
from pathlib import Path

from kernels import KERNELS

from pto import builder, ir, passes

TEXTS = Path(os.environ["PTO_TEST_SOURCES"]) / "Kernels"


class KernelTest(unittest.TestCase):
    def test_every_kernel_is_written_in_python(self) -> None:
        self.assertEqual(sorted(KERNELS), sorted(path.stem for path in TEXTS.glob("*.mlir")))

    def test_text_is_the_same(self) -> None:
        for name, make in KERNELS.items():
            with self.subTest(name), ir.Context():
                text = ir.Module.parse((TEXTS / f"{name}.mlir").read_text())
                built = make().module
                built.verify()
                again = ir.Module.parse(str(built))
                expected = text.get_asm(use_names=False)
                self.assertEqual(built.get_asm(use_names=False), expected)
                self.assertEqual(again.get_asm(use_names=False), expected)

    def test_plan_is_the_same(self) -> None:
        for name, make in KERNELS.items():
            with self.subTest(name), ir.Context():
                run = passes.memory_pipeline(planner="optimal")
                text = ir.Module.parse((TEXTS / f"{name}.mlir").read_text())
                self.assertEqual(run(make().module).get_asm(use_names=False),
                                 run(text).get_asm(use_names=False))


class BuilderTest(unittest.TestCase):
    def setUp(self) -> None:
        self.b = builder.Builder()
        self.matrix = self.b.tensor([16, 16], "f32")
        self.tile = self.b.tile([16, 16], "f32")

    def function(self):
        return self.b.func("f", [("x", self.matrix, "in"), ("c", self.b.type("i1"))])

    def test_branch(self) -> None:
        with self.function() as (x, c):
            t = self.b.load(x, [0, 0], result=self.tile, name="t")
            branch = self.b.if_(c, [self.tile])
            with branch.then:
                branch.yield_(t * 2.0)
            with branch.otherwise:
                branch.yield_(t)
            self.b.store(branch.results[0], x, [0, 0])
        text = str(self.b.module)
        self.assertIn("%t = pto.load %x[0, 0]", text)
        self.assertIn("scf.if %c -> (!pto.tile<16x16xf32>)", text)
        self.assertIn("arith.constant 2.000000e+00 : f32", text)

    def test_operators_choose_by_type(self) -> None:
        with self.function() as (x, _):
            t = self.b.load(x, [0, 0], result=self.tile)
            i, f = self.b.index(4), self.b.constant(0.5, "f32")
            made = [t + t, t - f, t * 3.0, t / t, i + 1, i * i, i // 2, i % 2, f / 2.0]
        self.assertEqual([value.owner.name for value in made],
                         ["pto.add", "pto.subs", "pto.muls", "pto.div", "arith.addi",
                          "arith.muli", "arith.divui", "arith.remui", "arith.divf"])
        with self.assertRaises(TypeError):
            t + "t"
        with self.assertRaises(TypeError):
            t // t

    def test_inferred_tiles_are_undecided_as_authors_write_them(self) -> None:
        with self.function() as (x, _):
            t = self.b.load(x, [0, 0], result=self.tile)
            placed = self.b.load(x, [0, 0], to="vec", result=self.tile.with_space("vec"))
            self.assertIsNone(self.b.exp(t).type.space)
            self.assertEqual(self.b.exp(placed).type.space, "vec")
            self.assertIsNone((t + placed).type.space)

    def test_locations_are_lines_of_this_file(self) -> None:
        with self.function() as (x, _):
            t = self.b.load(x, [0, 0], result=self.tile, name="here")
        self.assertEqual(t.name, "here")
        self.assertTrue(t.location.file.endswith("test_builder.py"))
        self.assertGreater(t.location.line, 50)

    def test_mistakes_of_calls(self) -> None:
        b = self.b
        with self.function() as (x, c):
            t = b.load(x, [0, 0], result=self.tile)
            for make, message in (
                    (lambda: b.load(x, [0, 0]), "result=... must say"),
                    (lambda: b.load(x, [0, 0], offset=[1], result=self.tile), "no 'offset'"),
                    (lambda: b.load(x, 0, result=self.tile), "list of integers"),
                    (lambda: b.add(t), "rhs must be given"),
                    (lambda: b.add(t, t, t, t, t), "5 operands"),
                    (lambda: b.add(t, t, lhs=t), "given twice"),
                    (lambda: b.add(t, "t"), "rhs is a value"),
                    (lambda: b.gather_mask(t, result=self.tile), "mask_pattern must be"),
                    (lambda: b.full(0.0), "needs a tile next to it"),
            ):
                with self.subTest(message), self.assertRaisesRegex(TypeError, message):
                    make()
            for make, message in (
                    (lambda: b.cast(t, mode="up", result=self.tile), "up"),
                    (lambda: b.add(t, x), "operand #1 must be tile"),
                    (lambda: b.no_such_op(t), "there is no op 'no_such_op'"),
                    (lambda: b.exp(t, result=self.matrix), "result #0 must be tile"),
                    (lambda: b.arith.addi(x, c), "addi"),
            ):
                with self.subTest(message), self.assertRaisesRegex(ir.MLIRError, message):
                    make()
            with self.assertRaisesRegex(ValueError, "space is one of ddr, vec"):
                b.alloc(space="l1", addr=-1, size=4, id=0)
            with self.assertRaisesRegex(ValueError, "does not fit into 8 bits"):
                b.constant(300, "i8")
        # Nothing is left of what was refused.
        self.assertEqual([op.name for op in self.b.module.walk()],
                         ["builtin.module", "func.func", "pto.load", "func.return"])

    def test_mistakes_of_blocks(self) -> None:
        b = self.b
        with self.assertRaisesRegex(ValueError, "must hand on 1 values"):
            with b.func("g", [("x", self.matrix)], [self.matrix]):
                pass
        with self.assertRaisesRegex(ValueError, "test_builder.py:[0-9]+: the block must hand on"):
            with b.func("h", [("x", self.matrix)]) as (x,):
                with b.for_(0, 4, 1, carry=[b.load(x, [0, 0], result=self.tile)]):
                    pass
        b = self.b = builder.Builder(context=b.context)
        with self.function() as (x, c):
            t = b.load(x, [0, 0], result=self.tile)
            with b.for_(0, 4, 1, carry=[t]) as loop:
                with self.assertRaisesRegex(ValueError, "carries 1 values, 2"):
                    loop.yield_(t, t)
                loop.yield_(t)
            with self.assertRaisesRegex(ValueError, "a loop is one of"):
                with b.for_(0, 4, 1, kind="fast"):
                    pass
            with self.assertRaisesRegex(ir.MLIRError, "stages"):
                with b.for_(0, 4, 1, kind="parallel", pipeline=2):
                    pass
            branch = b.if_(c)
            with branch.then:
                pass
            with self.assertRaisesRegex(RuntimeError, "there already"):
                with branch.then:
                    pass
            with self.assertRaisesRegex(ValueError, "predicate is one of"):
                b.compare("less", b.index(0), 1)

    def test_a_chip_of_somebody_else(self) -> None:
        module = builder.Builder(target="nano").module
        self.assertIn('pto.target = "nano"', str(module))


if __name__ == "__main__":
    unittest.main()
