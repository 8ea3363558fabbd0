#!/usr/bin/env python3
"""Fails unless the text on standard input stands, line by line, in FILE, which is
relative to the project: so that what the docs quote is what the tests build.

    doc-quote.py FILE < quotation
"""

import sys
from pathlib import Path


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    path = Path(__file__).resolve().parents[1] / sys.argv[1]
    lines = [line.strip() for line in path.read_text().splitlines()]
    quoted = [line.strip() for line in sys.stdin.read().strip().splitlines()]
    for start in range(len(lines)):
        if lines[start:start + len(quoted)] == quoted:
            return 0
    print(f"error: {sys.argv[1]} does not have these lines", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
