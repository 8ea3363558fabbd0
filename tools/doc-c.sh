#!/usr/bin/env bash
# Compiles a C program from standard input against libPTO-C of the build tree, and
# runs it: how check-docs.py runs the examples of docs/embedding.md.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${PTO_BUILD_DIR:-$root/${BUILD_DIR:-build}}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
clang-22 -std=c99 -Wall -Wextra -Werror -x c - -o "$folder/program" \
  -I "$root/include" -I "$build/include" -isystem /usr/lib/llvm-22/include \
  -L "$build/lib" -lPTO-C -Wl,-rpath,"$build/lib"
"$folder/program"
