"""The state of one function while it is imported."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Optional, Union

from .annotations import Annotation, AnnotationReader
from .errors import DumpError, Where
from .ir import Block, Cell, Names, Number, Op, Value, number_text, text_of
from .source import Source
from .statements import Function, Program
from .types import BOOL, INDEX, Dtype, ScalarType, TileType, Type, quote


@dataclass(frozen=True)
class Signature:
    """What callers must know of a function."""

    name: str
    parameters: "tuple[Annotation, ...]"
    results: "tuple[Type, ...]"


@dataclass
class MemRefDeclaration:
    """A buffer that the dump declares under a name of its own."""

    value: Value
    slots: int


Binding = Union[Cell, "list[Cell]", MemRefDeclaration]


@dataclass
class Scope:
    """Names bound in one region."""

    parent: "Optional[Scope]"
    names: "dict[str, Binding]"
    region: int


@dataclass
class ModuleContext:
    """What all functions of a dump share."""

    source: Source
    program: Program
    annotations: AnnotationReader
    signatures: "dict[str, Signature]"
    # Functions that others of the program name: a dump is all there is, so
    # nobody else does.
    called: "set[str]"


class Context:
    """Emits ops into the current block and knows what each name stands for."""

    def __init__(self, module: ModuleContext, function: Function, spaces: str) -> None:
        self.module = module
        self.function = function
        self.spaces = spaces  # "keep", "requests", or "auto": keep or SpaceConflict
        self.names = Names()
        self.constants = Block()
        self.prologue = Block()
        self.block = Block()
        self.scope = Scope(None, {}, 0)
        self.here: Where = function.node
        # Changes of cells, undone at the end of a region.
        self.log: "list[tuple[Cell, Value]]" = []
        # Extents known at run time only: the parameter that has them.
        self.extents: "dict[str, tuple[Value, int]]" = {}
        self.memrefs: "dict[str, MemRefDeclaration]" = {}
        self.alloc_ids: "set[int]" = set()
        self._regions = 0
        self._constants: "dict[tuple[str, str], Value]" = {}

    # Types -----------------------------------------------------------------

    def annotation(self, node: ast.expr) -> Annotation:
        """An annotation, as the policy for memory spaces wants it."""
        return self.module.annotations.read(node)

    def tile(self, type: Type, declared: bool = False) -> Type:
        """The type of a value: without its space where spaces are requests."""
        if self.spaces == "requests" and isinstance(type, TileType) and not declared:
            return type.without_space()
        return type

    # Ops -------------------------------------------------------------------

    def place(self, node: Where) -> str:
        """A place in the dump as a location."""
        line, col = DumpError(node, "").position()
        return f"{quote(self.module.source.name)}:{line}:{col}"

    def named(self, name: str, node: Where) -> str:
        """A name that stands at a place, as a location."""
        return f"{quote(name)}({self.place(node)})"

    def value(self, type: Type, name: Optional[str] = None) -> Value:
        """A new value, named after the dump where it has a name there."""
        ref = self.names.named(name) if name else self.names.number()
        return Value(ref, type, self.scope.region)

    def emit(self, op: Op) -> None:
        self.block.ops.append(op)

    def effect(self, text: str, node: Where) -> None:
        """An op without results."""
        self.emit(Op(text, self.place(node)))

    def define(self, text: str, type: Type, name: Optional[str], node: Where) -> Value:
        """An op with one result."""
        value = self.value(type, name)
        self.emit(Op(f"{value.ref} = {text}", self.location([name], node)))
        return value

    def define_all(
        self, text: str, types: "list[Type]", names: "list[Optional[str]]", node: Where
    ) -> "list[Value]":
        """An op with any number of results."""
        values = [self.value(t, n) for t, n in zip(types, names)]
        left = ", ".join(v.ref for v in values)
        self.emit(Op(f"{left} = {text}" if left else text, self.location(names, node)))
        return values

    def element_names(
        self, targets: "list[Optional[str]]", count: int
    ) -> "list[Optional[str]]":
        """Names for the results of a call: those of a tuple's elements, where
        the dump gives the tuple one name."""
        if count > 1 and len(targets) == 1 and targets[0]:
            return [self._element_name(targets[0], i) for i in range(count)]
        return (targets + [None] * count)[:count]

    def _element_name(self, target: str, i: int) -> str:
        node = self.function.elements.get((target, i))
        named = node is not None and isinstance(node.target, ast.Name)
        return node.target.id if named else f"{target}_{i}"  # type: ignore[union-attr]

    def location(self, names: "list[Optional[str]]", node: Where) -> str:
        """The names of results, and where the op stands in the dump."""
        named = [self.named(n, node) for n in names if n]
        if not named:
            return self.place(node)
        return named[0] if len(named) == 1 else f"fused[{', '.join(named)}]"

    def constant(self, number: Number, dtype: Dtype) -> Value:
        """A constant; one of its kind in a function."""
        text = number_text(number, dtype)
        key = (text, dtype.scalar)
        found = self._constants.get(key)
        if found is None:
            found = Value(self.names.named(_constant_name(text, dtype)), ScalarType(dtype), 0)
            suffix = "" if dtype is BOOL else f" : {dtype.scalar}"
            self.constants.ops.append(Op(f"{found.ref} = arith.constant {text}{suffix}"))
            self._constants[key] = found
        value = Value(found.ref, ScalarType(dtype), 0)
        value.literal = number
        value.nonneg = number >= 0
        return value

    # Names -----------------------------------------------------------------

    def find(self, name: str) -> Optional[Binding]:
        """What a name stands for, if anything."""
        scope: Optional[Scope] = self.scope
        while scope is not None:
            found = scope.names.get(name)
            if found is not None:
                return found
            scope = scope.parent
        return None

    def cell(self, node: ast.Name) -> Cell:
        """The cell of a name that stands for one value."""
        found = self.find(node.id)
        if found is None:
            return Cell(self._extent(node), 0)
        if isinstance(found, list):
            if len(found) == 1:
                return found[0]
            raise DumpError(node, f"'{node.id}' stands for {len(found)} values, one is needed")
        if isinstance(found, MemRefDeclaration):
            raise DumpError(node, f"'{node.id}' is a buffer, not a value")
        if found.stale:
            raise DumpError(node, found.stale)
        return found

    def bind(self, name: str, binding: "Union[Binding, Value]") -> None:
        """Gives a name a meaning in the current region."""
        if isinstance(binding, Value):
            binding = Cell(binding, self.scope.region)
        self.scope.names[name] = binding

    def change(self, cell: Cell, value: Value, why: str = "") -> None:
        """Lets a cell stand for a new value, until the end of the region."""
        self.log.append((cell, cell.value))
        cell.value = value
        if why:
            for other in cell.views:
                other.stale = why

    def _extent(self, node: ast.Name) -> Value:
        known = self.extents.get(node.id)
        if known is None:
            raise DumpError(node, f"unknown name '{node.id}'")
        tensor, axis = known
        value = Value(self.names.named(node.id), ScalarType(INDEX), 0)
        value.nonneg = True
        text = f"pto.tensor.dim {tensor.ref} {{axis = {axis} : i64}} : "
        text += f"({text_of(tensor.type)}) -> index"
        self.prologue.ops.append(Op(f"{value.ref} = {text}", self.named(node.id, node)))
        self.root_scope().names[node.id] = Cell(value, 0)
        return value

    def root_scope(self) -> Scope:
        scope = self.scope
        while scope.parent is not None:
            scope = scope.parent
        return scope

    # Regions ---------------------------------------------------------------

    def enter(self) -> "Region":
        """Starts a region: a block and a scope of its own."""
        return Region(self)

    def new_region(self) -> int:
        self._regions += 1
        return self._regions


class Region:
    """A region while its body is imported (`with ctx.enter() as region:`).
    Afterwards `changed` holds the cells from outside that it changed."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.block = Block()
        self.number = ctx.new_region()
        self.scope = Scope(ctx.scope, {}, self.number)
        self.changed: "dict[Cell, Value]" = {}

    def __enter__(self) -> "Region":
        ctx = self.ctx
        self._block, self._mark = ctx.block, len(ctx.log)
        ctx.block, ctx.scope = self.block, self.scope
        return self

    def __exit__(self, *error: object) -> None:
        ctx = self.ctx
        assert self.scope.parent is not None
        ctx.block, ctx.scope = self._block, self.scope.parent
        undone = ctx.log[self._mark :]
        del ctx.log[self._mark :]
        for cell, old in reversed(undone):
            if cell.region < self.number:
                self.changed.setdefault(cell, cell.value)
            cell.value = old

    def append(self, text: str, node: Where) -> None:
        """Adds a terminator."""
        self.block.ops.append(Op(text, self.ctx.place(node)))

    def outer(self, value: Value) -> bool:
        """True for a value that dominates the region."""
        return value.depth < self.number


def _constant_name(text: str, dtype: Dtype) -> str:
    if dtype is BOOL:
        return text
    if dtype.kind == "float":
        return "cst"
    return f"c{text}" if dtype is INDEX else f"c{text}_{dtype.scalar}"
