"""Pictures of memory plans, without a browser."""

import copy
import json
import re
import sys
import unittest
import xml.dom.minidom
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))

from pto.memory_page import compare, overlaps, text  # noqa: E402
from pto.memory_page.page import escaped_json, render_page  # noqa: E402
from pto.memory_page.plan import Plan, PlanError, check_map, points_of  # noqa: E402
from pto.memory_page.programs import Tools  # noqa: E402
from pto.memory_page.svg import fitted, render_svg, units  # noqa: E402

Json = dict[str, Any]


def tile(name: str, number: int, live: list[list[int]], **more: Any) -> Json:
    base: Json = {"name": name, "op": "pto.add", "offset": 0, "size": 1024}
    base |= {"type": "!pto.tile<16x16xf32, vec>", "def": number, "live": live}
    return base | more


def buffer(name: str, addr: int | None, *tiles: Json, **more: Any) -> Json:
    base: Json = {"name": name, "id": 0, "addr": addr, "size": 1024, "pinned": False, "slots": 1}
    return base | {"tiles": list(tiles)} | more


def plan_of(*buffers: Json, **more: Any) -> Plan:
    space: Json = {"space": "vec", "capacity": 4096, "reserved": 0, "peak": 2048}
    space |= {"lower_bound": 1024, "status": "feasible", "buffers": list(buffers)} | more
    function = {"name": "f", "kind": "aiv", "spaces": [space]}
    return Plan("a.json", check_map({"version": 1, "target": "a2a3", "functions": [function]}, "a"))


def found(plan: Plan) -> list[str]:
    return [str(one) for one in overlaps.find_overlaps(plan.map["functions"][0])]


class PlanTest(unittest.TestCase):
    def test_points_from_ops(self) -> None:
        self.assertEqual(points_of(tile("t", 3, [[3, 5]])), ((7, 11),))
        # One that is never read lives while it is written.
        self.assertEqual(points_of(tile("t", 3, [[3, 3]])), ((7, 8),))
        self.assertEqual(points_of(tile("t", 3, [], points=[[1, 2], [4, 6]])), ((1, 2), (4, 6)))

    def test_faults_are_told_with_their_places(self) -> None:
        good = plan_of(buffer("b", 0, tile("t", 0, [[0, 1]]))).map
        faults: list[tuple[str, Any, str]] = [
            ("functions", 3, "m.functions: is int"),
            ("version", 7, "has version 7"),
        ]
        for field, value, message in faults:
            with self.subTest(field), self.assertRaisesRegex(PlanError, re.escape(message)):
                check_map(good | {field: value}, "m")
        for field, value in [("live", [[1]]), ("live", [[1, "x"]]), ("size", None), ("name", 4), ("points", [3]),
                             ("parts", [[1, 2, 3]])]:
            bad = copy.deepcopy(good)
            bad["functions"][0]["spaces"][0]["buffers"][0]["tiles"][0][field] = value
            place = re.escape(f"m.functions[0].spaces[0].buffers[0].tiles[0].{field}")
            with self.subTest(field, value=value), self.assertRaisesRegex(PlanError, place):
                check_map(bad, "m")


class OverlapTest(unittest.TestCase):
    def test_same_bytes_at_the_same_time(self) -> None:
        plan = plan_of(buffer("a", 0, tile("t", 0, [[0, 4]])), buffer("b", 512, tile("u", 2, [[2, 6]])))
        self.assertEqual(found(plan), ["t and u both need vec bytes 512 to 1024 at op 2"])

    def test_one_after_the_other(self) -> None:
        # Op 2 reads t before it writes u.
        plan = plan_of(buffer("a", 0, tile("t", 0, [[0, 2]])), buffer("b", 0, tile("u", 2, [[2, 6]])))
        self.assertEqual(found(plan), [])

    def test_neighbours(self) -> None:
        plan = plan_of(buffer("a", 0, tile("t", 0, [[0, 4]])), buffer("b", 1024, tile("u", 2, [[2, 6]])))
        self.assertEqual(found(plan), [])

    def test_holes(self) -> None:
        lives = {"points": [[1, 4], [9, 12]], "content": 0}
        a = buffer("a", 0, tile("t", 0, [[0, 1], [4, 5]], **lives))
        self.assertEqual(found(plan_of(a, buffer("b", 0, tile("u", 2, [[2, 4]], points=[[5, 9]], content=1)))), [])
        late = tile("u", 2, [[2, 4]], points=[[5, 10]], content=1)
        self.assertEqual(len(found(plan_of(a, buffer("b", 0, late)))), 1)

    def test_parts(self) -> None:
        """Bytes that nobody needs any more are free, though others of the tile are not."""
        t = tile("t", 0, [[0, 5]], points=[[1, 11]], content=0, parts=[[0, 512, 1, 3], [512, 1024, 1, 11]])
        u = tile("u", 2, [[2, 4]], points=[[5, 9]], content=1, size=512)
        self.assertEqual(found(plan_of(buffer("a", 0, t), buffer("b", 0, u))), [])
        v = u | {"offset": 256}
        self.assertEqual(found(plan_of(buffer("a", 0, t), buffer("b", 0, v))),
                         ["t and u both need vec bytes 512 to 768 at op 2"])

    def test_same_contents_share(self) -> None:
        t, u = tile("t", 0, [[0, 5]], content=3), tile("u", 2, [[2, 4]], content=3)
        self.assertEqual(found(plan_of(buffer("a", 0, t, u))), [])
        self.assertEqual(len(found(plan_of(buffer("a", 0, t, u | {"content": 4})))), 1)

    def test_views_and_unplaced_are_left_out(self) -> None:
        t, u = tile("t", 0, [[0, 5]], content=1), tile("u", 2, [[2, 4]], content=2, origin="view")
        self.assertEqual(found(plan_of(buffer("a", 0, t), buffer("b", 0, u))), [])
        self.assertEqual(found(plan_of(buffer("a", None, t), buffer("b", None, t))), [])

    def test_no_kernel_has_any(self) -> None:
        """Neither do the ranges of a sound plan say so, whoever made it: here they
        and the judge must agree."""
        for kernel in sorted((ROOT / "test" / "Kernels").glob("*.mlir")):
            for planner in ("pypto", "optimal"):
                with self.subTest(kernel.name, planner=planner):
                    tools = Tools(planner=planner)
                    map_ = tools.map_of(tools.place(kernel.read_bytes()), kernel.name)
                    self.assertTrue(map_["functions"])
                    for function in map_["functions"]:
                        self.assertEqual(function["conflicts"], [])
                        self.assertEqual([str(one) for one in overlaps.find_overlaps(function)], [])


class TextTest(unittest.TestCase):
    def test_table(self) -> None:
        placed = buffer("mem_vec_2", 0, tile("t", 0, [[0, 1]]), tile("half", 1, [[1, 2]], offset=8192), size=16384)
        moving = tile("s", 2, [[2, 3]], offset=None, offset_expr="(i mod 2) * 16384")
        unplaced = buffer("pp", None, moving, size=32768, pinned=True, slots=2)
        plan = plan_of(placed, unplaced, capacity=188416, peak=49152, lower_bound=49152, status="optimal")
        plan.map["functions"][0]["kind"] = "incore"
        self.assertEqual(text.render(plan), """\
target: a2a3

f (incore)
  vec: peak 49152 of 188416 bytes (26.1 %), 2 buffers, lower bound 49152, optimal
    buffer     addr   size  tiles
    mem_vec_2     0  16384  t, half+8192
    pp            -  32768  s+(i mod 2) * 16384 [pinned, 2 slots]""")

    def test_nothing_known(self) -> None:
        plan = plan_of(capacity=None, peak=None, lower_bound=None, status="")
        plan.map["target"] = None
        shown = text.render(plan)
        self.assertIn("target: none", shown)
        self.assertIn("vec: peak - of - bytes, 0 buffers", shown)


class CompareTest(unittest.TestCase):
    def test_moved_gone_and_new(self) -> None:
        before = plan_of(buffer("a", 0, tile("t", 0, [[0, 1]]), tile("x", 1, [[1, 2]])),
                         buffer("b", 1024, tile("u", 1, [[1, 2]])))
        after = plan_of(buffer("a", 0, tile("t", 0, [[0, 1]])), buffer("b", 2048, tile("u", 1, [[1, 2]])),
                        buffer("c", 512, tile("y", 3, [[3, 4]])), peak=3072)
        self.assertEqual(text.render_changes(before, after), """\
a.json -> a.json

f
  vec: peak 2048 -> 3072 bytes (+1024)
  3 tiles elsewhere, 1 where they were
    u: vec 1024 -> vec 2048
    x: vec 0 -> not there
    y: not there -> vec 512""")

    def test_tiles_of_one_name_keep_their_order(self) -> None:
        one = plan_of(buffer("a", 0, tile("t", 0, [[0, 1]])), buffer("b", 1024, tile("t", 5, [[5, 6]])))
        other = plan_of(buffer("b", 2048, tile("t", 7, [[7, 8]])), buffer("a", 0, tile("t", 2, [[2, 3]])))
        change = compare.compare_plans(one, other)[0]
        self.assertEqual([(t.before.begin, t.after.begin) for t in change.tiles], [(1024, 2048)])

    def test_function_of_one_plan_only(self) -> None:
        plan = plan_of(buffer("a", 0, tile("t", 0, [[0, 1]])))
        empty = Plan("b", {"version": 1, "functions": []})
        self.assertEqual(compare.compare_plans(plan, empty)[0].tiles[0].after, None)
        self.assertEqual(compare.as_json(compare.compare_plans(empty, plan))[0]["spaces"][0]["before"], None)


class PageTest(unittest.TestCase):
    EVIL = "</script><script>alert(1)</script><!--\"'&\u2028"

    def test_data_cannot_end_its_element(self) -> None:
        data = escaped_json({"name": self.EVIL})
        self.assertNotIn("<", data)
        self.assertNotIn("\u2028", data)
        self.assertEqual(json.loads(data)["name"], self.EVIL)

    def test_page_is_of_one_piece(self) -> None:
        plan = plan_of(buffer("a", 0, tile(self.EVIL, 0, [[0, 1]])))
        page = render_page([plan], self.EVIL)
        self.assertEqual(page.count("<script"), 2)
        self.assertNotIn("alert(1)</script>", page)
        # Nothing is fetched from anywhere.
        self.assertIsNone(re.search(r"""(?:src|href)\s*=|url\(|@import|fetch\(|XMLHttp""", page))
        self.assertIn("default-src &#x27;none&#x27;", page)

    def test_nothing_that_was_put_in_is_replaced_again(self) -> None:
        page = render_page([plan_of(buffer("a", 0, tile("@@script@@", 0, [[0, 1]])))], "@@data@@")
        self.assertIn("<title>@@data@@</title>", page)


class SvgTest(unittest.TestCase):
    def test_names_are_text(self) -> None:
        evil = "</text><script>&\"'"
        drawing = render_svg([plan_of(buffer("a", 0, tile(evil, 0, [[0, 30]])), peak=1024)])
        document = xml.dom.minidom.parseString(drawing)
        self.assertEqual(document.getElementsByTagName("script").length, 0)
        titles = [node.firstChild.data for node in document.getElementsByTagName("title")]
        self.assertEqual(titles, [f"{evil}: vec 0 to 1024"])

    def test_two_plans(self) -> None:
        plan = plan_of(buffer("a", 0, tile("t", 0, [[0, 3]])))
        drawing = render_svg([plan, plan])
        self.assertEqual(drawing.count("<title>t: vec 0 to 1024</title>"), 2)

    def test_conflict_is_marked(self) -> None:
        plan = plan_of(buffer("a", 0, tile("t", 0, [[0, 4]])), buffer("b", 512, tile("u", 2, [[2, 6]])))
        self.assertEqual(render_svg([plan]).count('class="conflict"'), 1)

    def test_words(self) -> None:
        self.assertEqual([units(None), units(512), units(2048), units(1536)], ["unknown", "512 B", "2 KiB", "1.5 KiB"])
        self.assertEqual(fitted("abcdefgh", 30), "abc\u2026")
        self.assertEqual(fitted("abc", 5), "")


if __name__ == "__main__":
    unittest.main()
