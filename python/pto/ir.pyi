"""Contexts, modules, ops, types and attributes; see the module itself. Sizes are in
bytes, extents in elements (None: known at run time only)."""

from collections.abc import Callable, Iterator, MutableMapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Optional, TextIO, Union

from . import _pto as _pto

class MLIRError(Exception):
    """What MLIR reported. Its text is all diagnostics, with places and notes."""
    #: The first error: its text, and its place (None: unknown).
    message: str
    location: Optional[Location]
    #: All that was reported, warnings among them, in order.
    diagnostics: Sequence[Diagnostic]

class Diagnostic:
    #: error, warning, remark or note.
    severity: str
    message: str
    location: Location
    notes: tuple[Diagnostic, ...]

class Context:
    """Owns types and attributes; all dialects that kernels use are loaded."""
    def __init__(self) -> None: ...
    def __enter__(self) -> Context: ...
    def __exit__(self, *_: Any) -> None: ...
    def is_registered_operation(self, name: str) -> bool: ...
    def capacity(self, target: str, space: int) -> Optional[int]:
        """Bytes of a memory, by its number, on a chip; None: unknown."""

def collect_diagnostics(
        context: Optional[Context] = None) -> AbstractContextManager[list[Diagnostic]]:
    """Warnings and remarks that come up inside of the block."""

class Location:
    context: Context
    #: The name that it carries itself, if it does.
    name_str: Optional[str]
    #: The place in a file that it stands for, if there is one; from 1.
    file: Optional[str]
    line: Optional[int]
    column: Optional[int]
    @staticmethod
    def unknown(context: Optional[Context] = None) -> Location: ...
    @staticmethod
    def from_file(file: str, line: int, column: int,
                  context: Optional[Context] = None) -> Location: ...
    @staticmethod
    def name(name: str, child: Optional[Location] = None,
             context: Optional[Context] = None) -> Location: ...
    def __enter__(self) -> Location: ...
    def __exit__(self, *_: Any) -> None: ...

class Module:
    context: Context
    operation: Operation
    body: Block
    @staticmethod
    def parse(text: str, context: Optional[Context] = None, file: str = "<string>") -> Module:
        """Parses and verifies; values keep the names of the text. `file` is the name
        in locations. MLIRError where the text is no valid module."""
    @staticmethod
    def create(loc: Optional[Location] = None, context: Optional[Context] = None) -> Module: ...
    def clone(self) -> Module:
        """A copy that shares no op with this one."""
    def verify(self) -> bool:
        """True, or MLIRError."""
    def walk(self, callback: Optional[Callable[[Operation], Any]] = None,
             order: str = "pre") -> Iterator[Operation]: ...
    def get_asm(self, use_names: bool = True, generic: bool = False,
                locations: bool = False) -> str: ...
    def print(self, file: Optional[TextIO] = None, *, use_names: bool = True,
              generic: bool = False, locations: bool = False) -> None: ...

class Operation:
    """One op. There is one object an op: `is` and `==` say the same."""
    module: Module
    context: Context
    #: False once it was erased; all else raises RuntimeError then.
    is_valid: bool
    name: str
    location: Location
    operands: tuple[Value, ...]
    results: tuple[Value, ...]
    #: The only one; ValueError where there are others.
    result: Value
    attributes: OpAttributes
    regions: tuple[Region, ...]
    parent: Optional[Operation]
    block: Optional[Block]
    is_terminator: bool
    @staticmethod
    def create(name: str, results: Optional[Sequence[Type]] = None,
               operands: Sequence[Value] = (), attributes: Optional[dict[str, Any]] = None,
               regions: int = 0, loc: Optional[Location] = None,
               ip: Union[InsertionPoint, Block, None] = None) -> Operation:
        """Makes an op at `ip`, else at the current insertion point. `results`: types;
        None: inferred. MLIRError where the op is not valid; one with regions is
        checked by `verify`, later."""
    def erase(self) -> None:
        """ValueError where a value that it makes is used elsewhere."""
    def set_operand(self, number: int, value: Value) -> None: ...
    def move_before(self, other: Operation) -> None: ...
    def move_after(self, other: Operation) -> None: ...
    def verify(self) -> bool: ...
    def walk(self, callback: Optional[Callable[[Operation], Any]] = None,
             order: str = "pre") -> Iterator[Operation]:
        """This op and all in it, an op before (`pre`) or after (`post`) what is in it.
        A callback that returns False ends the walk."""
    def get_asm(self, use_names: bool = True, generic: bool = False,
                locations: bool = False) -> str: ...
    def print(self, file: Optional[TextIO] = None, *, use_names: bool = True,
              generic: bool = False, locations: bool = False) -> None: ...

class OpAttributes(MutableMapping[str, Attribute]):
    """By name. Plain Python values are converted; MLIRError, and no change, where
    the op would not be valid."""
    def __init__(self, op: Operation) -> None: ...
    def __getitem__(self, name: str) -> Attribute: ...
    def __setitem__(self, name: str, value: Any) -> None: ...
    def __delitem__(self, name: str) -> None: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...

class Region:
    owner: Operation
    blocks: tuple[Block, ...]
    def append_block(self, types: Sequence[Type] = ...,
                     locations: Sequence[Location] = ...) -> Block: ...

class Block:
    owner: Operation
    region: Region
    arguments: tuple[Value, ...]
    operations: tuple[Operation, ...]
    terminator: Optional[Operation]
    def __iter__(self) -> Iterator[Operation]: ...

class Value:
    """A result of an op or an argument of a block. pto.builder gives values the
    operators + - * / // %."""
    context: Context
    type: Type
    owner: Union[Operation, Block]
    number: int
    is_argument: bool
    #: The name that its location carries.
    name: Optional[str]
    location: Location
    #: Ops that use it, with the number of the operand.
    uses: list[tuple[Operation, int]]
    def replace_all_uses_with(self, other: Value) -> None: ...
    def __add__(self, other: Union[Value, int, float]) -> Value: ...
    def __sub__(self, other: Union[Value, int, float]) -> Value: ...
    def __mul__(self, other: Union[Value, int, float]) -> Value: ...
    def __truediv__(self, other: Union[Value, int, float]) -> Value: ...
    def __floordiv__(self, other: Union[Value, int]) -> Value: ...
    def __mod__(self, other: Union[Value, int]) -> Value: ...

class InsertionPoint:
    block: Block
    anchor: Optional[Operation]
    def __init__(self, place: Union[Block, Operation]) -> None: ...
    @staticmethod
    def at_block_begin(block: Block) -> InsertionPoint: ...
    @staticmethod
    def at_block_terminator(block: Block) -> InsertionPoint: ...
    def __enter__(self) -> InsertionPoint: ...
    def __exit__(self, *_: Any) -> None: ...

class Type:
    context: Context
    @staticmethod
    def parse(text: str, context: Optional[Context] = None) -> Type: ...

class TileType(Type):
    shape: list[Optional[int]]
    #: The extents that hold data.
    valid: list[Optional[int]]
    element_type: Type
    #: ddr, vec, mat, left, right, acc, bias, left_scale, right_scale; None: undecided.
    space: Optional[str]
    layout: Attribute
    #: null, zero, max, min.
    pad: str
    @staticmethod
    def get(shape: Sequence[Optional[int]], element_type: Union[Type, str],
            space: Optional[str] = None, valid: Optional[Sequence[Optional[int]]] = None,
            layout: Optional[Attribute] = None, pad: str = "null",
            context: Optional[Context] = None) -> TileType:
        """ValueError for words that do not exist, MLIRError for tiles that do not."""
    def storage_bytes(self, target: str = "") -> Optional[int]:
        """Bytes that the tile takes on a chip; None: unknown."""
    def with_space(self, space: str) -> TileType: ...

class BufferType(Type):
    @staticmethod
    def get(context: Optional[Context] = None) -> BufferType: ...

class RankedTensorType(Type):
    shape: list[Optional[int]]
    element_type: Type
    encoding: Optional[Attribute]
    @staticmethod
    def get(shape: Sequence[Optional[int]], element_type: Union[Type, str],
            encoding: Union[Attribute, str, None] = None,
            context: Optional[Context] = None) -> RankedTensorType: ...

class IntegerType(Type):
    width: int
    @staticmethod
    def get(width: int, context: Optional[Context] = None) -> IntegerType: ...

class IndexType(Type):
    @staticmethod
    def get(context: Optional[Context] = None) -> IndexType: ...

class FloatType(Type):
    width: int

class FunctionType(Type):
    inputs: list[Type]
    results: list[Type]
    @staticmethod
    def get(inputs: Sequence[Type], results: Sequence[Type],
            context: Optional[Context] = None) -> FunctionType: ...

class Attribute:
    context: Context
    #: As a Python value; keywords of the dialect as strings. TypeError where none
    #: stands for it.
    value: Any
    @staticmethod
    def parse(text: str, context: Optional[Context] = None) -> Attribute: ...
    @staticmethod
    def of(value: Any, context: Optional[Context] = None) -> Attribute:
        """Booleans, integers (i64), floats (f64), strings, types, lists, dictionaries."""
    @staticmethod
    def integer(type: Type, value: int) -> Attribute:
        """ValueError where the type is too small."""
    @staticmethod
    def float(type: Type, value: float) -> Attribute: ...
    @staticmethod
    def unit(context: Optional[Context] = None) -> Attribute: ...
    @staticmethod
    def keyword(name: str, keyword: str, context: Optional[Context] = None) -> Attribute:
        """("target", "a5") is #pto.target<a5>."""
    @staticmethod
    def symbol(name: str, context: Optional[Context] = None) -> Attribute: ...
    @staticmethod
    def i64_array(values: Sequence[int], context: Optional[Context] = None) -> Attribute: ...
    @staticmethod
    def i32_array(values: Sequence[int], context: Optional[Context] = None) -> Attribute: ...
