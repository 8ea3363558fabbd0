"""What the tests of the comparisons share: small functions, made by hand."""

import gzip
import sys
from pathlib import Path
from typing import Any, List, Optional, Tuple

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))

from pto.agreement.model import (  # noqa: E402
    ELSE, END, FOR, IF, OP, Function, MemRef, Step, Tile, Value)

PLAIN = ("row_major", "none_box", 512)
BOXED = ("col_major", "row_major", 512)


def write_gzip(path: Path, text: str) -> None:
    """Writes a compressed file, as a corpus holds them."""
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.write(text)


class Maker:
    """Makes a function step by step; every method returns what it defines."""

    def __init__(self, kind: str = "incore") -> None:
        self.function = Function("main", kind)
        self._parent: Optional[Step] = None
        self._count = 0

    def value(self, space: Optional[str], memref: Any = None, **parts: Any) -> Value:
        self._count += 1
        tile = None
        if space is not None:
            shape = parts.pop("shape", (16, 64))
            tile = Tile(shape, parts.pop("dtype", "f32"), space,
                        valid=parts.pop("valid", shape), **parts)
        return Value(f"v{self._count}", tile, memref=self.memref(memref))

    def memref(self, place: Any) -> Optional[MemRef]:
        """From a base, or base, offset and size; the offset '?' is a run-time one."""
        if place is None:
            return None
        base, offset, size = place if isinstance(place, tuple) else (place, 0, 4096)
        self.function.sizes.setdefault(base, size)
        if offset == "?":
            return MemRef(base, None, size, dynamic=True)
        return MemRef(base, offset, size)

    def op(self, name: str, *operands: Value, space: Optional[str] = "vec",
           memref: Any = None, offsets: Any = None, binds: bool = False,
           **parts: Any) -> Value:
        result = self.value(space, memref, **parts)
        results = [result] if space is not None else []
        step = Step(OP, name, [v for v in operands if v.tile], results, parent=self._parent,
                    offsets=offsets, binds=binds)
        result.maker = step
        self.function.steps.append(step)
        return result

    def enter(self, kind: str, *inits: Value, **carried: Any) -> List[Value]:
        """Begins a loop or a branch; the tiles that a loop carries."""
        step = Step(kind, kind, list(inits), parent=self._parent)
        for init in inits:
            space = carried.get("space") or init.space or None
            step.carried.append(self.value(space, carried.get("memref")))
            if "memref" not in carried:
                step.carried[-1].memref = init.memref
        self.function.steps.append(step)
        self._parent = step
        return step.carried

    def otherwise(self, *yielded: Value) -> None:
        """Ends the first arm of a branch."""
        assert self._parent is not None
        self._parent.yielded.append(list(yielded))
        self.function.steps.append(Step(ELSE, ELSE, parent=self._parent))

    def leave(self, *yielded: Value, spaces: Tuple[str, ...] = (), memref: Any = None,
              **parts: Any) -> List[Value]:
        """Ends a region; its results."""
        region = self._parent
        assert region is not None
        region.yielded.append(list(yielded))
        for i, value in enumerate(yielded):
            space = spaces[i] if spaces else value.space or None
            result = self.value(space, memref, **parts)
            result.maker = region
            region.results.append(result)
        self.function.steps.append(Step(END, END, parent=region))
        self._parent = region.parent
        return region.results


__all__ = ["BOXED", "ELSE", "END", "FOR", "IF", "Function", "Maker", "PLAIN",
           "write_gzip"]
