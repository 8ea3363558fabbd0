#!/usr/bin/env python3
"""Writes what the Python package knows of passes and ops.

    gen-python-tables.py --tblgen llvm-tblgen -I DIR... -o _tables.py --stub passes.pyi

The stub has the function of each pass with its options, for editors and type
checkers. Reads the definitions that the C++ code is generated from, through TableGen's
JSON, and writes two dictionaries of plain data:

  PASSES  argument -> summary, description, options
  OPS     op name -> summary, operands, attributes, results, whether operands
          come in groups, the operand whose type the result has,
          and the one that it has but for its memory
"""

import argparse
import json
import pprint
import re
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any, Optional

Record = dict[str, Any]

ENUM_VALUE = re.compile(r'clEnumValN\(\s*[\w:]+\s*,\s*"([^"]+)"\s*,\s*"([^"]*)"')
ENUM_CASE = re.compile(r"::(\w+)$")
# Ops whose result has the shape of the first operand, but another element type.
CONVERSIONS = {"cast"}
KINDS = {"bool": "bool", "std::string": "str", "unsigned": "int", "int64_t": "int"}


class Definitions:
    """All records of one file and what it includes."""

    def __init__(self, tblgen: str, includes: list[str], name: str):
        flags = [f"-I{folder}" for folder in includes]
        path = next(p for p in (Path(i) / name for i in includes) if p.exists())
        result = subprocess.run([tblgen, "--dump-json", *flags, str(path)],
                                check=True, capture_output=True, text=True)
        self.records: dict[str, Record] = json.loads(result.stdout)

    def instances(self, name: str) -> list[Record]:
        return [self.records[entry] for entry in self.records["!instanceof"][name]]

    def get(self, reference: Optional[Record]) -> Optional[Record]:
        return self.records[reference["def"]] if reference else None


def clean(text: str) -> str:
    return textwrap.dedent(text).strip("\n").rstrip()


# Passes.

def read_option(option: Record) -> Record:
    """A choice is one of several words; its default is an enumerator in C++."""
    values = dict(ENUM_VALUE.findall(option["additionalOptFlags"]))
    default: Any = option["defaultValue"]
    kind = KINDS.get(option["type"], "choice")
    if kind == "choice":
        spelled = ENUM_CASE.search(default)
        cases = re.findall(r'clEnumValN\(\s*[\w:]+::(\w+)\s*,\s*"([^"]+)"',
                           option["additionalOptFlags"])
        default = dict(cases)[spelled[1] if spelled else default]
    elif kind == "bool":
        default = default == "true"
    elif kind == "int":
        default = int(default)
    else:
        default = default.strip('"')
    return {"flag": option["argument"], "kind": kind, "default": default,
            "help": option["description"], "values": values}


def read_passes(definitions: Definitions) -> dict[str, Record]:
    passes = {}
    for record in definitions.instances("PassBase"):
        options = [read_option(definitions.get(option) or {})
                   for option in record["options"]]
        passes[record["argument"]] = {
            "summary": record["summary"],
            "description": clean(record["description"]),
            "options": {o["flag"].replace("-", "_"): o for o in options},
        }
    return dict(sorted(passes.items()))


# Ops.

def read_operand(definitions: Definitions, record: Record) -> Record:
    kind = "one"
    if "Variadic" in record["!superclasses"]:
        kind = "many"
    elif "Optional" in record["!superclasses"]:
        kind = "optional"
    return {"kind": kind, "what": record["summary"]}


def read_attribute(definitions: Definitions, record: Record) -> Record:
    required = not record.get("isOptional")
    while record.get("baseAttr"):
        record = definitions.get(record["baseAttr"]) or {}
    if "EnumAttr" in record["!superclasses"]:
        kind = "keyword:" + record["mnemonic"]
    else:
        kind = record["!name"]
    return {"kind": kind, "required": required, "what": record["summary"]}


def read_property(definitions: Definitions, record: Record) -> Record:
    """Properties are stored as integers, strings or nothing; an enum by its
    number."""
    required = not record["defaultValue"]
    base = record
    while base.get("baseProperty"):
        base = definitions.get(base["baseProperty"]) or {}
    kind = "prop:" + base["storageType"]
    cases = {}
    if "EnumProp" in base["!superclasses"]:
        kind = "prop:enum"
        enum = definitions.get(base.get("enum")) or {}
        for case in enum.get("enumerants", enum.get("cases", [])):
            found = definitions.get(case) or {}
            cases[found.get("str") or found["symbol"]] = found["value"]
    return {"kind": kind, "required": required, "what": base["summary"], "cases": cases}


def read_op(definitions: Definitions, record: Record) -> Record:
    operands: dict[str, Record] = {}
    attributes: dict[str, Record] = {}
    for reference, name in record["arguments"]["args"]:
        part = definitions.get(reference) or {}
        classes = part["!superclasses"]
        if "TypeConstraint" in classes:
            operands[name] = read_operand(definitions, part)
        elif "AttrConstraint" in classes:
            attributes[name] = read_attribute(definitions, part)
        else:
            attributes[name] = read_property(definitions, part)
    traits = [definitions.get(trait) or {} for trait in record["traits"]]
    # What overwrites an operand has its type, where the op can't infer more.
    in_place = re.search(r"\.inPlace\((\d+)\)", record.get("facts", "") or "")
    shaped_like = None
    if (any(t.get("rule") == "ResultSameShapeAsFirst" for t in traits)
            and record["opName"] not in CONVERSIONS):
        shaped_like = next(iter(operands))
    grouped = any(t.get("trait") == "AttrSizedOperandSegments" for t in traits)
    return {
        "summary": record["summary"], "operands": operands, "attributes": attributes,
        "results": len(record["results"]["args"]),
        "regions": len(record["regions"]["args"]), "grouped": grouped,
        "like": list(operands)[int(in_place[1])] if in_place else None,
        "shaped_like": shaped_like,
    }


def read_ops(definitions: Definitions) -> dict[str, Record]:
    ops = {}
    for record in definitions.instances("PTO_Op"):
        ops["pto." + record["opName"]] = read_op(definitions, record)
    return dict(sorted(ops.items()))


# The stub of passes.py.

STUB = '''"""Passes as callables from module to module. Generated by
gen-python-tables.py."""

from collections.abc import Iterable
from typing import Any, Literal, Optional, Union

from . import ir

class Pass:
    argument: str
    options: str
    def __init__(self, argument: str, options: str = "") -> None: ...
    def __call__(self, module: ir.Module) -> ir.Module: ...

class PassFactory:
    argument: str

class PassManager:
    def __init__(self, passes: Iterable[Union[Pass, str]] = (),
                 context: Optional[ir.Context] = None) -> None: ...
    @staticmethod
    def parse(text: str, context: Optional[ir.Context] = None) -> PassManager: ...
    def add(self, what: Union[Pass, str]) -> PassManager: ...
    def run(self, module: ir.Module) -> ir.Module: ...
    def __call__(self, module: ir.Module) -> ir.Module: ...

def memory_pipeline(*, target: Optional[str] = None, mode: str = "documented",
                    planner: str = "pypto", verify: bool = True) -> Pass:
    """All passes in their order."""
'''


def function_name(argument: str) -> str:
    """As passes.py calls it."""
    if argument == "init-memref":
        return "init_mem_ref"
    return argument.removeprefix("pto-").replace("-", "_")


def write_stub(passes: dict[str, Record]) -> str:
    text = STUB
    for argument, record in passes.items():
        parameters = []
        for name, option in record["options"].items():
            kind = option["kind"]
            if kind == "choice":
                kind = f"Literal[{', '.join(map(repr, option['values']))}]"
            elif not option["default"] and kind == "str":
                kind = "Optional[str]"
            parameters.append(f"{name}: {kind} = {option['default']!r}")
        arguments = ", ".join(["*", *parameters]) if parameters else ""
        text += (f"\ndef {function_name(argument)}({arguments}) -> Pass:\n"
                 f'    """{record["summary"]}"""\n')
    return text


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--tblgen", required=True)
    parser.add_argument("-I", dest="includes", action="append", required=True)
    parser.add_argument("-o", dest="output", type=Path, required=True)
    parser.add_argument("--stub", type=Path, required=True)
    line = parser.parse_args()
    passes = read_passes(
        Definitions(line.tblgen, line.includes, "pto/Transforms/Passes.td"))
    ops = read_ops(Definitions(line.tblgen, line.includes, "pto/IR/PTOOps.td"))
    text = ('"""Passes and ops. Generated by gen-python-tables.py."""\n\n'
            f"PASSES = {pprint.pformat(passes, width=100, sort_dicts=False)}\n\n"
            f"OPS = {pprint.pformat(ops, width=100, sort_dicts=False)}\n")
    line.output.parent.mkdir(parents=True, exist_ok=True)
    line.output.write_text(text)
    line.stub.write_text(write_stub(passes))
    return 0


if __name__ == "__main__":
    sys.exit(main())
