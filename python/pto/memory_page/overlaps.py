"""Bytes that two tiles need at the same time, found from the ranges of a map.

The judge of the compiler proves more; this is for maps whose program is not at
hand, such as those that another planner wrote.
"""

from dataclasses import dataclass

from .plan import Json, Span, Tile, tiles_of


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


def common(a: tuple[Span, ...], b: tuple[Span, ...]) -> Span | None:
    """The first span in which two sorted lists of spans have points in common."""
    i = j = 0
    while i < len(a) and j < len(b):
        begin, end = max(a[i][0], b[j][0]), min(a[i][1], b[j][1])
        if begin < end:
            return begin, end
        if a[i][1] < b[j][1]:
            i += 1
        else:
            j += 1
    return None


def may_share(a: Tile, b: Tile) -> bool:
    """Tiles that hold the same bytes do. A map that does not say which do may
    be blamed for tiles of different buffers only."""
    if a.content is None or b.content is None:
        return a.buffer is b.buffer
    return a.content == b.content


def find_overlaps(function: Json) -> list[Overlap]:
    """In the order of their addresses. A sweep over bytes: each tile is compared
    with those that share a byte with it."""
    by_space: dict[str, list[Tile]] = {}
    for tile in tiles_of(function):
        if tile.begin is not None and not tile.is_view and tile.points:
            by_space.setdefault(tile.space["space"], []).append(tile)
    found = []
    for space, tiles in by_space.items():
        tiles.sort(key=lambda tile: (tile.begin, tile.end, tile.json["def"]))
        active: list[Tile] = []
        for tile in tiles:
            active = [other for other in active if other.end > tile.begin]
            for other in active:
                span = None if may_share(tile, other) else common(tile.points, other.points)
                if span:
                    bytes_ = max(tile.begin, other.begin), min(tile.end, other.end)
                    found.append(Overlap(space, other, tile, *bytes_, *span))
            active.append(tile)
    return found
