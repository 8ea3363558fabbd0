"""A plan as a drawing for documents: the page's map without its interaction."""

from html import escape
from itertools import accumulate

from .overlaps import find_overlaps
from .plan import Json, Plan, PlanError, Tile, tiles_of

WIDTH, GUTTER, HEAD, GAP, PAD = 960, 150, 56, 28, 12
MIN_PITCH, MAX_HEIGHT = 78, 900
# The height of an op that has nothing to do with tiles; that of others is 1.
IDLE = 0.16
# Pixels of a letter; a drawing can't measure its font.
LETTER = 6.3

PIPES = {
    "mte2": "loads",
    "mte1": "moves to the cube",
    "m": "cube",
    "v": "vector",
    "mte3": "stores",
    "fix": "out of the cube",
    "carried": "handed on",
    "other": "other",
}

STYLE = """
text{font:11px system-ui,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;fill:#1b2430}
.quiet{fill:#566273}.strong{font-weight:600}.page{fill:#fff}.body{fill:#f6f7f9;stroke:#d9dee6}
.box{stroke:#141e2d6b}.view{fill:none;stroke:#1b2430;stroke-dasharray:4 3}
.mte2{fill:#9cc4f2}.mte1{fill:#8fd6cb}.m{fill:#f4b184}.v{fill:#c3b3ee}.mte3{fill:#a5d68b}
.fix{fill:#f0a8c4}.carried{fill:#ccd3dd}.other{fill:#d5dae2}
.conflict{fill:#c81e2b;fill-opacity:.75;stroke:none}.pin{fill:#1b2430}.reserved{fill:#c3cad5;stroke:none}
.peak{stroke:#1b2430;stroke-width:2}.bound{stroke:#0b7a53;stroke-width:2;stroke-dasharray:5 4}
.capacity{stroke:#b4530a;stroke-width:3}.loop{fill:#1f5fd0;stroke:none}.row{stroke:#e6eaf0}
@media (prefers-color-scheme:dark){text{fill:#e8edf4}.quiet{fill:#9fabbb}.page{fill:#0f141b}
.body{fill:#161d27;stroke:#2c3643}.box{stroke:#e1ebfa66}.view{stroke:#e8edf4}.mte2{fill:#2f5f96}
.mte1{fill:#1f6f67}.m{fill:#95562a}.v{fill:#5d4a9c}.mte3{fill:#3f7030}.fix{fill:#8a3d60}
.carried{fill:#465161}.other{fill:#3d4756}.conflict{fill:#ff6b74}.pin{fill:#e8edf4}
.reserved{fill:#3e4a5a}.peak{stroke:#e8edf4}.bound{stroke:#4fd39d}.capacity{stroke:#f0a050}
.loop{fill:#7fb0ff}.row{stroke:#212b38}}
"""


def units(size: int | None) -> str:
    if size is None:
        return "unknown"
    if size < 1024:
        return f"{size} B"
    value = size / 1024
    return f"{value:.0f} KiB" if value == int(value) else f"{value:.1f} KiB"


def fitted(text: str, width: float) -> str:
    """`text`, cut to so many pixels."""
    letters = int(width / LETTER)
    if len(text) <= letters:
        return text
    return text[: letters - 1] + "\u2026" if letters > 1 else ""


class Drawing:
    """Collects elements; every text is escaped here, and nowhere else."""

    def __init__(self) -> None:
        self.parts: list[str] = []

    def rect(self, kind: str, x: float, y: float, w: float, h: float, title: str = "") -> None:
        attributes = f'class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}"'
        if title:
            self.parts.append(f"<rect {attributes}><title>{escape(title)}</title></rect>")
        else:
            self.parts.append(f"<rect {attributes}/>")

    def line(self, kind: str, x1: float, y1: float, x2: float, y2: float) -> None:
        at = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
        self.parts.append(f'<line class="{kind}" {at}/>')

    def text(self, text: str, x: float, y: float, kind: str = "", more: str = "") -> None:
        if text:
            self.parts.append(
                f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}"{more}>{escape(text)}</text>'
            )


class FunctionDrawing:
    """One function of a plan, from `top` down."""

    def __init__(self, drawing: Drawing, plan: Plan, function: Json, left: float, width: float) -> None:
        self.drawing = drawing
        self.plan = plan
        self.function = function
        self.left = left
        self.width = width
        self.ops = function.get("ops", [])
        self.tiles = list(tiles_of(function))
        ends = [until for tile in self.tiles for _, until in tile.points]
        self.rows = max([len(self.ops), *[(end + 1) // 2 for end in ends], 1])
        self.tops = self.weigh_rows()
        self.row = min(20.0, MAX_HEIGHT / self.tops[-1])
        self.height = HEAD + self.tops[-1] * self.row + 2 * PAD
        self.spaces = [space for space in function["spaces"] if space["peak"] is not None]
        self.place_columns()

    def weigh_rows(self) -> list[float]:
        """Where each row begins, in rows of full height; ops that have nothing to
        do with tiles get little."""
        weights = [IDLE if self.ops else 1.0] * self.rows
        for tile in self.tiles:
            used = [tile.json["def"], *(reader["op"] for reader in tile.json.get("readers", []))]
            for since, until in tile.points:
                used += [since // 2, (until - 1) // 2]
            for row in used:
                if 0 <= row < self.rows:
                    weights[row] = 1.0
        for number, op in enumerate(self.ops):
            if op.get("loop"):
                weights[number] = 1.0
        return list(accumulate(weights, initial=0.0))

    def place_columns(self) -> None:
        """One scale for all memories; a narrow one has room for its head."""
        self.extents = [max(space["peak"], space.get("lower_bound") or 0, 1) for space in self.spaces]
        count = len(self.spaces)
        room = self.width - GUTTER - 2 * PAD - GAP * max(count - 1, 0)
        low, high = 0.0, room / max([1, *self.extents])
        for _ in range(50):
            scale = (low + high) / 2
            if sum(max(extent * scale, MIN_PITCH) for extent in self.extents) <= room:
                low = scale
            else:
                high = scale
        self.scale = low
        self.columns, x = [], self.left + GUTTER + PAD
        for extent in self.extents:
            self.columns.append(x)
            x += max(extent * self.scale, MIN_PITCH) + GAP

    def y(self, top: float, point: int) -> float:
        row = min(max(point // 2, 0), self.rows)
        begin = self.tops[row]
        if row < self.rows:
            begin += (point / 2 - row) * (self.tops[row + 1] - begin)
        return top + HEAD + PAD + begin * self.row

    def draw(self, top: float) -> None:
        self.draw_ops(top)
        for number, space in enumerate(self.spaces):
            self.draw_space(top, number, space)

    def draw_ops(self, top: float) -> None:
        bottom = self.y(top, 2 * self.rows)
        depth: list[int] = []
        free = 0.0
        for number, op in enumerate(self.ops):
            y, middle = self.y(top, 2 * number), self.y(top, 2 * number + 1)
            while depth and depth[-1] < number:
                depth.pop()
            if op.get("loop"):
                end = self.y(top, 2 * op["last"] + 2)
                x = self.left + GUTTER - 4 - 5 * max(3 - len(depth), 0)
                self.drawing.rect("loop", x, y, 3, min(end, bottom) - y)
                depth.append(op["last"])
            height = 2 * (middle - y)
            if middle - free < 12 or height < min(self.row, 12) - 1:
                continue
            free = middle
            self.drawing.text(str(number), self.left + 28, middle + 4, "quiet", ' text-anchor="end"')
            if height >= 11:
                name = fitted(op["op"].removeprefix("pto."), GUTTER - 56)
                self.drawing.text(name, self.left + 34, middle + 4)

    def draw_space(self, top: float, number: int, space: Json) -> None:
        x, extent = self.columns[number], self.extents[number]
        width = extent * self.scale
        y, bottom = self.y(top, 0), self.y(top, 2 * self.rows)
        self.drawing.text(space["space"], x, top + 16, "strong")
        share = f" of {units(space['capacity'])}" if space["capacity"] else ""
        room = max(width, MIN_PITCH) + GAP - 6
        self.drawing.text(fitted(units(space["peak"]) + share, room), x, top + 31, "quiet")
        self.drawing.text(fitted(space.get("status", ""), room), x, top + 45, "quiet")
        self.drawing.rect("body", x, y, width, bottom - y)
        for begin, end in space.get("reserved_ranges", []):
            self.drawing.rect("reserved", x + begin * self.scale, y, (end - begin) * self.scale, bottom - y)
        for buffer in space["buffers"]:
            if buffer.get("pinned") and buffer["addr"] is not None:
                self.drawing.rect("pin", x + buffer["addr"] * self.scale, y, 3, bottom - y)
        tiles = [tile for tile in self.tiles if tile.space is space and tile.begin is not None]
        for tile in sorted(tiles, key=lambda tile: tile.is_view):
            self.draw_tile(top, x, tile)
        self.draw_conflicts(top, x, space["space"])
        for name, kind in (("peak", "peak"), ("lower_bound", "bound"), ("capacity", "capacity")):
            byte = space.get(name)
            if byte is not None and byte <= extent:
                at = x + byte * self.scale
                self.drawing.line(kind, at, y - 6, at, bottom + 6)

    def draw_tile(self, top: float, left: float, tile: Tile) -> None:
        title = f"{tile.name}: {tile.space['space']} {tile.begin} to {tile.end}"
        for part in tile.parts():
            x, w = left + part.begin * self.scale, (part.end - part.begin) * self.scale
            y = self.y(top, part.since)
            h = max(self.y(top, part.until) - y, 1)
            if tile.is_view:
                inset = min(2.0, w / 4, h / 4)
                self.drawing.rect("view", x + inset, y + inset, w - 2 * inset, h - 2 * inset, title)
                continue
            self.drawing.rect(f"box {self.pipe(tile)}", x, y, max(w, 1), h, title)
            if w >= 20 and h >= 11:
                name = fitted(tile.name, w - 8)
                self.drawing.text(name, x + 4, y + min(h / 2 + 4, 13))
            elif w >= 12 and h >= 24:
                at = f' transform="rotate(90 {x + w / 2 - 4:.1f} {y + 4:.1f})"'
                self.drawing.text(fitted(tile.name, h - 6), x + w / 2 - 4, y + 4, "", at)

    def pipe(self, tile: Tile) -> str:
        if tile.json.get("origin") == "carried":
            return "carried"
        number = tile.json["def"]
        pipe = self.ops[number].get("pipe") if number < len(self.ops) else None
        return pipe if pipe in PIPES else "other"

    def draw_conflicts(self, top: float, left: float, space: str) -> None:
        for overlap in find_overlaps(self.function):
            if overlap.space == space:
                x, y = left + overlap.begin * self.scale, self.y(top, overlap.since)
                w = max((overlap.end - overlap.begin) * self.scale, 2)
                self.drawing.rect("conflict", x, y, w, self.y(top, overlap.until) - y, str(overlap))


def draw_legend(drawing: Drawing, shown: list[FunctionDrawing], y: float) -> None:
    used = {one.pipe(tile) for one in shown for tile in one.tiles if not tile.is_view}
    x = float(PAD)
    entries = [(f"box {pipe}", text) for pipe, text in PIPES.items() if pipe in used]
    if any(tile.is_view for one in shown for tile in one.tiles):
        entries.append(("view", "view"))
    for kind, text in entries:
        drawing.rect(kind, x, y - 9, 16, 10)
        drawing.text(text, x + 21, y, "quiet")
        x += 36 + LETTER * len(text)
    for kind, text in (("peak", "peak"), ("bound", "lower bound")):
        drawing.line(kind, x + 6, y - 10, x + 6, y + 2)
        drawing.text(text, x + 14, y, "quiet")
        x += 30 + LETTER * len(text)


def functions_to_show(plans: list[Plan], name: str | None) -> list[str]:
    names = dict.fromkeys(f["name"] for plan in plans for f in plan.map["functions"])
    if name is None:
        return list(names)
    if name not in names:
        raise PlanError(f"there is no device function '{name}'")
    return [name]


def render_svg(plans: list[Plan], name: str | None = None) -> str:
    """All functions, or one, of one plan or of two side by side."""
    drawing = Drawing()
    width = WIDTH if len(plans) == 1 else 2 * WIDTH
    y, shown = float(PAD), []
    for function_name in functions_to_show(plans, name):
        lowest = 0.0
        for number, plan in enumerate(plans):
            function = next((f for f in plan.map["functions"] if f["name"] == function_name), None)
            if function is None:
                continue
            left = number * WIDTH
            one = FunctionDrawing(drawing, plan, function, left, WIDTH)
            title = function_name if len(plans) == 1 else f"{function_name}, {plan.label}"
            drawing.text(title, left + PAD, y + 12, "strong")
            one.draw(y + 18)
            shown.append(one)
            lowest = max(lowest, one.height)
        y += 18 + lowest
    draw_legend(drawing, shown, y + 12)
    height = y + 28
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height:.0f}"'
        f' width="{width}" height="{height:.0f}" role="img" aria-label="memory map">'
        f"<style>{STYLE}</style>"
        f'<rect class="page" width="{width}" height="{height:.0f}"/>' + "".join(drawing.parts) + "</svg>\n"
    )
    # Whatever is told of its encoding, later, it reads the same.
    return text.encode("ascii", "xmlcharrefreplace").decode()
