"""The command line of the importer."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Optional, Sequence

from .errors import DumpError
from .module import SPACES, TARGETS, import_file

DESCRIPTION = """
Reads a pass dump (Python syntax, .py or .py.gz; never executed) and writes it
as a module of the pto dialect. Each value keeps its name from the dump as its
location. Where a construct can't be imported, the error names it and nothing
is written.
"""
SPACES_HELP = """what the memory spaces in the dump mean: 'keep' takes them as
decided; 'requests' takes only target_memory= as said by the author and leaves
the rest to --infer-tile-memory-space; 'auto' (default) keeps them, but for
functions in which values that flow together stand in two spaces"""


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="pto-import", description=DESCRIPTION)
    parser.add_argument("dump", type=Path, help="the dump")
    parser.add_argument("-o", dest="output", metavar="kernel.mlir", type=Path,
                        help="where to write; standard output if not given")
    parser.add_argument("--target", choices=TARGETS,
                        help="generation of the accelerator; neutral if not given")
    parser.add_argument("--spaces", choices=SPACES, default="auto", help=SPACES_HELP)
    return parser


def main(argv: Optional[Sequence[str]] = None) -> int:
    """Runs the importer; the exit code of the process."""
    options = build_parser().parse_args(argv)
    try:
        text = import_file(options.dump, options.target, options.spaces)
    except DumpError as error:
        print(error.render(str(options.dump)), file=sys.stderr)
        return 1
    except OSError as error:
        print(f"{options.dump}: error: {error.strerror}", file=sys.stderr)
        return 1
    try:
        if options.output is None:
            sys.stdout.write(text)
            sys.stdout.flush()
        else:
            options.output.write_text(text, encoding="utf-8")
    except BrokenPipeError:
        sys.stderr.close()
    except OSError as error:
        print(f"{options.output}: error: {error.strerror}", file=sys.stderr)
        return 1
    return 0
