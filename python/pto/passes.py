"""Passes as callables from module to module.

    placed = passes.allocate_memory_addr(planner="optimal")(module)

Each function of this module makes such a callable from a pass's options; their
names are those of the passes, in snake_case, without the prefix `pto_`. A call
returns a new module and leaves its argument as it is. It raises ir.MLIRError
where the module is not valid or the pass fails. An option that does not exist
is a TypeError that names those that do, a word that no option has is a
ValueError, so that mistakes come up before anything runs.

`PassManager` runs several passes, and any other by name.
"""

import inspect
import re
from collections.abc import Iterable
from typing import Any, Optional, Union

from . import _pto, ir
from ._tables import PASSES

# Pipelines have no record in TableGen's files.
_PIPELINES: dict[str, dict[str, Any]] = {
    "pto-memory-pipeline": {
        "summary": "decide spaces, buffers and addresses of all tiles",
        "description": "Runs all passes in their order, and proves the plan at the end.",
        "options": {
            "target": PASSES["init-memref"]["options"]["target"],
            "mode": PASSES["infer-tile-memory-space"]["options"]["mode"],
            "planner": PASSES["init-memref"]["options"]["planner"],
            "verify": {"flag": "verify", "kind": "bool", "default": True,
                       "help": "prove the plan at the end, see verify_memory_plan",
                       "values": {}},
        },
    },
}

# What needs no quotes in the text of a pipeline.
_WORD = re.compile(r"[\w./:+@~-]+")
# The documents write init_mem_ref for init-memref.
_NAMES = {"init-memref": "init_mem_ref"}


def _function_name(argument: str) -> str:
    name = _NAMES.get(argument, argument.removeprefix("pto-").replace("-", "_"))
    return name


def _spell(name: str, option: dict[str, Any], value: Any) -> str:
    """An option as it stands in a textual pipeline."""
    kind = option["kind"]
    if kind == "bool":
        if not isinstance(value, bool):
            raise TypeError(f"{name} is True or False, not {value!r}")
        return f"{option['flag']}={str(value).lower()}"
    if kind == "int":
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**32:
            raise TypeError(f"{name} is a number from 0 to 2**32 - 1, not {value!r}")
        return f"{option['flag']}={value}"
    if not isinstance(value, str):
        raise TypeError(f"{name} is a string, not {value!r}")
    if kind == "choice" and value not in option["values"]:
        raise ValueError(f"{name} is one of {', '.join(option['values'])}, not {value!r}")
    if not _WORD.fullmatch(value):
        raise ValueError(f"{name} is a word or a path, not {value!r}")
    return f"{option['flag']}={value}"


class Pass:
    """One pass with its options. Calling it runs it on a copy of a module."""

    def __init__(self, argument: str, options: str = "") -> None:
        self.argument = argument
        self.options = options

    def __call__(self, module: ir.Module) -> ir.Module:
        """The module after the pass. `module` itself stays as it is."""
        if not isinstance(module, ir.Module):
            raise TypeError(f"a pass takes a module, not {type(module).__name__}")
        manager = PassManager([self], module.context)
        return manager.run(module)

    def __repr__(self) -> str:
        return f"{self.argument}{{{self.options}}}" if self.options else self.argument


class PassFactory:
    """Makes a Pass; one for each pass there is."""

    def __init__(self, argument: str, table: dict[str, Any]) -> None:
        self.argument = argument
        self._options = table["options"]
        self.__name__ = self.__qualname__ = _function_name(argument)
        self.__signature__ = inspect.Signature(
            [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY,
                               default=option["default"])
             for name, option in self._options.items()])
        self.__doc__ = self._describe(table)

    def _describe(self, table: dict[str, Any]) -> str:
        lines = [f"{table['summary'][0].upper()}{table['summary'][1:]}.", "",
                 table["description"], ""]
        if self._options:
            lines.append("Options:")
        for name, option in self._options.items():
            lines.append(f"  {name}={option['default']!r}: {option['help']}")
            lines += [f"      {word!r}: {what}" for word, what in option["values"].items()]
        lines += ["", "Returns a callable from module to module; it raises ir.MLIRError."]
        return "\n".join(lines)

    def __call__(self, *args: Any, **options: Any) -> Pass:
        known = ", ".join(self._options) or "none"
        if args:
            raise TypeError(f"{self.__name__}() takes options by name alone: {known}")
        spelled = []
        for name, value in options.items():
            if name not in self._options:
                raise TypeError(f"{self.__name__}() has no option {name!r}; "
                                f"its options are: {known}")
            if value is not None and value != "":
                spelled.append(_spell(name, self._options[name], value))
        return Pass(self.argument, " ".join(spelled))

    def __repr__(self) -> str:
        return f"<pass {self.argument}>"


class PassManager:
    """Several passes, in their order.

        PassManager([infer_tile_memory_space(), "cse"]).run(module)

    A string is a textual pipeline, with or without `builtin.module(...)` around
    it; MLIR's general passes (cse, canonicalize, ...) are known too."""

    def __init__(self, passes: Iterable[Union[Pass, str]] = (),
                 context: Optional[ir.Context] = None) -> None:
        self._native = _pto.PassManager(ir._context(context))
        for one in passes:
            self.add(one)

    @staticmethod
    def parse(text: str, context: Optional[ir.Context] = None) -> "PassManager":
        """A manager for a textual pipeline; ir.MLIRError where it is not valid."""
        return PassManager([text], context)

    def add(self, what: Union[Pass, str]) -> "PassManager":
        """Adds one pass at the end. Returns the manager."""
        if isinstance(what, Pass):
            self._native.add(what.argument, what.options)
        elif isinstance(what, str):
            self._native.add_pipeline(what)
        else:
            raise TypeError(f"a pass or a string, not {type(what).__name__}")
        return self

    def run(self, module: ir.Module) -> ir.Module:
        """The module after all passes; `module` itself stays as it is. Raises
        ir.MLIRError where one fails."""
        return self._native.run(module)

    def __call__(self, module: ir.Module) -> ir.Module:
        return self.run(module)

    def __str__(self) -> str:
        return str(self._native)


__all__ = ["Pass", "PassFactory", "PassManager"]
for _argument, _table in {**PASSES, **_PIPELINES}.items():
    _factory = PassFactory(_argument, _table)
    globals()[_factory.__name__] = _factory
    __all__.append(_factory.__name__)
del _argument, _table, _factory
