"""A browser for tests of the memory map page: Debian's chromium, without a screen."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.keys import Keys

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))

KERNELS = ROOT / "test" / "Kernels"


def build_dir() -> Path:
    return Path(os.environ.get("PTO_BUILD_DIR", ROOT / "build"))


def memory_map(*arguments: str, source: str = "") -> str:
    """What the tool prints; a test fails where it does."""
    command = [sys.executable, str(ROOT / "tools" / "pto-memory-map"), *arguments]
    done = subprocess.run(command, input=source, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(command)}: {done.stderr}")
    return done.stdout


def start_browser(width: int = 1400, height: int = 900) -> webdriver.Chrome:
    options = Options()
    options.binary_location = "/usr/bin/chromium"
    # No sandbox: tests run as root in containers, on pages of our own.
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                     f"--window-size={width},{height}", "--force-device-scale-factor=1"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))


class PageTest(unittest.TestCase):
    """Tests that look at pages; one browser for all of a class."""

    driver: webdriver.Chrome
    folder: tempfile.TemporaryDirectory

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = tempfile.TemporaryDirectory()
        cls.driver = start_browser()

    @classmethod
    def tearDownClass(cls) -> None:
        cls.driver.quit()
        cls.folder.cleanup()

    def tearDown(self) -> None:
        problems = [entry for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]
        self.assertEqual(problems, [], "the page complained")

    def open(self, page: str) -> None:
        path = Path(self.folder.name) / f"{self.id()}.html"
        path.write_text(page, encoding="utf-8")
        self.driver.get_log("browser")
        self.driver.get(path.as_uri())

    def run_script(self, script: str, *arguments: Any) -> Any:
        return self.driver.execute_script(script, *arguments)

    def press(self, *keys: str) -> None:
        self.run_script("memoryMap.active.canvas.focus()")
        self.driver.switch_to.active_element.send_keys(*keys)

    def pinned(self) -> Any:
        return self.run_script("const t = memoryMap.active.focus.pinned; return t && t.name")

    def center(self, name: str) -> "tuple[float, float]":
        """Where the first box of a tile is, in the window."""
        return tuple(self.run_script(
            "const v = memoryMap.views[0], t = v.model.tiles.find(t => t.name === arguments[0]);"
            "const r = v.layout.rectOf(t.boxes[0]), c = v.canvas.getBoundingClientRect();"
            "return [c.left + r.x + r.w / 2, c.top + r.y + r.h / 2];", name))

    def mouse(self, kind: str, name: str) -> None:
        """Moves to, or clicks on, the middle of a tile, as a person would."""
        x, y = self.center(name)
        move = {"type": "mouseMoved", "x": x, "y": y}
        self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", move)
        if kind == "click":
            for what in ("mousePressed", "mouseReleased"):
                event = {"type": what, "x": x, "y": y, "button": "left", "clickCount": 1}
                self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", event)

    def text(self, selector: str) -> str:
        return self.run_script("return document.querySelector(arguments[0]).innerText", selector)

    def pixel(self, name: str) -> "list[int]":
        """The colour in the middle of a tile."""
        return self.run_script(
            "const v = memoryMap.views[0], t = v.model.tiles.find(t => t.name === arguments[0]);"
            "v.draw(); const r = v.layout.rectOf(t.boxes[0]);"
            "return [...v.context.getImageData((r.x + r.w / 2) * v.ratio, (r.y + r.h / 2) * v.ratio, 1, 1).data];",
            name)


def count_lives(memory_map_: "dict[str, Any]") -> int:
    """Lives of tiles; those of their parts where these differ."""
    return sum(len(tile.get("parts", tile["live"])) for function in memory_map_["functions"]
               for space in function["spaces"] for buffer in space["buffers"] for tile in buffer["tiles"])


def large_map(tiles: int) -> "dict[str, Any]":
    """A map of so many tiles, in rows of 50 that live for a while each."""
    buffers = []
    for column in range(50):
        buffer: "dict[str, Any]" = {"name": f"b{column}", "id": column, "addr": column * 1024, "size": 1024}
        buffer |= {"pinned": False, "slots": 1, "tiles": []}
        for number in range(tiles // 50):
            first = number * 50 + column
            buffer["tiles"].append({
                "name": f"t{first}", "op": "pto.add", "offset": 0, "size": 1024,
                "type": "!pto.tile<16x16xf32, vec>", "def": first, "live": [[first, first + 49]],
                "line": first + 1, "points": [[2 * first + 1, 2 * first + 99]], "content": first, "origin": "own",
                "of": None, "space_rule": "fixed", "consumers": [], "readers": [{"op": first + 49}],
                "until": {"op": first + 49}})
        buffers.append(buffer)
    space = {"space": "vec", "capacity": 188416, "reserved": 0, "peak": 51200, "lower_bound": 51200,
             "status": "optimal", "buffers": buffers, "reserved_ranges": [], "bound_point": 99}
    ops = [{"op": "pto.add", "line": i + 1, "pipe": "v"} for i in range(tiles + 50)]
    function = {"name": "large", "kind": "aiv", "spaces": [space], "ops": ops, "conflicts": [], "unbound": 0}
    return {"version": 1, "target": "a2a3", "functions": [function]}


def as_text(value: "dict[str, Any]") -> str:
    return json.dumps(value)


__all__ = ["KERNELS", "Keys", "PageTest", "ROOT", "as_text", "build_dir", "count_lives", "large_map", "memory_map"]
