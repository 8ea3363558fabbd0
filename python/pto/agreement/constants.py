"""What scalar expressions of a graph come to, where that is known."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional, Tuple

_BINARY: "Dict[str, Callable[[int, int], int]]" = {
    "Add": lambda a, b: a + b,
    "Sub": lambda a, b: a - b,
    "Mul": lambda a, b: a * b,
    "Min": min,
    "Max": max,
}


class Constants:
    """The scalars of a function that are constants."""

    def __init__(self) -> None:
        self._known: "Dict[int, int]" = {}

    def define(self, id_: int, expr: Any) -> None:
        """Remembers a scalar, where its expression is a constant."""
        value = self.fold(expr)
        if value is not None:
            self._known[id_] = value

    def fold(self, expr: Any) -> Optional[int]:
        """The value of an expression; None where it is known at run time only."""
        if not isinstance(expr, dict):
            return None
        if "i" in expr:
            number: int = expr["i"]
            return number
        if "v" in expr:
            return self._known.get(expr["v"])
        if expr.get("un") == "Cast":
            return self.fold(expr["x"])
        if "bin" not in expr:
            return None
        a, b = self.fold(expr["l"]), self.fold(expr["r"])
        if expr["bin"] == "Mul" and 0 in (a, b):
            return 0
        operation = _BINARY.get(expr["bin"])
        return operation(a, b) if operation and a is not None and b is not None else None

    def fold_all(self, exprs: List[Any]) -> "Tuple[Optional[int], ...]":
        return tuple(self.fold(expr) for expr in exprs)
