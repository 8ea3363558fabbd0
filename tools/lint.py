#!/usr/bin/env python3
"""Checks the conventions of the code base that no compiler checks.

    lint.py [ROOT]

Every file is looked at that git tracks, or would track. Rules:
  format     C++ is as clang-format-22 writes it
  length     no file has more than 600 lines, unless it says in its first three
             that it is generated (by or from something, or @generated)
  layers     no include points up the layers (LAYERS below)
  op names   passes and analyses name no op: they ask interfaces. Ops that are
             part of the structure itself are excepted (STRUCTURAL_OPS)
  ASCII      only ASCII in sources; Markdown is free
  rules      a rule that the code names (RULE_FAMILIES below) has a row in a table
             of the docs and a test that names it; a row has code and a test
  markers    no notes of unfinished work, no tests that are expected to fail
  space      no trailing white space, a newline at the end of every file

Prints 'path:line: message' for each violation; exits with 1 when there are any.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

MAX_LINES = 600
CLANG_FORMAT = "clang-format-22"

# What a file of each layer may include of pto/, besides its own layer. None:
# anything. The plan verifier shares no code with what it checks, and the
# allocator knows no IR.
LAYERS: dict[str, set[str] | None] = {
    "IR": set(),
    "Target": {"IR"},
    "Analysis": {"IR", "Target"},
    "Allocation": set(),
    "Transforms": {"IR", "Target", "Analysis", "Allocation", "Verify"},
    "Verify": {"IR", "Target"},
    "Translation": {"IR", "Target", "Analysis", "Verify"},
    "Smith": {"IR", "Target", "Analysis", "Transforms", "Verify", "Translation"},
    "CAPI": None,
}

# Layers in which no op is named, but for these.
NAMELESS_LAYERS = {"Analysis", "Allocation", "Transforms", "Verify"}
STRUCTURAL_OPS = {
    "AllocOp",
    "DeclareMemRefOp",
    "SlotOp",
    "ScopeOp",
    "SystemReserveBufferOp",
    "ModuleOp",
    "FuncOp",
    "CallOp",
    "UnrealizedConversionCastOp",
}
UPSTREAM_NAMESPACES = {
    "affine",
    "arith",
    "cf",
    "func",
    "index",
    "linalg",
    "memref",
    "scf",
    "tensor",
    "ub",
}
# Names of attributes look like names of ops.
ATTRIBUTE_NAMES = {
    "pto.argument_memrefs",
    "pto.direction",
    "pto.handoffs",
    "pto.kind",
    "pto.live",
    "pto.live_bytes",
    "pto.loop",
    "pto.mat_bridge",
    "pto.memref",
    "pto.memrefs",
    "pto.may_take",
    "pto.must_not_take",
    "pto.noalias",
    "pto.number",
    "pto.pipeline_membership",
    "pto.split",
    "pto.target",
    "pto.waits",
}

# Rules with ids, such as res-r4, by family.
RULE_FAMILIES = ("dev", "res", "tko", "tm")
RULE = re.compile(rf"\b(?:{'|'.join(RULE_FAMILIES)})-r[0-9]+\b")
RULE_ROW = re.compile(rf"^\|\s*({RULE.pattern})\s*\|")

CXX = {".h", ".cpp"}
COUNTED = CXX | {".td", ".py", ".sh", ".mlir", ".md", ".js", ".css", ".html"}
GENERATED = re.compile(r"@generated|\bgenerated (by|from)\b", re.IGNORECASE)
# In pieces, so that this file does not contain the words.
MARKERS = re.compile(r"\b(?:TO" r"DO|FIX" r"ME|XF" r"AIL)\b")
INCLUDE = re.compile(r'^\s*#?\s*include\s*["<]([^">]+)[">]')
IR_INCLUDE = re.compile(r"mlir(-c)?/(?!Support/)")

# Comments and literals of C++. A quote behind a digit separates digits.
CXX_TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)
      | (?P<string>R"(?P<tag>[^()\\\s]{0,16})\(.*?\)(?P=tag)"
                  |"(?:\\.|[^"\\\n])*"
                  |(?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])*')""",
    re.DOTALL | re.VERBOSE,
)
OP_LITERAL = re.compile(r'"(pto\.[a-z0-9_.]+)"')
NAME_OF_OP = r"getName\(\)\s*\.\s*(?:getStringRef|stripDialect|getIdentifier)\(\)"
NAME_COMPARISONS = [
    (re.compile(r"\bgetOperationName\(\)"), "asks for the name of an op"),
    (
        re.compile(
            NAME_OF_OP + r"\s*(?:[=!]=|\.\s*(?:equals|compare|contains|find"
            r"|starts_with|ends_with|consume_front)\b)"
        ),
        "compares the name of an op",
    ),
    (
        re.compile(r"[=!]=\s*[\w.>()-]*" + NAME_OF_OP),
        "compares the name of an op",
    ),
    (
        re.compile(r"\bStringSwitch<[^;{}]*?>\s*\([^;{}]*?getName\(\)"),
        "switches on the name of an op",
    ),
]
# Template arguments that choose an op, and lambdas that walk over one kind.
OP_CHOICE = re.compile(
    r"(?:\b(?:isa|cast|dyn_cast)(?:_and_nonnull|_and_present|_or_null"
    r"|_if_present)?|\bgetOps|\bgetParentOfType|\.\s*Case)\s*"
    r"<\s*(?P<types>[\w:,\s]+?)\s*>"
    r"|(?:\bwalk(?:<[^>]*>)?|\.\s*Case)\s*\(\s*\[[^\]]*\]\s*\("
    r"\s*(?:const\s+)?(?P<lambda>[\w:]+)"
)


@dataclass(frozen=True, order=True)
class Violation:
    path: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"


class SourceFile:
    """One text file; its path is relative to the root, with forward slashes."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        self.lines = text.split("\n")
        self.suffix = PurePosixPath(path).suffix
        self.layer = layer_of(path)

    def at(self, offset: int, message: str) -> Violation:
        line = self.text.count("\n", 0, offset) + 1
        return Violation(self.path, line, message)


def layer_of(path: str) -> str | None:
    """The layer that a source or a header belongs to. Headers right below
    include/pto, and all else, belong to none."""
    parts = path.split("/")
    if parts[:2] == ["include", "pto"] and len(parts) > 3:
        return parts[2]
    if parts[0] == "lib" and len(parts) > 2:
        return parts[1]
    if parts[:2] == ["include", "pto-c"]:
        return "CAPI"
    return None


def check_length(file: SourceFile) -> Iterator[Violation]:
    name = PurePosixPath(file.path).name
    if file.suffix not in COUNTED and name != "CMakeLists.txt":
        return
    if any(GENERATED.search(line) for line in file.lines[:3]):
        return
    count = file.text.count("\n")
    if count > MAX_LINES:
        message = f"{count} lines, {MAX_LINES} at most: split the file by idea"
        yield Violation(file.path, MAX_LINES + 1, message)


def included_path(file: SourceFile, include: str) -> str:
    """An include as a path below the root."""
    if "../" in include:
        folder = os.path.dirname(file.path)
        return os.path.normpath(os.path.join(folder, include))
    return f"include/{include}"


def check_layers(file: SourceFile) -> Iterator[Violation]:
    if file.layer is None or file.suffix not in CXX | {".td", ".inc"}:
        return
    if file.layer not in LAYERS:
        message = f"unknown layer '{file.layer}': say in tools/lint.py what it includes"
        yield Violation(file.path, 1, message)
        return
    allowed = LAYERS[file.layer]
    if allowed is None:
        return
    for number, line in enumerate(file.lines, 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        path = included_path(file, match[1])
        layer = layer_of(path)
        if layer == file.layer or layer in allowed:
            continue
        ours = path.startswith(("include/pto/", "include/pto-c/", "lib/"))
        if ours:
            message = f"layer {file.layer} must not include {match[1]}"
            yield Violation(file.path, number, message)
        elif file.layer == "Allocation" and IR_INCLUDE.match(match[1]):
            message = f"the allocator knows no IR, but includes {match[1]}"
            yield Violation(file.path, number, message)


def blank(text: str, kinds: set[str]) -> str:
    """Blanks out the given kinds of token; every offset stays as it was."""

    def replace(match: re.Match[str]) -> str:
        if match.lastgroup == "tag":
            kind = "string"
        else:
            kind = "comment" if match["comment"] is not None else "string"
        return re.sub(r"[^\n]", " ", match[0]) if kind in kinds else match[0]

    return CXX_TOKEN.sub(replace, text)


def may_be_named(op: str) -> bool:
    """True for what is no op, an op of another dialect, or a structural op."""
    *namespaces, name = op.strip().split("::")
    if not name.endswith("Op") or name == "Op":
        return True
    return name in STRUCTURAL_OPS or bool(UPSTREAM_NAMESPACES & set(namespaces))


def check_op_names(file: SourceFile) -> Iterator[Violation]:
    if file.layer not in NAMELESS_LAYERS or file.suffix not in CXX:
        return
    for match in OP_LITERAL.finditer(blank(file.text, {"comment"})):
        if match[1] not in ATTRIBUTE_NAMES:
            yield file.at(match.start(), f"names the op {match[1]}: ask an interface")
    code = blank(file.text, {"comment", "string"})
    for pattern, what in NAME_COMPARISONS:
        for match in pattern.finditer(code):
            yield file.at(match.start(), f"{what}: ask an interface")
    for match in OP_CHOICE.finditer(code):
        for op in (match["types"] or match["lambda"]).split(","):
            if not may_be_named(op):
                message = f"names the op {op.strip()}: ask an interface"
                yield file.at(match.start(), message)


def check_ascii(file: SourceFile) -> Iterator[Violation]:
    if file.suffix == ".md" or file.text.isascii():
        return
    for number, line in enumerate(file.lines, 1):
        if not line.isascii():
            odd = next(char for char in line if not char.isascii())
            yield Violation(file.path, number, f"U+{ord(odd):04X} is not ASCII")


def check_markers(file: SourceFile) -> Iterator[Violation]:
    for match in MARKERS.finditer(file.text):
        yield file.at(match.start(), f"marker {match[0]}")


def check_space(file: SourceFile) -> Iterator[Violation]:
    for number, line in enumerate(file.lines, 1):
        if line != line.rstrip():
            yield Violation(file.path, number, "trailing white space")
    if file.text and not file.text.endswith("\n"):
        yield Violation(file.path, len(file.lines), "no newline at the end")


def check_format(root: Path, files: list[SourceFile]) -> Iterator[Violation]:
    """One violation per file, at the first line that is not as it should be."""
    paths = [file.path for file in files if file.suffix in CXX]
    if not paths:
        return
    if shutil.which(CLANG_FORMAT) is None:
        message = f"{CLANG_FORMAT} is not installed; run tools/setup.sh"
        yield Violation(".clang-format", 1, message)
        return
    result = subprocess.run(
        [CLANG_FORMAT, "--dry-run", "-Werror", *paths],
        cwd=root,
        capture_output=True,
        text=True,
    )
    first: dict[str, int] = {}
    for line in result.stderr.splitlines():
        match = re.match(r"(.+?):(\d+):\d+: error:", line)
        if match and match[1] in paths:
            number = int(match[2])
            first[match[1]] = min(number, first.get(match[1], number))
    for path, number in first.items():
        yield Violation(path, number, f"not formatted: run {CLANG_FORMAT} -i {path}")
    # Not a matter of format, such as a .clang-format that it cannot read.
    if result.returncode != 0 and not first:
        message = f"{CLANG_FORMAT} failed: {result.stderr.strip()}"
        yield Violation(".clang-format", 1, message)


def listed_paths(root: Path) -> list[str]:
    """Tracked files and those that git does not ignore. Outside a repository,
    or in an ignored folder of one: every file that was not built."""
    try:
        result = subprocess.run(
            ["git", "ls-files", "-co", "--exclude-standard", "-z"],
            cwd=root,
            capture_output=True,
            text=True,
        )
        if result.returncode == 0 and result.stdout:
            return sorted(set(filter(None, result.stdout.split("\0"))))
    except FileNotFoundError:
        pass
    skipped = re.compile(r"\.git|\.cache|__pycache__|build.*")
    paths = []
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if not skipped.fullmatch(name)]
        for name in names:
            paths.append(Path(folder, name).relative_to(root).as_posix())
    return sorted(path for path in paths if not path.endswith(".pyc"))


# Pictures, and bytes that fuzz targets start from, are no sources.
NO_SOURCES = ("docs/images/", "test/Fuzz/Inputs/")


def read_sources(root: Path) -> Iterator[SourceFile]:
    """All text files. A listed file may be gone from the working tree."""
    for path in listed_paths(root):
        full = root / path
        if full.is_symlink() or not full.is_file() or path.startswith(NO_SOURCES):
            continue
        data = full.read_bytes()
        if b"\0" in data or data.startswith(b"\x1f\x8b"):
            continue
        yield SourceFile(path, data.decode("utf-8", errors="replace"))


def check_rules(files: list[SourceFile]) -> Iterator[Violation]:
    """Where each rule is named first: in code, in a table of docs, in a test."""
    code: dict[str, Violation] = {}
    rows: dict[str, Violation] = {}
    tests: dict[str, Violation] = {}
    for file in files:
        top = file.path.split("/")[0]
        for number, line in enumerate(file.lines, 1):
            row = RULE_ROW.match(line) if top == "docs" else None
            if row:
                rows.setdefault(row[1], Violation(file.path, number, ""))
            if top not in ("lib", "include", "test"):
                continue
            # The test of this very check plants rules.
            if file.path == "test/python/test_lint.py":
                continue
            for rule in RULE.findall(line):
                found = tests if top == "test" else code
                found.setdefault(rule, Violation(file.path, number, ""))
    for rule in sorted(code.keys() | rows.keys()):
        place = code.get(rule) or rows[rule]
        for where, known in (("code", code), ("row in docs", rows), ("test", tests)):
            if rule not in known:
                yield Violation(place.path, place.line, f"rule {rule} has no {where}")


CHECKS = [
    check_length,
    check_layers,
    check_op_names,
    check_ascii,
    check_markers,
    check_space,
]


def lint(root: Path) -> list[Violation]:
    files = list(read_sources(root))
    violations = set(check_format(root, files))
    for check in CHECKS:
        for file in files:
            violations.update(check(file))
    violations.update(check_rules(files))
    return sorted(violations)


def main() -> int:
    if len(sys.argv) > 2:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    here = Path(__file__).resolve().parents[1]
    violations = lint(Path(sys.argv[1]) if len(sys.argv) == 2 else here)
    for violation in violations:
        print(violation)
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
