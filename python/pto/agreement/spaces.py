"""Compares memory spaces: which ops there are after inference, where their
results live and how they are laid out, and which tiles each op reads."""

from __future__ import annotations

from typing import Iterator, List, Tuple

from . import space_rules as rules
from .align import Pairing, markers, pair, root
from .model import DEVICE_KINDS, FOR, IF, OP, WHILE, Function, Step, Value, made_by
from .report import Result

# What is compared, in the order in which it is told.
ASPECTS = {"ops": "tile ops", "operands": "operands", "flow": "carried and merged tiles",
           "layout": "layouts", "valid": "valid regions", "padding": "paddings"}


def compare_spaces(
    label: str, ours: List[Function], theirs: List[Function], before: str
) -> Result:
    """Compares all device functions of a program; `before`, its module, plays no
    part in it."""
    result = Result(label)
    mine = {function.name: function for function in ours}
    for function in theirs:
        if function.kind in DEVICE_KINDS:
            found = len(result.findings)
            compare_function(result, mine.get(function.name, Function(function.name, "")),
                             function)
            result.add_function(function.name, found)
    return result


def compare_function(result: Result, ours: Function, theirs: Function) -> None:
    result.compared["ops"] += sum(1 for step in theirs.steps if step.kind == OP)
    pairing = pair(ours, theirs, lambda step: step.token)
    _compare_stretches(result, ours, pairing)
    for step, other in pairing.pairs:
        _compare_operands(result, theirs, pairing, step, other)
        _compare_results(result, theirs, step, other)


def _compare_stretches(result: Result, ours: Function, pairing: Pairing) -> None:
    for mine, other in pairing.unequal:
        mine = [step for step in mine if not markers(step)]
        other = [step for step in other if not markers(step)]
        place = ours.steps.index(mine[0]) if mine else len(ours.steps)
        result.add("ops", f"{ours.name} op {place}: ours {mine[:4]} theirs {other[:4]}",
                   rules.explain_ops(mine, other))


def _compare_operands(
    result: Result, theirs: Function, pairing: Pairing, step: Step, other: Step
) -> None:
    """Which tiles two steps read, copies looked through, and where from."""
    for what, mine, reference in _read(step, other):
        if len(mine) != len(reference):
            result.compared["operands"] += 1
            result.add("operands", f"{theirs.name} {step}: {len(mine)} {what}, theirs "
                       f"{len(reference)}", None)
            continue
        for a, b in zip(mine, reference):
            if a.tile is None and b.tile is None:
                continue
            result.compared["operands"] += 1
            same = pairing.origin(a) is root(b) and root(b) is not None
            if same and (a.space == b.space or a.tile is None):
                continue
            rule = rules.explain_operand(pairing, theirs, a, b, same)
            result.add("operands", f"{theirs.name} {step}: {what} {a} {a.space}, theirs {b} "
                       f"{b.space}", rule)


def _read(step: Step, other: Step) -> "Iterator[Tuple[str, List[Value], List[Value]]]":
    """Lists of values that correspond to each other."""
    if step.kind == OP:
        yield "operand", step.operands, other.operands
    elif step.kind in (FOR, WHILE):
        # Ours may carry more: tiles that the reference changes in place.
        count = len(other.operands)
        yield "init", step.operands[:count], other.operands
    if step.kind in (FOR, WHILE, IF):
        for mine, reference in zip(step.yielded, other.yielded):
            yield "yielded", mine[:len(reference)], reference


def _compare_results(
    result: Result, theirs: Function, step: Step, other: Step
) -> None:
    flow = step.kind != OP
    for a, b in made_by(step, other):
        if a.tile is None or b.tile is None:
            if (a.tile is None) != (b.tile is None):
                result.add("flow", f"{theirs.name} {step}: {a} and {b} are no two tiles", None)
            continue
        if flow:
            result.compared["flow"] += 1
            if a.space != b.space:
                result.add("flow", f"{theirs.name}: {a} in {a.space}, theirs {b} in {b.space}",
                           rules.explain_space(theirs, a, b))
                continue
        _compare_types(result, theirs, step, other, a, b)


def _compare_types(
    result: Result, theirs: Function, step: Step, other: Step, a: Value, b: Value
) -> None:
    for aspect in ("layout", "valid", "padding"):
        result.compared[aspect] += 1
        mine, reference = rules.told(aspect, a), rules.told(aspect, b)
        if mine != reference:
            result.add(aspect, f"{theirs.name} {step}: {a} has {aspect} {mine}, theirs "
                       f"{reference}", rules.explain_type(aspect, step, other, a, b))
