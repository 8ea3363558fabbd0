"""Reads modules in MLIR's generic form, as `--mlir-print-op-generic` writes
them: one op a line, regions between `({` and `})`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Dict, Iterator, List, Optional, Tuple

_NAME = r"%[\w$.\-#]+"
_HEAD = re.compile(rf'^\s*(?:({_NAME}(?::\d+)?(?:, {_NAME}(?::\d+)?)*) = )?"([\w.$]+)"'
                   rf"\(((?:{_NAME}(?:, )?)*)\)")
_BLOCK = re.compile(r"^\s*\^[\w]+(?:\((.*)\))?:\s*(?://.*)?$")
_CLOSE = re.compile(r"^\s*}\)")
_NEXT = re.compile(r"^\s*}, {$")


class AssemblyError(ValueError):
    """A line that the generic form does not have."""


@dataclass(eq=False)
class Block:
    arguments: List[Tuple[str, str]] = field(default_factory=list)  # name, type
    ops: "List[Op]" = field(default_factory=list)


@dataclass(eq=False)
class Op:
    """One op. Names of results and operands are as printed, with their `%`."""

    name: str
    results: List[str]
    operands: List[str]
    properties: str = ""
    operand_types: List[str] = field(default_factory=list)
    result_types: List[str] = field(default_factory=list)
    regions: List[List[Block]] = field(default_factory=list)

    def property(self, name: str) -> Optional[str]:
        """The text of a property or attribute; None where there is none."""
        match = re.search(rf"(?<![\w.]){re.escape(name)} = ", self.properties)
        if not match:
            return None
        return split(self.properties[match.end():], "},>")[0].strip()

    def integer(self, name: str) -> Optional[int]:
        """An integer property, without its type."""
        text = self.property(name)
        match = re.match(r"-?\d+", text) if text else None
        return int(match.group()) if match else None

    def walk(self) -> "Iterator[Op]":
        """The ops within this op, in program order, each before its own."""
        pending = [iter(self._inner())]
        while pending:
            op = next(pending[-1], None)
            if op is None:
                pending.pop()
                continue
            yield op
            pending.append(iter(op._inner()))

    def _inner(self) -> "List[Op]":
        return [op for region in self.regions for block in region for op in block.ops]


def parse_module(text: str) -> Op:
    """The module op of a text."""
    top = Block()
    regions: "List[Tuple[Op, List[Block]]]" = []  # those that are open
    block = top
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith(("//", "#", "!")):
            continue  # comments and aliases
        label = _BLOCK.match(line)
        if label:
            blocks = regions[-1][1]
            block = Block([_argument(a) for a in split(label.group(1) or "")])
            if blocks and not blocks[-1].ops and not blocks[-1].arguments:
                blocks[-1] = block
            else:
                blocks.append(block)
        elif _NEXT.match(line):
            block = _enter(regions, regions.pop()[0])
        elif _CLOSE.match(line):
            op, _ = regions.pop()
            _finish(op, line[line.index("})") + 2:])
            block = regions[-1][1][-1] if regions else top
        else:
            head = _HEAD.match(line)
            if not head:
                raise AssemblyError(f"line {number} is no op: {line.strip()[:80]}")
            op = Op(head.group(2), _results(head.group(1) or ""), split(head.group(3)))
            block.ops.append(op)
            rest = line[head.end():]
            if rest.endswith("({"):
                op.properties = rest[:-2]
                block = _enter(regions, op)
            else:
                _finish(op, rest)
    if regions or len(top.ops) != 1:
        raise AssemblyError("the text is no module")
    return top.ops[0]


def _enter(regions: "List[Tuple[Op, List[Block]]]", op: Op) -> Block:
    region = [Block()]
    op.regions.append(region)
    regions.append((op, region))
    return region[0]


def _finish(op: Op, rest: str) -> None:
    """What stands behind the operands: properties, attributes, the types."""
    at = rest.rfind(" : (")
    arrow = rest.rfind(") -> ")
    if at < 0 or arrow < at:
        raise AssemblyError(f"'{op.name}' has no types: {rest[:80]}")
    op.properties += rest[:at]
    op.operand_types = split(rest[at + 4:arrow])
    results = rest[arrow + 5:].strip()
    if results.startswith("("):
        results = results[1:-1]
    op.result_types = split(results)


def _results(text: str) -> List[str]:
    names: "List[str]" = []
    for part in split(text):
        name, _, count = part.partition(":")
        names += [f"{name}#{i}" for i in range(int(count))] if count else [name]
    return names


def _argument(text: str) -> Tuple[str, str]:
    name, _, type_ = text.partition(": ")
    return name, type_


def split(text: str, ends: str = "") -> List[str]:
    """The parts between commas that stand in no bracket and in no string; up
    to a closing bracket in `ends` that nothing has opened."""
    parts: "List[str]" = []
    depth, start, quoted, i = 0, 0, False, 0
    while i < len(text):
        c = text[i]
        if quoted:
            i += 1 if c == "\\" else 0
            quoted = c != '"'
        elif c == '"':
            quoted = True
        elif c in "<([{":
            depth += 1
        elif c in ">)]}" and not (c == ">" and text[i - 1] == "-"):
            if depth == 0 and c in ends:
                break
            depth -= 1
        elif c == "," and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
        i += 1
    last = text[start:i].strip()
    return parts + [last] if last or parts else []


