"""Calls of the program's own functions, at once or as tasks."""

from __future__ import annotations

import ast
from typing import Optional

from .annotations import Annotation
from .attributes import attr_dict, attribute, discardable, noted
from .context import Context, Signature
from .errors import DumpError
from .ir import Value, refs, texts_of, types
from .joins import Joins
from .ops import Ops
from .syntax import dictionary, dotted, elements, keywords, name_of, shown
from .types import INDEX, TASK_ID, NoType, ScalarType, TupleType, Type, compatible, symbol


class Calls:
    def __init__(self, ctx: Context, ops: Ops, joins: Joins) -> None:
        self.ctx = ctx
        self._ops = ops
        self._joins = joins

    def call(
        self, node: ast.Call, annotation: Optional[Annotation], targets: "list[Optional[str]]"
    ) -> "list[Value]":
        """`self.f(...)`."""
        signature = self._signature(node.func)
        words = keywords(node)
        attrs = words.pop("attrs", None)
        given = dictionary(attrs) if attrs is not None else {}
        device = words.pop("device", None)
        for word, value in words.items():
            raise DumpError(value, f"a call has no keyword '{word}' that is known")
        args = self._arguments(node, node.args, signature, whole=True)
        results = list(signature.results)
        if device is not None:
            return self._on_device(node, signature, args, device, given, targets, annotation)
        if "core_num" in given or "sync_start" in given:
            return self._on_cores(node, signature, args, given, targets, annotation)
        extra = attr_dict(noted(given))
        text = f"func.call {symbol(signature.name)}({refs(args)}){extra} : ({types(args)}) -> "
        text += f"({texts_of(results)})" if len(results) != 1 else texts_of(results)
        return self._results(node, text, results, annotation, targets)

    def _on_cores(
        self,
        node: ast.Call,
        signature: Signature,
        args: "list[Value]",
        given: "dict[str, ast.expr]",
        targets: "list[Optional[str]]",
        annotation: Optional[Annotation],
    ) -> "list[Value]":
        cores = self._cores(given.pop("core_num", None))
        attributes = self._flags(given, ("sync_start",))
        attributes.update(noted(given))
        results = list(signature.results)
        text = f"pto.spmd_call {symbol(signature.name)}({refs(args)}){cores}{attr_dict(attributes)} : "
        text += f"({types(args)}) -> ({texts_of(results)})"
        return self._results(node, text, results, annotation, targets)

    def _on_device(
        self,
        node: ast.Call,
        signature: Signature,
        args: "list[Value]",
        device: ast.expr,
        given: "dict[str, ast.expr]",
        targets: "list[Optional[str]]",
        annotation: Optional[Annotation],
    ) -> "list[Value]":
        """A call on the device that the first operand names."""
        number = self._ops.scalars.value(device, INDEX)
        attributes = {"callee": symbol(signature.name)}
        attributes.update(noted(given))
        results = list(signature.results)
        operands = [number, *args]
        text = f'pto.builtin "device_call"({refs(operands)}){attr_dict(attributes)} : '
        text += f"({types(operands)}) -> ({texts_of(results)})"
        return self._results(node, text, results, annotation, targets)

    def submit(
        self, node: ast.Call, annotation: Optional[Annotation], targets: "list[Optional[str]]"
    ) -> "list[Value]":
        """`pl.submit(self.f, ...)` and `pl.spmd_submit(self.f, ...)`: the
        callee's results, and the task."""
        if not node.args:
            raise DumpError(node, "a submission needs a function")
        signature = self._signature(node.args[0])
        words = keywords(node)
        args = self._arguments(node, node.args[1:], signature, whole=False)
        attributes: "dict[str, str]" = {}
        if dotted(node.func) == "pl.spmd_submit":
            attributes["spmd"] = ""
        text = f"pto.submit {symbol(signature.name)}({refs(args)})"
        if "deps" in words:
            deps = [self._ops.operand(n) for n in elements(words.pop("deps"), "tasks")]
            if deps:
                text += f" deps({refs(deps)} : {types(deps)})"
        text += self._cores(words.pop("core_num", None))
        attributes.update(self._flags(words, ("allow_early_resolve", "sync_start")))
        if "dumps" in words:
            attributes["pto.dumps"] = self._dumps(words.pop("dumps"), node.args[1:])
        if "attrs" in words:
            attributes.update(discardable(words.pop("attrs")))
        for word, value in words.items():
            raise DumpError(value, f"a submission has no keyword '{word}' that is known")
        results = [*signature.results, ScalarType(TASK_ID)]
        text += f"{attr_dict(attributes)} : ({types(args)}) -> ({texts_of(results)})"
        return self._results(node, text, results, annotation, targets)

    # Parts -----------------------------------------------------------------

    def _signature(self, node: ast.expr) -> Signature:
        name = dotted(node) or ""
        found = self.ctx.module.signatures.get(name[5:]) if name.startswith("self.") else None
        if found is None:
            raise DumpError(node, f"no function of this program: '{shown(node)}'")
        return found

    def _arguments(
        self, node: ast.Call, args: "list[ast.expr]", signature: Signature, whole: bool
    ) -> "list[Value]":
        wanted = signature.parameters
        if len(args) > len(wanted) or (whole and len(args) < len(wanted)):
            raise DumpError(
                node, f"'{signature.name}' takes {len(wanted)} arguments, found {len(args)}"
            )
        for parameter in wanted[len(args) :]:
            if parameter.direction != "out":
                raise DumpError(
                    node, f"only trailing Out arguments of '{signature.name}' may be left out"
                )
        values = []
        for arg, parameter in zip(args, wanted):
            type_ = parameter.type
            if isinstance(arg, ast.Call) and not isinstance(type_, ScalarType):
                value = self._ops.lower(arg, Annotation(type_), [None])[0]
            else:
                hint = type_.dtype if isinstance(type_, ScalarType) else None
                value = self._ops.operand(arg, hint)
            values.append(self._joins.convert(value, type_, arg))
        return values

    def _cores(self, node: Optional[ast.expr]) -> str:
        if node is None:
            return ""
        return f" cores {self._ops.scalars.value(node, INDEX).ref}"

    def _flags(self, given: "dict[str, ast.expr]", names: "tuple[str, ...]") -> "dict[str, str]":
        found = {}
        for name in names:
            if name in given and attribute("unit", given.pop(name)) is not None:
                found[name] = ""
        return found

    def _dumps(self, node: ast.expr, args: "list[ast.expr]") -> str:
        """Which of the arguments the runtime shall dump, by position."""
        names = [arg.id if isinstance(arg, ast.Name) else None for arg in args]
        places = []
        for wanted in elements(node, "arguments"):
            if name_of(wanted) not in names:
                raise DumpError(wanted, f"'{shown(wanted)}' is not an argument of the submission")
            places.append(str(names.index(name_of(wanted))))
        return f"array<i64: {', '.join(places)}>"

    def _results(
        self,
        node: ast.Call,
        text: str,
        results: "list[Type]",
        annotation: Optional[Annotation],
        targets: "list[Optional[str]]",
    ) -> "list[Value]":
        """The results, under the types that the dump says they have."""
        said: "list[Type]" = []
        if annotation is not None:
            type_ = annotation.type
            said = list(type_.elements) if isinstance(type_, TupleType) else [type_]
            said = [t for t in said if not isinstance(t, NoType)]
            if len(said) != len(results):
                raise DumpError(
                    node, f"the call has {len(results)} results, its type says {len(said)}"
                )
        names = self.ctx.element_names(targets, len(results))
        values = self.ctx.define_all(text, results, names, node)
        # A type in a tuple may be out of date: the names of its elements have
        # their own.
        return [
            self._joins.convert(value, self.ctx.tile(wanted), node, name)
            if len(said) == 1 or compatible(value.type, wanted)
            else value
            for value, wanted, name in zip(values, said or results, names)
        ]
