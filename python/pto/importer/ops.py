"""Calls of ops: from the table of ops to their text."""

from __future__ import annotations

import ast
from typing import Optional

from .annotations import Annotation, extents, space_of
from .attributes import attr_dict, discardable
from .call import Call, literal_none
from .clauses import Clauses
from .context import Context
from .deduce import loaded
from .errors import DumpError
from .ir import Cell, Value, text_of, texts_of
from .joins import Joins
from .memrefs import MemRefs
from .op_table import OPS, Parameter, Spec
from .runtime_ops import lower_runtime_op
from .scalars import Scalars
from .special_ops import SPECIAL
from .syntax import callee, elements, shown
from .types import (
    DTYPES,
    INDEX,
    INT32,
    ArrayType,
    Dims,
    Dtype,
    NoType,
    OpaqueType,
    ScalarType,
    TensorType,
    TileType,
    TupleType,
    Type,
)

# Other names of parameters in dumps.
ALIASES = {"scalar": "rhs", "scratch": "tmp", "gm_workspace": "workspace"}
FIXED = {
    "index": ScalarType(INDEX),
    "i32": ScalarType(INT32),
    "i1": ScalarType(DTYPES["BOOL"]),
    "!pto.task_id": ScalarType(DTYPES["TASK_ID"]),
}
_NUMBERS = {"index": INDEX, "i32": INT32}


class Ops:
    """Lowers calls of ops in one function."""

    def __init__(self, ctx: Context, scalars: Scalars, joins: Joins, memrefs: MemRefs) -> None:
        self.ctx = ctx
        self.scalars = scalars
        self.joins = joins
        self.memrefs = memrefs
        self._clauses = Clauses(scalars)

    def lower(
        self,
        node: ast.Call,
        annotation: Optional[Annotation],
        targets: "list[Optional[str]]",
    ) -> "list[Value]":
        """The results of a call; none for one that has only effects."""
        full = callee(node)
        if full is None:
            raise DumpError(node, f"unknown call: '{shown(node)}'")
        name = full[3:] if full.startswith("pl.") else full
        call = Call(node, name, annotation, targets)
        attrs = call.words.pop("attrs", None)
        if attrs is not None:
            call.attributes.update(discardable(attrs))
        if name in SPECIAL:
            return SPECIAL[name](self, call)
        spec = OPS.get(name) or OPS.get(name.rstrip("_"))
        if spec is not None:
            return self._regular(call, spec)
        if name.startswith("tile."):
            raise DumpError(node, f"unknown tile op: '{full}'")
        return lower_runtime_op(self, call)

    # Ops of the table ------------------------------------------------------

    def _regular(self, call: Call, spec: Spec) -> "list[Value]":
        given = self._arguments(call, spec)
        hint = self._number_type(call, spec, given)
        for param in spec.params:
            if param.kind in ("value", "key"):
                self._operand(call, param, given.get(param.name), hint, param is spec.params[0])
        types = self._result_types(call, spec, given)
        shape = self._shape(call, spec, types)
        for param in spec.params:
            if param.kind not in ("value", "key"):
                self._clauses.clause(call, spec, param, given.get(param.name), shape)
        self._clauses.keywords(call, spec, types)
        if spec.valid_from_type:
            self._clauses.valid_of_type(call)
        source = spec.in_place or spec.view
        tiles = bool(types) and isinstance(types[0], TileType)
        bound = self._bound(call, len(types)) if source is None and tiles else []
        if bound and not spec.fresh:
            raise DumpError(
                call.node, f"the result of {spec.name} has no buffer that a dump can name"
            )
        if bound:
            call.pieces["into"] = f" into {', '.join(v.ref for v in bound)}"
        values = self.finish(call, spec.name, self._typed(call, spec), types, spec)
        for value, memref in zip(values, self._memrefs(call, len(types))):
            if source is not None:
                self._follow(call, spec, value, call.values[source])
            else:
                self.memrefs.record(value, memref)
        return values

    def _bound(self, call: Call, count: int) -> "list[Value]":
        """The buffers that the dump binds the results to: all of them or none."""
        memrefs = self._memrefs(call, count)
        bound = [self.memrefs.into(memref) for memref in memrefs if memref is not None]
        if len(bound) not in (0, count):
            raise DumpError(call.node, f"only some results of {call.name} are bound to buffers")
        return bound

    def _memrefs(self, call: Call, count: int) -> "list[Optional[ast.expr]]":
        if count < 2 or not call.targets or call.targets[0] is None:
            return [call.memref] * count
        found = [self.ctx.function.elements.get((call.targets[0], i)) for i in range(count)]
        return [node and self.ctx.annotation(node.annotation).memref for node in found]

    def finish(
        self,
        call: Call,
        name: str,
        operand_types: str,
        types: "list[Type]",
        spec: Spec,
    ) -> "list[Value]":
        """Emits the op."""
        form = spec.form.format(**call.pieces)
        gap = "" if not form or form[0] in " [" else " "
        results = texts_of(types) if len(types) == 1 else f"({texts_of(types)})"
        tail = spec.tail
        if spec.result == "none":
            tail = tail.replace(" -> {result}", "")
        tail = tail.format(types=operand_types, result=results)
        text = f"pto.{name}{gap}{form}{attr_dict(call.attributes)}{tail}"
        targets = self.ctx.element_names(call.targets, len(types))
        return self.ctx.define_all(text, types, targets, call.node)

    def _arguments(self, call: Call, spec: Spec) -> "dict[str, ast.expr]":
        """Which parameter each argument is for."""
        args = call.node.args
        if len(args) > len(spec.params):
            raise DumpError(
                call.node, f"{call.name} takes {len(spec.params)} arguments, found {len(args)}"
            )
        given = {param.name: arg for param, arg in zip(spec.params, args)}
        names = {param.name for param in spec.params}
        for word in list(call.words):
            name = word if word in names else ALIASES.get(word, word)
            if name in names and name not in given:
                given[name] = call.words.pop(word)
        for param in spec.params:
            if param.name not in given and not param.optional and param.kind != "value":
                raise DumpError(call.node, f"{call.name} needs an argument for '{param.name}'")
        return given

    def _operand(
        self,
        call: Call,
        param: Parameter,
        node: Optional[ast.expr],
        hint: Optional[Dtype],
        first: bool,
    ) -> None:
        if node is None or literal_none(node):
            if not param.optional:
                raise DumpError(call.node, f"{call.name} needs an argument for '{param.name}'")
            call.pieces[param.name] = ""
            return
        if param.number in _NUMBERS:
            hint = _NUMBERS[param.number]
        value = self.operand(node, hint)
        if param.number == "element" and hint is not None:
            value = self.joins.convert(value, ScalarType(hint), node)
        call.values[param.name] = value
        if param.kind == "key":
            call.pieces[param.name] = f" {param.name} {value.ref}"
        elif param.optional and not first:
            call.pieces[param.name] = f", {value.ref}"
        else:
            call.pieces[param.name] = value.ref

    def operand(self, node: ast.expr, hint: Optional[Dtype] = None) -> Value:
        """Any argument that is one value."""
        scalar = self.scalars.scalar(node)
        if isinstance(scalar, Value):
            return scalar
        dtype = scalar.dtype
        if dtype is None and hint is not None and _fits(scalar.number, hint):
            dtype = hint
        return self.scalars.in_register(scalar, dtype, node)

    def _number_type(
        self, call: Call, spec: Spec, given: "dict[str, ast.expr]"
    ) -> Optional[Dtype]:
        """The element type that a bare number among the operands has."""
        for param in spec.params:
            node = given.get(param.name)
            if param.kind == "value" and isinstance(node, ast.Name):
                binding = self.ctx.find(node.id)
                if isinstance(binding, Cell) and isinstance(
                    binding.value.type, (TileType, TensorType, ArrayType)
                ):
                    return binding.value.type.dtype
        if call.annotation and isinstance(call.annotation.type, TileType):
            return call.annotation.type.dtype
        return None

    def _typed(self, call: Call, spec: Spec) -> str:
        kinds = {param.name: param.kind for param in spec.params}
        text = ""
        for name in spec.typed:
            if name in call.values:
                value = text_of(call.values[name].type)
                joint = f" {name} " if kinds[name] == "key" else ", " if text else ""
                text += joint + value
        return text

    # Results ---------------------------------------------------------------

    def _result_types(
        self, call: Call, spec: Spec, given: "dict[str, ast.expr]"
    ) -> "list[Type]":
        said = call.annotation.type if call.annotation else None
        if isinstance(said, NoType):
            said = None
        if spec.result == "none":
            if said is not None:
                raise DumpError(call.node, f"{call.name} has no result")
            return []
        if isinstance(said, TupleType):
            return [self.ctx.tile(t, spec.declared) for t in said.elements]
        if spec.result in FIXED:
            return [FIXED[spec.result]]
        if spec.result.startswith("!"):
            return [OpaqueType(spec.result)]
        if spec.result == "element":
            return [self._element(call, spec)]
        if said is not None:
            return [self.ctx.tile(said, spec.declared)]
        if spec.name == "load":
            return [self.ctx.tile(self._loaded(call, given))]
        alike = spec.result[5:] if spec.result.startswith("like ") else spec.in_place
        if alike is not None:
            return [call.values[alike].type]
        raise DumpError(call.node, f"the result of {call.name} has no type here")

    def _loaded(self, call: Call, given: "dict[str, ast.expr]") -> Type:
        """The type of a load within another call."""
        source = call.values["source"].type
        space = call.words.get("target_memory")
        if not isinstance(source, TensorType):
            raise DumpError(call.node, f"{call.name} reads a tensor")
        window = extents(elements(given["window"], "extents"))
        valid = extents(elements(given["valid"], "extents")) if "valid" in given else ()
        return loaded(source, window, valid, space_of(space) if space is not None else None)

    def _element(self, call: Call, spec: Spec) -> Type:
        source = call.values[spec.params[0].name].type
        if not isinstance(source, (TileType, TensorType, ArrayType)):
            raise DumpError(call.node, f"{call.name} reads a tile, a tensor or an array")
        return ScalarType(source.dtype)

    def _shape(self, call: Call, spec: Spec, types: "list[Type]") -> Dims:
        """The shape that windows and valid extents are compared with."""
        type_: Optional[Type] = types[0] if types else None
        if spec.sized_by:
            type_ = call.values[spec.sized_by].type
        return type_.shape if isinstance(type_, (TileType, TensorType)) else ()

    def _follow(self, call: Call, spec: Spec, value: Value, source: Value) -> None:
        """A result that is in the bytes of an operand."""
        if isinstance(value.type, TensorType) and spec.in_place:
            value.root = source.root or source
        self.memrefs.derive(value, source, call.memref, spec.name)


def _fits(number: object, dtype: Dtype) -> bool:
    """True where a number can be of the type without a loss."""
    if isinstance(number, float):
        limit = {"f16": 65504.0}.get(dtype.scalar, 3.4e38)
        return dtype.kind == "float" and abs(number) <= limit
    return dtype.kind in ("int", "uint", "index", "float", "bool")
