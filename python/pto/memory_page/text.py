"""Plans as tables, for a terminal."""

from .compare import FunctionChange, SpaceChange, TileChange, compare_plans, place
from .overlaps import find_overlaps
from .plan import Json, Plan

Row = list[str]
# Of each buffer, so many tiles are named; the rest is counted.
MAX_TILES = 6


def number(value: int | None) -> str:
    """A size or address; the map has null for what is not known."""
    return "-" if value is None else str(value)


def space_line(space: Json) -> str:
    capacity, peak = space["capacity"], space["peak"]
    share = ""
    if capacity and peak is not None:
        share = f" ({100 * peak / capacity:.1f} %)"
    count = len(space["buffers"])
    line = (
        f"  {space['space']}: peak {number(peak)} of {number(capacity)} bytes"
        f"{share}, {count} buffer{'' if count == 1 else 's'}"
    )
    if space.get("reserved"):
        line += f", {space['reserved']} bytes reserved"
    if space.get("lower_bound") is not None:
        line += f", lower bound {space['lower_bound']}"
    if space.get("status"):
        line += f", {space['status']}"
    return line


def tile_name(tile: Json) -> str:
    """A tile that is a part of its buffer is shown with its offset."""
    offset = tile.get("offset_expr") or tile.get("offset")
    return f"{tile['name']}+{offset}" if offset else tile["name"]


def buffer_row(buffer: Json) -> Row:
    names = [tile_name(tile) for tile in buffer["tiles"]]
    shown = ", ".join(names[:MAX_TILES])
    if len(names) > MAX_TILES:
        shown += f", ... ({len(names)} in all)"
    marks = ["pinned"] if buffer.get("pinned") else []
    if buffer.get("slots", 1) > 1:
        marks.append(f"{buffer['slots']} slots")
    if marks:
        shown += f" [{', '.join(marks)}]"
    return [buffer["name"], number(buffer["addr"]), number(buffer["size"]), shown]


def table(rows: list[Row], indent: str) -> str:
    """Numbers stand to the right, names to the left; the last column is not
    padded."""
    widths = [max(len(row[i]) for row in rows) for i in range(3)]
    return "\n".join(
        f"{indent}{name:<{widths[0]}}  {addr:>{widths[1]}}"
        f"  {size:>{widths[2]}}  {tiles}".rstrip()
        for name, addr, size, tiles in rows
    )


def conflict_lines(function: Json, is_judged: bool) -> list[str]:
    """What the judge says of the program; for a map alone also what its ranges
    say."""
    texts = [conflict["text"] for conflict in function.get("conflicts", [])]
    if not is_judged:
        texts += [str(overlap) for overlap in find_overlaps(function)]
    return [f"  conflict: {text}" for text in texts]


def render(plan: Plan) -> str:
    lines = [f"target: {plan.map.get('target') or 'none'}"]
    for function in plan.map["functions"]:
        lines += ["", f"{function['name']} ({function['kind']})"]
        if not function["spaces"]:
            lines.append("  no buffers")
        for space in function["spaces"]:
            lines.append(space_line(space))
            rows = [["buffer", "addr", "size", "tiles"]]
            rows += [buffer_row(buffer) for buffer in space["buffers"]]
            lines.append(table(rows, "    "))
        lines += conflict_lines(function, plan.is_judged)
    return "\n".join(lines)


def peak_line(change: SpaceChange) -> str:
    def of(space: Json | None) -> int | None:
        return space["peak"] if space else None

    before, after = of(change.before), of(change.after)
    line = f"  {change.space}: peak {number(before)} -> {number(after)} bytes"
    if before is not None and after is not None and before != after:
        line += f" ({after - before:+d})"
    return line


def tile_row(change: TileChange) -> str:
    before = place(change.before) if change.before else "not there"
    after = place(change.after) if change.after else "not there"
    return f"    {change.name}: {before} -> {after}"


def change_lines(change: FunctionChange) -> list[str]:
    lines = ["", change.name] + [peak_line(space) for space in change.spaces]
    lines.append(f"  {len(change.tiles)} tiles elsewhere, {change.unchanged} where they were")
    return lines + [tile_row(tile) for tile in change.tiles]


def render_changes(before: Plan, after: Plan) -> str:
    lines = [f"{before.label} -> {after.label}"]
    for change in compare_plans(before, after):
        lines += change_lines(change)
    return "\n".join(lines)
