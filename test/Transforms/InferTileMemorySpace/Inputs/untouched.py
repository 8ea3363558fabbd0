"""A module that a pass refuses is afterwards what it was before.

    untouched.py PTO_OPT FILE PASS...

Each module of FILE (they are separated by `// -----`) goes through the passes.
Where they fail, the module as it is then is compared with the module as it was
read. Prints how many modules were refused, and how many of those were untouched.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

COMMON = ["--mlir-use-nameloc-as-prefix", "--mlir-disable-threading"]


def main() -> int:
    pto_opt, source, *passes = sys.argv[1:]
    refused = untouched = 0
    text = Path(source).read_text(encoding="utf-8")
    # The driver looks for these even where it is not asked to.
    text = re.sub(r" *// expected-.*\n", "", text)
    modules = text.split("// -----\n")
    with tempfile.TemporaryDirectory() as folder:
        for module in modules:
            path = Path(folder) / "module.mlir"
            path.write_text(module, encoding="utf-8")
            before = subprocess.run([pto_opt, str(path), *COMMON],
                                    capture_output=True, text=True, check=True).stdout
            run = subprocess.run(
                [pto_opt, str(path), *passes, *COMMON, "--mlir-print-ir-after-failure",
                 "--mlir-print-ir-module-scope"],
                capture_output=True, text=True, check=False)
            if run.returncode == 0:
                continue
            refused += 1
            after = re.split(r"// -----// IR Dump After .*Failed.*\n", run.stderr)[1]
            if after.strip() == before.strip():
                untouched += 1
            else:
                print(f"changed:\n{after}", file=sys.stderr)
    print(f"refused {refused}, untouched {untouched}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
