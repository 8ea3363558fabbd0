"""python3 -m pto.memory_page: the same as tools/pto-memory-map."""

import sys

from .cli import main

sys.exit(main())
