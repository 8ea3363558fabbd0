"""Kernels written in Python.

    b = builder.Builder(target="a5")
    matrix = b.tensor([64, 64], "f32")
    with b.func("main", [("a", matrix, "in"), ("out", matrix, "out")], [matrix]) as (a, out):
        t = b.load(a, [0, 0], result=b.tile([64, 64], "f32"))
        b.ret(b.store(t + t, out, [0, 0]))
    print(b.module)

Every op of the dialect is a method by its name (`row_max`, `pld.remote_load`;
`not_` where the name is a word of Python). Operands come in the order of the
text form, index lists as lists of integers and values; clauses and attributes
are keywords: `to="mat"`, `valid=[r, 128]`, `mode="rint"`, `into=buffer`. `result=`
is the type of the result; it may be left out where the op can tell it.
`name="t"` names the value. Ops of other dialects go through `op`, or
`b.arith.addi(x, y)`; `tensor` and `tile` make types, so ops whose name begins like
that go through `op("pto.tensor.read", ...)`.

A mistake raises ir.MLIRError, ValueError or TypeError at the line that makes it.
Locations are those of the Python source.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Optional, Union

from . import ir
from ._tables import OPS
from .builder_ops import Number, constant, make, make_pto
from .builder_regions import Branch, Loop, close, make_loop_attribute, single

__all__ = ["Branch", "Builder", "Loop"]

# A parameter: its name, its type and, for a tensor, its direction.
Parameter = Union[tuple[str, ir.Type], tuple[str, ir.Type, str]]
Bound = Union[int, ir.Value]


class _Namespace:
    """Ops by name, level by level: b.arith.addi, b.pld.remote_load."""

    def __init__(self, builder: "Builder", prefix: str) -> None:
        self._builder, self._prefix = builder, prefix

    def __getattr__(self, name: str) -> "_Namespace":
        if name.startswith("__"):
            raise AttributeError(name)
        return _Namespace(self._builder, f"{self._prefix}.{name.rstrip('_')}")

    def __call__(self, *operands: Any, **options: Any) -> Any:
        name = self._prefix
        if f"pto.{name}" in OPS:
            name = f"pto.{name}"
        return self._builder.op(name, *operands, **options)


class Builder:
    """Makes one module. `target` is its chip, None for no chip in particular.
    It uses the current context, else one of its own."""

    def __init__(self, target: Optional[str] = None,
                 context: Optional[ir.Context] = None) -> None:
        stack = ir._contexts.get()
        self.context = context or (stack[-1] if stack else ir.Context())
        self.module = ir.Module.create(ir.Location.unknown(self.context), self.context)
        if target is not None:
            try:
                chip: Any = ir.Attribute.keyword("target", target, self.context)
            except ir.MLIRError:
                chip = target  # somebody else's
            self.module.operation.attributes["pto.target"] = chip

    # Types.

    def tile(self, shape: Sequence[Optional[int]], element: Union[ir.Type, str],
             space: Optional[str] = None, **options: Any) -> ir.TileType:
        """`!pto.tile<...>`; extents in elements, None: known at run time only."""
        return ir.TileType.get(shape, element, space, context=self.context, **options)

    def tensor(self, shape: Sequence[Optional[int]], element: Union[ir.Type, str],
               encoding: Union[ir.Attribute, str, None] = None) -> ir.RankedTensorType:
        """A tensor in device memory."""
        return ir.RankedTensorType.get(shape, element, encoding, self.context)

    def type(self, text: str) -> ir.Type:
        """Any type by its text."""
        return ir.Type.parse(text, self.context)

    @property
    def index_type(self) -> ir.IndexType:
        return ir.IndexType.get(self.context)

    # Constants.

    def constant(self, value: Number, type: Union[ir.Type, str], name: Optional[str] = None
                 ) -> ir.Value:
        """An arith.constant."""
        kind = self.type(type) if isinstance(type, str) else type
        return constant(value, kind, self._here(name))

    def index(self, value: int, name: Optional[str] = None) -> ir.Value:
        """A constant of type index."""
        return constant(value, self.index_type, self._here(name))

    # Ops.

    def op(self, op_name: str, *operands: Any, result: Any = None,
           name: Optional[str] = None, **attributes: Any) -> Any:
        """Makes any op. Returns its result, the tuple of its results where there are
        several, the op itself where there are none."""
        location = self._here(name)
        if op_name in OPS:
            return single(make_pto(op_name, operands, result, attributes, location))
        return single(make(op_name, operands, result, attributes, location))

    def __getattr__(self, name: str) -> _Namespace:
        if name.startswith("__"):
            raise AttributeError(name)
        return _Namespace(self, name.rstrip("_"))

    def compare(self, predicate: str, lhs: ir.Value, rhs: Union[ir.Value, int]) -> ir.Value:
        """An arith.cmpi; `predicate` is eq, ne, slt, sle, sgt, sge, ult, ule, ugt or
        uge."""
        words = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"]
        if predicate not in words:
            raise ValueError(f"predicate is one of {', '.join(words)}, not {predicate!r}")
        return self.op("arith.cmpi", lhs, rhs, predicate=words.index(predicate))

    # Functions and control flow.

    @contextmanager
    def func(self, name: str, parameters: Iterable[Parameter] = (),
             results: Sequence[ir.Type] = (), kind: str = "incore",
             attributes: Optional[dict[str, Any]] = None) -> Iterator[tuple[ir.Value, ...]]:
        """A function; the block makes its body from its parameters. `kind` is a
        #pto.function_kind. It is verified when the block ends."""
        parts = [(*parameter, None)[:3] for parameter in parameters]
        types = [part[1] for part in parts]
        directions = [{} if part[2] is None else
                      {"pto.direction": ir.Attribute.keyword("direction", part[2], self.context)}
                      for part in parts]
        given: dict[str, Any] = {
            "sym_name": name,
            "function_type": ir.FunctionType.get(types, results, self.context),
            "pto.kind": ir.Attribute.keyword("function_kind", kind, self.context),
            **(attributes or {})}
        if any(directions):
            given["arg_attrs"] = directions
        place = self._here(None)
        function = ir.Operation.create("func.func", [], [], given, 1, place,
                                       self.module.body)
        body = function.regions[0].append_block(
            types, [ir.Location.name(part[0], place) if part[0] else place for part in parts])
        with ir.InsertionPoint(body):
            yield body.arguments
        close(body, "func.return", results, place)
        function.verify()

    def ret(self, *values: ir.Value) -> None:
        """Ends a function. One without results ends by itself."""
        ir.Operation.create("func.return", [], values, loc=self._here(None))

    @contextmanager
    def for_(self, lower: Bound, upper: Bound, step: Bound, carry: Sequence[ir.Value] = (),
             pipeline: Optional[int] = None, kind: Optional[str] = None,
             name: Optional[str] = None) -> Iterator[Loop]:
        """A loop; the block is its body.

            with b.for_(0, n, 64, carry=[zero]) as loop:
                loop.yield_(b.add(loop.carried[0], ...))
            total = loop.results[0]

        `pipeline`: a pipeline of that many stages; `kind`: sequential, parallel,
        unroll. A loop that carries nothing ends by itself."""
        place = self._here(name)
        bounds = [self._bound(b, place) for b in (lower, upper, step)]
        loop = Loop(bounds, list(carry), make_loop_attribute(self.context, pipeline, kind), place)
        with ir.InsertionPoint(loop.body):
            yield loop
        close(loop.body, "scf.yield", carry, place)

    def loop(self, lower: Bound, upper: Bound, step: Bound, carry: Sequence[ir.Value] = (),
             **options: Any) -> Callable[[Callable[..., Any]], Any]:
        """The same as a decorator: the function takes the index and what is carried,
        and returns what goes on; its name is then what comes out.

            @b.loop(0, n, 64, carry=[zero])
            def total(i, sum):
                return b.add(sum, ...)
        """
        def run(body: Callable[..., Any]) -> Any:
            with self.for_(lower, upper, step, carry, **options) as loop:
                made = body(loop.index, *loop.carried)
                if made is not None or carry:
                    loop.yield_(*(made if isinstance(made, (tuple, list)) else (made,)))
            return single(loop.op)
        return run

    def if_(self, condition: ir.Value, results: Sequence[ir.Type] = ()) -> Branch:
        """A branch, with the types of what its arms yield.

            branch = b.if_(condition, [tile])
            with branch.then:
                branch.yield_(x)
            with branch.otherwise:
                branch.yield_(y)
            z = branch.results[0]
        """
        return Branch(condition, list(results), self._here(None))

    # Support.

    def _bound(self, value: Bound, place: ir.Location) -> ir.Value:
        return constant(value, self.index_type, place) if isinstance(value, int) else value

    def _here(self, name: Optional[str]) -> ir.Location:
        """The line of the program that called, under a name."""
        frame = sys._getframe(1)
        while frame.f_back and frame.f_globals.get("__name__", "").startswith(
                ("pto.builder", "contextlib")):
            frame = frame.f_back
        place = ir.Location.from_file(frame.f_code.co_filename, frame.f_lineno, 1, self.context)
        return ir.Location.name(name, place) if name else place
