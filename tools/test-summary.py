#!/usr/bin/env python3
"""Sums up the results of several test runners.

    test-summary.py KIND:STATUS:FILE...

KIND is lit (JSON), ctest (JUnit XML) or unittest (its printed output), STATUS
the runner's exit status, FILE its results. The last line printed is
'N passed, N failed'; the exit status is 1 when anything failed.
"""

import json
import re
import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Counts:
    passed: int = 0
    failed: int = 0
    skipped: int = 0


def read_lit(text: str) -> Counts:
    """Any code that is neither a failure nor a skip counts as a pass, a test
    that failed as it was expected to among them."""
    counts = Counts()
    for test in json.loads(text)["tests"]:
        if test["code"] in ("FAIL", "XPASS", "UNRESOLVED", "TIMEOUT"):
            counts.failed += 1
        elif test["code"] in ("UNSUPPORTED", "SKIPPED", "EXCLUDED"):
            counts.skipped += 1
        else:
            counts.passed += 1
    return counts


def read_ctest(text: str) -> Counts:
    counts = Counts()
    for case in ElementTree.fromstring(text).iter("testcase"):
        status = case.get("status")
        reason = case.find("skipped")
        message = "" if reason is None else reason.get("message", "")
        if status == "run":
            counts.passed += 1
        elif status == "disabled" or message.startswith("SKIP_"):
            counts.skipped += 1
        else:  # failed, or never ran because its program is missing
            counts.failed += 1
    return counts


def read_unittest(text: str) -> Counts:
    counts = Counts()
    ran = re.findall(r"^Ran (\d+) tests?", text, re.MULTILINE)
    total = int(ran[-1]) if ran else 0
    verdict = re.findall(r"^(?:OK|FAILED) \((.*)\)$", text, re.MULTILINE)
    if verdict:
        numbers = dict(re.findall(r"([a-z ]+)=(\d+)", verdict[-1]))
        numbers = {key.strip(): int(value) for key, value in numbers.items()}
        counts.skipped = numbers.get("skipped", 0)
        counts.failed = sum(
            numbers.get(key, 0)
            for key in ("failures", "errors", "unexpected successes")
        )
    # Several sub-tests of one test can fail, so failures may exceed tests.
    counts.passed = max(0, total - counts.failed - counts.skipped)
    return counts


READERS = {"lit": read_lit, "ctest": read_ctest, "unittest": read_unittest}


def read_suite(spec: str) -> tuple[str, Counts]:
    kind, status, path = spec.split(":", 2)
    try:
        counts = READERS[kind](Path(path).read_text(errors="replace"))
    except (OSError, ValueError, KeyError, ElementTree.ParseError) as error:
        print(f"{kind}: no usable results: {error}", file=sys.stderr)
        counts = Counts(failed=1)
    # A runner that fails without a failed test has failed itself.
    if status != "0" and counts.failed == 0:
        counts.failed = 1
    return kind, counts


def main() -> int:
    total = Counts()
    print(f"\n{'suite':<10}{'passed':>8}{'failed':>8}{'skipped':>8}")
    for spec in sys.argv[1:]:
        kind, counts = read_suite(spec)
        print(
            f"{kind:<10}{counts.passed:>8}{counts.failed:>8}{counts.skipped:>8}"
        )
        total.passed += counts.passed
        total.failed += counts.failed
        total.skipped += counts.skipped
    print(f"skipped or unsupported: {total.skipped}")
    print(f"{total.passed} passed, {total.failed} failed")
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main())
