#!/bin/sh
# Exit code 1 where the plan verifier finds that somebody reads foreign bytes:
# that is what the reducer calls interesting.
if pto-opt "$1" --verify-memory-plan 2>&1 >/dev/null | grep -q 'mp-r1\]'; then
  exit 1
fi
exit 0
