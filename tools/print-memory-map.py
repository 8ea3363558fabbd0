#!/usr/bin/env python3
"""Prints a memory map (pto-translate --mlir-to-memory-map) as tables.

    print-memory-map.py MAP.json
"""

import json
import sys
from typing import Any

Row = list[str]
# Of each buffer, so many tiles are named; the rest is counted.
MAX_TILES = 6


def number(value: int | None) -> str:
    """A size or address; the map has null for what is not known."""
    return "-" if value is None else str(value)


def space_line(space: dict[str, Any]) -> str:
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


def tile_name(tile: dict[str, Any]) -> str:
    """A tile that is a part of its buffer is shown with its offset."""
    offset = tile.get("offset_expr") or tile.get("offset")
    return f"{tile['name']}+{offset}" if offset else tile["name"]


def buffer_row(buffer: dict[str, Any]) -> Row:
    names = [tile_name(tile) for tile in buffer["tiles"]]
    shown = ", ".join(names[:MAX_TILES])
    if len(names) > MAX_TILES:
        shown += f", ... ({len(names)} in all)"
    marks = ["pinned"] if buffer.get("pinned") else []
    if buffer.get("slots", 1) > 1:
        marks.append(f"{buffer['slots']} slots")
    if marks:
        shown += f" [{', '.join(marks)}]"
    return [
        buffer["name"],
        number(buffer["addr"]),
        number(buffer["size"]),
        shown,
    ]


def table(rows: list[Row], indent: str) -> str:
    """Numbers stand to the right, names to the left; the last column is not
    padded."""
    widths = [max(len(row[i]) for row in rows) for i in range(3)]
    return "\n".join(
        f"{indent}{name:<{widths[0]}}  {addr:>{widths[1]}}"
        f"  {size:>{widths[2]}}  {tiles}".rstrip()
        for name, addr, size, tiles in rows
    )


def render(memory_map: dict[str, Any]) -> str:
    lines = [f"target: {memory_map.get('target') or 'none'}"]
    for function in memory_map["functions"]:
        lines += ["", f"{function['name']} ({function['kind']})"]
        if not function["spaces"]:
            lines.append("  no buffers")
        for space in function["spaces"]:
            lines.append(space_line(space))
            rows = [["buffer", "addr", "size", "tiles"]]
            rows += [buffer_row(buffer) for buffer in space["buffers"]]
            lines.append(table(rows, "    "))
    return "\n".join(lines)


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    with open(sys.argv[1], encoding="utf-8") as file:
        print(render(json.load(file)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
