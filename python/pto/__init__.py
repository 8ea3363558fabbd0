"""Memory planning for tile kernels.

    from pto import ir, passes

    with ir.Context():
        module = ir.Module.parse(text)
        for step in (passes.infer_tile_memory_space(), passes.init_mem_ref(),
                     passes.allocate_memory_addr(planner="optimal")):
            module = step(module)
        print(module)

Modules of the package:
  ir          contexts, modules, ops, types, attributes, errors
  passes      each pass as a callable from module to module, and PassManager
  memory_map  the plan as plain objects; pto.memory_map(module) makes it
  builder     kernels written in Python
  importer    dumps of another compiler; needs no native part

They are loaded when they are used: the importer works where the native part
was not built.
"""

import importlib
from typing import Any

__all__ = ["builder", "importer", "ir", "memory_map", "passes"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
