"""What `--verify-memory-plan` says of all plans of the reference: our programs, with
its addresses."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Dict, Iterable, List

from .corpus import Item
from .verdict import NotComparable, Plans

_RULE = re.compile(r"\[(mp-r\d+)\]$")
# Names and numbers, which are other ones in each plan.
_PARTICULAR = re.compile(r"'[^']*'|%\S+|\b\d+\b")


@dataclass
class Program:
    """The verdicts on one program's plans."""

    label: str
    holds: int = 0
    refused: "Dict[str, str]" = field(default_factory=dict)  # by function
    apart: "Dict[str, str]" = field(default_factory=dict)  # not comparable: why


def judge(item: Item, tool: Path) -> Program:
    """Judges all plans of a program."""
    program = Program(item.label)
    try:
        plans = Plans(item, item.before.with_name("7_post_alloc.json.gz"), tool)
    except (NotComparable, OSError) as error:
        program.apart[""] = str(error)
        return program
    comparable: "Dict[str, Dict[str, int]]" = {}
    for function in plans.functions:
        try:
            comparable[function] = plans.addresses(function)
        except NotComparable as error:
            program.apart[function] = str(error)
    try:
        program.refused = plans.judge(comparable) if comparable else {}
    except NotComparable as error:
        program.apart[""] = str(error)
        return program
    program.holds = len(comparable) - len(program.refused)
    return program


def lines(programs: "List[Program]", show: int) -> "Iterable[str]":
    """The counts, and which plans are refused, and why."""
    holds = sum(program.holds for program in programs)
    refused = [(program.label, name, why) for program in programs
               for name, why in sorted(program.refused.items())]
    apart = [(program.label, name, why) for program in programs
             for name, why in sorted(program.apart.items())]
    yield (f"verdicts: {holds} plans of the reference hold, {len(refused)} are refused, "
           f"{len(apart)} are not comparable, in {len(programs)} programs")
    by_rule: "Counter[str]" = Counter()
    for _, _, why in refused:
        rule = _RULE.search(why)
        by_rule[rule[1] if rule else "?"] += 1
    for rule, count in sorted(by_rule.items()):
        yield f"  refused by {rule}: {count}"
    reasons = Counter(_PARTICULAR.sub("_", why) for _, _, why in apart)
    for reason, count in reasons.most_common(8):
        yield f"  not comparable: {count} {reason[:100]}"
    for label, name, why in refused[:show]:
        yield f"      {label}: {name}: {why}"
