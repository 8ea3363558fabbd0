"""Reading a dump: bytes, text, syntax tree. Nothing in it is ever executed."""

from __future__ import annotations

import ast
import gzip
import re
import warnings
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

from .errors import DumpError

TOO_DEEP = "nested too deeply"


@dataclass
class Source:
    """A dump's tree, with its lines as bytes, which is how `ast` counts columns."""

    name: str
    tree: ast.Module
    lines: "list[bytes]"

    def segment(self, node: ast.expr) -> Optional[bytes]:
        """The text of a node that stands on one line."""
        if node.lineno != node.end_lineno:
            return None
        return self.lines[node.lineno - 1][node.col_offset : node.end_col_offset]


def read_bytes(path: Path) -> bytes:
    """The contents of a file, unpacked where it is packed."""
    data = path.read_bytes()
    if data[:2] != b"\x1f\x8b":
        return data
    try:
        return gzip.decompress(data)
    except (EOFError, OSError, zlib.error) as error:
        raise DumpError(None, f"the file is not a whole gzip file: {error}") from error


def parse(data: bytes, name: str) -> Source:
    """The syntax tree of a dump's text."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        col = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        raise DumpError((line, col), "the dump is not UTF-8 text") from error
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except SyntaxError as error:
        where = (error.lineno or 1, error.offset or 1)
        raise DumpError(where, f"not Python syntax: {error.msg}") from error
    except (RecursionError, MemoryError) as error:
        raise DumpError(None, f"the dump is {TOO_DEEP}") from error
    except ValueError as error:
        raise DumpError(None, f"not Python syntax: {error}") from error
    # Python ends a line at a lone carriage return, too.
    return Source(name, tree, re.split(b"\r\n|\r|\n", text.encode("utf-8")))
