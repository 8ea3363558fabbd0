#!/usr/bin/env bash
# Runs a command as a sanitized build wants it:
#
#   tools/sanitized.sh COMMAND...
#
# tools/build.sh builds with the sanitizers for addresses and undefined behaviour,
# with assertions and with libFuzzer, and what was built so stops at the first fault.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# MLIR's library is not sanitized: what it does to containers and arenas that both
# use is not annotated.
export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_container_overflow=0:allow_user_poisoning=0:detect_leaks=1:abort_on_error=0}
export UBSAN_OPTIONS=${UBSAN_OPTIONS:-print_stacktrace=1:halt_on_error=1}
export LSAN_OPTIONS=${LSAN_OPTIONS:-suppressions=$here/leaks.supp:print_suppressions=0}
export PTO_CMAKE_ARGS="-DLLVM_USE_SANITIZER=Address;Undefined -DPTO_FUZZERS=ON -DPTO_ASSERTIONS=ON ${PTO_CMAKE_ARGS:-}"
exec "$@"
