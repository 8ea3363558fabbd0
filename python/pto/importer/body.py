"""Statements of a function's body."""

from __future__ import annotations

import ast
from typing import Optional

from . import statements as st
from .annotations import Annotation
from .branches import Branches
from .calls import Calls
from .changes import in_place_space, in_place_target
from .context import Binding, Context, MemRefDeclaration
from .errors import DumpError, SpaceConflict
from .ir import Cell, Value, refs, texts_of
from .joins import Joins
from .loops import Loops
from .memrefs import MemRefs, memref_base
from .op_table import OPS
from .ops import Ops
from .scalars import SCALAR_FUNCTIONS, Scalars
from .scopes import Scopes
from .syntax import call_of, callee, integer, shown
from .types import NoType, ScalarType, TensorType, TileType, TupleType, Type

SUBMITS = ("pl.submit", "pl.spmd_submit")
ALLOCS = ("pl.tile.alloc", "pl.tensor.alloc")


class Body:
    """Imports the statements of one function."""

    def __init__(self, ctx: Context, results: "list[Type]") -> None:
        self.ctx = ctx
        self.results = results
        self.scalars = Scalars(ctx, self._scalar_call)
        self.joins = Joins(ctx, self.scalars)
        self.memrefs = MemRefs(ctx, self.scalars)
        self.ops = Ops(ctx, self.scalars, self.joins, self.memrefs)
        self.calls = Calls(ctx, self.ops, self.joins)
        self.loops = Loops(self)
        self.branches = Branches(self)
        self.scopes = Scopes(self)

    def run(self, statements: "list[st.Statement]") -> None:
        """Imports statements into the current block."""
        for i, statement in enumerate(statements):
            self.ctx.here = statement.node
            if isinstance(statement, (st.Return, st.Yield)) and i + 1 != len(statements):
                raise DumpError(statements[i + 1].node, "nothing can follow the end of a block")
            self._statement(statement)

    def _statement(self, statement: st.Statement) -> None:
        if isinstance(statement, st.Let):
            self._let(statement)
        elif isinstance(statement, st.Effect):
            self._effect(statement)
        elif isinstance(statement, st.Loop):
            self.loops.loop(statement)
        elif isinstance(statement, st.Branch):
            if _returns(statement):
                self.branches.returning_branch(statement)
            else:
                self.branches.branch(statement)
        elif isinstance(statement, st.While):
            self.loops.while_loop(statement)
        elif isinstance(statement, st.Scope):
            self.scopes.scope(statement)
        elif isinstance(statement, st.StoreAll):
            self._store_all(statement)
        elif isinstance(statement, st.Return):
            if self.ctx.scope.region != 0:
                raise DumpError(
                    statement.node, "a return must end the function, or both arms of its last 'if'"
                )
            values = self.returned(statement)
            text = f"return {refs(values)} : {texts_of(self.results)}" if values else "return"
            self.ctx.effect(text, statement.node)
        elif isinstance(statement, st.Continue):
            raise DumpError(
                statement.node, "'continue' has a form only at the end of an 'if' in a loop's body"
            )
        else:
            raise DumpError(statement.node, "pl.yield_ outside of a loop or branch")

    # Values ----------------------------------------------------------------

    def returned(self, statement: st.Return) -> "list[Value]":
        """The values of a return, under the types of the function's results."""
        values: "list[Value]" = []
        for i, node in enumerate(statement.values):
            wanted = self.results[i] if i < len(self.results) else None
            values.extend(cell.value for cell in self.cells(node, wanted))
        if len(values) != len(self.results):
            raise DumpError(
                statement.node,
                f"the function has {len(self.results)} results, {len(values)} are returned",
            )
        return [
            self.joins.convert(value, wanted, statement.node)
            for value, wanted in zip(values, self.results)
        ]

    def cells(self, node: ast.expr, wanted: Optional[Type] = None) -> "list[Cell]":
        """What an expression stands for: usually one value."""
        annotation = Annotation(wanted) if wanted is not None else None
        binding = self._value(node, annotation, [None])
        if isinstance(binding, MemRefDeclaration):
            raise DumpError(node, f"'{shown(node)}' is a buffer, not a value")
        return binding if isinstance(binding, list) else [binding]

    def _value(
        self, node: ast.expr, annotation: Optional[Annotation], targets: "list[Optional[str]]"
    ) -> Binding:
        """The meaning of a right hand side."""
        ctx = self.ctx
        if isinstance(node, ast.Name):
            found = ctx.find(node.id)
            if isinstance(found, (list, MemRefDeclaration)):
                return found
            return ctx.cell(node)
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
            found = ctx.find(node.value.id)
            position = integer(node.slice)
            if isinstance(found, list) and position is not None:
                if not 0 <= position < len(found):
                    raise DumpError(
                        node, f"there are only {len(found)} values in '{node.value.id}'"
                    )
                return found[position]
        if isinstance(node, ast.Tuple):
            return [cell for e in node.elts for cell in self.cells(e)]
        if isinstance(node, ast.Call) and not call_of(node, *SCALAR_FUNCTIONS):
            values = self._call(node, annotation, targets)
            cells = [Cell(value, ctx.scope.region) for value in values]
            several = annotation is not None and isinstance(annotation.type, TupleType)
            if len(cells) == 1 and not several:
                self._note_view(node, cells[0])
                return cells[0]
            return cells
        dtype = None
        if annotation is not None and isinstance(annotation.type, ScalarType):
            dtype = annotation.type.dtype
        return Cell(self.scalars.value(node, dtype, targets[0]), ctx.scope.region)

    def _call(
        self, node: ast.Call, annotation: Optional[Annotation], targets: "list[Optional[str]]"
    ) -> "list[Value]":
        name = callee(node) or ""
        if name.startswith("self."):
            return self.calls.call(node, annotation, targets)
        if name in SUBMITS:
            return self.calls.submit(node, annotation, targets)
        if name in ALLOCS:
            return [self.memrefs.alloc(node, targets[0] or "mem")]
        return self.ops.lower(node, annotation, targets)

    def _scalar_call(self, node: ast.Call, name: Optional[str]) -> Value:
        """An op within a scalar expression."""
        values = self._call(node, None, [name])
        if len(values) != 1:
            raise DumpError(node, f"expected one value, found {len(values)}")
        return values[0]

    def _note_view(self, node: ast.Call, cell: Cell) -> None:
        """Remembers that a tile reads the bytes of another one."""
        spec = OPS.get((callee(node) or "")[3:])
        if spec is None or spec.view is None or not node.args:
            return
        source = self.ctx.find(node.args[0].id) if isinstance(node.args[0], ast.Name) else None
        if isinstance(source, Cell) and isinstance(cell.value.type, TileType):
            source.views.append(cell)
            cell.views.append(source)

    # Statements ------------------------------------------------------------

    def _let(self, statement: st.Let) -> None:
        ctx = self.ctx
        buffer = call_of(statement.value, "pl.MemRef")
        if buffer and len(statement.targets) == 1:
            ctx.bind(statement.targets[0], self.memrefs.declared(buffer))
            return
        annotation = None
        if statement.annotation is not None:
            annotation = ctx.annotation(statement.annotation)
        targets: "list[Optional[str]]" = list(statement.targets)
        binding = self._value(statement.value, annotation, targets)
        if len(targets) > 1:
            if not isinstance(binding, list) or len(binding) != len(targets):
                count = len(binding) if isinstance(binding, list) else 1
                raise DumpError(
                    statement.node, f"{len(targets)} names for {count} values"
                )
            for name, cell in zip(statement.targets, binding):
                ctx.bind(name, cell)
            return
        name = statement.targets[0]
        if annotation is not None and isinstance(binding, Cell):
            binding = self._annotated(statement, binding, annotation, name)
        elif isinstance(binding, list) and not binding:
            if annotation is not None and not isinstance(annotation.type, NoType):
                raise DumpError(statement.node, "the call has no result")
            return
        ctx.bind(name, binding)

    def _annotated(
        self, statement: st.Let, cell: Cell, annotation: Annotation, name: str
    ) -> Cell:
        """A value under the type that the dump says it has."""
        type_ = annotation.type
        if isinstance(type_, (NoType, TupleType)):
            return cell
        if not isinstance(statement.value, ast.Call):
            wanted = self.ctx.tile(type_)
            self._check_alias(statement, annotation, cell.value)
            if self.same_but_for_space(cell.value.type, wanted):
                return cell
            converted = self.joins.convert(cell.value, wanted, statement.node, name)
        elif isinstance(type_, ScalarType):
            converted = self.joins.convert(cell.value, type_, statement.node, name)
        else:
            return cell
        return cell if converted is cell.value else Cell(converted, self.ctx.scope.region)

    def same_but_for_space(self, found: Type, wanted: Type) -> bool:
        """True where only a space that the op declares tells two types apart."""
        if self.ctx.spaces != "requests" or found == wanted:
            return False
        return (
            isinstance(found, TileType)
            and isinstance(wanted, TileType)
            and found.without_space() == wanted.without_space()
        )

    def _check_alias(self, statement: st.Let, annotation: Annotation, value: Value) -> None:
        if isinstance(value.type, TileType) and memref_base(annotation.memref) is not None:
            self.memrefs.derive(value, value, annotation.memref, "an alias")

    def _effect(self, statement: st.Effect) -> None:
        """A call on its own line. An op that changes a tile in place gives the
        tile a new value, for all who use it later."""
        node = statement.call
        name = in_place_target(node)
        found = self.ctx.find(name) if name is not None else None
        if not isinstance(found, Cell) or not isinstance(found.value.type, TileType):
            self._call(node, None, [None])
            return
        space = in_place_space(node)
        if space is not None and found.value.type.space not in (space, None):
            raise SpaceConflict(
                node,
                f"{callee(node)} changes a tile in '{space}', '{name}' is in "
                f"'{found.value.type.space}'; try --spaces requests",
            )
        value = self._call(node, None, [name])[0]
        self.ctx.change(
            found, value, f"'{name}' was changed by {callee(node)} after this name for its "
            "bytes was made: no value of this name is left"
        )

    def _store_all(self, statement: st.StoreAll) -> None:
        """`target[:] = value`: the whole tensor is overwritten."""
        target = ast.copy_location(ast.Name(statement.target, ast.Load()), statement.node)
        cell = self.ctx.cell(target)
        type_ = cell.value.type
        if not isinstance(type_, TensorType):
            raise DumpError(statement.node, "only a tensor can be assigned as a whole")
        value = self.cells(statement.value)[0].value
        value = self.joins.convert(value, type_, statement.node)
        zeros = ", ".join("0" for _ in type_.shape)
        text = f"pto.tensor.assemble {cell.value.ref}[{zeros}], {value.ref} : "
        text += f"({type_.text}, {type_.text}) -> {type_.text}"
        result = self.ctx.define(text, type_, None, statement.node)
        result.root = cell.value.root or cell.value


def _returns(statement: st.Branch) -> bool:
    return _ends_in_return(statement.then) and _ends_in_return(statement.otherwise)


def _ends_in_return(statements: "list[st.Statement]") -> bool:
    if not statements:
        return False
    last = statements[-1]
    if isinstance(last, st.Branch):
        return _ends_in_return(last.then) and _ends_in_return(last.otherwise)
    return isinstance(last, st.Return)
