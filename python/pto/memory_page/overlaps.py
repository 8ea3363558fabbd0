"""Bytes that two tiles need at the same time, found from the ranges of a map.

The judge of the compiler proves more; this is for maps whose program is not at
hand, such as those that another planner wrote.
"""

from dataclasses import dataclass

from .plan import Json, Part, Tile, tiles_of


@dataclass(frozen=True)
class Overlap:
    """`first` and `second` both need bytes [begin, end) in points [since, until)."""

    space: str
    first: Tile
    second: Tile
    begin: int
    end: int
    since: int
    until: int

    def as_json(self) -> Json:
        return {
            "space": self.space,
            "tiles": [[t.name, t.json["def"]] for t in (self.first, self.second)],
            "bytes": [self.begin, self.end],
            "points": [self.since, self.until],
        }

    def __str__(self) -> str:
        return (
            f"{self.first.name} and {self.second.name} both need {self.space} bytes"
            f" {self.begin} to {self.end} at op {self.since // 2}"
        )


def may_share(a: Tile, b: Tile) -> bool:
    """Tiles that hold the same bytes do. A map that does not say which do may
    be blamed for tiles of different buffers only."""
    if a.content is None or b.content is None:
        return a.buffer is b.buffer
    return a.content == b.content


def find_overlaps(function: Json) -> list[Overlap]:
    """In the order of their addresses. A sweep over time: each part of a tile is
    compared with those that are needed when it comes to be."""
    by_space: dict[str, list[tuple[Part, Tile]]] = {}
    for tile in tiles_of(function):
        if tile.begin is not None and not tile.is_view:
            parts = by_space.setdefault(tile.space["space"], [])
            parts += [(part, tile) for part in tile.parts()]
    found: dict[tuple[int, int], Overlap] = {}
    for space, parts in by_space.items():
        parts.sort(key=lambda one: (one[0].since, one[0].begin, one[0].end, one[1].json["def"]))
        active: list[tuple[Part, Tile]] = []
        for part, tile in parts:
            active = [other for other in active if other[0].until > part.since]
            for other, owner in active:
                begin, end = max(part.begin, other.begin), min(part.end, other.end)
                if begin >= end or may_share(tile, owner):
                    continue
                first, second = sorted((owner, tile), key=lambda one: one.json["def"])
                until = min(part.until, other.until)
                overlap = Overlap(space, first, second, begin, end, part.since, until)
                # Two tiles are told once.
                found.setdefault((id(first.json), id(second.json)), overlap)
            active.append((part, tile))
    return sorted(found.values(), key=lambda one: (one.space, one.begin, one.since, one.end))
