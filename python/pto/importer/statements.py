"""The statements that a dump may hold, read and checked from its tree."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Optional

from .errors import DumpError
from .syntax import (
    arguments,
    call_of,
    callee,
    dictionary,
    dotted,
    elements,
    integer,
    keywords,
    name_of,
    shown,
)

LOOP_KINDS = {
    "pl.range": "sequential",
    "pl.parallel": "parallel",
    "pl.pipeline": "pipeline",
    "pl.unroll": "unroll",
}


@dataclass
class Statement:
    node: ast.AST


@dataclass
class Let(Statement):
    """`a: T = value` or `a, b = value`."""

    targets: "list[str]"
    annotation: Optional[ast.expr]
    value: ast.expr


@dataclass
class Effect(Statement):
    """A call on its own line."""

    call: ast.Call


@dataclass
class StoreAll(Statement):
    """`target[:] = value`."""

    target: str
    value: ast.expr


@dataclass
class Yield(Statement):
    """The last statement of a loop or an arm; it names the results."""

    targets: "list[str]"
    annotation: Optional[ast.expr]
    values: "list[ast.expr]"


@dataclass
class Return(Statement):
    values: "list[ast.expr]"


@dataclass
class Continue(Statement):
    """Only while reading: it becomes the structure of the loop's body."""


@dataclass
class Loop(Statement):
    """`for` over a counted range."""

    kind: str
    variable: str
    carries: "list[str]"
    inits: "list[ast.expr]"
    bounds: "list[ast.expr]"
    attributes: "dict[str, ast.expr]"
    body: "list[Statement]"


@dataclass
class While(Statement):
    carries: "list[str]"
    inits: "list[ast.expr]"
    condition: ast.expr
    body: "list[Statement]"


@dataclass
class Branch(Statement):
    condition: ast.expr
    then: "list[Statement]"
    otherwise: "list[Statement]"


@dataclass
class Scope(Statement):
    """A named part of the program, transparent to everything."""

    kind: str
    attributes: "dict[str, ast.expr]"
    body: "list[Statement]"
    lane: Optional[str] = None
    # Where the scope ends, if a yield or return in it is counted as behind it.
    end: "Optional[tuple[int, int]]" = None


@dataclass
class Function:
    name: str
    node: ast.FunctionDef
    options: "dict[str, ast.expr]"
    attributes: "dict[str, ast.expr]"
    parameters: "list[tuple[str, ast.expr]]"
    returns: Optional[ast.expr]
    body: "list[Statement]"
    # The last place where each name is read.
    last_use: "dict[str, tuple[int, int]]" = field(default_factory=dict)
    # Names and types of the elements of tuples: `name: T = tuple[i]`.
    elements: "dict[tuple[str, int], ast.AnnAssign]" = field(default_factory=dict)


@dataclass
class Program:
    name: str
    node: ast.ClassDef
    functions: "list[Function]"
    dynamic: "set[str]"


def read_program(tree: ast.Module) -> Program:
    """The one program of a dump."""
    program: Optional[Program] = None
    dynamic: "set[str]" = set()
    for node in tree.body:
        if isinstance(node, (ast.Import, ast.ImportFrom)) or _is_docstring(node):
            continue
        if isinstance(node, ast.Assign) and callee(node.value) == "pl.dynamic":
            dynamic.add(name_of(node.targets[0]))
        elif isinstance(node, ast.ClassDef):
            if program is not None:
                raise DumpError(node, "a dump holds one program, this is a second one")
            program = Program(node.name, node, _functions(node), dynamic)
        else:
            raise DumpError(node, f"unknown construct outside of a program: '{shown(node)}'")
    if program is None:
        raise DumpError(None, "no program: expected a class marked @pl.program")
    return program


def _functions(node: ast.ClassDef) -> "list[Function]":
    if [dotted(d) for d in node.decorator_list] != ["pl.program"]:
        raise DumpError(node, f"class {node.name} is not marked @pl.program")
    functions: "list[Function]" = []
    names: "set[str]" = set()
    for child in node.body:
        if isinstance(child, ast.Pass) or _is_docstring(child):
            continue
        if not isinstance(child, ast.FunctionDef):
            raise DumpError(child, f"unknown construct in a program: '{shown(child)}'")
        if child.name in names:
            raise DumpError(child, f"function '{child.name}' is defined twice")
        names.add(child.name)
        functions.append(_function(child))
    return functions


def _function(node: ast.FunctionDef) -> Function:
    if len(node.decorator_list) != 1:
        raise DumpError(node, f"function '{node.name}' is not marked @pl.function")
    mark = node.decorator_list[0]
    options: "dict[str, ast.expr]" = {}
    if isinstance(mark, ast.Call):
        options = keywords(mark)
        mark = mark.func
    if dotted(mark) != "pl.function":
        raise DumpError(mark, f"unknown mark of a function: '{shown(mark)}'")
    args = node.args
    if args.vararg or args.kwarg or args.kwonlyargs or args.defaults or args.posonlyargs:
        raise DumpError(node, "a function takes plain parameters only")
    parameters = []
    for i, arg in enumerate(args.args):
        if i == 0 and arg.arg == "self":
            continue
        if arg.annotation is None:
            raise DumpError(arg, f"parameter '{arg.arg}' has no type")
        parameters.append((arg.arg, arg.annotation))
    body = [child for child in node.body if not _is_docstring(child)]
    attributes: "dict[str, ast.expr]" = {}
    while body and isinstance(body[0], ast.Expr):
        call = call_of(body[0].value, "pl.func_attr")
        if call is None:
            break
        attributes.update(dictionary(arguments(call, 1)[0]))
        del body[0]
    function = Function(
        node.name, node, options, attributes, parameters, node.returns,
        structured(read_block(body), Return),
    )
    _note_names(body, function)
    return function


def _note_names(body: "list[ast.stmt]", function: Function) -> None:
    """Where names are read last, but for type annotations, and which names
    the elements of tuples have."""
    last_use = function.last_use
    stack: "list[ast.AST]" = list(body)
    while stack:
        node = stack.pop()
        if isinstance(node, ast.AnnAssign):
            value = node.value
            if value is not None:
                stack.append(value)
            if isinstance(value, ast.Subscript) and isinstance(value.value, ast.Name):
                position = integer(value.slice)
                if position is not None:
                    function.elements.setdefault((value.value.id, position), node)
        elif isinstance(node, ast.Name):
            place = (node.lineno, node.col_offset)
            if isinstance(node.ctx, ast.Load) and place > last_use.get(node.id, (0, 0)):
                last_use[node.id] = place
        else:
            stack.extend(ast.iter_child_nodes(node))


def structured(statements: "list[Statement]", jump: "type[Statement]") -> "list[Statement]":
    """A body in which what follows 'if c: return' or 'if c: continue' is the
    branch's other arm."""
    for i, statement in enumerate(statements):
        if not isinstance(statement, Branch) or statement.otherwise:
            continue
        rest = statements[i + 1 :]
        if statement.then and isinstance(statement.then[-1], jump) and rest:
            if jump is Continue:
                if isinstance(rest[-1], Yield):
                    raise DumpError(
                        statement.then[-1].node, "'continue' in a loop that carries values"
                    )
                statement.then.pop()
            statement.otherwise = structured(rest, jump)
            return statements[: i + 1]
    return statements


def read_block(nodes: "list[ast.stmt]") -> "list[Statement]":
    """The statements of a body, checked. A yield or return that ends a scope
    which ends the body is moved out of the scope."""
    statements = [read_statement(node) for node in nodes if not isinstance(node, ast.Pass)]
    last = statements[-1] if statements else None
    if isinstance(last, Scope) and last.body and isinstance(last.body[-1], (Yield, Return)):
        end = last.body.pop()
        line, col = DumpError(end.node, "").position()
        last.end = (line, col - 1)
        statements.append(end)
    return statements


def read_statement(node: ast.stmt) -> Statement:
    if isinstance(node, ast.AnnAssign):
        if node.value is None:
            raise DumpError(node, "a declaration without a value")
        if call_of(node.value, "pl.yield_"):
            return Yield(node, [name_of(node.target)], node.annotation, _yielded(node.value))
        return Let(node, [name_of(node.target)], node.annotation, node.value)
    if isinstance(node, ast.Assign):
        return _assign(node)
    if isinstance(node, ast.Expr):
        if call_of(node.value, "pl.yield_"):
            return Yield(node, [], None, _yielded(node.value))
        if isinstance(node.value, ast.Call):
            return Effect(node, node.value)
    if isinstance(node, ast.Return):
        if node.value is None:
            return Return(node, [])
        if isinstance(node.value, ast.Tuple):
            return Return(node, list(node.value.elts))
        return Return(node, [node.value])
    if isinstance(node, ast.If):
        return Branch(node, node.test, read_block(node.body), read_block(node.orelse))
    if isinstance(node, ast.For):
        return _for(node)
    if isinstance(node, ast.While):
        if node.orelse:
            raise DumpError(node.orelse[0], "a loop can't have an else")
        return While(node, [], [], node.test, structured(read_block(node.body), Continue))
    if isinstance(node, ast.With):
        return _with(node)
    if isinstance(node, ast.Continue):
        return Continue(node)
    if isinstance(node, ast.Break):
        raise DumpError(node, "'break' has no form in structured control flow")
    raise DumpError(node, f"unknown statement: '{shown(node)}'")


def _assign(node: ast.Assign) -> Statement:
    if len(node.targets) != 1:
        raise DumpError(node, "one assignment has one target")
    target = node.targets[0]
    if isinstance(target, ast.Subscript):
        whole = isinstance(target.slice, ast.Slice) and not (
            target.slice.lower or target.slice.upper or target.slice.step
        )
        if not whole:
            raise DumpError(target, f"can't assign to a part: '{shown(target)}'")
        return StoreAll(node, name_of(target.value), node.value)
    targets = elements(target, "names") if isinstance(target, ast.Tuple) else [target]
    names = [name_of(t) for t in targets]
    if call_of(node.value, "pl.yield_"):
        return Yield(node, names, None, _yielded(node.value))
    return Let(node, names, None, node.value)


def _for(node: ast.For) -> Statement:
    call = call_of(node.iter, *LOOP_KINDS, "pl.split_aiv", "pl.while_")
    if node.orelse:
        raise DumpError(node.orelse[0], "a loop can't have an else")
    if call is None:
        raise DumpError(node.iter, f"unknown kind of loop: '{shown(node.iter)}'")
    kind = callee(call) or ""
    if kind == "pl.split_aiv":
        return _split_aiv(node, call)
    if kind == "pl.while_":
        return _while(node, call)
    variable, carries = node.target, []
    if isinstance(variable, ast.Tuple):
        if len(variable.elts) != 2 or not isinstance(variable.elts[1], ast.Tuple):
            raise DumpError(variable, "expected 'for i, (a, b) in ...'")
        carries = [name_of(e) for e in variable.elts[1].elts]
        variable = variable.elts[0]
    if not 1 <= len(call.args) <= 3:
        raise DumpError(call, "a loop takes one, two or three bounds")
    attributes = keywords(call)
    inits = _inits(attributes, carries, call)
    return Loop(
        node, LOOP_KINDS[kind], name_of(variable), carries, inits, call.args, attributes,
        structured(read_block(node.body), Continue),
    )


def _while(node: ast.For, call: ast.Call) -> While:
    target = node.target
    names = target.elts if isinstance(target, ast.Tuple) else [target]
    carries = [name_of(e) for e in names]
    attributes = keywords(call)
    inits = _inits(attributes, carries, call)
    if attributes or call.args:
        raise DumpError(call, "pl.while_ takes init_values only")
    first = node.body[0]
    test = call_of(first.value, "pl.cond") if isinstance(first, ast.Expr) else None
    if test is None:
        raise DumpError(first, "the first statement of a pl.while_ loop must be pl.cond(...)")
    return While(node, carries, inits, arguments(test, 1)[0], read_block(node.body[1:]))


def _inits(
    attributes: "dict[str, ast.expr]", carries: "list[str]", call: ast.expr
) -> "list[ast.expr]":
    values = attributes.pop("init_values", None)
    inits = [] if values is None else elements(values, "initial values")
    if len(inits) != len(carries):
        raise DumpError(
            call, f"the loop carries {len(carries)} values and starts with {len(inits)}"
        )
    return inits


def _split_aiv(node: ast.For, call: ast.Call) -> Scope:
    attributes = keywords(call)
    attributes["lanes"] = arguments(call, 1)[0]
    return Scope(node, "SplitAiv", attributes, read_block(node.body), name_of(node.target))


def _with(node: ast.With) -> Scope:
    if len(node.items) != 1 or node.items[0].optional_vars is not None:
        raise DumpError(node, "expected 'with pl.scope(...):'")
    written = node.items[0].context_expr
    call = call_of(written, "pl.scope")
    if call is None or call.args:
        raise DumpError(written, f"unknown kind of scope: '{shown(written)}'")
    return Scope(node, "Runtime", keywords(call), read_block(node.body))


def _yielded(node: ast.expr) -> "list[ast.expr]":
    """The values of a `pl.yield_(...)`."""
    call = call_of(node, "pl.yield_")
    if call is None or call.keywords:
        raise DumpError(node, "pl.yield_ takes no keywords")
    return list(call.args)


def _is_docstring(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )
