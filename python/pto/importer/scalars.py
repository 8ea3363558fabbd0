"""Scalar expressions: Python's meaning of numbers in `arith` ops."""

from __future__ import annotations

import ast
import operator
from dataclasses import dataclass
from typing import Callable, Optional, Union

from .annotations import dtype_of
from .context import Context
from .errors import DumpError, Where
from .ir import Number, Value, text_of
from .syntax import arguments, call_of, callee, literal, shown
from .types import BOOL, FP32, INDEX, INT64, Dtype, ScalarType


SCALAR_FUNCTIONS = ("pl.const", "pl.cast", "pl.min", "pl.max")


@dataclass(frozen=True)
class Literal:
    """A number that is not in a register yet; `dtype` where it is said."""

    number: Number
    dtype: Optional[Dtype] = None


Scalar = Union[Literal, Value]
# Lowers a call that is not scalar arithmetic: (call, expected type) -> value.
CallLowering = Callable[[ast.Call, Optional[str]], Value]

_INT_OPS = {
    ast.Add: "addi", ast.Sub: "subi", ast.Mult: "muli", ast.LShift: "shli",
    ast.BitAnd: "andi", ast.BitOr: "ori", ast.BitXor: "xori",
}  # fmt: skip
_FLOAT_OPS = {ast.Add: "addf", ast.Sub: "subf", ast.Mult: "mulf", ast.Div: "divf"}
_FOLD = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.Div: operator.truediv,
    ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor,
}  # fmt: skip
_COMPARE = {
    ast.Eq: ("eq", "eq", "oeq", operator.eq), ast.NotEq: ("ne", "ne", "une", operator.ne),
    ast.Lt: ("slt", "ult", "olt", operator.lt), ast.LtE: ("sle", "ule", "ole", operator.le),
    ast.Gt: ("sgt", "ugt", "ogt", operator.gt), ast.GtE: ("sge", "uge", "oge", operator.ge),
}  # fmt: skip


class Scalars:
    """Lowers scalar expressions of one function."""

    def __init__(self, ctx: Context, call: CallLowering) -> None:
        self.ctx = ctx
        self._call = call

    def value(
        self, node: ast.expr, dtype: Optional[Dtype] = None, name: Optional[str] = None
    ) -> Value:
        """The value of an expression, of element type `dtype` if that is given."""
        return self.in_register(self.scalar(node, name), dtype, node, name)

    def index(self, node: ast.expr) -> str:
        """An element of an index list: a number, or a value of index type."""
        scalar = self.scalar(node)
        if isinstance(scalar, Literal):
            if isinstance(scalar.number, int):
                return str(int(scalar.number))
            raise DumpError(node, f"expected an integer, found {scalar.number}")
        if scalar.literal is not None and isinstance(scalar.literal, int):
            return str(int(scalar.literal))
        return self.cast(scalar, INDEX, node).ref

    def indices(self, nodes: "list[ast.expr]") -> str:
        """An index list in brackets."""
        return f"[{', '.join(self.index(node) for node in nodes)}]"

    def in_register(
        self, scalar: Scalar, dtype: Optional[Dtype], node: ast.expr, name: Optional[str] = None
    ) -> Value:
        """A number as a value."""
        if isinstance(scalar, Value):
            return scalar if dtype is None else self.cast(scalar, dtype, node, name)
        wanted = dtype or scalar.dtype or _default(scalar.number)
        return self.ctx.constant(_converted(scalar.number, wanted, node), wanted)

    # Expressions -----------------------------------------------------------

    def scalar(self, node: ast.expr, name: Optional[str] = None) -> Scalar:
        if isinstance(node, ast.Constant):
            if isinstance(node.value, (bool, int, float)):
                return Literal(node.value)
        elif isinstance(node, ast.Name):
            return self.ctx.cell(node).value
        elif isinstance(node, ast.BinOp):
            return self._binary(node, self.scalar(node.left), self.scalar(node.right), name)
        elif isinstance(node, ast.UnaryOp):
            return self._unary(node, name)
        elif isinstance(node, ast.Compare):
            return self._compare(node, name)
        elif isinstance(node, ast.BoolOp):
            return self._boolean(node, name)
        elif isinstance(node, ast.Call):
            return self._function(node, name)
        elif isinstance(node, ast.Subscript):
            return self._element(node)
        raise DumpError(node, f"unknown scalar expression: '{shown(node)}'")

    def _element(self, node: ast.Subscript) -> Value:
        found = self.ctx.find(node.value.id) if isinstance(node.value, ast.Name) else None
        position = literal(node.slice)
        if isinstance(found, list) and isinstance(position, int):
            if 0 <= position < len(found):
                return found[position].value
            raise DumpError(node, f"there are only {len(found)} values here")
        raise DumpError(node, f"unknown scalar expression: '{shown(node)}'")

    def _function(self, node: ast.Call, name: Optional[str]) -> Scalar:
        function = callee(node)
        if function == "pl.const":
            written, type_ = arguments(node, 2)
            dtype, number = dtype_of(type_), literal(written)
            if not isinstance(number, (int, float)):
                raise DumpError(node, f"unknown constant: '{shown(node)}'")
            return Literal(_converted(number, dtype, node), dtype)
        if function == "pl.cast":
            operand, type_ = arguments(node, 2)
            dtype = dtype_of(type_)
            inner = self.scalar(operand)
            if isinstance(inner, Literal):
                return Literal(_converted(inner.number, dtype, node), dtype)
            return self.cast(inner, dtype, node, name)
        if function in ("pl.min", "pl.max"):
            a, b = arguments(node, 2)
            return self._extreme(node, function[3:], self.scalar(a), self.scalar(b), name)
        return self._call(node, name)

    def _extreme(
        self, node: ast.expr, which: str, a: Scalar, b: Scalar, name: Optional[str]
    ) -> Scalar:
        if isinstance(a, Literal) and isinstance(b, Literal):
            return Literal((min if which == "min" else max)(a.number, b.number), _joint(a, b))
        left, right, dtype = self._joined(a, b, node)
        suffix = "imumf" if dtype.kind == "float" else "ui" if dtype.is_unsigned else "si"
        value = self._arith(f"{which}{suffix}", [left, right], dtype, name, node)
        both = left.nonneg and right.nonneg
        value.nonneg = both if which == "min" else left.nonneg or right.nonneg
        return value

    def _unary(self, node: ast.UnaryOp, name: Optional[str]) -> Scalar:
        inner = self.scalar(node.operand)
        if isinstance(node.op, ast.UAdd):
            return inner
        if isinstance(node.op, ast.Not):
            if isinstance(inner, Literal):
                return Literal(not inner.number, BOOL)
            truth = self.cast(inner, BOOL, node)
            return self._arith("xori", [truth, self.ctx.constant(True, BOOL)], BOOL, name, node)
        if isinstance(inner, Literal):
            sign = -1 if isinstance(node.op, ast.USub) else 1
            if sign == 1:
                return Literal(~int(inner.number), inner.dtype)
            return Literal(-inner.number, inner.dtype)
        dtype = scalar_dtype(inner, node)
        if isinstance(node.op, ast.Invert):
            ones = self.ctx.constant(-1, dtype)
            return self._arith("xori", [inner, ones], dtype, name, node)
        if dtype.kind == "float":
            return self._arith("negf", [inner], dtype, name, node)
        zero = self.ctx.constant(0, dtype)
        return self._arith("subi", [zero, inner], dtype, name, node)

    def _binary(self, node: ast.BinOp, a: Scalar, b: Scalar, name: Optional[str]) -> Scalar:
        kind = type(node.op)
        if isinstance(a, Literal) and isinstance(b, Literal):
            return self._fold(node, a, b)
        left, right, dtype = self._joined(a, b, node)
        if dtype.kind == "float":
            if kind not in _FLOAT_OPS:
                raise DumpError(node, f"no such op on floats: '{shown(node)}'")
            return self._arith(_FLOAT_OPS[kind], [left, right], dtype, name, node)
        if not dtype.is_integer:
            raise DumpError(node, f"no arithmetic on {dtype.name}: '{shown(node)}'")
        if kind is ast.FloorDiv:
            value = self._floor_divide(left, right, dtype, name, node)
            value.nonneg = left.nonneg and right.nonneg
            return value
        if kind is ast.Mod:
            return self._modulo(left, right, dtype, name, node)
        if kind is ast.RShift:
            op = "shrui" if dtype.is_unsigned else "shrsi"
        elif kind in _INT_OPS:
            op = _INT_OPS[kind]
        else:
            raise DumpError(node, f"no such op on integers: '{shown(node)}'")
        value = self._arith(op, [left, right], dtype, name, node)
        if kind in (ast.Add, ast.Mult, ast.LShift, ast.RShift, ast.BitAnd, ast.BitOr):
            value.nonneg = value.nonneg or (left.nonneg and right.nonneg)
        return value

    def _fold(self, node: ast.BinOp, a: Literal, b: Literal) -> Literal:
        kind = type(node.op)
        try:
            if kind is ast.LShift and 0 <= b.number < 64:
                return Literal(int(a.number) << int(b.number), _joint(a, b))
            if kind is ast.RShift and 0 <= b.number < 64:
                return Literal(int(a.number) >> int(b.number), _joint(a, b))
            return Literal(_FOLD[kind](a.number, b.number), _joint(a, b))
        except (KeyError, TypeError, ZeroDivisionError, OverflowError):
            raise DumpError(node, f"can't compute '{shown(node)}'") from None

    def _floor_divide(
        self, a: Value, b: Value, dtype: Dtype, name: Optional[str], node: ast.expr
    ) -> Value:
        op = "divui" if dtype.is_unsigned else "floordivsi"
        return self._arith(op, [a, b], dtype, name, node)

    def _modulo(
        self, a: Value, b: Value, dtype: Dtype, name: Optional[str], node: ast.expr
    ) -> Value:
        """Python's modulo, whose sign is the divisor's."""
        if dtype.is_unsigned:
            return self._arith("remui", [a, b], dtype, name, node)
        if a.nonneg and b.literal is not None and b.literal > 0:
            value = self._arith("remsi", [a, b], dtype, name, node)
        else:
            quotient = self._floor_divide(a, b, dtype, None, node)
            product = self._arith("muli", [quotient, b], dtype, None, node)
            value = self._arith("subi", [a, product], dtype, name, node)
        value.nonneg = b.literal is not None and b.literal > 0
        return value

    def _compare(self, node: ast.Compare, name: Optional[str]) -> Scalar:
        if len(node.ops) != 1 or type(node.ops[0]) not in _COMPARE:
            raise DumpError(node, f"unknown comparison: '{shown(node)}'")
        signed, unsigned, ordered, fold = _COMPARE[type(node.ops[0])]
        a, b = self.scalar(node.left), self.scalar(node.comparators[0])
        if isinstance(a, Literal) and isinstance(b, Literal):
            return Literal(bool(fold(a.number, b.number)), BOOL)
        left, right, dtype = self._joined(a, b, node)
        if dtype.kind == "handle":
            raise DumpError(node, f"no comparison of {dtype.name}: '{shown(node)}'")
        if dtype.kind == "float":
            text = f"arith.cmpf {ordered}, {left.ref}, {right.ref} : {dtype.scalar}"
        else:
            predicate = unsigned if dtype.is_unsigned else signed
            text = f"arith.cmpi {predicate}, {left.ref}, {right.ref} : {dtype.scalar}"
        return self.ctx.define(text, ScalarType(BOOL), name, node)

    def _boolean(self, node: ast.BoolOp, name: Optional[str]) -> Scalar:
        """`and` and `or`. Both sides are computed: neither has an effect."""
        op = "andi" if isinstance(node.op, ast.And) else "ori"
        for part in node.values[1:]:
            if not _speculatable(part):
                raise DumpError(part, f"can't compute '{shown(part)}' where Python might not")
        value = self.value(node.values[0], BOOL)
        for i, part in enumerate(node.values[1:], 2):
            last = name if i == len(node.values) else None
            value = self._arith(op, [value, self.value(part, BOOL)], BOOL, last, node)
        return value

    # Types -----------------------------------------------------------------

    def _joined(self, a: Scalar, b: Scalar, node: ast.expr) -> "tuple[Value, Value, Dtype]":
        """Two operands under the type that both take."""
        dtype = _promote(_known(a, node), _known(b, node))
        if dtype is None:
            numbers = [s.number for s in (a, b) if isinstance(s, Literal)]
            dtype = _default(numbers[0])
        if dtype.kind != "float" and any(
            isinstance(s, Literal) and isinstance(s.number, float) for s in (a, b)
        ):
            dtype = FP32
        return self.in_register(a, dtype, node), self.in_register(b, dtype, node), dtype

    def cast(
        self, value: Value, dtype: Dtype, node: Where, name: Optional[str] = None
    ) -> Value:
        """A scalar as another element type."""
        source = scalar_dtype(value, node)
        if source is dtype:
            return value
        if value.literal is not None:
            return self.ctx.constant(_converted(value.literal, dtype, node), dtype)
        if "handle" in (source.kind, dtype.kind):
            raise DumpError(node, f"no conversion from {source.name} to {dtype.name}")
        result = self._cast(value, source, dtype, node, name)
        if dtype.is_integer:
            result.nonneg = result.nonneg or value.nonneg
        return result

    def _cast(
        self, value: Value, source: Dtype, dtype: Dtype, node: Where, name: Optional[str]
    ) -> Value:
        if dtype.kind == "bool":
            zero = self.ctx.constant(0, source)
            compare = "cmpf une" if source.kind == "float" else "cmpi ne"
            text = f"arith.{compare}, {value.ref}, {zero.ref} : {source.scalar}"
            return self.ctx.define(text, ScalarType(BOOL), name, node)
        if source.kind == "float" and dtype.kind == "float":
            return self._float_to_float(value, source, dtype, node, name)
        if source.kind == "float":
            if dtype is INDEX:
                value = self._convert("fptosi", value, INT64, node, None)
                return self._convert("index_cast", value, INDEX, node, name)
            op = "fptoui" if dtype.is_unsigned else "fptosi"
            return self._convert(op, value, dtype, node, name)
        if dtype.kind == "float":
            if source is INDEX:
                value = self._convert("index_cast", value, INT64, node, None)
            op = "uitofp" if source.is_unsigned else "sitofp"
            return self._convert(op, value, dtype, node, name)
        if INDEX in (source, dtype):
            unsigned = source.is_unsigned or dtype.is_unsigned
            op = "index_castui" if unsigned else "index_cast"
            return self._convert(op, value, dtype, node, name)
        if source.bits == dtype.bits:
            same = Value(value.ref, ScalarType(dtype), value.depth)
            return same
        if source.bits > dtype.bits:
            return self._convert("trunci", value, dtype, node, name)
        op = "extui" if source.is_unsigned else "extsi"
        return self._convert(op, value, dtype, node, name)

    def _float_to_float(
        self, value: Value, source: Dtype, dtype: Dtype, node: Where, name: Optional[str]
    ) -> Value:
        if source.bits == dtype.bits:
            value = self._convert("extf", value, FP32, node, None)
            return self._convert("truncf", value, dtype, node, name)
        op = "extf" if source.bits < dtype.bits else "truncf"
        return self._convert(op, value, dtype, node, name)

    def _convert(
        self, op: str, value: Value, dtype: Dtype, node: Where, name: Optional[str]
    ) -> Value:
        text = f"arith.{op} {value.ref} : {text_of(value.type)} to {dtype.scalar}"
        return self.ctx.define(text, ScalarType(dtype), name, node)

    def _arith(
        self, op: str, operands: "list[Value]", dtype: Dtype, name: Optional[str], node: ast.expr
    ) -> Value:
        listed = ", ".join(v.ref for v in operands)
        text = f"arith.{op} {listed} : {dtype.scalar}"
        return self.ctx.define(text, ScalarType(dtype), name, node)


def scalar_dtype(value: Value, node: Where) -> Dtype:
    """The element type of a scalar value."""
    if isinstance(value.type, ScalarType):
        return value.type.dtype
    raise DumpError(node, f"expected a scalar, found a value of type {text_of(value.type)}")


def _known(scalar: Scalar, node: ast.AST) -> Optional[Dtype]:
    return scalar.dtype if isinstance(scalar, Literal) else scalar_dtype(scalar, node)


def _joint(a: Literal, b: Literal) -> Optional[Dtype]:
    return _promote(a.dtype, b.dtype)


def _promote(a: Optional[Dtype], b: Optional[Dtype]) -> Optional[Dtype]:
    """The type of an op on two types: floats beat integers, then the wider
    wins, then an index, then the signed one."""
    if a is None or b is None or a is b:
        return a or b
    if (a.kind == "float") != (b.kind == "float"):
        return a if a.kind == "float" else b
    if a.bits != b.bits:
        return a if a.bits > b.bits else b
    if INDEX in (a, b):
        return INDEX
    if a.is_unsigned != b.is_unsigned:
        return b if a.is_unsigned else a
    return a


def _default(number: Number) -> Dtype:
    if isinstance(number, bool):
        return BOOL
    return INDEX if isinstance(number, int) else FP32


def _converted(number: Number, dtype: Dtype, node: Where) -> Number:
    """A number as a literal of another type."""
    if dtype.kind == "handle":
        raise DumpError(node, f"no number is a {dtype.name}")
    if dtype.kind == "bool":
        return bool(number)
    if dtype.kind == "float":
        return float(number)
    try:
        whole = int(number)
    except (ValueError, OverflowError):
        raise DumpError(node, f"{number} is no integer") from None
    low = 0 if dtype.is_unsigned else -(1 << (dtype.bits - 1))
    high = (1 << dtype.bits) - 1 if dtype.is_unsigned else (1 << (dtype.bits - 1)) - 1
    if not low <= whole <= high:
        raise DumpError(node, f"{whole} does not fit in {dtype.name}")
    return whole


def _speculatable(node: ast.AST) -> bool:
    """True where computing an expression too early does no harm."""
    for child in ast.walk(node):
        if isinstance(child, ast.BinOp) and isinstance(child.op, (ast.FloorDiv, ast.Mod)):
            if not isinstance(literal(child.right), (int, float)) or not literal(child.right):
                return False
        if isinstance(child, ast.Call) and not call_of(child, *SCALAR_FUNCTIONS):
            return False
    return True
