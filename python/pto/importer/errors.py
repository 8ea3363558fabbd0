"""What can go wrong with a dump, told as `file:line:col: error: ...`."""

from __future__ import annotations

import ast
from typing import Optional, Union

Where = Optional[Union[ast.AST, "tuple[int, int]"]]


class DumpError(Exception):
    """A dump cannot be imported. `where` is the construct at fault."""

    def __init__(self, where: Where, message: str) -> None:
        super().__init__(message)
        self.message = message
        self.where = where

    def position(self) -> tuple[int, int]:
        """Line and column of the construct, both counted from one."""
        if isinstance(self.where, tuple):
            return self.where
        line, col = getattr(self.where, "lineno", 1), getattr(self.where, "col_offset", 0)
        return (line, col + 1)

    def render(self, filename: str) -> str:
        """The whole message, as compilers write it."""
        line, col = self.position()
        return f"{filename}:{line}:{col}: error: {self.message}"


class SpaceConflict(DumpError):
    """Values that flow together stand in two memory spaces in the dump."""
