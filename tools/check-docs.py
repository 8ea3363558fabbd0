#!/usr/bin/env python3
"""Runs the examples in the documentation and compares what they print.

    check-docs.py --bin DIR [--update] [FILE.md | DIR ...]

Without arguments: docs/ beside this script's folder. An example is a comment
with a command, a block with its input, and the next block with what it prints:

    <!-- run: pto-opt --init-memref -->
    ```mlir
    func.func @f() { ... }
    ```
    becomes
    ```mlir
    func.func @f() { ... }
    ```

White space does not count, and the `module {` around the output is left out. A
```text block that starts with `error:`, `warning:`, `remark:` or `note:` is
compared with as many of the first diagnostics, without their places; any other
block with the standard output. Commands may be joined with `|`.

`<!-- check: pto-opt -->` runs a block and asks only that it succeeds. Any other
```mlir block is marked `<!-- fragment -->`, so that none is left out by mistake.
Generated pages are skipped.

Programs are looked for in DIR, then beside this script. --update writes into
the pages what the programs print.
"""

import argparse
import difflib
import re
import shlex
import subprocess
import sys
import textwrap
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator, List, Optional, Tuple

HERE = Path(__file__).resolve().parent
DIRECTIVE = re.compile(r"^<!--\s*(run|check):\s*(.+?)\s*-->$")
FRAGMENT = re.compile(r"^<!--\s*fragment\s*-->$")
FENCE = re.compile(r"^```(\w*)\s*$")
DIAGNOSTIC = re.compile(r"(?:^|: )((?:error|warning|remark|note): .*)$")
SEVERITY = re.compile(r"^(error|warning|remark|note): ")
NOISE = "note: see current operation: "
GENERATED = re.compile(r"\bgenerated (by|from)\b", re.IGNORECASE)
TIMEOUT_SECONDS = 60


@dataclass
class Block:
    """A fenced block: its language, its text, and the lines that hold the text."""

    language: str
    text: str
    first: int
    last: int


@dataclass
class Example:
    command: str
    line: int
    source: Block
    expected: Optional[Block]  # None: it need only succeed


class PageError(Exception):
    """A page that is not in the form that the head of this file describes."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


# Pages ----------------------------------------------------------------------

def read_block(lines: List[str], at: int) -> Block:
    """The block whose fence is lines[at]."""
    match = FENCE.match(lines[at])
    assert match
    for end in range(at + 1, len(lines)):
        if lines[end].rstrip() == "```":
            return Block(match[1], "\n".join(lines[at + 1:end]), at + 1, end)
    raise PageError(at + 1, "the block is not closed")


def skip_blank(lines: List[str], at: int) -> int:
    while at < len(lines) and not lines[at].strip():
        at += 1
    return at


def next_fence(lines: List[str], at: int) -> int:
    while at < len(lines) and not FENCE.match(lines[at]):
        if DIRECTIVE.match(lines[at].strip()):
            break
        at += 1
    return at


def find_examples(text: str) -> Iterator[Example]:
    """The examples of a page, in order."""
    lines = text.split("\n")
    at = 0
    is_fragment = False
    while at < len(lines):
        directive = DIRECTIVE.match(lines[at].strip())
        if directive:
            line = at + 1
            at = skip_blank(lines, at + 1)
            if at == len(lines) or not FENCE.match(lines[at]):
                raise PageError(line, "the input block must follow its command")
            source = read_block(lines, at)
            at = source.last + 1
            expected = None
            if directive[1] == "run":
                at = next_fence(lines, at)
                if at == len(lines) or not FENCE.match(lines[at]):
                    raise PageError(line, "no block says what the command prints")
                expected = read_block(lines, at)
                at = expected.last + 1
            yield Example(directive[2], line, source, expected)
        elif FENCE.match(lines[at]):
            block = read_block(lines, at)
            if block.language == "mlir" and not is_fragment:
                raise PageError(at + 1, "not run: write <!-- run: ... -->, <!-- check: ... --> "
                                "or <!-- fragment --> in front")
            at = block.last + 1
            is_fragment = False
        else:
            if lines[at].strip():
                is_fragment = bool(FRAGMENT.match(lines[at].strip()))
            at += 1


# Running --------------------------------------------------------------------

def program(name: str, folder: Path) -> str:
    for candidate in (folder / name, HERE / name):
        if candidate.is_file():
            return str(candidate)
    raise FileNotFoundError(f"no program '{name}' in {folder} or {HERE}")


def run(command: str, source: str, folder: Path) -> Tuple[int, str, str]:
    """Exit code, standard output and standard error of a pipeline; it ends with
    the first command that fails."""
    errors = ""
    words = shlex.split(command)
    while True:
        end = words.index("|") if "|" in words else len(words)
        done = subprocess.run(
            [program(words[0], folder), *words[1:end]],
            input=source, capture_output=True, text=True, check=False,
            timeout=TIMEOUT_SECONDS,
        )
        errors += done.stderr
        if done.returncode != 0 or end == len(words):
            return done.returncode, done.stdout, errors
        source, words = done.stdout, words[end + 1:]


def without_module(text: str) -> str:
    """The text without the plain `module {` around it and its indentation."""
    lines = text.strip("\n").split("\n")
    while lines and not lines[-1].strip():
        lines.pop()
    if len(lines) >= 2 and lines[0] == "module {" and lines[-1] == "}":
        lines = lines[1:-1]
    return textwrap.dedent("\n".join(line.rstrip() for line in lines)).strip("\n")


def diagnostics(errors: str) -> List[str]:
    """The diagnostics of a run, without their places and without the notes that
    only repeat the op."""
    found = (DIAGNOSTIC.search(line) for line in errors.split("\n"))
    return [match[1] for match in found if match and NOISE not in match[1]]


def normal(text: str) -> str:
    return " ".join(text.split())


def printed(example: Example, folder: Path) -> Tuple[str, str]:
    """What is to be compared with the expected block, and what went wrong
    besides."""
    code, output, errors = run(example.command, example.source.text, folder)
    wanted = example.expected.text.strip() if example.expected else ""
    is_text = example.expected is not None and example.expected.language == "text"
    wants_diagnostics = is_text and (not wanted or bool(SEVERITY.match(wanted)))
    wants_error = wants_diagnostics and (not wanted or wanted.startswith("error:"))
    if code != 0 and not wants_error:
        return "", f"exit code {code}\n{errors.strip()}"
    if not wants_diagnostics:
        return without_module(output), ""
    if code == 0 and wanted.startswith("error:"):
        return "", "succeeds, where an error is expected"
    count = sum(1 for line in wanted.split("\n") if SEVERITY.match(line))
    return "\n".join(diagnostics(errors)[:max(count, 1)]), ""


# Pages and examples ---------------------------------------------------------

def check_page(path: Path, folder: Path, update: bool) -> Tuple[int, List[str]]:
    """Number of examples of a page, and what is wrong with them."""
    text = path.read_text(encoding="utf-8")
    if GENERATED.search(text.split("\n", 1)[0]):
        return 0, []
    problems: List[str] = []
    changes: List[Tuple[Block, str]] = []
    count = 0
    try:
        for example in find_examples(text):
            count += 1
            where = f"{path}:{example.line}: {example.command}"
            actual, problem = printed(example, folder)
            if problem:
                problems.append(f"{where}: {problem}")
                continue
            expected = example.expected
            if expected is None or normal(expected.text) == normal(actual):
                continue
            if update:
                changes.append((expected, actual))
                continue
            diff = difflib.unified_diff(
                [line.strip() for line in expected.text.split("\n")],
                [line.strip() for line in actual.split("\n")],
                "expected", "printed", lineterm="")
            problems.append(f"{where}: prints something else\n" + "\n".join(diff))
    except PageError as error:
        problems.append(f"{path}:{error.line}: {error}")
    if changes:
        lines = text.split("\n")
        for block, actual in reversed(changes):
            lines[block.first:block.last] = actual.split("\n")
        path.write_text("\n".join(lines), encoding="utf-8")
    return count, problems


def pages(arguments: List[Path]) -> Iterator[Path]:
    for argument in arguments:
        if argument.is_dir():
            yield from sorted(argument.rglob("*.md"))
        else:
            yield argument


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--bin", type=Path, required=True, metavar="DIR",
                        help="where pto-opt and pto-translate are")
    parser.add_argument("--update", action="store_true",
                        help="write what is printed into the pages")
    parser.add_argument("pages", type=Path, nargs="*", default=[HERE.parent / "docs"])
    options = parser.parse_args()
    total, failures = 0, 0
    for path in pages(options.pages):
        count, problems = check_page(path, options.bin, options.update)
        total += count
        failures += len(problems)
        for problem in problems:
            print(problem)
    print(f"{total} examples, {failures} problems")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
