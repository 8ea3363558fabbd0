"""Runs every kernel of a directory under every planner and target, to the end.

    planners.py PTO_OPT DIRECTORY

Prints a line for each target and planner: kernels, and the bytes of vector memory
up to which they go, summed.
"""

import re
import subprocess
import sys
from pathlib import Path

ALLOC = re.compile(r"pto\.alloc vec, addr = (\d+), size = (\d+)")


def main() -> int:
    tool, kernels = sys.argv[1], sorted(Path(sys.argv[2]).glob("*.mlir"))
    failed = 0
    for target in ("a2a3", "a5"):
        for planner in ("pypto", "dsa-rp", "optimal"):
            total = 0
            for kernel in kernels:
                done = subprocess.run(
                    [tool, str(kernel), f"--pto-memory-pipeline=planner={planner} target={target}"],
                    capture_output=True, text=True, check=False)
                if done.returncode:
                    failed += 1
                    print(f"{kernel.name}, {planner}, {target}:\n{done.stderr}")
                total += max((int(a) + int(s) for a, s in ALLOC.findall(done.stdout)), default=0)
            print(f"{target} {planner}: {len(kernels)} kernels, {total} bytes")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
