"""Buffers that a dump declares or has allocated: what `into` names."""

from __future__ import annotations

import ast
import re
from typing import Optional

from .annotations import space_of
from .attributes import attribute
from .context import Context, MemRefDeclaration
from .errors import DumpError
from .ir import Op, Value
from .scalars import Scalars
from .syntax import arguments, call_of, integer, keywords, literal, shown
from .types import BUFFER, TensorType, quote

_ID = re.compile(r"_(\d+)$")


class MemRefs:
    def __init__(self, ctx: Context, scalars: Scalars) -> None:
        self.ctx = ctx
        self._scalars = scalars
        # The buffer of a tile value, by name, where the dump says it.
        self._bases: "dict[str, str]" = {}
        self._slots: "Optional[dict[str, int]]" = None

    # Declarations ----------------------------------------------------------

    def declared(self, call: ast.Call) -> MemRefDeclaration:
        """`pl.MemRef("name", slots=N)`: one op in the function, however often
        the name is used."""
        name = literal(arguments(call, 1)[0])
        if not isinstance(name, str):
            raise DumpError(call, f"expected pl.MemRef(\"name\"), found '{shown(call)}'")
        slots = self._slot_count(call)
        found = self.ctx.memrefs.get(name)
        if found is not None:
            if found.slots != slots:
                raise DumpError(
                    call,
                    f"two references to '{name}' disagree on how many slots it has: "
                    f"{found.slots} and {slots}",
                )
            return found
        value = Value(self.ctx.names.named(name), BUFFER, 0)
        count = f" slots = {slots}" if slots != 1 else ""
        text = f"{value.ref} = pto.declare_memref {quote(name)}{count}"
        self.ctx.prologue.ops.append(Op(text, self.ctx.named(name, call)))
        found = self.ctx.memrefs[name] = MemRefDeclaration(value, slots)
        return found

    def alloc(self, call: ast.Call, name: str) -> Value:
        """`name: pl.Ptr = pl.tile.alloc(space, size)`."""
        words = keywords(call)
        size = integer(call.args[1]) if len(call.args) == 2 else None
        pinned = words.pop("pinned", None)
        if size is None or words:
            raise DumpError(call, f"unknown form of an allocation: '{shown(call)}'")
        space = space_of(call.args[0])
        text = f"pto.alloc {space}, addr = -1, size = {size}, id = {self._id(name)}"
        if pinned is not None and attribute("unit", pinned) is not None:
            text += " pinned"
        slots = self._all_slots().get(name, 1)
        if slots != 1:
            text += f" slots = {slots}"
        return self.ctx.define(text, BUFFER, name, call)

    def _id(self, name: str) -> int:
        """The number in a buffer's name; for other names the next free one."""
        ids = self.ctx.alloc_ids
        if not ids:
            for node in ast.walk(self.ctx.function.node):
                match = _ID.search(memref_base(call_of(node, "pl.MemRef")) or "")
                if match:
                    ids.add(int(match.group(1)))
            ids.add(-1)
        match = _ID.search(name)
        if match:
            ids.add(int(match.group(1)))
            return int(match.group(1))
        ids.add(max(ids) + 1)
        return max(ids)

    def _all_slots(self) -> "dict[str, int]":
        """How many slots each allocation has: only its uses say so."""
        if self._slots is None:
            self._slots = {}
            for node in ast.walk(self.ctx.function.node):
                call = call_of(node, "pl.MemRef")
                base = call.args[0] if call and call.args else None
                if call and isinstance(base, ast.Name):
                    self._slots[base.id] = self._slot_count(call)
        return self._slots

    def _slot_count(self, call: ast.Call) -> int:
        words = keywords(call)
        slots = words.pop("slots", None)
        if words:
            raise DumpError(call, f"unknown form of a buffer: '{shown(call)}'")
        count = 1 if slots is None else integer(slots)
        if count is None or count < 1:
            raise DumpError(call, "a buffer needs at least one slot")
        return count

    # Bindings --------------------------------------------------------------

    def into(self, memref: ast.expr) -> Value:
        """The operand that binds a result to its buffer."""
        index: Optional[ast.expr] = None
        base: ast.AST = memref
        if isinstance(base, ast.Subscript):
            base, index = base.value, base.slice
        buffer, slots, offset = self._buffer(base)
        if index is None:
            if offset is not None and integer(offset) != 0:
                raise DumpError(
                    memref, f"a new tile can't start inside of a buffer: '{shown(memref)}'"
                )
            return buffer
        constant = integer(index)
        if slots == 1:
            raise DumpError(memref, f"'{shown(base)}' is a single slot and takes no subscript")
        if constant is not None and not 0 <= constant < slots:
            raise DumpError(memref, f"slot {constant} is out of range: there are {slots}")
        text = f"pto.slot {buffer.ref}{self._scalars.indices([index])}"
        return self.ctx.define(text, BUFFER, None, memref)

    def _buffer(self, base: ast.AST) -> "tuple[Value, int, Optional[ast.expr]]":
        if isinstance(base, ast.Name):
            found = self.ctx.find(base.id)
            if isinstance(found, MemRefDeclaration):
                return found.value, found.slots, None
            return self._allocated(base), self._all_slots().get(base.id, 1), None
        if isinstance(base, ast.Call) and len(base.args) == 1:
            declaration = self.declared(base)
            return declaration.value, declaration.slots, None
        if isinstance(base, ast.Call) and len(base.args) == 3:
            name = base.args[0]
            if isinstance(name, ast.Name):
                return self._allocated(name), self._slot_count(base), base.args[1]
        raise DumpError(base, f"no buffer of this function: '{shown(base)}'")

    def _allocated(self, name: ast.Name) -> Value:
        value = self.ctx.cell(name).value
        if value.type != BUFFER:
            raise DumpError(name, f"'{name.id}' is not a buffer")
        return value

    # Derived buffers -------------------------------------------------------

    def record(self, value: Value, memref: Optional[ast.expr]) -> None:
        """Remembers where the dump says that a value is."""
        base = memref_base(memref)
        if base is not None:
            self._bases[value.ref] = base

    def copy(self, value: Value, source: Value) -> None:
        """A value that is where another one is."""
        if source.ref in self._bases:
            self._bases[value.ref] = self._bases[source.ref]

    def derive(
        self, value: Value, source: Value, memref: Optional[ast.expr], what: str
    ) -> None:
        """A result that lies in its source's buffer: the dump must agree."""
        known = self._bases.get(source.ref)
        said = memref_base(memref)
        tensor = isinstance(source.type, TensorType) and known is None
        if said is not None and said != known and not tensor:
            raise DumpError(
                memref,
                f"the result of {what} lands in its source's allocation and can't be bound "
                f"to '{said}'; bind the source instead",
            )
        base = said or known
        if base is not None:
            self._bases[value.ref] = base


def memref_base(memref: Optional[ast.AST]) -> Optional[str]:
    """The name of the buffer in a `pl.MemRef(...)`, with or without a slot."""
    if isinstance(memref, ast.Subscript):
        memref = memref.value
    if isinstance(memref, ast.Name):
        return memref.id
    if not isinstance(memref, ast.Call) or not memref.args:
        return None
    base = memref.args[0]
    if isinstance(base, ast.Name):
        return base.id
    value = literal(base)
    return value if isinstance(value, str) else None


def parameter_memref(memref: ast.expr) -> str:
    """The buffer of a tensor parameter, as an attribute."""
    base = memref_base(memref)
    match = _ID.search(base or "")
    if not match or not (base or "").startswith("mem_ddr"):
        raise DumpError(
            memref, f"a parameter can't be bound to a buffer: '{shown(memref)}'"
        )
    return f"#pto.memref<ddr, addr = -1, id = {match.group(1)}>"
