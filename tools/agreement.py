#!/usr/bin/env python3
"""Compares what the passes decide with a reference's decisions on a corpus.

    agreement.py spaces --corpus DIR --pto-opt PATH [--imported DIR] [-j N]
    agreement.py plan   --corpus DIR --pto-opt PATH [--imported DIR] [-j N]

and so on: `agreement.py --help` lists what can be compared, docs/measuring.md
says what the counts mean. The package is python/pto/agreement.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "python"))

from pto.agreement.cli import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
