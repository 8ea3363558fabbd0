"""What loops, branches and scopes have in common.

Names of a dump have one value each, with two exceptions that make a region
carry more than the dump says: a tile that an op changes in place, and a name
that is given a new value inside (dumps from before SSA conversion).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional

from . import statements as st
from .context import Binding, Context, MemRefDeclaration, Region
from .errors import Where
from .ir import Block, Cell, Op, Value, refs
from .types import TensorType, Type

if TYPE_CHECKING:
    from .body import Body


class Regions:
    """Lowers statements that have regions."""

    def __init__(self, body: "Body") -> None:
        self.body = body
        self.ctx: Context = body.ctx

    def emit(
        self,
        head: str,
        types_: "list[Type]",
        names: "list[Optional[str]]",
        node: Where,
        blocks: "list[Block]",
        openers: "list[str]",
        closer: str,
    ) -> "list[Value]":
        ctx = self.ctx
        values = [ctx.value(t, n) for t, n in zip(types_, names)]
        text = f"{refs(values)} = {head}" if values else head
        ctx.emit(Op(text, ctx.location(list(names), node), blocks, openers, closer))
        return values

    def name_result(self, name: str, result: Value, last: Optional[st.Yield]) -> None:
        if last is not None and last.annotation is not None:
            self.body.memrefs.record(result, self.ctx.annotation(last.annotation).memref)
        self.ctx.bind(name, result)

    def used_after(
        self, name: str, node: Where, end: "Optional[tuple[int, int]]" = None
    ) -> bool:
        """True where a name is read behind a statement."""
        if end is None:
            end = (getattr(node, "end_lineno"), getattr(node, "end_col_offset"))
        return self.ctx.function.last_use.get(name, (0, 0)) > end

    def same_storage(self, name: str, binding: Binding, region: Region, what: str) -> Binding:
        """What a name of a region stands for behind it: the tensor from
        outside that it is another name of, else nothing."""
        if isinstance(binding, MemRefDeclaration):
            return binding
        if isinstance(binding, Cell):
            if binding.region < region.number:
                return binding
            if region.outer(binding.value):
                return Cell(binding.value, self.ctx.scope.region)
            root = binding.value.root
            if root is not None and region.outer(root) and isinstance(root.type, TensorType):
                value = self.body.joins.convert(root, binding.value.type, self.ctx.here)
                return Cell(value, self.ctx.scope.region)
            gone = Cell(binding.value, self.ctx.scope.region)
        else:
            gone = Cell(binding[0].value, self.ctx.scope.region)
        gone.stale = f"'{name}' is defined in a {what} and used after it"
        return gone
