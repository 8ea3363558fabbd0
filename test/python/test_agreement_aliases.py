"""Rules about what must share a buffer, on functions made by hand."""

import unittest
from typing import Any, Callable, List, Tuple

from agreement_support import FOR, IF, Maker

from pto.agreement.buffers import compare_aliases, compare_buffers

Make = Callable[[Maker], Any]


class AliasesTest(unittest.TestCase):
    def found(self, ours: Make, theirs: Make, compare: Any = compare_aliases
              ) -> List[Tuple[str, str]]:
        mine, other = Maker(), Maker()
        ours(mine)
        theirs(other)
        result = compare("item", [mine.function], [other.function])
        return [(f.aspect, f.rule) for f in result.findings]

    def rules(self, ours: Make, theirs: Make) -> "set[str]":
        return {rule for _, rule in self.found(ours, theirs)}


class InOnePass(AliasesTest):
    @staticmethod
    def branch(then: str, other: str, result: str, copy: bool = False) -> Make:
        def make(f: Maker) -> None:
            a = f.op("load", memref="a")
            f.enter(IF)
            f.otherwise(f.op("exp", a, memref=then))
            e = f.op("neg", a, memref=other)
            f.leave(f.op("move", e, memref=result) if copy else e, memref=result)
        return make

    def test_an_arm_is_bound_to_the_result(self) -> None:
        theirs = self.branch("x", "y", "x")
        self.assertEqual(self.rules(self.branch("m", "m", "m"), theirs), {"aliases-in-one-pass"})

    def test_an_arm_is_copied(self) -> None:
        theirs = self.branch("x", "y", "x")
        self.assertEqual(self.found(self.branch("m", "n", "m", copy=True), theirs),
                         [("ops", "aliases-in-one-pass")])

    def test_only_where_theirs_is_split(self) -> None:
        theirs = self.branch("x", "x", "x")
        self.assertIn("", self.rules(self.branch("m", "n", "n"), theirs))
        self.assertIn("", self.rules(self.branch("m", "m", "m", copy=True), theirs))

    def test_only_where_ours_is_whole(self) -> None:
        theirs = self.branch("x", "y", "x")
        self.assertIn("", self.rules(self.branch("m", "n", "n"), theirs))

    def test_only_after_that_pass(self) -> None:
        found = self.found(self.branch("m", "m", "m"), self.branch("x", "y", "x"),
                           compare_buffers)
        self.assertIn(("tiles", ""), found)

    def test_a_copy_that_nobody_hands_on(self) -> None:
        def ours(f: Maker) -> None:
            self.branch("m", "m", "m")(f)
            f.op("move", f.function.steps[0].results[0], memref="c")

        self.assertIn(("ops", ""), self.found(ours, self.branch("x", "x", "x")))


class CopiedWhenStillNeeded(AliasesTest):
    @staticmethod
    def loop(copy: bool, read: bool) -> Make:
        def make(f: Maker) -> None:
            a = f.op("load", memref="a")
            init, place = (f.op("move", a, memref="c"), "c") if copy else (a, "a")
            (c,) = f.enter(FOR, init, memref=place)
            d = f.op("add", c, a if read else c, memref=place)
            f.leave(d, memref=place)
        return make

    def test_init(self) -> None:
        self.assertEqual(self.rules(self.loop(True, True), self.loop(False, True)),
                         {"init-copied-when-still-needed"})
        # Nobody reads the init: the copy is waste.
        self.assertEqual(self.rules(self.loop(True, False), self.loop(False, False)), {""})
        # They copy and we do not: we lose a tile.
        self.assertEqual(self.rules(self.loop(False, True), self.loop(True, True)), {""})

    @staticmethod
    def update(copy: bool, read: bool) -> Make:
        def make(f: Maker) -> None:
            a = f.op("load", memref="a")
            target, place = (f.op("move", a, memref="c"), "c") if copy else (a, "a")
            f.op("fillpad_inplace", target, memref=place)
            if read:
                f.op("store", a, space=None)
        return make

    def test_in_place(self) -> None:
        self.assertEqual(self.rules(self.update(True, True), self.update(False, True)),
                         {"in-place-copied-when-still-needed"})
        self.assertEqual(self.rules(self.update(True, False), self.update(False, False)), {""})


class TileParameters(AliasesTest):
    @staticmethod
    def loop(begin: bool, base: str = "p") -> Make:
        """A loop that begins with a parameter, copied in front or at the end."""
        def make(f: Maker) -> None:
            p = f.value("ddr", None if begin else "p")
            f.function.params.append(p)
            init = f.op("move", p, space="ddr", memref="c") if begin else p
            (c,) = f.enter(FOR, init, memref="c" if begin else "p")
            d = f.op("add", c, space="ddr", memref="c" if begin else "d")
            f.leave(d if begin else f.op("move", d, space="ddr", memref=base),
                    memref="c" if begin else base)
        return make

    def test_copies(self) -> None:
        self.assertIn("tile-parameter", self.rules(self.loop(True), self.loop(False)))
        self.assertEqual(self.rules(self.loop(True), self.loop(False))
                         - {"tile-parameter", "aliases-in-one-pass"}, set())
        self.assertIn("", self.rules(self.loop(True), self.loop(False, "q")))


if __name__ == "__main__":
    unittest.main()
