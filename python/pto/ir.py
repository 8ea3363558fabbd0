"""Contexts, modules, ops, types and attributes, in the manner of MLIR's own
bindings.

Whatever is made needs a context: the one that a `with ir.Context():` block is
in, or the argument `context`. An object keeps all that it depends on; an op that
was erased, and what was reached through it, raises RuntimeError when it is
used. What MLIR reports becomes an MLIRError. Sizes are in bytes, extents in
elements; an extent that is known at run time only is None.
"""

from collections.abc import Callable, Iterator, MutableMapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Optional, TextIO, Union

from . import _pto
from ._pto import (Attribute, Block, BufferType, Context, Diagnostic, FloatType, FunctionType,
                   IndexType, IntegerType, Location, MLIRError, Module, Operation,
                   RankedTensorType, Region, TileType, Type, Value)

__all__ = ["Attribute", "Block", "BufferType", "Context", "Diagnostic", "FloatType",
           "FunctionType", "IndexType", "InsertionPoint", "IntegerType", "Location", "MLIRError",
           "Module", "OpAttributes", "Operation", "RankedTensorType", "Region", "TileType",
           "Type", "Value", "collect_diagnostics"]

# What `with` blocks made current, the innermost last.
_contexts: ContextVar[tuple[Context, ...]] = ContextVar("contexts", default=())
_points: ContextVar[tuple["InsertionPoint", ...]] = ContextVar("points", default=())
_locations: ContextVar[tuple[Location, ...]] = ContextVar("locations", default=())

# A block's end is a place, too.
Place = Union["InsertionPoint", Block]


def _enter(stack: ContextVar[tuple[Any, ...]], item: Any) -> Any:
    stack.set((*stack.get(), item))
    return item


def _exit(stack: ContextVar[tuple[Any, ...]], item: Any) -> None:
    if not stack.get() or stack.get()[-1] is not item:
        raise RuntimeError("'with' blocks end in another order than they began")
    stack.set(stack.get()[:-1])


def _context(context: Optional[Context]) -> Context:
    if context is not None:
        return context
    if not _contexts.get():
        raise RuntimeError("there is no context: use 'with ir.Context():' or pass context=...")
    return _contexts.get()[-1]


def _location(location: Optional[Location], context: Context) -> Location:
    if location is not None:
        return location
    if _locations.get() and _locations.get()[-1].context is context:
        return _locations.get()[-1]
    return Location._unknown(context)


@contextmanager
def collect_diagnostics(context: Optional[Context] = None) -> Iterator[list[Diagnostic]]:
    """Warnings and remarks that come up inside of the block; without it they are
    dropped. Errors are raised."""
    context = _context(context)
    found: list[Diagnostic] = []
    before, context._listener = context._listener, found.append
    try:
        yield found
    finally:
        context._listener = before


class InsertionPoint:
    """Where new ops go: the end of a block, or in front of an op. As a `with`
    block it is the place of all ops made inside of it."""

    def __init__(self, place: Union[Block, Operation]) -> None:
        if isinstance(place, Operation):
            block = place.block
            if block is None:
                raise ValueError("nothing can stand next to the module")
            self.block, self.anchor = block, place
        else:
            self.block, self.anchor = place, None

    @staticmethod
    def at_block_begin(block: Block) -> "InsertionPoint":
        """In front of all that is in the block now."""
        first = next(iter(block), None)
        return InsertionPoint(block if first is None else first)

    @staticmethod
    def at_block_terminator(block: Block) -> "InsertionPoint":
        """In front of the op that ends the block."""
        if block.terminator is None:
            raise ValueError("the block has no terminator")
        return InsertionPoint(block.terminator)

    def __enter__(self) -> "InsertionPoint":
        return _enter(_points, self)

    def __exit__(self, *_: Any) -> None:
        _exit(_points, self)


class OpAttributes(MutableMapping[str, Attribute]):
    """The attributes of an op, by name. Values may be plain Python values; see
    Attribute.of. A change that would make the op invalid raises MLIRError and
    changes nothing."""

    def __init__(self, op: Operation) -> None:
        self._op = op

    def __getitem__(self, name: str) -> Attribute:
        attribute = self._op._get_attribute(name)
        if attribute is None:
            raise KeyError(name)
        return attribute

    def __setitem__(self, name: str, value: Any) -> None:
        self._op._set_attribute(name, value)

    def __delitem__(self, name: str) -> None:
        self._op._remove_attribute(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._op._attribute_names())

    def __len__(self) -> int:
        return len(self._op._attribute_names())

    def __repr__(self) -> str:
        return "{" + ", ".join(f"{name} = {value}" for name, value in self.items()) + "}"


# Ops.

def _create(name: str, results: Optional[Sequence[Type]] = None, operands: Sequence[Value] = (),
            attributes: Optional[dict[str, Any]] = None, regions: int = 0,
            loc: Optional[Location] = None, ip: Optional[Place] = None) -> Operation:
    """Makes an op and puts it at `ip`, or at the current insertion point.

    `results`: types; None: inferred. Attributes with a dot in their name belong to
    a dialect, the others must be the op's own. Raises MLIRError where the op is
    not valid; one with regions is checked by `verify`, later."""
    if ip is None:
        if not _points.get():
            raise RuntimeError("there is no insertion point: use 'with ir.InsertionPoint(block):' "
                               "or pass ip=...")
        ip = _points.get()[-1]
    elif isinstance(ip, Block):
        ip = InsertionPoint(ip)
    context = ip.block.owner.context
    return _pto._create_operation(name, None if results is None else list(results),
                                  list(operands), attributes or {}, regions,
                                  _location(loc, context), ip.block, ip.anchor)


def _walk(op: Operation, callback: Optional[Callable[[Operation], Any]] = None,
          order: str = "pre") -> Iterator[Operation]:
    """The ops in this one, and itself: an op before what is in it (`pre`), or after
    (`post`). Changes are seen: what was erased on the way is left out. With a
    callback all are visited now; one that returns False ends the walk."""
    if order not in ("pre", "post"):
        raise ValueError(f"order is 'pre' or 'post', not {order!r}")
    ops = [found for found in op._collect(order == "pre")]

    def visit() -> Iterator[Operation]:
        for found in ops:
            if found.is_valid:
                yield found

    if callback is not None:
        for found in visit():
            if callback(found) is False:
                break
        return iter(())
    return visit()


def _result(op: Operation) -> Value:
    """The only result."""
    if len(op.results) != 1:
        raise ValueError(f"'{op.name}' has {len(op.results)} results")
    return op.results[0]


def _print(op: Union[Operation, Module], file: Optional[TextIO] = None, *, use_names: bool = True,
           generic: bool = False, locations: bool = False) -> None:
    """Writes the text, see get_asm, to `file` or to standard output."""
    print(op.get_asm(use_names=use_names, generic=generic, locations=locations), file=file)


def _module_asm(module: Module, use_names: bool = True, generic: bool = False,
                locations: bool = False) -> str:
    """The text: values by the names that locations give them, or by numbers; every
    op in the generic form; with locations."""
    return module.operation.get_asm(use_names, generic, locations)


Operation.create = staticmethod(_create)
Operation.walk = _walk
Operation.result = property(_result)
Operation.attributes = property(OpAttributes)
Operation.print = _print
Module.get_asm = _module_asm
Module.print = _print
Module.walk = lambda self, callback=None, order="pre": _walk(self.operation, callback, order)
Module.__repr__ = lambda self: f"<module with {len(self.body.operations)} ops>"
Module.parse = staticmethod(
    lambda text, context=None, file="<string>": Module._parse(_context(context), text, file))
Module.create = staticmethod(lambda loc=None, context=None: Module._create(
    _context(context), _location(loc, _context(context))))

# Contexts and locations.

Context.__enter__ = lambda self: _enter(_contexts, self)
Context.__exit__ = lambda self, *_: _exit(_contexts, self)
Location.__enter__ = lambda self: _enter(_locations, self)
Location.__exit__ = lambda self, *_: _exit(_locations, self)
Location.__repr__ = lambda self: f"Location({self})"
Location.unknown = staticmethod(lambda context=None: Location._unknown(_context(context)))
Location.from_file = staticmethod(lambda file, line, column, context=None: Location._file(
    _context(context), file, line, column))
Location.name = staticmethod(lambda name, child=None, context=None: Location._name(
    child.context if child is not None and context is None else _context(context), name, child))

# Types.

Type.parse = staticmethod(lambda text, context=None: Type._parse(_context(context), text))


def _element(element: Union[Type, str], context: Optional[Context]) -> Type:
    return Type._parse(_context(context), element) if isinstance(element, str) else element


def _make_tile(shape: Sequence[Optional[int]], element_type: Union[Type, str],
               space: Optional[str] = None, valid: Optional[Sequence[Optional[int]]] = None,
               layout: Optional[Attribute] = None, pad: str = "null",
               context: Optional[Context] = None) -> TileType:
    element = _element(element_type, context)
    return TileType._get(element.context, list(shape), element, space,
                         None if valid is None else list(valid), layout, pad)


def _make_tensor(shape: Sequence[Optional[int]], element_type: Union[Type, str],
                 encoding: Union[Attribute, str, None] = None,
                 context: Optional[Context] = None) -> RankedTensorType:
    element = _element(element_type, context)
    if isinstance(encoding, str):
        encoding = Attribute._parse(element.context, encoding)
    return RankedTensorType._get(element.context, list(shape), element, encoding)


TileType.get = staticmethod(_make_tile)
RankedTensorType.get = staticmethod(_make_tensor)
BufferType.get = staticmethod(lambda context=None: BufferType._get(_context(context)))
IntegerType.get = staticmethod(
    lambda width, context=None: IntegerType._get(_context(context), width))
IndexType.get = staticmethod(lambda context=None: IndexType._get(_context(context)))
FunctionType.get = staticmethod(lambda inputs, results, context=None: FunctionType._get(
    _context(context), list(inputs), list(results)))

# Attributes.

Attribute.parse = staticmethod(
    lambda text, context=None: Attribute._parse(_context(context), text))
Attribute.of = staticmethod(lambda value, context=None: Attribute._of(_context(context), value))
Attribute.unit = staticmethod(lambda context=None: Attribute._unit(_context(context)))
Attribute.keyword = staticmethod(lambda name, keyword, context=None: Attribute._keyword(
    _context(context), name, keyword))
Attribute.symbol = staticmethod(
    lambda name, context=None: Attribute._symbol(_context(context), name))
Attribute.i64_array = staticmethod(
    lambda values, context=None: Attribute._i64_array(_context(context), list(values)))
Attribute.i32_array = staticmethod(
    lambda values, context=None: Attribute._i32_array(_context(context), list(values)))
