"""What differs between two plans of a program."""

from dataclasses import dataclass, field

from .plan import Json, Plan, Tile, tiles_of

# A tile has the name of its value; several may have one name, in program order.
Key = tuple[str, int]


@dataclass
class SpaceChange:
    space: str
    before: Json | None
    after: Json | None


@dataclass
class TileChange:
    name: str
    before: Tile | None
    after: Tile | None


@dataclass
class FunctionChange:
    name: str
    spaces: list[SpaceChange] = field(default_factory=list)
    tiles: list[TileChange] = field(default_factory=list)
    unchanged: int = 0


def place(tile: Tile) -> str:
    space = tile.space["space"]
    return space if tile.begin is None else f"{space} {tile.begin}"


def keyed(function: Json | None) -> dict[Key, Tile]:
    """Tiles with bytes of their own, in program order."""
    counts: dict[str, int] = {}
    tiles: dict[Key, Tile] = {}
    own = (tile for tile in tiles_of(function or {"spaces": []}) if not tile.is_view)
    for tile in sorted(own, key=lambda tile: (tile.json["def"], tile.name)):
        number = counts.get(tile.name, 0)
        counts[tile.name] = number + 1
        tiles[tile.name, number] = tile
    return tiles


def compare_functions(name: str, before: Json | None, after: Json | None) -> FunctionChange:
    change = FunctionChange(name)
    old = {space["space"]: space for space in (before or {}).get("spaces", [])}
    new = {space["space"]: space for space in (after or {}).get("spaces", [])}
    for space in old | new:
        change.spaces.append(SpaceChange(space, old.get(space), new.get(space)))
    first, second = keyed(before), keyed(after)
    for key in first | second:
        a, b = first.get(key), second.get(key)
        same = a and b and place(a) == place(b) and a.end == b.end
        if same:
            change.unchanged += 1
        else:
            change.tiles.append(TileChange(key[0], a, b))
    return change


def compare_plans(before: Plan, after: Plan) -> list[FunctionChange]:
    old = {function["name"]: function for function in before.map["functions"]}
    new = {function["name"]: function for function in after.map["functions"]}
    return [compare_functions(name, old.get(name), new.get(name)) for name in old | new]


def as_json(changes: list[FunctionChange]) -> list[Json]:
    """For the page: what it needs to show, in words and numbers."""

    def peak(space: Json | None) -> int | None:
        return space["peak"] if space else None

    def tile(one: Tile | None) -> Json | None:
        if one is None:
            return None
        place_of = {"space": one.space["space"], "addr": one.begin, "end": one.end}
        return place_of | {"buffer": one.buffer["name"], "def": one.json["def"]}

    return [
        {
            "name": change.name,
            "spaces": [
                {"space": s.space, "before": peak(s.before), "after": peak(s.after)}
                for s in change.spaces
            ],
            "tiles": [
                {"name": t.name, "before": tile(t.before), "after": tile(t.after)}
                for t in change.tiles
            ],
            "unchanged": change.unchanged,
        }
        for change in changes
    ]
