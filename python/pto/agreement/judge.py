"""One item: runs the passes on it and compares what they decide."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Callable, List, Optional, Tuple

from ..importer import DumpError
from .assembly import AssemblyError
from .corpus import Item, first_line, run_opt
from .memory_map import BufferSource, SourceError
from .model import Function
from .ours import read_module
from .reference import read_graph
from .refusals import (
    explain_accepted, explain_binding, explain_import, explain_refused)
from .report import Result

# Compares the functions of ours with the reference's; the text is the module
# before the passes.
Compare = Callable[[str, List[Function], List[Function], str], Result]


@dataclass(frozen=True)
class Setting:
    """How a command judges its items."""

    tool: Path
    passes: Tuple[str, ...]
    compare: Compare
    source: Optional[BufferSource] = None


def judge(item: Item, setting: Setting) -> Result:
    """How one item compares; refusals count where both sides refuse."""
    try:
        before = item.module()
    except DumpError as error:
        message = f"import: {error.render(item.before.name)}"
        return _refusal(item, message, True, explain_import(item, message))
    passes = [text.replace("PLANNER", item.planner) for text in setting.passes]
    run = run_opt(setting.tool, before, *passes, "--mlir-print-op-generic")
    if run.unknown:
        return Result(item.label, skipped=run.unknown)
    if run.crashed:
        return Result(item.label, failure=run.message)
    if run.code:
        rule = explain_binding(setting.tool, before, run.message) if not item.error else None
        return _refusal(item, run.message, run.located, rule)
    try:
        module = read_module(run.out)
        if setting.source is not None:
            setting.source(run.out, module)
    except (AssemblyError, SourceError) as error:
        return Result(item.label, failure=str(error))
    if item.error is not None:
        result = Result(item.label)
        result.compared["errors"] += 1
        result.add("errors", "accepted, theirs: " + ": ".join(first_line(item.error)),
                   explain_accepted(module.functions))
        return result
    return setting.compare(item.label, module.functions, read_graph(item.graph()), before)


def _refusal(item: Item, message: str, located: bool, known: Optional[str]) -> Result:
    """We do not accept the program."""
    if item.error is None:
        rule = explain_refused(item, message) or known
        if rule is None:
            return Result(item.label, failure=message)
        explained = Result(item.label)
        explained.add("refusals", message, rule)
        return explained
    result = Result(item.label, refused=message)
    result.compared["errors"] += 1
    if not located:
        result.add("errors", f"the error does not say where: {message}", None)
        result.refused = ""
    return result
