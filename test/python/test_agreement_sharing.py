"""Rules about buffers that share and about addresses, on functions made by hand."""

import tempfile
import unittest
from pathlib import Path
from typing import Any, Callable, Dict, List, Tuple

from agreement_support import BOXED, FOR, IF, Maker, write_gzip

from pto.agreement.addresses import compare_addresses
from pto.agreement.buffers import compare_reuse
from pto.agreement.corpus import Item
from pto.agreement.model import Tile
from pto.agreement.refusals import explain_binding, explain_import, placed_apart
from pto.agreement.windows import Place, boxed_window

Make = Callable[[Maker], Any]


class SharingTest(unittest.TestCase):
    def found(self, ours: Make, theirs: Make, addresses: "Dict[str, int]" = {}
              ) -> List[Tuple[str, str]]:
        mine, other = Maker(), Maker()
        ours(mine)
        theirs(other)
        compare: Any = compare_reuse
        if addresses:
            mine.function.addresses.update(addresses)
            compare = compare_addresses
        result = compare("item", [mine.function], [other.function])
        return [(f.aspect, f.rule) for f in result.findings]

    def rules(self, *args: Any) -> "set[str]":
        return {rule for _, rule in self.found(*args)}


def made(f: Maker, name: str, *operands: Any, at: Any = None, **words: Any) -> Any:
    return f.op(name, *operands, memref=at, binds=True, **words)


class Lives(SharingTest):
    @staticmethod
    def loop(*at: str, name: str = "load") -> Make:
        """A tile that the loop carries but does not need any more, and another."""
        def make(f: Maker) -> None:
            a = made(f, "load", at=at[0])
            (c,) = f.enter(FOR, a, memref=at[0])
            f.op("store", c, space=None)
            x = made(f, name, at=at[1])
            f.op("store", x, space=None)
            n = made(f, "load", at=at[0])
            f.leave(n, memref=at[0])
        return make

    def test_exact_lives(self) -> None:
        self.assertEqual(self.rules(self.loop("m", "m"), self.loop("a", "b")), {"exact-lives"})

    def test_theirs_shares_what_both_could(self) -> None:
        self.assertEqual(self.rules(self.loop("m", "n"), self.loop("a", "a")), {""})

    @staticmethod
    def created(other: str) -> Make:
        def make(f: Maker) -> None:
            e = made(f, "create", at="m")
            a = made(f, "load", at=other)
            f.op("store", a, space=None)
            f.op("assemble", e, memref="m")
            f.op("store", f.function.steps[-1].results[0], space=None)
        return make

    def test_empty(self) -> None:
        self.assertEqual(self.rules(self.created("m"), self.created("n")),
                         {"empty-is-no-write"})

    def test_only_in_that_memory(self) -> None:
        def both(first: Make, at: str) -> Make:
            def make(f: Maker) -> None:
                first(f)
                a = made(f, "load", at="x", space="mat")
                f.op("store", a, space=None)
                f.op("store", made(f, "load", at=at, space="mat"), space=None)
            return make

        self.assertEqual(self.rules(both(self.created("m"), "x"), both(self.created("n"), "y")),
                         {"empty-is-no-write", ""})


class Forbidden(SharingTest):
    @staticmethod
    def unary(at: Any, source: Any = "a", before: str = "load", **words: Any) -> Make:
        def make(f: Maker) -> None:
            a = made(f, before, at=source)
            r = made(f, "exp", a, at=at, **words)
            f.op("store", r, space=None)
            # Shared by both sides.
            f.op("store", made(f, "load", at="a"), space=None)
        return make

    def shared(self, *source: Any, **words: Any) -> "set[str]":
        return self.rules(self.unary("b", *source, **words), self.unary("a", *source, **words))

    def test_wider(self) -> None:
        self.assertEqual(self.shared(dtype="f64"), {"no-overtaking"})
        self.assertEqual(self.shared(shape=(32, 64)), {"no-overtaking"})
        self.assertEqual(self.shared(dtype="f16"), {""})

    def test_layout(self) -> None:
        self.assertEqual(self.shared(layout=BOXED), {"no-overtaking"})

    def test_window(self) -> None:
        self.assertEqual(self.shared(("a", 2048, 2048), shape=(8, 64)), {"same-start"})

    def test_temporary(self) -> None:
        self.assertEqual(self.shared("a", before="create"), {"scratch-no-alias"})

    @staticmethod
    def popped(at: str, other: str = "load") -> Make:
        def make(f: Maker) -> None:
            a = made(f, other, at="a")
            p = f.op("tpop_from_aic")
            f.op("store", made(f, "add", p, a, at=at), space=None)
            f.op("store", made(f, "load", at="a"), space=None)
        return make

    def test_hazard(self) -> None:
        self.assertEqual(self.rules(self.popped("b"), self.popped("a")), {"hazard-any-order"})
        self.assertEqual(self.rules(self.popped("b", "full"), self.popped("a", "full")), {""})


class Copies(SharingTest):
    @staticmethod
    def branch(result: str, copy: bool, read: bool = False) -> Make:
        def make(f: Maker) -> None:
            a = made(f, "load", at="a")
            f.enter(IF)
            f.otherwise(made(f, "exp", a, at=result))
            m = f.op("move", a, memref=result) if copy else a
            if read:
                f.op("store", m, space=None)
            f.leave(m, memref=result)
        return make

    def test_fewer(self) -> None:
        self.assertEqual(self.found(self.branch("a", False), self.branch("b", True)),
                         [("ops", "fewest-copies"), ("tiles", "fewest-copies"),
                          ("tiles", "fewest-copies")])

    def test_a_copy_that_somebody_reads(self) -> None:
        self.assertIn("", self.rules(self.branch("a", False), self.branch("b", True, True)))

    def test_more(self) -> None:
        self.assertIn("", self.rules(self.branch("b", True), self.branch("a", False)))

    def test_only_where_ours_is_whole(self) -> None:
        self.assertIn("", self.rules(self.branch("b", False), self.branch("b", True)))

    def test_an_arm_that_theirs_forgets(self) -> None:
        self.assertEqual(self.rules(self.branch("b", True), self.branch("b", False)),
                         {"arms-copied"})

    @staticmethod
    def window(copy: bool, name: str = "reshape") -> Make:
        def make(f: Maker) -> None:
            a = made(f, "load", at="a")
            w = f.op("slice", a, memref=("a", 1024, 1024), shape=(4, 64), offsets=(4, 0))
            place: Any = ("a", 1024, 1024)
            if copy:
                place = ("c", 0, 1024)
                w = made(f, "move", w, at=place, shape=(4, 64))
            f.op("store", f.op(name, w, memref=place, shape=(4, 64)), space=None)
        return make

    def test_window(self) -> None:
        self.assertIn(("ops", "windows-copied"), self.found(self.window(True), self.window(False)))
        self.assertIn(("ops", ""),
                      self.found(self.window(True, "exp"), self.window(False, "exp")))

    def test_span(self) -> None:
        def tile(size: int) -> Make:
            def make(f: Maker) -> None:
                f.op("store", made(f, "load", at=("a", 0, 8192), shape=(32, 64)), space=None)
                f.op("store", made(f, "load", at=("a", 0, size)), space=None)
            return make

        self.assertEqual(self.found(tile(4096), tile(8192)), [("spans", "span-of-tile")])
        self.assertEqual(self.rules(tile(2048), tile(8192)), {""})
        self.assertEqual(self.rules(tile(4096), tile(6144)), {""})


class Addresses(SharingTest):
    @staticmethod
    def tiles(*places: Any, scratch: bool = False) -> Make:
        def make(f: Maker) -> None:
            tiles = [made(f, "load", at=place) for place in places]
            if scratch:
                tiles[-1:] = [tiles[-1], made(f, "create", at="%mem_vec_9")]
            f.op("store", *tiles, space=None)
        return make

    def test_numbers(self) -> None:
        ours = self.tiles("%mem_vec_1", "%mem_vec_2")
        at = {"%mem_vec_1": 0, "%mem_vec_2": 4096}
        names = self.tiles(("mem_vec_2#1", 4096, 4096), ("mem_vec_10#2", 0, 4096))
        self.assertEqual(self.rules(ours, names, at), {"ids-in-program-order"})
        declared = self.tiles(("mem_vec_2#1", 4096, 4096), ("A#2", 0, 4096))
        self.assertEqual(self.rules(ours, declared, at), {"declared-names"})
        # Theirs is in no order of names, or leaves a gap; ours leaves one.
        self.assertEqual(self.rules(ours, self.tiles(("A", 4096, 4096), ("B", 0, 4096)), at), {""})
        gap = self.tiles(("B", 8192, 4096), ("A", 0, 4096))
        self.assertEqual(self.rules(ours, gap, at), {""})
        self.assertEqual(self.rules(ours, names, {"%mem_vec_1": 0, "%mem_vec_2": 8192}), {""})

    def test_scratch(self) -> None:
        ours = self.tiles("%mem_vec_1", scratch=True)
        theirs = self.tiles(("mem_vec_1", 0, 4096))
        self.assertEqual(self.found(ours, theirs, {"%mem_vec_9": 0, "%mem_vec_1": 4096}),
                         [("ops", "level3-scratch"), ("addresses", "level3-scratch"),
                          ("peaks", "level3-scratch")])

    def test_more_room_needs_a_reason(self) -> None:
        at = {"m": 0, "n": 8192}
        found = self.found(Lives.loop("m", "m"), Lives.loop("a", "b"), {"m": 8192})
        self.assertIn(("peaks", ""), found)
        self.assertIn(("addresses", "exact-lives"), found)
        self.assertIn(("peaks", ""), self.found(Lives.loop("m", "n"), Lives.loop("a", "a"), at))

    @staticmethod
    def window(place: Any, **words: Any) -> Make:
        def make(f: Maker) -> None:
            a = made(f, "load", at=place[0])
            f.op("store", f.op("slice", a, memref=place[1], shape=(4, 64), **words), space=None)
        return make

    def test_run_time_window(self) -> None:
        ours = self.window(("m", ("m", "?", 1024)))
        self.assertEqual(self.rules(ours, self.window((("a", 0, 4096), ("a", 0, 1024))),
                                    {"m": 0}), {"run-time-window"})
        self.assertEqual(self.rules(ours, self.window((("a", 0, 4096), ("a", 1024, 1024))),
                                    {"m": 0}), {""})

    @staticmethod
    def low(place: Any, **words: Any) -> Make:
        def make(f: Maker) -> None:
            a = made(f, "load", at=place[0], **words)
            w = f.op("slice", a, memref=place[1], shape=(8, 64), offsets=(8, 0))
            f.op("store", w, space=None)
        return make

    def test_lost_window(self) -> None:
        theirs = (("a", 0, 4096), ("a", 0, 2048))
        self.assertEqual(self.rules(self.low(("m", ("m", 2048, 2048))), self.low(theirs),
                                    {"m": 0}), {"window-offset-lost"})
        # Ours is elsewhere, or theirs is not at the start.
        self.assertEqual(self.rules(self.low(("m", ("m", 1024, 2048))), self.low(theirs),
                                    {"m": 0}), {""})
        other = self.low((("a", 0, 4096), ("a", 512, 2048)))
        self.assertEqual(self.rules(self.low(("m", ("m", 2048, 2048))), other, {"m": 0}), {""})

    def test_rows_of_boxes(self) -> None:
        tile = Tile((32, 64), "f32", layout=("col_major", "row_major", 1024))
        window = Tile((16, 64), "f32")
        self.assertEqual(boxed_window(tile, window, (16, 0)), Place(1024, 7168))
        self.assertEqual(boxed_window(tile, window, (0, 16)), Place(2048, 6144))
        self.assertIsNone(boxed_window(tile, window, (8, 0)))
        self.assertIsNone(boxed_window(window, window, (16, 0)))

    def test_window_in_boxes(self) -> None:
        ours = self.window(("m", ("m", None, 1024)), layout=BOXED)
        theirs = self.window((("a", 0, 4096), ("a", 0, 1024)), layout=BOXED)
        self.assertEqual(self.rules(ours, theirs, {"m": 0}), {"slice-in-boxes"})
        self.assertEqual(self.rules(self.window(("m", ("m", None, 1024))),
                                    self.window((("a", 0, 4096), ("a", 0, 1024))), {"m": 0}),
                         {""})


class Refusals(unittest.TestCase):
    MODULE = ("func.func @f() attributes {pto.kind = #pto.function_kind<opaque>} {\n"
              "%a = pto.alloc vec, addr = -1, size = 40, id = 0\n"
              "%b = pto.alloc vec, addr = -1, size = 64, id = 1\n"
              "%c = pto.alloc mat, addr = -1, size = 64, id = 2 pinned\n}\n")

    def test_placed_apart(self) -> None:
        text = placed_apart(self.MODULE)
        self.assertIn("%b = pto.alloc vec, addr = 64, size = 64", text)
        self.assertIn("%c = pto.alloc mat, addr = 0, size = 64", text)
        self.assertIn("function_kind<incore>", text)

    def judged(self, verdict: str, code: int, message: str) -> Any:
        with tempfile.TemporaryDirectory() as folder:
            tool = Path(folder) / "pto-opt"
            tool.write_text(f"#!/bin/sh\ncat > /dev/null\necho '{verdict}' >&2\nexit {code}\n",
                            encoding="utf-8")
            tool.chmod(0o755)
            return explain_binding(tool, self.MODULE, message)

    def test_bound_by_aliases(self) -> None:
        message = "a:1:2: error: 't1' overwrites the buffer of 't0'"
        self.assertEqual(self.judged("a:1:2: error: lost [mp-r1]", 1, message),
                         "bound-by-aliases")
        self.assertIsNone(self.judged("", 0, message))
        self.assertIsNone(self.judged("a:1:2: error: far [mp-r5]", 1, message))
        self.assertIsNone(self.judged("a:1:2: error: lost [mp-r1]", 1, "another error"))

    def test_not_allocated(self) -> None:
        message = "a:1:2: error: no buffer of this function: 'pl.MemRef('m_0', 0, 64)'"
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "before.py.gz"
            item = Item("case", path, path, None, None)
            write_gzip(path, "    t: pl.Tile = pl.tile.load(x)\n")
            self.assertEqual(explain_import(item, message), "buffer-not-allocated")
            self.assertIsNone(explain_import(item, "another error"))
            write_gzip(path, "    m_0: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 64)\n")
            self.assertIsNone(explain_import(item, message))


if __name__ == "__main__":
    unittest.main()
