"""A whole dump: one module."""

from __future__ import annotations

from pathlib import Path
from typing import Optional, Union

from .annotations import AnnotationReader
from .context import ModuleContext
from .functions import called_functions, import_function, signature_of
from .source import parse, read_bytes
from .statements import read_program
from .types import quote

TARGETS = ("a2a3", "a5")
SPACES = ("auto", "keep", "requests")


def import_text(
    data: Union[bytes, str],
    name: str = "dump.py",
    target: Optional[str] = None,
    spaces: str = "auto",
) -> str:
    """The MLIR text of a dump. Raises DumpError where that is not possible."""
    source = parse(data.encode("utf-8") if isinstance(data, str) else data, name)
    program = read_program(source.tree)
    annotations = AnnotationReader(source)
    signatures = {f.name: signature_of(f, annotations) for f in program.functions}
    called = called_functions(program.functions)
    module = ModuleContext(source, program, annotations, signatures, called)
    attributes = f" attributes {{pto.target = #pto.target<{target}>}}" if target else ""
    lines = [f"module{attributes} {{"]
    for function in program.functions:
        lines.extend(import_function(function, module, spaces))
    lines.append(f"}} loc({quote(program.name)})")
    return "\n".join(lines) + "\n"


def import_file(
    path: Union[str, Path], target: Optional[str] = None, spaces: str = "auto"
) -> str:
    """The MLIR text of a dump in a file, which may be a gzip file."""
    path = Path(path)
    return import_text(read_bytes(path), path.name, target, spaces)
