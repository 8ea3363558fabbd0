"""The reference's side: functions of a program graph."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Optional, Union

from .constants import Constants
from .model import ELSE, FOR, IF, OP, WHILE, Dims, Function, MemRef, Step, StepWriter, Tile, Value

SPACES = {"Vec": "vec", "Mat": "mat", "Left": "left", "Right": "right", "Acc": "acc",
          "Bias": "bias", "DDR": "ddr", "LeftScale": "left_scale",
          "RightScale": "right_scale"}
DTYPES = {"fp32": "f32", "fp16": "f16", "bfloat16": "bf16"}
Json = Dict[str, Any]


def read_graph(graph: Json) -> List[Function]:
    """All functions of a graph."""
    return [_Reader(function).read() for function in graph["functions"]]


def op_name(call: str) -> Optional[str]:
    """Our name of a tile op; None for any other call."""
    if call.startswith("pld.tile."):
        return "pld." + call[len("pld.tile."):].lstrip("_")
    if call.startswith("tile."):
        return call[len("tile."):].rstrip("_")
    return None


def dims(exprs: List[Any]) -> Dims:
    """Extents of a type: a name in one is a run-time value, whatever it is."""
    return tuple(expr.get("i") for expr in exprs)


def read_tile(type_: Json) -> Tile:
    # Where everything is static the effective view is written out; else the
    # view itself is complete.
    view = type_.get("eff_view") or type_.get("view") or {}
    shape = dims(type_["shape"])
    return Tile(
        shape=shape,
        dtype=DTYPES.get(type_["dtype"], type_["dtype"]),
        space=SPACES.get(type_.get("mem") or "", "none"),
        layout=(view.get("blayout", "row_major"), view.get("slayout", "none_box"),
                view.get("fractal", 512)),
        valid=dims(view.get("valid_shape") or []) or shape,
        pad=str(view.get("pad") or "null"),
        compact=str(view.get("compact") or "null"),
    )


def _leaves(body: List[Json]) -> bool:
    """True for an arm that goes on to the loop's next iteration."""
    return bool(body) and body[-1]["s"] == "continue"


class _Reader(StepWriter):
    def __init__(self, function: Json) -> None:
        self._source = function
        super().__init__(Function(function["name"], function["func_type"].lower()))
        self._values: "Dict[int, Union[Value, List[Value]]]" = {}
        self._nested: "Dict[int, Value]" = {}  # by the identity of a call
        self._constants = Constants()

    def read(self) -> Function:
        for param in self._source["params"]:
            self.function.params.append(self._declare(param))
        self._block(self._source["body"])
        return self.function

    # Statements -----------------------------------------------------------

    def _block(self, body: List[Json]) -> "List[Value]":
        """Reads statements; what they yield at the end."""
        yielded: "List[Value]" = []
        for index, stmt in enumerate(body):
            kind = stmt["s"]
            if kind == IF and _leaves(stmt["then"]):
                # What follows runs only where nothing left: the other arm.
                rest = (stmt.get("else") or []) + body[index + 1:]
                self._branch({**stmt, "then": stmt["then"][:-1], "else": rest})
                break
            if kind == "assign":
                self._assign(stmt)
            elif kind == "eval":
                self._expr(stmt["expr"], None)
            elif kind == FOR:
                self._loop(stmt, FOR)
            elif kind == WHILE:
                self._loop(stmt, WHILE)
            elif kind == IF:
                self._branch(stmt)
            elif kind == "scope":
                yielded = self._block(stmt["body"]) or yielded
            elif kind in ("yield", "return"):
                for value in stmt["values"]:
                    self._expr(value, None, nested=True)
                yielded = [self._use(v) for v in stmt["values"]]
        return yielded

    def _assign(self, stmt: Json) -> None:
        value, type_ = stmt["value"], stmt.get("type") or {}
        if type_.get("k") == "ptr" and value.get("call", "").endswith(".alloc"):
            self._alloc(stmt, value)
            return
        if "tget" in value:
            self._project(stmt, value)
            return
        self._constants.define(stmt["id"], value)
        if "v" in value and value["v"] in self._values:
            self._alias(stmt, value)
            return
        target = self._value(stmt)
        results: "Union[Value, List[Value]]" = target
        if type_.get("k") == "tuple":
            results = [Value(f"{stmt['n']}.{i}", self._tile(t))
                       for i, t in enumerate(type_.get("types") or [])]
        self._values[stmt["id"]] = results
        self._expr(value, results)

    def _alloc(self, stmt: Json, call: Json) -> None:
        base = f"{stmt['n']}#{stmt['id']}"
        size = self._constants.fold(call["args"][1]) if len(call["args"]) > 1 else None
        if size is not None:
            self.function.sizes[base] = size

    def _project(self, stmt: Json, value: Json) -> None:
        """One of several results: here its type tells where it lies."""
        source = value["tget"]
        known = self._values.get(source.get("v", -1))
        target = self._value(stmt)
        if isinstance(known, list) and value["idx"] < len(known):
            element = known[value["idx"]]
            element.tile, element.memref = target.tile, target.memref
            target = element
        self._values[stmt["id"]] = target

    def _alias(self, stmt: Json, value: Json) -> None:
        source = self._values[value["v"]]
        if isinstance(source, Value) and (stmt.get("type") or {}).get("k") == "tile":
            self.function.aliases.append((self._value(stmt), source))
        self._values[stmt["id"]] = source

    def _loop(self, stmt: Json, kind: str) -> None:
        step = self._open(kind)
        for argument in stmt["iter_args"]:
            step.operands.append(self._use(argument["init"]))
            step.carried.append(self._declare(argument))
        if "loop_var" in stmt:
            self._declare(stmt["loop_var"])
        if "cond" in stmt:
            self._expr(stmt["cond"], None)
        step.yielded.append(self._block(stmt["body"]))
        self._close(step, stmt)

    def _branch(self, stmt: Json) -> None:
        step = self._open(IF)
        step.yielded.append(self._block(stmt["then"]))
        self._step(Step(ELSE, ELSE))
        step.yielded.append(self._block(stmt.get("else") or []))
        self._close(step, stmt)

    def _close(self, step: Step, stmt: Json) -> None:
        self._end(step, [self._declare(result) for result in stmt["return_vars"]])

    # Expressions ----------------------------------------------------------

    def _expr(
        self, expr: Any, result: "Union[None, Value, List[Value]]", nested: bool = False
    ) -> None:
        """Reads an expression for the tile ops in it."""
        if not isinstance(expr, dict):
            return
        for inner in _parts(expr):
            self._expr(inner, None, nested=True)
        name = op_name(expr.get("call", "")) if not expr.get("func") else None
        if name is None:
            return
        results = result if isinstance(result, list) else [result] if result else []
        step = Step(OP, name, operands=[v for v in self._operands(expr) if v.tile],
                    results=[v for v in results if v.tile])
        if name == "slice" and len(expr["args"]) > 2:
            step.offsets = self._constants.fold_all(expr["args"][2].get("tuple", []))
        if nested and (expr.get("type") or {}).get("k") == "tile":
            value = Value(name, read_tile(expr["type"]),
                          memref=self._memref(expr["type"].get("memref")))
            self._nested[id(expr)] = value
            step.results = [value]
        for value in step.results:
            value.maker = step
        self._step(step)

    def _operands(self, call: Json) -> "Iterator[Value]":
        """Values that a call reads, in order."""
        pending = list(reversed(list(call["args"])
                                + list((call.get("kwargs") or {}).values())))
        while pending:
            arg = pending.pop()
            if not isinstance(arg, dict):
                continue
            if "v" in arg:
                value = self._values.get(arg["v"])
                if isinstance(value, Value):
                    yield value
            elif "call" in arg and id(arg) in self._nested:
                yield self._nested[id(arg)]
            elif "tuple" in arg:
                pending.extend(reversed(arg["tuple"]))

    def _use(self, expr: Any) -> Value:
        """What is carried or yielded."""
        if id(expr) in self._nested:
            return self._nested[id(expr)]
        value = self._values.get(expr["v"]) if isinstance(expr, dict) and "v" in expr else None
        return value if isinstance(value, Value) else Value("")

    # Values ---------------------------------------------------------------

    def _declare(self, item: Json) -> Value:
        value = self._value(item)
        self._values[item["id"]] = value
        return value

    def _value(self, item: Json) -> Value:
        type_ = item.get("type") or {}
        memref = self._memref(type_.get("memref")) if type_.get("k") == "tile" else None
        return Value(item["n"], self._tile(type_), memref=memref)

    def _memref(self, memref: Optional[Json]) -> Optional[MemRef]:
        if memref is None:
            return None
        offset = self._constants.fold(memref["offset"])
        return MemRef(f"{memref['base_name']}#{memref['base']}", offset, memref["size"],
                      dynamic=offset is None)

    @staticmethod
    def _tile(type_: Json) -> Optional[Tile]:
        return read_tile(type_) if type_.get("k") == "tile" else None


def _parts(expr: Json) -> "Iterator[Any]":
    """Expressions within an expression."""
    for key in ("l", "r", "x", "tget"):
        if isinstance(expr.get(key), dict):
            yield expr[key]
    for item in list(expr.get("args") or []) + list(expr.get("tuple") or []):
        if isinstance(item, dict):
            yield item
