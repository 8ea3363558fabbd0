"""Where our tiles lie, read from the memory map that pto-translate writes.

This is one source of derived buffers; another one needs the same function, from
the text of a module to the memrefs of the values of its model.
"""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Dict, Optional

from .model import MemRef, Value
from .ours import Module

# Gives the values of a module their memrefs.
BufferSource = Callable[[str, Module], None]

_KIND = re.compile(r"#pto\.function_kind<\w+>")


class SourceError(RuntimeError):
    """The source has nothing to say about a module."""


@dataclass(frozen=True)
class MemoryMap:
    """A source that runs `pto-translate --mlir-to-memory-map`."""

    tool: Path

    def __call__(self, text: str, module: Module) -> None:
        # The map shows device functions only: ask for all as if they were.
        text = _KIND.sub("#pto.function_kind<incore>", text)
        done = subprocess.run([str(self.tool), "--mlir-to-memory-map"], input=text,
                              capture_output=True, text=True, check=False)
        if done.returncode:
            lines = done.stderr.strip().splitlines()
            raise SourceError(lines[0] if lines else f"exit code {done.returncode}")
        attach_map(json.loads(done.stdout), module)


def attach_map(written: "Dict[str, Any]", module: Module) -> None:
    """Takes over the memrefs of a memory map."""
    for function in written["functions"]:
        values = module.values.get(function["name"], {})
        at: "Dict[int, Dict[str, Value]]" = {}  # by the number of the op, by name
        for (number, name), value in values.items():
            at.setdefault(number, {})[name.lstrip("%")] = value
        for space in function["spaces"]:
            for buffer in space["buffers"]:
                for tile in buffer["tiles"]:
                    value = _find(at.get(tile["def"], {}), tile["name"])
                    if value is None:
                        raise SourceError(f"the map of {function['name']} names a tile that "
                                          f"the module has not: {tile['name']}")
                    value.memref = MemRef("%" + buffer["name"], tile["offset"], tile["size"],
                                          dynamic="offset_expr" in tile)


def _find(values: "Dict[str, Value]", name: str) -> Optional[Value]:
    """A value of one op by its name. Where the text gives a number instead of
    a name, the map may give another one."""
    if name in values or not name[:1].isdigit():
        return values.get(name)
    number = name.partition("#")[2]
    found = [v for n, v in values.items()
             if n[:1].isdigit() and n.partition("#")[2] == number and v.tile]
    return found[0] if len(found) == 1 else None
