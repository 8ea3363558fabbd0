"""The memory map page in a real browser."""

import json
import unittest

from browser_support import KERNELS, Keys, PageTest, ROOT, as_text, count_lives, large_map, memory_map

from pto.memory_page.page import render_page
from pto.memory_page.plan import Plan
from pto.memory_page.programs import Tools, load_plan

# `u` is put on the second half of `t`, which is still needed.
CONFLICT = """
!t = !pto.tile<64x64xf32, vec>
func.func @shifted(%x: tensor<64x64xf32>, %out: tensor<64x64xf32>) attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 16384, size = 16384, id = 0
  %b = pto.alloc vec, addr = 8192, size = 16384, id = 1
  %c = pto.alloc vec, addr = 32768, size = 16384, id = 2
  %t = pto.load %x[0, 0] to vec into %a : (tensor<64x64xf32>) -> !t
  %u = pto.load %x[0, 0] to vec into %b : (tensor<64x64xf32>) -> !t
  %s = pto.add %t, %u into %c : (!t, !t) -> !t
  pto.store %s, %out[0, 0] : (!t, tensor<64x64xf32>) -> tensor<64x64xf32>
  return
}
"""
ATTENTION = str(KERNELS / "flash_attention.mlir")


def is_red(pixel: "list[int]") -> bool:
    red, green, blue, _ = pixel
    return red > 180 and green < 130 and blue < 140


class KernelPageTest(PageTest):
    """The page of a kernel with a loop, views and tiles that share bytes."""

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.plan = load_plan(ATTENTION, Tools())
        cls.page = render_page([cls.plan])

    def setUp(self) -> None:
        self.open(self.page)

    def test_a_box_for_each_life(self) -> None:
        expected = count_lives(self.plan.map)
        self.assertGreater(expected, 35)
        self.assertEqual(self.run_script("return memoryMap.views[0].model.boxes.length"), expected)
        self.assertEqual(self.run_script("return memoryMap.views[0].drawn"), expected)

    def test_one_scale_for_all_memories(self) -> None:
        scales = "return memoryMap.views[0].model.columns.map(c => c.width / c.extent)"
        self.assertEqual(len({round(scale, 9) for scale in self.run_script(scales)}), 1)
        self.press("s")
        self.assertGreater(len({round(scale, 9) for scale in self.run_script(scales)}), 1)
        self.press("s")
        widths = self.run_script("return memoryMap.views[0].model.columns.map(c => [c.extent, c.capacity])")
        self.assertTrue(all(extent == capacity for extent, capacity in widths))

    def test_click_pins_and_tells_why(self) -> None:
        self.mouse("click", "ql")
        self.assertEqual(self.pinned(), "ql")
        text = self.text("#details")
        for part in ("left", "mem_left_5", "0 to 16384", "pto.matmul", "takes left",
                     "in each turn of the loop of scf.for", "needed up to that loop's end"):
            self.assertIn(part, text)
        self.mouse("click", "s")
        text = self.text("#details")
        self.assertIn("Shares its bytes with", text)
        self.assertIn("pv_Vec, after", text)

    def test_hover_shows_without_pinning(self) -> None:
        self.mouse("move", "op")
        self.assertIsNone(self.pinned())
        self.assertEqual(self.text("#details h2"), "op")
        self.assertFalse(self.run_script("return document.querySelector('.tip').hidden"))

    def test_source_follows_and_leads(self) -> None:
        self.mouse("click", "alpha")
        self.assertIn("%alpha = pto.exp", self.text(".code .row.def"))
        reads = self.run_script("return [...document.querySelectorAll('.code .row.read')].map(r => r.innerText)")
        self.assertTrue(any("pto.row_expand_mul" in line for line in reads))
        # The other way round.
        self.run_script("[...document.querySelectorAll('.code .row')].find(r => r.innerText.includes('%ls = ')).click()")
        self.assertEqual(self.pinned(), "ls")
        # The kernel as it was written has other lines.
        self.run_script("document.querySelectorAll('.tabs button')[1].click()")
        self.mouse("click", "alpha")
        self.assertIn("%alpha = pto.exp %gap : (!row)", self.text(".code .row.def"))

    def test_keys_move_between_tiles(self) -> None:
        self.press(Keys.HOME)
        first = self.pinned()
        self.assertEqual(first, self.run_script("return memoryMap.views[0].model.inOrder.find(t => t.boxes.length).name"))
        self.press(Keys.ARROW_RIGHT)
        second = self.pinned()
        self.assertNotEqual(second, first)
        self.press(Keys.ARROW_DOWN)
        self.assertNotIn(self.pinned(), (first, second))
        self.assertIn(self.pinned(), self.text("#announce"))
        self.press(Keys.ESCAPE)
        self.assertIsNone(self.pinned())

    def test_zoom_keeps_the_place(self) -> None:
        width = "return memoryMap.views[0].layout.rectOf(memoryMap.views[0].model.find('qk', 30)?.boxes[0] || memoryMap.views[0].model.boxes[0]).w"
        before = self.run_script(width)
        self.mouse("click", "s")
        x, y = self.center("s")
        self.press("+")
        self.assertAlmostEqual(self.run_script(width) / before, 1.5, places=3)
        self.assertAlmostEqual(self.center("s")[0], x, delta=2)
        self.assertAlmostEqual(self.center("s")[1], y, delta=2)
        self.press("0")
        self.assertAlmostEqual(self.run_script(width), before, places=3)

    def test_drag_moves_the_picture(self) -> None:
        self.press("+", "+", "+")
        before = self.run_script("return memoryMap.views[0].layout.panX")
        for kind, x in (("mousePressed", 700), ("mouseMoved", 660), ("mouseMoved", 600), ("mouseReleased", 600)):
            event = {"type": kind, "x": x, "y": 500, "button": "left", "buttons": 1, "clickCount": 1}
            self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", event)
        self.assertEqual(self.run_script("return memoryMap.views[0].layout.panX") - before, 100)
        self.assertIsNone(self.pinned())

    def test_search(self) -> None:
        self.press("/")
        field = self.driver.switch_to.active_element
        self.assertEqual(field.get_attribute("id"), "search")
        field.send_keys("pm_")
        self.assertIn("pm_Left", self.text("#results"))
        field.send_keys(Keys.ENTER)
        self.assertEqual(self.pinned(), "pm_Left")
        self.assertTrue(self.run_script("return document.getElementById('results').hidden"))

    def test_help(self) -> None:
        self.press("?")
        self.assertTrue(self.run_script("return document.getElementById('keys').open"))
        self.assertIn("the next conflict", self.text("#keys"))
        self.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
        self.assertFalse(self.run_script("return document.getElementById('keys').open"))

    def test_dark_and_light(self) -> None:
        page = "return getComputedStyle(document.body).backgroundColor"
        light = self.run_script(page)
        box = self.pixel("op")
        self.press("t", "t")
        self.assertEqual(self.text("#theme"), "Dark")
        dark = self.run_script(page)
        self.assertNotEqual(dark, light)
        self.assertNotEqual(self.pixel("op"), box)
        # What the system says counts until somebody chooses.
        self.press("t")
        feature = {"name": "prefers-color-scheme", "value": "dark"}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
        self.assertEqual(self.run_script(page), dark)
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})

    def test_contrast(self) -> None:
        """Every text colour stands out from what is behind it, in both themes."""
        script = """
          const number = text => { const c = document.createElement('canvas').getContext('2d');
            c.fillStyle = text; c.fillRect(0, 0, 1, 1); return [...c.getImageData(0, 0, 1, 1).data]; };
          const light = rgb => rgb.slice(0, 3).map(v => v / 255).map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
            .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
          const ratio = (a, b) => { const [x, y] = [light(number(a)), light(number(b))].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
          const pairs = [['ink', 'panel'], ['quiet', 'panel'], ['quiet', 'page'], ['accent', 'panel'], ['red', 'panel'], ['bound', 'panel'],
            ['ink', 'red-soft'], ['ink', 'read'], ['ink', 'accent-soft']];
          for (const name of ['mte2', 'mte1', 'm', 'v', 'mte3', 'fix', 's', 'carried', 'other']) pairs.push(['box-ink', name]);
          const style = getComputedStyle(document.documentElement), of = name => style.getPropertyValue('--' + name).trim();
          return pairs.map(([a, b]) => [a + ' on ' + b, ratio(of(a), of(b))]).filter(([, value]) => value < 4.5);
        """
        for theme in ("light", "dark"):
            self.run_script("memoryMap.setTheme(arguments[0])", theme)
            self.assertEqual(self.run_script(script), [], theme)

    def test_small_window(self) -> None:
        self.driver.set_window_size(520, 800)
        try:
            wide = self.run_script("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
            self.assertLessEqual(wide, 0)
            self.assertGreater(self.run_script("return memoryMap.views[0].canvas.clientHeight"), 300)
            self.run_script("memoryMap.views[0].draw()")
            self.assertGreater(self.run_script("return memoryMap.views[0].drawn"), 0)
        finally:
            self.driver.set_window_size(1400, 900)

    def test_roles(self) -> None:
        self.assertEqual(self.run_script("return memoryMap.views[0].canvas.getAttribute('role')"), "application")
        self.assertIn("tiles in 5 memories", self.run_script("return memoryMap.views[0].canvas.getAttribute('aria-label')"))
        unnamed = """return [...document.querySelectorAll('button, input, select')].filter(e =>
          !(e.innerText.trim() || e.getAttribute('aria-label') || e.closest('label'))).map(e => e.outerHTML)"""
        self.assertEqual(self.run_script(unnamed), [])


class PlanPageTest(PageTest):
    """Pages of other plans."""

    def test_conflict_of_a_program(self) -> None:
        self.open(memory_map("-", source=CONFLICT))
        conflicts = self.run_script("return memoryMap.views[0].model.conflicts.map(c => [c.rule, c.tiles.map(t => t.name)])")
        self.assertEqual(conflicts, [["mp-r1", ["t", "u"]]])
        self.assertEqual(self.text("#next-conflict"), "1 conflict")
        # The bytes that both need are red.
        spot = self.run_script("const s = memoryMap.views[0].model.conflicts[0].spot; return [s.bytes, s.points]")
        self.assertEqual(spot, [[16384, 24576], [9, 11]])
        red = self.run_script("""const v = memoryMap.views[0], s = v.model.conflicts[0].spot, c = v.model.columns[0];
          v.draw(); const x = v.layout.xOf(c, s.bytes[0]) + 4, y = v.layout.yOf(s.points[0]) + 3;
          return [...v.context.getImageData(x * v.ratio, y * v.ratio, 1, 1).data];""")
        self.assertTrue(is_red(red), red)
        self.press("c")
        self.assertEqual(self.pinned(), "t")
        self.assertIn("'pto.add' reads 't'", self.text("#details"))

    def test_conflict_of_a_map(self) -> None:
        """Without the program the ranges tell."""
        plan = load_plan(ATTENTION, Tools())
        broken = json.loads(json.dumps(plan.map))
        vec = broken["functions"][0]["spaces"][0]
        moved = next(buffer for buffer in vec["buffers"] if buffer["name"] == "mem_vec_30")
        moved["addr"] = 0
        self.open(render_page([Plan("broken.json", broken)]))
        rules = self.run_script("return memoryMap.views[0].model.conflicts.map(c => c.rule)")
        self.assertTrue(rules and set(rules) == {"ranges"}, rules)
        self.assertIn("both need vec bytes", self.text("#details"))
        self.open(render_page([Plan("sound.json", plan.map)]))
        self.assertEqual(self.run_script("return memoryMap.views[0].model.conflicts.length"), 0)

    def test_pinned_buffers_and_slots(self) -> None:
        self.open(memory_map(str(KERNELS / "ping_pong_pinned.mlir")))
        self.assertIn("pinned", self.text("#legend"))
        self.mouse("click", "t")
        text = self.text("#details")
        self.assertIn("2 slots", text)
        self.assertIn("65536 to 131072", text)

    def test_several_functions(self) -> None:
        self.open(memory_map(str(ROOT / "test" / "Translation" / "lower-bound.mlir")))
        names = self.run_script("return [...document.querySelectorAll('#function option')].map(o => o.innerText)")
        self.assertEqual(names, ["arms", "around", "declared"])
        self.press("f")
        self.assertEqual(self.run_script("return memoryMap.views[0].model.function.name"), "around")
        self.assertIn("reserved", self.text("#legend"))

    def test_compare(self) -> None:
        self.open(memory_map(ATTENTION, "--planner=pypto", "--compare-planner=optimal"))
        self.assertEqual(self.run_script("return memoryMap.views.length"), 2)
        text = self.text("#details")
        self.assertIn("What moved", text)
        self.assertRegex(text, r"\d+ tiles are elsewhere, \d+ where they were")
        self.run_script("const v = memoryMap.views[0]; memoryMap.pin(v, v.model.tiles.find(t => t.name === 'pv_Vec'))")
        self.assertEqual(self.run_script("return memoryMap.views.map(v => v.focus.pinned.name)"), ["pv_Vec", "pv_Vec"])
        places = self.run_script("return memoryMap.views.map(v => v.focus.pinned.begin)")
        self.assertNotEqual(places[0], places[1])
        # What the pointer does in one shows in the other.
        self.run_script("memoryMap.hover(memoryMap.views[0], memoryMap.views[0].model.tiles[3], null)")
        names = self.run_script("return memoryMap.views.map(v => v.focus.hover && v.focus.hover.name)")
        self.assertEqual(names[0], names[1])

    def test_names_are_text(self) -> None:
        evil = "</script><script>window.hit=1</script><img src=x onerror=window.hit=1>\"'&"
        plan = large_map(50)
        plan["functions"][0]["name"] = evil
        tile = plan["functions"][0]["spaces"][0]["buffers"][0]["tiles"][0]
        tile["name"] = tile["type"] = evil
        plan["functions"][0]["spaces"][0]["buffers"][0]["name"] = evil
        self.open(render_page([Plan(evil, plan)], evil))
        self.press(Keys.HOME)
        self.assertEqual(self.pinned(), evil)
        self.assertEqual(self.text("#details h2"), evil)
        self.assertEqual(self.text("#title"), evil)
        self.assertIsNone(self.run_script("return window.hit === undefined ? null : window.hit"))
        self.assertEqual(self.run_script("return document.querySelectorAll('img').length"), 0)
        self.assertEqual(self.run_script("return document.scripts.length"), 2)

    def test_five_thousand_tiles(self) -> None:
        self.open(render_page([Plan("large.json", large_map(5000))]))
        self.assertEqual(self.run_script("return memoryMap.views[0].drawn"), 5000)
        # A frame of a page that is moved, on a slow machine without graphics.
        times = self.run_script("const v = memoryMap.views[0]; return [1, 2, 3, 4, 5].map(() => { v.draw(); return v.drawTime; })")
        self.assertLess(sorted(times)[2], 400)
        loaded = self.run_script("const t = performance.getEntriesByType('navigation')[0]; return t.domContentLoadedEventEnd")
        self.assertLess(loaded, 8000)
        self.press(Keys.END)
        self.assertEqual(self.pinned(), "t4999")
        for _ in range(3):
            self.press("+")
        self.assertLess(self.run_script("memoryMap.views[0].draw(); return memoryMap.views[0].drawn"), 5000)
        # Nobody's page has an element for each tile.
        self.assertLess(self.run_script("return document.getElementsByTagName('*').length"), 1000)

    def test_no_functions_and_no_places(self) -> None:
        empty = {"version": 1, "target": None, "functions": []}
        self.open(render_page([Plan("empty.json", empty)]))
        self.assertIn("no function", self.text("#details"))
        plan = large_map(50)
        for buffer in plan["functions"][0]["spaces"][0]["buffers"]:
            buffer["addr"] = None
        plan["functions"][0]["spaces"][0]["peak"] = None
        self.open(render_page([Plan("unplaced.json", plan)]))
        self.assertEqual(self.run_script("return memoryMap.views[0].drawn"), 50)
        self.press(Keys.HOME)
        self.assertIn("not placed", self.text("#details"))

    def test_map_of_version_one_without_later_fields(self) -> None:
        old = json.loads(as_text(large_map(100)))
        function = old["functions"][0]
        del function["ops"], function["conflicts"], function["unbound"]
        for buffer in function["spaces"][0]["buffers"]:
            for tile in buffer["tiles"]:
                for name in ("line", "points", "content", "origin", "of", "space_rule", "consumers", "readers", "until"):
                    del tile[name]
        self.open(render_page([Plan("old.json", old)]))
        self.assertEqual(self.run_script("return memoryMap.views[0].drawn"), 100)
        self.press(Keys.HOME)
        self.assertIn("The map does not say", self.text("#details"))


if __name__ == "__main__":
    unittest.main()
