"""Peaks beside a reference's: what counts as placed, lower, higher, explained."""

import sys
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))

from pto.agreement import peaks, proofs, verdict, verdicts  # noqa: E402
from pto.agreement.corpus import Run  # noqa: E402
from pto.agreement.peaks import Peak, Program  # noqa: E402

REMARKS = """\
k.mlir:1:1: remark: [Analysis] MemoryUsed | Category:pto-memory | Buffers=2, Bytes=96, Remark="vec memory of 'f'"
k.mlir:1:1: remark: [Passed] PlacementOptimal | Category:pto-memory | Bytes=64, LowerBound=64, \
Remark="vec memory of 'f' is used up to 64; no placement is better", Waits=3, WaitsBound=3
k.mlir:1:1: remark: [Analysis] MemoryUsed | Category:pto-memory | Buffers=1, Bytes=32, Remark="mat memory of 'g'"
k.mlir:1:1: remark: [Missed] PlacementGap | Category:pto-memory | Bytes=32, LowerBound=16, \
Remark="mat memory of 'g' is used up to 32; none needs less than 16", Waits=1, WaitsBound=0
"""


def text_of(*programs: Program) -> str:
    return "\n".join(peaks.lines(list(programs), 9))


class Remarks(unittest.TestCase):
    def test_peak_is_what_is_used_with_reserved_bytes(self) -> None:
        read = peaks._read_remarks(Run(0, "", REMARKS))
        self.assertEqual(read, {("f", "vec"): Peak(96, 64, True, 3, 3),
                                ("g", "mat"): Peak(32, 16, False, 1, 0)})


class Counts(unittest.TestCase):
    def test_better_equal_worse(self) -> None:
        program = Program("p", {("f", "vec"): Peak(64, 64, True), ("f", "mat"): Peak(32, 32, True),
                                ("g", "vec"): Peak(96, 64)},
                          reference={("f", "vec"): 128, ("f", "mat"): 32, ("g", "vec"): 64})
        self.assertIn("1 better, 1 equal, 1 worse, 0 higher with a reason", text_of(program))
        self.assertIn("p: vec of g: 96, theirs 64", text_of(program))
        self.assertFalse(peaks.good([program]))

    def test_a_reason_counts_apart(self) -> None:
        program = Program("p", {("g", "vec"): Peak(96, 96, True)}, reference={("g", "vec"): 64},
                          reasons={("g", "vec"): "theirs is refused: it is [mp-r1]"})
        self.assertIn("0 worse, 1 higher with a reason", text_of(program))
        self.assertIn("1 theirs is refused", text_of(program))
        self.assertTrue(peaks.good([program]))

    def test_not_placed(self) -> None:
        lost = Program("a", error="k:1:1: error: the search ended without a placement")
        proved = Program("b", error="k:1:1: error: so that no placement can exist")
        both = Program("c", error="k:1:1: error: other", reference_error="overflow")
        self.assertIn("not placed although the reference places them: 2, proved impossible: 1",
                      text_of(lost, proved, both))
        self.assertFalse(peaks.good([lost]))
        self.assertTrue(peaks.good([proved, both]))
        self.assertFalse(peaks.good([Program("d", error="crash: signal", reference_error="x")]))

    def test_ratio_to_the_bound(self) -> None:
        program = Program("p", {("f", "vec"): Peak(120, 100)}, reference={("f", "vec"): 150})
        self.assertRegex(text_of(program), r"vec +1 +0 +120 +100 +1\.200 +150 +1\.500")


class Verdict(unittest.TestCase):
    TEXT = """\
"func.func"() <{sym_name = "f"}> ({
  %m = "pto.alloc"() <{addr = -1 : i64, id = 1 : i64}> : () -> !pto.memref
  %r = "pto.system.reserve_buffer"() <{base = -1 : i64, name = "a", size = 64 : i64}> : () -> i32
  %q = "pto.system.reserve_buffer"() <{base = -1 : i64, name = "b", size = 32 : i64}> : () -> i32
}) {pto.kind = #pto.function_kind<aiv>} : () -> ()
"func.func"() <{sym_name = "g"}> ({
  %m = "pto.alloc"() <{addr = -1 : i64, id = 1 : i64}> : () -> !pto.memref
}) {pto.kind = #pto.function_kind<aiv>} : () -> ()
"""

    def test_addresses_go_into_one_function(self) -> None:
        text, starts = verdict._place(self.TEXT, {"f": {"%m": 96}})
        lines = text.splitlines()
        self.assertEqual(starts, {1: "f", 6: "g"})
        self.assertIn("addr = 96", lines[1])
        self.assertIn("base = 0", lines[2])
        self.assertIn("base = 64", lines[3])
        self.assertIn("function_kind<aiv>", lines[4])
        self.assertIn("addr = -1", lines[6])
        # Others are not judged.
        self.assertIn("function_kind<orchestration>", lines[7])

    def test_addresses_go_into_all_functions(self) -> None:
        text, _ = verdict._place(self.TEXT, {"f": {"%m": 96}, "g": {"%m": 32}})
        lines = text.splitlines()
        self.assertIn("addr = 96", lines[1])
        self.assertIn("addr = 32", lines[6])
        self.assertNotIn("orchestration", text)

    def test_errors_belong_to_the_function_that_they_stand_in(self) -> None:
        plans = verdict.Plans.__new__(verdict.Plans)
        plans._text, plans._tool = self.TEXT, Path("pto-opt")
        said = "<stdin>:7:3: error: too high [mp-r6]\n<stdin>:7:3: error: and more [mp-r1]\n"
        with mock.patch.object(verdict, "run_opt", return_value=Run(1, "", said)):
            found = plans.judge({"f": {"%m": 0}, "g": {"%m": 1 << 30}})
        self.assertEqual(found, {"g": "too high [mp-r6]"})
        with mock.patch.object(verdict, "run_opt", return_value=Run(1, "", "")):
            with self.assertRaises(verdict.NotComparable):
                plans.judge({"f": {"%m": 0}})


class Verdicts(unittest.TestCase):
    def test_counts_by_rule_and_by_reason(self) -> None:
        programs = [
            verdicts.Program("a", 3, {"f": "'x' reads 'y' at 4 [mp-r1]", "g": "it [mp-r10]"}),
            verdicts.Program("b", 1, {"f": "'u' reads 'v' at 8 [mp-r1]"},
                             {"g": "%m1 has no counterpart", "h": "%m2 has no counterpart"}),
        ]
        text = "\n".join(verdicts.lines(programs, 1))
        self.assertIn("4 plans of the reference hold, 3 are refused, 2 are not comparable, "
                      "in 2 programs", text)
        self.assertIn("refused by mp-r1: 2", text)
        self.assertIn("refused by mp-r10: 1", text)
        self.assertIn("not comparable: 2 _ has no counterpart", text)
        self.assertIn("a: f: 'x' reads 'y' at 4 [mp-r1]", text)
        self.assertNotIn("a: g", text)


class Proofs(unittest.TestCase):
    def ends(self, *runs: Run) -> "proofs.Program":
        item = mock.Mock(label="a")
        with mock.patch.object(proofs, "run_opt", side_effect=runs) as run_opt:
            program = proofs.prove(item, Path("pto-opt"))
        for call, passes in zip(run_opt.call_args_list, proofs.PLANNERS.values()):
            self.assertEqual(call.args[2:], (*passes, *proofs.JUDGES))
        return program

    def test_every_planner_is_judged(self) -> None:
        program = self.ends(
            Run(0, "", ""), Run(1, "", "<stdin>:1:1: error: 'x' reads 'y' at 4 [mp-r1]\n"),
            Run(1, "", "<stdin>:1:1: error: vec usage 9 exceeds platform limit 8\n"),
            Run(-11, "", ""))
        self.assertEqual([kind for kind, _ in program.ends.values()],
                         [proofs.PROVED, proofs.WRONG, proofs.NO_ROOM, proofs.CRASH])
        self.assertFalse(proofs.good([program]))
        text = "\n".join(proofs.lines([program], 1))
        self.assertIn("pypto: 1 proved, 0 without room, 0 wrong, 0 crashes, of 1 programs", text)
        self.assertIn("dsa-rp: 0 proved, 0 without room, 1 wrong", text)
        self.assertIn("a: wrong: <stdin>:1:1: error: 'x' reads 'y' at 4 [mp-r1]", text)

    def test_an_error_that_is_no_lack_of_room_is_wrong(self) -> None:
        good = Run(0, "", "")
        for said, fine in [("no placement can exist", True), ("is in no buffer", False)]:
            refused = Run(1, "", f"<stdin>:1:1: error: {said}\n")
            self.assertEqual(proofs.good([self.ends(good, refused, good, good)]), fine)


if __name__ == "__main__":
    unittest.main()
