"""Runs a tool over prefixes of a file, and counts how it ends."""

import re
import subprocess
import sys

tool, path = sys.argv[1:]
text = open(path, encoding="utf-8").read()
body = text.index("module")
prefixes = crashes = unlocated = 0
for end in range(body, len(text), max(1, (len(text) - body) // 40)):
    done = subprocess.run([tool, "-"], input=text[:end], capture_output=True, text=True,
                          check=False)
    prefixes += 1
    if done.returncode < 0 or "Stack dump" in done.stderr:
        crashes += 1
    elif done.returncode != 0 and not re.search(r"<stdin>:\d+:\d+: error: ", done.stderr):
        unlocated += 1
print(f"{prefixes} prefixes, {crashes} crashes, {unlocated} without a location")
