#!/usr/bin/env bash
# Throws made-up inputs at the parsers and at the pipeline.
#
#   tools/fuzz.sh [--fast] [--runs N] [--seconds N] [target...]
#
# Targets: csv, json, kernel, importer; default: all. Each is built with libFuzzer,
# assertions and the address and undefined-behaviour sanitizers in build-sanitize
# (see tools/check.sh --sanitize) and run N times (default 100000) on what is in
# test/Fuzz/Inputs and on the tests' kernels. With --fast, it is built without
# sanitizers in build-fuzz: more runs a second, which see less. Inputs that reach
# new code are kept in fuzz/TARGET/corpus of the build; one that crashes is left in
# fuzz/TARGET and told. Exits with 1 where anything crashes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

runs=100000
limits=()
targets=()
wrapper=(tools/sanitized.sh)
default_dir=build-sanitize
while (($#)); do
  case $1 in
  --fast)
    wrapper=(env PTO_CMAKE_ARGS="-DPTO_FUZZERS=ON -DPTO_ASSERTIONS=ON ${PTO_CMAKE_ARGS:-}")
    default_dir=build-fuzz
    ;;
  --runs) runs=$2 && shift ;;
  --seconds) limits=(-max_total_time="$2") && shift ;;
  --help | -h) sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0" && exit 0 ;;
  csv | json | kernel | importer) targets+=("$1") ;;
  *) echo "fuzz.sh: unknown argument '$1'; see --help" >&2 && exit 1 ;;
  esac
  shift
done
if ((${#targets[@]} == 0)); then targets=(csv json kernel importer); fi

build_dir=${BUILD_DIR:-$default_dir}
"${wrapper[@]}" tools/build.sh "$build_dir" \
  "${targets[@]/#/pto-fuzz-}" pto-smith

# What a target starts from.
seeds_of() {
  local target=$1 place=$2
  mkdir -p "$place"
  cp test/Fuzz/Inputs/"$target"/* "$place"
  if [[ $target != kernel ]]; then return; fi
  local file number=0
  while read -r file; do
    csplit -sz -f "$place/$((number++))-" "$file" '/^\/\/ -----/' '{*}'
  done < <(find test -name '*.mlir' -size -40k | sort)
  for ((number = 0; number < 200; ++number)); do
    "${wrapper[@]}" "$build_dir"/bin/pto-smith --seed="$number" --ops=12 >"$place/smith-$number"
  done
}

status=0
for target in "${targets[@]}"; do
  place=$build_dir/fuzz/$target
  mkdir -p "$place/corpus"
  rm -rf "$place/seeds"
  seeds_of "$target" "$place/seeds"
  options=(-runs="$runs" "${limits[@]}" -max_len=4096 -timeout=60
    -rss_limit_mb=4096 -artifact_prefix="$place/" -print_final_stats=1
    -use_value_profile=1)
  if "${wrapper[@]}" "$build_dir/bin/pto-fuzz-$target" "${options[@]}" \
    "$place/corpus" "$place/seeds" >"$place/log" 2>&1; then
    said=clean
  else
    said=CRASHED
    status=1
  fi
  done_runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$place/log")
  coverage=$(grep -oE 'cov: [0-9]+' "$place/log" | tail -1 || true)
  echo "$target: $said after ${done_runs:-?} runs, ${coverage:-cov: ?}, log in $place/log"
done
exit "$status"
