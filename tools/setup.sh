#!/usr/bin/env bash
# Installs the Debian packages that the project builds and tests with.
# Does nothing, quickly, when all of them are there.
set -euo pipefail

packages=(
  llvm-22-dev llvm-22 libmlir-22-dev mlir-22-tools llvm-22-tools
  clang-22 libclang-rt-22-dev lld-22 clang-format-22 clang-tidy-22
  cmake ninja-build ccache g++ dpkg-dev file
  python3 python3-dev pybind11-dev libgtest-dev libzstd-dev zlib1g-dev git gzip
  chromium chromium-driver python3-selenium
)

# dpkg-query fails when it does not know a package; what it printed is all that
# matters here.
declare -A installed=()
while read -r name status; do
  if [[ $status == installed ]]; then installed[$name]=1; fi
done < <(dpkg-query -W -f='${Package} ${db:Status-Status}\n' \
  "${packages[@]}" 2>/dev/null || true)

missing=()
for package in "${packages[@]}"; do
  if [[ -z ${installed[$package]:-} ]]; then missing+=("$package"); fi
done

if ((${#missing[@]} == 0)); then
  echo "setup: all ${#packages[@]} packages are installed"
  exit 0
fi

echo "setup: installing ${missing[*]}"
as_root=(env)
if ((EUID != 0)); then as_root=(sudo env); fi
apt_get() { "${as_root[@]}" DEBIAN_FRONTEND=noninteractive apt-get -q "$@"; }

# One retry: a mirror that is being synchronised fails for a moment only.
apt_get update || { sleep 5 && apt_get update; }
apt_get install -y --no-install-recommends "${missing[@]}"
