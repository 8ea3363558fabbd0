"""What the writers of random kernels share."""

import random
from typing import List

SEPARATOR = "// -----"  # between kernels of one file


class KernelWriter:
    """Collects the lines of one kernel; the same seed gives the same kernel."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines: List[str] = []
        self.count = 0

    def fresh(self) -> str:
        """A name for a value, %v1 and so on."""
        self.count += 1
        return f"%v{self.count}"

    def line(self, text: str) -> None:
        self.lines.append(text)
