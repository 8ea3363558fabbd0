#!/usr/bin/env bash
# Builds pto-opt and measures what each pass costs beside parsing, verifying
# and printing. Arguments go to tools/bench.py (--help lists them).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

build_dir=${BUILD_DIR:-build}
tools/build.sh "$build_dir" pto-opt
exec /usr/bin/python3 tools/bench.py --pto-opt "$build_dir/bin/pto-opt" \
  --work-dir "$build_dir/bench" "$@"
