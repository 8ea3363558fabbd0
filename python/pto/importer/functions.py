"""One function of a dump: its signature, attributes and body."""

from __future__ import annotations

import ast
from typing import Optional

from . import statements as st
from .annotations import Annotation, AnnotationReader
from .attributes import attribute, noted
from .body import Body
from .context import Context, ModuleContext, Signature
from .errors import DumpError, SpaceConflict
from .ir import Value, print_block, text_of, texts_of
from .memrefs import MemRefs, parameter_memref
from .statements import Function
from .syntax import dotted, literal, member, shown
from .types import NoType, TensorType, TupleType, Type, compatible, entry, quote, symbol

DEVICE_KINDS = ("incore", "aic", "aiv")
KINDS = {
    "Opaque": "opaque",
    "Orchestration": "orchestration",
    "InCore": "incore",
    "AIC": "aic",
    "AIV": "aiv",
    "Group": "group",
    "Spmd": "spmd",
    "Graph": "graph",
}


def signature_of(function: Function, annotations: AnnotationReader) -> Signature:
    """What a function takes and gives."""
    parameters = tuple(annotations.read(node) for _, node in function.parameters)
    for (name, node), parameter in zip(function.parameters, parameters):
        if isinstance(parameter.type, (TupleType, NoType)):
            raise DumpError(node, f"parameter '{name}' can't be {shown(node)}")
    declared = _declared_results(function, annotations)
    returned = _final_return(function.body)
    if returned is None and not _is_external(function):
        return Signature(function.name, parameters, ())
    if returned is not None:
        declared = _actual_results(declared, returned, function, annotations)
    return Signature(function.name, parameters, tuple(declared))


def _actual_results(
    declared: "list[Type]",
    returned: st.Return,
    function: Function,
    annotations: AnnotationReader,
) -> "list[Type]":
    """The declared types, where the returned values have them. In dumps of
    late stages the declaration may be missing, or stand in an older order."""
    found: "list[Type]" = []
    for i, node in enumerate(returned.values):
        type_ = _type_of(node, function, annotations)
        said = declared[i] if i < len(declared) else None
        if type_ is None and said is None:
            raise DumpError(node, f"the function declares no type for '{shown(node)}'")
        if said is not None and (type_ is None or compatible(said, type_)):
            found.append(said)
        elif type_ is not None:
            found.append(type_)
    return found


def _declared_results(function: Function, annotations: AnnotationReader) -> "list[Type]":
    if function.returns is None:
        return []
    type_ = annotations.read(function.returns).type
    types = list(type_.elements) if isinstance(type_, TupleType) else [type_]
    return [t for t in types if not isinstance(t, NoType)]


def _final_return(body: "list[st.Statement]") -> Optional[st.Return]:
    """A return that ends the body, or the first arm of what ends it."""
    while body:
        last = body[-1]
        if isinstance(last, st.Return):
            return last
        if not isinstance(last, st.Branch):
            return None
        body = last.then
    return None


def _type_of(
    node: ast.expr, function: Function, annotations: AnnotationReader
) -> Optional[Type]:
    """The type of a returned value, where a name gives it."""
    if isinstance(node, ast.Name):
        for name, annotation in function.parameters:
            if name == node.id:
                return annotations.read(annotation).type
        for child in ast.walk(function.node):
            if isinstance(child, ast.AnnAssign) and isinstance(child.target, ast.Name):
                if child.target.id == node.id:
                    return annotations.read(child.annotation).type
    return None


def _is_external(function: Function) -> bool:
    return not function.body


def called_functions(functions: "list[Function]") -> "set[str]":
    """The functions that another one calls, submits or names otherwise."""
    return {
        node.attr
        for function in functions
        for node in ast.walk(function.node)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "self"
        and node.attr != function.name
    }


def import_function(
    function: Function, module: ModuleContext, spaces: str
) -> "list[str]":
    """The lines of a func.func, indented once."""
    try:
        return _import(function, module, spaces)
    except SpaceConflict:
        if spaces != "auto":
            raise
        return _import(function, module, "requests")


def _import(function: Function, module: ModuleContext, spaces: str) -> "list[str]":
    signature = module.signatures[function.name]
    ctx = Context(module, function, spaces)
    results = [ctx.tile(type_) for type_ in signature.results]
    body = Body(ctx, results)
    parameters = _parameters(ctx, function, signature, body.memrefs)
    attributes = _attributes(function, signature, module.annotations)
    head = f"{symbol(function.name)}({', '.join(parameters)}){_result_text(results)}"
    tail = f"\n      attributes {{{', '.join(attributes)}}}"
    location = f" loc({ctx.named(function.name, function.node)})"
    if _is_external(function) and (signature.results or "external_source" in function.options):
        return [f"  func.func private {head}{tail}{location}"]
    try:
        body.run(function.body)
    except RecursionError:
        raise DumpError(ctx.here, "nested too deeply") from None
    if _final_return(function.body) is None:
        ctx.effect("return", function.node)
    private = function.name in module.called and _kind(function) in DEVICE_KINDS
    lines = [f"  func.func {'private ' if private else ''}{head}{tail} {{"]
    for block in (ctx.constants, ctx.prologue, ctx.block):
        print_block(block, lines, 2)
    lines.append(f"  }}{location}")
    return lines


def _parameters(
    ctx: Context, function: Function, signature: Signature, memrefs: MemRefs
) -> "list[str]":
    texts = []
    for (name, node), parameter in zip(function.parameters, signature.parameters):
        value = ctx.value(parameter.type, name)
        ctx.bind(name, value)
        attributes = []
        if isinstance(parameter.type, TensorType):
            _note_extents(ctx, value, parameter)
            attributes.append(f"pto.direction = #pto.direction<{parameter.direction}>")
        elif parameter.direction != "in":
            raise DumpError(node, f"only a tensor can be an output: '{name}'")
        memrefs.record(value, parameter.memref)
        if parameter.memref is not None:
            attributes.append(f"pto.memref = {parameter_memref(parameter.memref)}")
        text = f"{value.ref}: {text_of(parameter.type)}"
        if attributes:
            text += f" {{{', '.join(attributes)}}}"
        texts.append(f"{text} loc({ctx.named(name, node)})")
    return texts


def _note_extents(ctx: Context, value: Value, parameter: Annotation) -> None:
    for axis, node in enumerate(parameter.dims):
        if isinstance(node, ast.Name):
            ctx.extents.setdefault(node.id, (value, axis))


def _result_text(results: "list[Type]") -> str:
    if not results:
        return ""
    return f" -> {texts_of(results)}" if len(results) == 1 else f" -> ({texts_of(results)})"


def _kind(function: Function) -> str:
    node = function.options.get("type")
    if node is None:
        return "opaque"
    name = member(node, "FunctionType")
    if name not in KINDS:
        raise DumpError(node, f"unknown type of function: '{name}'")
    return KINDS[name]


def _attributes(
    function: Function, signature: Signature, annotations: AnnotationReader
) -> "list[str]":
    options = dict(function.options)
    options.pop("type", None)
    found = {"pto.kind": f"#pto.function_kind<{_kind(function)}>"}
    for word in ("level", "role"):
        if word in options:
            name = dotted(options.pop(word)) or ""
            found[f"pto.{word}"] = quote(name.split(".")[-1])
    if "external_source" in options:
        source = options.pop("external_source")
        found["pto.external_source"] = str(attribute("str", source))
    if "auto_scope" in options:
        if literal(options.pop("auto_scope")) is False:
            found["pto.auto_scope"] = "false"
    for word, node in options.items():
        raise DumpError(node, f"pl.function has no keyword '{word}' that is known")
    found.update(noted(function.attributes))
    lost = _declared_results(function, annotations)[len(signature.results) :]
    if lost:
        # Declared, but nothing is returned.
        found["pto.declared_results"] = f"[{texts_of(lost)}]"
    return [entry(name, text) for name, text in found.items()]
