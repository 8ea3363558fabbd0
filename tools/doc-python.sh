#!/usr/bin/env bash
# Runs a Python program from standard input with the package of the build tree:
# how check-docs.py runs the examples of docs/embedding.md.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${PTO_BUILD_DIR:-$root/${BUILD_DIR:-build}}
PYTHONPATH=$build/python PYTHONDONTWRITEBYTECODE=1 exec /usr/bin/python3 -
