#!/usr/bin/env bash
# Sets up, configures where needed, and builds.
#
#   tools/build.sh [build-dir [target...]]
#
# The build directory is relative to the project's root; default: $BUILD_DIR,
# else build. Without targets everything is built.
# Environment: PTO_CC, PTO_CXX (compilers), PTO_CMAKE_ARGS (more arguments to
# CMake, separated by blanks).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

build_dir=${1:-${BUILD_DIR:-build}}
targets=("${@:2}")

tools/setup.sh

cc=${PTO_CC:-clang-22}
cxx=${PTO_CXX:-clang++-22}
cmake_args=(
  -G Ninja
  -DCMAKE_BUILD_TYPE=Release
  -DMLIR_DIR=/usr/lib/llvm-22/lib/cmake/mlir
  # Another python3 may come first on PATH; tests need Debian's.
  -DPython3_EXECUTABLE=/usr/bin/python3
  -DCMAKE_C_COMPILER="$cc"
  -DCMAKE_CXX_COMPILER="$cxx"
  -DCMAKE_C_COMPILER_LAUNCHER=ccache
  -DCMAKE_CXX_COMPILER_LAUNCHER=ccache
)
# Only clang looks for the lld of its own version; g++ would take any.
if [[ $cxx == *clang* ]]; then cmake_args+=(-DLLVM_USE_LINKER=lld); fi
read -ra extra_args <<<"${PTO_CMAKE_ARGS:-}"
cmake_args+=("${extra_args[@]}")

# Ninja runs CMake again when a CMakeLists.txt changes, so it is run here only
# for a new directory, a moved tree or other arguments.
stamp=$build_dir/.configured-with
wanted=$(printf '%s\n' "$PWD" "${cmake_args[@]}")
if [[ ! -f $build_dir/build.ninja || $(cat "$stamp" 2>/dev/null) != "$wanted" ]]; then
  cmake --fresh -S . -B "$build_dir" "${cmake_args[@]}"
  printf '%s\n' "$wanted" >"$stamp"
fi

ninja -C "$build_dir" "${targets[@]}"
