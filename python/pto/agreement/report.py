"""What a comparison found, and how it is told."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Dict, Iterable, List, Optional


@dataclass(frozen=True)
class Finding:
    """One difference. `rule` is an id of docs/divergences.md, or empty."""

    aspect: str  # what was compared
    text: str
    rule: str = ""


@dataclass
class Result:
    """How one item compares."""

    label: str
    compared: Counter = field(default_factory=Counter)  # by aspect
    findings: List[Finding] = field(default_factory=list)
    failure: str = ""  # why there is nothing to compare
    skipped: str = ""  # the pass that is not there
    refused: str = ""  # the message, where both sides refuse the program
    # Functions by how they compare, where that is counted.
    functions: Counter = field(default_factory=Counter)
    notes: Counter = field(default_factory=Counter)  # counts that are no verdict

    def differ(self) -> List[Finding]:
        return [f for f in self.findings if not f.rule]

    @property
    def verdict(self) -> str:
        if self.failure:
            return "fail"
        if self.skipped:
            return "skipped"
        if self.refused:
            return "refused"
        if not self.findings:
            return "agree"
        return "differ" if self.differ() else "explained"

    def add(self, aspect: str, text: str, rule: Optional[str]) -> None:
        self.findings.append(Finding(aspect, text, rule or ""))

    def add_function(self, name: str, findings_before: int) -> None:
        """Counts a function by what it added to the findings."""
        new = self.findings[findings_before:]
        if not new:
            self.functions["agree"] += 1
        elif all(f.rule for f in new):
            self.functions["explained"] += 1
        else:
            self.functions["differ"] += 1


@dataclass
class Report:
    """All results of one command."""

    title: str
    results: List[Result]
    what: str = "dumps"
    show: int = 3
    aspects: Dict[str, str] = field(default_factory=dict)  # in the order to print

    def lines(self) -> "Iterable[str]":
        counts = Counter(r.verdict for r in self.results)
        head = [f"{counts['agree']} agree", f"{counts['differ']} differ",
                f"{counts['explained']} explained"]
        head += [f"{counts[word]} {word}" for word in ("refused", "skipped") if counts[word]]
        head.append(f"{counts['fail']} fail")
        compared: Counter = Counter()
        functions: Counter = Counter()
        for result in self.results:
            compared.update(result.compared)
            functions.update(result.functions)
        first = next(iter(self.aspects), "")
        told = f"; {compared[first]} {self.aspects[first]} compared" if first else ""
        yield f"{self.title}: {', '.join(head)}, of {len(self.results)} {self.what}{told}"
        yield from self._rules()
        if functions:
            yield (f"  functions: {functions['agree']} agree, {functions['differ']} differ, "
                   f"{functions['explained']} explained")
        for aspect, name in self.aspects.items():
            found = [f for r in self.results for f in r.findings if f.aspect == aspect]
            differ = sum(1 for f in found if not f.rule)
            yield (f"  {name}: {compared[aspect]} compared, {differ} differ, "
                   f"{len(found) - differ} explained")
        notes: Counter = sum((r.notes for r in self.results), Counter())
        for note, count in sorted(notes.items()):
            yield f"  {note}: {count}"
        yield from self._examples()

    def _rules(self) -> "Iterable[str]":
        rules = Counter(f.rule for r in self.results for f in r.findings if f.rule)
        for rule, count in sorted(rules.items()):
            items = sum(1 for r in self.results if any(f.rule == rule for f in r.findings))
            yield f"  {rule}: {count} differences in {items} {self.what}"

    def _examples(self) -> "Iterable[str]":
        skipped = Counter(r.skipped for r in self.results if r.skipped)
        for reason, count in sorted(skipped.items()):
            yield f"  {count} skipped: {reason}"
        failed = [r for r in self.results if r.verdict == "fail"]
        for result in failed[:self.show]:
            yield f"  {result.label}: fails: {result.failure}"
        differ = [r for r in self.results if r.verdict == "differ"]
        for result in differ[:self.show]:
            found = result.differ()
            yield (f"  {result.label}: {len(found)} differences, the first: "
                   f"{found[0].text}")

    def items(self) -> "Iterable[str]":
        """One line an item."""
        for result in self.results:
            told = result.verdict
            if result.verdict == "explained":
                told += f" ({', '.join(sorted({f.rule for f in result.findings}))})"
            elif result.failure or result.skipped or result.refused:
                told += f": {result.failure or result.skipped or result.refused}"
            elif result.differ():
                told += f": {result.differ()[0].text}"
            yield f"{result.label}: {told}"

    @property
    def good(self) -> bool:
        bad = ("fail", "differ", "skipped")
        return all(r.verdict not in bad for r in self.results)
