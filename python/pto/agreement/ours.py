"""Our side: functions of a printed module."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Dict, List, Optional, Set, Tuple

from ..importer.types import implicit_layout
from .assembly import Block, Op, parse_module, split
from .model import ELSE, FOR, IF, OP, WHILE, Dims, Function, Step, StepWriter, Tile, Value

# Ops of ours that stand for nothing in a dump: a change of type alone, and
# declarations, which types carry there.
GLUE = ("tile_cast", "declare_memref", "slot")
# What is no op on tiles, by how its name begins.
OTHER = ("tensor.", "system.", "array.", "prefetch.")
OTHER_NAMES = ("scope", "yield", "builtin", "submit", "spmd_call", "alloc")

_TILE = re.compile(r"^!pto\.tile<(.*)>$")
_DYNAMIC = -(2**63)


@dataclass(eq=False)
class Module:
    """The functions of a module, and where to find their values."""

    functions: List[Function] = field(default_factory=list)
    # Values by function, by the number of the op that makes them (in program
    # order; block arguments: the op around) and their printed name.
    values: "Dict[str, Dict[Tuple[int, str], Value]]" = field(default_factory=dict)

    def find(self, name: str) -> Optional[Function]:
        return next((f for f in self.functions if f.name == name), None)


def read_module(text: str) -> Module:
    """A module in the generic form."""
    module = Module()
    for op in parse_module(text).walk():
        if op.name == "func.func" and op.regions and op.regions[0][0].ops:
            reader = _Reader(op)
            module.functions.append(reader.read())
            module.values[reader.function.name] = reader.numbered
    return module


def read_tile(text: str) -> Optional[Tile]:
    """A tile type; None for any other."""
    match = _TILE.match(text)
    if not match:
        return None
    shaped, *clauses = split(match.group(1))
    *extents, dtype = re.split(r"x(?=[\d?]|[a-z!])", shaped)
    shape = _dims(extents)
    space: Optional[str] = None
    words: "Dict[str, str]" = {}
    for clause in clauses:
        name, assigned, value = clause.partition(" = ")
        if assigned:
            words[name] = value
        else:
            space = name
    layout = implicit_layout(shape, space)
    if "layout" in words:
        listed = words["layout"][len("#pto.layout<"):-1]
        parts = dict(part.split(" = ") for part in split(listed))
        layout = (parts.get("blayout", "row_major"), parts.get("slayout", "none_box"),
                  int(parts.get("fractal", 512)))
    return Tile(
        shape=shape,
        dtype=dtype,
        space=space or "none",
        layout=layout,
        valid=_dims(words["valid"].split("x")) if "valid" in words else shape,
        pad=words.get("pad", "null"),
        compact=words.get("compact", "null"),
    )


def _dims(texts: List[str]) -> Dims:
    return tuple(None if t == "?" else int(t) for t in texts)


def tile_op(op: Op) -> Optional[str]:
    """The name of an op on tiles, without the dialect; None for any other."""
    if not op.name.startswith("pto."):
        return None
    name = op.name[len("pto."):]
    if name in GLUE or name in OTHER_NAMES or name.startswith(OTHER):
        return None
    return name


class _Reader(StepWriter):
    def __init__(self, op: Op) -> None:
        self._op = op
        name = (op.property("sym_name") or '""').strip('"')
        kind = re.search(r"<(\w+)>", op.property("pto.kind") or "")
        super().__init__(Function(name, kind.group(1) if kind else "incore"))
        self.numbered: "Dict[Tuple[int, str], Value]" = {}
        self._scopes: "List[Dict[str, Value]]" = [{}]
        self._numbers = {id(o): i for i, o in enumerate(op.walk())}
        self._buffers: "Set[str]" = set()  # names of buffers and slots

    def read(self) -> Function:
        block = self._op.regions[0][0]
        self.function.params = [self._define(n, t, -1) for n, t in block.arguments]
        self._ops(block)
        return self.function

    # Regions --------------------------------------------------------------

    def _ops(self, block: Block) -> List[Value]:
        """Reads the ops of a block; what its terminator hands on."""
        yielded: "List[Value]" = []
        for op in block.ops:
            if op.name in ("scf.for", "scf.while"):
                self._loop(op)
            elif op.name == "scf.if":
                self._branch(op)
            elif op.name in ("scf.yield", "pto.yield"):
                yielded = [self._use(name) for name in op.operands]
            elif op.name == "scf.condition":
                yielded = [self._use(name) for name in op.operands[1:]]
            elif op.regions:
                self._transparent(op)
            else:
                self._leaf(op)
        return yielded

    def _region(self, op: Op, index: int) -> "Tuple[List[Value], List[Value]]":
        """Reads a region: its arguments and what it yields."""
        block = op.regions[index][0]
        self._scopes.append({})
        arguments = [self._define(n, t, self._numbers[id(op)]) for n, t in block.arguments]
        yielded = self._ops(block)
        self._scopes.pop()
        return arguments, yielded

    def _loop(self, op: Op) -> None:
        counted = op.name == "scf.for"
        step = self._open(FOR if counted else WHILE)
        step.operands = [self._use(n) for n in (op.operands[3:] if counted else op.operands)]
        if counted:
            arguments, yielded = self._region(op, 0)
            step.carried = arguments[1:]
        else:
            first, forwarded = self._region(op, 0)
            step.carried, yielded = self._region(op, 1)
            # The condition hands its arguments on: one name is enough.
            for a, b in zip(first, forwarded):
                if a is b:
                    a.maker = step
        step.yielded = [yielded]
        self._close(op, step)

    def _branch(self, op: Op) -> None:
        step = self._open(IF)
        step.yielded.append(self._region(op, 0)[1])
        self._step(Step(ELSE, ELSE))
        has_else = len(op.regions) > 1 and op.regions[1][0].ops
        step.yielded.append(self._region(op, 1)[1] if has_else else [])
        self._close(op, step)

    def _transparent(self, op: Op) -> None:
        """A region that is no control flow: a scope."""
        self._leaf(op)
        for index in range(len(op.regions)):
            _, yielded = self._region(op, index)
            for name, value in zip(op.results, yielded):
                self._scopes[-1][name] = value

    def _close(self, op: Op, step: Step) -> None:
        self._end(step, [self._define(name, type_, self._numbers[id(op)])
                         for name, type_ in zip(op.results, op.result_types)])

    # Ops ------------------------------------------------------------------

    def _leaf(self, op: Op) -> None:
        if op.name == "pto.alloc":
            self._alloc(op)
            return
        if op.name in ("pto.slot", "pto.declare_memref"):
            self._buffers.update(op.results)
        results = [self._define(n, t, self._numbers[id(op)])
                   for n, t in zip(op.results, op.result_types)]
        operands = [self._use(n) for n in op.operands]
        if op.name == "pto.tile_cast" or op.name == "tensor.cast":
            results[0].maker = Step(OP, "tile_cast", operands, results)
            return
        name = tile_op(op)
        if name is None:
            return
        step = Step(OP, name, [v for v in operands if v.tile], [v for v in results if v.tile],
                    words=op.properties, binds=any(n in self._buffers for n in op.operands))
        if name == "slice":
            step.offsets = _static_offsets(op)
        for value in step.results:
            value.maker = step
        self._step(step)

    def _alloc(self, op: Op) -> None:
        base = op.results[0]
        self._buffers.add(base)
        self.function.sizes[base] = op.integer("size") or 0
        address = op.integer("addr")
        if address is not None and address >= 0:
            self.function.addresses[base] = address

    # Values ---------------------------------------------------------------

    def _define(self, name: str, type_: str, number: int) -> Value:
        value = Value(name, read_tile(type_))
        self._scopes[-1][name] = value
        self.numbered[(number, name)] = value
        return value

    def _use(self, name: str) -> Value:
        for scope in reversed(self._scopes):
            if name in scope:
                return scope[name]
        return Value(name)


def _static_offsets(op: Op) -> Optional[Dims]:
    match = re.search(r"static_offsets = array<i64: ([^>]*)>", op.properties)
    if not match:
        return None
    numbers = [int(n) for n in match.group(1).split(",")]
    return tuple(None if n == _DYNAMIC else n for n in numbers)
