"""A memory plan as the pictures need it: the memory map, checked, with the texts
of the program that it is a map of.

The map is what `pto-translate --mlir-to-memory-map` writes; docs/memory-map.md
has its form. Fields that version 1 gained later may be missing.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
Span = tuple[int, int]

VERSION = 1


class PlanError(Exception):
    """An input that is no memory plan; the message is for the user."""


@dataclass
class Text:
    """The text of a program. `lines[f][i]` is the line of op i of function f."""

    title: str
    text: str
    lines: list[list[int | None]]


@dataclass
class Plan:
    label: str
    map: Json
    texts: list[Text] = field(default_factory=list)
    # The judge's verdict is that of this very program.
    is_judged: bool = False


@dataclass(frozen=True)
class Part:
    """Bytes [begin, end) of a memory, needed in points [since, until)."""

    begin: int
    end: int
    since: int
    until: int


@dataclass(frozen=True)
class Tile:
    """A tile in its place; what it was read from is in `json`."""

    space: Json
    buffer: Json
    json: Json
    begin: int | None  # address of the first byte; None: not placed
    end: int | None
    points: tuple[Span, ...]

    @property
    def name(self) -> str:
        return self.json["name"]

    def parts(self) -> list[Part]:
        """Its lives, by bytes where they differ. Only of a tile that is placed."""
        assert self.begin is not None and self.end is not None
        if "parts" in self.json:
            at = self.buffer["addr"]
            return [Part(at + a, at + b, since, until) for a, b, since, until in self.json["parts"]]
        return [Part(self.begin, self.end, since, until) for since, until in self.points]

    @property
    def is_view(self) -> bool:
        return self.json.get("origin") == "view"

    @property
    def content(self) -> int | None:
        return self.json.get("content")


def fail(where: str, what: str) -> None:
    raise PlanError(f"{where}: {what}")


def check(value: Any, kinds: type | tuple[type, ...], where: str) -> Any:
    """`value`, where it is of one of `kinds`; bool is no number here."""
    if isinstance(value, bool) and kinds is not bool:
        fail(where, "is a truth value, which does not belong here")
    if not isinstance(value, kinds):
        fail(where, f"is {type(value).__name__}, which does not belong here")
    return value


NUMBER_OR_NULL = (int, type(None))


def check_fields(value: Any, fields: dict[str, Any], where: str) -> Json:
    check(value, dict, where)
    for name, kinds in fields.items():
        if name not in value:
            fail(where, f"has no '{name}'")
        check(value[name], kinds, f"{where}.{name}")
    return value


def check_spans(value: Any, where: str) -> None:
    for i, span in enumerate(check(value, list, where)):
        at = f"{where}[{i}]"
        if len(check(span, list, at)) != 2:
            fail(at, "is not a pair")
        for number in span:
            check(number, int, at)


def check_tile(tile: Any, where: str) -> None:
    fields = {"name": str, "op": str, "offset": NUMBER_OR_NULL, "size": int}
    check_fields(tile, fields | {"type": str, "def": int, "live": list}, where)
    check_spans(tile["live"], f"{where}.live")
    for i, part in enumerate(check(tile.get("parts", []), list, f"{where}.parts")):
        at = f"{where}.parts[{i}]"
        if len(check(part, list, at)) != 4:
            fail(at, "has not four numbers")
        for number in part:
            check(number, int, at)
    if "points" in tile:
        check_spans(tile["points"], f"{where}.points")


def check_map(value: Any, where: str) -> Json:
    """A memory map; raises PlanError where it has not the form of one."""
    check(value, dict, where)
    if "functions" not in value:
        fail(where, "is no memory map: it has no 'functions'")
    version = value.get("version", VERSION)
    if version != VERSION:
        fail(where, f"has version {version!r}; this program reads version {VERSION}")
    for f, function in enumerate(check(value["functions"], list, f"{where}.functions")):
        at = f"{where}.functions[{f}]"
        check_fields(function, {"name": str, "kind": str, "spaces": list}, at)
        for s, space in enumerate(function["spaces"]):
            here = f"{at}.spaces[{s}]"
            fields = {"capacity": NUMBER_OR_NULL, "peak": NUMBER_OR_NULL}
            check_fields(space, {"space": str, "buffers": list} | fields, here)
            for b, buffer in enumerate(space["buffers"]):
                inner = f"{here}.buffers[{b}]"
                fields = {"name": str, "addr": NUMBER_OR_NULL, "size": int}
                check_fields(buffer, fields | {"tiles": list}, inner)
                for t, tile in enumerate(buffer["tiles"]):
                    check_tile(tile, f"{inner}.tiles[{t}]")
    return value


def read_map(text: str, where: str) -> Json:
    try:
        value = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise PlanError(f"{where}: no JSON: {error}") from None
    return check_map(value, where)


def points_of(tile: Json) -> tuple[Span, ...]:
    """When a tile is needed: op p reads at 2p and writes at 2p + 1. A map without
    `points` says it by ops."""
    if "points" in tile:
        return tuple((begin, end) for begin, end in tile["points"])
    return tuple((2 * first + 1, max(2 * last + 1, 2 * first + 2)) for first, last in tile["live"])


def tiles_of(function: Json) -> Iterator[Tile]:
    for space in function["spaces"]:
        for buffer in space["buffers"]:
            for tile in buffer["tiles"]:
                begin = end = None
                if buffer["addr"] is not None:
                    # Somewhere in its buffer, where only the running program knows.
                    offset, size = tile["offset"], tile["size"]
                    if offset is None:
                        offset, size = 0, buffer["size"]
                    begin = buffer["addr"] + offset
                    end = begin + size
                yield Tile(space, buffer, tile, begin, end, points_of(tile))
