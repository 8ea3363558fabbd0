"""How a call of the builder becomes an op: operands in groups, index lists,
attributes of each kind, constants, operators on values."""

from collections.abc import Sequence
from typing import Any, Optional, Union

from . import ir
from ._tables import OPS

Number = Union[int, float]

# What stands in a static list for an index that is a value.
_DYNAMIC = -2**63

# Shorter, and as in the text form.
_ALIASES = {"to": "target_memory"}

_INTEGERS = {"I64Attr": "i64", "I32Attr": "i32", "I1Attr": "i1", "IndexAttr": "index",
             "prop:int64_t": "i64"}


def constant(value: Number, kind: ir.Type, location: ir.Location) -> ir.Value:
    """An arith.constant at the current insertion point."""
    attribute = (ir.Attribute.float(kind, float(value)) if isinstance(kind, ir.FloatType)
                 else ir.Attribute.integer(kind, value))
    return ir.Operation.create("arith.constant", None, [], {"value": attribute},
                               loc=location).result


def _types(result: Any) -> Optional[list[ir.Type]]:
    if result is None or isinstance(result, ir.Type):
        return None if result is None else [result]
    return list(result)


def _tiles(values: Sequence[ir.Value]) -> list[ir.TileType]:
    return [value.type for value in values if isinstance(value.type, ir.TileType)]


def _undecided(kind: ir.Type) -> ir.Type:
    """A tile as a kernel's author writes it: where it lives is for the passes to
    say, unless all operands have a place already."""
    if not isinstance(kind, ir.TileType) or kind.space is None:
        return kind
    valid = None if kind.valid == kind.shape else kind.valid
    return ir.TileType.get(kind.shape, kind.element_type, None, valid, pad=kind.pad)


def make(name: str, operands: Sequence[Any], result: Any, attributes: dict[str, Any],
         location: ir.Location) -> ir.Operation:
    """An op of another dialect: numbers become constants of the type of the first
    operand; keywords are its attributes, with `__` for a dot."""
    kinds = [operand.type for operand in operands if isinstance(operand, ir.Value)]
    values = []
    for operand in operands:
        if isinstance(operand, (int, float)) and kinds:
            operand = constant(operand, kinds[0], location)
        values.append(operand)
    return ir.Operation.create(name, _types(result), values,
                               {key.replace("__", "."): value
                                for key, value in attributes.items()}, loc=location)


class _Call:
    """One call of an op of the dialect, sorted into operands and attributes."""

    def __init__(self, name: str, location: ir.Location) -> None:
        self.name, self.location = name, location
        self.table = OPS[name]
        self.groups: dict[str, list[ir.Value]] = {n: [] for n in self.table["operands"]}
        self.attributes: dict[str, ir.Attribute] = {}

    def fail(self, message: str) -> TypeError:
        return TypeError(f"{self.name}: {message}")

    def bind(self, operands: Sequence[Any], options: dict[str, Any], result: Any) -> None:
        names = list(self.groups)
        if len(operands) > len(names):
            raise self.fail(f"{len(operands)} operands, but there are {', '.join(names) or 'none'}")
        given = dict(zip(names, operands))
        for name, value in options.items():
            name = _ALIASES.get(name, name)
            if name in given:
                raise self.fail(f"{name} is given twice")
            given[name] = value
        for name, value in given.items():
            if name in self.groups:
                self._bind_operand(name, value, given, result)
            elif name in self.table["attributes"]:
                self._bind_attribute(name, value)
            elif "." in name or "__" in name:
                self.attributes[name.replace("__", ".")] = value
            else:
                known = [*self.groups, *self.table["attributes"]]
                raise self.fail(f"there is no {name!r}; there are {', '.join(known)}")

    def _bind_operand(self, name: str, value: Any, given: dict[str, Any], result: Any) -> None:
        if value is None:
            return
        operand = self.table["operands"][name]
        if f"static_{name}" in self.table["attributes"]:
            self._bind_list(name, value)
        elif operand["kind"] == "many":
            self.groups[name] = list(value)
        elif isinstance(value, (int, float)):
            kind = self._scalar_type(given, result)
            self.groups[name] = [constant(value, kind, self.location)]
        elif isinstance(value, ir.Value):
            self.groups[name] = [value]
        else:
            raise self.fail(f"{name} is a value, not {type(value).__name__}")

    def _bind_list(self, name: str, value: Any) -> None:
        """Integers stay in the op, values become operands."""
        if not isinstance(value, (list, tuple)):
            raise self.fail(f"{name} is a list of integers and values")
        static = []
        for index in value:
            if isinstance(index, int):
                static.append(index)
            else:
                static.append(_DYNAMIC)
                self.groups[name].append(index)
        self.attributes[f"static_{name}"] = ir.Attribute.i64_array(static, self.location.context)

    def _scalar_type(self, given: dict[str, Any], result: Any) -> ir.Type:
        """A number has the type of the elements that it meets."""
        for value in given.values():
            if isinstance(value, ir.Value) and isinstance(value.type, ir.TileType):
                return value.type.element_type
        if isinstance(result, ir.TileType):
            return result.element_type
        raise self.fail("a number needs a tile next to it; pass a constant")

    def _bind_attribute(self, name: str, value: Any) -> None:
        kind = self.table["attributes"][name]["kind"]
        context = self.location.context
        if value is None or (value is False and kind == "UnitAttr"):
            return
        if isinstance(value, ir.Attribute):
            self.attributes[name] = value
        elif kind.startswith("keyword:"):
            self.attributes[name] = ir.Attribute.keyword(kind[8:], value, context)
        elif kind == "UnitAttr":
            self.attributes[name] = ir.Attribute.unit(context)
        elif kind == "prop:enum":
            cases = self.table["attributes"][name]["cases"]
            if value not in cases:
                raise ValueError(f"{self.name}: {name} is one of {', '.join(cases)}")
            self.attributes[name] = ir.Attribute.integer(
                ir.Type.parse("i32", context), cases[value])
        elif kind in _INTEGERS:
            self.attributes[name] = ir.Attribute.integer(
                ir.Type.parse(_INTEGERS[kind], context), value)
        elif kind == "DenseI64ArrayAttr":
            self.attributes[name] = ir.Attribute.i64_array(value, context)
        elif kind == "FlatSymbolRefAttr":
            self.attributes[name] = ir.Attribute.symbol(value, context)
        else:
            self.attributes[name] = ir.Attribute.of(value, context)

    def check(self) -> None:
        missing = [name for name, operand in self.table["operands"].items()
                   if operand["kind"] == "one" and not self.groups[name]]
        missing += [name for name, attribute in self.table["attributes"].items()
                    if attribute["required"] and name not in self.attributes]
        if missing:
            raise self.fail(f"{', '.join(missing)} must be given")

    def make(self, result: Any) -> ir.Operation:
        operands = [value for group in self.groups.values() for value in group]
        if self.table["grouped"]:
            self.attributes["operandSegmentSizes"] = ir.Attribute.i32_array(
                [len(group) for group in self.groups.values()], self.location.context)
        types = _types(result)
        if types is None and self.table["like"]:
            types = [self.groups[self.table["like"]][0].type]
        elif types is None and not ir._pto._infers_types(self.location.context, self.name):
            if self.table["shaped_like"]:
                first = self.groups[self.table["shaped_like"]][0].type
                is_placed = all(t.space for t in _tiles(operands))
                types = [first if is_placed else _undecided(first)]
            elif self.table["results"] == 0:
                types = []
            elif self.table["operands"] or self.table["results"] != 1:
                raise self.fail("result=... must say the type of the result")
            else:
                types = self._known_result()
        op = self._create(types, operands)
        if types is None and not all(t.space for t in _tiles(operands)):
            open_types = [_undecided(value.type) for value in op.results]
            if open_types != [value.type for value in op.results]:
                op.erase()
                op = self._create(open_types, operands)
        return op

    def _create(self, types: Optional[list[ir.Type]], operands: list[ir.Value]) -> ir.Operation:
        return ir.Operation.create(self.name, types, operands, self.attributes,
                                   self.table["regions"], self.location)

    def _known_result(self) -> list[ir.Type]:
        """Ops without operands make buffers, or say nothing of what they make."""
        if self.name in ("pto.alloc", "pto.declare_memref"):
            return [ir.BufferType.get(self.location.context)]
        raise self.fail("result=... must say the type of the result")


def make_pto(name: str, operands: Sequence[Any], result: Any, options: dict[str, Any],
             location: ir.Location) -> ir.Operation:
    call = _Call(name, location)
    call.bind(operands, options, result)
    call.check()
    return call.make(result)


# Operators.

# By what stands on the left: tiles with tiles, tiles with scalars, whole numbers
# and floats.
_OPERATORS = {
    "add": ("pto.add", "pto.adds", "arith.addi", "arith.addf"),
    "sub": ("pto.sub", "pto.subs", "arith.subi", "arith.subf"),
    "mul": ("pto.mul", "pto.muls", "arith.muli", "arith.mulf"),
    "truediv": ("pto.div", "pto.divs", None, "arith.divf"),
    "floordiv": (None, None, "arith.divui", None),
    "mod": (None, None, "arith.remui", None),
}


def _operator(word: str) -> Any:
    tiles, scalar, whole, real = _OPERATORS[word]

    def apply(lhs: ir.Value, rhs: Any) -> Any:
        if not isinstance(rhs, (ir.Value, int, float)):
            return NotImplemented
        location = ir._location(None, lhs.context)
        kind = lhs.type
        if isinstance(kind, ir.TileType):
            is_tile = isinstance(rhs, ir.Value) and isinstance(rhs.type, ir.TileType)
            name = tiles if is_tile else scalar
            return NotImplemented if name is None else make_pto(
                name, (lhs, rhs), None, {}, location).result
        name = real if isinstance(kind, ir.FloatType) else whole
        if name is None or not isinstance(kind, (ir.FloatType, ir.IntegerType, ir.IndexType)):
            return NotImplemented
        return make(name, (lhs, rhs), None, {}, location).result

    return apply


for _word in _OPERATORS:
    setattr(ir.Value, f"__{_word}__", _operator(_word))
