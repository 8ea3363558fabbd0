#!/usr/bin/env bash
# Builds, places the tiles of one kernel, and shows the memory map.
#
#   tools/demo.sh [kernel.mlir | dump.py | dump.py.gz]
#
# Writes $BUILD_DIR/demo/<name>.placed.mlir, <name>.memory-map.json and the page
# <name>.html, which shows the map.
set -euo pipefail
if (($# > 0)); then input=$(realpath "$1"); fi
cd "$(dirname "${BASH_SOURCE[0]}")/.."
input=${input:-test/Kernels/flash_attention.mlir}
if [[ ! -f $input ]]; then
  echo "demo: no such file: $input" >&2
  exit 2
fi

build_dir=${BUILD_DIR:-build}
tools/build.sh "$build_dir" pto-opt pto-translate

out=$build_dir/demo
mkdir -p "$out"
name=$(basename "$input")
name=${name%.gz}
name=${name%.*}

if [[ $input == *.py || $input == *.py.gz ]]; then
  tools/pto-import "$input" -o "$out/$name.mlir"
  input=$out/$name.mlir
fi

placed=$out/$name.placed.mlir
map=$out/$name.memory-map.json
page=$out/$name.html
rm -f "$placed" "$map" "$page"

run() {
  echo "+ $*"
  "$@"
}
# Names of values are kept in the text, for the reader and for the map.
run "$build_dir/bin/pto-opt" --infer-tile-memory-space --init-memref \
  --allocate-memory-addr --mlir-use-nameloc-as-prefix "$input" -o "$placed"
run "$build_dir/bin/pto-translate" --mlir-to-memory-map "$placed" -o "$map"
echo
/usr/bin/python3 tools/pto-memory-map --text "$map"
/usr/bin/python3 tools/pto-memory-map --bin "$build_dir/bin" "$placed" -o "$page"
echo
echo "placed program: $placed"
echo "memory map:     $map"
echo "page:           $(realpath "$page")"
