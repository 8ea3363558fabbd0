#!/usr/bin/env bash
# Sets up, builds and runs every test: lit, ctest and Python unit tests. All of
# them are run even when one fails. The last line is 'N passed, N failed'.
#
#   tools/check.sh [--sanitize]
#
# With --sanitize, on a build of its own (build-sanitize) with the sanitizers for
# addresses and undefined behaviour; tests that load our code into other programs
# are left out there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if [[ ${1:-} == --sanitize ]]; then
  export BUILD_DIR=${BUILD_DIR:-build-sanitize}
  exec tools/sanitized.sh "$0"
elif (($#)); then
  sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0"
  [[ $1 == --help ]]
  exit
fi

python=/usr/bin/python3
build_dir=${BUILD_DIR:-build}
tools/build.sh "$build_dir"

# For Python tests that run the built tools.
PTO_BUILD_DIR=$(realpath "$build_dir")
export PTO_BUILD_DIR

# Each suite as kind:status:results, the form that test-summary.py takes.
suites=()

lit_results=$PTO_BUILD_DIR/test/lit-results.json
rm -f "$lit_results"
status=0
/usr/lib/llvm-22/bin/lit -sv --output "$lit_results" "$build_dir/test" ||
  status=$?
suites+=("lit:$status:$lit_results")

ctest_list=$(ctest --test-dir "$build_dir" -N)
if [[ $ctest_list =~ "Total Tests: "[1-9] ]]; then
  ctest_results=$PTO_BUILD_DIR/ctest-results.xml
  rm -f "$ctest_results"
  status=0
  ctest --test-dir "$build_dir" --output-on-failure \
    --output-junit "$ctest_results" || status=$?
  suites+=("ctest:$status:$ctest_results")
fi

if [[ -d test/python ]]; then
  unittest_log=$PTO_BUILD_DIR/unittest.log
  status=0
  "$python" -m unittest discover -s test/python 2>&1 |
    tee "$unittest_log" || status=$?
  suites+=("unittest:$status:$unittest_log")
fi

"$python" tools/test-summary.py "${suites[@]}"
