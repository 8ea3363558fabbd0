"""One call of an op while it is lowered."""

from __future__ import annotations

import ast
from typing import Optional

from .annotations import Annotation
from .ir import Value
from .syntax import keywords


class Call:
    """One call while it is lowered: where it goes and what is known of it."""

    def __init__(
        self,
        node: ast.Call,
        name: str,
        annotation: Optional[Annotation],
        targets: "list[Optional[str]]",
    ) -> None:
        self.node = node
        self.name = name
        self.annotation = annotation
        self.targets = targets
        self.attributes: "dict[str, str]" = {}
        self.words = keywords(node)
        self.pieces: "dict[str, str]" = {"to": "", "into": "", "valid": ""}
        self.values: "dict[str, Value]" = {}

    @property
    def memref(self) -> Optional[ast.expr]:
        return self.annotation.memref if self.annotation else None


def literal_none(node: ast.AST) -> bool:
    """True for the literal None, which says as much as nothing."""
    return isinstance(node, ast.Constant) and node.value is None
