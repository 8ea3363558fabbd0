"""The comparison of memory spaces, on functions made by hand."""

import unittest
from typing import Any, Callable, List, Tuple

from agreement_support import BOXED, FOR, IF, Maker

from pto.agreement.report import Result
from pto.agreement.spaces import compare_spaces

Make = Callable[[Maker], Any]


class SpacesTest(unittest.TestCase):
    """Two functions, ours and theirs, and what is found between them."""

    def compare(self, ours: Make, theirs: Make, before: str = "") -> Result:
        mine, other = Maker(), Maker()
        ours(mine)
        theirs(other)
        return compare_spaces("item", [mine.function], [other.function], before)

    def found(self, ours: Make, theirs: Make, before: str = "") -> List[Tuple[str, str]]:
        result = self.compare(ours, theirs, before)
        return [(f.aspect, f.rule) for f in result.findings]


class Agreement(SpacesTest):
    @staticmethod
    def product(f: Maker) -> None:
        a, b = f.op("load", space="mat"), f.op("load", space="mat")
        left, right = f.op("move", a, space="left"), f.op("move", b, space="right")
        c = f.op("matmul", left, right, space="acc")
        f.op("store", c, space=None)

    def test_the_same(self) -> None:
        result = self.compare(self.product, self.product)
        self.assertEqual(result.verdict, "agree")
        self.assertEqual(result.compared["ops"], 6)
        self.assertEqual(result.compared["operands"], 5)
        self.assertEqual(result.compared["layout"], 5)

    def test_a_missing_function(self) -> None:
        other = Maker()
        self.product(other)
        result = compare_spaces("item", [], [other.function], "")
        self.assertEqual(result.verdict, "differ")

    def test_host_functions_are_not_compared(self) -> None:
        other = Maker("orchestration")
        self.product(other)
        self.assertEqual(compare_spaces("item", [], [other.function], "").verdict, "agree")

    def test_another_space(self) -> None:
        self.assertEqual(
            self.found(lambda f: f.op("load", space="vec"), lambda f: f.op("load", space="mat")),
            [("ops", "")])

    def test_an_op_too_many(self) -> None:
        def more(f: Maker) -> None:
            f.op("add", f.op("load"), space="vec")

        self.assertEqual(self.found(more, lambda f: f.op("load")), [("ops", "")])
        self.assertEqual(self.found(lambda f: f.op("load"), more), [("ops", "")])

    def test_operands_that_change_places(self) -> None:
        def sub(swap: bool) -> Make:
            def make(f: Maker) -> None:
                a, b = f.op("load"), f.op("load")
                f.op("sub", *((b, a) if swap else (a, b)))
            return make

        self.assertEqual(self.found(sub(True), sub(False)), [("operands", "")] * 2)
        self.assertEqual(self.found(sub(True), sub(True)), [])

    def test_the_tile_instead_of_its_copy(self) -> None:
        def use(copy: bool) -> Make:
            def make(f: Maker) -> None:
                a = f.op("load", space="mat")
                b = f.op("move", a, space="left")
                f.op("matmul", b if copy else a, space="acc")
            return make

        self.assertEqual(self.found(use(False), use(True)), [("operands", "")])

    def test_an_operand_too_few(self) -> None:
        def use(count: int) -> Make:
            def make(f: Maker) -> None:
                f.op("add", *[f.op("load")] * count)
            return make

        self.assertEqual(self.found(use(1), use(2)), [("operands", "")])

    def test_what_a_loop_hands_on(self) -> None:
        def loop(space: str, yield_carried: bool = False, init: int = 0) -> Make:
            def make(f: Maker) -> None:
                inits = [f.op("load"), f.op("load")]
                (c,) = f.enter(FOR, inits[init], space=space)
                d = f.op("add", c)
                f.leave(c if yield_carried else d, spaces=("vec",))
            return make

        self.assertEqual(self.found(loop("vec"), loop("vec")), [])
        self.assertIn(("flow", ""), self.found(loop("acc"), loop("vec")))
        self.assertEqual(self.found(loop("vec", yield_carried=True), loop("vec")),
                         [("operands", "")])
        self.assertEqual(self.found(loop("vec", init=1), loop("vec")), [("operands", "")])

    def test_arms_that_change_places(self) -> None:
        def branch(swap: bool) -> Make:
            def make(f: Maker) -> None:
                a, b = f.op("load"), f.op("load")
                f.enter(IF)
                f.otherwise(b if swap else a)
                f.leave(a if swap else b)
            return make

        self.assertEqual(self.found(branch(True), branch(False)), [("operands", "")] * 2)
        self.assertEqual(self.found(branch(True), branch(True)), [])

    def test_an_op_in_the_other_arm(self) -> None:
        def branch(first: bool) -> Make:
            def make(f: Maker) -> None:
                a = f.op("load")
                f.enter(IF)
                if first:
                    f.op("add", a)
                f.otherwise()
                if not first:
                    f.op("add", a)
                f.leave()
            return make

        self.assertEqual({aspect for aspect, rule in self.found(branch(True), branch(False))
                          if not rule}, {"ops"})

    def test_other_regions(self) -> None:
        def loop(count: int) -> Make:
            def make(f: Maker) -> None:
                for _ in range(count):
                    f.enter(FOR)
                    f.leave()
            return make

        self.assertEqual(self.found(loop(1), loop(2)), [("ops", "")])
        self.assertEqual(self.found(loop(2), loop(1)), [("ops", "")])

    def test_types(self) -> None:
        def load(**parts: Any) -> Make:
            return lambda f: f.op("load", **parts)

        self.assertEqual(self.found(load(layout=BOXED), load()), [("layout", "")])
        self.assertEqual(self.found(load(valid=(16, None)), load()), [("valid", "")])
        self.assertEqual(self.found(load(pad="zero"), load()), [("padding", "")])
        self.assertEqual(self.found(load(compact="normal"), load()), [("padding", "")])
        self.assertEqual(self.found(load(valid=(None, 64)), load(valid=(None, 64))), [])

    def test_a_write_is_a_value_here(self) -> None:
        def ours(f: Maker) -> None:
            a = f.op("load")
            f.op("store", f.op("write", a), space=None)

        def theirs(f: Maker) -> None:
            a = f.op("load")
            f.op("write", a, space=None)
            f.op("store", a, space=None)

        def wrong(f: Maker) -> None:
            a, b = f.op("load"), f.op("load")
            f.op("write", a)
            f.op("store", b, space=None)

        def theirs_of_two(f: Maker) -> None:
            a = f.op("load")
            f.op("load")
            f.op("write", a, space=None)
            f.op("store", a, space=None)

        self.assertEqual(self.found(ours, theirs), [])
        self.assertEqual(self.found(wrong, theirs_of_two), [("operands", "")])

    def test_a_written_tile_is_carried_here(self) -> None:
        def ours(f: Maker) -> None:
            a = f.op("load")
            (c,) = f.enter(FOR, a)
            (r,) = f.leave(f.op("write", c))
            f.op("store", r, space=None)

        def theirs(f: Maker) -> None:
            a = f.op("load")
            f.enter(FOR)
            f.op("write", a, space=None)
            f.leave()
            f.op("store", a, space=None)

        self.assertEqual(self.found(ours, theirs), [])


class Rules(SpacesTest):
    def test_move_where_missing(self) -> None:
        def ours(f: Maker) -> None:
            f.op("exp", f.op("move", f.op("load", space="mat"), space="vec"))

        def theirs(f: Maker) -> None:
            f.op("exp", f.op("load", space="mat"))

        self.assertEqual(self.found(ours, theirs),
                         [("ops", "move-where-missing"), ("operands", "move-where-missing")])
        # The other way round it is a move that we forget.
        self.assertEqual(self.found(theirs, ours), [("ops", ""), ("operands", "")])

    def test_room_made_anew(self) -> None:
        def ours(f: Maker) -> None:
            f.op("create", space="mat")
            f.op("sort32", f.op("load"), f.op("create", space="vec"))

        def theirs(maker: str) -> Make:
            def make(f: Maker) -> None:
                room = f.op(maker, space="mat")
                a = f.op("load")
                f.op("sort32", a, f.op("move", room, space="vec"))
            return make

        self.assertEqual({rule for _, rule in self.found(ours, theirs("create"))},
                         {"room-made-anew"})
        self.assertIn(("operands", ""), self.found(ours, theirs("load")))

    def test_space_for_every_tile(self) -> None:
        def loop(space: str) -> Make:
            def make(f: Maker) -> None:
                (c,) = f.enter(FOR, f.op("load"), space=space)
                f.leave(c, spaces=(space,))
            return make

        found = self.found(loop("vec"), loop("none"))
        self.assertEqual({rule for _, rule in found}, {"space-for-every-tile"})
        self.assertIn(("flow", ""), self.found(loop("none"), loop("vec")))

    def branch(self, arms: Tuple[str, str], result: str, move: bool = False) -> Make:
        def make(f: Maker) -> None:
            a, b = (f.op("load", space=space) for space in arms)
            f.enter(IF)
            f.otherwise(f.op("move", a, space=result) if move else a)
            (r,) = f.leave(b, spaces=(result,))
            f.op("exp", r)
        return make

    def test_branch_arms_differ(self) -> None:
        ours = self.branch(("acc", "vec"), "vec", move=True)
        found = self.found(ours, self.branch(("acc", "vec"), "acc"))
        self.assertEqual({rule for _, rule in found}, {"branch-arms-differ", "move-where-missing"})
        # A space that no arm has is no choice between them.
        other = self.branch(("acc", "vec"), "mat", move=True)
        self.assertIn(("flow", ""), self.found(other, self.branch(("acc", "vec"), "acc")))
        # Arms that agree leave no choice.
        self.assertIn(("flow", ""), self.found(self.branch(("vec", "vec"), "vec"),
                                               self.branch(("vec", "vec"), "acc")))

    def test_loop_types_agree(self) -> None:
        def make(result: str, carried: str, move: bool) -> Make:
            def inner(f: Maker) -> None:
                a, b = f.op("load", space="mat"), f.op("load", space="mat")
                f.enter(IF)
                f.otherwise(a)
                (r,) = f.leave(b, spaces=(result,))
                init = f.op("move", r, space=carried) if move else r
                (c,) = f.enter(FOR, init, space=carried)
                f.leave(c, spaces=(carried,))
            return inner

        found = self.found(make("mat", "acc", True), make("acc", "acc", False))
        self.assertEqual({rule for _, rule in found}, {"loop-types-agree", "move-where-missing"})
        # The loop carries it elsewhere: nothing forced the result there.
        self.assertIn(("flow", ""), self.found(make("mat", "vec", True), make("acc", "vec", False)))

    def test_region_types_join(self) -> None:
        def branch(compact: str) -> Make:
            def make(f: Maker) -> None:
                a, b = f.op("load"), f.op("load")
                f.enter(IF)
                f.otherwise(a)
                f.leave(b, compact=compact)
            return make

        self.assertEqual(self.found(branch("null"), branch("normal")),
                         [("padding", "region-types-join")])
        # Ours has a type that no arm has: no rule.
        self.assertEqual(self.found(branch("normal"), branch("null")), [("padding", "")])

    def test_compact_as_written(self) -> None:
        def view(source: str, result: str) -> Make:
            return lambda f: f.op("set_validshape", f.op("load", compact=source), compact=result)

        self.assertEqual(self.found(view("null", "normal"), view("null", "null")),
                         [("padding", "compact-as-written")])
        self.assertEqual(self.found(view("null", "null"), view("null", "normal")),
                         [("padding", "")])

    def test_no_rule_for_layouts(self) -> None:
        def sum_(layout: Any) -> Make:
            return lambda f: f.op("add", f.op("load"), layout=layout)

        self.assertEqual(self.found(sum_(BOXED), sum_(("row_major", "none_box", 512))),
                         [("layout", "")])


if __name__ == "__main__":
    unittest.main()
