"""The comparison of buffers and addresses, on functions made by hand."""

import unittest
from typing import Any, Callable, List, Tuple

from agreement_support import FOR, IF, Maker

from pto.agreement.addresses import HIGHER, LOWER, compare_addresses
from pto.agreement.buffers import compare_buffers
from pto.agreement.model import Tile
from pto.agreement.report import Result
from pto.agreement.windows import Place, accumulator_window, bits

Make = Callable[[Maker], Any]
ACC = ("col_major", "row_major", 1024)


class BuffersTest(unittest.TestCase):
    def compare(self, ours: Make, theirs: Make, kind: str = "aiv") -> Result:
        mine, other = Maker(kind), Maker(kind)
        ours(mine)
        theirs(other)
        return compare_buffers("item", [mine.function], [other.function])

    def found(self, ours: Make, theirs: Make) -> List[Tuple[str, str]]:
        return [(f.aspect, f.rule) for f in self.compare(ours, theirs).findings]


def loads(*places: Any) -> Make:
    def make(f: Maker) -> None:
        for place in places:
            f.op("load", memref=place)
    return make


class Agreement(BuffersTest):
    def test_names_do_not_matter(self) -> None:
        result = self.compare(loads("a", "b", "a"), loads("x", "y", "x"))
        self.assertEqual(result.verdict, "agree")
        self.assertEqual(result.compared["tiles"], 3)
        self.assertEqual(result.compared["sizes"], 2)

    def test_every_kind_of_function(self) -> None:
        self.assertEqual(self.compare(loads("a"), loads("x"), "opaque").compared["tiles"], 1)

    def test_partitions(self) -> None:
        self.assertEqual(self.found(loads("a", "a"), loads("x", "y")), [("tiles", "")])
        self.assertEqual(self.found(loads("a", "b"), loads("x", "x")), [("tiles", "")])
        self.assertEqual(self.found(loads("a", "b", "b"), loads("x", "y", "x")), [("tiles", "")])

    def test_places(self) -> None:
        self.assertEqual(self.found(loads(("a", 0, 64)), loads(("x", 0, 32))),
                         [("sizes", ""), ("spans", "")])
        self.assertEqual(self.found(loads(("a", 0, 64)), loads(("x", 32, 64))), [("offsets", "")])
        self.assertEqual(self.found(loads(("a", "?", 64)), loads(("x", 0, 64))), [("offsets", "")])
        self.assertEqual(self.found(loads(("a", "?", 64)), loads(("x", "?", 64))), [])

    def test_no_buffer(self) -> None:
        self.assertEqual(self.found(loads(None), loads(None)), [])
        self.assertEqual(self.found(loads(None), loads("x")), [("tiles", "")])
        self.assertEqual(self.found(loads("a"), loads(None)), [("tiles", "")])

    def test_other_ops(self) -> None:
        self.assertEqual(self.found(loads("a"), loads("x", "y")), [("ops", "")])
        self.assertEqual(self.found(loads("a", "b"), loads("x")), [("ops", "")])

    def test_a_missing_function(self) -> None:
        other = Maker()
        other.op("load", memref="x")
        self.assertEqual(compare_buffers("item", [], [other.function]).verdict, "differ")

    def test_other_names_of_a_tile(self) -> None:
        def theirs(elsewhere: bool) -> Make:
            def make(f: Maker) -> None:
                a = f.op("load", memref="x")
                f.op("load", memref="y")
                alias = f.value("vec", "y" if elsewhere else "x")
                f.function.aliases.append((alias, a))
            return make

        self.assertEqual(self.found(loads("a", "b"), theirs(False)), [])
        self.assertEqual(self.found(loads("a", "b"), theirs(True)), [("tiles", "")])


class Rules(BuffersTest):
    @staticmethod
    def loop(result: str, view: Any = None) -> Make:
        """A loop that begins in buffer i and yields what is in y."""
        def make(f: Maker) -> None:
            (c,) = f.enter(FOR, f.op("load", memref="i"))
            (r,) = f.leave(f.op("add", c, memref="y"), memref=result)
            f.op("reshape", r, memref=view or result)
            f.op("load", memref="z")
        return make

    def test_loop_result_from_init(self) -> None:
        rule = [("tiles", "loop-result-from-init")] * 2
        self.assertEqual(self.found(self.loop("y"), self.loop("i")), rule)
        # Not the yielded tile's: no rule.
        self.assertEqual(self.found(self.loop("z"), self.loop("i")), [("tiles", "")] * 2)
        # Theirs is where it should be, ours is not.
        self.assertEqual(self.found(self.loop("i"), self.loop("y")), [("tiles", "")] * 2)

    def test_what_lies_in_a_loop_result_goes_with_it(self) -> None:
        at = [(aspect, rule) for aspect, rule in self.found(
            self.loop("y", ("y", 64, 4096)), self.loop("i", ("i", 64, 4096)))]
        self.assertEqual(at, [("tiles", "loop-result-from-init")] * 2)
        self.assertIn(("offsets", ""), self.found(
            self.loop("y", ("y", 32, 4096)), self.loop("i", ("i", 64, 4096))))

    def test_branch_of_loop_results(self) -> None:
        def make(result: str) -> Make:
            def inner(f: Maker) -> None:
                a, b = f.op("load", memref="i"), f.op("load", memref="b")
                f.enter(IF)
                (c,) = f.enter(FOR, a)
                (r,) = f.leave(f.op("add", c, memref="y"), memref=result)
                f.otherwise(r)
                f.leave(b, memref=result)
            return inner

        self.assertEqual(self.found(make("y"), make("i")),
                         [("tiles", "loop-result-from-init")] * 2)
        self.assertEqual(self.found(make("b"), make("i")), [("tiles", "")] * 2)

    def test_level3_scratch(self) -> None:
        def theirs(f: Maker) -> None:
            f.op("cast", f.op("load", memref="x"), memref="y")

        def ours(f: Maker) -> None:
            a = f.op("load", memref="a")
            f.op("cast", a, f.op("create", memref="s"), memref="b")

        def unread(f: Maker) -> None:
            a = f.op("load", memref="a")
            f.op("create", memref="s")
            f.op("cast", a, memref="b")

        def read_twice(f: Maker) -> None:
            a = f.op("load", memref="a")
            s = f.op("create", memref="s")
            f.op("exp", f.op("cast", a, s, memref="b"), s, memref="c")

        def theirs_of_two(f: Maker) -> None:
            a = f.op("load", memref="x")
            f.op("exp", f.op("cast", a, memref="y"), memref="z")

        self.assertEqual(self.found(ours, theirs), [("ops", "level3-scratch")])
        self.assertEqual(self.found(unread, theirs), [("ops", "")])
        self.assertEqual(self.found(read_twice, theirs_of_two), [("ops", "")])

    def test_tile_parameter(self) -> None:
        def make(memref: Any, of_parameter: bool) -> Make:
            def inner(f: Maker) -> None:
                p = f.value("ddr", "p" if of_parameter else None)
                f.function.params.append(p)
                f.enter(FOR, p, memref=memref)
                f.leave()
            return inner

        self.assertEqual(self.found(make(None, False), make("p", True)),
                         [("tiles", "tile-parameter")])
        self.assertEqual(self.found(make(None, False), make("q", True)), [("tiles", "")])

    def test_write_is_a_value(self) -> None:
        def make(result: str) -> Make:
            def inner(f: Maker) -> None:
                a = f.op("load", memref="a")
                f.op("load", memref="b")
                f.op("write", a, memref=result)
            return inner

        self.assertEqual(self.found(make("a"), make("c")), [("tiles", "write-is-a-value")])
        self.assertEqual(self.found(make("b"), make("c")), [("tiles", "")])
        self.assertEqual(self.found(make("a"), make("a")), [])


class Windows(BuffersTest):
    """Rules about windows: ours must be what the documents say."""

    @staticmethod
    def window(memref: Any, shape: Tuple[int, int], offsets: Any,
               parent: Tuple[int, int] = (32, 128), layout: Any = ACC) -> Make:
        def make(f: Maker) -> None:
            size = parent[0] * parent[1] * 4
            a = f.op("matmul", space="acc", memref=("a", 0, size), shape=parent, layout=layout)
            w = f.op("slice", a, space="acc", memref=memref, offsets=offsets, shape=shape,
                     layout=layout)
            f.op("matmul_acc", w, space="acc", memref=memref, shape=shape, layout=layout)
        return make

    def rules(self, ours: Any, theirs: Any, *args: Any, **words: Any) -> List[Tuple[str, str]]:
        return self.found(self.window(ours, *args, **words), self.window(theirs, *args, **words))

    def test_accumulator_windows(self) -> None:
        columns: Any = ((32, 32), (0, 64))
        # 32 rows, columns 64 to 95: 32 * 64 * 4 bytes in, 32 * 32 * 4 long; what
        # updates the window in place lies there, too.
        found = self.rules(("a", 8192, 4096), ("a", 256, 15960), *columns)
        self.assertEqual(found, [("offsets", "accumulator-windows"),
                                 ("spans", "accumulator-windows")] * 2)
        found = self.rules(("a", 4096, 4096), ("a", 256, 15960), *columns)
        self.assertIn(("offsets", ""), found)
        found = self.rules(("a", 8192, 8192), ("a", 256, 15960), *columns)
        self.assertIn(("spans", ""), found)
        found = self.rules(("a", "?", 4096), ("a", "?", 15960), (32, 32), (0, None))
        self.assertEqual(found, [("spans", "accumulator-windows")] * 2)

    def test_column_window_span(self) -> None:
        found = self.rules(("a", 0, 2048), ("a", 0, 1024), (32, 8), (0, 0))
        self.assertEqual(found, [("spans", "column-window-span")] * 2)
        self.assertIn(("spans", ""), self.rules(("a", 0, 4096), ("a", 0, 1024), (32, 8), (0, 0)))

    def test_slice_in_boxes(self) -> None:
        def ours(size: int, dynamic: bool) -> Make:
            def make(f: Maker) -> None:
                memref = ("a", "?", size)
                self.window(memref, (16, 128), (16, 0))(f)
                for step in f.function.steps[1:]:
                    place = step.results[0].memref
                    assert place is not None
                    step.results[0].memref = type(place)(place.base, None, size, dynamic)
            return make

        theirs = self.window(("a", 8192, 8192), (16, 128), (16, 0))
        self.assertEqual({rule for _, rule in self.found(ours(16384, False), theirs)},
                         {"slice-in-boxes"})
        # A run-time offset is an offset.
        self.assertIn(("offsets", ""), self.found(ours(16384, True), theirs))
        self.assertIn(("spans", ""), self.found(ours(512, False), theirs))

    def test_window_of_window(self) -> None:
        def make(offset: int, size: int) -> Make:
            def inner(f: Maker) -> None:
                a = f.op("load", memref=("a", 0, 8192), shape=(16, 128))
                w = f.op("slice", a, memref=("a", 256, 7936), offsets=(0, 64), shape=(16, 64))
                f.op("slice", w, memref=("a", offset, size), offsets=(2, 0), shape=(4, 64))
            return inner

        # Two rows of the root further, four of its rows long.
        self.assertEqual(self.found(make(1280, 1792), make(768, 1024)),
                         [("offsets", "window-of-window"), ("spans", "window-of-window")])
        self.assertEqual(self.found(make(1024, 1792), make(768, 1792)), [("offsets", "")])
        self.assertEqual(self.found(make(768, 1024), make(1280, 1792)),
                         [("offsets", ""), ("spans", "")])

    def test_a_window_in_plain_rows_has_no_rule(self) -> None:
        def make(offset: int) -> Make:
            def inner(f: Maker) -> None:
                a = f.op("load", memref=("a", 0, 8192), shape=(16, 128))
                f.op("slice", a, memref=("a", offset, 256), offsets=(0, 64), shape=(1, 64))
            return inner

        self.assertEqual(self.found(make(256), make(128)), [("offsets", "")])

    def test_windows_in_boxes(self) -> None:
        rows: Any = ((16, 128), (16, 0))
        # The second row of boxes of two; eight columns of them.
        found = self.rules(("a", 1024, 15360), ("a", 8192, 8192), *rows)
        self.assertEqual(found, [("offsets", "windows-in-boxes"),
                                 ("spans", "windows-in-boxes")] * 2)
        self.assertIn(("offsets", ""), self.rules(("a", 2048, 15360), ("a", 8192, 8192), *rows))
        self.assertIn(("spans", ""), self.rules(("a", 1024, 16384), ("a", 8192, 8192), *rows))
        # Not at the border of a box.
        self.assertIn(("offsets", ""), self.rules(("a", 512, 15360), ("a", 4096, 8192),
                                                  (16, 128), (8, 0)))

    def test_declared_tile_span(self) -> None:
        def make(size: int) -> Make:
            def inner(f: Maker) -> None:
                f.op("load", memref=("a", 0, 16384), shape=(64, 64))
                f.op("load", memref=("a", 0, size), shape=(32, 32))
                f.function.sizes["a"] = 16384
            return inner

        self.assertEqual(self.found(make(4096), make(16384)), [("spans", "declared-tile-span")])
        self.assertEqual(self.found(make(2048), make(16384)), [("spans", "")])
        self.assertEqual(self.found(make(4096), make(10000)), [("spans", "")])

    def test_windows_copied(self) -> None:
        def theirs(f: Maker) -> None:
            a = f.op("load", memref=("a", 0, 8192), shape=(16, 128))
            w = f.op("slice", a, memref=("a", 256, 7936), offsets=(0, 64), shape=(16, 64))
            r = f.op("reshape", w, memref=("a", 256, 7936), shape=(8, 128))
            f.op("exp", r, memref="e")

        def ours(reader: str) -> Make:
            def make(f: Maker) -> None:
                a = f.op("load", memref=("a", 0, 8192), shape=(16, 128))
                w = f.op("slice", a, memref=("a", 256, 7936), offsets=(0, 64), shape=(16, 64))
                c = f.op("move", w, memref=("c", 0, 4096), shape=(16, 64))
                r = f.op("reshape", c if reader == "reshape" else w,
                         memref=("c", 0, 4096) if reader == "reshape" else ("a", 256, 7936),
                         shape=(8, 128))
                f.op("exp", c if reader == "exp" else r, memref="e")
            return make

        self.assertEqual(self.found(ours("reshape"), theirs),
                         [("ops", "windows-copied"), ("tiles", "windows-copied")])
        # Somebody reads the copy who would not have to.
        self.assertEqual(self.found(ours("exp"), theirs), [("ops", "")])

    def test_geometry(self) -> None:
        def acc(*shape: int, dtype: str = "f32") -> Tile:
            return Tile(shape, dtype, "acc", ACC)

        parent = acc(16, 64)
        self.assertEqual(accumulator_window(parent, acc(16, 32), (0, 32)), Place(2048, 2048))
        self.assertEqual(accumulator_window(parent, acc(16, 8), (0, 48)), Place(3072, 1024))
        self.assertEqual(accumulator_window(parent, acc(16, 32), (0, None)), Place(None, 2048))
        for window, offsets in ((acc(16, 32), (0, 8)), (acc(8, 32), (0, 0)),
                                (acc(16, 32), (16, 0)), (acc(16, 32, dtype="bf16"), (0, 0))):
            self.assertIsNone(accumulator_window(parent, window, offsets))
        self.assertEqual([bits(t) for t in ("f32", "bf16", "i1", "ui8", "i4", "f8E4M3FN")],
                         [32, 16, 8, 8, 4, 8])


class Addresses(unittest.TestCase):
    def compare(self, ours: List[Any], theirs: List[Any], addresses: Any) -> Result:
        mine, other = Maker(), Maker()
        loads(*ours)(mine)
        loads(*theirs)(other)
        mine.function.addresses.update(addresses)
        return compare_addresses("item", [mine.function], [other.function])

    def test_the_same(self) -> None:
        result = self.compare(["a", ("b", 64, 128)], [("x", 0, 4096), ("y", 4160, 128)],
                              {"a": 0, "b": 4096})
        self.assertEqual([f.text for f in result.findings if f.aspect != "peaks"], [])
        self.assertEqual(result.compared["addresses"], 2)

    def test_addresses(self) -> None:
        result = self.compare(["a"], [("x", 0, 4096)], {"a": 32})
        self.assertEqual({f.aspect for f in result.differ()}, {"addresses", "peaks"})
        self.assertEqual(result.notes[HIGHER], 1)
        result = self.compare(["a"], [("x", 32, 4096)], {"a": 0})
        self.assertEqual(result.notes[LOWER], 1)
        self.assertEqual(result.verdict, "differ")

    def test_not_placed(self) -> None:
        self.assertEqual(self.compare(["a"], [("x", 0, 4096)], {}).verdict, "differ")

    def test_sharing(self) -> None:
        result = self.compare(["a", "a"], [("x", 0, 4096), ("y", 0, 4096)], {"a": 0})
        self.assertEqual([f.aspect for f in result.differ()], ["tiles"])

    def test_other_ops(self) -> None:
        result = self.compare(["a", "b"], [("x", 0, 4096)], {"a": 0, "b": 0})
        self.assertEqual([f.aspect for f in result.differ()], ["ops"])


if __name__ == "__main__":
    unittest.main()
